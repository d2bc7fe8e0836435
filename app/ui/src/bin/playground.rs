//! Starts the playground.

fn main() {
    ptxfp_ui::playground::start();
}
