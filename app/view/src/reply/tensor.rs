//! An instruction of tensor cores.

use ptxfp::catalog::Context;
use ptxfp::internals::quote::code;
use ptxfp::link::TensorState;
use ptxfp::tensor::{Mma, WrongName};

use super::{ReadingView, ReplyView, ask};
use crate::message::sentence;
use crate::mma::context_for;

/// The answer: the view that computes an element of its result, or what is wrong with its spelling.
pub(super) fn reply(found: &Result<Box<Mma>, WrongName>, context: &Context) -> ReplyView {
    let mma = match found {
        Ok(mma) => Mma::clone(mma),
        Err(wrong) => {
            return ReplyView {
                sentence: sentence(&wrong.to_string()),
                hits: wrong.instead.iter().map(|spelling| ask("Try", spelling)).collect(),
                ..ReplyView::default()
            };
        }
    };
    let what = ["Read as an instruction of tensor cores, ", &code(&mma.to_string())].concat();
    let context = context_for(&mma, context);
    let address = ["#", &*TensorState::new(mma, context).to_fragment()].concat();
    ReplyView {
        reading: ReadingView { what, notes: Vec::new() },
        sentence: String::from(
            "It multiplies matrices: Tensor cores shows how an element of the result comes about, and what each generation of GPUs returns.",
        ),
        open: Some((String::from("Open in Tensor cores"), address)),
        ..ReplyView::default()
    }
}
