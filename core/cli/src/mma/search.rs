//! `mma --against`: elements on which two GPUs or two instructions differ, or one from the exact value.

use std::fmt::Write as _;

use ptxfp::catalog::{Context, Target};
use ptxfp::explore::products::{Case, Differences, ProductSearch, Reference};
use ptxfp::format::Format;
use ptxfp::report::tensor::decimal;
use ptxfp::tensor::{Mma, written_element, written_width};
use ptxfp::text::hex;
use serde::Serialize;

use super::{known, parse};
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
            if (other.lists(), other.c, other.d) != (mma.lists(), mma.c, mma.d) {
                return Err(format!("{other} takes other operands"));
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

impl Found {
    fn of(case: &Case, mma: &Mma) -> Self {
        let digits = |bits: u64, format: Format| hex(bits, written_width(format).into());
        let mut lists = case.elements.lists.iter().zip(mma.lists()).map(|(list, (format, _))| {
            list.iter().map(|bits| digits(*bits, format)).collect::<Vec<_>>()
        });
        let mut next = || lists.next().unwrap_or_default();
        let [a, b, scale_a, scale_b] = [next(), next(), next(), next()];
        Self {
            a,
            b,
            c: digits(case.elements.c, mma.c),
            scale_a,
            scale_b,
            options: options(case, mma),
            bits: case.results.map(|bits| digits(bits, mma.d)),
            values: case.results.map(|bits| written_element(bits, mma.d)),
            exact: decimal(&case.exact),
            relative: case.relative(mma.d).map(|error| error.text),
        }
    }
}

/// The options that ask for an element, as numbers; zeros at the end of a and b are left out.
fn options(case: &Case, mma: &Mma) -> String {
    let [a, b, ..] = &case.elements.lists;
    let used = |list: &[u64]| list.iter().rposition(|bits| *bits != 0).map_or(1, |last| last + 1);
    let most = used(a).max(used(b));
    let mut text = String::new();
    let names =
        [("--a", most), ("--b", most), ("--scale-a", usize::MAX), ("--scale-b", usize::MAX)];
    let lists = case.elements.lists.iter().zip(mma.lists()).zip(names);
    for ((list, (format, _)), (name, most)) in lists.filter(|((list, _), _)| !list.is_empty()) {
        let numbers = list.iter().take(most).map(|bits| written_element(*bits, format));
        let _ = write!(text, "{name} {} ", numbers.collect::<Vec<_>>().join(","));
    }
    text + "--c " + &written_element(case.elements.c, mma.c)
}

impl Report {
    /// Whether an element differs.
    pub(super) const fn is_different(&self) -> bool {
        self.different > 0
    }

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
