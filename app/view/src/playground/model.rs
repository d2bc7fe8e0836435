//! The playground's state, as plain data, and its changes.

mod line;
mod linked;
mod load;
mod question;
mod tools;

use std::mem;

use ptxfp::catalog::{Context, Instruction, IsaVersion, Target, Type};
use ptxfp::link::{Compared, State};

use crate::module::Visit;
use crate::notice::NoticeView;
use crate::playground::drafts::{Draft, Drafts, FieldId};
use crate::playground::edit::Edit;
use crate::playground::instruction::FixAction;
use crate::playground::kept_values::Stash;
use crate::playground::observed::Observation;
use crate::playground::picker::Picker;
use crate::playground::statement::Analysis;
use crate::playground::{chips, lesson, statement};

/// The number of instructions that are remembered.
const MAX_RECENT: usize = 8;

/// How much of the last legal instruction has been shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Seen {
    /// Nothing yet, since the page is being opened.
    Opening,
    /// Its result, which stays beside a statement that is rejected.
    Result,
    /// Nothing: the page was opened with a statement that is rejected.
    Nothing,
}

impl Seen {
    /// Notes that the page is open.
    pub(super) fn begin(&mut self) {
        if *self == Self::Opening {
            *self = Self::Result;
        }
    }
}

/// Where the statement comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    /// It is being typed.
    Typed,
    /// It was committed, or the page wrote it.
    Written,
    /// It is the example that is answered while the box is empty.
    Example,
}

/// The state of the playground.
#[derive(Clone, Debug)]
pub struct Model {
    /// The statement with the values of its operands.
    ///
    /// It is never rewritten while being typed; otherwise a legal one follows the registers.
    pub statement: String,
    origin: Origin,
    /// The context.
    pub context: Context,
    /// The words suggested for it, while they are shown.
    pub picker: Option<Picker>,
    /// The position of its caret when the page rewrites it, in bytes.
    pub caret: Option<usize>,
    /// The analysis of the statement.
    pub analysis: Analysis,
    /// The last answer about a text.
    known: Option<question::Known>,
    /// The last answer about observed results.
    pub(super) observation: Option<Observation>,
    /// The last legal instruction; before there is one, the instruction that the page opens with.
    pub instruction: Instruction,
    /// The context of `instruction`.
    pub legal_context: Context,
    /// How much of `instruction` has been shown.
    pub(super) seen: Seen,
    stash: Stash,
    drafts: Drafts,
    cursors: Vec<(usize, u8, u32)>,
    /// The states that were used before, the latest first.
    pub recent: Vec<State>,
    settled: State,
    /// The part of a link about the explorer, which reads it.
    view: Option<String>,
    /// The comparisons in the link, for the explorer.
    compared: Vec<Compared>,
    /// The sweep in the link, for the explorer.
    sweep: Option<String>,
    /// The operand and lane that was last focused.
    pub focused: Option<(usize, u8)>,
    /// The operand whose bits are open.
    pub open: Option<usize>,
    /// Whether the chips are open.
    pub choosing: bool,
    /// Whether it is a first visit whose additions have not been dismissed.
    pub is_first: bool,
    /// The open lesson, and which of its results is shown.
    pub(super) lesson: Option<lesson::LessonPosition>,
    /// The chip that was last asked about, by its spelling.
    pub asked: Option<String>,
    /// The notice about the link.
    pub notice: Option<NoticeView>,
    loaded: State,
    /// Whether the last change was a step in the history.
    pub visit: Visit,
}

impl Model {
    /// Creates the state of a link.
    pub fn new(state: State) -> Self {
        let statement = state.instruction.statement();
        let mut model = Self {
            analysis: statement::analyze(&statement, &state.context),
            statement,
            origin: Origin::Written,
            picker: None,
            caret: None,
            known: None,
            observation: None,
            context: state.context,
            instruction: state.instruction,
            legal_context: state.context,
            seen: Seen::Opening,
            stash: Stash::default(),
            drafts: Drafts::default(),
            cursors: Vec::new(),
            recent: Vec::new(),
            settled: state.clone(),
            view: None,
            compared: Vec::new(),
            sweep: None,
            focused: None,
            open: None,
            choosing: false,
            is_first: false,
            lesson: None,
            asked: None,
            notice: None,
            loaded: State::default(),
            visit: Visit::Edit,
        };
        model.load(state, None);
        model
    }

    /// Makes a change.
    pub fn apply(&mut self, edit: Edit) {
        self.visit = Visit::Edit;
        self.seen.begin();
        match edit {
            Edit::Pick(pick) => self.pick(pick),
            Edit::Settle => self.settle(),
            Edit::GiveUp => self.give_up(),
            Edit::Apply(action) => self.act(action),
            Edit::Return(index) => {
                if let Some(state) = self.recent.get(index).cloned() {
                    self.show(state);
                }
            }
            Edit::Example(lesson) => self.learn(lesson::LessonPosition { lesson, result: 0 }),
            Edit::Lesson(result) => {
                self.learn(lesson::LessonPosition { result, ..self.lesson.unwrap_or_default() });
            }
            Edit::CloseLesson => (self.lesson, self.loaded.recorded) = (None, None),
            Edit::Opcode(opcode) => {
                let text = chips::with_opcode(&self.instruction, &opcode, self.place());
                self.act(FixAction::Instruction(text));
            }
            Edit::Enter(place, text) => self.enter(place, text),
            Edit::Leave(place) => self.drafts.settle(place),
            Edit::Forget(place) => self.drafts.forget(place),
            Edit::Flip(index, lane, position) => {
                self.set_cursor(index, lane, position);
                let bits = self.lane_bits(index, lane);
                self.store_lane(index, lane, bits ^ 1 << position);
            }
            Edit::Adjust(index, lane, adjust) => self.adjust(index, lane, adjust),
            Edit::Swap(index) => {
                let (one, other) = (self.register(index), self.register(index + 1));
                self.store(index, other);
                self.store(index + 1, one);
            }
            Edit::Focus(index, lane, position) => {
                self.focused = Some((index, lane));
                if let Some(position) = position {
                    self.set_cursor(index, lane, position);
                }
            }
            Edit::Unfold(index) => self.open = (self.open != Some(index)).then_some(index),
            Edit::Choose => self.choosing = !self.choosing,
            Edit::Ask(spelling) => self.asked = Some(spelling),
            Edit::Answer(reply) => self.take_reply(*reply),
            Edit::Receive(fragment) => self.receive(&fragment),
            Edit::Notice(notice) => self.notice = notice,
        }
        if self.instruction == self.settled.instruction {
            self.settled = self.snapshot();
        }
        let mut drafts = mem::take(&mut self.drafts);
        drafts.follow(|place| self.stored(place));
        self.drafts = drafts;
        self.rewrite();
    }

    /// The registers of the source operands.
    pub fn registers(&self) -> Vec<u64> {
        self.stash.registers(&self.instruction)
    }

    /// The state of the last legal instruction, as a link holds it.
    pub fn snapshot(&self) -> State {
        let question = self.analysis.question.as_ref();
        State {
            compared: self.compared(),
            sweep: self.sweep.clone(),
            asked: question.map(|_| self.statement.clone()),
            view: self.view.clone(),
            ..State::new(self.instruction, self.legal_context, self.registers())
        }
    }

    /// Returns the comparisons of the link, as far as they take the operands of the present
    /// instruction.
    fn compared(&self) -> Vec<Compared> {
        let all = self.compared.iter();
        all.filter(|each| Compared::is_fit(&each.instruction, &self.instruction)).cloned().collect()
    }

    /// The link's state, if it recorded a result and nothing in it has been changed.
    pub fn recorded(&self) -> Option<&State> {
        self.loaded.recorded?;
        // The rest of the view does not change the result.
        let State { view, compared, sweep, asked, .. } = self.loaded.clone();
        let now = State { view, compared, sweep, asked, ..self.snapshot() };
        (State { recorded: None, ..self.loaded.clone() } == now).then_some(&self.loaded)
    }

    /// Returns the text that is typed in a field.
    pub fn draft(&self, place: FieldId) -> Option<&Draft> {
        self.drafts.of(place)
    }

    /// The bit of a lane in the tab order, if one was focused.
    pub fn cursor(&self, index: usize, lane: u8) -> Option<u32> {
        let mut cursors = self.cursors.iter();
        cursors.find(|cursor| (cursor.0, cursor.1) == (index, lane)).map(|cursor| cursor.2)
    }

    /// The value of a field.
    fn stored(&self, place: FieldId) -> u64 {
        match place.lane {
            Some(lane) => self.lane_bits(place.operand, lane),
            None => self.register(place.operand),
        }
    }

    /// Remembers the bit of a lane in the tab order.
    fn set_cursor(&mut self, index: usize, lane: u8, position: u32) {
        self.cursors.retain(|cursor| (cursor.0, cursor.1) != (index, lane));
        self.cursors.push((index, lane, position));
    }

    /// Applies the action of a chip, a select or a fix.
    fn act(&mut self, action: FixAction) {
        self.visit = Visit::Step;
        let text = match action {
            FixAction::Text(text) => {
                self.type_line(text);
                return self.settle();
            }
            FixAction::Instruction(spelling) => spelling,
            FixAction::Spelling(spelling) => statement::respelled(&self.statement, &spelling),
            FixAction::Target(name) => self.in_context(Target::parse(&name), None),
            FixAction::Isa(name) => self.in_context(None, IsaVersion::parse(&name)),
            FixAction::Context { target, isa, spelling } => {
                let text = self.in_context(Target::parse(&target), IsaVersion::parse(&isa));
                spelling.unwrap_or(text)
            }
        };
        self.write(text);
        self.settle();
    }

    /// The version and the target of what is shown: those that have the reading of a question, else the
    /// chosen ones.
    pub(super) fn place(&self) -> &Context {
        match self.analysis.question {
            Some(_) => &self.legal_context,
            None => &self.context,
        }
    }

    /// Sets target and version, where given; the statement stays.
    fn in_context(&mut self, target: Option<&'static Target>, isa: Option<IsaVersion>) -> String {
        self.context.target = target.unwrap_or(self.context.target);
        self.context.isa = isa.unwrap_or(self.context.isa);
        self.statement.clone()
    }

    /// The type of a source operand.
    fn kind(&self, index: usize) -> Type {
        let operand = self.instruction.form.sources().get(index);
        operand.map_or(self.instruction.destination_type(), |o| self.instruction.operand_type(o))
    }

    /// The bits of one lane of a source operand.
    fn lane_bits(&self, index: usize, lane: u8) -> u64 {
        self.kind(index).packing().extract(self.register(index), lane)
    }

    /// The register of a source operand.
    fn register(&self, index: usize) -> u64 {
        self.registers().get(index).copied().unwrap_or(0)
    }

    /// Stores the register of a source operand.
    fn store(&mut self, index: usize, register: u64) {
        self.stash.store(&self.instruction, index, register);
    }

    /// Stores one lane of a source operand.
    fn store_lane(&mut self, index: usize, lane: u8, bits: u64) {
        let register = self.kind(index).packing().insert(self.register(index), lane, bits);
        self.store(index, register);
    }
}

#[cfg(test)]
mod tests;
