//! `mma --against`: elements on which two GPUs or two instructions differ, or one from the exact value.

use std::fmt::Write as _;

use ptxfp::catalog::{Context, Target};
use ptxfp::explore::products::{Case, Differences, ProductSearch, Reference};
use ptxfp::format::Format;
use ptxfp::report::tensor::decimal;
use ptxfp::tensor::{Mma, Tensor, written_element, written_width};
use ptxfp::text::hex;
use serde::Serialize;

use super::parse;
use crate::paint::{LABEL, RESULT};

/// A search, and its outcome.
#[derive(Serialize)]
pub(super) struct Report {
    instruction: String,
    target: &'static str,
    /// The other instruction with its target, or `exact`.
    against: String,
    seed: u64,
    tried: u64,
    different: u64,
    /// Elements of which nobody knows a result.
    unknown: u64,
    /// The first that differs, without the products that do not matter.
    first: Option<Found>,
    /// The one that differs most in relation to the exact sum.
    worst: Option<Found>,
}

/// An element with its results.
#[derive(Serialize)]
struct Found {
    /// The operands in bits.
    a: Vec<String>,
    b: Vec<String>,
    c: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    scale_a: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    scale_b: Vec<String>,
    /// The options of the command that ask for them.
    options: String,
    /// The result and that of the other, in bits.
    bits: [String; 2],
    values: [String; 2],
    exact: String,
    /// The difference in relation to the exact sum; null if that is 0.
    relative: Option<String>,
}

/// Searches.
pub(super) fn search(
    mma: &Mma,
    context: &Context,
    against: &str,
    seed: u64,
    tries: u64,
) -> Result<Report, String> {
    let tensor = known(mma, context)?;
    let (reference, name) = match (against, Target::parse(against)) {
        ("exact", _) => (Reference::Nearest, String::from("exact")),
        (_, Some(target)) => {
            let other = Context { target, ..*context };
            (Reference::Tensor(Box::new(known(mma, &other)?)), format!("{mma} on {}", target.name))
        }
        (text, None) => {
            let other = parse(text)?;
            if [other.k, other.n_scales()] != [mma.k, mma.n_scales()]
                || [other.a, other.b, other.c, other.d] != [mma.a, mma.b, mma.c, mma.d]
            {
                return Err(format!("`{other}` takes other operands").replace('`', ""));
            }
            let name = format!("{other} on {}", context.target.name);
            (Reference::Tensor(Box::new(known(&other, context)?)), name)
        }
    };
    if mma.d.float().is_none() {
        return Err("integers are exact on every target".into());
    }
    let found = ProductSearch::new(mma.clone(), tensor, reference).run(seed, tries);
    let Differences { tried, different, unknown, first, worst } = found;
    Ok(Report {
        instruction: mma.to_string(),
        target: context.target.name,
        against: name,
        seed,
        tried,
        different,
        unknown,
        first: first.map(|case| Found::of(&case, mma)),
        worst: worst.map(|case| Found::of(&case, mma)),
    })
}

/// The observed behavior of an instruction.
fn known(mma: &Mma, context: &Context) -> Result<Tensor, String> {
    if let Some(reason) = mma.unavailable(context) {
        return Err(format!("{}, not {context}", reason.replace('`', "")));
    }
    Tensor::new(mma, context).map_err(|open| format!("{mma} on {}: {open}", context.target.name))
}

impl Found {
    fn of(case: &Case, mma: &Mma) -> Self {
        let digits = |bits: u64, format: Format| hex(bits, written_width(format).into());
        let list = |bits: &[u64], format| bits.iter().map(|bits| digits(*bits, format)).collect();
        let [a, b] = &case.elements.lists;
        let scale = mma.scale.map_or(mma.a, |scale| Format::Float(scale.format));
        let [scale_a, scale_b] = &case.elements.scales;
        Self {
            a: list(a, mma.a),
            b: list(b, mma.b),
            c: digits(case.elements.c, mma.c),
            scale_a: list(scale_a, scale),
            scale_b: list(scale_b, scale),
            options: options(case, mma, scale),
            bits: case.results.map(|bits| digits(bits, mma.d)),
            values: case.results.map(|bits| written_element(bits, mma.d)),
            exact: decimal(&case.exact),
            relative: case.relative(mma.d).map(|error| error.text),
        }
    }
}

/// The options that ask for an element, as numbers; zeros at the end are left out.
fn options(case: &Case, mma: &Mma, scale: Format) -> String {
    let list = |list: &[u64], format: Format| {
        let numbers: Vec<_> = list.iter().map(|bits| written_element(*bits, format)).collect();
        numbers.join(",")
    };
    let used = |list: &[u64]| list.iter().rposition(|bits| *bits != 0).map_or(1, |last| last + 1);
    let lists = &case.elements.lists;
    let most = lists.iter().map(|list| used(list)).max().unwrap_or(1);
    let [a, b] = lists.each_ref().map(|list| list.get(..most).unwrap_or_default());
    let c = written_element(case.elements.c, mma.c);
    let mut text = format!("--a {} --b {} --c {c}", list(a, mma.a), list(b, mma.b));
    let [of_a, of_b] = &case.elements.scales;
    if !of_a.is_empty() {
        let (of_a, of_b) = (list(of_a, scale), list(of_b, scale));
        let _ = write!(text, " --scale-a {of_a} --scale-b {of_b}");
    }
    text
}

impl Report {
    /// The report for people.
    pub(super) fn text(&self) -> String {
        let Self { instruction, target, against, tried, different, unknown, .. } = self;
        let mut text = format!("{instruction} on {target}, against {against}\n");
        let _ = write!(text, "  {different} of {tried} elements differ");
        let _ = match unknown {
            0 => writeln!(text),
            _ => writeln!(text, ", {unknown} are unknown"),
        };
        let shown = [("first", &self.first), ("largest", &self.worst)];
        for (label, found) in shown {
            let Some(found) = found else { continue };
            let [own, other] = &found.values;
            let _ = write!(
                text,
                "  {LABEL}{label:11}{LABEL:#}{RESULT}{own}{RESULT:#}, not {other}; exactly {}",
                found.exact
            );
            let _ = match &found.relative {
                Some(relative) => writeln!(text, ", a difference of {relative}"),
                None => writeln!(text),
            };
            let _ = writeln!(text, "             {}", found.options);
        }
        text
    }
}
