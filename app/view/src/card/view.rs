//! The contents of the card.

use ptxfp::catalog::Context;
use ptxfp::internals::observed::ObservedText;
use ptxfp::internals::present::Presented;
use ptxfp::link::{State, Verdict};
use ptxfp::syntax::legality;

use crate::card::statement::{self, PieceView};
use crate::number::with_minus;
use crate::playground::answer;
use crate::playground::lanes;
use crate::playground::observed::{ObservedView, mark};
use crate::playground::result::{LinkedView, ResultLaneView};

/// A register as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OperandView {
    /// Its name in the syntax line.
    pub name: &'static str,
    /// Its value; empty for bits that encode no number.
    pub value: String,
    /// Its bits.
    pub hex: String,
}

/// The recorded result of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordView {
    /// The verdict on the record.
    pub verdict: Verdict,
    /// The digits; those that differ are marked.
    pub digits: Vec<(char, bool)>,
    /// The reason why each differing lane is permitted or wrong, unless that follows from its
    /// guarantee.
    pub reasons: Vec<String>,
}

/// The card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardView {
    /// Opcode and modifiers.
    pub pieces: Vec<PieceView>,
    /// The operand values.
    pub operands: String,
    /// The target, and the version of the ISA where it is not the usual one.
    pub place: String,
    /// Whether only the assembler accepts the instruction.
    pub is_undocumented: bool,
    /// The lanes of the result, most significant first.
    pub lanes: Vec<ResultLaneView>,
    /// The name of the result.
    pub name: String,
    /// The whole register.
    pub hex: String,
    /// The observed result, where one is known.
    pub observed: Option<ObservedView>,
    /// The comparison with the result that the page recorded, if any.
    pub record: Option<RecordView>,
    /// The explanation of the result, in one sentence; code is between back quotes.
    pub why: String,
    /// The operands and the result as they are stored.
    pub stored: Vec<OperandView>,
    /// The result in one sentence, to be said.
    pub spoken: String,
}

/// The card of a state.
pub(super) fn card(state: &State) -> CardView {
    let State { instruction, context, registers, .. } = state;
    let mut result = lanes::result(instruction, context, registers);
    let observed = ObservedText::of(instruction, context, registers)
        .map(|observed| ObservedView::new(&observed, instruction));
    if let Some(observed) = &observed {
        mark(&mut result, observed);
    }
    let sources = Presented::new(instruction, context, registers).registers().into_iter().skip(1);
    let stored = sources.enumerate().map(|(index, register)| OperandView {
        name: register.name,
        value: if register.has_value {
            with_minus(&statement::operand(state, index))
        } else {
            String::new()
        },
        hex: register.hex(),
    });
    CardView {
        pieces: statement::pieces(instruction),
        operands: with_minus(&statement::operands(state)),
        place: place(context),
        is_undocumented: legality(instruction, context).note().is_some(),
        record: lanes::linked(state).map(|linked| record(linked, &result.lanes)),
        why: answer::reason(instruction, context, registers, &|_, _| None),
        stored: stored.collect(),
        observed,
        name: result.name,
        hex: result.hex,
        spoken: result.spoken,
        lanes: result.lanes,
    }
}

/// The target, and the version of the ISA where it is not the usual one.
pub(super) fn place(context: &Context) -> String {
    let isa = if context.isa == State::default().context.isa {
        String::new()
    } else {
        [", PTX ", &context.isa.to_string()].concat()
    };
    [context.target.name, &isa].concat()
}

/// Returns the recorded result, beside the lanes of the present one.
fn record(linked: LinkedView, lanes: &[ResultLaneView]) -> RecordView {
    let LinkedView { verdict, digits, mut reasons } = linked;
    reasons.retain(|reason| lanes.iter().all(|lane| lane.tag != *reason));
    let digits = digits.into_iter().map(|(digit, is_same)| (digit, !is_same)).collect();
    RecordView { verdict, digits, reasons }
}
