//! The destination register, one card per lane, and the ulp ruler.

use ptxfp::eval::Guarantee;
use ptxfp::link::Verdict;

use crate::bits::BitsView;
use crate::label::{LabelView, Position};
use crate::stored::ChangeView;

/// The digits of one lane in the register.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DigitsView {
    /// Hex digits without prefix.
    pub digits: String,
    /// The guarantee.
    pub guarantee: Guarantee,
}

/// A term with its detail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FactView {
    /// The term.
    pub term: &'static str,
    /// The detail.
    pub detail: String,
}

/// One result lane.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultLaneView {
    /// Its name; empty where the register has one lane.
    pub name: String,
    /// Its index; 0 is the least significant.
    pub index: u8,
    /// Whether the last edit changed it.
    pub is_changed: bool,
    /// The guarantee.
    pub guarantee: Guarantee,
    /// The text of the tag.
    pub tag: String,
    /// Exact or inexact; empty if neither applies.
    pub exactness: &'static str,
    /// The bits.
    pub bits: BitsView,
    /// The stored value, to at most 9 or 17 digits.
    pub value: String,
    /// The stored value with every digit; empty where it is not a number.
    pub in_full: String,
    /// The change from the exact value.
    pub change: Option<ChangeView>,
    /// The class of the value, or where a NaN came from.
    pub class: String,
    /// Exact value, error, C hex, neighbors.
    pub facts: Vec<FactView>,
    /// The ulp ruler, if there is an error to measure.
    pub line: Option<NumberLineView>,
    /// The note on unspecified bits, in a sentence.
    pub note: Option<String>,
}

/// The whole result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultView {
    /// The destination's name in the syntax line.
    pub name: String,
    /// The meaning of the instruction as a formula.
    pub formula: String,
    /// The register in lanes, most significant first.
    pub register: Vec<DigitsView>,
    /// The register as `0x` and hex digits.
    pub hex: String,
    /// The lanes, most significant first.
    pub lanes: Vec<ResultLaneView>,
    /// The result in one sentence, for the live region.
    pub spoken: String,
}

impl ResultView {
    /// One of two lanes as if it were alone, and the other one in words.
    pub(super) fn alone(&self, asked: u8) -> Option<(Self, String)> {
        let [high, low] = self.lanes.as_slice() else { return None };
        let (lane, other, half) =
            if asked == low.index { (low, high, "high half: ") } else { (high, low, "low half: ") };
        let mut lane = lane.clone();
        lane.name.clear();
        if !lane.in_full.is_empty() {
            lane.in_full.extend(["; the register is ", &*self.hex]);
        }
        let digits = self.register.iter().rev().nth(usize::from(asked)).cloned();
        let alone = Self {
            register: digits.into_iter().collect(),
            hex: lane.bits.hex.clone(),
            lanes: vec![lane],
            ..self.clone()
        };
        Some((alone, [half, &*other.value, ", ", &*other.bits.hex].concat()))
    }
}

/// A representable value on the ruler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarkView {
    /// The position.
    pub at: Position,
    /// Its encoding in hex digits.
    pub digits: String,
    /// Its value.
    pub value: String,
    /// Whether it is the reference.
    pub reference: bool,
    /// Whether it is among the permitted ones.
    pub permitted: bool,
    /// Whether it was observed.
    pub observed: bool,
}

/// The ulp ruler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberLineView {
    /// Representable values, from left to right.
    pub marks: Vec<MarkView>,
    /// Midpoints between them.
    pub midpoints: Vec<Position>,
    /// The exact value and its text, where there is one.
    pub exact: Option<(Position, String)>,
    /// The rows of labels, from the top: the exact value, encodings and values, those of the result
    /// first.
    pub labels: [Vec<LabelView>; 3],
    /// The permitted interval.
    pub bound: Option<(Position, Position)>,
    /// Whether it continues beyond either end of the ruler.
    pub is_open: [bool; 2],
    /// The description of the drawing, in a sentence.
    pub label: String,
}

impl NumberLineView {
    /// Marks the observed number, by its digits.
    pub(super) fn mark(&mut self, digits: &str, value: &str) {
        for mark in &mut self.marks {
            mark.observed = mark.digits == digits;
        }
        self.label.extend([", observed ", value]);
    }
}

/// The result that the link recorded, compared with the present one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinkedView {
    /// The verdict on the record.
    pub verdict: Verdict,
    /// The digits of the record, each with whether it is the same now.
    pub digits: Vec<(char, bool)>,
    /// The reason why each differing lane is permitted or wrong, most significant first.
    pub reasons: Vec<String>,
}
