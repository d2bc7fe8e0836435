//! Starts the playground.

fn main() {
    ptxfp_app::start_playground();
}
