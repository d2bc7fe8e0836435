//! Starts the explorer.

fn main() {
    ptxfp_ui::explorer::start();
}
