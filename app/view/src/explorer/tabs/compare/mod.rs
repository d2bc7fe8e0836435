//! The explorer's comparisons: the text that is typed, and searches for a difference.

pub mod operands;
mod relatives;
pub mod view;

use ptxfp::catalog::{Instruction, IsaVersion, Target, spelled};
use ptxfp::explore::difference::By;
use ptxfp::internals::tasks::search::Compared as Subject;
use ptxfp::link::{Compared, State};

use self::view::CompareView;
use crate::background::{Question, Reply};
use crate::explorer::Model;
use crate::explorer::tabs::compare::relatives::relatives;
use crate::search::Search;

/// The tab.
pub(super) fn view(model: &Model) -> CompareView {
    view::view(&model.compare, &model.state)
}

/// The part of a link's view that asks for a difference from the nearest relative.
pub const FIND: &str = "find";
/// The maximum number of compared instructions.
const MAX_COMPARED: usize = 8;

/// A change of a comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// An instruction is typed.
    Draft(String),
    /// An instruction is added: a spelling, optionally with `@`, target and version.
    Add(String),
    /// The present instruction is compared with itself, for operands of its own.
    Twice,
    /// The user types an operand of an instruction's own: the index of the instruction, that of the
    /// operand, and the text.
    Operand(usize, usize, String),
    /// The typed operand is committed.
    Settle,
    /// An instruction is removed, by its place.
    Remove(usize),
    /// An instruction is swapped with the present one.
    Swap(usize),
    /// Another property is compared.
    By(By),
    /// A search for a difference begins.
    Search(usize),
    /// The search stops.
    Stop,
    /// The operands found are loaded.
    Load(usize),
}

/// The state of comparisons.
#[derive(Default)]
pub struct Compare {
    /// The kind of results that are compared.
    pub by: By,
    /// The text that is typed.
    pub draft: String,
    /// The reason why it cannot be compared.
    pub wrong: String,
    /// A search for each compared instruction, unless it has its own operands.
    pub searches: Vec<Option<Search>>,
    /// The text typed for one of its own operands.
    pub typed: Option<operands::Typed>,
    /// The suggestions, with their subject: finding them takes long.
    offered: (Option<Subject>, Vec<String>),
    /// Whether a difference is asked for before there is something to compare with.
    is_sought: bool,
}

impl Compare {
    /// Makes a change, and returns the state to load, if any.
    pub fn apply(&mut self, edit: Edit, state: &State) -> Option<State> {
        let mut state = state.clone();
        match edit {
            Edit::Draft(text) => {
                self.draft = text;
                self.wrong.clear();
                return None;
            }
            Edit::Add(text) => match compared(&text, &state) {
                Ok(other) => {
                    self.draft.clear();
                    self.wrong.clear();
                    state.compared.push(other);
                }
                Err(wrong) => {
                    self.draft = text;
                    self.wrong = wrong;
                    return None;
                }
            },
            Edit::Twice if state.compared.len() < MAX_COMPARED => {
                let State { instruction, context, .. } = state;
                let registers = Some(state.registers.clone());
                state.compared.push(Compared { instruction, context, registers });
            }
            Edit::Operand(row, operand, text) => self.enter([row, operand], text, &mut state)?,
            Edit::Settle => {
                self.typed = self.typed.take().filter(|typed| !typed.wrong.is_empty());
                return None;
            }
            Edit::Remove(index) if index < state.compared.len() => {
                state.compared.remove(index);
                self.typed = None;
            }
            Edit::Swap(index) => {
                let other = state.compared.get_mut(index)?;
                std::mem::swap(&mut state.instruction, &mut other.instruction);
                std::mem::swap(&mut state.context, &mut other.context);
                if let Some(own) = &mut other.registers {
                    std::mem::swap(&mut state.registers, own);
                }
            }
            Edit::Load(index) => {
                state.registers.clone_from(&self.searches.get(index)?.as_ref()?.found()?.registers);
            }
            Edit::Search(index) => {
                self.search(index);
                return None;
            }
            Edit::Stop => {
                self.leave();
                return None;
            }
            Edit::By(by) => {
                self.by = by;
                return None;
            }
            Edit::Remove(_) | Edit::Twice => return None,
        }
        state.recorded = None;
        Some(state)
    }

    /// Searches for a difference from one instruction only.
    fn search(&mut self, index: usize) {
        for (place, search) in self.searches.iter_mut().enumerate() {
            let Some(search) = search else { continue };
            search.is_running = place == index;
            search.is_begun |= place == index;
        }
    }

    /// Asks for a difference from the first instruction that is compared, or else from the nearest
    /// relative.
    pub fn seek(&mut self) {
        self.is_sought = true;
    }

    /// Begins the search that is asked for, once the state has something to search; until then,
    /// returns the state with the nearest relative.
    pub fn sought(&mut self, state: &State) -> Option<State> {
        if !self.is_sought {
            return None;
        }
        if let Some(place) = self.searches.iter().position(Option::is_some) {
            self.is_sought = false;
            self.search(place);
            return None;
        }
        let relative = self.offers().first().and_then(|first| compared(first, state).ok());
        self.is_sought = relative.is_some();
        let mut state = State { recorded: None, ..state.clone() };
        state.compared.push(relative?);
        Some(state)
    }

    /// Follows the state: each compared instruction has a search.
    pub fn follow(&mut self, state: &State) {
        let present = Subject::instruction(&state.instruction, &state.context);
        if self.offered.0.as_ref() != Some(&present) {
            self.offered = (Some(present.clone()), relatives(state));
        }
        let mut old: Vec<_> = std::mem::take(&mut self.searches).into_iter().flatten().collect();
        for other in &state.compared {
            if other.registers.is_some() {
                self.searches.push(None);
                continue;
            }
            let other = Subject::instruction(&other.instruction, &other.context);
            let mut new = Search::new([present.clone(), other], self.by);
            if let Some(index) = old.iter().position(|search| search.is_of(&new)) {
                new = old.remove(index);
            }
            new.follow(&state.registers);
            self.searches.push(Some(new));
        }
    }

    /// Instructions near the present one.
    pub fn offers(&self) -> &[String] {
        &self.offered.1
    }

    /// Returns the next question for a worker: first the one on the operands that are shown.
    pub fn wanted(&self) -> Option<Question> {
        let mut all = self.searches.iter().flatten().filter_map(Search::wanted);
        let first = all.next()?;
        if !first.is_search {
            return Some(first);
        }
        Some(all.find(|wanted| !wanted.is_search).unwrap_or(first))
    }

    /// Takes an answer of a worker.
    pub fn take(&mut self, reply: &Reply) {
        self.searches.iter_mut().flatten().for_each(|search| search.take(reply));
    }

    /// Whether a search is running.
    pub fn is_running(&self) -> bool {
        self.searches.iter().flatten().any(|search| search.is_running)
    }

    /// Stops all searches.
    pub fn leave(&mut self) {
        for search in self.searches.iter_mut().flatten() {
            search.is_running = false;
        }
    }
}

/// The instruction that a text names, or the error in it.
fn compared(text: &str, state: &State) -> Result<Compared, String> {
    let mut pieces = text.trim().splitn(3, '@');
    let spelling = pieces.next().unwrap_or_default();
    let mut context = state.context;
    if let Some(target) = pieces.next() {
        context.target = Target::parse(target).ok_or_else(|| {
            ["Unknown target `", target, "`; expected one such as `sm_90`."].concat()
        })?;
    }
    if let Some(version) = pieces.next() {
        context.isa = IsaVersion::parse(version).ok_or_else(|| {
            ["Unknown version `", version, "`; expected one such as `9.1`."].concat()
        })?;
    }
    if state.compared.len() >= MAX_COMPARED {
        return Err(String::from("At most eight can be compared. Remove one first."));
    }
    let spelling = spelling.split([' ', ';']).next().unwrap_or_default();
    let all = spelled(spelling);
    if all.is_empty() {
        return Err(["Unknown instruction `", spelling, "`. Type it above to see why."].concat());
    }
    let available = || all.iter().filter(|each| each.is_available(&context));
    let fit = available().find(|each| Compared::is_fit(&state.instruction, each));
    let Some(instruction) = fit.copied() else {
        let Some(other) = available().next() else {
            let place = [context.target.name, " with PTX ISA ", &*context.isa.to_string()].concat();
            let what = ["`", spelling, "` is not available on ", &place].concat();
            return Err([&*what, ". Add a target, as in `", spelling, "@sm_100`."].concat());
        };
        let count = |each: &Instruction| each.form.sources().len();
        let is_alike = count(other) == count(&state.instruction);
        let what = if is_alike { "widths" } else { "count" };
        return Err(["Different operand ", what, ". Compare as programs."].concat());
    };
    Ok(Compared { instruction, context, registers: None })
}

#[cfg(test)]
mod tests {
    use crate::questions::Answerer;
    use ptxfp::explore::difference::Verdict;
    use ptxfp::link;

    use super::*;

    fn state(link: &str) -> State {
        link::parse(link).sound().unwrap()
    }

    #[test]
    fn an_instruction_is_added_with_its_target_and_version() {
        let mut compare = Compare::default();
        let state = state("v1/mul.f32@sm_90?a=0x3f800000&b=0x00000001");
        let add =
            |compare: &mut Compare, text: &str| compare.apply(Edit::Add(text.to_owned()), &state);
        let with = add(&mut compare, "mul.rz.f32@sm_20@2.0").unwrap();
        let link = with.to_fragment();
        assert!(link.ends_with("&with=mul.rz.f32@sm_20@2.0"), "{link}");
        for (text, part) in [
            ("mul.bogus.f32", "bogus"),
            ("mul.f32@sm_9000", "Unknown target"),
            ("mul.f32@sm_90@12", "Unknown version"),
            ("mul.f64", "Different operand widths"),
            ("fma.rn.f32", "Different operand count"),
        ] {
            assert_eq!(add(&mut compare, text), None);
            assert!(compare.wrong.contains(part), "{}", compare.wrong);
            assert_eq!(compare.draft, text);
        }
    }

    fn search(compare: &Compare, place: usize) -> &Search {
        compare.searches[place].as_ref().expect("a search")
    }

    /// Has a worker answer whatever is wanted, and says how often it was asked.
    fn answer(compare: &mut Compare) -> usize {
        let mut answerer = Answerer::default();
        let mut count = 0;
        while let Some(question) = compare.wanted() {
            let budget = if question.is_search { 4000 } else { 0 };
            let answer = answerer.answer(&question.request, budget);
            compare.take(&Reply { question, answer: Ok(answer) });
            count += 1;
        }
        count
    }

    #[test]
    fn a_difference_is_found_and_loaded() {
        let state =
            state("v1/add.f32@sm_90?a=0x0&b=0x0&with=add.rz.f32@sm_90&with=add.rn.f32@sm_90");
        let mut compare = Compare::default();
        compare.follow(&state);
        assert_eq!(compare.apply(Edit::Load(0), &state), None);
        assert_eq!(answer(&mut compare), 2);
        assert!(compare.searches.iter().flatten().all(|search| search.here() == Some(None)));
        compare.apply(Edit::Search(0), &state);
        assert!(answer(&mut compare) > 0 && !search(&compare, 0).is_running);
        let found = compare.apply(Edit::Load(0), &state).unwrap();
        assert_ne!(found.registers, state.registers);
        compare.follow(&found);
        assert!(search(&compare, 0).is_begun, "the search is kept");
        assert_eq!(search(&compare, 0).here(), None, "other operands");
        assert_eq!(answer(&mut compare), 2);
        assert!(search(&compare, 0).here().unwrap().is_some());
        let proof = search(&compare, 1).known().unwrap().verdict;
        assert!(matches!(proof, Verdict::NoneExists(_)));
    }

    #[test]
    fn a_search_stops_and_goes_on_and_an_impossible_one_is_reported() {
        let state = state("v1/add.f32@sm_90?a=0x0&b=0x0&with=add.rz.f32@sm_90");
        let mut compare = Compare::default();
        compare.follow(&state);
        compare.apply(Edit::Search(0), &state);
        let question = compare.wanted().unwrap();
        assert!(question.is_search);
        compare.apply(Edit::Stop, &state);
        assert!(!compare.wanted().unwrap().is_search, "the operands in view are asked about still");
        let reply = Reply { question, answer: Err("no workers") };
        compare.take(&reply);
        assert_eq!((compare.wanted(), search(&compare, 0).failure()), (None, Some("no workers")));
    }

    #[test]
    fn what_was_observed_can_be_compared() {
        let state = state("v1/div.full.f32@sm_90?a=0x40960000&b=0x3f700000&with=div.rn.f32@sm_90");
        let mut compare = Compare::default();
        compare.follow(&state);
        assert_eq!(answer(&mut compare), 1);
        let view = view::view(&compare, &state);
        assert_eq!(
            (view.compared.rows[1].verdict, view.compared.rows[1].is_same),
            ("same result, which the ISA leaves open", true)
        );
        assert_eq!(compare.apply(Edit::By(By::Observed), &state), None);
        compare.follow(&state);
        assert_eq!(answer(&mut compare), 1);
        assert!(search(&compare, 0).here().expect("an answer").is_some());
        let view = view::view(&compare, &state);
        assert_eq!(
            (view.compared.rows[1].verdict, view.compared.rows[1].is_same),
            ("observed results differ", false)
        );
        assert_eq!(view.compared.by, Some(By::Observed));
        let digits = |row: usize| view.compared.rows[row].digits.iter().map(|(digit, _)| *digit);
        assert_eq!(digits(0).collect::<String>(), "40a00001");
        assert_eq!(digits(1).collect::<String>(), "40a00000");
        assert_ne!(view.compared.rows[0].values, view.compared.rows[1].values);
    }

    #[test]
    fn what_is_near_is_offered() {
        let offers = relatives(&state("v1/add.rn.f32@sm_90?a=0x0&b=0x0"));
        for near in ["add.rz.f32", "add.rn.ftz.f32"] {
            assert!(offers.iter().any(|offer| offer == near), "{near}: {offers:?}");
        }
        assert!(!offers.iter().any(|offer| offer == "add.rn.f32"));
    }
}
