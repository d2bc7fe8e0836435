//! Starts the card.

fn main() {
    ptxfp_ui::card::start();
}
