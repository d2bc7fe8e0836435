//! The explorer's state, as plain data, and its changes.

use ptxfp::eval::Prepared;
use ptxfp::explore::difference::By;
use ptxfp::internals::observed::ObservedText;
use ptxfp::link::{State, parse_canonical};

use crate::background::{Reply, Report};
use crate::explorer::compare::{Compare, FIND};
use crate::explorer::corners::Operands;
use crate::explorer::machine::Machine;
use crate::explorer::machine::whole::{Text, Whole};
use crate::explorer::screen::{Screen, screen};
use crate::explorer::sweep::file::{csv, map_csv};
use crate::explorer::sweep::{SPREAD, Sweep, share, with_operand};
use crate::explorer::tabs::Tab;
use crate::explorer::{compare, sweep};
use crate::module::{Module, Summary, Visit};

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
    /// The file that the last edit saves: its name and its contents.
    pub saved: Option<(String, String)>,
    /// The last announcement.
    pub said: String,
}

/// A change of the state.
#[derive(Clone, PartialEq, Debug)]
pub enum Edit {
    /// The playground shows another state, given as a link, with the observed result that a worker
    /// reported.
    Follow(String, String),
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
    Answer(Reply),
    /// Workers report progress.
    Work(Report),
    /// A text has arrived, or could not be fetched.
    Text(Text, Option<String>),
    /// Shows or hides the whole machine code.
    Whole,
    /// Announce the outcome of an edit.
    Say(String),
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
        Some((observed, [&*self.home, "#evidence"].concat()))
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
        self.is_reached &= matches!(edit, Edit::Work(_));
        match edit {
            Edit::Follow(fragment, observed) => {
                self.observed = ObservedText::parse(&observed);
                // The playground writes canonical links; before it does, there is none.
                if let Some(state) = parse_canonical(&fragment) {
                    self.lane = self.lane.filter(|_| state.instruction == self.state.instruction);
                    self.state = state;
                    self.follow_view();
                }
            }
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
            Edit::Say(text) => self.said = text,
        }
        self.follow_tab();
        if self.tab == Tab::Compare
            && let Some(state) = self.compare.sought(&self.state)
        {
            self.asked = Some(State { view: self.view(), ..state }.to_fragment());
        }
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
        Summary { heading: "", fragment: "", spoken: &screen.spoken, said: &screen.said }
    }

    fn say(text: String) -> Edit {
        Edit::Say(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::tabs::PanelView;
    use ptxfp::internals::job::question::Searches;

    fn follow(link: &str) -> Model {
        let mut model = Model::default();
        model.apply(Edit::Follow(link.to_owned(), String::new()));
        model
    }

    #[test]
    fn a_tab_is_asked_for_by_its_name_and_the_usual_one_by_none() {
        let mut model = follow("v1/add.f16@sm_90?a=0x3c00&b=0x3c00&view=error");
        assert_eq!(model.tab, Tab::Error);
        model.apply(Edit::Tab(Tab::Requirements));
        let link = "v1/add.f16@sm_90?a=0x3c00&b=0x3c00";
        assert_eq!(model.asked.as_deref(), Some(&*[link, "&view=requirements"].concat()));
        model.apply(Edit::Tab(Tab::Corners));
        assert_eq!(model.asked.as_deref(), Some(link));
        model.apply(Edit::Point((1, 2)));
        assert_eq!((model.tab, model.asked), (Tab::Corners, None));
    }

    #[test]
    fn what_is_compared_is_in_the_link() {
        let link = "v1/ex2.approx.f32@sm_90?a=0x3f000000&with=ex2.approx.ftz.f32@sm_90";
        let mut model = follow(&[link, "&view=compare"].concat());
        let observed = [link, "&view=compare:observed"].concat();
        model.apply(Edit::Compare(compare::Edit::By(By::Observed)));
        assert_eq!(model.asked.as_deref(), Some(&*observed));
        let mut model = follow(&observed);
        assert_eq!((model.tab, model.compare.by), (Tab::Compare, By::Observed));
        // Another tab is not about it, and it is the same on the way back.
        model.apply(Edit::Tab(Tab::Error));
        let other = model.asked.clone().expect("a link");
        assert_eq!(other, [link, "&view=error"].concat());
        model.apply(Edit::Follow(other, String::new()));
        model.apply(Edit::Tab(Tab::Compare));
        assert_eq!(model.asked.as_deref(), Some(&*observed));
        let mut model = follow(&[link, "&view=compare:bogus"].concat());
        assert_eq!((model.tab, model.compare.by), (Tab::Compare, By::Reference));
        model.apply(Edit::Compare(compare::Edit::By(By::Permitted)));
        model.apply(Edit::Compare(compare::Edit::By(By::Reference)));
        assert_eq!(model.asked, Some([link, "&view=compare"].concat()));
    }

    #[test]
    fn a_difference_is_found_without_further_input() {
        let link = "v1/add.f32@sm_90?a=0x00000000&b=0x00000000";
        let mut model = follow(&[link, "&view=compare:find"].concat());
        // The nearest relative is asked for, and the search begins with it.
        let asked = model.asked.clone().expect("a relative");
        assert_eq!(asked, [link, "&with=add.rz.f32@sm_90&view=compare"].concat());
        model.apply(Edit::Follow(asked, String::new()));
        assert_eq!(model.asked, None);
        let mut searches = Searches::default();
        while let Some(question) = model.screen(None).question {
            let answer = searches.answer(&["4000", &question.text].concat()).expect("an answer");
            model.apply(Edit::Answer(Reply { question, answer: Ok(answer) }));
        }
        let PanelView::Compare(view) = model.screen(None).panel else { panic!("another tab") };
        let search = &view.rows[1].search;
        assert_eq!(search.words, "They differ, for example on");
        let names: Vec<_> = search.answers.iter().map(|answer| &*answer.name).collect();
        assert_eq!(names, ["add.f32", "add.rz.f32"]);
        assert!(search.found.is_some() && search.answers[0].values != search.answers[1].values);
        assert!(search.answers[1].digits.iter().any(|(_, is_marked)| *is_marked));
        // What is compared already is searched again.
        let compared = [link, "&with=add.rm.f32@sm_90&view=compare:find"].concat();
        let mut model = follow(&compared);
        assert_eq!(model.asked, None);
        assert!(model.compare.searches[0].as_ref().expect("a search").is_running);
        model.apply(Edit::Follow([link, "&view=compare"].concat(), String::new()));
        assert_eq!(model.asked, None);
    }

    #[test]
    fn the_steps_are_those_of_the_highest_lane_or_of_the_chosen_one() {
        let mut model = follow("v1/add.f16x2@sm_90?a=0x3c000000&b=0x3c003c00");
        let shown = |model: &Model| model.screen(None).trace.lane;
        assert_eq!(shown(&model), 1);
        model.apply(Edit::Explain(0));
        model.apply(Edit::Follow(
            "v1/add.f16x2@sm_90?a=0x3c000001&b=0x3c003c00".to_owned(),
            String::new(),
        ));
        assert_eq!(shown(&model), 0);
        model.apply(Edit::Follow(
            "v1/mul.f16x2@sm_90?a=0x3c000001&b=0x3c003c00".to_owned(),
            String::new(),
        ));
        assert_eq!(shown(&model), 1);
    }

    #[test]
    fn cases_are_about_the_lane_of_the_steps() {
        // 500 in e4m3: the answer is the high half, which a gives.
        let link = "v1/cvt.rn.satfinite.e4m3x2.f32@sm_90?a=0x43fa0000&b=0x00000000";
        let mut model = follow(link);
        let corners = |model: &Model| match model.screen(None).panel {
            PanelView::Corners(view) => view,
            _ => panic!("another tab"),
        };
        let matrix = corners(&model).matrix.expect("a matrix");
        // 500 is no class of its own.
        assert_eq!((matrix.corner.as_str(), matrix.loaded), ("a", None));
        assert!(matrix.finding[1].ends_with("Press a cell to try it (high half)."));
        let infinity = matrix.columns.iter().position(|class| *class == "+inf").expect("a class");
        model.apply(Edit::Cell((0, infinity)));
        let asked = model.asked.clone().expect("operands");
        assert!(asked.contains("?a=0x7f800000&b=0x00000000"), "{asked}");
        model.apply(Edit::Follow(asked, String::new()));
        assert_eq!(corners(&model).matrix.expect("a matrix").loaded, Some((0, infinity)));
        // With the steps of the other half, the cases are about that.
        model.apply(Edit::Explain(0));
        let matrix = corners(&model).matrix.expect("a matrix");
        let zero = matrix.columns.iter().position(|class| *class == "+0");
        assert_eq!((matrix.corner.as_str(), matrix.loaded), ("b", zero.map(|zero| (0, zero))));
        model.apply(Edit::Cell((0, infinity)));
        assert!(model.asked.as_ref().unwrap().contains("?a=0x7f800000&b=0x7f800000"));
        // A documented case too has its operands in that lane only.
        let mut model = follow("v1/tanh.approx.f16x2@sm_90?a=0x3c003c00");
        model.apply(Edit::Corner(0));
        assert!(model.asked.as_ref().unwrap().contains("?a=0xfc003c00"), "{:?}", model.asked);
        model.apply(Edit::Explain(0));
        model.apply(Edit::Corner(0));
        assert!(model.asked.as_ref().unwrap().contains("?a=0x3c00fc00"), "{:?}", model.asked);
    }

    #[test]
    fn what_was_observed_follows_the_steps() {
        let link = "v1/div.full.f32@sm_90?a=0x40960000&b=0x3f700000";
        let mut model = follow(link);
        let titles = |model: &Model| -> Vec<_> {
            let steps = model.screen(None).trace.steps;
            steps.iter().filter(|step| step.observed).map(|step| step.title).collect()
        };
        assert!(titles(&model).is_empty());
        let State { instruction, context, registers, .. } = model.state.clone();
        let asked = ptxfp::internals::observed::request(&instruction, &context, &registers);
        let observed = ptxfp::internals::observed::reply(&asked).unwrap();
        model.apply(Edit::Follow(link.to_owned(), observed));
        assert_eq!(titles(&model), ["Inside the unit", "Multiply"]);
        assert!(model.screen(None).trace.text.contains("Inside the unit"));
    }

    #[test]
    fn a_sweep_begins_when_it_is_reached_for_and_ends_when_it_is_left() {
        let mut model = follow("v1/tanh.approx.f16@sm_90?a=0x3c00");
        let wanted = |model: &Model| model.screen(None).job.map(|(_, len)| len);
        assert_eq!(wanted(&model), None);
        model.apply(Edit::Reach);
        assert_eq!((model.tab, wanted(&model)), (Tab::Corners, Some(1 << 16)));
        let (job, _) = model.screen(None).job.unwrap();
        let words = Vec::new();
        model.apply(Edit::Work(Report { job, done: 9, time: 1, words, failure: None }));
        assert_eq!(wanted(&model), Some(1 << 16));
        model.apply(Edit::Point((0, 0)));
        assert_eq!(wanted(&model), None);
        // All of f32 is another matter.
        let mut model = follow("v1/tanh.approx.f32@sm_90?a=0x3f800000&sweep=a,all&view=cases");
        model.apply(Edit::Reach);
        assert_eq!(wanted(&model), None);
        model.apply(Edit::Tab(Tab::Sweep));
        assert_eq!(wanted(&model), Some(1 << 32));
        model.apply(Edit::Tab(Tab::Error));
        assert_eq!(wanted(&model), None);
    }

    #[test]
    fn a_link_that_says_what_is_swept_shows_that() {
        let link = "v1/add.f16@sm_90?a=0x3c00&b=0x3c00&sweep=b,errors";
        let mut model = follow(link);
        assert_eq!(model.tab, Tab::Sweep);
        model.apply(Edit::Tab(Tab::Corners));
        assert_eq!(model.asked.as_deref(), Some(&*[link, "&view=cases"].concat()));
        model.apply(Edit::Tab(Tab::Sweep));
        assert_eq!(model.asked.as_deref(), Some(link));
        model.apply(Edit::Sweep(sweep::Edit::Place(0)));
        let asked = "v1/add.f16@sm_90?a=0x3c00&b=0x3c00&sweep=a,errors";
        assert_eq!(model.asked.as_deref(), Some(asked));
        // What is loaded leaves what is swept.
        model.apply(Edit::Load(String::from("v1/add.f16@sm_90?a=0x0000&b=0x3c00")));
        assert_eq!(model.asked, Some(asked.replace("a=0x3c00", "a=0x0000")));
    }

    #[test]
    fn a_cell_asks_for_its_operands_and_leaves_the_rest() {
        let mut model = follow("v1/fma.rn.f32@sm_90?a=0x3f800000&b=0x40000000&c=0x1&view=sweep");
        model.apply(Edit::Cell((0, 6)));
        let asked = "v1/fma.rn.f32@sm_90?a=0xff800000&b=0x00000000&c=0x00000001&view=sweep";
        assert_eq!(model.asked.as_deref(), Some(asked));
        model.apply(Edit::Cell((99, 0)));
        assert_eq!(model.asked, None);
    }
}
