//! Starts the playground.

fn main() {
    ptxfp_ui::start_playground();
}
