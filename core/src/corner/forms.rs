//! The corner cases of a form: those of its instructions, with the modifiers that they depend on.

use alloc::vec::Vec;

use super::{Statement, statements};
use crate::catalog::{
    Context, Form, Instruction, LATEST_ISA, Modifier, TARGETS, instructions_of, nearest_context,
};
use crate::eval::Prepared;
use crate::order::push_new;
use crate::source::Source;

/// A documented corner case of a form, in operand text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corner {
    /// The modifier that it depends on; without one it holds of the form without the modifiers
    /// that have other rows for the same operands.
    pub when: Option<Modifier>,
    /// The operands of a lane.
    pub operands: Vec<&'static str>,
    /// The result of that lane.
    pub result: &'static str,
    /// Where it stands.
    pub source: Source,
}

impl Form {
    /// Every documented corner case.
    ///
    /// Those of the first instruction come first; then for every other choice of a slot those that
    /// it adds or changes. Where a slot must be filled, those that not all choices share name
    /// theirs.
    pub fn special_cases(&'static self) -> impl Iterator<Item = Corner> {
        special_cases(self).into_iter()
    }
}

fn special_cases(form: &'static Form) -> Vec<Corner> {
    let Some(base) = instructions_of(form).next() else { return Vec::new() };
    let newest = TARGETS.last().map(|target| Context { isa: LATEST_ISA, target });
    let Some(context) = newest.and_then(|newest| nearest_context(&base.requires(), &newest)) else {
        return Vec::new();
    };
    let mut found = of(&base, &context);
    let is_optional = |index: usize| form.slots.get(index).is_some_and(|slot| !slot.is_required());
    let n_base = found.len();
    for other in instructions_of(form) {
        let slots = base.filled.iter().zip(&other.filled).enumerate();
        let mut differing = slots.filter(|(_, (ours, theirs))| ours != theirs);
        let (Some((index, (ours, theirs))), None) = (differing.next(), differing.next()) else {
            continue;
        };
        let cases = of(&other, &context);
        if !is_optional(index) {
            for shared in found.iter_mut().take(n_base).filter(|each| !cases.contains(each)) {
                shared.when = shared.when.or(*ours);
            }
        }
        let ours = |case: &Corner| {
            let alike =
                |each: &Corner| each.operands == case.operands && each.result == case.result;
            found.iter().take(n_base).any(alike)
        };
        let new: Vec<_> = cases.into_iter().filter(|case| !ours(case)).collect();
        for case in new {
            push_new(&mut found, Corner { when: *theirs, ..case });
        }
    }
    found
}

fn of(instruction: &Instruction, context: &Context) -> Vec<Corner> {
    let prepared = Prepared::new(instruction, context);
    let op = prepared.lane_op();
    let [from, ..] = op.operands;
    let case = |statement: Statement| {
        let named = statement.named(from, op.result);
        named.documented(op.result)?;
        let operands = statement.operands.iter().zip(op.operands).take(op.source_count.into());
        let text = |(landmark, format): (&super::Landmark, _)| {
            landmark.bits(format).map(|_| landmark.text(format))
        };
        Some(Corner {
            when: None,
            operands: operands.map(text).collect::<Option<_>>()?,
            result: named.text(op.result),
            source: statement.source,
        })
    };
    statements(instruction, context).into_iter().filter_map(case).collect()
}
