//! The types that registers are shown as.

use ptxfp::catalog::Type;
use ptxfp::explore::sequence::Register;
use ptxfp::text::concise;

/// The name of the digits of a register in base 2.
const BINARY: &str = "binary";

/// The types that registers are shown as, by name; the others are shown as their own.
#[derive(Clone, Debug, Default)]
pub struct Lenses {
    chosen: Vec<(String, &'static str)>,
}

impl Lenses {
    /// The type that a register is shown as; empty for its own.
    pub(super) fn of(&self, register: &Register) -> &'static str {
        let chosen = self.chosen.iter().find(|(name, _)| *name == register.name);
        chosen.map_or("", |(_, lens)| lens)
    }

    /// Chooses the type that registers of a name are shown as; an unknown one restores their own.
    pub(super) fn choose(&mut self, name: String, lens: &str) {
        self.chosen.retain(|(other, _)| *other != name);
        if let Some(lens) = all().find(|known| *known == lens) {
            self.chosen.push((name, lens));
        }
    }
}

/// Everything that a register may be shown as.
fn all() -> impl Iterator<Item = &'static str> {
    Type::SPELLED.into_iter().map(Type::spelling).chain([BINARY])
}

/// The other choices for a register: the types of its width, and its binary digits.
pub(super) fn choices(register: &Register) -> Vec<&'static str> {
    let own = if register.is_typed { register.kind.spelling() } else { "" };
    let of_width = Type::SPELLED.into_iter().filter(|kind| {
        kind.packing().register_width() == register.width() && kind.spelling() != own
    });
    of_width.map(Type::spelling).chain([BINARY]).collect()
}

/// The values of a register's lanes, as the chosen type; empty where it has no type.
pub(super) fn shown(bits: u64, register: &Register, lens: &str) -> String {
    let own = register.is_typed.then_some(register.kind);
    let chosen = Type::SPELLED.into_iter().find(|kind| {
        kind.spelling() == lens && kind.packing().register_width() == register.width()
    });
    match chosen.or(own) {
        _ if lens == BINARY => digits(bits, register.width()),
        Some(kind) => named_values(bits, kind),
        None => String::new(),
    }
}

/// The values of a register's lanes, as in a statement: the highest first, in braces.
pub(crate) fn values_of(bits: u64, kind: Type) -> String {
    braced(&lanes(bits, kind))
}

/// The values of a register's lanes with the [names](labelled) of two lanes.
pub(super) fn named_values(bits: u64, kind: Type) -> String {
    labelled(&lanes(bits, kind))
}

/// The values of a register's lanes, the highest first.
fn lanes(bits: u64, kind: Type) -> Vec<String> {
    let packing = kind.packing();
    let value = |lane: u8| concise(packing.extract(bits, lane), kind.format());
    (0..packing.lanes).rev().map(value).collect()
}

/// Joins texts of lanes, the highest lane first, in braces if there are several.
fn braced(lanes: &[String]) -> String {
    match lanes {
        [only] => only.clone(),
        _ => ["{", &lanes.join(", "), "}"].concat(),
    }
}

/// Joins texts of lanes [in braces](braced) and names the order of two lanes, because other
/// languages write the lowest lane first.
pub(super) fn labelled(lanes: &[String]) -> String {
    let names = if lanes.len() == 2 { " (hi, lo)" } else { "" };
    braced(lanes) + names
}

/// The digits in base 2, in groups of four.
fn digits(bits: u64, width: u8) -> String {
    let mut text = String::new();
    for place in (0..width).rev() {
        text.push(if bits >> place & 1 == 1 { '1' } else { '0' });
        if place > 0 && place % 4 == 0 {
            text.push(' ');
        }
    }
    text
}
