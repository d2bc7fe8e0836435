//! Simplifying operands on which subjects differ.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Severity;
use super::search::Search;
use super::space::Cell;
use super::trial::Scratch;
use crate::bits::mask;
use crate::catalog::Type;
use crate::format::{FloatFormat, Format};
use crate::order::push_new;
use crate::text::{parse, shortest};

/// The largest number of passes over the operands; more are never needed.
const MAX_ROUNDS: usize = 100;
/// The number of the values tried first that are tried again.
const N_EDGES: usize = 40;
/// The largest number of digits of a decimal that are kept.
const MAX_DIGITS: usize = 6;

/// Simplifies registers while the subjects differ on them as strongly.
pub(super) fn shrink(search: &Search, inputs: &[u64], severity: Severity) -> Vec<u64> {
    let mut scratch = Scratch::default();
    let mut best = inputs.to_vec();
    let holds = |scratch: &mut Scratch, inputs: &[u64]| {
        search.differ(scratch, inputs).is_some_and(|found| found >= severity)
    };
    if !holds(&mut scratch, &best) {
        // The difference is only in bits between the lanes, which do not count.
        return best;
    }
    for _ in 0..MAX_ROUNDS {
        let before = best.clone();
        for (index, cell) in search.cells.iter().enumerate() {
            let edges = search.edges.get(index).map_or(&[][..], Vec::as_slice);
            let mut least = cost(cell, cell.get(&best));
            for bits in alternatives(cell, cell.get(&best), edges) {
                let new = cost(cell, bits);
                if new >= least {
                    continue;
                }
                let mut tried = best.clone();
                cell.set(&mut tried, bits);
                if holds(&mut scratch, &tried) {
                    (best, least) = (tried, new);
                }
            }
        }
        for tried in joint(&search.cells, &best) {
            let all = |inputs: &[u64]| -> u32 {
                search.cells.iter().map(|cell| cost(cell, cell.get(inputs))).sum()
            };
            if all(&tried) < all(&best) && holds(&mut scratch, &tried) {
                best = tried;
            }
        }
        if best == before {
            break;
        }
    }
    best
}

/// The type that a cell is read as, if it is one datum.
fn datum(cell: &Cell) -> Option<Type> {
    cell.kinds.first().copied().filter(|kind| kind.packing().width == cell.width)
}

/// Returns how hard a value is to read.
fn cost(cell: &Cell, bits: u64) -> u32 {
    let Some(kind) = cell.kinds.first() else { return 0 };
    let packing = kind.packing();
    let format = kind.format();
    if packing.width == cell.width {
        return cost_of(format, bits);
    }
    (0..packing.lanes).map(|lane| cost_of(format, packing.extract(bits, lane))).sum()
}

fn cost_of(format: Format, bits: u64) -> u32 {
    /// The cost of a character, which exceeds the other parts of a cost together.
    const CHARACTER: u32 = 256;
    let datum = format.decode(bits);
    if datum.is_nan() {
        let is_canonical = format.canonical_nan() == Some(bits);
        return 9 * CHARACTER + if is_canonical { 0 } else { CHARACTER + bits.count_ones() };
    }
    if datum.is_infinite() {
        return 8 * CHARACTER + u32::from(datum.negative);
    }
    let text = shortest(bits, format);
    let length = u32::try_from(text.len()).unwrap_or(u32::MAX / 1024);
    let (exponent, ones) = datum.exact().map_or((0, 0), |exact| {
        (exact.leading_exponent().unsigned_abs(), exact.significand.count_ones())
    });
    let rank = match text.as_str() {
        "0" => 0,
        "1" => 16,
        _ => 32,
    };
    length * CHARACTER + rank + exponent.min(127) + ones
}

/// Other values for a cell.
fn alternatives(cell: &Cell, bits: u64, edges: &[u64]) -> Vec<u64> {
    let mut found: Vec<u64> = edges.iter().copied().take(N_EDGES).collect();
    match datum(cell).map(Type::format) {
        Some(Format::Float(format)) => near_float(format, bits, &mut found),
        Some(Format::Fixed(_)) | None => {
            for index in (0..u32::from(cell.width)).rev() {
                push_new(&mut found, bits & !(1 << index));
                push_new(&mut found, bits & mask(index));
                push_new(&mut found, bits >> index);
            }
        }
    }
    found
}

fn near_float(format: &'static FloatFormat, bits: u64, found: &mut Vec<u64>) {
    push_new(found, bits & format.magnitude_mask());
    push_decimals(format, bits, found);
    let trailing = format.trailing_width();
    for index in 0..trailing {
        push_new(found, bits & !mask(index));
        push_new(found, bits & !(1 << index));
    }
    let field = (bits & format.magnitude_mask()) >> trailing;
    let home = format.one() >> trailing;
    let others = bits & !(format.magnitude_mask() & !mask(trailing));
    for field in [home, field.midpoint(home), field + 1, field.saturating_sub(1)] {
        if field <= format.max_finite() >> trailing {
            push_new(found, others | field << trailing);
            push_decimals(format, others | field << trailing, found);
        }
    }
}

fn push_decimals(format: &'static FloatFormat, bits: u64, found: &mut Vec<u64>) {
    for text in decimals(&shortest(bits, format)) {
        if let Ok(entry) = parse(&text, format) {
            push_new(found, entry.bits);
        }
    }
}

/// Shorter decimals near a number.
fn decimals(text: &str) -> Vec<String> {
    let (sign, magnitude) = match text.strip_prefix('-') {
        Some(magnitude) => ("-", magnitude),
        None => ("", text),
    };
    let (number, exponent) = magnitude.split_once('e').unwrap_or((magnitude, "0"));
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let Ok(exponent) = exponent.parse::<i64>() else { return Vec::new() };
    let digits = [whole, fraction].concat();
    let digits = digits.trim_start_matches('0');
    let mut found = Vec::new();
    for count in 1..=MAX_DIGITS.min(digits.len().saturating_sub(1)) {
        let Some(Ok(kept)) = digits.get(..count).map(str::parse::<u64>) else { continue };
        let dropped = i64::try_from(digits.len() - count).unwrap_or(0);
        let fraction = i64::try_from(fraction.len()).unwrap_or(0);
        let exponent = exponent - fraction + dropped;
        for kept in [kept, kept + 1] {
            found.push([sign, &kept.to_string(), &format!("e{exponent}")].concat());
        }
    }
    found
}

/// Operands with all exponents moved by one amount, which keeps the relations of terms.
fn joint(cells: &[Cell], inputs: &[u64]) -> Vec<Vec<u64>> {
    let floats = || cells.iter().filter_map(|cell| Some((cell, datum(cell)?.format().float()?)));
    let field = |(cell, format): (&Cell, &FloatFormat)| {
        (cell.get(inputs) & format.magnitude_mask()) >> format.trailing_width()
    };
    let mut found = Vec::new();
    for (index, (cell, format)) in floats().enumerate() {
        let home = format.one() >> format.trailing_width();
        let Ok(delta) = i64::try_from(home)
            .map(|home| home - i64::try_from(field((cell, format))).unwrap_or(home))
        else {
            continue;
        };
        if delta == 0 {
            continue;
        }
        // All operands together, and one against all others.
        let count = floats().count();
        for partner in 0..=count {
            let mut tried = inputs.to_vec();
            for (other, (cell, format)) in floats().enumerate() {
                let by = match partner {
                    _ if other == index => delta,
                    _ if partner == count => delta,
                    _ if partner == other => -delta,
                    _ => 0,
                };
                let field = i64::try_from(field((cell, format))).unwrap_or(0);
                let top = i64::try_from(format.max_finite() >> format.trailing_width());
                let moved = (field + by).clamp(1, top.unwrap_or(1).max(1));
                if field == 0 || by == 0 {
                    continue;
                }
                let trailing = format.trailing_width();
                let rest = cell.get(inputs) & !(format.magnitude_mask() & !mask(trailing));
                cell.set(&mut tried, rest | u64::try_from(moved).unwrap_or(0) << trailing);
            }
            found.push(tried);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::decimals;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn decimals_become_shorter() {
        assert_eq!(decimals("1.25"), ["1e0", "2e0", "12e-1", "13e-1"]);
        assert_eq!(decimals("-0.034"), ["-3e-2", "-4e-2"]);
        assert_eq!(decimals("6.55e-5"), ["6e-5", "7e-5", "65e-6", "66e-6"]);
        for text in ["1", "0", "inf", "NaN", ""] {
            assert!(decimals(text).is_empty(), "{text}");
        }
    }
}
