//! Starts the library.

fn main() {
    ptxfp_ui::library::start();
}
