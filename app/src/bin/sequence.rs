//! Starts the view of sequences.

fn main() {
    ptxfp_app::start_sequence();
}
