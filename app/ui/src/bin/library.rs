//! Starts the library.

fn main() {
    ptxfp_ui::start_library();
}
