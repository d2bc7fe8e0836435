//! The search itself.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::edges::{self, Choices};
use super::permitted::may_agree;
use super::random::Random;
use super::space::{Cell, Focus, Seen, cells, foci};
use super::subject::{Outcome, Subject};
use super::{
    Difference, Input, Lane, MAX_INPUTS, Mismatch, Output, Phase, Progress, Proof, Severity, Side,
    Verdict, reason, shrink,
};
use crate::bits::mask;
use crate::catalog::Type;
use crate::eval::Guarantee;
use crate::explore::sequence::Value;

/// How many bits of operands are tried exhaustively at most, for a lane.
const MAX_BITS: u32 = 32;
/// Up to so many bits it is done at once; before more, random operands are tried.
const QUICK_BITS: u32 = 20;
/// How many random operands that are.
const N_RANDOM: u64 = 1 << 20;
/// How many random operands are tried once a possible difference is known.
const N_MORE: u64 = 1 << 16;
/// How many edges of how many operands are gone through at most when they are listed.
const MAX_LISTED: usize = 1 << 22;

/// A search for operands on which two subjects differ.
#[derive(Clone, Debug)]
pub struct Search {
    pub(super) a: Subject,
    pub(super) b: Subject,
    /// For each input of the second subject, which of the first's it is.
    order: Vec<usize>,
    inputs: Vec<Input>,
    pub(super) cells: Vec<Cell>,
    /// The values to try first, for each cell.
    pub(super) edges: Vec<Vec<u64>>,
    /// All parts of the results.
    all_foci: Vec<Focus>,
    /// Those that are searched.
    foci: Vec<Focus>,
    phase: Phase,
    /// The part of the results that is searched now.
    focus: usize,
    choices: Choices,
    /// How many operands the present phase has tried, for this part if it is exhaustive.
    count: u64,
    tried: u64,
    random: Random,
    /// A result to make operands from: what cancels it.
    feedback: u64,
    scratch: Scratch,
    found: Option<Difference>,
    verdict: Verdict,
}

/// What every trial needs, so that none allocates.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    inputs: Vec<u64>,
    others: Vec<u64>,
    a: Vec<Value>,
    b: Vec<Value>,
}

impl Search {
    /// Begins a search.
    ///
    /// # Errors
    ///
    /// Subjects that are not evaluated where they are, or whose inputs or outputs do not match in
    /// number or width.
    pub fn new(a: Subject, b: Subject) -> Result<Self, Mismatch> {
        if let Some(wrong) = [&a, &b].into_iter().find(|each| !each.sequence().is_complete()) {
            let message =
                format!("`{}` has no result on {}", wrong.label, wrong.context.target.name);
            return Err(Mismatch { message });
        }
        let order = matched(&a, &b)?;
        let mut inputs = Vec::new();
        let mut seen = Vec::new();
        // The input of the second subject that an input of the first is.
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
        let is_plain = a.sole_call().is_some() && b.sole_call().is_some();
        let cells = cells(&seen, is_plain);
        let all_foci = foci(&a, &b, &partners, &cells);
        let mut foci = all_foci.clone();
        if a.has_like_lanes() && b.has_like_lanes() {
            foci.retain(|focus| focus.lane.is_none_or(|lane| lane == 0));
        }
        let edges: Vec<_> = cells.iter().map(edges::of).collect();
        let is_same = a.is_same(&b, &partners);
        let mut search = Self {
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
            verdict: Verdict::Open,
            a,
            b,
        };
        search.scratch.inputs.resize(search.inputs.len(), 0);
        if is_same {
            search.end(Verdict::NoneExists(Proof::SameOperation));
        } else {
            search.begin_edges();
        }
        Ok(search)
    }

    /// The inputs, in the order of the first subject.
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// The results, matched by their places.
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

    /// What was found so far.
    pub fn found(&self) -> Option<&Difference> {
        self.found.as_ref()
    }

    /// What is known so far.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// How far it is.
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

    /// Tries so many operands at most.
    pub fn step(&mut self, budget: u64) -> Progress {
        for _ in 0..budget {
            if self.phase == Phase::Done {
                break;
            }
            self.advance();
        }
        self.progress()
    }

    /// The differences among the operands that are tried first, the simplest first, as they are.
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
                if search.trial(&focus).is_some() {
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

    /// How many bits of operands a part of the results depends on.
    fn n_bits(&self, focus: &Focus) -> u32 {
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

    fn end(&mut self, verdict: Verdict) {
        self.phase = Phase::Done;
        self.verdict = verdict;
    }

    fn begin_edges(&mut self) {
        match self.foci.get(self.focus).cloned() {
            Some(focus) => self.choices = self.choices_of(&focus),
            None => self.begin(if self.has_random() { Phase::Random } else { Phase::Exhaustive }),
        }
        self.scratch.inputs.fill(0);
    }

    fn begin(&mut self, phase: Phase) {
        self.phase = phase;
        self.focus = 0;
        self.count = 0;
        self.scratch.inputs.fill(0);
    }

    /// Sets the cells of a part to a choice of edges.
    fn choose(&mut self, focus: &Focus, choice: &[usize]) {
        for (cell, digit) in focus.cells.iter().zip(choice) {
            let bits = self.edges.get(*cell).and_then(|edges| edges.get(*digit)).copied();
            if let Some(place) = self.cells.get(*cell) {
                place.set(&mut self.scratch.inputs, bits.unwrap_or(0));
            }
        }
    }

    /// Tries the next operands, or goes on to the next phase.
    fn advance(&mut self) {
        // Lists are taken out for a while, so that nothing is copied in the inner loop.
        let foci = core::mem::take(&mut self.foci);
        let is_tried = match (self.phase, foci.get(self.focus)) {
            (Phase::Edges, Some(focus)) => self.set_edges(focus),
            (Phase::Random, Some(focus)) => self.set_random(focus),
            (Phase::Exhaustive, Some(focus)) => self.set_next(focus),
            (Phase::Edges | Phase::Random | Phase::Exhaustive | Phase::Done, _) => false,
        };
        let mut severity = None;
        if let (true, Some(focus)) = (is_tried, foci.get(self.focus)) {
            self.tried += 1;
            self.count += 1;
            severity = self.trial(focus);
        }
        let n_foci = foci.len();
        self.foci = foci;
        if let Some(severity) = severity {
            self.keep(severity);
        }
        match self.phase {
            Phase::Edges if !is_tried => {
                self.focus += 1;
                self.begin_edges();
            }
            Phase::Random => {
                self.focus = (self.focus + 1) % n_foci.max(1);
                let is_enough = self.count >= N_MORE && self.found.is_some();
                if is_enough && !(self.is_exhaustible() && !self.has_random()) {
                    self.end(Verdict::MayDiffer);
                } else if self.count >= N_RANDOM && self.is_exhaustible() {
                    self.begin(Phase::Exhaustive);
                }
            }
            Phase::Exhaustive if !is_tried => {
                self.focus += 1;
                self.count = 0;
                self.scratch.inputs.fill(0);
                if self.focus >= n_foci {
                    let is_found = self.found.is_some();
                    let none = Verdict::NoneExists(Proof::EveryOperand);
                    self.end(if is_found { Verdict::MayDiffer } else { none });
                }
            }
            Phase::Edges | Phase::Exhaustive | Phase::Done => {}
        }
    }

    fn set_edges(&mut self, focus: &Focus) -> bool {
        let mut choices = core::mem::take(&mut self.choices);
        let is_tried = match choices.next() {
            Some(choice) => {
                self.choose(focus, choice);
                true
            }
            None => false,
        };
        self.choices = choices;
        is_tried
    }

    fn set_random(&mut self, focus: &Focus) -> bool {
        // A possible way to cancel what came out before: its negation as the last operand.
        let is_fed = self.random.below(4) == 0;
        let last = focus.cells.last().copied().filter(|_| is_fed);
        let mut near = self.random.bits();
        for index in &focus.cells {
            let Some(cell) = self.cells.get(*index) else { continue };
            if is_fed {
                if last == Some(*index) {
                    let sign = 1_u64 << (cell.width - 1);
                    let step = self.random.below(5).wrapping_sub(2);
                    let bits = (self.feedback ^ sign).wrapping_add(step);
                    cell.set(&mut self.scratch.inputs, bits & mask(cell.width.into()));
                }
                continue;
            }
            let count = cell.kinds.len() as u64;
            let chosen = usize::try_from(self.random.below(count)).unwrap_or(0);
            let kind = cell.kinds.get(chosen).or(cell.kinds.first());
            let Some(kind) = kind else { continue };
            let packing = kind.packing();
            let mut bits = self.random.datum(kind.format(), near);
            if packing.width != cell.width {
                let first = packing.insert(0, 0, bits);
                bits = (1..packing.lanes).fold(first, |register, lane| {
                    packing.insert(register, lane, self.random.datum(kind.format(), near))
                });
            }
            near = bits;
            cell.set(&mut self.scratch.inputs, bits);
        }
        true
    }

    fn set_next(&mut self, focus: &Focus) -> bool {
        let n_bits = self.n_bits(focus);
        if n_bits < 64 && self.count >> n_bits != 0 {
            return false;
        }
        let mut rest = self.count;
        for cell in focus.cells.iter().filter_map(|index| self.cells.get(*index)) {
            cell.set(&mut self.scratch.inputs, rest);
            rest = rest.checked_shr(cell.width.into()).unwrap_or(0);
        }
        true
    }

    /// Evaluates both subjects on the present operands.
    fn trial(&mut self, focus: &Focus) -> Option<Severity> {
        let Scratch { inputs, others, a, b } = &mut self.scratch;
        others.clear();
        others.extend(self.order.iter().map(|place| inputs.get(*place).copied().unwrap_or(0)));
        if let (Some(lane), Some(one), Some(two)) =
            (focus.lane, self.a.sole_call(), self.b.sole_call())
        {
            let one = one.prepared.evaluate_lane(lane, inputs, &mut ());
            let two = two.prepared.evaluate_lane(lane, others, &mut ());
            self.feedback = one.bits;
            let differ = one.bits != two.bits;
            return differ.then(|| {
                let sides = [(one.bits, one.guarantee), (two.bits, two.guarantee)];
                Self::severity(focus, sides)
            });
        }
        self.a.sequence().evaluate_into(inputs, a);
        self.b.sequence().evaluate_into(others, b);
        let bits = |subject: &Subject, values: &[Value]| {
            let index = subject.sequence().outputs().get(focus.output);
            let value = index.and_then(|index| values.get(*index)).map_or(0, |value| value.bits);
            focus.extract(value)
        };
        let (one, two) = (bits(&self.a, a), bits(&self.b, b));
        self.feedback = one;
        if one == two {
            return None;
        }
        let one = self.a.outcome(focus, a);
        let two = self.b.outcome(focus, b);
        Some(Self::severity(focus, [(one.bits, one.guarantee), (two.bits, two.guarantee)]))
    }

    /// How sure it is that two results differ whose bits do.
    fn severity(focus: &Focus, [a, b]: [(u64, Guarantee); 2]) -> Severity {
        let is_open = may_agree(a, b, focus.kinds.map(Type::format));
        if is_open { Severity::Possible } else { Severity::Certain }
    }

    /// Takes a difference if it is better than what is known; a certain one is made short, and is
    /// the end.
    fn keep(&mut self, severity: Severity) {
        if self.found.as_ref().is_some_and(|found| found.severity >= severity) {
            return;
        }
        let inputs = shrink::shrink(self, &self.scratch.inputs.clone(), severity);
        self.found = self.difference(&inputs);
        if severity == Severity::Certain {
            self.end(Verdict::Differ);
        }
    }

    /// How sure it is that the results for these registers differ, if they do.
    pub(super) fn differ(&self, scratch: &mut Scratch, inputs: &[u64]) -> Option<Severity> {
        self.compare(scratch, inputs);
        let all = self.all_foci.iter().filter_map(|focus| self.lane(scratch, focus));
        all.map(|lane| lane.severity).max()
    }

    /// Evaluates both subjects into the scratch.
    fn compare(&self, scratch: &mut Scratch, inputs: &[u64]) {
        let Scratch { others, a, b, .. } = scratch;
        others.clear();
        others.extend(self.order.iter().map(|place| inputs.get(*place).copied().unwrap_or(0)));
        self.a.sequence().evaluate_into(inputs, a);
        self.b.sequence().evaluate_into(others, b);
    }

    fn lane(&self, scratch: &Scratch, focus: &Focus) -> Option<Lane> {
        let a = self.a.outcome(focus, &scratch.a);
        let b = self.b.outcome(focus, &scratch.b);
        if a.bits == b.bits {
            return None;
        }
        let severity = Self::severity(focus, [(a.bits, a.guarantee), (b.bits, b.guarantee)]);
        let side = |Outcome { bits, guarantee }| Side { bits, guarantee };
        let (output, lane) = (focus.output, focus.lane);
        Some(Lane { output, lane, severity, a: side(a), b: side(b) })
    }

    /// What is to say about operands on which the subjects differ.
    #[must_use]
    pub fn difference(&self, inputs: &[u64]) -> Option<Difference> {
        let mut scratch = Scratch::default();
        self.compare(&mut scratch, inputs);
        let lanes: Vec<_> =
            self.all_foci.iter().filter_map(|focus| self.lane(&scratch, focus)).collect();
        let severity = lanes.iter().map(|lane| lane.severity).max()?;
        let surest = lanes.iter().find(|lane| lane.severity == severity)?;
        let reason = reason::reason([&self.a, &self.b], [&scratch.a, &scratch.b], surest);
        let outputs = |subject: &Subject, values: &[Value]| -> Vec<u64> {
            let all = subject.sequence().outputs().iter();
            all.filter_map(|index| values.get(*index)).map(|value| value.bits).collect()
        };
        let (a, b) = (outputs(&self.a, &scratch.a), outputs(&self.b, &scratch.b));
        Some(Difference { severity, inputs: inputs.to_vec(), a, b, lanes, reason })
    }
}

/// For each input of the second subject, which of the first's it is: that of its name if both have
/// the same names, else that of its place.
fn matched(a: &Subject, b: &Subject) -> Result<Vec<usize>, Mismatch> {
    let fail = |message: String| Err(Mismatch { message });
    let names = |subject: &Subject| -> Vec<String> {
        let names = subject.inputs();
        names.map(|each| String::from(each.name.trim_start_matches('%'))).collect()
    };
    let (first, second) = (names(a), names(b));
    if first.len() != second.len() {
        return fail(format!(
            "the subjects have different inputs: {} of the first ({}), {} of the second ({})",
            first.len(),
            first.join(", "),
            second.len(),
            second.join(", ")
        ));
    }
    if first.len() > MAX_INPUTS {
        return fail(format!("at most {MAX_INPUTS} inputs are compared; here are {}", first.len()));
    }
    let by_name = second.iter().map(|name| first.iter().position(|other| other == name));
    let order = by_name.collect::<Option<Vec<_>>>();
    let order = order.filter(|order| (0..first.len()).all(|index| order.contains(&index)));
    let order = order.unwrap_or_else(|| (0..first.len()).collect());
    for (other, place) in b.inputs().zip(&order) {
        let Some(one) = a.inputs().nth(*place) else { continue };
        if one.width() != other.width() {
            return fail(format!(
                "input `{}` has {} bits and `{}` {}: only inputs of equal width are compared",
                one.name,
                one.width(),
                other.name,
                other.width()
            ));
        }
    }
    let (results, others) = (a.outputs().count(), b.outputs().count());
    if results != others {
        return fail(format!(
            "the first subject has {results} results and the second {others}; those that are not \
             meant as results must be read"
        ));
    }
    for (one, other) in a.outputs().zip(b.outputs()) {
        if one.width() != other.width() {
            return fail(format!(
                "the result `{}` has {} bits and `{}` {}: only results of equal width are compared",
                one.name,
                one.width(),
                other.name,
                other.width()
            ));
        }
    }
    Ok(order)
}
