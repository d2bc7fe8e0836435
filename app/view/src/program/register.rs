//! A register that a statement writes: its value, and the guarantee.

use ptxfp::explore::sequence::{
    Enclosure, Evaluated, Lanes, Register, Standing, Statement, Value, differs_words,
};
use ptxfp::text::{concise, hex};

use crate::number::with_minus;
use crate::program::Model;
use crate::program::code::Code;
use crate::program::flow;
use crate::program::lens::{choices, labelled, named_values, shown};

/// The maximum number of statements whose registers can be pointed at and shown as other types.
pub(super) const MAX_LENSES: usize = 128;

/// A register that a statement writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultView {
    /// Its name.
    pub name: String,
    /// Its type; empty if only the width is known.
    pub kind: &'static str,
    /// Its bits; empty if they are not known.
    pub hex: String,
    /// The type that its values are shown as; empty for its own.
    pub lens: &'static str,
    /// The other choices; empty where there are too many registers to offer any.
    pub lenses: Vec<&'static str>,
    /// The values of its lanes; may be empty.
    pub values: String,
    /// The other results that contraction leaves, their bits and the values of their lanes.
    pub others: Vec<(String, String)>,
    /// The line without evaluation that it depends on, if it is not known.
    pub unknown_since: Option<usize>,
    /// The intervals of its lanes, in words, where their bits are not guaranteed; may be empty.
    pub within: String,
    /// The first line that leaves its bits unspecified, if it is another line.
    pub open_since: Option<usize>,
    /// The guarantee.
    pub standing: StandingView,
    /// The value that follows from observed results, if it depends on an approximate result.
    pub observed: Option<FollowedView>,
    /// Whether nothing reads it afterwards.
    pub is_output: bool,
    /// Its place among the registers of its sequence.
    pub register: usize,
    /// Whether it is watched; `None` where it cannot be.
    pub is_watched: Option<bool>,
}

/// A value that follows from observed results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FollowedView {
    /// The bits.
    pub hex: String,
    /// The values of the lanes; may be empty.
    pub values: String,
    /// Whether another permitted value could change it, in words; for results of the sequence.
    pub words: &'static str,
}

/// An output for a set of inputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutcomeView {
    /// Its value; empty if it is not known.
    pub value: String,
    /// The guarantee.
    pub standing: StandingView,
}

/// The guarantee of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StandingView {
    /// In words.
    pub words: &'static str,
    /// The style class.
    pub class: &'static str,
}

/// The registers that a statement writes.
pub(super) fn results(
    model: &Model,
    code: &Code,
    statement: &Statement,
    evaluated: &Evaluated,
    is_first: bool,
) -> Vec<ResultView> {
    let destinations = statement.destinations();
    let result = |index: &usize| {
        let view = result(model, code, *index, evaluated)?;
        let is_watched = is_first.then(|| model.debug.watches(&view.name));
        Some(ResultView { is_watched, ..view })
    };
    destinations.iter().filter_map(result).collect()
}

/// A register that a statement writes, without a watch.
pub(super) fn result(
    model: &Model,
    code: &Code,
    index: usize,
    evaluated: &Evaluated,
) -> Option<ResultView> {
    let sequence = code.sequence();
    let is_short = code.thread.is_none() && sequence.statements().len() <= MAX_LENSES;
    let register = sequence.register(index)?;
    let value = evaluated.outcomes.value(index);
    let is_known = value.standing != Standing::Unknown;
    let lens = model.lenses.of(register);
    let shown =
        |bits: u64| (register_hex(bits, register), with_minus(&shown(bits, register, lens)));
    let all = evaluated.outcomes.of(index).iter().skip(1);
    let (hex, values) = if is_known { shown(value.bits) } else { Default::default() };
    let line = |statement: usize| flow::line(code, statement);
    let is_own = |since: &usize| register.writer == Some(*since);
    let is_borrow = sequence.is_borrow(index);
    let known = evaluated.enclosed.of(index);
    let shown_standing = evaluated.standing(index, register);
    let is_open = shown_standing != Standing::Determined || is_borrow;
    let since = evaluated.enclosed.since(index);
    let since = since.filter(|since| is_known && is_open && !is_own(since));
    Some(ResultView {
        name: register.name.clone(),
        kind: if register.is_typed { register.kind.spelling() } else { "" },
        hex,
        lens,
        lenses: if is_short { choices(register) } else { Vec::new() },
        values,
        others: all.map(|value| shown(value.bits)).collect(),
        unknown_since: register.unknown_since.and_then(line),
        within: match known {
            Enclosure::Within(lanes) if shown_standing == Standing::Reference => within(&lanes),
            _ => String::new(),
        },
        open_since: since.and_then(line),
        standing: standing(match shown_standing {
            Standing::Determined if is_borrow => Standing::Reference,
            own => own,
        }),
        observed: followed(code, evaluated, index, lens),
        is_output: sequence.outputs().contains(&index),
        register: index,
        is_watched: None,
    })
}

/// The value that follows from observed results, for a register whose bits are not guaranteed.
fn followed(code: &Code, evaluated: &Evaluated, index: usize, lens: &str) -> Option<FollowedView> {
    let register = code.sequence().register(index)?;
    let consequence = evaluated.consequence(index)?;
    let bits = consequence.observed?;
    Some(FollowedView {
        hex: register_hex(bits, register),
        values: with_minus(&shown(bits, register, lens)),
        words: consequence.several.is_many().map_or("", differs_words),
    })
}

/// The intervals of lanes, the highest lane first.
fn within(lanes: &Lanes) -> String {
    let range = |lane: u8| lanes.lane(lane).map(|bits| concise(bits, lanes.format)).join(" to ");
    let all: Vec<_> = (0..lanes.packing.lanes).rev().map(range).collect();
    with_minus(&labelled(&all))
}

/// The guarantee of a value with a standing as shown.
pub(super) const fn standing(standing: Standing) -> StandingView {
    let (words, class) = match standing {
        Standing::Determined => ("exact bits guaranteed", ""),
        Standing::OpenNan => ("a NaN, bits unspecified", "any-nan"),
        Standing::Contracted => ("contracted or not", "within"),
        Standing::Reference => ("one of several; nearest shown", "within"),
        Standing::Unknown => ("not known", "open"),
    };
    StandingView { words, class }
}

/// The view of an output.
pub(super) fn outcome(register: &Register, value: Value, known: Enclosure) -> OutcomeView {
    let is_known = value.standing != Standing::Unknown;
    OutcomeView {
        value: if is_known { plain(register, value.bits) } else { String::new() },
        standing: standing(value.shown(register, known)),
    }
}

/// The values of a register's lanes, or its bits where it has no type.
pub(super) fn plain(register: &Register, bits: u64) -> String {
    if register.is_typed {
        with_minus(&named_values(bits, register.kind))
    } else {
        hex(bits, u32::from(register.width()))
    }
}

/// The bits of a register.
pub(super) fn register_hex(bits: u64, register: &Register) -> String {
    hex(bits, u32::from(register.width()))
}
