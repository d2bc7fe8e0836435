//! What is to say of one link.

use ptxfp::eval::{Guarantee, Prepared};
use ptxfp::format::{Field, Format};
use ptxfp::link::{ParsedSequence, State, parse, parse_sequence};
use ptxfp::number::text::concise;

/// What is to say of a link.
pub(crate) struct Verdict {
    /// The canonical link to the state that was read.
    pub(crate) canonical: String,
    /// Whether the link is that, but for punctuation behind it.
    pub(crate) is_canonical: bool,
    /// Whether the recorded result is the result, if the link can be read and has one.
    pub(crate) recorded: Option<bool>,
    /// What is wrong, with the bytes of the link that it is about.
    pub(crate) failures: Vec<(usize, String)>,
}

impl Verdict {
    pub(crate) fn new(link: &str) -> Self {
        if let Some(parsed) = parse_sequence(link) {
            return Self::of_sequence(link, parsed);
        }
        let parsed = parse(link);
        let canonical = parsed.state.to_fragment();
        let is_canonical = is_canonical(link, &canonical);
        let mut failures: Vec<_> = parsed
            .problems
            .into_iter()
            .map(|problem| (problem.span.start, problem.message))
            .collect();
        let mut recorded = None;
        if let Some(bits) = parsed.state.recorded {
            let difference = difference(&parsed.state, bits);
            recorded = Some(difference.is_none());
            let position = place_of_record(link);
            failures.extend(difference.map(|message| (position, message)));
        }
        Self { canonical, is_canonical, recorded, failures }
    }
}

impl Verdict {
    fn of_sequence(link: &str, parsed: ParsedSequence) -> Self {
        let ParsedSequence { state, problems } = parsed;
        let canonical = state.to_fragment();
        let is_canonical = is_canonical(link, &canonical);
        let mut failures: Vec<_> =
            problems.into_iter().map(|problem| (problem.span.start, problem.message)).collect();
        let mut recorded = None;
        if let Some(then) = &state.recorded {
            let sequence = state.sequence();
            let values = sequence.evaluate(&state.registers);
            let outputs = sequence.outputs().iter().zip(then);
            let message = outputs.filter_map(|(index, then)| {
                let (register, now) = (sequence.register(*index)?, values.get(*index)?);
                let width = register.width();
                (now.bits != *then).then(|| {
                    format!(
                        "a recorded result differs: {}={} is recorded, {} is the result",
                        register.name,
                        hex(*then, width),
                        hex(now.bits, width)
                    )
                })
            });
            let message: Vec<_> = message.collect();
            recorded = Some(message.is_empty());
            let position = link.find("&out=").map_or(0, |at| at + 1);
            failures.extend(message.into_iter().map(|message| (position, message)));
        }
        Self { canonical, is_canonical, recorded, failures }
    }
}

/// Whether a link is the canonical one, but for punctuation behind it.
fn is_canonical(link: &str, canonical: &str) -> bool {
    let rest = link.strip_prefix(canonical);
    rest.is_some_and(|rest| !rest.contains(|c: char| c.is_ascii_alphanumeric()))
}

/// Where the recorded result stands; the whole link where that is not plain.
fn place_of_record(link: &str) -> usize {
    ["?d=", "&d=", "?D=", "&D="].iter().find_map(|key| link.find(key)).map_or(0, |at| at + 1)
}

/// How a recorded result differs from the present one, if it does.
fn difference(state: &State, recorded: u64) -> Option<String> {
    let prepared = Prepared::new(&state.instruction, &state.context);
    let evaluation = prepared.evaluate(&state.registers);
    let now = evaluation.destination;
    if now == recorded {
        return None;
    }
    let kind = state.instruction.destination_type();
    let width = kind.packing().register_width();
    let mut parts = vec![format!(
        "the recorded result differs: d={} is recorded, {} is the result",
        hex(recorded, width),
        hex(now, width)
    )];
    let packing = prepared.destination();
    let format = prepared.lane_op().result;
    for (lane, result) in (0..packing.lanes).zip(evaluation.lanes()).rev() {
        let then = packing.extract(recorded, lane);
        if then == result.bits {
            continue;
        }
        let name = if packing.lanes > 1 { format!("lane {lane}: ") } else { String::new() };
        let values = [then, result.bits].map(|bits| concise(bits, format)).join(" and ");
        let fields = fields(then ^ result.bits, format);
        let remark = remark(result.guarantee, then, format);
        parts.push(format!("{name}{values}, {fields}{remark}"));
    }
    Some(parts.join("; "))
}

/// The fields of an encoding that differ.
fn fields(difference: u64, format: Format) -> String {
    if format.float().is_none() {
        return String::from("another integer");
    }
    let names =
        [(Field::Sign, "sign"), (Field::Exponent, "exponent"), (Field::Significand, "significand")];
    let is_different = |field: Field| {
        (0..u32::from(format.width()))
            .any(|index| difference >> index & 1 == 1 && format.field(index) == field)
    };
    let found: Vec<_> =
        names.into_iter().filter(|(field, _)| is_different(*field)).map(|(_, name)| name).collect();
    format!("another {}", found.join(" and "))
}

/// What the ISA says, where it leaves the result open.
fn remark(guarantee: Guarantee, then: u64, format: Format) -> String {
    match guarantee {
        Guarantee::Bits => String::new(),
        Guarantee::AnyNan if format.is_nan(then) => {
            String::from(" (the ISA leaves the bits of this NaN open)")
        }
        Guarantee::AnyNan => String::from(" (the ISA says NaN)"),
        Guarantee::Within { lo, hi } => {
            let [lo, hi] = [lo, hi].map(|bits| hex(bits, format.width()));
            format!(" (the ISA permits {lo} to {hi})")
        }
        Guarantee::Unbounded => String::from(" (the ISA gives no bound)"),
        Guarantee::Unspecified => String::from(" (the ISA does not specify it)"),
    }
}

fn hex(bits: u64, width: u8) -> String {
    ptxfp::bits::hex(bits, width.into())
}
