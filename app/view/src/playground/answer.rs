//! The answer line: what stands below it, and what a first visit adds to it.

use ptxfp::catalog::Modifier;

use crate::playground::Model;
use crate::playground::chips;
use crate::playground::instruction::{DiagnosticView, FixView, SectionView};
use crate::playground::trace::{LineView, TraceView};

/// What stands below the answer line: one message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SayView {
    /// Why the result is what it is, in one sentence; code is between back quotes.
    Why(String),
    /// What is wrong.
    Problem {
        /// The mistake, in bold.
        what: String,
        /// Its reason; may be empty.
        why: String,
        /// The section that says so, or a view that takes what is typed.
        section: Option<SectionView>,
        /// The likeliest fix.
        fix: Option<FixView>,
        /// Further fixes.
        more: Vec<FixView>,
    },
    /// A remark on an instruction that is taken.
    Remark {
        /// What there is to know.
        text: String,
        /// The section that says so.
        section: Option<SectionView>,
        /// What can be done about it.
        fix: Option<FixView>,
    },
}

/// A modifier in use, with a few words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GlossView {
    /// What is written, with the dot.
    pub spelling: String,
    /// What it does.
    pub gloss: &'static str,
}

/// A question that a first visit offers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuestionView {
    /// What the button says.
    pub label: &'static str,
    /// Its place in the list.
    pub index: usize,
}

/// The lesson that the present example belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonView {
    /// The surprise, in a phrase.
    pub title: &'static str,
    /// The reason; code is between back quotes.
    pub text: &'static str,
    /// The point of the result that is shown.
    pub says: &'static str,
    /// Which of its results is shown, from 0.
    pub place: usize,
    /// How many there are.
    pub count: usize,
    /// Where the whole lesson is: the fragment of its place in the gallery.
    pub href: String,
}

/// The answer line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnswerView {
    /// Below the line.
    pub say: SayView,
    /// The statement whose result is still shown, where what is typed is rejected or has a value
    /// that cannot be read.
    pub still: Option<String>,
    /// The section of the instruction in force.
    pub section: Option<SectionView>,
    /// The modifiers in use.
    pub in_use: Vec<GlossView>,
    /// Questions of a first visit; empty afterwards.
    pub questions: Vec<QuestionView>,
    /// Whether the orienting sentence is shown.
    pub orient: bool,
    /// The lesson that is being read.
    pub lesson: Option<LessonView>,
}

/// The answer line of a state.
pub(super) fn answer(model: &Model, trace: &TraceView) -> AnswerView {
    let diagnostics = &model.analysis.view.diagnostics;
    let fatal = diagnostics.iter().find(|diagnostic| diagnostic.fatal);
    AnswerView {
        say: match (fatal, diagnostics.first()) {
            (Some(fatal), _) => problem(fatal),
            (None, Some(remark)) => SayView::Remark {
                text: remark.message.clone(),
                section: remark.section.clone(),
                fix: remark.fixes.first().cloned(),
            },
            (None, None) => SayView::Why(why(trace)),
        },
        still: fatal.map(|_| model.instruction.to_string()),
        section: chips::form_note(&model.instruction).section,
        in_use: model.instruction.modifiers().map(gloss).collect(),
        questions: Vec::new(),
        orient: false,
        lesson: None,
    }
}

/// One problem: the first.
fn problem(diagnostic: &DiagnosticView) -> SayView {
    SayView::Problem {
        what: diagnostic.message.clone(),
        why: String::new(),
        section: diagnostic.section.clone(),
        fix: diagnostic.fixes.first().cloned(),
        more: diagnostic.fixes.iter().skip(1).cloned().collect(),
    }
}

/// What decided the result: the last step that did something.
fn why(trace: &TraceView) -> String {
    let mut steps = trace.steps.iter().rev().skip(1);
    let step = steps.find(|step| !step.idle);
    let mut lines = step.into_iter().flat_map(|step| &step.lines);
    let sentence = lines.find_map(|line| match line {
        LineView::Sentence(text) => Some(text.clone()),
        LineView::Work(_) => None,
    });
    sentence.unwrap_or_default()
}

/// A modifier with what it does.
fn gloss(modifier: Modifier) -> GlossView {
    GlossView { spelling: String::from(modifier.spelling()), gloss: modifier.meaning() }
}
