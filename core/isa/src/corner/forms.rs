//! The corner cases of a form: those of all its instructions, with the modifiers that they depend
//! on.

use alloc::string::String;
use alloc::vec::Vec;

use super::Landmark;
use super::statement::{Statement, statements};
use crate::catalog::{
    Context, Form, Instruction, LATEST_ISA, Modifier, Slot, TARGETS, either, instructions_of,
    nearest_context,
};
use crate::eval::Prepared;
use crate::order::push_new;
use crate::text::quote::code;

/// A documented corner case of a form, in operand text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corner {
    /// The conditions on the instruction, all of which apply.
    pub when: Vec<Condition>,
    /// The operands of a lane.
    pub operands: Vec<&'static str>,
    /// The result of that lane.
    pub result: &'static str,
}

/// A condition on a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The slot.
    pub slot: &'static Slot,
    /// The modifiers of the condition.
    pub modifiers: Vec<Modifier>,
    /// Whether the slot must have none of the modifiers; otherwise it must have one of them, or be
    /// empty with one of them as its default.
    pub is_excluded: bool,
}

impl Condition {
    /// The condition in words, with code between backquotes. A type comes after the name of its
    /// slot, since there may be two.
    pub fn words(&self) -> String {
        let names: Vec<_> = self.modifiers.iter().map(|each| code(each.spelling())).collect();
        let names = either(&names);
        if self.is_excluded {
            ["no ", &names].concat()
        } else if self.slot.is_type() {
            [self.slot.name.trim_start_matches('.'), " ", &names].concat()
        } else {
            names
        }
    }

    /// Whether an instruction of the slot's form meets the condition.
    pub fn is_met(&self, instruction: &Instruction) -> bool {
        let slots = instruction.form.slots.iter().zip(instruction.filled);
        let default = self.slot.default();
        let mut here = slots.filter(|(slot, _)| core::ptr::eq(*slot, self.slot));
        let modifier = here.next().and_then(|(_, filled)| filled).or(default);
        modifier.is_some_and(|each| self.modifiers.contains(&each)) != self.is_excluded
    }
}

impl Form {
    /// Every documented corner case of the form's instructions that the newest target has.
    pub fn special_cases(&'static self) -> impl Iterator<Item = Corner> {
        special_cases(self).into_iter()
    }
}

fn special_cases(form: &'static Form) -> Vec<Corner> {
    // An empty slot means its default.
    let is_default = |instruction: &Instruction| {
        form.slots
            .iter()
            .zip(&instruction.filled)
            .any(|(slot, filled)| filled.is_some() && slot.default() == *filled)
    };
    let all: Vec<_> = instructions_of(form).filter(|each| !is_default(each)).collect();
    let newest = TARGETS.last().map(|target| Context { isa: LATEST_ISA, target });
    let requires = [form.requires];
    let Some(context) = newest.and_then(|newest| nearest_context(&requires, &newest)) else {
        return Vec::new();
    };
    let cases: Vec<_> = all.iter().map(|instruction| of(instruction, &context)).collect();
    let mut distinct = Vec::new();
    for case in cases.iter().flatten() {
        push_new(&mut distinct, case.clone());
    }
    let mut found = Vec::new();
    for (operands, result) in distinct {
        let has_case = |index: usize| {
            let cases = cases.get(index).into_iter().flatten();
            cases.clone().any(|each| each.0 == operands && each.1 == result)
        };
        let members: Vec<_> = all.iter().enumerate().map(|(i, it)| (*it, has_case(i))).collect();
        describe(form, 0, &members, &mut Vec::new(), &mut |when| {
            found.push(Corner { when, operands: operands.clone(), result });
        });
    }
    found
}

/// Operands and result.
type Case = (Vec<&'static str>, &'static str);

/// The cases of an instruction.
fn of(instruction: &Instruction, context: &Context) -> Vec<Case> {
    let prepared = Prepared::new(instruction, context);
    let op = prepared.lane_op();
    let [from, ..] = op.operands;
    let case = |statement: Statement| {
        let named = statement.named(from, op.result);
        named.documented(op.result)?;
        let operands = statement.operands.iter().zip(op.operands).take(op.source_count.into());
        let text = |(landmark, format): (&Landmark, _)| {
            landmark.bits(format).map(|_| landmark.text(format))
        };
        Some((operands.map(text).collect::<Option<_>>()?, named.text(op.result)))
    };
    statements(instruction, context).into_iter().filter_map(case).collect()
}

/// Choices of a slot, and the instructions with one of them.
type Group = (Vec<Option<Modifier>>, Vec<(Instruction, bool)>);

/// Describes by conditions on the slots from `index` on which of the instructions are members.
fn describe(
    form: &'static Form,
    index: usize,
    members: &[(Instruction, bool)],
    conditions: &mut Vec<Condition>,
    found: &mut impl FnMut(Vec<Condition>),
) {
    if members.iter().all(|(_, is_member)| *is_member) {
        return found(conditions.clone());
    }
    let Some(slot) = form.slots.get(index).filter(|_| members.iter().any(|each| each.1)) else {
        return;
    };
    let filled = |instruction: &Instruction| instruction.filled.get(index).copied().flatten();
    let mut choices = Vec::new();
    for (instruction, _) in members {
        push_new(&mut choices, filled(instruction));
    }
    // Choices with the same conditions on the slots after them are grouped.
    let mut groups: Vec<Group> = Vec::new();
    for choice in &choices {
        let with = members.iter().filter(|(each, _)| filled(each) == *choice).copied();
        let with: Vec<_> = with.collect();
        let is_alike = |other: &Group| {
            let rest = |(instruction, is_member): &(Instruction, bool)| {
                (instruction.filled.get(index + 1..).map(<[_]>::to_vec), *is_member)
            };
            other.1.iter().map(rest).eq(with.iter().map(rest))
        };
        match groups.iter_mut().find(|group| is_alike(group)) {
            Some(group) => group.0.push(*choice),
            None => groups.push((alloc::vec![*choice], with)),
        }
    }
    let default = slot.default();
    for (group, with) in &groups {
        let is_excluded = default.is_none() && group.contains(&None);
        let listed = choices.iter().filter(|choice| group.contains(choice) != is_excluded);
        let modifiers: Vec<_> = listed.filter_map(|choice| choice.or(default)).collect();
        let is_asked = groups.len() > 1;
        if is_asked {
            conditions.push(Condition { slot, modifiers, is_excluded });
        }
        describe(form, index + 1, with, conditions, found);
        if is_asked {
            conditions.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::{Corner, of};
    use crate::catalog::{Context, LATEST_ISA, TARGETS, forms, instructions_of, nearest_context};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn words(corner: &Corner) -> String {
        let mut text = [&corner.operands.join(" "), " = ", corner.result].concat();
        for condition in &corner.when {
            let names: Vec<_> = condition.modifiers.iter().map(|each| each.spelling()).collect();
            let no = if condition.is_excluded { ", no " } else { ", " };
            text.extend([no, &names.join("/")]);
        }
        text
    }

    #[test]
    fn conditions_name_what_a_case_depends_on() {
        let cases = |syntax: &str| -> Vec<_> {
            let form = forms().find(|form| form.syntax() == syntax).expect(syntax);
            form.special_cases().map(|corner| words(&corner)).collect()
        };
        let add = cases("add{.rnd}{.ftz}{.sat}.f32  d, a, b;");
        for expected in [
            "+inf -inf = nan, no .sat",
            "+inf -inf = +0, .sat",
            "1 -1 = +0, .rn/.rz/.rp, no .sat",
            "max max = max, .rz/.rm, no .sat",
            "sub -0 = sub, no .ftz",
        ] {
            assert!(add.iter().any(|each| each == expected), "{expected}: {add:#?}");
        }
        let testp = cases("testp.op.type  p, a;");
        assert!(testp.iter().any(|each| each == "-0 = 1, .finite/.number/.normal"), "{testp:#?}");
        let half = cases("cvt.frnd{.sat}.f16.atype  d, a;");
        let expected = "max = max, .rz/.rm, no .sat, .u16/.u32/.u64/.s32/.s64";
        assert!(half.iter().any(|each| each == expected), "{half:#?}");
    }

    #[test]
    fn conditions_hold_exactly_where_the_case_does() {
        for form in forms() {
            let newest = Context { isa: LATEST_ISA, target: TARGETS.last().unwrap() };
            let context = nearest_context(&[form.requires], &newest).unwrap();
            let corners: Vec<_> = form.special_cases().collect();
            for instruction in instructions_of(form) {
                let cases = of(&instruction, &context);
                let meets = |corner: &&Corner| {
                    corner.when.iter().all(|condition| condition.is_met(&instruction))
                };
                let stated: Vec<_> = corners.iter().filter(meets).collect();
                assert_eq!(stated.len(), cases.len(), "{instruction}");
                for (operands, result) in cases {
                    let is_stated =
                        |each: &&Corner| each.operands == operands && each.result == result;
                    assert!(stated.iter().any(is_stated), "{instruction} {operands:?}");
                }
            }
        }
    }
}
