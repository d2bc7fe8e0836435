//! Answers questions: about two subjects, in other words, and about observed results.

use ptxfp_view::questions::{Answerer, Request};

fn main() {
    let mut answerer = Answerer::default();
    ptxfp_worker::serve(move |(request, budget): (Request, u64)| {
        Some(answerer.answer(&request, budget))
    });
}
