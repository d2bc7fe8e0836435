//! Two sequences, on the same inputs.

use ptxfp::bits::hex_digits;
use ptxfp::explore::difference::parting;
use ptxfp::explore::sequence::Value;

use super::values_of;
use crate::present::hunt::{hunted, verdict};
use crate::sequence::Model;
use crate::sequence::beside::Beside;
use crate::sequence::code::Code;
use crate::view_model::compare::HuntView;
use crate::view_model::sequence::{ComparisonView, OutputView};

/// Both sequences, evaluated.
pub(super) struct Both<'m> {
    first: (&'m Code, &'m [Value]),
    beside: &'m Beside,
    /// The registers of the other one.
    pub(super) values: Vec<Value>,
    /// The statements at which they go apart, where they do.
    pub(super) parting: [Option<usize>; 2],
}

/// Both, if they can be compared.
pub(super) fn both<'m>(
    model: &'m Model,
    values: &'m [Value],
    registers: &[u64],
) -> Option<Both<'m>> {
    let beside = model.beside.as_ref().filter(|beside| beside.order.is_ok())?;
    let first = (&model.code, values);
    let others = beside.values(registers);
    let mut both = Both { first, beside, values: others, parting: [None; 2] };
    if !both.is_same() {
        let sequences = [&model.code.sequence, &beside.code.sequence];
        both.parting = parting(sequences, [values, &both.values]);
    }
    Some(both)
}

/// The digits and the values of results.
fn outputs(code: &Code, values: &[Value]) -> Vec<(String, String, String)> {
    let all = code.sequence.outputs().iter().filter_map(|index| {
        let register = code.sequence.register(*index)?;
        let bits = values.get(*index)?.bits;
        let shown = if register.is_typed { values_of(bits, register.kind) } else { String::new() };
        Some((register.name.clone(), hex_digits(bits, register.width().into()), shown))
    });
    all.collect()
}

impl Both<'_> {
    fn outputs(&self) -> [Vec<(String, String, String)>; 2] {
        let (code, values) = self.first;
        [outputs(code, values), outputs(&self.beside.code, &self.values)]
    }

    /// Whether every result has the same bits.
    fn is_same(&self) -> bool {
        let [one, two] = self.outputs();
        one.iter().zip(&two).all(|((_, one, _), (_, two, _))| one == two)
    }

    pub(super) fn view(&self) -> ComparisonView {
        let [one, two] = self.outputs();
        let is_same = self.is_same();
        let beside = |own: &[(String, String, String)], other: &[(String, String, String)]| {
            let both = own.iter().zip(other);
            let view = |((name, digits, values), (_, others, _)): (&(_, _, _), &(_, String, _))| {
                let digits: &String = digits;
                OutputView {
                    name: String::clone(name),
                    digits: digits.chars().zip(others.chars()).map(|(x, y)| (x, x != y)).collect(),
                    values: String::clone(values),
                }
            };
            both.map(view).collect::<Vec<_>>()
        };
        let (a, b) = (self.first.0.context, self.beside.code.context);
        let place = |context: ptxfp::catalog::Context| {
            [" on ", context.target.name, ", PTX ISA ", &*context.isa.to_string()].concat()
        };
        let hunt = self.beside.hunt.as_ref();
        let (verdict, reason) = hunt.map_or(("", None), |hunt| verdict(hunt, is_same));
        ComparisonView {
            places: if a == b { [String::new(), String::new()] } else { [a, b].map(place) },
            outputs: [beside(&one, &one), beside(&two, &one)],
            verdict,
            is_same,
            reason,
            hunt: hunt.map_or_else(HuntView::default, hunted),
        }
    }
}
