//! The answer line: how the text was read, and the message below it.

use ptxfp::catalog::{Context, Instruction, Modifier};
use ptxfp::eval::Prepared;

use crate::playground::Model;
use crate::playground::chips;
use crate::playground::glance::first_sentence;
use crate::playground::instruction::{DiagnosticView, FixView, SectionView};
use crate::playground::lesson::LessonView;
use crate::playground::next::{StepView, next};
use crate::playground::operand::lane_name;
use crate::playground::why::{Lane, capitalized};
use crate::reply::ReadingView;
use crate::taught::Taught;

/// The longest sentence about all lanes, in bytes.
const MAX_WHY: usize = 200;

/// The message below the answer line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SayView {
    /// The explanation of the result, in one sentence; code is between back quotes.
    Why(String),
    /// An error.
    Problem {
        /// The kind of mistake, for tests; empty if it is in a value.
        code: &'static str,
        /// The mistake, in bold.
        what: String,
        /// Its reason; may be empty.
        why: String,
        /// The section with the rule, or a view that accepts the text.
        section: Option<SectionView>,
        /// The likeliest fix.
        fix: Option<FixView>,
        /// Further fixes.
        more: Vec<FixView>,
    },
    /// A remark on an instruction that is taken.
    Remark {
        /// The message.
        text: String,
        /// The section with the rule.
        section: Option<SectionView>,
        /// The fix.
        fix: Option<FixView>,
    },
}

/// A modifier in use, with a few words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GlossView {
    /// The spelling, with the dot.
    pub spelling: String,
    /// The effect.
    pub gloss: String,
}

/// The statement that the result belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BasisView {
    /// The one in the line.
    Line,
    /// An earlier one, or that of the line for another version or target: the one in the line is
    /// rejected, or has an unreadable value.
    Other {
        /// The words before it.
        label: String,
        /// The statement.
        statement: String,
    },
    /// None: the statement of a link is rejected, and nothing was shown before.
    Nothing,
}

/// The answer line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnswerView {
    /// Below the line.
    pub say: SayView,
    /// The step that it offers.
    pub next: Option<StepView>,
    /// The page of the course about what decided the result.
    pub taught: Option<Taught>,
    /// The statement that the result belongs to.
    pub basis: BasisView,
    /// The section of the current instruction.
    pub section: Option<SectionView>,
    /// The modifiers in use.
    pub in_use: Vec<GlossView>,
    /// How the text was read, if it is a question in other words.
    pub reading: Option<ReadingView>,
    /// The lane of the number that it asks for, if the instruction returns two.
    pub asked_lane: Option<u8>,
    /// The lesson that is being read.
    pub lesson: Option<LessonView>,
}

/// The answer line of a state.
pub(super) fn answer(model: &Model, registers: &[u64], fragment: &str) -> AnswerView {
    let diagnostics = &model.analysis.view.diagnostics;
    let fatal = diagnostics.iter().find(|diagnostic| diagnostic.fatal);
    let question = model.analysis.question.as_ref();
    let say = match (fatal, model.wrong_entry(), diagnostics.first()) {
        (Some(fatal), ..) => problem(fatal),
        (None, Some(message), ..) => SayView::Problem {
            code: "",
            what: String::from(message),
            why: String::new(),
            section: None,
            fix: None,
            more: Vec::new(),
        },
        (None, None, Some(remark)) => SayView::Remark {
            text: remark.message.clone(),
            section: remark.section.clone(),
            fix: remark.fixes.first().cloned(),
        },
        (None, None, None) => SayView::Why(why(model, registers)),
    };
    let is_stale = matches!(say, SayView::Problem { .. });
    let basis = if is_stale { basis(model) } else { BasisView::Line };
    // While words are suggested or a worker reads it, the text need not be right.
    let is_unfinished = is_stale && (model.picker.is_some() || model.is_asking());
    let say = match (is_unfinished, model.has_result()) {
        (true, true) => SayView::Why(why(model, registers)),
        (true, false) => SayView::Why(String::new()),
        (false, _) => say,
    };
    let in_use = model.instruction.modifiers().filter(|_| model.has_result());
    let is_of_line = matches!(say, SayView::Why(_))
        && basis == BasisView::Line
        && model.analysis.reply.is_none();
    AnswerView {
        next: if is_of_line { next(model, registers) } else { None },
        taught: if is_of_line { taught(model, registers) } else { None },
        basis,
        say,
        section: chips::form_note(&model.instruction).section.filter(|_| model.has_result()),
        in_use: in_use.map(gloss).collect(),
        reading: question.map(|question| question.reading.clone()),
        asked_lane: model.asked_lane(),
        lesson: model.lesson.and_then(|lesson| lesson.view(fragment)),
    }
}

/// The statement that the result belongs to while the one in the line cannot be used.
fn basis(model: &Model) -> BasisView {
    if !model.has_result() {
        return BasisView::Nothing;
    }
    let label = if model.elsewhere().is_some() {
        let Context { isa, target } = model.legal_context;
        let version = if isa == model.context.isa {
            String::new()
        } else {
            [", PTX ", &isa.to_string()].concat()
        };
        ["On ", target.name, &version, ": "].concat()
    } else {
        String::from("Still showing ")
    };
    BasisView::Other { label, statement: model.stored_line() }
}

/// One problem: the first.
fn problem(diagnostic: &DiagnosticView) -> SayView {
    let message = &diagnostic.message;
    let what = first_sentence(message);
    let why = message.get(what.len()..).unwrap_or_default();
    // The period belongs to the first.
    let (stop, why) = why.split_at_checked(1).unwrap_or_default();
    SayView::Problem {
        code: diagnostic.code,
        what: [what, stop].concat(),
        why: String::from(why.trim_start()),
        section: diagnostic.section.clone(),
        fix: diagnostic.fixes.first().cloned(),
        more: diagnostic.fixes.iter().skip(1).cloned().collect(),
    }
}

/// Explains the result: every lane, or only the highest if that would be long.
pub(super) fn why(model: &Model, registers: &[u64]) -> String {
    let rounded = |operand, lane| model.rounded_entry(operand, lane);
    let (instruction, context) = (&model.instruction, &model.legal_context);
    if let Some(lane) = model.asked_lane() {
        let prepared = Prepared::new(instruction, context);
        return capitalized(&lane_reason(instruction, &prepared, lane, registers, &rounded));
    }
    reason(instruction, context, registers, &rounded)
}

/// The page of the course about what decided the result: of the first lane that has one.
fn taught(model: &Model, registers: &[u64]) -> Option<Taught> {
    let (instruction, context) = (&model.instruction, &model.legal_context);
    let prepared = Prepared::new(instruction, context);
    let n_lanes = prepared.destination().lanes;
    let asked = model.asked_lane();
    let mut lanes = (0..n_lanes).rev().filter(|index| asked.is_none_or(|asked| asked == *index));
    lanes.find_map(|index| {
        let trace = prepared.trace(index, registers);
        let typed = prepared.operands_of_lane(index);
        let typed = typed.filter_map(|(operand, lane)| model.rounded_entry(operand, lane));
        Lane::new(instruction, &prepared, index, &trace, typed.collect()).taught()
    })
}

/// Explains the result of a lane, as it continues after a colon.
fn lane_reason(
    instruction: &Instruction,
    prepared: &Prepared,
    index: u8,
    registers: &[u64],
    rounded: &dyn Fn(usize, u8) -> Option<String>,
) -> String {
    let typed = prepared.operands_of_lane(index);
    let typed = typed.filter_map(|(operand, lane)| rounded(operand, lane));
    let trace = prepared.trace(index, registers);
    Lane::new(instruction, prepared, index, &trace, typed.collect()).sentence()
}

/// Explains the result of any registers; `rounded` gives the text of a rounded operand lane.
pub fn reason(
    instruction: &Instruction,
    context: &Context,
    registers: &[u64],
    rounded: &dyn Fn(usize, u8) -> Option<String>,
) -> String {
    let prepared = Prepared::new(instruction, context);
    let packing = prepared.destination();
    let sentence = |index| lane_reason(instruction, &prepared, index, registers, rounded);
    let sentences: Vec<String> = (0..packing.lanes).rev().map(sentence).collect();
    let named = |index: u8, sentence: &str| match packing.lanes {
        1 => capitalized(sentence),
        2 => [&lane_name(&packing, index), ": ", sentence].concat(),
        _ => ["lane ", &lane_name(&packing, index), ": ", sentence].concat(),
    };
    match &sentences[..] {
        [first, others @ ..] if !others.is_empty() && others.iter().all(|each| each == first) => {
            ["Every lane: ", first].concat()
        }
        all => {
            let lanes = || (0..packing.lanes).rev().zip(all);
            let every: Vec<_> = lanes().map(|(index, sentence)| named(index, sentence)).collect();
            let every = every.join(" ");
            match lanes().next() {
                Some((index, sentence)) if every.len() > MAX_WHY => named(index, sentence),
                Some(_) | None => every,
            }
        }
    }
}

/// A modifier with its effect.
fn gloss(modifier: Modifier) -> GlossView {
    GlossView { spelling: String::from(modifier.spelling()), gloss: modifier.gloss() }
}
