//! Starts the view of sequences.

fn main() {
    ptxfp_ui::program::start();
}
