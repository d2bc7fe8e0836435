//! The height that a frame needs for its content.

use alloc::vec::Vec;

use super::picture::{CODE, length, wrapped};
use super::rejected::reason;
use super::subject::Subject;
use crate::catalog::Target;
use crate::eval::Guarantee;
use crate::format::Format;
use crate::link::{Rejected, State};
use crate::number::dyadic::Dyadic;
use crate::observed::grade;
use crate::present::{Lane, Presented, Register};
use crate::syntax::legality;

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

/// The widths of frames, in CSS pixels, from which on another height is enough: as documented, the least
/// one with the parts of a card beside each other, and that of the narrowest phones.
pub const FRAME_WIDTHS: [u32; 3] = [720, 521, 320];

/// A card is narrow up to this width, as in `app/ui/src/card/card.css`: its parts are below each other.
const NARROW: u32 = 520;

/// Returns the height, in CSS pixels, of a frame that shows a state and is at least that wide, from 320
/// pixels on. It is the sum over its rows; a browser test measures cards of all kinds beside it.
///
/// ```
/// use ptxfp::internals::export::{Look, frame_height};
/// use ptxfp::link::parse;
///
/// let state = parse("v1/add.f32@sm_90?a=1&b=2").sound().unwrap();
/// assert!(frame_height(&state, Look::Result, 720) < frame_height(&state, Look::Compact, 720));
/// assert!(frame_height(&state, Look::Compact, 720) < frame_height(&state, Look::Compact, 320));
/// ```
#[must_use]
pub fn frame_height(state: &State, look: Look, width: u32) -> u32 {
    height(&Subject::new(state.clone(), ""), look, width)
}

/// The height of a frame with the card of a rejected statement, which is at least that wide.
pub(super) fn rejected_height(rejected: &Rejected, width: u32) -> u32 {
    /// The statement, as large as that of a result.
    const STATEMENT: u32 = 14;
    /// The reason: its size, and the width of its letters in thousandths.
    const REASON: [u32; 2] = [13, 560];
    let room = width - 34;
    let lines = |text: &str, size: u32, letter: u32| {
        let letters = usize::try_from(room * 1000 / (size * letter)).unwrap_or(1);
        count(wrapped(text, letters).len())
    };
    let statement = 20 * lines(rejected.statement(), STATEMENT, CODE);
    let [size, letter] = REASON;
    // The fix follows the reason, the link has a row where a card is narrow.
    let reason = 20 * (lines(&reason(rejected), size, letter) + 1);
    let verdict = 32;
    let link = if width <= NARROW { link_row(rejected.context.target, room) } else { 0 };
    EDGES + statement + verdict + reason + link
}

/// The height of the frame with a state and its result, in pixels.
pub(super) fn height(subject: &Subject, look: Look, width: u32) -> u32 {
    let card = Card { subject, width };
    let rows = card.statement() + card.answer() + card.observed() + card.foot();
    let more = if look == Look::Compact { card.more() } else { 0 };
    EDGES + rows + more
}

/// The width of a target with its version.
fn place(target: &Target) -> u32 {
    // A link without a version means 9.1; the card names any other one, and the length of 9.1 is that of all.
    length(target.name.len() + ", PTX 9.1".len(), 12, CODE)
}

/// The row of a narrow card with the target and the link, which are below each other without room for both.
fn link_row(target: &Target, room: u32) -> u32 {
    let link = length("Open in the playground".len(), 13, BOLD + 20);
    if place(target) + 8 + link > room { 47 } else { 26 }
}

/// The width of letters of a guarantee, in thousandths of their size.
const BOLD: u32 = 600;

/// The edges of the card, the space between its rows, and what rounding takes.
const EDGES: u32 = 38;

/// A card of a width; all numbers are CSS pixels.
struct Card<'s> {
    subject: &'s Subject,
    width: u32,
}

impl Card<'_> {
    const fn is_narrow(&self) -> bool {
        self.width <= NARROW
    }

    /// The width of its content.
    const fn room(&self) -> u32 {
        self.width - if self.is_narrow() { 30 } else { 34 }
    }

    /// The space between parts that share a row.
    const fn gap(&self) -> u32 {
        if self.is_narrow() { 10 } else { 14 }
    }

    /// The statement, beside the target where there is room for it.
    fn statement(&self) -> u32 {
        const SIZE: u32 = 14;
        let Subject { state, spelling, .. } = self.subject;
        let taken = if self.is_narrow() { 0 } else { place(state.context.target) + 16 };
        let letters = (self.room() - taken) * 1000 / (SIZE * CODE);
        let line = [spelling, " ", &self.subject.presented.operands_as(Register::longest)].concat();
        let lines = wrapped(&line, usize::try_from(letters).unwrap_or(1));
        20 * count(lines.len())
    }

    /// The value of each lane with its bits, their guarantee and the verdict.
    fn answer(&self) -> u32 {
        let lanes: Vec<_> = self.subject.presented.lanes().collect();
        match lanes.as_slice() {
            [lane] => self.only_lane(lane),
            all => self.several_lanes(all),
        }
    }

    /// Parts in a row as long as there is room, then in the next one.
    fn only_lane(&self, lane: &Lane) -> u32 {
        let letters = lane.value.chars().count();
        let (size, height) = match (self.is_narrow(), letters > 18) {
            (false, false) => (26, 33),
            (false, true) => (20, 25),
            (true, false) => (24, 30),
            (true, true) => (18, 23),
        };
        let value = [11 + self.gap() + length(letters, size, CODE), height];
        let digits = [length(lane.hex.len(), 17, CODE + 20), 23];
        let is_within = matches!(lane.guarantee, Guarantee::Within { .. });
        let tag = [tag_width(lane), if is_within { 26 } else { 24 }];
        let (mut rows, mut row, mut taken) = (0, 0, 0);
        for [width, height] in [value, digits, tag, [self.badges(), 24]] {
            if taken > 0 && taken + self.gap() + width > self.room() {
                rows += row + 4;
                (row, taken) = (0, 0);
            }
            taken += width + if taken > 0 { self.gap() } else { 0 };
            row = row.max(height);
        }
        rows + row
    }

    /// A row for each lane, two where a card is narrow, and one for the register.
    fn several_lanes(&self, lanes: &[Lane]) -> u32 {
        let n_lanes = count(lanes.len());
        let widest = |width: &dyn Fn(&Lane) -> u32| lanes.iter().map(width).max().unwrap_or(0);
        let name = if n_lanes > 2 { 64 } else { 34 };
        let value = widest(&|lane| length(lane.value.chars().count(), 18, CODE));
        let digits = widest(&|lane| length(lane.hex.len(), 17, CODE + 20));
        let in_a_row = name + value + digits + widest(&tag_width) + 3 * self.gap();
        let lane = if self.is_narrow() || in_a_row > self.room() { 52 } else { 26 };
        let register = self
            .subject
            .presented
            .registers()
            .first()
            .map_or(0, |it| it.hex().len() + "d = ".len());
        let beside = length(register, 14, CODE) + self.gap() + self.badges();
        lane * n_lanes + if beside > self.room() { 51 } else { 25 }
    }

    /// The width of the verdict on the recorded result, and of the word that only the assembler accepts
    /// the instruction.
    fn badges(&self) -> u32 {
        let Subject { state, .. } = self.subject;
        let is_undocumented = legality(&state.instruction, &state.context).note().is_some();
        112 + if is_undocumented { 120 } else { 0 }
    }

    fn observed(&self) -> u32 {
        let Subject { state, .. } = self.subject;
        match grade(&state.instruction, &state.context) {
            None => 0,
            // A scroll bar that was there before the frame had its width breaks one more line.
            Some(_) if self.is_narrow() => 78,
            Some(_) => 36,
        }
    }

    /// The sentence of why, beside the link or above it. Its text is not known here: it has two lines where
    /// there is room for about 90 letters, as most have, and three if it is about two rounded lanes.
    fn foot(&self) -> u32 {
        const LINE: u32 = 19;
        let is_reading = |lane: Lane| lane.guarantee == Guarantee::Reading;
        let mut lanes = self.subject.presented.lanes();
        let is_long = lanes.len() > 1 || lanes.any(is_reading);
        let is_longer = self.is_about_two();
        let lines = match self.width {
            720.. => 2 + u32::from(is_longer),
            521.. => 3 + u32::from(is_longer),
            _ => 3 + u32::from(is_long),
        };
        let target = self.subject.state.context.target;
        LINE * lines + if self.is_narrow() { link_row(target, self.room()) } else { 0 }
    }

    /// Whether the sentence says of two lanes how each was rounded.
    fn is_about_two(&self) -> bool {
        let Presented { prepared, sources, result, .. } = &self.subject.presented;
        let [low, high] = result.lanes() else { return false };
        let format = prepared.lane_op().result;
        let exact = |index| prepared.trace(index, sources).exact().cloned();
        let is_rounded =
            |bits: u64| !format.decode(bits).is_nan() && !format.decode(bits).is_infinite();
        is_rounded(low.bits) && is_rounded(high.bits) && exact(0).is_some() && exact(0) != exact(1)
    }

    /// The operands as stored, and the rulers beside them or below.
    fn more(&self) -> u32 {
        let (table, rulers) = (self.operands(), self.rulers());
        let rows = if self.is_narrow() { table + 8 + rulers } else { table.max(rulers) };
        // With the space around and the line above.
        13 + 16 + 4 + rows
    }

    /// A table of names, values and bits, whose cells are broken where it is too wide.
    fn operands(&self) -> u32 {
        let registers = self.subject.presented.registers();
        let sources = registers.get(1..).unwrap_or_default();
        let widest = |text: fn(&Register) -> usize| sources.iter().map(text).max().unwrap_or(0);
        let value = |register: &Register| register.longest().chars().count();
        let digits = |register: &Register| register.hex().len();
        let columns = [widest(value), widest(digits)];
        let all: usize = columns.iter().sum();
        let letters = (self.room() - 28) * 1000 / (13 * CODE);
        let free = usize::try_from(letters).unwrap_or(1).saturating_sub(widest(|it| it.name.len()));
        let lines = |register: &Register| {
            let lines = |length: usize, column: usize| {
                if all > free { length.div_ceil((free * column / all.max(1)).max(1)) } else { 1 }
            };
            count(lines(value(register), columns[0]).max(lines(digits(register), columns[1])))
        };
        sources.iter().map(|register| 25 + 19 * (lines(register) - 1)).sum()
    }

    /// The rulers of the lanes that have one.
    fn rulers(&self) -> u32 {
        let Presented { prepared, sources, .. } = &self.subject.presented;
        let format = prepared.lane_op().result;
        let lanes = 0..prepared.destination().lanes;
        let is_named = lanes.len() > 1;
        let has_ruler = |index: &u8| {
            let trace = prepared.trace(*index, sources);
            let bits = trace.result.map_or(0, |result| result.bits);
            trace.exact().is_some_and(|exact| is_beside(exact, bits, format))
        };
        let n_rulers = count(lanes.filter(has_ruler).count());
        // Each with the space before the next one.
        let ruler = if is_named { 120 } else { 100 };
        (ruler * n_rulers).saturating_sub(8)
    }
}

/// Whether an exact value lies between the neighbors of a result, which its ruler shows.
fn is_beside(exact: &Dyadic, bits: u64, format: Format) -> bool {
    let value = |bits| Dyadic::from_datum(&format.decode(bits));
    let Some(result) = value(bits) else { return false };
    let [low, high] = [format.next_down(bits), format.next_up(bits)].map(|it| it.map(value));
    // An infinity is as far away as the other neighbor.
    let far = |other: &Dyadic| result.add(&result.sub(other));
    match [low, high] {
        [Some(Some(low)), Some(Some(high))] => low <= *exact && *exact <= high,
        [Some(None), Some(Some(high))] => far(&high) <= *exact && *exact <= high,
        [Some(Some(low)), Some(None)] => low <= *exact && *exact <= far(&low),
        _ => false,
    }
}

/// The width of the frame around the words of a guarantee.
fn tag_width(lane: &Lane) -> u32 {
    let edges = if matches!(lane.guarantee, Guarantee::Within { .. }) { 30 } else { 18 };
    edges + length(lane.tag.chars().count(), 12, BOLD)
}

/// A small number of things.
fn count(things: usize) -> u32 {
    u32::try_from(things).unwrap_or(u32::from(u8::MAX))
}
