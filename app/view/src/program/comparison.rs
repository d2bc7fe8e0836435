//! Two sequences, on the same inputs.

use ptxfp::explore::difference::{By, parting};
use ptxfp::explore::sequence::Evaluated;
use ptxfp::text::hex_digits;

use crate::number::with_minus;
use crate::program::Model;
use crate::program::beside::Beside;
use crate::program::code::Code;
use crate::program::lens::named_values;
use crate::search::{SearchView, searched, verdict};

/// The results of two sequences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComparisonView {
    /// The property that is compared.
    pub by: By,
    /// Their targets and versions, if they differ.
    pub places: [String; 2],
    /// The results of each.
    pub outputs: [Vec<OutputView>; 2],
    /// The outcome, in words.
    pub verdict: &'static str,
    /// Whether they are the same.
    pub is_same: bool,
    /// The reason why they differ, in sentences: the step, the first sequence there, and the other.
    pub reason: Option<[String; 3]>,
    /// The result of the search for a difference.
    pub search: SearchView,
}

/// A result, compared with that of the other sequence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutputView {
    /// Its register.
    pub name: String,
    /// Its digits; in the other sequence, those that differ from the first are marked.
    pub digits: Vec<(char, bool)>,
    /// The values of its lanes; may be empty.
    pub values: String,
    /// The other results that contraction leaves, each in digits and values.
    pub others: Vec<String>,
}

/// Both sequences, evaluated.
pub(super) struct Both<'m> {
    first: (&'m Code, &'m Evaluated),
    beside: &'m Beside,
    /// The registers of the other one.
    pub(super) values: Evaluated,
    /// The statements at which they diverge, if they do.
    pub(super) parting: [Option<usize>; 2],
}

/// Both, if they can be compared.
pub(super) fn both<'m>(
    model: &'m Model,
    values: &'m Evaluated,
    registers: &[u64],
) -> Option<Both<'m>> {
    let beside = model.beside.as_ref().filter(|beside| beside.order.is_ok())?;
    let first = (&model.code, values);
    let others = beside.code.sequence().evaluated(&beside.inputs(registers), &beside.code.context);
    let mut both = Both { first, beside, values: others, parting: [None; 2] };
    if !both.is_same() {
        let sequences = [model.code.sequence(), beside.code.sequence()];
        both.parting = parting(sequences, [&values.values, &both.values.values]);
    }
    Some(both)
}

/// A result of one of the sequences.
struct Output {
    name: String,
    /// Its digits and the values of its lanes, for every choice that contraction permits.
    all: Vec<(String, String)>,
}

/// The results.
fn outputs(code: &Code, evaluated: &Evaluated) -> Vec<Output> {
    let all = code.sequence().outputs().iter().filter_map(|index| {
        let register = code.sequence().register(*index)?;
        let values = evaluated.outcomes.of(*index).iter();
        let shown = values.map(|value| {
            let is_typed = register.is_typed;
            let values =
                if is_typed { named_values(value.bits, register.kind) } else { String::new() };
            (hex_digits(value.bits, register.width().into()), with_minus(&values))
        });
        Some(Output { name: register.name.clone(), all: shown.collect() })
    });
    all.collect()
}

impl Output {
    fn digits(&self) -> &str {
        self.all.first().map_or("", |(digits, _)| digits)
    }

    /// Its view, compared with a result of the other sequence.
    fn view(&self, other: &Self) -> OutputView {
        let both = self.digits().chars().zip(other.digits().chars());
        let others = self.all.iter().skip(1).map(|(digits, values)| {
            let equals = if values.is_empty() { "" } else { " = " };
            ["0x", digits, equals, values].concat()
        });
        OutputView {
            name: self.name.clone(),
            digits: both.map(|(x, y)| (x, x != y)).collect(),
            values: self.all.first().map(|(_, values)| values.clone()).unwrap_or_default(),
            others: others.collect(),
        }
    }
}

impl Both<'_> {
    fn outputs(&self) -> [Vec<Output>; 2] {
        let (code, values) = self.first;
        [outputs(code, values), outputs(&self.beside.code, &self.values)]
    }

    /// Whether every result has the same bits, with or without contraction.
    fn is_same(&self) -> bool {
        let [one, two] = self.outputs();
        let is_one = |output: &Output| output.all.len() == 1;
        let mut both = one.iter().zip(&two);
        both.all(|(one, two)| is_one(one) && is_one(two) && one.digits() == two.digits())
    }

    pub(super) fn view(&self) -> ComparisonView {
        let [one, two] = self.outputs();
        let is_same = self.is_same();
        let search = self.beside.search.as_ref();
        let is_same = search.map_or(is_same, |search| search.agrees(is_same));
        let beside = |own: &[Output], other: &[Output]| {
            own.iter().zip(other).map(|(own, other)| own.view(other)).collect::<Vec<_>>()
        };
        let (a, b) = (self.first.0.context, self.beside.code.context);
        let place = |context: ptxfp::catalog::Context| {
            [" on ", context.target.name, ", PTX ISA ", &*context.isa.to_string()].concat()
        };
        let (verdict, reason) = search.map_or(("", None), |search| verdict(search, is_same));
        ComparisonView {
            by: self.beside.by,
            places: if a == b { [String::new(), String::new()] } else { [a, b].map(place) },
            outputs: [beside(&one, &one), beside(&two, &one)],
            verdict,
            is_same,
            reason,
            search: search.map_or_else(SearchView::default, searched),
        }
    }
}
