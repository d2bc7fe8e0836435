//! Instructions that are near to another one, for comparisons.

use ptxfp::catalog::{
    Context, Group, ISA_VERSIONS, Instruction, Modifier, TARGETS, forms, forms_of, instructions_of,
};
use ptxfp::eval::Prepared;
use ptxfp::link::{Compared, State};

/// The number of relatives that are listed.
const MAX: usize = 10;

/// The nearest relatives of an instruction, as they are typed, the nearest first: instructions that
/// differ in a modifier, then the same for another target or version; only if there are none, others
/// of its opcode, and then other opcodes.
///
/// All take its operands and give a result of its type, and none does the same by construction.
pub(super) fn relatives(state: &State) -> Vec<String> {
    let (instruction, context) = (&state.instruction, &state.context);
    let own = || forms_of(instruction.form.opcode).flat_map(instructions_of);
    let mut all = Vec::new();
    let differs = |other: &Instruction| is_comparable(instruction, other, context);
    let near = own().filter(|other| is_near(instruction, other) && differs(other));
    let near: Vec<_> = near.map(|other| (rank(instruction, &other), other)).collect();
    for place in 0..=MAX_RANK {
        let here = near.iter().filter(|(rank, _)| *rank == place);
        extend(&mut all, here.map(|(_, other)| *other));
    }
    all.extend(elsewhere(instruction, context));
    if all.is_empty() {
        extend(&mut all, own().filter(differs));
    }
    if all.is_empty() {
        extend(&mut all, forms().flat_map(instructions_of).filter(differs));
    }
    all.truncate(MAX);
    all
}

/// The largest [`rank`].
const MAX_RANK: u8 = 7;

/// The place of a near instruction: first those with which a search surely ends. An approximate
/// instruction and an exact one, or one with `.oob` and one without, may agree wherever one looks; so
/// may two directions other than to the nearest, where results have one sign.
fn rank(one: &Instruction, other: &Instruction) -> u8 {
    let has_bound = |each: &Instruction| each.form.bound().is_some();
    let is_nearest = |each: &Instruction| {
        each.effective().all(|it| it.group() != Group::Rounding || it == Modifier::Rn)
    };
    let marks = [
        has_bound(one) != has_bound(other),
        one.has(Modifier::Oob) != other.has(Modifier::Oob),
        !is_nearest(one) && !is_nearest(other),
    ];
    marks.into_iter().fold(0, |rank, mark| 2 * rank + u8::from(mark))
}

/// Adds the spellings of instructions, each once, as far as there is room.
fn extend(all: &mut Vec<String>, others: impl Iterator<Item = Instruction>) {
    for text in others.map(|other| other.to_string()) {
        if all.len() < MAX && !all.contains(&text) {
            all.push(text);
        }
    }
}

/// Whether two instructions differ in a modifier: one has it and the other has none, or another
/// one.
fn is_near(one: &Instruction, other: &Instruction) -> bool {
    let rest = |these: &Instruction, those: &Instruction| {
        these.modifiers().filter(|each| those.modifiers().all(|other| other != *each)).count()
    };
    matches!((rest(one, other), rest(other, one)), (0, 1) | (1, 0 | 1))
}

/// Whether an instruction takes another one's operands, has its result type, and computes something
/// else.
fn is_comparable(one: &Instruction, other: &Instruction, context: &Context) -> bool {
    Compared::is_fit(one, other)
        && other.destination_type() == one.destination_type()
        && other.is_available(context)
        && !Prepared::new(other, context).is_same(&Prepared::new(one, context))
}

/// Spellings of one instruction in other contexts where it computes something else: on the first
/// such target with this version, and on this target with the newest such version.
fn elsewhere(instruction: &Instruction, context: &Context) -> Vec<String> {
    let prepared = Prepared::new(instruction, context);
    let differs = |other: &Context| {
        instruction.is_available(other) && !Prepared::new(instruction, other).is_same(&prepared)
    };
    let target = TARGETS.iter().map(|target| Context { target, ..*context }).find(differs);
    let mut versions = ISA_VERSIONS.iter().rev().map(|isa| Context { isa: *isa, ..*context });
    let spelling = instruction.to_string();
    let target = target.map(|other| [&*spelling, "@", other.target.name].concat());
    let version = versions
        .find(differs)
        .map(|other| [&*spelling, "@", other.target.name, "@", &*other.isa.to_string()].concat());
    target.into_iter().chain(version).collect()
}

#[cfg(test)]
mod tests {
    use ptxfp::catalog::LATEST_ISA;
    use ptxfp::explore::difference::{By, Verdict};
    use ptxfp::internals::tasks::search::{Answer, Compared, Comparison, Searches};

    use super::*;
    use crate::explorer::tabs::compare::compared;

    /// The first state that the page shows of a form: on its usual target, else on the first that
    /// has it.
    fn state(instruction: Instruction) -> Option<State> {
        let elsewhere = TARGETS.iter().map(|target| Context { isa: LATEST_ISA, target });
        let mut places = std::iter::once(State::default().context).chain(elsewhere);
        let context = places.find(|context| instruction.is_available(context))?;
        let registers = vec![0; instruction.form.sources().len()];
        Some(State::new(instruction, context, registers))
    }

    #[test]
    fn every_form_has_a_relative_and_the_search_ends_with_it() {
        let mut searches = Searches::default();
        let mut alone = Vec::new();
        let mut open = Vec::new();
        for form in forms() {
            let mut all = instructions_of(form).filter_map(state);
            let Some(state) = all.next() else { continue };
            let present = Compared::instruction(&state.instruction, &state.context);
            let Some(first) = relatives(&state).into_iter().next() else {
                alone.push(present);
                continue;
            };
            let other = compared(&first, &state).expect("it is read");
            let other = Compared::instruction(&other.instruction, &other.context);
            let subjects = [present.clone(), other];
            let question = Comparison { by: By::default(), subjects, registers: Vec::new() };
            let mut ask = |budget| searches.answer(&question, budget).expect("both are compared");
            let mut answer = ask(100_000);
            // An end in sight is the number of all operands.
            let is_endless = |it: &Answer| it.verdict == Verdict::Open && it.progress.of.is_none();
            // A few that differ on rare operands take longer.
            if is_endless(&answer) {
                answer = ask(6_000_000);
            }
            if is_endless(&answer) {
                open.push((present, first, answer.progress));
            }
        }
        assert!(alone.is_empty() && open.is_empty(), "{alone:#?} {open:#?}");
    }
}
