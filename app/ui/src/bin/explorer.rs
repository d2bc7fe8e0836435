//! Starts the explorer.

fn main() {
    ptxfp_ui::start_explorer();
}
