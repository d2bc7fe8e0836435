//! Starts the library.

fn main() {
    ptxfp_app::start_library();
}
