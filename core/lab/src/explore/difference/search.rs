//! The search for a difference.

mod steps;

use alloc::format;
use alloc::vec::Vec;

use super::edges::{self, Choices};
use super::matching::matched;
use super::space::{Cell, Focus, Seen, cells, foci};
use super::subject::{Sameness, Subject};
use super::trial::Scratch;
use super::{By, Difference, Input, Mismatch, Output, Phase, Progress, Proof, Verdict};
use crate::eval::Prepared;
use crate::explore::random::Random;

/// The largest number of operand bits of a lane that are tried exhaustively.
const MAX_BITS: u32 = 32;
/// The largest number of bits that are tried exhaustively without random operands before.
const QUICK_BITS: u32 = 20;
/// The number of random operands.
const N_RANDOM: u64 = 1 << 20;
/// The number of random operands that are tried once a possible difference is known.
const N_MORE: u64 = 1 << 16;
/// The largest number of edge operands that are tried for a list.
const MAX_LISTED: usize = 1 << 22;

/// A search for operands on which two subjects differ.
#[derive(Clone, Debug)]
pub struct Search {
    pub(super) a: Subject,
    pub(super) b: Subject,
    /// The kind of results that are compared.
    pub(super) by: By,
    /// Both instructions, if each subject is a single one: then they are evaluated lane by lane.
    pub(super) alone: Option<[Prepared; 2]>,
    /// For each input of the second subject, the matching input of the first.
    pub(super) order: Vec<usize>,
    inputs: Vec<Input>,
    pub(super) cells: Vec<Cell>,
    /// The values to try first, for each cell.
    pub(super) edges: Vec<Vec<u64>>,
    /// All parts of the results.
    pub(super) all_foci: Vec<Focus>,
    /// The parts that are searched.
    pub(super) foci: Vec<Focus>,
    pub(super) phase: Phase,
    /// The part of the results that is searched now.
    focus: usize,
    choices: Choices,
    /// The number of operands tried in the present phase; in the exhaustive one, for the present
    /// part.
    count: u64,
    pub(super) tried: u64,
    random: Random,
    /// The last result of the first subject, for operands that may cancel it.
    pub(super) feedback: u64,
    pub(super) scratch: Scratch,
    pub(super) found: Option<Difference>,
    sameness: Sameness,
    verdict: Verdict,
}

impl Search {
    /// Begins a search.
    ///
    /// # Errors
    ///
    /// Subjects that are not legal in their contexts, or whose inputs or outputs do not match in
    /// number or width.
    pub fn new(a: Subject, b: Subject) -> Result<Self, Mismatch> {
        Self::of(a, b, By::Reference)
    }

    /// Begins a search for operands whose observed results differ.
    ///
    /// # Errors
    ///
    /// Those of [`Self::new`], and an approximate instruction without observations.
    pub fn of_observed(mut a: Subject, mut b: Subject) -> Result<Self, Mismatch> {
        a.observe()?;
        b.observe()?;
        Self::of(a, b, By::Observed)
    }

    /// Begins a search for operands for which no result is permitted for both subjects.
    ///
    /// # Errors
    ///
    /// Those of [`Self::new`].
    pub fn of_permitted(a: Subject, b: Subject) -> Result<Self, Mismatch> {
        Self::of(a, b, By::Permitted)
    }

    /// Begins a search for operands on which the compared results differ.
    ///
    /// # Errors
    ///
    /// Those of [`Self::new`] and [`Self::of_observed`].
    pub fn by(by: By, a: Subject, b: Subject) -> Result<Self, Mismatch> {
        match by {
            By::Permitted => Self::of_permitted(a, b),
            By::Reference => Self::new(a, b),
            By::Observed => Self::of_observed(a, b),
        }
    }

    fn of(a: Subject, b: Subject, by: By) -> Result<Self, Mismatch> {
        if let Some(wrong) = [&a, &b].into_iter().find(|each| !each.sequence().is_complete()) {
            let message =
                format!("`{}` has no result on {}", wrong.label, wrong.context.target.name);
            return Err(Mismatch { message });
        }
        let order = matched(a.sequence(), b.sequence())?;
        let mut inputs = Vec::new();
        let mut seen = Vec::new();
        // The input of the second subject that matches each input of the first.
        let mut partners: Vec<usize> = Vec::new();
        for (index, one) in a.inputs().enumerate() {
            let partner = order.iter().position(|place| *place == index).unwrap_or(index);
            let Some(other) = b.inputs().nth(partner) else { continue };
            partners.push(partner);
            let kind = if one.is_typed || !other.is_typed { one.kind } else { other.kind };
            let (name, other_name) = (one.name.clone(), other.name.clone());
            inputs.push(Input { name, other_name, kind });
            seen.push(Seen { kinds: [(one.kind, one.is_typed), (other.kind, other.is_typed)] });
        }
        let alone = a.sole_call().zip(b.sole_call()).map(|(a, b)| [a.prepared, b.prepared]);
        let cells = cells(&seen, alone.is_some());
        // Bits of a lane can be compared where both are in one place of their registers: an upper half is
        // not.
        let alone = alone.filter(|[a, b]| a.destination() == b.destination() && by != By::Observed);
        let all_foci = foci(&a, &b, &partners, &cells);
        let mut foci = all_foci.clone();
        if a.has_like_lanes() && b.has_like_lanes() {
            foci.retain(|focus| focus.lane.is_none_or(|lane| lane == 0));
        }
        let edges: Vec<_> = cells.iter().map(edges::of).collect();
        let sameness = a.sameness(&b, &partners);
        let mut search = Self {
            by,
            alone,
            order,
            inputs,
            cells,
            edges,
            all_foci,
            foci,
            phase: Phase::Edges,
            focus: 0,
            choices: Choices::default(),
            count: 0,
            tried: 0,
            random: Random::new(0x1234_5678),
            feedback: 0,
            scratch: Scratch::default(),
            found: None,
            sameness,
            verdict: Verdict::Open,
            a,
            b,
        };
        search.scratch.inputs.resize(search.inputs.len(), 0);
        if search.is_same() {
            search.end(Verdict::NoneExists(Proof::SameOperation));
        } else {
            search.begin_edges();
        }
        Ok(search)
    }

    /// Whether both subjects are the same operation, even if the ISA leaves its result open.
    pub(super) fn is_same(&self) -> bool {
        match self.sameness {
            Sameness::Same => true,
            // A NaN with any bits is permitted for both.
            Sameness::Exchanged => self.by == By::Permitted,
            Sameness::Other => false,
        }
    }

    /// The inputs, in the order of the first subject.
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// The results, matched by position.
    pub fn outputs(&self) -> Vec<Output> {
        let kinds = |output| self.all_foci.iter().find(|each| each.output == output);
        let both = self.a.outputs().zip(self.b.outputs()).enumerate();
        both.map(|(index, (one, other))| {
            let kinds = kinds(index).map_or([one.kind, other.kind], |focus| focus.kinds);
            Output { name: one.name.clone(), other_name: other.name.clone(), kinds }
        })
        .collect()
    }

    /// The subjects.
    pub fn subjects(&self) -> [&Subject; 2] {
        [&self.a, &self.b]
    }

    /// Returns the difference that was found so far.
    pub fn found(&self) -> Option<&Difference> {
        self.found.as_ref()
    }

    /// Returns the outcome so far.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Returns the progress.
    pub fn progress(&self) -> Progress {
        let bits = |focus: &Focus| self.n_bits(focus);
        let all = self.foci.iter().map(bits).map(|bits| (bits <= MAX_BITS).then(|| 1_u64 << bits));
        let of = all.sum::<Option<u64>>().map(|all| {
            let random = if self.has_random() { N_RANDOM } else { 0 };
            let edges: u64 = self.foci.iter().map(|focus| self.choices_of(focus).count()).sum();
            all.saturating_add(random).saturating_add(edges)
        });
        Progress { tried: self.tried, of, phase: self.phase }
    }

    /// Tries at most `budget` operands.
    pub fn step(&mut self, budget: u64) -> Progress {
        for _ in 0..budget {
            if self.phase == Phase::Done {
                break;
            }
            self.advance();
        }
        self.progress()
    }

    /// Like [`Self::step`], but stops before all operands are tried in turn, which
    /// [`Self::try_operands`] can share out.
    pub fn step_before_all(&mut self, budget: u64) -> Progress {
        for _ in 0..budget {
            if matches!(self.phase, Phase::Exhaustive | Phase::Done) {
                break;
            }
            self.advance();
        }
        self.progress()
    }

    /// The differences among edge operands, the simplest first, without simplification.
    #[must_use]
    pub fn differing_edges(&self, limit: usize) -> Vec<Difference> {
        let mut search = self.clone();
        let mut found: Vec<Difference> = Vec::new();
        let mut n_tried = 0;
        for index in 0..search.foci.len() {
            let Some(focus) = search.foci.get(index).cloned() else { break };
            let mut choices = search.choices_of(&focus);
            search.scratch.inputs.fill(0);
            while let Some(choice) = choices.next() {
                n_tried += 1;
                if found.len() >= limit || n_tried > MAX_LISTED {
                    return found;
                }
                search.choose(&focus, choice);
                if search.trial(&focus, false).is_some() {
                    let inputs = search.scratch.inputs.clone();
                    let difference = search.difference(&inputs);
                    found.extend(
                        difference.filter(|new| found.iter().all(|old| old.inputs != new.inputs)),
                    );
                }
            }
        }
        found
    }

    /// Returns the number of operand bits that a part of the results depends on.
    pub(super) fn n_bits(&self, focus: &Focus) -> u32 {
        let cells = focus.cells.iter().filter_map(|cell| self.cells.get(*cell));
        cells.map(|cell| u32::from(cell.width)).sum()
    }

    fn has_random(&self) -> bool {
        self.foci.iter().any(|focus| self.n_bits(focus) > QUICK_BITS)
    }

    fn is_exhaustible(&self) -> bool {
        self.foci.iter().all(|focus| self.n_bits(focus) <= MAX_BITS)
    }

    fn choices_of(&self, focus: &Focus) -> Choices {
        let counts = focus.cells.iter().map(|cell| self.edges.get(*cell).map_or(1, Vec::len));
        Choices::new(&counts.collect::<Vec<_>>())
    }

    pub(super) fn end(&mut self, verdict: Verdict) {
        self.phase = Phase::Done;
        self.verdict = verdict;
    }
}
