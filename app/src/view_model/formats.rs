//! The formats.

use super::instruction::SectionView;
use super::result::Place;
use super::table::TableView;

/// The whole page of formats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormatsView {
    /// What is wrong with the address; may be empty.
    pub problem: String,
    /// The formats that have a card.
    pub cards: Vec<FormatView>,
    /// The integers.
    pub integers: TableView,
}

/// A format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormatView {
    /// Its name.
    pub name: &'static str,
    /// Bits of sign, exponent and significand.
    pub fields: [u32; 3],
    /// Where it is defined.
    pub section: SectionView,
    /// Terms and what they are.
    pub facts: Vec<(&'static str, String)>,
    /// Special values.
    pub landmarks: TableView,
    /// All values on lines.
    pub lines: Vec<ValueLineView>,
    /// Whether all encodings can be listed.
    pub is_narrow: bool,
    /// All encodings, if that is open.
    pub encodings: Option<TableView>,
}

/// Values on a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueLineView {
    /// What the line is.
    pub title: &'static str,
    /// The drawing in a sentence.
    pub label: String,
    /// Powers of two, other normal values, subnormal values.
    pub ticks: [Vec<Place>; 3],
    /// Some values.
    pub values: Vec<(Place, String)>,
}
