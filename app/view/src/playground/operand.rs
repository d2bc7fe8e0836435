//! Operands as the page shows them.

use ptxfp::catalog::{Instruction, Operand, Type};
use ptxfp::format::{Format, Packing};
use ptxfp::syntax::register;
use ptxfp::text::hex;
use ptxfp::text::{self, Entry, Exactness, TextError};

use crate::bits::{BitsView, Layout};
use crate::message::sentence;
use crate::number::with_minus;
use crate::playground::{FieldId, Model};

/// A source operand, with its present value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OperandView {
    /// Its name in the syntax line.
    pub name: &'static str,
    /// Bits of its register.
    pub register_bits: u32,
    /// The field of its register.
    pub field: FieldView,
    /// Its lanes in the order shown, most significant first.
    pub lanes: Vec<LaneView>,
    /// Values that can be entered with one press.
    pub presets: Vec<PresetView>,
    /// Whether it has a sign.
    pub has_sign: bool,
    /// Whether its bits are open.
    pub is_open: bool,
    /// The next operand, if the two can be swapped.
    pub partner: Option<&'static str>,
}

/// One lane of an operand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaneView {
    /// Its name; empty where the register has one lane.
    pub name: String,
    /// Its index; 0 is the least significant.
    pub index: u8,
    /// The fields of its format.
    pub layout: Layout,
    /// The field of its value.
    pub field: FieldView,
    /// The bits to draw.
    pub picture: BitsView,
    /// The bit in the tab order.
    pub cursor: u32,
    /// Whether it is the one that was last focused.
    pub is_current: bool,
}

/// A value that can be entered with one press.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PresetView {
    /// The label of the button, which is also the text that it enters.
    pub text: &'static str,
    /// The lane bits it represents.
    pub bits: u64,
}

/// A text field for a value with one canonical text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldView {
    /// The text that is typed, or else the canonical text.
    pub text: String,
    /// The outcome of the text.
    pub entry: Option<EntryView>,
}

impl FieldView {
    /// Whether the text cannot be read.
    pub const fn is_wrong(&self) -> bool {
        matches!(self.entry, Some(EntryView::Wrong(_)))
    }

    /// The style class of the outcome, to be appended to others.
    pub const fn class(&self) -> &'static str {
        match self.entry {
            Some(EntryView::Wrong(_)) => " wrong",
            Some(EntryView::Rounded { .. }) => " rounded",
            Some(EntryView::Exact(_)) | None => "",
        }
    }

    /// Returns the remark on it; may be empty.
    pub fn note(&self) -> &str {
        match &self.entry {
            Some(EntryView::Rounded { note, .. } | EntryView::Wrong(note)) => note,
            Some(EntryView::Exact(_)) | None => "",
        }
    }
}

/// The outcome of a text entered for a lane.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EntryView {
    /// It represents exactly these bits.
    Exact(u64),
    /// It was rounded.
    Rounded {
        /// The bits stored.
        bits: u64,
        /// The stored value, and the difference.
        note: String,
    },
    /// It cannot be read.
    Wrong(String),
}

impl EntryView {
    /// The bits that it represents.
    pub const fn bits(&self) -> Option<u64> {
        match self {
            Self::Exact(bits) | Self::Rounded { bits, .. } => Some(*bits),
            Self::Wrong(_) => None,
        }
    }
}

/// The texts of the preset buttons, where the format has the value.
const PRESETS: [&str; 7] = ["0", "sub", "min", "1", "max", "inf", "nan"];

/// Whether two instructions have the same source operands.
pub fn same_sources(one: &Instruction, other: &Instruction) -> bool {
    let (ones, others) = (one.form.sources(), other.form.sources());
    let same = |(a, b): (&Operand, &Operand)| {
        a.name == b.name && one.operand_type(a) == other.operand_type(b)
    };
    ones.len() == others.len() && ones.iter().zip(others).all(same)
}

/// The source operands.
pub fn operands(model: &Model, registers: &[u64]) -> Vec<OperandView> {
    let instruction = &model.instruction;
    let sources = instruction.form.sources().iter().zip(registers).enumerate();
    let view = |(index, (operand, register)): (usize, (&Operand, &u64))| {
        let kind = instruction.operand_type(operand);
        let packing = kind.packing();
        let register_bits = u32::from(packing.register_width());
        let lanes = (0..packing.lanes).rev();
        OperandView {
            name: operand.name,
            register_bits,
            field: field(model, FieldId { operand: index, lane: None }, || {
                hex(*register, register_bits)
            }),
            lanes: lanes.map(|lane| lane_view(model, index, kind, lane, *register)).collect(),
            presets: presets(kind.format()),
            has_sign: kind.format().negate(kind.format().one()).is_some(),
            is_open: model.open == Some(index),
            partner: partner(instruction, index, kind),
        }
    };
    sources.map(view).collect()
}

/// The next operand, if it is of the same type.
fn partner(instruction: &Instruction, index: usize, kind: Type) -> Option<&'static str> {
    let next = instruction.form.sources().get(index + 1)?;
    (instruction.operand_type(next) == kind).then_some(next.name)
}

/// One lane of a source operand.
fn lane_view(model: &Model, operand: usize, kind: Type, index: u8, register: u64) -> LaneView {
    let (format, packing) = (kind.format(), kind.packing());
    let bits = packing.extract(register, index);
    let layout = layout(format);
    let place = FieldId { operand, lane: Some(index) };
    LaneView {
        name: lane_name(&packing, index),
        index,
        layout,
        field: field(model, place, || text::concise(bits, format)),
        picture: layout.bits(bits, hex(bits, layout.width)),
        cursor: model.cursor(operand, index).unwrap_or(layout.width.saturating_sub(1)),
        is_current: model.focused == Some((operand, index)),
    }
}

/// The text field of a place: its draft, or else the canonical text.
fn field(model: &Model, place: FieldId, canonical: impl Fn() -> String) -> FieldView {
    match model.draft(place) {
        Some(draft) => FieldView { text: draft.text.clone(), entry: Some(draft.entry.clone()) },
        None => FieldView { text: canonical(), entry: None },
    }
}

/// The name of a lane: empty if there is one, `hi` and `lo` if there are two.
pub fn lane_name(packing: &Packing, index: u8) -> String {
    packing.lane_name(index)
}

/// A lane in words: empty where there is one, `high half` and `low half` where there are two, else
/// `lane 3`.
pub fn lane_words(packing: &Packing, index: u8) -> String {
    match (packing.lanes, index) {
        (1, _) => String::new(),
        (2, 0) => String::from("low half"),
        (2, _) => String::from("high half"),
        _ => ["lane ", &*lane_name(packing, index)].concat(),
    }
}

/// The fields of a format.
pub fn layout(format: Format) -> Layout {
    Layout {
        width: u32::from(format.width()),
        sign: u32::from(format.is_signed()),
        exponent: format.exponent_width(),
        significand: format.trailing_width(),
        padding_below: 0,
    }
}

/// The presets that a format has.
pub fn presets(format: Format) -> Vec<PresetView> {
    let entry = |text: &&str| text::parse(text, format).ok();
    PRESETS.iter().filter_map(|text| Some(PresetView { text, bits: entry(text)?.bits })).collect()
}

/// Reads a text entered for a lane.
pub fn entry(kind: Type, typed: &str) -> EntryView {
    read(text::parse(typed, kind.format()))
}

/// Describes the outcome of an entry.
fn read(entry: Result<Entry, TextError>) -> EntryView {
    match entry {
        Ok(entry) => match (&entry.exactness, entry.note()) {
            (Exactness::Rounded { .. } | Exactness::Overflowed { .. }, Some(note)) => {
                EntryView::Rounded { bits: entry.bits, note: with_minus(&note) }
            }
            _ => EntryView::Exact(entry.bits),
        },
        Err(error) => EntryView::Wrong(sentence(&error.message)),
    }
}

/// Reads a value for a whole register: its bits, or for one datum any operand text.
pub(super) fn bits_entry(kind: Type, typed: &str) -> EntryView {
    read(register(typed, kind))
}

/// Reads the digits entered for a whole register.
pub fn register_entry(kind: Type, typed: &str) -> EntryView {
    // The field is for hex digits: the prefix may be left out.
    let entry = register(typed, kind).or_else(|error| {
        let is_hex = !typed.is_empty() && typed.bytes().all(|byte| byte.is_ascii_hexdigit());
        if is_hex { register(&["0x", typed].concat(), kind) } else { Err(error) }
    });
    read(entry)
}

/// The register of another type with the values of this one, lane by lane.
pub fn converted(register: u64, from: Type, to: Type) -> u64 {
    let (old, new) = (from.packing(), to.packing());
    let value = |lane: u8| {
        let bits = old.extract(register, lane.min(old.lanes - 1));
        let entry = text::parse(&text::shortest(bits, from.format()), to.format());
        entry.map_or(0, |entry| entry.bits)
    };
    (0..new.lanes).fold(0, |sum, lane| new.insert(sum, lane, value(lane)))
}
