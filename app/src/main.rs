//! Starts the page.

fn main() {
    ptxfp_app::start();
}
