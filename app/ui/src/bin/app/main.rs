//! Starts the app.

mod chunks;

fn main() {
    ptxfp_ui::app::start(chunks::fetch);
}
