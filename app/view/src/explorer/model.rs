//! The explorer's state, as plain data, and its changes.

use ptxfp::eval::Prepared;
use ptxfp::explore::difference::By;
use ptxfp::internals::observed::ObservedText;
use ptxfp::link::{State, parse_canonical};

use crate::background::{Reply, Report};
use crate::explorer::operands::Operands;
use crate::explorer::screen::{Screen, screen};
use crate::explorer::tabs::Tab;
use crate::explorer::tabs::compare::{Compare, FIND};
use crate::explorer::tabs::machine::Machine;
use crate::explorer::tabs::machine::whole::{Text, Whole};
use crate::explorer::tabs::sweep::file::{csv, map_csv};
use crate::explorer::tabs::sweep::{SPREAD, Sweep, share, with_operand};
use crate::explorer::tabs::{compare, sweep};
use crate::module::{Module, Summary, Visit};
use crate::route::Route;

/// The state of the explorer.
#[derive(Default)]
pub struct Model {
    /// The state of the playground.
    pub state: State,
    /// The observed result for it, where one is known.
    pub observed: Option<ObservedText>,
    /// Its address.
    pub home: String,
    /// The lane whose steps are shown, if one was chosen.
    pub lane: Option<u8>,
    /// Whether a fused instruction is shown beside product and sum.
    pub is_against: bool,
    /// The tab that is shown.
    pub tab: Tab,
    /// The operands that vary in the matrix, by their place in the list of pairs.
    pub pair: usize,
    /// The cell of the matrix in the tab order: row and column.
    pub cell: (usize, usize),
    /// The sweep.
    pub sweep: Sweep,
    /// Whether the tab of sweeps is about to be opened.
    pub is_reached: bool,
    /// The comparisons.
    pub compare: Compare,
    /// The machine code.
    pub machine: Machine,
    /// The whole of it.
    pub whole: Whole,
    /// The request of the last edit to the playground: a state to load.
    pub asked: Option<String>,
    /// Whether the last edit brings the tab into view.
    pub is_revealed: bool,
    /// The file that the last edit saves: its name and its contents.
    pub saved: Option<(String, String)>,
}

/// A change of the state.
#[derive(Clone, PartialEq, Debug)]
pub enum Edit {
    /// The playground shows another state, given as a link, with the observed result that a worker
    /// reported.
    Follow(String, Option<ObservedText>),
    /// The steps of another lane are shown.
    Explain(u8),
    /// A fused instruction is shown beside product and sum, or no longer.
    Against,
    /// Another tab is shown.
    Tab(Tab),
    /// Other operands vary in the matrix, by their place in the list of pairs.
    Pair(usize),
    /// Another cell of the matrix gets the focus: row and column.
    Point((usize, usize)),
    /// The operands of a cell are loaded.
    Cell((usize, usize)),
    /// The operands of a documented case are loaded.
    Corner(usize),
    /// Another state is loaded, given as a link.
    Load(String),
    /// The tab of sweeps is about to be opened: the first sweep begins.
    Reach,
    /// A sweep changes.
    Sweep(sweep::Edit),
    /// The operand at a place of the plot is loaded, in 65536ths of its width.
    SweepPoint(u32),
    /// The operands of a cell of the map are loaded.
    SweepCell(usize),
    /// Save the sweep.
    SweepFile,
    /// A comparison changes.
    Compare(compare::Edit),
    /// A worker has answered.
    Answer(Box<Reply>),
    /// Workers report progress.
    Work(Report),
    /// A text has arrived, or could not be fetched.
    Text(Text, Option<String>),
    /// Shows or hides the whole machine code.
    Whole,
}

impl Model {
    /// The instruction with its present operands.
    pub fn operands(&self) -> Operands<'_> {
        let State { instruction, context, registers, .. } = &self.state;
        Operands { instruction, context, registers }
    }

    /// The lane that steps and cases are about: the chosen one, or the highest.
    pub(super) fn shown_lane(&self) -> u8 {
        let State { instruction, context, .. } = &self.state;
        let highest = Prepared::new(instruction, context).lanes() - 1;
        self.lane.map_or(highest, |lane| lane.min(highest))
    }

    /// Returns the observed result, and the address of its evidence.
    pub(super) fn observed(&self) -> Option<(&ObservedText, String)> {
        let observed = self.observed.as_ref()?;
        let claim = Route::Evidence(String::from(observed.claim())).fragment();
        Some((observed, [&*self.home, "#", &*claim].concat()))
    }

    /// A state, with the present tab and its contents.
    fn viewed(&self, fragment: &str) -> Option<String> {
        let State { view, compared, sweep, .. } = self.state.clone();
        let state = parse_canonical(fragment)?;
        Some(State { view, compared, sweep, ..state }.to_fragment())
    }

    /// Updates the contents of the tab, and stops work for hidden tabs.
    fn follow_tab(&mut self) {
        let is_swept = self.tab == Tab::Sweep || self.is_reached;
        if is_swept {
            self.sweep.follow(&self.state);
        }
        // Work begins when its tab is shown, and stops when it is hidden.
        if !is_swept || self.tab != Tab::Sweep && self.sweep.n_indices() > SPREAD {
            self.sweep.leave();
        }
        if self.tab == Tab::Compare {
            self.compare.follow(&self.state);
        } else {
            self.compare.leave();
        }
    }

    /// The tab of a link that names none.
    fn usual_tab(&self) -> Tab {
        if self.state.sweep.is_some() { Tab::Sweep } else { Tab::default() }
    }

    /// Returns the part of a link that names the tab: nothing for the usual one. For comparisons,
    /// it includes what is compared, unless that is the nearest results.
    fn view(&self) -> Option<String> {
        let name = self.tab.name();
        match self.compare.by {
            by if self.tab == Tab::Compare && by != By::default() => {
                Some([name, ":", by.name()].concat())
            }
            _ => (self.tab != self.usual_tab()).then(|| name.to_owned()),
        }
    }

    /// Shows the tab and contents that the link asks for.
    fn follow_view(&mut self) {
        let view = self.state.view.as_deref().unwrap_or_default();
        let (name, rest) = view.split_once(':').unwrap_or((view, ""));
        self.tab = Tab::named(name).unwrap_or_else(|| self.usual_tab());
        if self.tab == Tab::Compare {
            self.compare.by = By::named(rest).unwrap_or_default();
            if rest == FIND {
                self.compare.seek();
            }
        }
    }

    /// Shows another state of the playground.
    fn follow_state(&mut self, fragment: &str, observed: Option<ObservedText>) {
        self.observed = observed;
        // The playground writes canonical links; before it does, there is none.
        if let Some(state) = parse_canonical(fragment) {
            self.lane = self.lane.filter(|_| state.instruction == self.state.instruction);
            self.state = state;
            self.follow_view();
        }
    }

    /// Begins the search for a difference that a link asks for, or first asks for something to
    /// compare with.
    fn search(&mut self) {
        let was_running = self.compare.is_running();
        if self.tab == Tab::Compare
            && let Some(state) = self.compare.sought(&self.state)
        {
            self.asked = Some(State { view: self.view(), ..state }.to_fragment());
        }
        self.is_revealed = !was_running && self.compare.is_running();
    }

    fn load(&mut self, registers: Option<Vec<u64>>) {
        let state = registers.map(|registers| State { registers, ..self.state.clone() });
        self.asked = state.map(|state| state.to_fragment());
    }

    /// The name and the contents of a file with the sweep or the map.
    fn sweep_file(&self) -> Option<(String, String)> {
        let name = self.state.instruction.to_string().replace("::", ".");
        let file = self.sweep.swept.as_ref().map(csv);
        let file = file.or_else(|| self.sweep.map.as_ref().map(map_csv))?;
        Some(([&name, ".csv"].concat(), file))
    }
}

impl Module for Model {
    type Edit = Edit;
    type Screen = Screen;

    fn apply(&mut self, edit: Edit) {
        self.asked = None;
        self.saved = None;
        self.is_revealed = false;
        self.is_reached &= matches!(edit, Edit::Work(_));
        match edit {
            Edit::Follow(fragment, observed) => self.follow_state(&fragment, observed),
            Edit::Explain(lane) => self.lane = Some(lane),
            Edit::Against => self.is_against = !self.is_against,
            Edit::Tab(tab) => {
                self.tab = tab;
                self.machine.retry();
                self.asked = Some(State { view: self.view(), ..self.state.clone() }.to_fragment());
            }
            Edit::Pair(pair) => self.pair = pair,
            Edit::Point(cell) => self.cell = cell,
            Edit::Cell(cell) => {
                self.load(self.operands().of_cell(self.shown_lane(), self.pair, cell));
            }
            Edit::Corner(index) => {
                self.load(self.operands().of_corner(self.shown_lane(), index));
            }
            Edit::Load(fragment) => self.asked = self.viewed(&fragment),
            Edit::Reach => self.is_reached = true,
            Edit::Sweep(edit) => {
                if let Some(sweep) = self.sweep.apply(&edit, &self.state) {
                    // It includes the tab.
                    (self.state.sweep, self.state.view) = (Some(sweep), None);
                    self.asked = Some(self.state.to_fragment());
                }
            }
            // Every drag ends as a press.
            Edit::SweepPoint(_) if self.sweep.drag.take().is_some_and(|drag| drag.is_far()) => {}
            Edit::SweepPoint(across) => {
                self.asked = self.sweep.swept.as_ref().map(|swept| {
                    let bits = swept.domain.at(share(swept.domain.len(), across));
                    with_operand(&self.state, swept.place, bits).to_fragment()
                });
            }
            Edit::SweepCell(cell) => {
                let state = self.sweep.map.as_ref().and_then(|map| map.state_of(cell, &self.state));
                self.asked = state.map(|state| state.to_fragment());
            }
            Edit::SweepFile => self.saved = self.sweep_file(),
            Edit::Compare(edit) => {
                let by = self.compare.by;
                let state = self.compare.apply(edit, &self.state);
                let state = state.or_else(|| (self.compare.by != by).then(|| self.state.clone()));
                self.asked = state.map(|state| State { view: self.view(), ..state }.to_fragment());
            }
            Edit::Answer(reply) => self.compare.take(&reply),
            Edit::Work(report) => self.sweep.take(&report, &self.state),
            Edit::Text(Text::Record, text) => self.machine = Machine::new(text),
            Edit::Text(Text::Whole(name, _), text) => self.whole.take(name, text),
            Edit::Whole => self.whole.press(),
        }
        self.follow_tab();
        self.search();
    }

    fn screen(&self, _: Option<&Screen>) -> Screen {
        screen(self)
    }

    fn visit(&self) -> Visit {
        Visit::Edit
    }

    /// The address belongs to the playground.
    fn owns(_: &str) -> bool {
        false
    }

    fn follow(&mut self, _: &str) -> Option<String> {
        None
    }

    fn summary(screen: &Screen) -> Summary<'_> {
        Summary { heading: "", fragment: "", spoken: &screen.spoken }
    }
}

#[cfg(test)]
mod tests;
