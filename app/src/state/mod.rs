//! What the page remembers, and everything that follows from it.
//!
//! Statement, version and target, operands: each has one signal. All else is a chain of memos,
//! one for each arrow: statement → analysis → last legal instruction → registers → result.

mod history;
mod stash;

use leptos::prelude::*;
use ptxfp::catalog::{self, Context, ISA_VERSIONS, Instruction, IsaVersion, TARGETS, Target, Type};
use ptxfp::link::State;

use self::stash::Stash;
use crate::browser::address::{self, Visit};
use crate::present::statement::{self, Analysis};
use crate::present::{chips, operand, result, trace};
use crate::view_model::instruction::{ChipGroupView, FixAction, InstructionView, NoteView};
use crate::view_model::notice::NoticeView;
use crate::view_model::operand::{EntryView, LaneView, OperandShape};
use crate::view_model::result::{LinkedView, ResultView};
use crate::view_model::trace::TraceView;

/// A legal instruction and where it runs.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Active {
    instruction: Instruction,
    context: Context,
}

/// Handles to the state of the page; every copy is the same state.
#[derive(Clone, Copy)]
pub struct Playground {
    /// The statement as typed.
    pub statement: RwSignal<String>,
    context: RwSignal<Context>,
    stash: RwSignal<Stash>,
    visit: StoredValue<Visit>,
    view: RwSignal<Option<String>>,
    loaded: RwSignal<Option<State>>,
    /// The lane whose steps are shown.
    pub lane: RwSignal<u8>,
    /// The operand and lane that was last edited or focused.
    pub focused_lane: RwSignal<(usize, u8)>,
    /// What there is to say about the link.
    pub notice: RwSignal<Option<NoticeView>>,
    analysis: Memo<Analysis>,
    active: Memo<Active>,
    registers: Memo<Vec<u64>>,
    /// The statement, its legality and its diagnostics.
    pub instruction: Memo<InstructionView>,
    /// Opcode and modifiers in force.
    pub spelling: Memo<String>,
    /// The opcode in force.
    pub opcode: Memo<&'static str>,
    /// The chips.
    pub chips: Memo<Vec<ChipGroupView>>,
    /// Section and requirements of the form in force.
    pub form_note: Memo<NoteView>,
    /// The source operands.
    pub operands: Memo<Vec<OperandShape>>,
    /// The result.
    pub result: Memo<ResultView>,
    /// The steps of the chosen lane.
    pub trace: Memo<TraceView>,
    /// The name of the target.
    pub target_name: Memo<&'static str>,
    /// The name of the version.
    pub isa_name: Memo<String>,
}

impl Playground {
    /// The state that the page opens with, and the memos over it.
    pub fn new() -> Self {
        let first = State::default();
        let statement = RwSignal::new(statement::canonical(&first.instruction));
        let context = RwSignal::new(first.context);
        let stash = RwSignal::new(Stash::default());
        let lane = RwSignal::new(0);
        let analysis =
            Memo::new(move |_| statement.with(|text| statement::analyse(text, &context.get())));
        let opening = Active { instruction: first.instruction, context: first.context };
        let active = Memo::new(move |last: Option<&Active>| {
            let context = context.get();
            let legal = analysis.with(|analysis| analysis.instruction);
            legal.map_or_else(
                || last.copied().unwrap_or(opening),
                |instruction| Active { instruction, context },
            )
        });
        let registers = Memo::new(move |_| stash.with(|s| s.registers(&active.get().instruction)));
        let now = move || active.get();
        let playground = Self {
            statement,
            context,
            stash,
            visit: StoredValue::new(Visit::Edit),
            view: RwSignal::new(None),
            loaded: RwSignal::new(None),
            lane,
            focused_lane: RwSignal::new((usize::MAX, 0)),
            notice: RwSignal::new(None),
            analysis,
            active,
            registers,
            instruction: Memo::new(move |_| analysis.with(|analysis| analysis.view.clone())),
            spelling: Memo::new(move |_| now().instruction.to_string()),
            opcode: Memo::new(move |_| now().instruction.form.opcode),
            chips: Memo::new(move |_| chips::groups(&now().instruction, &context.get())),
            form_note: Memo::new(move |_| chips::form_note(&now().instruction)),
            operands: Memo::new(move |_| operand::shapes(&now().instruction)),
            result: Memo::new(move |_| {
                let Active { instruction, context } = now();
                registers.with(|registers| result::result(&instruction, &context, registers))
            }),
            trace: Memo::new(move |_| {
                let Active { instruction, context } = now();
                registers.with(|r| trace::trace(&instruction, &context, r, lane.get()))
            }),
            target_name: Memo::new(move |_| context.get().target.name),
            isa_name: Memo::new(move |_| context.get().isa.to_string()),
        };
        playground.load(&first);
        playground
    }

    /// The state of the page that this component is part of.
    pub fn expect() -> Self {
        expect_context()
    }

    /// Takes over a state, such as that of a link.
    fn load(self, state: &State) {
        self.context.set(state.context);
        self.view.set(state.view.clone());
        self.loaded.set(Some(state.clone()));
        self.stash.update(|stash| {
            for (index, register) in state.registers.iter().enumerate() {
                stash.store(&state.instruction, index, *register);
            }
        });
        self.statement.set(statement::canonical(&state.instruction));
        self.lane.set(state.instruction.destination_type().packing().lanes - 1);
    }

    /// The present state, as a link holds it.
    fn snapshot(self) -> State {
        let Active { instruction, context } = self.active.get();
        let registers = self.registers.get();
        State { instruction, context, registers, recorded: None, view: self.view.get() }
    }

    /// The result that the link recorded, as long as nothing it says has been changed.
    pub fn linked(self) -> Option<LinkedView> {
        let loaded = self.loaded.get()?;
        let recorded = loaded.recorded?;
        let same = State { recorded: None, ..loaded } == self.snapshot();
        same.then(|| self.result.with(|result| result::linked(recorded, result)))
    }

    /// What came of the last edit, to be said: the result, or what is wrong.
    pub fn spoken(self) -> String {
        let wrong = self.instruction.with(|view| {
            let fatal = view.diagnostics.iter().find(|diagnostic| diagnostic.fatal)?;
            Some(["Rejected: ", &fatal.message.replace('`', "")].concat())
        });
        wrong.unwrap_or_else(|| self.result.with(|result| result.spoken.clone()))
    }

    /// The address of the present state.
    pub fn link(self) -> String {
        address::link_with(&untrack(move || self.snapshot().to_fragment()))
    }

    /// Takes what is typed as the statement; values among its operands are stored.
    pub fn write(self, text: String) {
        self.statement.set(text);
        let analysis = self.analysis.get_untracked();
        if let Some(instruction) = analysis.instruction {
            self.stash.update(|stash| {
                for (index, register) in analysis.values {
                    stash.store(&instruction, index, register);
                }
            });
        }
    }

    /// Gives a legal statement the operands of its syntax line: its values have been stored.
    ///
    /// One that spells its modifiers in another order is a case of its own and stays.
    pub fn settle(self) {
        let text = self.statement.get_untracked();
        if let Some(instruction) = self.analysis.get_untracked().instruction
            && statement::is_canonical(&text, &instruction)
        {
            self.statement.set(statement::canonical(&instruction));
        }
    }

    /// Does what a chip, a select or a fix stands for: a step in the history.
    pub fn apply(self, action: FixAction) {
        self.visit.set_value(Visit::Step);
        match action {
            FixAction::Instruction(spelling) => {
                self.write(spelling);
                self.settle();
            }
            FixAction::Spelling(spelling) => {
                let text =
                    self.statement.with_untracked(|text| statement::respelled(text, &spelling));
                self.write(text);
                self.settle();
            }
            FixAction::Target(name) => self.set_context(Target::parse(&name), None),
            FixAction::Isa(name) => self.set_context(None, IsaVersion::parse(&name)),
            FixAction::Context { target, isa, spelling } => {
                self.set_context(Target::parse(&target), IsaVersion::parse(&isa));
                if let Some(spelling) = spelling {
                    self.write(spelling);
                }
                self.settle();
            }
        }
    }

    /// Sets target and version, as far as they are given.
    fn set_context(self, target: Option<&'static Target>, isa: Option<IsaVersion>) {
        self.context.update(|context| {
            context.target = target.unwrap_or(context.target);
            context.isa = isa.unwrap_or(context.isa);
        });
    }

    /// Goes to another opcode, keeping as much of the modifiers as it takes.
    pub fn pick_opcode(self, opcode: &str) {
        let active = self.active.get_untracked();
        let nearest = chips::with_opcode(&active.instruction, opcode, &active.context);
        if let Some(instruction) = nearest {
            self.apply(FixAction::Instruction(instruction.to_string()));
        }
    }

    /// Every opcode.
    pub fn opcodes(self) -> Vec<&'static str> {
        catalog::opcodes().collect()
    }

    /// Every target, oldest first.
    pub fn targets(self) -> Vec<String> {
        TARGETS.iter().map(|target| target.name.to_owned()).collect()
    }

    /// Every version, newest first.
    pub fn isas(self) -> Vec<String> {
        ISA_VERSIONS.iter().rev().map(ToString::to_string).collect()
    }

    /// The type of a source operand.
    fn kind(self, index: usize) -> Type {
        let instruction = self.active.get().instruction;
        let operand = instruction.form.sources().get(index);
        operand.map_or(instruction.destination_type(), |o| instruction.operand_type(o))
    }

    /// The register of a source operand.
    pub fn register(self, index: usize) -> u64 {
        self.registers.with(|registers| registers.get(index).copied().unwrap_or(0))
    }

    /// The bits of one lane of a source operand.
    pub fn lane_bits(self, index: usize, lane: u8) -> u64 {
        self.kind(index).packing().extract(self.register(index), lane)
    }

    /// The value and the bits of one lane of a source operand.
    pub fn lane_view(self, index: usize, lane: u8) -> LaneView {
        operand::lane(self.kind(index), self.lane_bits(index, lane))
    }

    /// Stores the register of a source operand.
    fn store(self, index: usize, register: u64) {
        let instruction = self.active.get_untracked().instruction;
        self.stash.update(|stash| stash.store(&instruction, index, register));
    }

    /// Stores one lane of a source operand.
    fn store_lane(self, index: usize, lane: u8, bits: u64) {
        let (packing, register) =
            untrack(move || (self.kind(index).packing(), self.register(index)));
        self.store(index, packing.insert(register, lane, bits));
    }

    /// Reads a text for one lane and stores its value.
    pub fn enter_lane(self, index: usize, lane: u8, text: &str) -> EntryView {
        let entry = operand::entry(untrack(move || self.kind(index)), text);
        if let EntryView::Exact(bits) | EntryView::Rounded { bits, .. } = entry {
            self.store_lane(index, lane, bits);
        }
        entry
    }

    /// Reads the digits of a whole register and stores them.
    pub fn enter_register(self, index: usize, text: &str) -> EntryView {
        let entry = operand::register_entry(untrack(move || self.kind(index)), text);
        if let EntryView::Exact(bits) = entry {
            self.store(index, bits);
        }
        entry
    }

    /// Flips one bit of a lane.
    pub fn toggle(self, index: usize, lane: u8, position: u32) {
        let bits = untrack(move || self.lane_bits(index, lane));
        self.store_lane(index, lane, bits ^ 1 << position);
    }

    /// Stores the same bits in the lane of an operand that was last focused, or else in all.
    pub fn enter_preset(self, index: usize, bits: u64) {
        let (operand, lane) = self.focused_lane.get_untracked();
        if operand == index {
            return self.store_lane(index, lane, bits);
        }
        for lane in 0..untrack(move || self.kind(index)).packing().lanes {
            self.store_lane(index, lane, bits);
        }
    }
}

impl Default for Playground {
    fn default() -> Self {
        Self::new()
    }
}
