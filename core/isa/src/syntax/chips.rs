//! The choices around an instruction: what each modifier would lead to.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::check;
use super::diagnostic::Diagnostic;
use super::fit::{Fit, spell};
use super::resolve::{Legality, legality};
use crate::catalog::{
    Context, Form, Group, Instruction, Modifier, Operation, Signature, Type, forms_of,
};
use crate::order::push_new;

/// The outcome of choosing a chip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChipState {
    /// It leads to a documented instruction.
    Available,
    /// It leads to an instruction that only the assembler accepts; the note has the observation.
    Undocumented(&'static str),
    /// It leads nowhere; the diagnostics say why.
    Unavailable(Vec<Diagnostic>),
}

/// A modifier, a spelling of types, or a list of operands to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chip {
    /// The spelling, with dots.
    pub spelling: String,
    /// The effect, in a phrase.
    pub meaning: String,
    /// Whether the instruction has it.
    pub is_on: bool,
    /// The outcome of choosing it.
    pub state: ChipState,
    /// The statement after choosing it: opcode, modifiers and operands.
    pub leads_to: String,
}

/// The chips of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChipGroup {
    /// The subject of the group.
    pub title: &'static str,
    /// Its chips, in the order of the catalog.
    pub chips: Vec<Chip>,
}

/// The number of spellings of types above which they are split into a group for each place.
const MAX_SIGNATURES: usize = 16;

/// The number of spellings of types above which a row is represented by one of them beside others.
const MAX_OF_ROW: usize = 4;

/// The chips around an instruction: every modifier that some row of its opcode offers.
#[must_use]
pub fn chips(instruction: &Instruction, context: &Context) -> Vec<ChipGroup> {
    let around = Around { instruction, context };
    let mut groups: Vec<ChipGroup> = Vec::new();
    for group in Group::ALL {
        if group == Group::Type {
            around.push_types(&mut groups);
        } else {
            let mut offered: Vec<Modifier> = Vec::new();
            let choices = around.forms().flat_map(Form::choices).map(|choice| choice.modifier);
            choices.filter(|m| m.group() == group).for_each(|m| push_new(&mut offered, m));
            let chips = offered.into_iter().map(|modifier| around.chip(group, modifier));
            groups.push(ChipGroup { title: group.label(), chips: chips.collect() });
        }
    }
    groups.push(ChipGroup { title: "operands", chips: around.operand_lists() });
    groups.retain(|group| !group.chips.is_empty());
    groups
}

/// An instruction whose surroundings are looked at.
struct Around<'i> {
    instruction: &'i Instruction,
    context: &'i Context,
}

impl Around<'_> {
    fn forms(&self) -> impl Iterator<Item = &'static Form> + use<> {
        forms_of(self.instruction.form.opcode).filter(|form| form.is_assembled())
    }

    /// The modifiers with those of a group replaced.
    fn with(&self, group: Group, chosen: &[Modifier]) -> Vec<Modifier> {
        let kept = |each: Group| self.instruction.modifiers().filter(move |m| m.group() == each);
        let mut all = Vec::new();
        for each in Group::ALL {
            if each == group {
                all.extend_from_slice(chosen);
            } else {
                all.extend(kept(each));
            }
        }
        all
    }

    /// A modifier. Choosing it replaces the rest of its group; choosing it again takes it away,
    /// unless the instruction needs something of its group.
    fn chip(&self, group: Group, modifier: Modifier) -> Chip {
        let is_on = self.instruction.modifiers().any(|each| each == modifier);
        let without = self.with(group, &[]);
        let all = if is_on && self.exact(&without).is_some() {
            without
        } else {
            self.with(group, &[modifier])
        };
        let types = self.instruction.signature();
        // Other modifiers may be added or removed; the types stay.
        let keeps = |found: &Instruction| {
            found.signature() == types && found.modifiers().any(|m| m == modifier)
        };
        self.outcome(modifier.spelling().to_string(), modifier.meaning(), is_on, &all, &keeps)
    }

    /// The spellings of types: whole, or one place at a time where there are too many.
    fn push_types(&self, groups: &mut Vec<ChipGroup>) {
        let mut signatures: Vec<Signature> = Vec::new();
        for types in self.forms().flat_map(Form::signatures) {
            push_new(&mut signatures, types);
        }
        let current = self.instruction.signature();
        let is_conversion = self.instruction.form.operation == Operation::Convert;
        if !is_conversion && signatures.len() > MAX_SIGNATURES {
            signatures.clear();
            for of_row in self.forms().map(Form::signatures) {
                let is_here = of_row.contains(&current);
                match of_row[..] {
                    [first, ..] if of_row.len() > MAX_OF_ROW => {
                        push_new(&mut signatures, if is_here { current } else { first });
                    }
                    _ => of_row.into_iter().for_each(|types| push_new(&mut signatures, types)),
                }
            }
        }
        if !is_conversion || signatures.len() <= MAX_SIGNATURES {
            let chips = signatures.iter().map(|types| {
                let has_types = |found: &Instruction| found.signature() == *types;
                self.type_chip(*types, *types, *types == current, &has_types)
            });
            groups.push(ChipGroup { title: Group::Type.label(), chips: chips.collect() });
            let of_row = self.instruction.form.signatures();
            if of_row.len() > MAX_OF_ROW {
                self.push_places(&of_row, ["type of d", "type of a", self.third()], groups);
            }
            return;
        }
        self.push_places(&signatures, ["to", "from", ""], groups);
    }

    /// Returns the role of the third type.
    fn third(&self) -> &'static str {
        let has_b = self.instruction.form.operands.iter().any(|operand| operand.name == "b");
        if has_b { "type of b" } else { "type of c" }
    }

    /// The types at each place of spellings.
    fn push_places(
        &self,
        signatures: &[Signature],
        titles: [&'static str; 3],
        groups: &mut Vec<ChipGroup>,
    ) {
        let current = self.instruction.signature();
        for (place, title) in titles.into_iter().enumerate() {
            let mut offered: Vec<Type> = Vec::new();
            let at_place = signatures.iter().filter_map(|types| types.get(place));
            at_place.for_each(|kind| push_new(&mut offered, kind));
            let chips = offered.into_iter().map(|kind| {
                let shown = Signature::default().with(0, kind);
                let is_on = current.get(place) == Some(kind);
                let has_type =
                    move |found: &Instruction| found.signature().get(place) == Some(kind);
                self.type_chip(shown, current.with(place, kind), is_on, &has_type)
            });
            groups.push(ChipGroup { title, chips: chips.collect() });
        }
    }

    fn type_chip(
        &self,
        shown: Signature,
        types: Signature,
        is_on: bool,
        keeps: &dyn Fn(&Instruction) -> bool,
    ) -> Chip {
        let modifiers: Vec<_> = types.iter().map(Modifier::Type).collect();
        let all = self.with(Group::Type, &modifiers);
        let meanings: Vec<_> = shown.iter().map(Type::meaning).collect();
        self.outcome(shown.to_string(), meanings.join("; "), is_on, &all, keeps)
    }

    /// The lists of operands that the spelling goes with, if there are several.
    fn operand_lists(&self) -> Vec<Chip> {
        let all = overloads(self.instruction);
        if all.len() < 2 {
            return Vec::new();
        }
        let modifiers: Vec<_> = self.instruction.modifiers().collect();
        let chip = |each: &Instruction| {
            let form = each.form;
            let is_on = form == self.instruction.form;
            let list = form.operand_list();
            let sources = list.split_once(' ').map_or("", |(_, sources)| sources).to_string();
            let same = |found: &Instruction| found.form.operand_count() == form.operand_count();
            let meaning = "takes these operands".to_string();
            self.outcome_with(sources, meaning, is_on, &modifiers, Some(form), &same)
        };
        all.iter().map(chip).collect()
    }

    /// The instruction of that spelling, if it is legal; with as many operands as now if it can.
    fn exact(&self, modifiers: &[Modifier]) -> Option<Instruction> {
        self.exact_with(modifiers, self.instruction.form)
    }

    fn exact_with(&self, modifiers: &[Modifier], like: &Form) -> Option<Instruction> {
        let fits = || {
            let all = self.forms().map(|form| Fit::new(form, modifiers));
            all.filter(|fit| fit.is_exact() && fit.completed().is_available(self.context))
        };
        let same = |fit: &Fit| fit.form.operand_count() == like.operand_count();
        fits().find(same).or_else(|| fits().next()).map(|fit| fit.completed())
    }

    /// The nearest legal and documented instruction that keeps the choice.
    fn nearest(
        &self,
        modifiers: &[Modifier],
        keeps: &dyn Fn(&Instruction) -> bool,
    ) -> Option<Instruction> {
        let others: Vec<_> =
            modifiers.iter().copied().filter(|m| m.group() != Group::Type).collect();
        let types = modifiers.iter().filter_map(|modifier| {
            if let Modifier::Type(kind) = modifier { Some(*kind) } else { None }
        });
        let wanted = Signature::of(types);
        let mut best: Option<(usize, Instruction)> = None;
        for form in self.forms().filter(|form| form.is_documented()) {
            for signature in form.signatures() {
                let types: Vec<_> = signature.iter().map(Modifier::Type).collect();
                let changed = signature.iter().zip(wanted.iter()).filter(|(a, b)| a != b).count();
                let fit = Fit::new(form, &[&others[..], &types].concat());
                let (distance, found) = (fit.distance + 6 * changed, fit.completed());
                let is_nearer = best.as_ref().is_none_or(|(least, _)| distance < *least);
                if is_nearer && keeps(&found) && found.is_available(self.context) {
                    best = Some((distance, found));
                }
            }
        }
        best.map(|(_, found)| found)
    }

    fn outcome(
        &self,
        spelling: String,
        meaning: String,
        is_on: bool,
        modifiers: &[Modifier],
        keeps: &dyn Fn(&Instruction) -> bool,
    ) -> Chip {
        self.outcome_with(spelling, meaning, is_on, modifiers, None, keeps)
    }

    /// Returns the outcome of a choice; `form` is the row to take where the spelling leaves a
    /// choice.
    fn outcome_with(
        &self,
        spelling: String,
        meaning: String,
        is_on: bool,
        modifiers: &[Modifier],
        form: Option<&Form>,
        keeps: &dyn Fn(&Instruction) -> bool,
    ) -> Chip {
        let exact = self.exact_with(modifiers, form.unwrap_or(self.instruction.form));
        let exact = exact.filter(|found| form.is_none() || keeps(found));
        let found = exact.or_else(|| self.nearest(modifiers, keeps));
        let chip = |state, leads_to| Chip { spelling, meaning, is_on, state, leads_to };
        let Some(found) = found else {
            return self.unavailable(modifiers, form, chip);
        };
        let statement = found.statement();
        match legality(&found, self.context) {
            Legality::Undocumented(note) => chip(ChipState::Undocumented(note), statement),
            Legality::Documented | Legality::Rejected => chip(ChipState::Available, statement),
        }
    }

    /// Returns a choice that leads nowhere, with the reasons.
    fn unavailable(
        &self,
        modifiers: &[Modifier],
        form: Option<&Form>,
        chip: impl FnOnce(ChipState, String) -> Chip,
    ) -> Chip {
        let list = form.map_or(String::new(), Form::operand_list);
        let text = [self.instruction.form.opcode, &spell(modifiers), " ", &list, ";"].concat();
        chip(ChipState::Unavailable(check(&text, self.context).diagnostics), text)
    }
}

/// The instructions that are spelled alike and differ in their operands, in the order of the
/// catalog: `min.f32` takes two or three. The given one stands for its number of operands, also
/// where other versions or targets have another row of that spelling.
pub fn overloads(instruction: &Instruction) -> Vec<Instruction> {
    let modifiers: Vec<_> = instruction.modifiers().collect();
    let mut all: Vec<Instruction> = Vec::new();
    for form in forms_of(instruction.form.opcode).filter(|form| form.is_assembled()) {
        let fit = Fit::new(form, &modifiers);
        let is_new = all.iter().all(|each| each.form.operand_count() != form.operand_count());
        if fit.is_exact() && is_new {
            let is_given = form.operand_count() == instruction.form.operand_count();
            all.push(if is_given { *instruction } else { fit.completed() });
        }
    }
    all
}
