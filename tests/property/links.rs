//! Links: what is printed reads back, however it is respelled, and any text is answered.

use conformance::Random;
use proptest::prelude::*;
use proptest::sample::Index;
use ptxfp::catalog::{Context, Target, Type, isa};
use ptxfp::link::{Compared, Linked, Other, Rejected, SequenceState, State, parse, parse_sequence};
use ptxfp::syntax::read;

use crate::strategies::{SUBJECTS, call, config, nearly_ptx, statements};

/// Any state that a link can have.
fn state() -> impl Strategy<Value = State> {
    // Behind `:~` a browser's part of the address could begin.
    let view = "[A-Za-z0-9_~@/-]([A-Za-z0-9._~@/,:-]{0,12}[A-Za-z0-9_~@/-])?";
    let view = view.prop_filter("no directive", |view| !view.contains(":~"));
    let view = proptest::option::of(view);
    let others = proptest::collection::vec((any::<Index>(), any::<bool>()), 0..3);
    (call(), any::<bool>(), any::<Option<u64>>(), others, view).prop_map(
        |((subject, registers), isa_is_old, recorded, others, view)| {
            let older = Context { isa: isa(8, 8), ..subject.context };
            let instruction = subject.instruction;
            let is_older = isa_is_old && instruction.is_available(&older);
            let context = if is_older { older } else { subject.context };
            let width = subject.spelling.result.width();
            let recorded = recorded.map(|bits| bits & (u64::MAX >> (64 - width)));
            let registers = registers[..subject.spelling.sources.len()].to_vec();
            let others = others.iter().map(|(index, has_own)| {
                let other = index.get(&SUBJECTS);
                let own = || registers.iter().map(|register| register ^ 1).collect();
                let registers = has_own.then(own);
                Compared { instruction: other.instruction, context: other.context, registers }
            });
            let is_fit = |each: &Compared| Compared::is_fit(&each.instruction, &instruction);
            let compared = others.filter(is_fit).collect();
            State { recorded, compared, view, ..State::new(instruction, context, registers) }
        },
    )
}

/// The types of the source operands and of the destination, by their keys.
fn kinds(state: &State) -> Vec<(&'static str, Type)> {
    let sources = state.instruction.form.sources().iter();
    let kinds = sources.map(|each| (each.name, state.instruction.operand_type(each)));
    kinds.chain([("d", state.instruction.destination_type())]).collect()
}

/// The operands of a state, as in a statement.
fn operands_of(state: &State) -> String {
    ptxfp::syntax::operand_values(&state.instruction, &state.registers)
}

/// Another text for the bits of a register.
fn respelled_register(text: &str, kind: Type, random: &mut Random) -> String {
    let bits = u64::from_str_radix(&text[2..], 16).expect("hexadecimal");
    let packing = kind.packing();
    let lanes = (0..packing.lanes).rev().map(|lane| packing.extract(bits, lane));
    let lanes: Vec<_> = lanes.collect();
    let whole = (0..).zip(lanes.iter().rev());
    let whole = whole.fold(0, |sum, (lane, bits)| packing.insert(sum, lane, *bits));
    let list: Vec<_> = lanes.iter().map(|bits| format!("0x{bits:x}")).collect();
    match random.below(5) {
        0 => format!("0x{bits:x}"),
        1 => format!("0X{bits:X}"),
        // The list has no place for bits between the lanes.
        2 if packing.lanes > 1 && whole == bits => {
            list.iter().rev().map(String::as_str).collect::<Vec<_>>().join(",")
        }
        3 if packing.lanes > 1 && whole == bits => format!("{{{}}}", list.join(",")),
        _ => text.to_owned(),
    }
}

fn recased(text: &str, random: &mut Random) -> String {
    let recase = |c: char| if random.coin() { c.to_ascii_uppercase() } else { c };
    text.chars().map(recase).collect()
}

/// Percent-encodes some characters, some of them more than once.
fn encoded(text: &str, random: &mut Random) -> String {
    let encode = |character: char| {
        let n_times = if character.is_ascii() { random.below(8).saturating_sub(5) } else { 0 };
        let Some(n_more) = n_times.checked_sub(1) else { return character.to_string() };
        let percents = "25".repeat(usize::try_from(n_more).expect("a small number"));
        format!("%{percents}{:02X}", u32::from(character))
    };
    text.chars().map(encode).collect()
}

/// Another link that means the same.
fn respelled(state: &State, random: &mut Random) -> String {
    let link = state.to_fragment();
    let (head, pairs) = link.split_once('?').expect("every instruction has operands");
    let kinds = kinds(state);
    let mut respelled: Vec<String> = Vec::new();
    for pair in pairs.split('&') {
        let (key, value) = pair.split_once('=').expect("a pair");
        let value = match kinds.iter().find(|(name, _)| *name == key) {
            Some((_, kind)) => respelled_register(value, *kind, random),
            None => value.to_owned(),
        };
        // The order of compared instructions is significant.
        let first =
            respelled.iter().rposition(|pair| pair.to_ascii_lowercase().starts_with("with="));
        let first = if key == "with" { first.map_or(0, |index| index as u64 + 1) } else { 0 };
        let place = first + random.below(respelled.len() as u64 + 1 - first);
        let place = usize::try_from(place).expect("an index");
        respelled.insert(place, format!("{}={value}", recased(key, random)));
    }
    let separator = random.pick(&["&", "&amp;", "&amp;amp;", "&&"]);
    let before =
        random.pick(&["", "#", "?", "/", "#/", " <", "https://example.org/p/#", "e.org/?x=1#"]);
    let behind = random.pick(&["", ".", ").", "\u{200b}", "**", ">", "\n", "`,", ":~:text=a,b"]);
    let link = format!("{}?{}", recased(head, random), respelled.join(separator));
    let link = if random.coin() { link } else { encoded(&link, random) };
    [before, link.as_str(), behind].concat()
}

proptest! {
    #![proptest_config(config(3_000))]

    #[test]
    fn links_read_back(state in state()) {
        let link = state.to_fragment();
        let parsed = parse(&link);
        prop_assert_eq!(&parsed.problems, &[], "{}", link);
        prop_assert_eq!(parsed.linked.to_fragment(), &*link);
        prop_assert_eq!(parsed.linked, Linked::Legal(state));
    }

    #[test]
    fn respelled_links_mean_the_same(state in state(), seed: u64) {
        let link = respelled(&state, &mut Random::new(seed));
        let parsed = parse(&link);
        prop_assert_eq!(&parsed.problems, &[], "{}", link);
        prop_assert_eq!(parsed.linked, Linked::Legal(state), "{}", link);
    }

    /// A statement that is not legal stays: what is legal elsewhere, what has another modifier, and
    /// any other text.
    #[test]
    fn links_to_rejected_statements_read_back(
        state in state(),
        index in any::<Index>(),
        text in prop_oneof![nearly_ptx(), any::<String>()],
        kind in 0..3,
        is_recorded: bool,
    ) {
        let (spelling, operands) = (state.instruction.to_string(), operands_of(&state));
        let modifier = [".ftz", ".sat", ".relu", ".f61", ".approx"][index.index(5)];
        let text = match kind {
            0 => format!("{spelling} {operands}"),
            1 => format!("{spelling}{modifier} {operands}"),
            _ => text,
        };
        let target = index.get(ptxfp::catalog::TARGETS);
        let context = Context { target, ..state.context };
        if read(&text, &context).is_err() {
            let mut rejected = Rejected::new(&text, context);
            rejected.is_recorded = is_recorded;
            rejected.view = state.view;
            let link = rejected.to_fragment();
            let is_plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~@?/=&,:".contains(&b);
            prop_assert!(link.bytes().all(is_plain), "{link}");
            let parsed = parse(&link);
            prop_assert_eq!(&parsed.problems, &[], "{}", link);
            prop_assert_eq!(parsed.linked, Linked::Rejected(rejected), "{}", link);
        }
    }

    #[test]
    fn damaged_links_are_answered(
        state in state(),
        cuts: [Index; 2],
        piece in nearly_ptx(),
        is_encoded: bool,
    ) {
        let link = state.to_fragment();
        let mut ends = cuts.map(|cut| cut.index(link.len() + 1));
        ends.sort_unstable();
        let [start, end] = ends;
        let mut text = [&link[..start], &piece, &link[end..]].concat();
        if is_encoded {
            text = encoded(&text, &mut Random::named(&link));
        }
        is_answered(&text)?;
    }

    #[test]
    fn links_to_sequences_read_back(
        text in statements(),
        registers: Vec<u64>,
        is_recorded: bool,
        other in proptest::option::of((statements(), any::<bool>())),
        cuts: [Index; 2],
        piece in nearly_ptx(),
    ) {
        let context = SUBJECTS[0].context;
        let mut state = SequenceState::new(&text, context, &registers);
        state.other = other.map(|(text, is_elsewhere)| {
            let elsewhere = Context { target: Target::parse("sm_13").unwrap(), isa: isa(1, 4) };
            Other::new(&text, if is_elsewhere { elsewhere } else { context })
        });
        let sequence = state.sequence();
        let width = |index: &usize| sequence.registers()[*index].width();
        state.registers.resize(sequence.inputs().len(), 0);
        for (bits, index) in state.registers.iter_mut().zip(sequence.inputs()) {
            *bits &= u64::MAX >> (64 - width(index));
        }
        let mut others = state.other.iter().map(Other::sequence);
        let is_good = sequence.is_complete() && others.all(|other| other.is_complete());
        if is_recorded && is_good {
            let values = sequence.evaluate(&state.registers);
            let outputs = sequence.outputs().iter().map(|index| values[*index].bits);
            state.recorded = Some(outputs.collect());
        }
        let link = state.to_fragment();
        let parsed = parse_sequence(&link).expect("a sequence");
        prop_assert_eq!(&parsed.state, &state, "{}: {:?}", link, parsed.problems);
        prop_assert!(!is_good || parsed.problems.is_empty(), "{link}");
        let is_plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~@?/=&,:".contains(&b);
        prop_assert!(link.bytes().all(is_plain), "{link}");
        // Whatever becomes of a link, it is answered.
        let mut ends = cuts.map(|cut| cut.index(link.len() + 1));
        ends.sort_unstable();
        let [start, end] = ends;
        let damaged = [&link[..start], &piece, &link[end..]].concat();
        if let Some(parsed) = parse_sequence(&damaged) {
            for problem in &parsed.problems {
                prop_assert!(damaged.get(problem.span.clone()).is_some(), "{damaged}");
            }
            let again = parse_sequence(&parsed.state.to_fragment()).expect("a sequence");
            prop_assert_eq!(again.state, parsed.state, "{}", damaged);
        }
    }

    #[test]
    fn any_link_is_answered(text in nearly_ptx()) {
        is_answered(&text)?;
    }

    #[test]
    fn any_text_is_answered(text: String) {
        is_answered(&text)?;
    }
}

/// A text has a valid state, and problems that point into it, and then no recorded result.
fn is_answered(text: &str) -> Result<(), TestCaseError> {
    let parsed = parse(text);
    for problem in &parsed.problems {
        prop_assert!(text.get(problem.span.clone()).is_some(), "{text}: {problem:?}");
        let is_line = !problem.message.is_empty() && !problem.message.contains(char::is_control);
        prop_assert!(is_line, "{text}: {problem:?}");
    }
    let starts = parsed.problems.iter().map(|problem| problem.span.start);
    prop_assert!(starts.is_sorted(), "{text}: {:?}", parsed.problems);
    let is_recorded = match &parsed.linked {
        Linked::Legal(state) => state.recorded.is_some(),
        Linked::Rejected(rejected) => rejected.is_recorded,
    };
    prop_assert!(parsed.problems.is_empty() || !is_recorded, "{text}");
    let is_rejected = matches!(parsed.linked, Linked::Rejected(_));
    prop_assert_eq!(parsed.reasons.is_empty(), !is_rejected, "{}", text);
    let link = parsed.linked.to_fragment();
    let again = parse(&link);
    prop_assert_eq!(&again.problems, &[], "{}", text);
    prop_assert_eq!(&again.linked, &parsed.linked, "{}", text);
    prop_assert_eq!(again.linked.to_fragment(), link);
    Ok(())
}
