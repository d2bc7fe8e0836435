//! Starts the explorer.

fn main() {
    ptxfp_app::start_explorer();
}
