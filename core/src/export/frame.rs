//! The height that a frame needs for its content.

use super::rejected::reason;
use super::subject::Subject;
use crate::link::{Rejected, State};
use crate::observed::grade;

/// The part of a state that a frame shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A card: the statement and its answer.
    Result,
    /// The card with the operands as stored, and the rulers.
    Compact,
}

impl Look {
    /// Its name in the query of a frame.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Result => "result",
            Self::Compact => "compact",
        }
    }
}

/// The heights of the parts of a card in CSS pixels, where it is 320 px wide.
///
/// A browser test measures cards of all kinds at several widths beside these numbers.
mod rows {
    /// Edges, the row of the link, and a sentence of why.
    pub(super) const CARD: u32 = 150;
    /// A line of the statement.
    pub(super) const STATEMENT: u32 = 20;
    /// The number of characters in such a line.
    pub(super) const STATEMENT_LENGTH: usize = 33;
    /// The number of characters in a line of a reason.
    pub(super) const REASON_LENGTH: usize = 38;
    /// The value of a result with its bits, its guarantee and its verdict.
    pub(super) const RESULT: u32 = 84;
    /// The bits that are not shown beside the value.
    pub(super) const WIDE: u32 = 28;
    /// An observed result.
    pub(super) const OBSERVED: u32 = 62;
    /// The same of one of several lanes.
    pub(super) const LANE: u32 = 54;
    /// The register of several lanes, and the longer sentence of why.
    pub(super) const LANES: u32 = 60;
    /// The space between the card and the rest.
    pub(super) const MORE: u32 = 42;
    /// An operand.
    pub(super) const OPERAND: u32 = 24;
    /// A further line of it.
    pub(super) const OPERAND_LINE: u32 = 19;
    /// The number of characters in a line for value and bits.
    pub(super) const OPERAND_LENGTH: usize = 28;
    /// A ruler.
    pub(super) const RULER: u32 = 118;
}

/// Returns the height, in CSS pixels, of a frame that shows a state and is at least 320 px wide.
///
/// ```
/// use ptxfp::internals::export::{Look, frame_height};
/// use ptxfp::link::parse;
///
/// let state = parse("v1/add.f32@sm_90?a=1&b=2").sound().unwrap();
/// assert!(frame_height(&state, Look::Result) < frame_height(&state, Look::Compact));
/// ```
#[must_use]
pub fn frame_height(state: &State, look: Look) -> u32 {
    height(&Subject::new(state.clone(), ""), look)
}

/// The height of a frame with the card of a rejected statement.
pub(super) fn rejected_height(rejected: &Rejected) -> u32 {
    let lines = |text: &str, length: usize| count(text.chars().count().div_ceil(length));
    let statement = lines(rejected.statement(), rows::STATEMENT_LENGTH);
    // The verdict has a row, and the fixes follow the reason.
    let reasons = lines(&reason(rejected), rows::REASON_LENGTH) + 2;
    rows::CARD + rows::STATEMENT * (statement + reasons)
}

/// The same of a state with its result.
pub(super) fn height(subject: &Subject, look: Look) -> u32 {
    let lanes = u32::from(subject.prepared.destination().lanes);
    let lines = subject.line().chars().count().div_ceil(rows::STATEMENT_LENGTH);
    let mut height = rows::CARD + rows::STATEMENT * count(lines);
    height += match (lanes, subject.registers().first()) {
        (1, Some(result)) if result.width() > 32 => rows::RESULT + rows::WIDE,
        (1, _) => rows::RESULT,
        _ => rows::LANES + rows::LANE * lanes,
    };
    if grade(&subject.state.instruction, &subject.state.context).is_some() {
        height += rows::OBSERVED;
    }
    if look == Look::Compact {
        height += rows::MORE + rows::RULER * rulers(subject);
        for register in subject.registers().iter().skip(1) {
            let length = register.short().chars().count() + register.hex().chars().count();
            let lines = count(length.div_ceil(rows::OPERAND_LENGTH));
            height += rows::OPERAND + rows::OPERAND_LINE * lines.saturating_sub(1);
        }
    }
    height
}

/// Returns the number of lanes with a number that was rounded, or may have been.
fn rulers(subject: &Subject) -> u32 {
    let Subject { prepared, state, .. } = subject;
    let format = prepared.lane_op().result;
    let lanes = 0..prepared.destination().lanes;
    let has_ruler = |index: u8| {
        let trace = prepared.trace(index, &state.registers);
        let bits = trace.result.map_or(0, |result| result.bits);
        let datum = format.decode(bits);
        u32::from(trace.exact().is_some() && !datum.is_nan() && !datum.is_infinite())
    };
    lanes.map(has_ruler).sum()
}

/// A small number of lines.
fn count(lines: usize) -> u32 {
    u32::try_from(lines).unwrap_or(u32::from(u8::MAX))
}
