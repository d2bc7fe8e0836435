//! Completions at the caret.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::fit::Fit;
use super::parse::{Statement, Token, parse};
use crate::catalog::aliases::names_of_modifier;
use crate::catalog::elsewhere::instructions;
use crate::catalog::{
    Availability, Context, Form, Group, Instruction, Modifier, Requires, forms_of, opcodes,
};
use crate::order::sort_by_key;

/// Whether a proposal is legal in a version and target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// An instruction that is documented there has it.
    Documented,
    /// Only instructions that the ISA does not list there have it.
    Undocumented,
    /// Version and target have none; what one would need.
    Unavailable(Requires),
}

impl Standing {
    /// Whether version and target have it.
    const fn is_usable(self) -> bool {
        !matches!(self, Self::Unavailable(_))
    }

    /// Returns the distance from what can be written at once.
    const fn rank(self) -> usize {
        match self {
            Self::Documented => 0,
            Self::Undocumented => 1,
            Self::Unavailable(_) => 2,
        }
    }
}

/// A word that completes the text at the caret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The word, with its dot.
    pub text: &'static str,
    /// The effect, in a phrase; empty for an opcode.
    pub meaning: String,
    /// The name from elsewhere that was begun, where it is not the word itself.
    pub also: Option<&'static str>,
    /// Whether it can be written at once.
    pub standing: Standing,
    /// Whether opcode and modifiers spell an instruction with it, one that can be written at once
    /// if any can.
    pub is_whole: bool,
    /// The group; `None` for an opcode.
    pub group: Option<Group>,
}

/// The words that complete the text at the caret.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// The bytes of the statement that a word replaces.
    pub span: Range<usize>,
    /// The words: those that can be written at once first, in the order of a syntax line.
    pub proposals: Vec<Proposal>,
}

/// Proposes words for the opcode or modifier that contains or ends at the byte `caret`.
///
/// Every proposal fits the modifiers around it: some row has them all. There are none among the
/// operands.
///
/// ```
/// use ptxfp::catalog::{Context, LATEST_ISA, Target};
/// use ptxfp::syntax::complete;
///
/// let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
/// let found = complete("fma.rn.r", 8, &context);
/// assert_eq!(found.span, 6..8);
/// assert_eq!(found.proposals[0].text, ".relu");
/// ```
#[must_use]
pub fn complete(text: &str, caret: usize, context: &Context) -> Completion {
    let (statement, _) = parse(text);
    let touches = |token: &&Token<'_>| token.span.start < caret && caret <= token.span.end;
    let Some(opcode) = &statement.opcode else {
        let is_blank = text.trim().is_empty() && caret <= text.len();
        return if is_blank {
            opcode_like("", caret..caret, context)
        } else {
            Completion::default()
        };
    };
    if touches(&opcode) || opcode.span.start == caret {
        let typed = text.get(opcode.span.start..caret).unwrap_or_default();
        return opcode_like(typed, opcode.span.clone(), context);
    }
    let Some(place) = statement.modifiers.iter().position(|token| touches(&token)) else {
        return Completion::default();
    };
    let span = statement.modifiers.get(place).map_or(caret..caret, |token| token.span.clone());
    let typed = text.get(span.start..caret).unwrap_or_default();
    Completion { proposals: modifier_like(typed, place, &statement, context), span }
}

/// The opcodes that start like this; one that is there already is not proposed.
fn opcode_like(typed: &str, span: Range<usize>, context: &Context) -> Completion {
    let mut fitting: Vec<_> =
        opcodes().filter(|it| is_started(it, typed)).map(|it| (it, None)).collect();
    if fitting.is_empty() && typed.len() >= MIN_ALIAS {
        let named: Vec<_> = instructions().filter(|(name, _)| is_started(name, typed)).collect();
        let also = |opcode| {
            let mut named = named.iter();
            named.find(|(_, meaning)| meaning.parts().next() == Some(opcode)).map(|found| found.0)
        };
        fitting.extend(opcodes().filter_map(|opcode| Some((opcode, Some(also(opcode)?)))));
    }
    let proposal = |(text, also): (&'static str, Option<&'static str>)| {
        let forms = forms_of(text).filter(|form| form.is_assembled());
        let standing = forms.map(|form| standing(&Fit::new(form, &[]).spelled(), context));
        let standing = standing.min_by_key(|standing| standing.rank())?;
        Some(Proposal {
            text,
            meaning: String::new(),
            also,
            standing,
            is_whole: false,
            group: None,
        })
    };
    let mut proposals: Vec<_> = fitting.into_iter().filter_map(proposal).collect();
    sort_by_key(&mut proposals, |proposal| proposal.standing.rank());
    Completion { span, proposals }
}

/// The modifiers that start like this and fit the others.
fn modifier_like(
    typed: &str,
    place: usize,
    statement: &Statement<'_>,
    context: &Context,
) -> Vec<Proposal> {
    let Some(opcode) = &statement.opcode else { return Vec::new() };
    let mut around = Vec::new();
    let mut n_before = 0;
    for (index, token) in statement.modifiers.iter().enumerate() {
        if index == place {
            n_before = around.len();
        } else {
            // An unknown modifier is reported elsewhere, and has no influence here.
            around.extend(Modifier::parse(token.text));
        }
    }
    let mut found: Vec<Proposal> = Vec::new();
    let is_own = |modifier: Modifier| is_started(modifier.spelling(), typed).then_some(None);
    let is_also = |modifier: Modifier| {
        let name = typed.trim_start_matches('.');
        let also = names_of_modifier(modifier).find(|it| is_started(it, name));
        also.filter(|_| name.len() >= MIN_ALIAS).map(Some)
    };
    // Names from elsewhere help if no word begins like that.
    let fitting: [&Fitting<'_>; 2] = [&is_own, &is_also];
    for fitting in fitting {
        if !found.is_empty() {
            break;
        }
        for form in forms_of(opcode.text).filter(|form| form.is_assembled()) {
            propose_from(form, fitting, &around, n_before, context, &mut found);
        }
    }
    // Modifiers for later places in the syntax line come before those for earlier ones.
    let last = n_before.checked_sub(1).and_then(|last| around.get(last));
    let last = last.map(|modifier| modifier.group());
    let order = |proposal: &Proposal| {
        let groups = Group::ALL.iter().position(|group| proposal.group == Some(*group));
        let is_late = proposal.group < last;
        (2 * proposal.standing.rank() + usize::from(is_late)) * Group::ALL.len()
            + groups.unwrap_or(0)
    };
    sort_by_key(&mut found, order);
    found
}

/// Whether a modifier begins like the typed text, or one of its names from elsewhere does.
type Fitting<'f> = dyn Fn(Modifier) -> Option<Option<&'static str>> + 'f;

/// The number of letters of a name from elsewhere that must be typed.
const MIN_ALIAS: usize = 2;

/// Adds what a row offers beside the modifiers around the place.
fn propose_from(
    form: &'static Form,
    fitting: &Fitting<'_>,
    around: &[Modifier],
    n_before: usize,
    context: &Context,
    found: &mut Vec<Proposal>,
) {
    let (before, behind) = around.split_at(n_before.min(around.len()));
    for choice in form.choices() {
        let modifier = choice.modifier;
        let text = modifier.spelling();
        let Some(also) = fitting(modifier) else { continue };
        if around.contains(&modifier) && modifier.group() != Group::Type {
            continue;
        }
        let fit = Fit::new(form, &[before, &[modifier], behind].concat());
        if !fit.laid.leftover.is_empty() || !fit.laid.repeated.is_empty() {
            continue;
        }
        if fit.laid.missing.is_empty() && fit.is_mispaired {
            continue;
        }
        let standing = standing(&fit.spelled(), context);
        let is_whole = fit.is_exact();
        match found.iter_mut().find(|proposal| proposal.text == text) {
            Some(known) => {
                if standing.is_usable() == known.standing.is_usable() {
                    known.is_whole |= is_whole;
                } else if standing.is_usable() {
                    known.is_whole = is_whole;
                }
                if standing.rank() < known.standing.rank() {
                    known.standing = standing;
                }
            }
            None => found.push(Proposal {
                text,
                meaning: modifier.meaning(),
                also,
                standing,
                is_whole,
                group: Some(modifier.group()),
            }),
        }
    }
}

/// Whether the instruction that is spelled so far can be legal.
fn standing(instruction: &Instruction, context: &Context) -> Standing {
    match instruction.availability(context) {
        Availability::Documented if instruction.form.is_documented() => Standing::Documented,
        Availability::Documented | Availability::Tolerated(_) => Standing::Undocumented,
        Availability::None => {
            let mut unmet = instruction.requires().into_iter();
            let unmet = unmet.find(|requires| !requires.is_met(context));
            Standing::Unavailable(unmet.unwrap_or(instruction.form.requires))
        }
    }
}

/// Whether a word starts with the typed text, in any letter case.
fn is_started(word: &str, typed: &str) -> bool {
    word.get(..typed.len()).is_some_and(|start| start.eq_ignore_ascii_case(typed))
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{Standing, complete};
    use crate::catalog::{Context, LATEST_ISA, Target, forms, instructions_of};
    use crate::syntax::check;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn words(text: &str, target: &str) -> Vec<&'static str> {
        let context = Context { isa: LATEST_ISA, target: Target::parse(target).unwrap() };
        let caret = text.find('|').unwrap();
        let found = complete(&text.replace('|', ""), caret, &context);
        found.proposals.iter().filter(|p| p.standing.is_usable()).map(|p| p.text).collect()
    }

    #[test]
    fn opcodes_are_proposed_by_their_start() {
        assert_eq!(words("f|", "sm_90"), ["fma"]);
        assert_eq!(words("r|", "sm_90"), ["rcp", "rsqrt"]);
        assert_eq!(words("F|ma.rn.f32 d, a, b, c;", "sm_90"), ["fma"]);
        assert!(words("|", "sm_90").len() >= 20);
        assert!(words("  |", "sm_90").len() >= 20);
        assert_eq!(words("xyz|", "sm_90"), [""; 0]);
    }

    #[test]
    fn modifiers_are_those_that_fit_the_others() {
        assert_eq!(words("fma.|", "sm_90")[..4], [".rn", ".rz", ".rm", ".rp"]);
        assert_eq!(
            words("fma.rn.relu.|", "sm_90"),
            [".f16", ".f16x2", ".bf16", ".bf16x2", ".ftz", ".oob"]
        );
        assert_eq!(words("fma.rn.relu.f|", "sm_90"), [".f16", ".f16x2", ".ftz"]);
        // Nothing has .relu and .f32.
        assert_eq!(words("fma.rn.r|.f32", "sm_90"), [""; 0]);
        assert_eq!(words("fma.r|.f32", "sm_90"), [".rn", ".rz", ".rm", ".rp"]);
        assert_eq!(words("cvt.rn.f16.f|", "sm_90")[..2], [".f32", ".f64"]);
    }

    #[test]
    fn names_from_elsewhere_are_found() {
        assert_eq!(words("exp|", "sm_90"), ["ex2"]);
        assert_eq!(words("conv|.f16", "sm_90"), ["cvt"]);
        assert_eq!(words("recip|", "sm_90"), ["rcp"]);
        assert_eq!(words("add.hal|", "sm_90"), [".f16", ".f16x2"]);
        assert_eq!(words("cvt.fp8|", "sm_90"), [".e4m3x2", ".e5m2x2"]);
        assert_eq!(words("add.saturat|", "sm_90"), [".sat"]);
        let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
        let found = complete("log", 3, &context);
        assert_eq!((found.proposals[0].text, found.proposals[0].also), ("lg2", Some("log2")));
    }

    #[test]
    fn nothing_is_proposed_among_operands() {
        for text in ["fma.rn.f32 |", "fma.rn.f32 d, a|", "fma.rn.f32 d, a, b, c;|", "fma |"] {
            assert_eq!(words(text, "sm_90"), [""; 0], "{text}");
        }
    }

    #[test]
    fn what_another_target_has_comes_last_with_what_it_needs() {
        let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
        let found = complete("add.rn.", 7, &context);
        let ranks: Vec<_> = found.proposals.iter().map(|p| p.standing.rank()).collect();
        assert!(ranks.is_sorted());
        let packed = found.proposals.iter().find(|p| p.text == ".f32x2").unwrap();
        assert!(matches!(packed.standing, Standing::Unavailable(_)));
    }

    /// Proposals lead to every instruction, in any order of its parts.
    #[test]
    fn every_instruction_can_be_written_from_proposals() {
        let context = Context { isa: LATEST_ISA, target: Target::parse("sm_100a").unwrap() };
        for instruction in forms().filter(|form| form.is_assembled()).flat_map(instructions_of) {
            let mut text = alloc::string::String::from(instruction.form.opcode);
            let modifiers: Vec<_> = instruction.modifiers().collect();
            for (index, modifier) in modifiers.iter().enumerate() {
                text.push('.');
                let found = complete(&text, text.len(), &context);
                let wanted = found.proposals.iter().find(|p| p.text == modifier.spelling());
                let wanted = wanted.unwrap_or_else(|| panic!("{text} of {instruction}"));
                text.pop();
                text.push_str(wanted.text);
                if index + 1 == modifiers.len() && instruction.is_available(&context) {
                    assert!(wanted.is_whole, "{instruction}");
                    assert!(check(&text, &context).instruction.is_some(), "{instruction}");
                }
            }
        }
    }
}
