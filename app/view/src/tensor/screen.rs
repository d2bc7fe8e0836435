//! Everything on the screen that follows from the state of the view.

use ptxfp::link::TensorState;
use ptxfp::tensor::{Refusal, Tensor, Trace};

use crate::message::sentence;
use crate::mma::PRESETS;
use crate::notice::NoticeView;
use crate::route::TENSOR;
use crate::tensor::Model;
use crate::tensor::addition::{StepView, steps};
use crate::tensor::answer::{AnswerView, answer};
use crate::tensor::elsewhere::{ElsewhereView, elsewhere};
use crate::tensor::find::references;
use crate::tensor::inputs::{InputView, inputs};
use crate::tensor::longer::{LongerView, key, longer};
use crate::tensor::machine::{MachineView, machine};
use crate::tensor::seats::{SeatsView, seats};
use crate::tensor::statement::{EnvironmentView, StatementView, environment};

/// One state of the screen.
#[derive(Clone, Debug)]
pub struct Screen {
    /// The subject of the view.
    pub heading: String,
    /// The fragment of the address.
    pub fragment: String,
    /// The announcement after the last edit.
    pub spoken: String,
    /// The notice about the link.
    pub notice: Option<NoticeView>,
    /// The instruction.
    pub statement: Option<StatementView>,
    /// Target, version and instructions.
    pub environment: Option<EnvironmentView>,
    /// The result.
    pub answer: Option<AnswerView>,
    /// The reason for which there is none.
    pub open: Option<String>,
    /// The inputs to choose from, each with its name; which one is shown.
    pub presets: PresetsView,
    /// The operands.
    pub inputs: Vec<InputView>,
    /// The steps to the result.
    pub steps: Vec<StepView>,
    /// Results for these inputs on other GPUs.
    pub elsewhere: Option<ElsewhereView>,
    /// The results from which others can be searched for inputs that differ.
    pub references: Vec<String>,
    /// The machine code.
    pub machine: Option<MachineView>,
    /// The places of the elements.
    pub seats: Option<SeatsView>,
    /// Whether errors of longer sums are asked for, and of which numbers.
    pub longer_of: Option<bool>,
    /// The errors of longer sums.
    pub longer: Option<LongerView>,
}

/// The inputs to choose from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PresetsView {
    /// The place of the one that is shown.
    pub chosen: Option<usize>,
}

/// The result of a state, with what leads to it.
fn evaluate(state: &TensorState) -> Result<(Tensor, Trace), String> {
    if let Some(lacks) = state.mma.unavailable(&state.context) {
        return Err(sentence(&lacks));
    }
    let tensor = Tensor::new(&state.mma, &state.context).map_err(Refusal::Open);
    let traced = tensor.and_then(|tensor| {
        let trace = tensor.trace(&state.operands())?;
        Ok((tensor, trace))
    });
    traced.map_err(|refusal| ["No result is known: ", &refusal.to_string(), "."].concat())
}

/// The operands, and perhaps the instruction, of a result while a text that is typed cannot be read.
fn earlier(screen: &Screen) -> Option<String> {
    let statement = screen.statement.as_ref().filter(|it| it.wrong.is_some());
    let wrong = screen.inputs.iter().filter(|input| input.field.is_wrong());
    let names = statement.map(|_| "the instruction").into_iter();
    let names: Vec<_> = names.chain(wrong.map(|input| input.operand.name())).collect();
    (!names.is_empty()).then(|| ["with ", &*names.join(" and "), " as before"].concat())
}

/// The screen of a state.
pub(super) fn screen(model: &Model, last: Option<&Screen>) -> Screen {
    let mut screen = Screen {
        heading: String::from("Tensor cores"),
        fragment: TENSOR.to_owned(),
        spoken: String::new(),
        notice: model.notice.clone(),
        statement: None,
        environment: None,
        answer: None,
        open: None,
        presets: PresetsView { chosen: None },
        inputs: Vec::new(),
        steps: Vec::new(),
        elsewhere: None,
        references: Vec::new(),
        machine: None,
        seats: None,
        longer_of: model.longer_of,
        longer: None,
    };
    let Some(state) = &model.state else { return screen };
    let spelling = state.mma.to_string();
    screen.heading = [&*spelling, " on ", state.context.target.name].concat();
    screen.fragment = state.to_fragment();
    screen.statement = Some(model.typed.clone().unwrap_or(StatementView {
        text: spelling,
        wrong: None,
        instead: None,
    }));
    screen.environment = Some(environment(&state.mma, &state.context));
    screen.presets.chosen = PRESETS.iter().position(|preset| preset.link == screen.fragment);
    screen.inputs = inputs(state, &model.drafts);
    let mut result = None;
    match evaluate(state) {
        Ok((tensor, trace)) => {
            let answer = answer(state, &tensor, &trace, earlier(&screen));
            screen.spoken = ["d = ", &answer.value].concat();
            screen.answer = Some(answer);
            screen.steps = steps(state, &trace.steps);
            result = Some(trace.bits);
        }
        Err(reason) => {
            screen.spoken = reason.replace('`', "");
            screen.open = Some(reason);
        }
    }
    screen.elsewhere = Some(elsewhere(state, result));
    screen.references = references(state).into_iter().map(|(name, _)| name).collect();
    screen.machine = machine(&state.mma);
    screen.seats = Some(seats(state, model.place));
    screen.longer = model.longer_of.and_then(|is_signed| {
        let known = last.and_then(|last| last.longer.as_ref());
        let known = known.filter(|view| view.key == key(state, is_signed));
        known.cloned().or_else(|| longer(state, is_signed))
    });
    if let Some(typed) = &model.typed {
        screen.spoken = typed.wrong.clone().unwrap_or_default().replace('`', "");
    }
    screen
}
