//! `diff`: operands on which two subjects differ.

use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

use clap::Args;
use ptxfp::catalog::{Context, LATEST_ISA};
use ptxfp::explore::difference::{
    Difference, Phase, Proof, Search, Severity, Side, Subject, Verdict,
};
use ptxfp::format::Format;
use ptxfp::link::{Compared, Other, SequenceState, State, parse_sequence};
use ptxfp::text::concise;
use serde::Serialize;

use crate::context::{context, context_of_sequence, shown};
use crate::diff_by::By;
use crate::sequence::{braced, hex, located, read, values};

pub(crate) const HELP: &str = "\
A and B are each a spelling such as 'add.rn.f32'; statements with registers and values, such as
'mul.rn.f32 t, a, b; add.rn.f32 d, t, c'; or a file of statements, as @FILE or a path that ends in
.ptx. Registers that are read before they are written are the inputs, those that are written and not
read afterwards the results. Inputs are matched by name where both have the same names, else by
their places.

Special operands are tried first, then random ones, and all of them where those are at most 2^32; a
search that has no such end stops after 2^24 operands unless --limit says otherwise. What is found is
made short. Two results that the ISA leaves open may differ; those that differ for certain are
preferred. --by permitted looks for those alone; --by observed compares what GPUs were observed to
return for approximate instructions, where that is known. Products and sums without rounding modifiers may be fused, and need not: two that share
a result then may differ, and are equal only if every result of one is every result of the other.
With --all the special operands on which they differ are listed, the simplest first.

The exit status is 0 if a difference was found, 1 if none was, 2 if something is wrong.";

/// What is compared.
#[derive(Args)]
pub(crate) struct DiffArgs {
    /// The first: a spelling, statements, @FILE or a path that ends in .ptx
    #[arg(value_name = "A")]
    first: String,
    /// The second
    #[arg(value_name = "B")]
    second: String,
    #[arg(
        long,
        help = "The target of A, such as sm_90 [default: sm_90, or the newest that has it]"
    )]
    target: Option<String>,
    /// The target of B [default: that of A]
    #[arg(long, value_name = "TARGET")]
    target_b: Option<String>,
    /// The PTX ISA version of A [default: the latest]
    #[arg(long, value_name = "VERSION")]
    isa: Option<String>,
    /// The PTX ISA version of B [default: that of A]
    #[arg(long, value_name = "VERSION")]
    isa_b: Option<String>,
    /// What is compared: what the ISA permits, the references, or what GPUs were observed to return
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = By::Reference)]
    by: By,
    /// Try so many operands at most
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// List the special operands on which they differ
    #[arg(long)]
    all: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl DiffArgs {
    /// Whether there is a difference, and what is to say of it.
    pub(crate) fn report(&self) -> Result<Report, String> {
        let texts = [&self.first, &self.second].map(|argument| text_of(argument));
        let [first, second] = texts;
        let (first, second) = (first?, second?);
        let isa = self.isa.clone().unwrap_or_else(|| LATEST_ISA.to_string());
        let a = match &self.target {
            Some(target) => context(&isa, target)?,
            None => context_of_sequence(&first, &isa)?,
        };
        let isa = self.isa_b.as_ref().or(self.isa.as_ref());
        let isa = isa.cloned().unwrap_or_else(|| LATEST_ISA.to_string());
        let b = match self.target_b.as_ref().or(self.target.as_ref()) {
            Some(target) => context(&isa, target)?,
            None => context_of_sequence(&second, &isa)?,
        };
        let subject = |name: &str, text: &str, place: &Context| {
            read_subject(text, place).map_err(|message| format!("{name}: {message}"))
        };
        let (a, b) = (subject("A", &first, &a)?, subject("B", &second, &b)?);
        search(a, b, &Options { by: self.by, limit: self.limit, is_all: self.all })
    }
}

/// What is asked for.
struct Options {
    /// What is compared.
    by: By,
    /// How many operands are tried at most.
    limit: Option<u64>,
    /// Whether the differing ones among the special operands are listed.
    is_all: bool,
}

/// How many operands are tried between looks at the clock.
const CHUNK: u64 = 1 << 16;
/// How many differences are listed at most.
const MAX_LISTED: usize = 1000;
/// So many operands are tried unless it is said otherwise, where they are too many for all of them.
const USUAL_LIMIT: u64 = 1 << 24;

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

/// A subject in a context; what is wrong with it is reported with its place.
fn read_subject(text: &str, context: &Context) -> Result<Subject, String> {
    Subject::read(text, context).map_err(|all| match all.as_slice() {
        [] => format!("`{}` has no result to compare", shown(text)),
        _ => all.iter().map(|each| located(text, each)).collect::<Vec<_>>().join("; "),
    })
}

/// The answer.
#[derive(Serialize)]
pub(crate) struct Report {
    /// `permitted`, `reference` or `observed`: what is compared.
    by: &'static str,
    /// What is said where there is no difference.
    #[serde(skip)]
    agreement: &'static str,
    /// The first subject.
    a: Named,
    /// The second one.
    b: Named,
    /// `differ`, `may differ`, `equal` or `not found`.
    verdict: &'static str,
    /// Whether the ISA leaves results of one of them open, so that GPUs may differ where the
    /// references agree.
    open: bool,
    /// Why there is no difference: `same operation` or `every operand tried`.
    proof: Option<&'static str>,
    /// How many operands were tried.
    tried: u64,
    /// What was found; with `--all` each of the special operands on which they differ.
    differences: Vec<Found>,
}

/// A subject.
#[derive(Serialize)]
struct Named {
    text: String,
    target: &'static str,
    isa: String,
}

/// Operands and both results.
#[derive(Serialize)]
struct Found {
    /// Whether it is certain that they differ, whatever the ISA leaves open.
    certain: bool,
    /// Whether they may differ since products may be fused with sums, and need not.
    contraction: bool,
    /// The inputs.
    inputs: Vec<Value>,
    /// The results of the first subject.
    a: Vec<Value>,
    /// The results of the second one.
    b: Vec<Value>,
    /// The lanes in which they differ.
    lanes: Vec<Part>,
    /// The step at which they part.
    step: &'static str,
    /// What the first subject does there.
    reason_a: String,
    /// What the second one does.
    reason_b: String,
    /// A link to both; nothing where a link cannot say all of them.
    link: Option<String>,
}

/// A register.
#[derive(Serialize)]
struct Value {
    name: String,
    #[serde(rename = "type")]
    kind: &'static str,
    bits: String,
    /// What its lanes hold, the least significant first.
    values: Vec<String>,
    /// The other results that contraction leaves, each as good as the one above.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    others: Vec<String>,
}

/// A lane in which results differ.
#[derive(Serialize)]
struct Part {
    /// The result.
    name: String,
    /// Its lane; nothing for the whole register.
    lane: Option<u8>,
    certain: bool,
    a: String,
    b: String,
}

/// Searches, with progress on standard error where a person sees it.
fn search(a: Subject, b: Subject, options: &Options) -> Result<Report, String> {
    let names = [&a, &b].map(|subject| Named {
        text: subject.label.clone(),
        target: subject.context.target.name,
        isa: subject.context.isa.to_string(),
    });
    let mut search = options.by.begin(a, b)?;
    let listed = if options.is_all { search.differing_edges(MAX_LISTED) } else { Vec::new() };
    let is_limited = |search: &Search| match options.limit {
        Some(limit) => search.progress().tried >= limit,
        None => search.progress().of.is_none() && search.progress().tried >= USUAL_LIMIT,
    };
    let is_seen = std::io::stderr().is_terminal();
    let begin = Instant::now();
    let mut reported = begin;
    while search.verdict() == Verdict::Open && !is_limited(&search) {
        let left = options.limit.map(|limit| limit.saturating_sub(search.progress().tried));
        let progress = search.step(left.unwrap_or(CHUNK).clamp(1, CHUNK));
        if is_seen && reported.elapsed() > Duration::from_secs(1) {
            reported = Instant::now();
            let of = progress.of.map_or(String::new(), |of| format!(" of {of}"));
            // Nothing is lost if nobody reads it.
            let _ = write!(
                std::io::stderr(),
                "\r{} operands{of} tried, {} a second: {}  ",
                progress.tried,
                u128::from(progress.tried) * 1000 / begin.elapsed().as_millis().max(1),
                progress.phase.name()
            );
        }
    }
    if is_seen && reported != begin {
        let _ = writeln!(std::io::stderr());
    }
    let (verdict, proof) = match search.verdict() {
        Verdict::Differ => ("differ", None),
        Verdict::MayDiffer => ("may differ", None),
        Verdict::Open if search.found().is_some() => ("may differ", None),
        Verdict::Open => ("not found", None),
        Verdict::NoneExists(Proof::SameOperation) => ("equal", Some("same operation")),
        Verdict::NoneExists(Proof::EveryOperand) => ("equal", Some("every operand tried")),
    };
    let found =
        if listed.is_empty() { search.found().cloned().into_iter().collect() } else { listed };
    debug_assert!(search.progress().phase != Phase::Done || search.verdict() != Verdict::Open);
    let [a, b] = names;
    let differences = found.iter().map(|each| shown_difference(&search, each)).collect();
    let open = search.subjects().iter().any(|subject| subject.is_open());
    let by = options.by.name();
    Ok(Report {
        by,
        agreement: options.by.agreement(),
        a,
        b,
        verdict,
        open,
        proof,
        tried: search.progress().tried,
        differences,
    })
}

fn shown_difference(search: &Search, found: &Difference) -> Found {
    let value = |name: &str, kind: ptxfp::catalog::Type, bits: u64| Value {
        name: name.to_string(),
        kind: kind.spelling(),
        bits: hex(bits, kind),
        values: values(bits, kind),
        others: Vec::new(),
    };
    let results = |place: usize| -> Vec<Value> {
        let outputs = search.outputs();
        let both = outputs.iter().zip(found.outcomes.get(place).into_iter().flatten());
        let results = both.filter_map(|(output, all)| {
            let (first, rest) = all.split_first()?;
            let kind = output.kinds.get(place).copied()?;
            let name = if place == 0 { &output.name } else { &output.other_name };
            let other =
                |bits: &u64| format!("{} = {}", hex(*bits, kind), braced(&values(*bits, kind)));
            Some(Value { others: rest.iter().map(other).collect(), ..value(name, kind, *first) })
        });
        results.collect()
    };
    let outputs = search.outputs();
    let inputs = search.inputs().iter().zip(&found.inputs);
    let side = |side: &Side, format: Format| {
        let text = |bits: u64| {
            let digits = usize::from(format.width().div_ceil(4));
            format!("0x{bits:0digits$x} = {}", concise(bits, format))
        };
        let all = [side.bits].into_iter().chain(side.others.iter().copied());
        all.map(text).collect::<Vec<_>>().join(" or ")
    };
    Found {
        certain: found.severity == Severity::Certain,
        contraction: found.is_of_contraction(),
        inputs: inputs.map(|(input, bits)| value(&input.name, input.kind, *bits)).collect(),
        a: results(0),
        b: results(1),
        lanes: found
            .lanes
            .iter()
            .filter_map(|lane| {
                let output = outputs.get(lane.output)?;
                let [one, two] = output.kinds.map(ptxfp::catalog::Type::format);
                Some(Part {
                    name: output.name.clone(),
                    lane: lane.lane,
                    certain: lane.severity == Severity::Certain,
                    a: side(&lane.a, one),
                    b: side(&lane.b, two),
                })
            })
            .collect(),
        step: found.reason.title,
        reason_a: found.reason.a.clone(),
        reason_b: found.reason.b.clone(),
        link: link(search, &found.inputs),
    }
}

/// A link to both subjects: one that compares instructions, or one that compares sequences.
fn link(search: &Search, inputs: &[u64]) -> Option<String> {
    let [a, b] = search.subjects();
    if let (Some(instruction), Some(other)) = (a.instruction(), b.instruction()) {
        let compared = Compared { instruction: *other, context: b.context, registers: None };
        let state = State {
            compared: vec![compared],
            ..State::new(*instruction, a.context, inputs.to_vec())
        };
        return Some(state.to_fragment());
    }
    let text = |subject: &Subject| match subject.instruction() {
        Some(instruction) => instruction.statement().replace('-', "_"),
        None => subject.label.clone(),
    };
    let other = Other::new(&text(b), b.context);
    let state = SequenceState::new(&text(a), a.context, inputs);
    let link = SequenceState { other: Some(other), ..state }.to_fragment();
    // Without declarations, statements may say less.
    parse_sequence(&link).is_some_and(|parsed| parsed.problems.is_empty()).then_some(link)
}

impl Report {
    /// Whether a difference was found.
    pub(crate) fn is_found(&self) -> bool {
        !self.differences.is_empty()
    }
}

/// The report for people.
pub(crate) fn text(report: &Report) -> String {
    let mut text = String::new();
    // A String takes whatever is written to it.
    for (name, named) in [("a", &report.a), ("b", &report.b)] {
        let _ = writeln!(text, "{name}: {} on {}, PTX ISA {}", named.text, named.target, named.isa);
    }
    let tried = report.tried;
    let _ = match (report.verdict, report.proof) {
        ("equal", Some("same operation")) => writeln!(text, "equal: both do the same"),
        ("equal", _) => writeln!(text, "equal: every operand was tried ({tried})"),
        ("differ", _) => writeln!(text, "they differ ({tried} operands tried)"),
        ("may differ", _) if report.differences.iter().any(|found| found.contraction) => writeln!(
            text,
            "they may differ: contraction leaves several results open, and the ISA permits each \
             ({tried} operands tried)"
        ),
        ("may differ", _) => writeln!(
            text,
            "they may differ: the references do, and the ISA leaves open whether the results do ({tried} operands tried)"
        ),
        _ => writeln!(text, "no difference found in {tried} operands, which is not a proof"),
    };
    if report.open && report.differences.is_empty() {
        text.extend([report.agreement, "\n"]);
    }
    for found in &report.differences {
        text.push('\n');
        write_difference(&mut text, found, report.differences.len() > 1);
    }
    text
}

fn write_difference(text: &mut String, found: &Found, is_short: bool) {
    let line = |text: &mut String, prefix: &str, value: &Value| {
        let Value { name, kind, bits, values, others } = value;
        let _ = write!(text, "  {prefix}{name} {kind}  {bits} = {}", braced(values));
        for other in others {
            text.extend([", or ", other]);
        }
        text.push('\n');
    };
    for value in &found.inputs {
        line(text, "", value);
    }
    found.a.iter().for_each(|value| line(text, "a: ", value));
    found.b.iter().for_each(|value| line(text, "b: ", value));
    if !found.certain {
        text.push_str("  the ISA leaves open whether they differ\n");
    }
    if is_short {
        return;
    }
    for lane in found.lanes.iter().filter(|lane| lane.lane.is_some() && found.lanes.len() > 1) {
        let Part { name, lane, a, b, .. } = lane;
        let _ = writeln!(text, "  {name} lane {}: {a}, {b}", lane.unwrap_or(0));
    }
    let _ = writeln!(text, "  {}", found.step);
    let _ = writeln!(text, "    a: {}", found.reason_a);
    let _ = writeln!(text, "    b: {}", found.reason_b);
    if let Some(link) = &found.link {
        let _ = writeln!(text, "  #{link}");
    }
}
