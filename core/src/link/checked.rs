//! The check of one link, with the words on it: by `ptxfp linkcheck`, and by each tool whose documents
//! show the playground.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{
    Linked, ParsedSequence, ParsedTensor, SequenceState, State, TensorState, Verdict, parse,
    parse_sequence, parse_tensor, reason, reason_of_strays,
};
use crate::eval::{Guarantee, Prepared};
use crate::explore::sequence::Standing;
use crate::format::{Field, Format};
use crate::observed::Observed;
use crate::order::sort_by_key;
use crate::text::concise;

/// The outcome of checking a link.
#[derive(Debug)]
pub struct Checked {
    /// The canonical link to the state that was read.
    pub canonical: String,
    /// Whether the link is canonical, except for punctuation after it.
    pub is_canonical: bool,
    /// The verdict on the recorded result, if the link can be read and has one.
    pub recorded: Option<Verdict>,
    /// The remark on a recorded result that is permitted, with its byte of the link.
    pub permitted: Option<(usize, String)>,
    /// The errors, each with its byte of the link.
    pub failures: Vec<(usize, String)>,
}

impl Checked {
    /// Checks a link, which is not compressed.
    ///
    /// ```
    /// use ptxfp::internals::checked::Checked;
    ///
    /// let sum = "v1/add.f32@sm_90?a=0x3f800000&b=0x3f800000&d=";
    /// assert!(Checked::of(&[sum, "0x40000000"].concat()).failures.is_empty());
    /// let (position, message) = &Checked::of(&[sum, "0x40000001"].concat()).failures[0];
    /// assert_eq!(*position, 43);
    /// assert!(message.starts_with("the recorded result differs: d=0x40000001"));
    /// ```
    #[must_use]
    pub fn of(link: &str) -> Self {
        if let Some(parsed) = parse_sequence(link) {
            return Self::of_sequence(link, parsed);
        }
        if let Some(parsed) = parse_tensor(link) {
            return Self::of_tensor(link, &parsed);
        }
        let parsed = parse(link);
        let canonical = parsed.linked.to_fragment();
        let is_canonical = is_canonical(link, &canonical);
        let mut problems = parsed.problems;
        let (mut recorded, mut permitted) = (None, None);
        match &parsed.linked {
            Linked::Rejected(rejected) if rejected.is_recorded => {
                recorded = Some(Verdict::Reproduced);
            }
            Linked::Rejected(_) => problems.extend(parsed.reasons),
            Linked::Legal(_) => {}
        }
        sort_by_key(&mut problems, |problem| problem.span.start);
        let mut failures: Vec<_> =
            problems.into_iter().map(|problem| (problem.span.start, problem.message)).collect();
        if let Linked::Legal(state) = &parsed.linked
            && let Some(bits) = state.recorded
        {
            let (verdict, message) = compare(state, bits);
            recorded = Some(verdict);
            let said = (position_of_record(link), message);
            match verdict {
                Verdict::Reproduced | Verdict::Observed => {}
                Verdict::Permitted => permitted = Some(said),
                Verdict::Differs => failures.push(said),
            }
        }
        Self { canonical, is_canonical, recorded, permitted, failures }
    }

    fn of_tensor(link: &str, ParsedTensor { state, problems }: &ParsedTensor) -> Self {
        let canonical = state.as_ref().map_or_else(|| link.to_owned(), TensorState::to_fragment);
        let is_canonical = is_canonical(link, &canonical);
        let failures =
            problems.iter().map(|problem| (problem.span.start, problem.message.clone())).collect();
        Self { canonical, is_canonical, recorded: None, permitted: None, failures }
    }

    fn of_sequence(link: &str, parsed: ParsedSequence) -> Self {
        let ParsedSequence { state, problems } = parsed;
        let canonical = state.to_fragment();
        let is_canonical = is_canonical(link, &canonical);
        let mut failures: Vec<_> =
            problems.into_iter().map(|problem| (problem.span.start, problem.message)).collect();
        let position = link.find("&out=").map_or(0, |at| at + 1);
        let mut permitted = None;
        let recorded = outputs(&state, |verdict, message| match verdict {
            Verdict::Differs => failures.push((position, message)),
            Verdict::Reproduced | Verdict::Observed | Verdict::Permitted => {
                permitted.get_or_insert((position, message));
            }
        });
        Self { canonical, is_canonical, recorded, permitted, failures }
    }
}

/// Compares the recorded results of a program with the present ones, and passes on the verdict on each
/// that is another one, in words; returns the worst, if there is a record.
pub(crate) fn outputs(
    state: &SequenceState,
    mut say: impl FnMut(Verdict, String),
) -> Option<Verdict> {
    let changed = state.changed_outputs()?;
    let sequence = state.sequence();
    let mut worst = Verdict::Reproduced;
    for each in changed {
        let Some(register) = sequence.register(each.register) else { continue };
        worst = worst.max(each.verdict);
        let [then, now] = [each.recorded, each.bits].map(|bits| hex(bits, register.width()));
        let name = &register.name;
        let is = match (each.verdict, each.standing) {
            (Verdict::Differs, _) => "differs",
            (_, Standing::Contracted) => "is permitted: contraction leaves it open",
            // It follows from a reference or an open NaN, so it is not determined.
            _ => "is not the reference",
        };
        say(
            each.verdict,
            format!("a recorded result {is}: {name}={then} is recorded, but the result is {now}"),
        );
    }
    Some(worst)
}

/// Whether a link is canonical, except for punctuation after it.
fn is_canonical(link: &str, canonical: &str) -> bool {
    let rest = link.strip_prefix(canonical);
    rest.is_some_and(|rest| !rest.contains(|c: char| c.is_ascii_alphanumeric()))
}

/// The position of the recorded result; 0 where it is not found.
fn position_of_record(link: &str) -> usize {
    ["?d=", "&d=", "?D=", "&D="].iter().find_map(|key| link.find(key)).map_or(0, |at| at + 1)
}

/// Compares a recorded result with the present one, and describes the difference.
pub(crate) fn compare(state: &State, recorded: u64) -> (Verdict, String) {
    let prepared = Prepared::new(&state.instruction, &state.context);
    let evaluation = prepared.evaluate(&state.registers);
    let observed = Observed::of(&state.instruction, &state.context);
    let verdict = Verdict::of(recorded, &prepared, &state.registers, &evaluation)
        .or_observed(recorded, observed.and_then(|observed| observed.bits(&state.registers)));
    let is = match verdict {
        Verdict::Reproduced | Verdict::Observed | Verdict::Differs => verdict.word(),
        Verdict::Permitted => "is permitted, not the reference",
    };
    let kind = state.instruction.destination_type();
    let width = kind.packing().register_width();
    let mut parts = alloc::vec![format!(
        "the recorded result {is}: d={} is recorded, but the result is {}",
        hex(recorded, width),
        hex(evaluation.destination, width)
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
        let verdict = Verdict::of_lane(recorded, lane, &prepared, &state.registers, result);
        let remark = remark(verdict, result.guarantee, format);
        parts.push(format!("{name}{values}, {fields}{remark}"));
    }
    if packing.has_strays(recorded) {
        let verdict = Verdict::of_strays(recorded, &prepared, &state.registers, &evaluation);
        parts.push(reason_of_strays(verdict).to_owned());
    }
    (verdict, parts.join("; "))
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

/// Returns the remark on a lane where the ISA leaves the result open.
fn remark(verdict: Verdict, guarantee: Guarantee, format: Format) -> String {
    let reason = reason(verdict, guarantee);
    match guarantee {
        Guarantee::Bits => String::new(),
        Guarantee::Within { lo, hi } => {
            let [lo, hi] = [lo, hi].map(|bits| hex(bits, format.width()));
            format!(" ({reason}: the ISA permits {lo} to {hi})")
        }
        Guarantee::Reading | Guarantee::AnyNan | Guarantee::Unbounded | Guarantee::Unspecified => {
            format!(" ({reason})")
        }
    }
}

fn hex(bits: u64, width: u8) -> String {
    crate::text::hex(bits, width.into())
}
