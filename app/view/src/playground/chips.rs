//! Chips: the choices around an instruction.

use ptxfp::catalog::{ANY, Context, Features, Instruction, Modifier, Target};
use ptxfp::internals::quote::with_code;
use ptxfp::source::Source;
use ptxfp::syntax::{self, Chip};

use crate::message::sentence;
use crate::playground::instruction::{ChipGroupView, ChipState, ChipView, FixAction, NoteView};
use crate::playground::statement::{diagnostic, section};

/// The chooser: the choices around an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChooserView {
    /// The opcode.
    pub opcode: &'static str,
    /// The operation, as a formula.
    pub formula: String,
    /// The chips that can be chosen now.
    pub groups: Vec<ChipGroupView>,
    /// Those that cannot be, folded.
    pub rest: Vec<ChipGroupView>,
    /// A line about those: `10 more need sm_100 or later`; empty if there are none.
    pub more: String,
}

impl ChooserView {
    /// All chips.
    pub fn chips(&self) -> impl Iterator<Item = &ChipView> {
        self.groups.iter().chain(&self.rest).flat_map(|group| &group.chips)
    }
}

/// The chooser of an instruction in a context.
pub(super) fn chooser(instruction: &Instruction, context: &Context) -> ChooserView {
    let (mut groups, mut rest) = (Vec::new(), Vec::new());
    for group in syntax::chips(instruction, context) {
        let chips: Vec<_> = group.chips.into_iter().map(chip).collect();
        let (dead, live) = chips.into_iter().partition(|chip| chip.state == ChipState::Unavailable);
        for (list, chips) in [(&mut groups, live), (&mut rest, dead)] {
            let group = ChipGroupView { title: group.title, chips };
            list.extend((!group.chips.is_empty()).then_some(group));
        }
    }
    let (opcode, formula) = (instruction.form.opcode, instruction.formula());
    ChooserView { opcode, formula, groups, more: more(&rest), rest }
}

/// A line about chips that cannot be chosen: how many need another target or version,
/// and how many go with other modifiers only.
fn more(rest: &[ChipGroupView]) -> String {
    let mut needs: Vec<(String, usize)> = Vec::new();
    let (mut n_all, mut n_other) = (0, 0);
    for chip in rest.iter().flat_map(|group| &group.chips) {
        n_all += 1;
        let place = chip.note.fixes.iter().find_map(|fix| match &fix.action {
            FixAction::Target(target) | FixAction::Context { target, .. } => Some(later(target)),
            FixAction::Isa(isa) => Some(["PTX ISA ", isa, " or later"].concat()),
            FixAction::Instruction(_) | FixAction::Text(_) | FixAction::Spelling(_) => None,
        });
        match place {
            None => n_other += 1,
            Some(place) => match needs.iter_mut().find(|(known, _)| *known == place) {
                Some((_, count)) => *count += 1,
                None => needs.push((place, 1)),
            },
        }
    }
    let number = |count: usize, verbs: [&str; 2]| {
        let verb = if count == 1 { verbs[0] } else { verbs[1] };
        [&*count.to_string(), " ", verb, " "].concat()
    };
    let mut words: Vec<String> = Vec::new();
    for (place, count) in &needs {
        words.push(number(*count, ["needs", "need"]) + place);
    }
    if n_other > 0 {
        words.push(number(n_other, ["goes", "go"]) + "with other modifiers");
    }
    match &words[..] {
        [] => String::new(),
        // The only reason: `10 more need sm_100 or later`.
        [only] => only.replacen(' ', " more ", 1),
        several => [&*n_all.to_string(), " more: ", &several.join(", ")].concat(),
    }
}

/// A target, and those after it where they have everything of it.
fn later(target: &str) -> String {
    let is_baseline = Target::parse(target).is_some_and(|it| it.features == Features::Baseline);
    if is_baseline { [target, " or later"].concat() } else { target.to_owned() }
}

/// The effect of a choice in a few words.
fn gloss(chip: &Chip) -> String {
    match Modifier::parse(&chip.spelling) {
        Some(modifier) => modifier.gloss(),
        None if chip.spelling.starts_with('.') => String::from("mixed precision"),
        None => chip.meaning.clone(),
    }
}

/// One chip.
fn chip(chip: Chip) -> ChipView {
    let meaning = NoteView {
        subject: chip.spelling.clone(),
        message: sentence(&chip.meaning),
        fixes: Vec::new(),
        section: None,
    };
    let (state, note) = match &chip.state {
        syntax::ChipState::Available if chip.is_on => (ChipState::On, meaning),
        syntax::ChipState::Available => (ChipState::Available, meaning),
        syntax::ChipState::Undocumented(text) => {
            (ChipState::Undocumented, NoteView { message: with_code(&sentence(text)), ..meaning })
        }
        syntax::ChipState::Unavailable(reasons) => {
            let reasons: Vec<_> = reasons.iter().map(diagnostic).collect();
            let message = reasons.iter().map(|reason| reason.message.as_str()).collect::<Vec<_>>();
            let note = NoteView {
                message: message.join(" "),
                fixes: reasons.iter().flat_map(|reason| reason.fixes.iter().cloned()).collect(),
                section: reasons.iter().find_map(|reason| reason.section.clone()),
                ..meaning
            };
            (ChipState::Unavailable, useful(note, &chip.spelling, &chip.leads_to))
        }
    };
    let gloss = gloss(&chip);
    let leads_to = (state != ChipState::Unavailable).then_some(chip.leads_to);
    ChipView { spelling: chip.spelling, state, chosen: chip.is_on, gloss, note, leads_to }
}

/// A note with those fixes that lead to the choice.
fn useful(mut note: NoteView, spelling: &str, leads_to: &str) -> NoteView {
    note.fixes.retain(|fix| match &fix.action {
        FixAction::Spelling(text) | FixAction::Instruction(text) | FixAction::Text(text) => {
            text.split(['.', ' ']).any(|name| spelling.strip_prefix('.') == Some(name))
        }
        FixAction::Target(_) | FixAction::Isa(_) | FixAction::Context { .. } => true,
    });
    for fix in &mut note.fixes {
        if let FixAction::Context { spelling, .. } = &mut fix.action {
            *spelling = Some(leads_to.to_owned());
        }
    }
    note
}

/// Syntax line, requirements and section of the current form.
pub(super) fn form_note(instruction: &Instruction) -> NoteView {
    // Modifiers without needs of their own add nothing, and equal needs are named once.
    let mut requires: Vec<String> = Vec::new();
    for each in instruction.requires() {
        let words = each.to_string();
        let is_named = each != ANY || instruction.form.requires == ANY;
        requires.extend((is_named && !requires.contains(&words)).then_some(words));
    }
    let source: Source = instruction.form.source;
    NoteView {
        subject: instruction.form.syntax().trim_end_matches(';').trim().to_owned(),
        message: requires.join("; "),
        fixes: Vec::new(),
        section: Some(section(&source)),
    }
}

/// The nearest statement of another opcode; if version and target do not support that opcode, one
/// that shows its requirements.
pub(super) fn with_opcode(instruction: &Instruction, opcode: &str, context: &Context) -> String {
    let found = syntax::with_opcode(instruction, opcode, context);
    found.as_ref().map_or(String::from(opcode), Instruction::statement)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ptxfp::link;

    fn choices(link: &str) -> ChooserView {
        let state = link::parse(link).sound().unwrap();
        chooser(&state.instruction, &state.context)
    }

    #[test]
    fn what_can_be_chosen_comes_first_and_the_rest_is_a_line() {
        let view = choices("v1/add.bf16@sm_90?a=0x3f80&b=0x3f80");
        let is_dead = |chip: &ChipView| chip.state == ChipState::Unavailable;
        assert!(view.groups.iter().flat_map(|group| &group.chips).all(|chip| !is_dead(chip)));
        assert!(view.rest.iter().flat_map(|group| &group.chips).all(is_dead));
        let number = view.more.split(' ').next().and_then(|number| number.parse().ok());
        let n_dead = view.rest.iter().map(|group| group.chips.len()).sum::<usize>();
        assert_eq!(number, Some(n_dead), "{}", view.more);
        assert!(view.more.contains("sm_100 or later"), "{}", view.more);
        for chip in view.chips() {
            assert!(!chip.gloss.is_empty() && chip.gloss.chars().count() < 40, "{}", chip.gloss);
        }
    }

    #[test]
    fn equal_requirements_are_named_once() {
        let state = link::parse("v1/add.rn.f32@sm_90?a=0x0&b=0x0").sound().unwrap();
        let note = form_note(&state.instruction);
        assert_eq!(note.message.matches("sm_10 or higher").count(), 1, "{}", note.message);
    }

    #[test]
    fn where_everything_can_be_chosen_there_is_no_line() {
        let view = choices("v1/testp.finite.f32@sm_90?a=0x3f800000");
        assert_eq!((view.rest.len(), &*view.more), (0, ""));
    }
}
