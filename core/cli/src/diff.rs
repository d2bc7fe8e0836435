//! `diff`: operands on which two subjects differ.

use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use ptxfp::catalog::Context;
use ptxfp::explore::difference::{Phase, Progress, Search, Subject, Tried, Verdict};
use ptxfp::explore::sequence::located;
use serde::{Deserialize, Serialize};

use crate::arguments::proposed::TargetName;
use crate::context::{context, context_of_sequence, shown};
use crate::cores::Cores;
use crate::part::Part;
use crate::sequence::read;

mod by;
mod report;
mod text;

pub(crate) use by::By;
pub(crate) use report::Report;
pub(crate) use text::text;

pub(crate) const HELP: &str = "\
A and B are each a spelling such as 'add.rn.f32'; statements with registers and values, such as
'mul.rn.f32 t, a, b; add.rn.f32 d, t, c'; or a file of statements, as @FILE or a path that ends in
.ptx. Registers that are read before they are written are the inputs; registers that are written and not
read afterwards are the results. Inputs are matched by name if both sides have the same names, else by
position.

Special operands are tried first, then random ones, and then all operands, on every core, if there are at
most 2^32; otherwise the search stops after 2^24 operands, or as --limit says. Operands that are found are
simplified. Two results that the ISA leaves open may differ, even if the references are the same: a NaN
whose bits are open, an approximate result, or one that depends on a reading of the text. References that
differ are preferred to these, and results that certainly differ to both.
--by permitted looks only for results that certainly differ; --by observed compares the results that GPUs were observed to return
for approximate instructions, where they are known. Products and sums without rounding modifiers may be
fused: two subjects with a result in common then may differ, and are equal only if both permit exactly the
same results.
With --all, the special operands on which they differ are listed, the simplest first.

With --part K/N, all operands are numbered, however many there are, and the K-th of N parts is tried,
unless both do the same; `ptxfp merge` joins the parts.

The exit status is 0 if no difference was found, 1 if one was, 2 for an error, as of diff and cmp.";

#[derive(Args, Clone)]
pub(crate) struct DiffArgs {
    #[command(flatten)]
    pub(crate) asked: Asked,
    /// Try at most this many operands
    #[arg(long, value_name = "N", conflicts_with = "part")]
    limit: Option<u64>,
    /// List the special operands on which they differ
    #[arg(long, conflicts_with = "part")]
    all: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Try a part of all operands, and print its outcome for `ptxfp merge`
    #[arg(long, value_name = "K/N")]
    pub(crate) part: Option<Part>,
    #[command(flatten)]
    cores: Cores,
}

/// The comparison that was asked for.
#[derive(Args, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Asked {
    /// The first: a spelling, statements, @FILE or a path that ends in .ptx
    #[arg(value_name = "A")]
    pub(crate) first: String,
    /// The second
    #[arg(value_name = "B")]
    pub(crate) second: String,
    #[arg(
        long,
        help = "The target of A, such as sm_90 [default: sm_90, or the newest that has it]",
        value_parser = TargetName,
        hide_possible_values = true
    )]
    pub(crate) target: Option<String>,
    /// The target of B [default: that of A]
    #[arg(long, value_name = "TARGET", value_parser = TargetName, hide_possible_values = true)]
    pub(crate) target_b: Option<String>,
    /// The PTX ISA version of A [default: the latest]
    #[arg(long, value_name = "VERSION")]
    pub(crate) isa: Option<String>,
    /// The PTX ISA version of B [default: that of A]
    #[arg(long, value_name = "VERSION")]
    pub(crate) isa_b: Option<String>,
    /// The results to compare: those that the ISA permits, the references, or those that GPUs were
    /// observed to return
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = By::Reference)]
    pub(crate) by: By,
}

impl Asked {
    /// Replaces files by their texts, and fills in targets and versions that were not given.
    pub(crate) fn resolved(&self) -> Result<Self, String> {
        let [first, second] = [&self.first, &self.second].map(|argument| text_of(argument));
        Self { first: first?, second: second?, ..self.clone() }.placed()
    }

    /// Fills in targets and versions that were not given.
    pub(crate) fn placed(&self) -> Result<Self, String> {
        let [first, second] = [&self.first, &self.second];
        let place = |text: &str, target: Option<&String>, isa: Option<&String>| {
            context_of_sequence(text, target.map(String::as_str), isa.map(String::as_str))
        };
        let a = place(first, self.target.as_ref(), self.isa.as_ref())?;
        let target = self.target_b.as_ref().or(self.target.as_ref());
        let b = place(second, target, self.isa_b.as_ref().or(self.isa.as_ref()))?;
        let target = |context: &Context| Some(context.target.name.to_string());
        let isa = |context: &Context| Some(context.isa.to_string());
        Ok(Self {
            target: target(&a),
            target_b: target(&b),
            isa: isa(&a),
            isa_b: isa(&b),
            ..self.clone()
        })
    }

    /// A search, once the comparison is [resolved](Self::resolved).
    pub(crate) fn search(&self) -> Result<Search, String> {
        let subject = |name: &str, text: &str, isa: &Option<String>, target: &Option<String>| {
            let [isa, target] = [isa, target].map(|each| each.as_deref().unwrap_or_default());
            read_subject(text, &context(isa, target)?)
                .map_err(|message| format!("{name}: {message}"))
        };
        let a = subject("A", &self.first, &self.isa, &self.target)?;
        let b = subject("B", &self.second, &self.isa_b, &self.target_b)?;
        self.by.begin(a, b)
    }

    /// Tries the operands of a part, once the comparison is [resolved](Self::resolved).
    pub(crate) fn part(&self, part: Part, cores: Cores) -> Result<Tried, String> {
        let search = self.search()?;
        // The structure has decided, and `whole` finds the same without any operands.
        if search.verdict() != Verdict::Open {
            return Ok(Tried::default());
        }
        let count = search.operand_count();
        let count = count.ok_or("they have more than 2^64 operands, too many for parts")?;
        Ok(try_all(&search, &part.range(count), cores))
    }

    /// The report on the whole with the outcome of all its parts, which is the same as without parts.
    pub(crate) fn whole(&self, parts: &Tried) -> Result<Report, String> {
        let mut search = self.search()?;
        let limit = usual_limit(&search);
        try_before_all(&mut search, limit, |_| ());
        // A search alone ends with a possible difference; where it cannot try all operands, the parts
        // may have a certain one.
        let is_beyond = search.progress().of.is_none();
        match search.verdict() {
            Verdict::Open => search.conclude(parts),
            Verdict::MayDiffer if is_beyond => search.conclude(parts),
            Verdict::MayDiffer | Verdict::Differ | Verdict::NoneExists(_) => {}
        }
        Ok(Report::of(&search, self.by, Vec::new()))
    }
}

/// The number of operands that are tried in turn before looking whether it is enough.
const CHUNK: u64 = 1 << 16;
/// The largest number of differences that are listed.
const MAX_LISTED: usize = 1000;
/// The number of operands that are tried by default, where there are too many to try all.
const USUAL_LIMIT: u64 = 1 << 24;

impl DiffArgs {
    /// Returns arguments to try at most that many operands.
    #[cfg(feature = "mcp")]
    pub(crate) fn of(asked: Asked, limit: u64) -> Self {
        let cores = Cores::default();
        Self { asked, limit: Some(limit), all: false, json: true, part: None, cores }
    }

    /// Searches for a difference, after [resolving](Asked::resolved) the question.
    pub(crate) fn report(&self) -> Result<Report, String> {
        let asked = self.asked.resolved()?;
        Self { asked, ..self.clone() }.search()
    }

    /// Searches for a difference; the question is [resolved](Asked::resolved) already.
    pub(crate) fn search(&self) -> Result<Report, String> {
        let mut search = self.asked.search()?;
        let listed = if self.all { search.differing_edges(MAX_LISTED) } else { Vec::new() };
        let limit = self.limit.unwrap_or_else(|| usual_limit(&search));
        let count = search.operand_count().unwrap_or(u64::MAX);
        let all = search.progress().of;
        let n_before = all.map_or(limit, |all| limit.min(all.saturating_sub(count)));
        let mut progress = self.cores.progress_of(n_before);
        try_before_all(&mut search, limit, |tried| progress.tick(tried));
        let tried = search.progress().tried;
        progress.end_of_ticks(tried);
        let is_next = search.progress().phase == Phase::Exhaustive;
        if is_next && search.verdict() == Verdict::Open && tried < limit {
            let end = count.min(limit - tried);
            search.conclude(&try_all(&search, &(0..end), self.cores));
        }
        Ok(Report::of(&search, self.asked.by, listed))
    }

    /// Returns the results of a part of the operands, with the comparison that was asked for.
    pub(crate) fn part(&self, part: Part) -> Result<(Asked, Tried), String> {
        let asked = self.asked.resolved()?;
        let tried = asked.part(part, self.cores)?;
        Ok((asked, tried))
    }
}

/// The number of operands that a search tries at most without `--limit`.
fn usual_limit(search: &Search) -> u64 {
    if search.progress().of.is_none() { USUAL_LIMIT } else { u64::MAX }
}

/// Tries the special and random operands that come before all operands; `see` is given their number.
fn try_before_all(search: &mut Search, limit: u64, mut see: impl FnMut(u64)) {
    loop {
        let Progress { tried, phase, .. } = search.progress();
        if search.verdict() != Verdict::Open || phase == Phase::Exhaustive || tried >= limit {
            return;
        }
        search.step_before_all(CHUNK.min(limit - tried));
        see(search.progress().tried);
    }
}

/// Tries operands on every core.
fn try_all(search: &Search, range: &Range<u64>, cores: Cores) -> Tried {
    // Where they differ for certain: what comes after it need not be tried.
    let least = AtomicU64::new(u64::MAX);
    let mut whole = Tried::default();
    cores.share(
        range,
        || (search.clone(), Tried::default()),
        |(search, tried), range| {
            if range.start >= least.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            let part = search.try_operands(range);
            least.fetch_min(part.certain.unwrap_or(u64::MAX), Ordering::Relaxed);
            tried.merge(&part);
            ControlFlow::Continue(())
        },
        |(_, tried)| whole.merge(&tried),
    );
    whole
}

/// The text of a subject: the argument itself, or that of a file.
fn text_of(argument: &str) -> Result<String, String> {
    let is_ptx = Path::new(argument).extension().is_some_and(|end| end.eq_ignore_ascii_case("ptx"));
    match argument.strip_prefix('@') {
        // A predicate begins alike; a file of that name does not exist.
        Some(path) if is_ptx || Path::new(path).exists() => read(path),
        None if is_ptx => read(argument),
        Some(_) | None => Ok(argument.to_string()),
    }
}

/// A subject in a context; errors in it are reported with their places.
fn read_subject(text: &str, context: &Context) -> Result<Subject, String> {
    Subject::read(text, context).map_err(|all| match all.as_slice() {
        [] => format!("`{}` has no result to compare", shown(text)),
        _ => all.iter().map(|each| located(text, each)).collect::<Vec<_>>().join("; "),
    })
}
