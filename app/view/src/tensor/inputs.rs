//! The operands: a row of a, a column of b, an element of c, and the scales of row and column.

use ptxfp::format::Format;
use ptxfp::link::TensorState;
use ptxfp::tensor::{read_element, read_list, unwritten, written, written_element, written_width};
use ptxfp::text::{self, Entry};

use crate::message::sentence;
use crate::number::with_minus;
use crate::playground::operand::{EntryView, FieldView};

/// An operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// The row of a.
    A,
    /// The column of b.
    B,
    /// The element of c.
    C,
    /// The scales of the row.
    ScaleA,
    /// The scales of the column.
    ScaleB,
}

impl Field {
    /// Every one, in the order on the page.
    pub const ALL: [Self; 5] = [Self::C, Self::A, Self::B, Self::ScaleA, Self::ScaleB];

    /// Its name on the page.
    pub const fn name(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
            Self::C => "c",
            Self::ScaleA => "scales of a",
            Self::ScaleB => "scales of b",
        }
    }

    /// Its place among the lists of a state; `None` for c, which is no list.
    const fn list(self) -> Option<usize> {
        match self {
            Self::A => Some(0),
            Self::B => Some(1),
            Self::ScaleA => Some(2),
            Self::ScaleB => Some(3),
            Self::C => None,
        }
    }

    /// The format of its elements; `None` if the instruction does not have it.
    pub(super) fn format(self, state: &TensorState) -> Option<Format> {
        let scale = state.mma.scale.map(|scale| Format::Float(scale.format));
        match self {
            Self::A => Some(state.mma.a),
            Self::B => Some(state.mma.b),
            Self::C => Some(state.mma.c),
            Self::ScaleA | Self::ScaleB => scale,
        }
    }

    /// Its elements.
    pub(super) fn elements(self, state: &TensorState) -> &[u64] {
        match self.list() {
            Some(place) => state.elements.lists.get(place).map_or(&[], Vec::as_slice),
            None => core::slice::from_ref(&state.elements.c),
        }
    }

    /// Its elements, to be changed.
    pub(super) fn elements_mut(self, state: &mut TensorState) -> &mut [u64] {
        match self.list() {
            Some(place) => state.elements.lists.get_mut(place).map_or(&mut [], Vec::as_mut_slice),
            None => core::slice::from_mut(&mut state.elements.c),
        }
    }
}

/// An element from random bits: an integer, or a number with an exponent near that of 1.
pub(super) fn drawn(bits: u64, format: Format) -> u64 {
    /// The exponents, on both sides of that of 1.
    const SPREAD: u64 = 6;
    let Some(float) = format.float() else { return bits & ((1 << format.width()) - 1) };
    let n_bits = format.trailing_width();
    let exponent = (format.one() >> n_bits) + bits % (2 * SPREAD + 1);
    let exponent = exponent.saturating_sub(SPREAD).max(1);
    let trailing = bits >> 8 & ((1 << n_bits) - 1);
    let magnitude = (exponent << n_bits | trailing).min(float.max_finite());
    let is_negative = format.is_signed() && bits >> 63 != 0;
    let signed = format.negate(magnitude).filter(|_| is_negative).unwrap_or(magnitude);
    written(signed, format)
}

/// A field with its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputView {
    /// The operand.
    pub operand: Field,
    /// The name of its format, and the number of elements that it may have.
    pub kind: String,
    /// The bits of an element that is alone.
    pub hex: Option<String>,
    /// The text, and the remark on it.
    pub field: FieldView,
}

/// A text that is typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Draft {
    pub(super) operand: Field,
    pub(super) text: String,
    pub(super) entry: EntryView,
}

/// An element of another format with the same value, rounded once; `None` if there is none.
pub(super) fn converted(bits: u64, from: Format, to: Format) -> Option<u64> {
    if from == to {
        return Some(bits);
    }
    let exact = text::exact_decimal(unwritten(bits, from), from);
    read_element(&exact, to).ok().map(|entry| entry.bits)
}

/// Reads a text into a state, as far as it can be read.
pub(super) fn enter(state: &mut TensorState, operand: Field, text: &str) -> EntryView {
    let Some(format) = operand.format(state) else { return EntryView::Exact(0) };
    let elements = operand.elements_mut(state);
    let entries = if operand == Field::C {
        read_element(text, format).map(|entry| vec![entry]).map_err(|error| error.message)
    } else {
        read_list(text, format).map_err(|(index, error)| {
            ["element ", &index.to_string(), ": ", &error.message].concat()
        })
    };
    let entries = match entries {
        Ok(entries) => entries,
        Err(message) => return EntryView::Wrong(sentence(&message)),
    };
    if entries.len() > elements.len() {
        let [given, most] = [entries.len(), elements.len()].map(|count| count.to_string());
        let words = [&*given, " elements are given; the instruction takes ", &most, "."];
        return EntryView::Wrong(words.concat());
    }
    let bits = entries.iter().map(|entry| entry.bits).chain(core::iter::repeat(0));
    for (place, bits) in elements.iter_mut().zip(bits) {
        *place = bits;
    }
    match rounded(&entries) {
        Some(note) => EntryView::Rounded { bits: 0, note },
        None => EntryView::Exact(0),
    }
}

/// The remark on elements that were rounded.
fn rounded(entries: &[Entry]) -> Option<String> {
    let notes: Vec<_> = entries.iter().filter_map(Entry::note).collect();
    match &*notes {
        [] => None,
        [note] => Some(with_minus(note)),
        [..] => Some([&*notes.len().to_string(), " elements are rounded to the format."].concat()),
    }
}

/// The fields of a state.
pub(super) fn inputs(state: &TensorState, drafts: &[Draft]) -> Vec<InputView> {
    let view = |operand: Field| {
        let format = operand.format(state)?;
        let elements = operand.elements(state);
        let draft = drafts.iter().find(|draft| draft.operand == operand);
        let field = match draft {
            Some(draft) => FieldView { text: draft.text.clone(), entry: Some(draft.entry.clone()) },
            None => FieldView { text: listed(elements, format), entry: None },
        };
        let is_alone = operand == Field::C;
        let kind = if is_alone {
            format.name().to_owned()
        } else {
            [&*elements.len().to_string(), " ", format.name()].concat()
        };
        let hex = is_alone.then(|| text::hex(state.elements.c, u32::from(written_width(format))));
        Some(InputView { operand, kind, hex, field })
    };
    Field::ALL.into_iter().filter_map(view).collect()
}

/// A list as numbers, without the zeros at its end.
fn listed(elements: &[u64], format: Format) -> String {
    let length = elements.iter().rposition(|bits| *bits != 0).map_or(1, |last| last + 1);
    let texts = elements.iter().take(length).map(|bits| written_element(*bits, format));
    texts.collect::<Vec<_>>().join(", ")
}
