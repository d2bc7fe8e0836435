//! Everything on the playground's screen that follows from the state.

use std::sync::Arc;

use ptxfp::catalog::{Context, Instruction};
use ptxfp::internals::observed::ObservedText;
use ptxfp::internals::quote;
use ptxfp::link::{State, Verdict};

use crate::background::Question;
use crate::notice::NoticeView;
use crate::playground::answer::AnswerView;
use crate::playground::chips::ChooserView;
use crate::playground::instruction::{InstructionView, NoteView, PickerView};
use crate::playground::observed::{ObservedView, mark};
use crate::playground::opening::Introduction;
use crate::playground::operand::OperandView;
use crate::playground::parts::FootView;
use crate::playground::places::{Having, PlacesView};
use crate::playground::result::{LinkedView, ResultView};
use crate::playground::statement::{head, one_line};
use crate::playground::{Model, answer, chips, lanes, operand, picker, places, units};
use crate::reply::ReplyView;

/// One state of the screen.
#[derive(Clone, Debug)]
pub struct Screen {
    /// The current opcode and modifiers.
    pub spelling: String,
    /// The subject of the page: opcode, modifiers and target.
    pub heading: String,
    /// The statement as typed.
    pub statement: String,
    /// The question that is answered while nothing is typed.
    pub example: Option<String>,
    /// The position of its caret when the page rewrites it, in UTF-16 units.
    pub caret: Option<usize>,
    /// The words suggested for it, while they are shown.
    pub picker: Option<PickerView>,
    /// The statements that were used before, the latest first.
    pub recent: Vec<String>,
    /// The targets, oldest first, for the current version.
    pub targets: PlacesView,
    /// The versions of the ISA, newest first, for the current target.
    pub isas: PlacesView,
    /// The name of the target.
    pub target: &'static str,
    /// The parts of the answer line other than the result.
    pub answer: AnswerView,
    /// Whether the chips are open.
    pub choosing: bool,
    /// The statement in pieces, its legality and its diagnostics.
    pub instruction: InstructionView,
    /// The answer to a text that is no single statement.
    pub reply: Option<ReplyView>,
    /// The words of a first visit.
    pub introduction: Introduction,
    /// The choices.
    pub chooser: Arc<ChooserView>,
    /// The instruction and the context that they are about.
    around: (Instruction, Context),
    /// The line below the choices.
    pub foot: FootView,
    /// The question for a worker about the text.
    pub question: Option<Question>,
    /// The source operands.
    pub operands: Vec<OperandView>,
    /// The result.
    pub result: Arc<ResultView>,
    /// The observed result, where one is known.
    pub observed: Option<ObservedView>,
    /// The observed result as the worker reported it, for the explorer.
    pub observation: Option<ObservedText>,
    /// Flips whenever a lane of the result changes, so that each change is visible.
    pub beat: bool,
    /// The result that the link recorded, compared with the present one.
    pub linked: Option<LinkedView>,
    /// The notice about the link.
    pub notice: Option<NoticeView>,
    /// The outcome of the last edit: the result, or the error.
    pub spoken: String,
    /// The line as the fragment of an address: a state, or a statement that is rejected.
    pub fragment: String,
    /// The state that the result belongs to, as a fragment; empty if there is no result.
    pub shown: String,
}

impl Screen {
    /// Whether there is a result, of the statement or of an earlier one. If not, nothing below the
    /// answer line is shown.
    pub fn has_result(&self) -> bool {
        !self.shown.is_empty()
    }
}

/// The targets and the versions, by whether they have the instruction, if there is a result of it.
fn places(model: &Model, spelling: &str) -> [PlacesView; 2] {
    let has_result = model.has_result();
    let has = |context: &Context| !has_result || model.instruction.is_available(context);
    let having = Having { spelling: if has_result { spelling } else { "" }, has: &has };
    [places::targets(having, model.place()), places::isas(having, model.place())]
}

/// Returns the screen of a state; unchanged choices are reused from `last`.
pub(super) fn screen(model: &Model, last: Option<&Screen>) -> Screen {
    let (instruction, context) = (&model.instruction, model.place());
    let registers = model.registers();
    let spelling = instruction.to_string();
    let around = (*instruction, *context);
    let chooser = match last.filter(|last| last.around == around) {
        Some(last) => last.chooser.clone(),
        None => Arc::new(chips::chooser(instruction, context)),
    };
    let asked = model.asked.as_ref().and_then(|spelling| asked(&chooser, spelling));
    let mut result = lanes::result(instruction, &model.legal_context, &registers);
    let mut beat = false;
    if let Some(last) = last {
        lanes::mark_changes(&mut result, &last.result);
        beat = last.beat ^ result.lanes.iter().any(|lane| lane.is_changed);
    }
    let [targets, isas] = places(model, &spelling);
    let (observation, observed) = model.observed();
    // An observation of an earlier statement says nothing about the present text.
    let is_own = model.has_result() && model.analysis.reply.is_none() && !model.is_rejected();
    let observed = observed.filter(|_| is_own);
    if let Some(observed) = &observed {
        mark(&mut result, observed);
    }
    let fragment = model.linked().to_fragment();
    Screen {
        answer: answer::answer(model, &registers, &fragment),
        choosing: model.choosing,
        reply: model.analysis.reply.clone(),
        introduction: Introduction::of(model),
        beat,
        spoken: spoken(model, &result.spoken),
        heading: heading(model, &spelling),
        spelling,
        statement: one_line(model.text_in_box()),
        example: model.is_example().then(|| model.statement.clone()),
        caret: model.caret.map(|caret| units(&model.statement, caret)),
        recent: model.recent.iter().map(used).collect(),
        picker: model.picker.as_ref().map(|picker| picker::picker(picker, context)),
        targets,
        isas,
        target: context.target.name,
        instruction: model.judged(),
        chooser,
        around,
        foot: FootView {
            is_asked: asked.is_some(),
            note: asked.unwrap_or_else(|| chips::form_note(instruction)),
        },
        question: model.wanted().or_else(|| model.unobserved()),
        observed,
        observation,
        operands: operand::operands(model, &registers),
        linked: linked(model),
        notice: model.notice.clone(),
        shown: shown(model, &fragment),
        fragment,
        result: Arc::new(result),
    }
}

/// The comparison with what the link recorded. The reader of a lesson recorded nothing: its link
/// has a result for the tests, which is mentioned only if it is not reproduced.
fn linked(model: &Model) -> Option<LinkedView> {
    let linked = model.recorded().and_then(lanes::linked)?;
    let is_noise = model.lesson.is_some() && linked.verdict == Verdict::Reproduced;
    (!is_noise).then_some(linked)
}

/// The state that the result belongs to, as a fragment; `fragment` is what is in the line.
fn shown(model: &Model, fragment: &str) -> String {
    match () {
        () if !model.has_result() || model.analysis.reply.is_some() => String::new(),
        () if model.is_rejected() => model.snapshot().to_fragment(),
        () => String::from(fragment),
    }
}

/// The subject of the page: the statement in the line once it is committed, or else the one whose
/// result is shown.
fn heading(model: &Model, spelling: &str) -> String {
    let (subject, target) = match head(&model.statement) {
        _ if model.analysis.reply.is_some() => return quote::one_line(model.statement.clone()),
        _ if !model.is_rejected() || model.is_typing() => (spelling, model.legal_context.target),
        "" => ("A rejected statement", model.context.target),
        head => (head, model.context.target),
    };
    [subject, " on ", target.name].concat()
}

/// The note of the chip that was asked about.
fn asked(chooser: &ChooserView, spelling: &str) -> Option<NoteView> {
    let asked = chooser.chips().find(|chip| chip.spelling == spelling);
    asked.map(|chip| chip.note.clone())
}

/// An instruction that was used before.
fn used(state: &State) -> String {
    [&state.instruction.to_string(), " on ", state.context.target.name].concat()
}

/// Returns the outcome of the last edit, to be announced.
fn spoken(model: &Model, result: &str) -> String {
    if let Some(picker) = &model.picker {
        let words: Vec<_> = picker.texts().collect();
        return ["Completions: ", &words.join(", ")].concat();
    }
    if let Some(reply) = &model.analysis.reply {
        return reply.spoken();
    }
    match model.analysis.view.diagnostics.iter().find(|diagnostic| diagnostic.fatal) {
        Some(fatal) => ["Rejected: ", &fatal.message.replace('`', "")].concat(),
        None => result.to_owned(),
    }
}
