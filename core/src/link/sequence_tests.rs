use alloc::format;
use alloc::vec::Vec;

use super::{MAX_LENGTH, Other, SequenceState, State, parse_sequence, sequence_of};
use crate::catalog::Context;
use crate::explore::sequence::plain_statement;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// A link to a sequence reads without a problem, and as the canonical one.
fn reads_as_sequence(text: &str, canonical: &str) {
    let parsed = parse_sequence(text).expect("a sequence");
    assert_eq!(parsed.problems, [], "{text}");
    assert_eq!(parsed.state.to_fragment(), canonical, "{text}");
}

#[test]
fn links_hold_sequences() {
    let twice = "v1/sequence@sm_90?code=mul.rn.f32~t,a,b~~add.rn.f32~d,t,c&a=0x40000000&b=0x40400000&c=0x3f800000";
    for link in [
        twice,
        &format!("{twice}&out=0x40e00000&isa=8.6&view=lanes"),
        "v1/sequence@sm_90?code=mov.b32~lo:hi,/r1~~add.f16~~@20",
        "v1/sequence@sm_90?code=add.f32~d,1.0,2.0",
        "v1/sequence@sm_90?code=add.f32~code,isa,View&~isa=0x00000000&~View=0x3f800000",
    ] {
        let state = parse_sequence(link).expect("a sequence").state;
        assert_eq!(
            state.to_fragment(),
            parse_sequence(&state.to_fragment()).unwrap().state.to_fragment()
        );
    }
    reads_as_sequence(twice, twice);
    let recorded = format!("{twice}&out=0x40e00000&isa=8.6&view=lanes");
    reads_as_sequence(&recorded, &recorded);
    reads_as_sequence(
        "https://example.org/#V1/Sequence@SM_90?c=1&b=3&a=2&code=%7B.reg%20.f32%20t;mul.rn.f32%20t,a,b;%0Aadd.rn.f32%20d,t,c;%7D).",
        twice,
    );
    let names = "v1/sequence@sm_90?code=add.f32~code,isa,/b&~isa=0x00000000&/b=0x3f800000";
    reads_as_sequence(names, names);
    let none = "v1/sequence@sm_90?code=add.f32~d,1.0,2.0";
    reads_as_sequence(none, none);
    assert!(parse_sequence("v1/add.f32@sm_90?a=0&b=0").is_none() && parse_sequence("").is_none());
    assert!(parse_sequence(&"a".repeat(MAX_LENGTH + 1)).is_none());
}

#[test]
fn problems_of_sequences_are_reported() {
    let check = |rest: &str, expected: &[(&str, &str)]| {
        let text = format!("v1/sequence@sm_90{rest}");
        let parsed = parse_sequence(&text).expect("a sequence");
        let found: Vec<_> =
            parsed.problems.iter().map(|p| (&text[p.span.clone()], &p.message)).collect();
        assert_eq!(found.len(), expected.len(), "{text}: {found:#?}");
        for ((place, message), (at, part)) in found.iter().zip(expected) {
            assert_eq!(place, at, "{text}: {message}");
            assert!(message.contains(part), "{text}: {message}");
        }
        assert_eq!(parsed.state.recorded, None);
        let link = parsed.state.to_fragment();
        assert_eq!(parse_sequence(&link).unwrap().state, parsed.state);
    };
    check("", &[("", "the statements are missing")]);
    check("?code=ld.f32~d,a", &[("ld.f32~d,a", "statement 1: `a` is no address such as")]);
    check(
        "?code=add.f32~d,1,2.0",
        &[(
            "add.f32~d,1,2.0",
            "statement 1: .f32 takes a floating-point constant, but `1` is an integer",
        )],
    );
    check("?code=abs.f32~d,a", &[("", "input `a` is missing")]);
    check("?code=abs.f32~d,a&a=1&b=2", &[("b", "the keys are code, out, isa, with, view, ~z1, a")]);
    check("?code=abs.f32~d,a&a=1&A=2", &[("A", "is not a key")]);
    check("?code=abs.f32~d,a&a=1&a=2", &[("a=2", "appears twice")]);
    check("?code=abs.f32~d,a&a=x", &[("x", "the value of `a` cannot be read")]);
    check(
        "?code=abs.f32~d,a&a=1&out=1,2",
        &[("1,2", "results of 2 outputs were recorded, but the program has 1")],
    );
    check("?code=abs.f32~d,a&a=1&out=y", &[("y", "a recorded result cannot be read")]);
    let other = "?code=abs.f32~d,a&a=1&with=";
    let check_other = |with: &str, part: &str| {
        check(&[other, with].concat(), &[(with, part)]);
    };
    check_other("", "the other statements are missing; expected `with=add.f32~d,a,b` or similar");
    check_other("ld.f32~d,a", "other statement 1: `ld` is PTX, but");
    check_other("sm_9000~~abs.f32~d,a", "`sm_9000` is not a target or version");
    check_other("sm_90@9.9~~abs.f32~d,a", "`9.9` is not a target or version");
    check("?code=abs.f32~d,a&a=1&with=abs.f32~d,a&with=x", &[("with=x", "appears twice")]);
    check("?code=abs.f32~d,with&with=1&~with=x", &[("x", "other statement 1")]);
    check("?code=abs.f32~d,With&With=1&with=abs.f32~d,a", &[("with", "is not a key")]);
}

#[test]
fn links_hold_two_sequences() {
    let one = "v1/sequence@sm_90?code=fma.rn.f32~d,a,b,c&a=0x40000000&b=0x40400000&c=0x3f800000";
    let two = "mul.rn.f32~t,a,b~~add.rn.f32~d,t,c";
    for rest in [
        format!("&with={two}"),
        format!("&with=sm_80~~{two}"),
        format!("&out=0x40e00000&isa=8.6&with=sm_90~~{two}&view=lanes"),
        format!("&with=sm_13@1.4~~{two}"),
    ] {
        let link = [one, &rest].concat();
        reads_as_sequence(&link, &link);
        let state = parse_sequence(&link).unwrap().state;
        assert_eq!(state.other.unwrap().sequence().statements().len(), 2, "{link}");
    }
    let link = format!("{one}&with={two}");
    reads_as_sequence(&format!("{one}&with=SM_90@9.1~~{two}"), &link);
    reads_as_sequence(
        &format!("{one}&with=%7Bmul.rn.f32%20t,a,b;%20add.rn.f32%20d,t,c;%7D"),
        &link,
    );
    // A key that is an input's name stays the key of that input.
    let input = "v1/sequence@sm_90?code=add.f32~d,a,with&a=0x3f800000&with=0x40000000";
    reads_as_sequence(input, input);
    assert_eq!(parse_sequence(input).unwrap().state.other, None);
    let both = format!("{input}&~with=add.rz.f32~d,a,b");
    reads_as_sequence(&both, &both);
    // A statement that looks like a target is kept.
    let state = parse_sequence(&link).unwrap().state;
    let other = Other { code: "sm_80;\nabs.f32 d, a;".into(), context: state.context };
    let state = SequenceState { other: Some(other), ..state };
    assert_eq!(parse_sequence(&state.to_fragment()).unwrap().state, state);
}

#[test]
fn every_instruction_is_a_sequence_to_compare_with() {
    for form in crate::catalog::forms() {
        for instruction in crate::catalog::instructions_of(form).take(3) {
            let all = crate::catalog::TARGETS.iter();
            let mut contexts =
                all.map(|target| Context { isa: crate::catalog::LATEST_ISA, target });
            let Some(context) = contexts.find(|context| instruction.is_available(context)) else {
                continue;
            };
            let registers: Vec<u64> = (1..).take(form.sources().len()).collect();
            let mut state = SequenceState::new(&plain_statement(&instruction), context, &registers);
            state.other = Some(Other { code: state.code.clone(), context });
            let own = State {
                recorded: Some(0),
                view: Some("compare".into()),
                ..State::new(instruction, context, registers.clone())
            };
            assert_eq!(sequence_of(&own), state.to_fragment(), "{instruction}");
        }
    }
}
