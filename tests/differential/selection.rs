//! Instructions that choose among their operands or look at them, against the ISA's pseudo-code,
//! and the host where it has the same.

use conformance::operands::Operands;
use conformance::operation::{Operation, Property};
use conformance::oracle::Text;
use conformance::report::Report;
use conformance::{Random, Subject, scale};

use crate::compare::{Size, compare};

const SIZE: Size = Size { n_plain: 60_000, n_modified: 20_000 };

fn of(operations: &'static [Operation]) -> impl Iterator<Item = Subject> {
    Subject::all().filter(|subject| operations.contains(&subject.spelling.operation))
}

#[test]
fn signs_are_changed_as_the_text_says() {
    compare(
        &Text,
        "abs, neg, copysign",
        SIZE,
        of(&[Operation::Abs, Operation::Neg, Operation::CopySign]),
    );
}

#[test]
fn the_least_and_the_greatest_are_found_as_the_pseudo_code_does() {
    compare(&Text, "min, max", SIZE, of(&[Operation::Min, Operation::Max]));
}

#[test]
fn properties_are_those_of_the_text() {
    const PROPERTIES: [Operation; 6] = [
        Operation::Test(Property::Finite),
        Operation::Test(Property::Infinite),
        Operation::Test(Property::Number),
        Operation::Test(Property::NotANumber),
        Operation::Test(Property::Normal),
        Operation::Test(Property::Subnormal),
    ];
    compare(&Text, "testp", SIZE, of(&PROPERTIES));
}

/// Both kinds of host float, so that each check is written once.
macro_rules! host {
    ($name:ident, $float:ident, $bits:expr) => {
        fn $name(text: &str, registers: &[u64]) -> Option<u64> {
            let [a, b, ..] = registers else { return None };
            let (a, b) = ($float::from_bits($bits(*a)), $float::from_bits($bits(*b)));
            let opcode = text.split('.').next().unwrap_or_default();
            let result = match opcode {
                "abs" => a.abs(),
                "neg" => -a,
                "copysign" => return Some(b.copysign(a).to_bits().into()),
                // Which zero the host returns is open.
                "min" if a != 0.0 || b != 0.0 => a.min(b),
                "max" if a != 0.0 || b != 0.0 => a.max(b),
                "testp" => {
                    return Some(u64::from(match text.split('.').nth(1) {
                        Some("finite") => a.is_finite(),
                        Some("infinite") => a.is_infinite(),
                        Some("number") => !a.is_nan(),
                        Some("notanumber") => a.is_nan(),
                        Some("normal") => a.is_normal() || a == 0.0,
                        Some("subnormal") => a.is_subnormal(),
                        _ => return None,
                    }));
                }
                _ => return None,
            };
            (!result.is_nan()).then(|| result.to_bits().into())
        }
    };
}

host!(single, f32, |bits| u32::try_from(bits).expect("32 bits"));
host!(double, f64, |bits| bits);

#[test]
fn the_host_agrees() {
    const TEXTS: [&str; 22] = [
        "abs.f32",
        "abs.f64",
        "neg.f32",
        "neg.f64",
        "copysign.f32",
        "copysign.f64",
        "min.f32",
        "min.f64",
        "max.f32",
        "max.f64",
        "testp.finite.f32",
        "testp.finite.f64",
        "testp.infinite.f32",
        "testp.infinite.f64",
        "testp.number.f32",
        "testp.number.f64",
        "testp.notanumber.f32",
        "testp.notanumber.f64",
        "testp.normal.f32",
        "testp.normal.f64",
        "testp.subnormal.f32",
        "testp.subnormal.f64",
    ];
    // The least number of comparisons out of 440,000: NaNs and zeros of both signs are skipped.
    const LEAST: u64 = 300_000;
    let scale = scale(LEAST);
    let mut report = Report::new("the host", "selection, f32 and f64");
    for text in TEXTS {
        let subject = Subject::new(text);
        let mut operands = Operands::new(&subject.spelling, Random::named("host").fork(text));
        for _ in 0..20_000 * scale {
            let registers = operands.registers();
            let theirs = if text.ends_with("f32") {
                single(text, &registers)
            } else {
                double(text, &registers)
            };
            let Some(theirs) = theirs else { continue };
            let ours = subject.evaluate(&registers).destination;
            report.note(ours == theirs, || {
                format!("{text} {registers:x?}: core {ours:x}, host {theirs:x}")
            });
        }
    }
    report.finish(LEAST * scale);
}
