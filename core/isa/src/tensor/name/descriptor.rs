//! The types of `tcgen05.mma`, which are in its instruction descriptor and not in its name.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::message::{WrongName, listed};
use super::parse::element;
use super::{Kind, Mma, Scale};
use crate::format::Format;
use crate::format::table::{BF16, F16, UE4M3, UE8M0};
use crate::text::quote::quoted;

/// The types that a kind has: the number of products, and the names of d, of a and b, and of scales.
struct Types {
    k: usize,
    results: &'static [&'static str],
    inputs: &'static [&'static str],
    scales: &'static [&'static str],
}

impl Types {
    fn of(kind: Kind, scale: Option<Scale>) -> Self {
        const ANY: &[&str] = &["e4m3", "e5m2", "e3m2", "e2m3", "e2m1"];
        let (results, inputs, k): (&[&str], &[&str], _) = match kind {
            Kind::F16 => (&["f32", "f16"], &["f16", "bf16"], 16),
            Kind::Tf32 => (&["f32"], &["tf32"], 8),
            Kind::F8f6f4 => (&["f32", "f16"], ANY, 32),
            Kind::Mxf8f6f4 => (&["f32"], ANY, 32),
            Kind::Mxf4 | Kind::Mxf4nvf4 => (&["f32"], &["e2m1"], 64),
        };
        let scales: &[&str] = match scale {
            Some(Scale { block: 16, .. }) => &["ue4m3", "ue8m0"],
            Some(_) => &["ue8m0"],
            None => &[],
        };
        Self { k, results, inputs, scales }
    }

    /// The lists in the order of the braces, each with its role.
    fn lists(&self) -> Vec<(&'static str, &'static [&'static str])> {
        let mut lists = Vec::from([("d", self.results), ("a", self.inputs), ("b", self.inputs)]);
        if !self.scales.is_empty() {
            lists.push(("the scales", self.scales));
        }
        lists
    }

    /// The first of each.
    fn usual(&self) -> Vec<&'static str> {
        self.lists().iter().filter_map(|(_, list)| list.first().copied()).collect()
    }
}

/// Takes the types from the braces behind a name, which come with their place.
pub(super) fn apply(
    mma: &mut Mma,
    types: Option<(&str, usize)>,
    end: usize,
) -> Result<(), WrongName> {
    let Some(kind) = mma.kind else { return Ok(()) };
    let possible = Types::of(kind, mma.scale);
    mma.k = possible.k;
    let example = format!("{}{{{}}}", mma.spelling, possible.usual().join("."));
    let wrong = |span, message| Err(WrongName { span, message, instead: Some(example.clone()) });
    let lists = possible.lists();
    let (names, span) = match types {
        Some((text, place)) => (text.split('.').collect(), place..place + text.len()),
        None if lists.iter().all(|(_, list)| list.len() == 1) => (possible.usual(), end..end),
        None => {
            let message = "`tcgen05.mma` has its types in the instruction descriptor; expected them in braces, that of d first";
            return wrong(end..end, message.to_owned());
        }
    };
    if names.len() != lists.len() {
        let message = format!("{} types are given; expected {}", names.len(), lists.len());
        return wrong(span, message);
    }
    for (name, (role, list)) in names.iter().zip(&lists) {
        if !list.contains(name) {
            return wrong(span, not_possible(name, role, list));
        }
    }
    let typed = |index: usize| names.get(index).map_or(Format::Float(&F16), |name| element(name));
    (mma.d, mma.c, mma.a, mma.b) = (typed(0), typed(0), typed(1), typed(2));
    if let (Some(scale), Some(name)) = (&mut mma.scale, names.get(3)) {
        scale.format = if *name == "ue4m3" { &UE4M3 } else { &UE8M0 };
    }
    if kind == Kind::F16 && mma.a != mma.b {
        return wrong(span, not_possible(mma.b.name(), "b", &[mma.a.name()]));
    }
    if mma.a == Format::Float(&BF16) && mma.d == Format::Float(&F16) {
        return wrong(span, not_possible("f16", "d", &["f32"]));
    }
    if let Some((text, _)) = types {
        mma.spelling = format!("{}{{{text}}}", mma.spelling);
    }
    Ok(())
}

/// The message about a type.
fn not_possible(name: &str, role: &str, list: &[&str]) -> String {
    let (shown, expected) = (quoted(&[".", name].concat()), listed(list));
    format!("{shown} is not possible as the type of {role}; expected {expected}")
}
