//! What the page remembers, as plain data, and how it changes.

use ptxfp::catalog::{Context, Instruction, IsaVersion, Target, Type};
use ptxfp::link::State;

use super::stash::Stash;
use crate::browser::address::Visit;
use crate::present::statement::{self, Analysis};
use crate::present::{chips, operand};
use crate::view_model::instruction::FixAction;
use crate::view_model::notice::NoticeView;
use crate::view_model::operand::EntryView;

/// A change of the state.
#[derive(Clone, PartialEq, Debug)]
pub enum Edit {
    /// The statement is typed or pasted.
    Write(String),
    /// The statement is left.
    Settle,
    /// A chip, a select or a fix is pressed: a step in the history.
    Apply(FixAction),
    /// Another opcode is picked.
    Opcode(String),
    /// A source operand gets a register.
    Register(usize, u64),
    /// A lane of a source operand gets bits.
    Lane(usize, u8, u64),
    /// A bit of a lane is flipped.
    Flip(usize, u8, u32),
    /// The lane of an operand that was last focused gets bits, or else every lane.
    Preset(usize, u64),
    /// A lane of an operand is focused.
    Focus(usize, u8),
    /// A chip is asked about.
    Ask(String),
    /// The steps of another lane are shown.
    Explain(u8),
    /// The banner changes.
    Notice(Option<NoticeView>),
    /// The state of a link is taken over.
    Load(State, Option<NoticeView>),
}

/// The state of the page.
#[derive(Clone, Debug)]
pub struct Model {
    /// The statement as typed.
    pub statement: String,
    /// Where it is to run.
    pub context: Context,
    /// What the statement comes to.
    pub analysis: Analysis,
    /// The last legal instruction.
    pub instruction: Instruction,
    /// Where that runs.
    pub legal_context: Context,
    stash: Stash,
    /// The lane whose steps are shown.
    pub lane: u8,
    /// The operand and lane that was last focused.
    pub focused: Option<(usize, u8)>,
    /// The chip that was last asked about, by its spelling.
    pub asked: Option<String>,
    /// What there is to say about the link.
    pub notice: Option<NoticeView>,
    loaded: State,
    /// Whether the last change was a step in the history.
    pub visit: Visit,
}

impl Model {
    /// The state that a link holds.
    pub fn new(state: State) -> Self {
        let statement = statement::canonical(&state.instruction);
        let mut model = Self {
            analysis: statement::analyse(&statement, &state.context),
            statement,
            context: state.context,
            instruction: state.instruction,
            legal_context: state.context,
            stash: Stash::default(),
            lane: 0,
            focused: None,
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
        match edit {
            Edit::Write(text) => self.write(text),
            Edit::Settle => self.settle(),
            Edit::Apply(action) => self.act(action),
            Edit::Opcode(opcode) => {
                let found = chips::with_opcode(&self.instruction, &opcode, &self.context);
                if let Some(found) = found {
                    self.act(FixAction::Instruction(found.to_string()));
                }
            }
            Edit::Register(index, register) => self.store(index, register),
            Edit::Lane(index, lane, bits) => self.store_lane(index, lane, bits),
            Edit::Flip(index, lane, position) => {
                let bits = self.lane_bits(index, lane);
                self.store_lane(index, lane, bits ^ 1 << position);
            }
            Edit::Preset(index, bits) => match self.focused {
                Some((operand, lane)) if operand == index => self.store_lane(index, lane, bits),
                Some(_) | None => {
                    let lanes = 0..self.kind(index).packing().lanes;
                    lanes.for_each(|lane| self.store_lane(index, lane, bits));
                }
            },
            Edit::Focus(index, lane) => self.focused = Some((index, lane)),
            Edit::Ask(spelling) => self.asked = Some(spelling),
            Edit::Explain(lane) => self.lane = lane,
            Edit::Notice(notice) => self.notice = notice,
            Edit::Load(state, notice) => self.load(state, notice),
        }
    }

    /// The registers of the source operands.
    pub fn registers(&self) -> Vec<u64> {
        self.stash.registers(&self.instruction)
    }

    /// The state, as a link holds it.
    pub fn snapshot(&self) -> State {
        State {
            instruction: self.instruction,
            context: self.legal_context,
            registers: self.registers(),
            recorded: None,
            view: self.loaded.view.clone(),
        }
    }

    /// The result that the link recorded, as long as nothing it says has been changed.
    pub fn recorded(&self) -> Option<u64> {
        let recorded = self.loaded.recorded?;
        let same = State { recorded: None, ..self.loaded.clone() } == self.snapshot();
        same.then_some(recorded)
    }

    /// Reads a text for one lane of a source operand.
    pub fn read_lane(&self, index: usize, text: &str) -> EntryView {
        operand::entry(self.kind(index), text)
    }

    /// Reads the digits of the register of a source operand.
    pub fn read_register(&self, index: usize, text: &str) -> EntryView {
        operand::register_entry(self.kind(index), text)
    }

    /// Takes over the state of a link.
    fn load(&mut self, state: State, notice: Option<NoticeView>) {
        self.context = state.context;
        for (index, register) in state.registers.iter().enumerate() {
            self.stash.store(&state.instruction, index, *register);
        }
        self.lane = state.instruction.destination_type().packing().lanes - 1;
        self.notice = notice;
        self.write(statement::canonical(&state.instruction));
        self.loaded = state;
    }

    /// Takes a text as the statement; values among its operands are stored.
    fn write(&mut self, text: String) {
        self.statement = text;
        self.analysis = statement::analyse(&self.statement, &self.context);
        let Some(instruction) = self.analysis.instruction else { return };
        self.instruction = instruction;
        self.legal_context = self.context;
        for (index, register) in &self.analysis.values {
            self.stash.store(&instruction, *index, *register);
        }
    }

    /// Gives a legal statement the operands of its syntax line: its values have been stored.
    ///
    /// One that spells its modifiers in another order is a case of its own and stays.
    fn settle(&mut self) {
        if let Some(instruction) = self.analysis.instruction
            && statement::is_canonical(&self.statement, &instruction)
        {
            self.write(statement::canonical(&instruction));
        }
    }

    /// Does what a chip, a select or a fix stands for.
    fn act(&mut self, action: FixAction) {
        self.visit = Visit::Step;
        let text = match action {
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

    /// Sets target and version, as far as they are given; the statement stays.
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
        let register = self.registers().get(index).copied().unwrap_or(0);
        self.kind(index).packing().extract(register, lane)
    }

    /// Stores the register of a source operand.
    fn store(&mut self, index: usize, register: u64) {
        self.stash.store(&self.instruction, index, register);
    }

    /// Stores one lane of a source operand.
    fn store_lane(&mut self, index: usize, lane: u8, bits: u64) {
        let register = self.registers().get(index).copied().unwrap_or(0);
        self.store(index, self.kind(index).packing().insert(register, lane, bits));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(statement: &str) -> Model {
        let mut model = Model::new(State::default());
        model.apply(Edit::Apply(FixAction::Instruction(statement.to_owned())));
        assert!(model.analysis.instruction.is_some(), "{statement}");
        model
    }

    #[test]
    fn rejected_statement_keeps_the_last_legal_instruction() {
        let mut model = model("fma.rn.f32");
        model.apply(Edit::Write(String::from("fma.rn.bogus d, a, b, c;")));
        assert_eq!(model.instruction.to_string(), "fma.rn.f32");
        assert!(model.analysis.view.diagnostics.iter().any(|diagnostic| diagnostic.fatal));
    }

    #[test]
    fn values_of_a_statement_are_stored() {
        let mut model = model("add.f16");
        model.apply(Edit::Write(String::from("add.f16 %h0, 1.5, 0x3c00;")));
        assert_eq!(model.registers(), [0x3e00, 0x3c00]);
        model.apply(Edit::Settle);
        assert_eq!(model.statement, "add.f16 d, a, b;");
    }

    #[test]
    fn going_to_another_type_and_back_loses_nothing() {
        let mut model = model("add.f32");
        model.apply(Edit::Register(0, 0x3f80_0001));
        model.apply(Edit::Apply(FixAction::Instruction(String::from("add.f16"))));
        assert_eq!(model.registers()[0], 0x3c00);
        model.apply(Edit::Apply(FixAction::Instruction(String::from("add.f32"))));
        assert_eq!(model.registers()[0], 0x3f80_0001);
    }

    #[test]
    fn record_holds_until_something_is_edited() {
        let state = State { recorded: Some(0x1234), ..State::default() };
        let mut model = Model::new(state);
        assert_eq!(model.recorded(), Some(0x1234));
        model.apply(Edit::Flip(0, 0, 0));
        assert_eq!(model.recorded(), None);
    }
}
