//! The state of the view, as plain data, and its changes.

use ptxfp::Target;
use ptxfp::catalog::IsaVersion;
use ptxfp::link::{TensorState, parse_tensor};
use ptxfp::tensor::Mma;

use crate::mma::{PRESETS, context_for};
use crate::module::{Module, Summary, Visit};
use crate::notice::{NoticeView, notice};
use crate::playground::operand::EntryView;
use crate::random::mixed;
use crate::route::{TENSOR, is_tensor};
use crate::tensor::find::found;
use crate::tensor::inputs::{Draft, Field, converted, drawn, enter};
use crate::tensor::screen::{Screen, screen};
use crate::tensor::statement::StatementView;

/// The state of the view.
#[derive(Clone, Debug)]
pub struct Model {
    /// The instruction, the context and the operands; `None` before the view has been opened.
    pub(super) state: Option<TensorState>,
    converted: Option<Converted>,
    /// The text of the instruction, while it cannot be read.
    pub(super) typed: Option<StatementView>,
    pub(super) drafts: Vec<Draft>,
    pub(super) notice: Option<NoticeView>,
    /// The row and the column of the element of d.
    pub(super) place: [usize; 2],
    /// Whether errors of longer sums are shown, and then whether the numbers have signs.
    pub(super) longer_of: Option<bool>,
    visit: Visit,
}

/// Operands that another instruction took over.
#[derive(Clone, Debug)]
struct Converted {
    /// The state before the instruction was changed.
    from: TensorState,
    /// The state that it became.
    to: TensorState,
}

impl Default for Model {
    fn default() -> Self {
        Self {
            state: None,
            converted: None,
            typed: None,
            drafts: Vec::new(),
            notice: None,
            place: [0, 0],
            longer_of: None,
            visit: Visit::Edit,
        }
    }
}

/// A change to the state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// The instruction is typed.
    Type(String),
    /// An instruction is chosen; it comes with a target that has it.
    Choose(String),
    /// The usual target and version of the instruction are taken.
    Fit,
    /// A target is chosen.
    Target(String),
    /// A version is chosen.
    Isa(String),
    /// A text is entered for an operand.
    Enter(Field, String),
    /// A field is left.
    Leave(Field),
    /// The text in a field is discarded.
    Forget(Field),
    /// Inputs are chosen, by their place.
    Preset(usize),
    /// Random operands are drawn.
    Random(u64),
    /// Operands are searched whose result is not that of a reference, by its place.
    Find(usize, u64),
    /// The element of d is another one.
    Place([usize; 2]),
    /// Errors of longer sums are shown, of numbers with or without signs, or hidden.
    Longer(Option<bool>),
    /// The notice about the link is dismissed.
    Dismiss,
}

impl Model {
    /// Takes an instruction, with the operands that there are. Those of several changes in a row are
    /// those before the first, so that nothing is lost by trying another format.
    fn set(&mut self, mma: Mma) {
        let Some(shown) = &self.state else { return };
        let is_shown = |it: &&Converted| it.to.mma == shown.mma && it.to.elements == shown.elements;
        let known = self.converted.as_ref().filter(is_shown);
        let old = known.map_or(shown, |it| &it.from).clone();
        let mut state = TensorState::new(mma, shown.context);
        for field in Field::ALL {
            let Some(to) = field.format(&state) else { continue };
            let from = field.format(&old);
            let elements = field.elements(&old);
            let missing = matches!(field, Field::ScaleA | Field::ScaleB).then(|| to.one());
            for (index, place) in field.elements_mut(&mut state).iter_mut().enumerate() {
                let old = elements.get(index).zip(from);
                let new = old.and_then(|(bits, from)| converted(*bits, from, to));
                *place = new.or(missing).unwrap_or(0);
            }
        }
        self.converted = Some(Converted { from: old, to: state.clone() });
        self.state = Some(state);
        self.drafts.clear();
    }

    fn read(&mut self, text: String) {
        let shown = self.state.as_ref().map(|state| state.mma.to_string());
        match Mma::parse(&text) {
            Ok(mma) => {
                self.typed = None;
                if shown != Some(mma.to_string()) {
                    self.set(mma);
                }
            }
            Err(wrong) => {
                self.typed = Some(StatementView {
                    text,
                    wrong: Some(crate::message::sentence(&wrong.to_string())),
                    instead: wrong.instead,
                });
            }
        }
    }

    fn choose(&mut self, spelling: &str) {
        self.typed = None;
        if let Ok(mma) = Mma::parse(spelling) {
            self.set(mma);
        }
        self.fit();
    }

    fn fit(&mut self) {
        if let Some(state) = &mut self.state {
            state.context = context_for(&state.mma, &state.context);
        }
    }

    fn enter(&mut self, operand: Field, text: String) {
        let Some(state) = &mut self.state else { return };
        let entry = enter(state, operand, &text);
        self.drafts.retain(|draft| draft.operand != operand);
        self.drafts.push(Draft { operand, text, entry });
    }

    /// Discards a draft; with `is_exact`, only if nothing in it is rounded or wrong.
    fn leave(&mut self, operand: Field, is_exact: bool) {
        self.drafts.retain(|draft| {
            draft.operand != operand || is_exact && !matches!(draft.entry, EntryView::Exact(_))
        });
    }

    fn load(&mut self, state: TensorState) {
        self.state = Some(state);
        self.typed = None;
        self.drafts.clear();
    }

    /// Looks for operands whose result is not that of a reference.
    fn find(&mut self, place: usize, seed: u64) {
        let Some(state) = &mut self.state else { return };
        match found(state, place, seed) {
            None => {}
            Some(Ok(elements)) => {
                state.elements = elements;
                self.drafts.clear();
                self.notice = None;
            }
            Some(Err(message)) => {
                self.notice = Some(NoticeView::of_message(message));
            }
        }
    }

    /// Draws operands: numbers of different sizes, so that some of their bits are cut off.
    fn draw(&mut self, seed: u64) {
        let Some(state) = &mut self.state else { return };
        let mut place = seed;
        for field in [Field::A, Field::B, Field::C] {
            let Some(format) = field.format(state) else { continue };
            for element in field.elements_mut(state) {
                place = place.wrapping_add(1);
                *element = drawn(mixed(place), format);
            }
        }
        self.drafts.clear();
    }
}

impl Module for Model {
    type Edit = Edit;
    type Screen = Screen;

    fn apply(&mut self, edit: Edit) {
        self.visit = Visit::Edit;
        match edit {
            Edit::Type(text) => self.read(text),
            Edit::Choose(spelling) => {
                self.visit = Visit::Step;
                self.choose(&spelling);
            }
            Edit::Fit => {
                self.visit = Visit::Step;
                self.fit();
            }
            Edit::Target(name) => {
                self.visit = Visit::Step;
                if let (Some(state), Some(target)) = (&mut self.state, Target::parse(&name)) {
                    state.context.target = target;
                }
            }
            Edit::Isa(name) => {
                self.visit = Visit::Step;
                if let (Some(state), Some(isa)) = (&mut self.state, IsaVersion::parse(&name)) {
                    state.context.isa = isa;
                }
            }
            Edit::Enter(operand, text) => self.enter(operand, text),
            Edit::Leave(operand) => self.leave(operand, true),
            Edit::Forget(operand) => self.leave(operand, false),
            Edit::Preset(place) => {
                self.visit = Visit::Step;
                if let Some(state) = PRESETS.get(place).and_then(|preset| preset.state()) {
                    self.load(state);
                }
            }
            Edit::Random(seed) => {
                self.visit = Visit::Step;
                self.draw(seed);
            }
            Edit::Find(place, seed) => {
                self.visit = Visit::Step;
                self.find(place, seed);
            }
            Edit::Place(place) => self.place = place,
            Edit::Longer(of) => self.longer_of = of,
            Edit::Dismiss => self.notice = None,
        }
    }

    fn screen(&self, last: Option<&Screen>) -> Screen {
        screen(self, last)
    }

    fn visit(&self) -> Visit {
        self.visit
    }

    fn owns(fragment: &str) -> bool {
        is_tensor(fragment)
    }

    /// Loads the state of a link, with a banner if part of it is lost; an empty link keeps the present
    /// state, or loads the first preset if there is none.
    fn follow(&mut self, fragment: &str) -> Option<String> {
        self.visit = Visit::Edit;
        let first = || PRESETS.first().and_then(|preset| preset.state());
        if fragment == TENSOR {
            if self.state.is_none() {
                self.state = first();
            }
            return None;
        }
        if self.state.as_ref().is_some_and(|state| state.to_fragment() == fragment) {
            return None;
        }
        self.notice = None;
        if let Some(parsed) = parse_tensor(fragment) {
            let written = parsed.state.as_ref().map(TensorState::to_fragment);
            if !parsed.problems.is_empty() && written.as_deref() != Some(fragment) {
                let is_lost = parsed.state.is_none();
                self.notice = Some(NoticeView { is_lost, ..notice(fragment, &parsed.problems) });
            }
            if let Some(state) = parsed.state.or_else(first) {
                self.load(state);
            }
        } else {
            let message = "Not a link to an element of a matrix, or too long.";
            self.notice = Some(NoticeView::of_broken_link(message));
            if self.state.is_none() {
                self.state = first();
            }
        }
        None
    }

    fn summary(screen: &Screen) -> Summary<'_> {
        Summary { heading: &screen.heading, fragment: &screen.fragment, spoken: &screen.spoken }
    }
}
