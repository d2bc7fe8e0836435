//! Links that were made once, and the results that they must show permanently.
//!
//! `vectors/links-v1.tsv` only grows: `vectors/links-v1.digests` holds digests of its first lines,
//! and `cargo xtask golden` adds one of all its lines to them.

use std::collections::BTreeSet;

use conformance::operands::Operands;
use conformance::random::Random;
use conformance::subject::is_evident;
use conformance::{Subject, files};
use expect_test::expect_file;
use ptxfp::catalog::{Form, forms, instructions_of};
use ptxfp::eval::{Guarantee, Prepared};
use ptxfp::explore::difference::matched;
use ptxfp::explore::sequence::Standing;
use ptxfp::link::{
    Compared, Other, ParsedSequence, ParsedTensor, SequenceState, State, TensorState, parse,
    parse_sequence, parse_tensor,
};
use ptxfp::observed::Grade;
use ptxfp::tensor::Tensor;

const LINKS: &str = "vectors/links-v1.tsv";
const DIGESTS: &str = "vectors/links-v1.digests";

/// A line of the file.
struct Line<'t> {
    number: usize,
    link: &'t str,
    canonical: &'t str,
    /// The destination register, and what the ISA says of each lane, the lowest first.
    result: &'t str,
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let all = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with("# "));
    all.map(|(number, line)| {
        let columns: Vec<_> = line.splitn(3, '\t').collect();
        let [link, canonical, result] = columns[..] else { panic!("{LINKS}:{number}") };
        Line { number, link, canonical, result }
    })
    .collect()
}

/// Returns the result of a state.
fn result(state: &State) -> String {
    let prepared = Prepared::new(&state.instruction, &state.context);
    let evaluation = prepared.evaluate(&state.registers);
    let hex = |bits: u64, width: u8| format!("{bits:0digits$x}", digits = width.div_ceil(4).into());
    let destination = state.instruction.destination_type().packing();
    let guarantees = evaluation.lanes().iter().map(|lane| match lane.guarantee {
        Guarantee::Bits => "bits".into(),
        Guarantee::Reading => "reading".into(),
        Guarantee::AnyNan => "nan".into(),
        Guarantee::Within { lo, hi } => {
            [lo, hi].map(|bits| hex(bits, prepared.lane_op().result.width())).join("..")
        }
        Guarantee::Unbounded => "unbounded".into(),
        Guarantee::Unspecified => "unspecified".into(),
    });
    let guarantees: Vec<String> = guarantees.collect();
    let bits = hex(evaluation.destination, destination.register_width());
    let compared = state.compared.iter().map(|Compared { instruction, context, registers }| {
        let registers = registers.as_ref().unwrap_or(&state.registers).clone();
        let other = State::new(*instruction, *context, registers);
        format!("\t{}", result(&other))
    });
    let compared: String = compared.collect();
    format!("0x{bits}\t{}{compared}", guarantees.join(","))
}

/// Returns each result of a sequence, with its standing.
fn sequence_result(state: &SequenceState) -> String {
    let sequence = state.sequence();
    let values = sequence.evaluate(&state.registers);
    let results = sequence.outputs().iter().map(|index| {
        let (width, value) = (sequence.registers()[*index].width(), values[*index]);
        let standing = match value.standing {
            Standing::Determined => "bits",
            Standing::OpenNan => "nan",
            Standing::Contracted => "contracted",
            Standing::Reference => "reference",
            Standing::Unknown => "unknown",
        };
        format!("0x{:0digits$x}\t{standing}", value.bits, digits = width.div_ceil(4).into())
    });
    let mut text = results.collect::<Vec<_>>().join("\t");
    // The other statements on the same inputs.
    if let Some(other) = &state.other {
        let order = matched(&sequence, &other.sequence()).expect("the inputs match");
        let registers = order.iter().map(|place| state.registers[*place]).collect();
        let Other { code, context } = other.clone();
        let other = SequenceState {
            code,
            context,
            registers,
            start: None,
            recorded: None,
            other: None,
            view: None,
        };
        text = [text, sequence_result(&other)].join("\t");
    }
    text
}

/// The result of a link whose statements proved not to be PTX.
const REFUSED: &str = "refused";

/// Checks a link to a sequence against its line.
fn check_sequence(line: &Line<'_>, parsed: &ParsedSequence, wrong: &mut Vec<String>) {
    let ParsedSequence { state, problems } = parsed;
    if line.result == REFUSED {
        let is_kept = state.to_fragment() == line.canonical;
        if problems.is_empty() || !is_kept {
            wrong.push(format!("{LINKS}:{}: it is not refused", line.number));
        }
        return;
    }
    let (canonical, now) = (state.to_fragment(), sequence_result(state));
    if !problems.is_empty() {
        wrong.push(format!("{LINKS}:{}: {problems:?}", line.number));
    }
    if canonical != line.canonical || now != line.result {
        wrong.push(format!("{LINKS}:{}: now {canonical}\t{now}", line.number));
    }
    if parse_sequence(line.canonical).as_ref() != Some(parsed) {
        wrong.push(format!("{LINKS}:{}: the canonical link is not", line.number));
    }
    let sequence = state.sequence();
    let values = sequence.evaluate(&state.registers);
    let bits: Vec<_> = sequence.outputs().iter().map(|index| values[*index].bits).collect();
    if state.recorded.as_ref().is_some_and(|recorded| *recorded != bits) {
        wrong.push(format!("{LINKS}:{}: out= is not the result", line.number));
    }
}

/// Returns the element of a link to tensor cores, with its grade.
fn tensor_result(state: &TensorState) -> String {
    let found = Tensor::new(&state.mma, &state.context).map_err(|open| open.to_string());
    let element = found.and_then(|tensor| {
        let bits = tensor.evaluate(&state.operands()).map_err(|refusal| refusal.to_string())?;
        let digits = state.mma.d.width().div_ceil(4).into();
        let grade = tensor.grade().map_or("exact", Grade::name);
        Ok(format!("0x{bits:0digits$x}\t{grade}"))
    });
    element.unwrap_or_else(|reason| format!("open\t{reason}"))
}

/// Checks a link to tensor cores against its line.
fn check_tensor(line: &Line<'_>, parsed: &ParsedTensor, wrong: &mut Vec<String>) {
    let Some(state) = parsed.state.as_ref().filter(|_| parsed.problems.is_empty()) else {
        wrong.push(format!("{LINKS}:{}: {:?}", line.number, parsed.problems));
        return;
    };
    let (canonical, now) = (state.to_fragment(), tensor_result(state));
    if canonical != line.canonical || now != line.result {
        wrong.push(format!("{LINKS}:{}: now {canonical}\t{now}", line.number));
    }
    let again = parse_tensor(line.canonical).and_then(|parsed| parsed.state);
    if again.is_none_or(|again| again.to_fragment() != canonical) {
        wrong.push(format!("{LINKS}:{}: the canonical link is not", line.number));
    }
}

#[test]
fn every_link_resolves_for_ever() {
    let text = files::read(LINKS);
    let lines = lines(&text);
    let mut wrong = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let is_replaced = lines[index + 1..].iter().any(|later| later.link == line.link);
        if let Some(parsed) = parse_sequence(line.link) {
            if !is_replaced {
                check_sequence(line, &parsed, &mut wrong);
            }
            continue;
        }
        if let Some(parsed) = parse_tensor(line.link) {
            if !is_replaced {
                check_tensor(line, &parsed, &mut wrong);
            }
            continue;
        }
        let state = match parse(line.link).sound() {
            Ok(state) => state,
            Err(problems) => {
                wrong.push(format!("{LINKS}:{}: {problems:?}", line.number));
                continue;
            }
        };
        let canonical = state.to_fragment();
        let now = result(&state);
        if !is_replaced && (canonical != line.canonical || now != line.result) {
            wrong.push(format!("{LINKS}:{}: now {canonical}\t{now}", line.number));
        }
        if parse(line.canonical).sound().as_ref() != Ok(&state) {
            wrong.push(format!("{LINKS}:{}: the canonical link is not", line.number));
        }
        let recorded = state.recorded;
        let is_reproduced = recorded.is_none_or(|bits| {
            now.split('\t').next().and_then(|hex| u64::from_str_radix(&hex[2..], 16).ok())
                == Some(bits)
        });
        if !is_reproduced && !is_replaced {
            wrong.push(format!("{LINKS}:{}: d= is not the result", line.number));
        }
    }
    assert!(wrong.is_empty(), "{} lines are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(lines.len() >= 150, "{} lines", lines.len());
}

/// FNV-1a over bytes.
fn digest<'t>(lines: impl Iterator<Item = &'t str>) -> u64 {
    let bytes = lines.flat_map(|line| line.bytes().chain([b'\n']));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[test]
fn lines_are_added_and_never_changed() {
    let text = files::read(LINKS);
    let n_lines = text.lines().count();
    let recorded = files::read(DIGESTS);
    let mut largest = 0;
    for line in recorded.lines().filter(|line| !line.starts_with('#')) {
        let (count, expected) = line.split_once(' ').expect("a count and a digest");
        let count: usize = count.parse().expect("a count");
        assert!(count <= n_lines, "{LINKS} had {count} lines and has {n_lines}");
        let found = format!("{:016x}", digest(text.lines().take(count)));
        assert_eq!(found, expected, "one of the first {count} lines of {LINKS} was changed");
        assert!(count > largest, "{DIGESTS} only grows too");
        largest = count;
    }
    let added = if largest < n_lines {
        format!("{n_lines} {:016x}\n", digest(text.lines()))
    } else {
        String::new()
    };
    // Fails where lines were added without their digest; `cargo xtask golden` adds it.
    expect_file!["../vectors/links-v1.digests"].assert_eq(&(recorded + &added));
    assert!(largest >= 150, "{DIGESTS} covers {largest} lines");
}

/// A line for a row, to be added to the file.
fn line_for(form: &'static Form) -> Option<String> {
    let subject = instructions_of(form).filter(is_evident).find_map(Subject::of_instruction)?;
    let mut operands = Operands::new(&subject.spelling, Random::named(&form.syntax()));
    let registers = operands.registers()[..subject.spelling.sources.len()].to_vec();
    let Subject { instruction, context, .. } = subject;
    let state = State::new(instruction, context, registers);
    let link = state.to_fragment();
    Some(format!("{link}\t{link}\t{}", result(&state)))
}

#[test]
fn every_row_that_evaluates_has_a_link() {
    let text = files::read(LINKS);
    let states = lines(&text).into_iter().filter_map(|line| parse(line.link).linked.legal());
    let covered: BTreeSet<_> =
        states.map(|state| std::ptr::from_ref(state.instruction.form)).collect();
    let missing: Vec<_> = forms()
        .filter(|form| form.is_assembled() && !covered.contains(&std::ptr::from_ref(*form)))
        .filter_map(line_for)
        .collect();
    assert!(missing.is_empty(), "lines to add to {LINKS}:\n{}", missing.join("\n"));
}
