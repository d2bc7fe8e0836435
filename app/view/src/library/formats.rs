//! The formats.

use std::sync::Arc;

use ptxfp::catalog::Type;
use ptxfp::catalog::aliases::names_of_format;
use ptxfp::format::table::{FIXEDS, FLOATS, by_name};
use ptxfp::format::{Class, FloatFormat, Format};
use ptxfp::internals::arith::{Datum, Kind};
use ptxfp::internals::quote::quoted;
use ptxfp::text::{concise, exact_brief};
use ptxfp::text::{hex, hex_digits};

use crate::label::{LabelView, Position, arrange};
use crate::library::Screen;
use crate::library::compared::{CompareView, compare};
use crate::number::with_minus;
use crate::playground::instruction::SectionView;
use crate::playground::statement::section;
use crate::table::TableView;

/// The whole page of formats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormatsView {
    /// Links to the formats.
    pub index: IndexView,
    /// The formats side by side.
    pub compare: CompareView,
    /// The formats that have a card.
    pub cards: Vec<Arc<FormatView>>,
    /// The integers.
    pub integers: TableView,
}

/// Links to the formats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IndexView {
    /// The names of the formats that have a card.
    pub names: Vec<&'static str>,
    /// The error in the address; may be empty.
    pub problem: String,
}

/// A format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormatView {
    /// Its name.
    pub name: &'static str,
    /// Bits of sign, exponent and significand.
    pub fields: [u32; 3],
    /// The definition of the format.
    pub section: SectionView,
    /// Terms with their values.
    pub facts: Vec<(&'static str, String)>,
    /// Special values.
    pub landmarks: TableView,
    /// Number lines of all values.
    pub lines: Vec<ValueLineView>,
    /// Whether all encodings can be listed.
    pub is_narrow: bool,
    /// All encodings, if that is open.
    pub encodings: Option<TableView>,
}

/// Values on a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueLineView {
    /// The title of the line.
    pub title: &'static str,
    /// The description of the drawing, in a sentence.
    pub label: String,
    /// Powers of two, other normal values, subnormal values.
    pub ticks: [Vec<Position>; 3],
    /// Some values.
    pub values: Vec<LabelView>,
}

/// Up to this many bits, all values of a format are drawn.
const NARROW: u8 = 8;
/// The ends of a line, with room for labels.
const ENDS: (i64, i64) = (3_00, 97_00);
/// The least distance between labels.
const APART: Position = 15_00;
/// The width of a digit of a label, in tenths of a pixel.
const DIGIT: i32 = 67;

impl Screen {
    /// The places of the formats that have a card.
    pub fn format_cards(&self) -> Option<Vec<usize>> {
        Some((0..self.formats.as_ref()?.cards.len()).collect())
    }

    /// The card of a format at a place.
    pub fn format_card(&self, place: usize) -> Option<Arc<FormatView>> {
        self.formats.as_ref()?.cards.get(place).cloned()
    }
}

/// The page of formats; `name` is requested by the address, `open` are the keys of open tables.
pub fn formats(name: &str, open: &[String]) -> FormatsView {
    let (mut cards, mut integers) = (Vec::new(), Vec::new());
    for format in FLOATS {
        cards.push(Arc::new(card(Format::Float(format), open)));
    }
    for format in FIXEDS {
        match format.fraction {
            0 => integers.push(Format::Fixed(format)),
            _ => cards.push(Arc::new(card(Format::Fixed(format), open))),
        }
    }
    let problem = if name.is_empty() || by_name(name).is_some() {
        String::new()
    } else {
        let names: Vec<_> = cards.iter().map(|card| card.name).collect();
        [&*quoted(name), " is not a format; expected one of ", &names.join(", "), " or an integer."]
            .concat()
    };
    let index = IndexView { names: cards.iter().map(|card| card.name).collect(), problem };
    FormatsView { index, compare: compare(), cards, integers: integer_table(&integers) }
}

fn card(format: Format, open: &[String]) -> FormatView {
    let source = match format {
        Format::Float(format) => &format.source,
        Format::Fixed(format) => &format.source,
    };
    let is_narrow = format.width() <= NARROW;
    let is_open = is_narrow && open.iter().any(|key| key == format.name());
    FormatView {
        name: format.name(),
        fields: [u32::from(format.is_signed()), format.exponent_width(), format.trailing_width()],
        section: SectionView { label: source.to_string(), ..section(source) },
        facts: facts(format),
        landmarks: landmarks(format),
        lines: if is_narrow { lines(format) } else { Vec::new() },
        is_narrow,
        encodings: is_open.then(|| encodings(format)),
    }
}

fn facts(format: Format) -> Vec<(&'static str, String)> {
    let mut types = String::new();
    for kind in Type::SPELLED {
        if kind.format() == format {
            types.extend([kind.spelling(), " "]);
        }
    }
    let numbers: &[(&str, i64)] = match format {
        Format::Float(format) => &[
            ("bits", i64::from(format.width)),
            ("precision", i64::from(format.precision)),
            ("bias", i64::from(format.bias)),
            ("emin", i64::from(format.emin())),
            ("emax", i64::from(format.emax())),
            ("NaN encodings", format.n_nans().cast_signed()),
        ],
        Format::Fixed(format) => {
            &[("bits", i64::from(format.width)), ("fraction bits", i64::from(format.fraction))]
        }
    };
    let mut facts = vec![("types", types)];
    for (term, number) in numbers {
        facts.push((term, with_minus(&number.to_string())));
    }
    let names: Vec<_> = names_of_format(format).collect();
    if !names.is_empty() {
        facts.push(("also called", names.join(" ")));
    }
    facts
}

/// A value with a minus sign instead of a hyphen.
fn value(bits: u64, format: Format) -> String {
    with_minus(&exact_brief(bits, format))
}

fn landmarks(format: Format) -> TableView {
    let mut table = TableView::new("Special values", &["datum", "encoding", "value"]);
    for (name, bits) in format.landmarks() {
        let digits = hex(bits, u32::from(format.width()));
        let (mut text, decimal) = (exact_brief(bits, format), concise(bits, format));
        if text != decimal {
            text.extend([" ≈ ", &decimal]);
        }
        table.add(&[name, &["`", &digits, "`"].concat(), &with_minus(&text)]);
    }
    table
}

/// Every encoding: the upper digit down, the lower one across.
fn encodings(format: Format) -> TableView {
    let caption = [format.name(), ": the upper digit down, the lower digit across"].concat();
    let mut table = TableView::new(&caption, &["0x"]);
    (0..16).for_each(|lower| table.extend(&hex_digits(lower, 4)));
    for upper in 0..1 << (format.width() - 4) {
        table.add(&[&hex_digits(upper, 4)]);
        (0..16).for_each(|lower| table.extend(&value(upper << 4 | lower, format)));
    }
    table
}

fn integer_table(integers: &[Format]) -> TableView {
    let mut table = TableView::new("Integers", &["format", "bits", "least", "largest"]);
    for format in integers {
        table.add(&[&["`", format.name(), "`"].concat(), &format.width().to_string()]);
        let ends = format.landmarks();
        for (_, bits) in ends.first().into_iter().chain(ends.last()) {
            table.extend(&value(*bits, *format));
        }
    }
    table
}

/// The lines of a narrow format: to scale, and with binades of one length.
fn lines(format: Format) -> Vec<ValueLineView> {
    let mut lines = Vec::new();
    // To scale, 256 binades would be invisible, and equal lengths would add nothing for a few
    // binades.
    if format.exponent_width() < 8 {
        lines.push(to_scale(format));
    }
    if format.exponent_width() > 3 {
        lines.extend(format.float().map(by_binade));
    }
    lines
}

/// A value in units of the smallest step of its format.
fn steps(datum: Datum, quantum: i32) -> Option<i64> {
    let magnitude = match datum.kind {
        Kind::Zero => 0,
        Kind::Finite { significand, exponent } => {
            i64::try_from(significand << u32::try_from(exponent - quantum).ok()?).ok()?
        }
        Kind::Infinite | Kind::Nan { .. } => return None,
    };
    Some(if datum.negative { -magnitude } else { magnitude })
}

fn to_scale(format: Format) -> ValueLineView {
    let quantum = format.ulp_exponent(0);
    let all = 0..1_u64 << format.width();
    let values: Vec<(u64, i64)> =
        all.filter_map(|bits| Some((bits, steps(format.decode(bits), quantum)?))).collect();
    let largest = values.iter().map(|(_, steps)| steps.abs()).max().unwrap_or(1);
    let place = |steps: i64| place(steps + largest, 2 * largest);
    let ticks = ticks(format, values.iter().map(|(bits, steps)| (*bits, place(*steps))));
    // The middle and the ends first, then others while there is room.
    let powers = (0..i64::BITS - 1).rev().map(|shift| 1 << shift);
    let wanted = [0, largest].into_iter().chain(powers).flat_map(|at| [at, -at]);
    let places = wanted.filter_map(|at| {
        let (bits, _) = values.iter().find(|(_, steps)| *steps == at)?;
        Some((place(at), *bits))
    });
    line("to scale", format, ticks, places)
}

fn by_binade(format: &'static FloatFormat) -> ValueLineView {
    // Encodings of one sign are in the order of values, and all binades have the same number.
    let last = format.max_finite();
    let place = |bits: u64| place(bits.cast_signed(), last.cast_signed());
    let marks = [0, last, format.one(), format.min_normal()];
    let binades =
        (0..=last >> format.trailing_width()).map(|field| field << format.trailing_width());
    let places = marks.into_iter().chain(binades).map(|bits| (place(bits), bits));
    let ticks = ticks(format.into(), (0..=last).map(|bits| (bits, place(bits))));
    line("binades of equal length", format.into(), ticks, places)
}

fn place(at: i64, length: i64) -> Position {
    let place = ENDS.0 + at * (ENDS.1 - ENDS.0) / length.max(1);
    Position::try_from(place).unwrap_or(0)
}

/// Powers of two, other normal values, subnormal values; each place once.
fn ticks(format: Format, values: impl Iterator<Item = (u64, Position)>) -> [Vec<Position>; 3] {
    let mut ticks = [Vec::new(), Vec::new(), Vec::new()];
    for (bits, at) in values {
        let kind = match format.decode(bits).kind {
            _ if format.classify(bits) == Class::Subnormal => 2,
            Kind::Finite { significand, .. } if !significand.is_power_of_two() => 1,
            _ => 0,
        };
        if let Some(places) = ticks.get_mut(kind)
            && !places.contains(&at)
        {
            places.push(at);
        }
    }
    ticks
}

fn line(
    title: &'static str,
    format: Format,
    ticks: [Vec<Position>; 3],
    places: impl Iterator<Item = (Position, u64)>,
) -> ValueLineView {
    let mut values: Vec<(Position, String)> = Vec::new();
    for (at, bits) in places {
        if values.iter().all(|(other, _)| (at - other).abs() >= APART) {
            values.push((at, value(bits, format)));
        }
    }
    let label = ["the values of ", format.name(), ", ", title].concat();
    ValueLineView { title, label, ticks, values: arrange(values, DIGIT) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_has_a_card_or_a_row() {
        let view = formats("", &[]);
        assert_eq!(view.cards.len() + view.integers.rows.len() - 1, FLOATS.len() + FIXEDS.len());
        for card in &view.cards {
            assert_eq!(card.is_narrow, !card.lines.is_empty(), "{}", card.name);
            assert!(card.landmarks.rows.len() > 4);
        }
        let e4m3 = view.cards.iter().find(|card| card.name == "e4m3").unwrap();
        assert!(e4m3.facts.iter().any(|fact| fact.1.contains("float8_e4m3fn")));
        assert!(formats("e4m4", &[]).index.problem.contains("e4m4"));
    }

    #[test]
    fn all_values_of_a_narrow_format_are_on_its_line() {
        let [scale] = &lines((&ptxfp::format::table::E2M1).into())[..] else { panic!() };
        assert_eq!(scale.ticks.iter().map(Vec::len).sum::<usize>(), 15);
        assert_eq!(scale.ticks[2].len(), 2);
        let values: Vec<_> = scale.values.iter().map(|label| label.text.as_str()).collect();
        assert!(["0", "6", "−6"].iter().all(|value| values.contains(value)), "{values:?}");
        assert_eq!((scale.values[0].at, scale.values[0].text.as_str()), (50_00, "0"));
        for line in formats("", &[]).cards.iter().flat_map(|card| &card.lines) {
            crate::label::tests::check(&line.values, DIGIT, &line.label);
        }
        let [_, binades] = &lines((&ptxfp::format::table::E4M3).into())[..] else { panic!() };
        assert_eq!(binades.ticks.iter().map(Vec::len).sum::<usize>(), 127);
    }

    #[test]
    fn encodings_are_complete() {
        let view = formats("", &[String::from("e4m3"), String::from("f16")]);
        let e4m3 = view.cards.iter().find(|card| card.name == "e4m3").unwrap();
        let table = e4m3.encodings.as_ref().unwrap();
        assert_eq!((table.rows.len(), table.rows[8][16].as_str()), (17, "NaN"));
        assert_eq!(table.rows[8][15], "448");
        assert!(view.cards.iter().all(|card| card.name == "e4m3" || card.encodings.is_none()));
    }
}
