mod rejected;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::iter;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::{
    DEFAULT_ISA, ISA, Linked, MAX_LENGTH, MAX_PROBLEMS, RECORDED, SWEEP, Shown, State, VIEW, WITH,
    parse,
};
use crate::bits::mask;
use crate::catalog::{
    Context, Form, ISA_VERSIONS, Instruction, Modifier, TARGETS, Target, forms, instructions_of,
    isa, nearest_context,
};
use crate::syntax::check;

const LINK: &str = "v1/fma.rn.ftz.f32@sm_90?a=0x3f800001&b=0x40490fdb&c=0x80000001";

/// A link reads without a problem, and as the canonical one.
pub(super) fn reads_as(text: &str, canonical: &str) {
    let parsed = parse(text);
    assert_eq!(parsed.problems, [], "{text}");
    assert_eq!(parsed.linked.to_fragment(), canonical, "{text}");
}

/// A link has these problems or reasons, each with the text it is about and a part of its message,
/// and is shown as a state that its own link leads to.
pub(super) fn is_broken(text: &str, expected: &[(&str, &str)], shown: &str) {
    let parsed = parse(text);
    let mut all: Vec<_> = parsed.problems.iter().chain(&parsed.reasons).collect();
    all.sort_by_key(|problem| problem.span.start);
    let found: Vec<_> = all.iter().map(|p| (&text[p.span.clone()], p.message.as_str())).collect();
    assert_eq!(found.len(), expected.len(), "{text}: {found:#?}");
    for ((place, message), (expected_place, part)) in found.iter().zip(expected) {
        assert_eq!(place, expected_place, "{text}: {message}");
        assert!(message.contains(part), "{text}: {message}");
    }
    assert_eq!(parsed.linked.to_fragment(), shown, "{text}");
    reads_as(shown, shown);
}

fn example() -> String {
    State::default().to_fragment()
}

#[test]
fn canonical_links_stay_as_they_are() {
    for link in [
        LINK,
        "v1/fma.rn.relu.bf16x2@sm_90?a=0x3fc07fc0&b=0x3fc03f80&c=0x3c034000",
        "v1/fma.rn.relu.bf16x2@sm_90?a=0x3f803f80&b=0x3f803f80&c=0xbf803f80&d=0x00004000",
        "v1/add.f64@sm_13?a=0x0000000000000001&b=0xfff8000000000000&isa=1.4",
        "v1/add.f16@sm_120f?a=0x0001&b=0x8000&d=0x0001&isa=8.8&view=lanes,cases:0/~x",
        "v1/fma.rz.bf16x2@sm_90?a=0x00000000&b=0x00000000&c=0x00000000",
    ] {
        reads_as(link, link);
        assert!(link.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~@?/=&,:".contains(&b)));
    }
    let example_link = "v1/fma.rn.relu.bf16x2@sm_90?a=0x3fc07fc0&b=0x3fc03f80&c=0x3c034000&isa=9.5";
    assert_eq!(example(), example_link);
}

#[test]
fn nothing_is_the_state_that_the_page_opens_with() {
    for text in ["", "#", "?", "  ", "https://example.org/", "https://example.org/play/#"] {
        reads_as(text, &example());
    }
}

#[test]
fn keys_and_operands_do_not_clash() {
    for form in forms() {
        for operand in form.sources() {
            assert!(
                ![RECORDED, ISA, WITH, SWEEP, VIEW].contains(&operand.name),
                "{}",
                form.syntax()
            );
            // The choices of a sweep.
            assert!(!["all", "random", "edges"].contains(&operand.name), "{}", form.syntax());
            assert!(!Shown::ALL.map(Shown::name).contains(&operand.name), "{}", form.syntax());
            assert!(!operand.name.contains([',', ':']), "{}", form.syntax());
        }
    }
}

/// Returns states in which an instruction is legal: the one nearest to the newest context, and some
/// with other versions and targets, which are others for each number.
fn legal_in(instruction: &Instruction, number: usize) -> impl Iterator<Item = State> {
    let statement = instruction.statement();
    let newest = Context { isa: isa(9, 1), target: Target::parse("sm_100a").unwrap() };
    let home = nearest_context(&instruction.requires(), &newest).unwrap();
    let versions = [isa(9, 1), isa(8, 6), home.isa].into_iter();
    let contexts =
        versions.flat_map(|isa| TARGETS.iter().map(move |target| Context { isa, target }));
    // All of every instruction would take minutes.
    let some = contexts.skip(number % 29).step_by(29);
    iter::once(home).chain(some).filter_map(move |context| {
        let instruction = check(&statement, &context).instruction?;
        let (registers, compared) = (Vec::new(), Vec::new());
        Some(State { compared, ..State::new(instruction, context, registers) })
    })
}

#[test]
fn every_instruction_survives_the_round_trip() {
    let mut n_links = 0;
    let instructions = forms().filter(|form| Form::is_assembled(form)).flat_map(instructions_of);
    for (number, instruction) in instructions.enumerate() {
        let mut is_legal = false;
        for (index, mut state) in (number..).zip(legal_in(&instruction, number)) {
            is_legal = true;
            assert_eq!(state.instruction.to_string(), instruction.to_string());
            let bits = 0x9e37_79b9_7f4a_7c15_u64.rotate_left(u32::try_from(index).unwrap());
            let width = |i: &Instruction, n: usize| {
                i.operand_type(&i.form.operands[n]).packing().register_width()
            };
            let cut = |n| bits & mask(u32::from(width(&state.instruction, n)));
            let registers = (1..state.instruction.form.operands.len()).map(cut).collect();
            let recorded = (index % 2 == 0).then(|| cut(0));
            state.registers = registers;
            state.recorded = recorded;
            state.view = (index % 3 == 0).then(|| "cases".into());
            let link = state.to_fragment();
            let parsed = parse(&link);
            assert_eq!(parsed.problems, [], "{link}");
            assert_eq!(parsed.linked, Linked::Legal(state), "{link}");
            n_links += 1;
        }
        assert!(is_legal, "{instruction}");
    }
    assert!(n_links > 1000, "{n_links}");
}

#[test]
fn every_version_and_target_is_read() {
    for target in TARGETS {
        let isa = target.since.max(DEFAULT_ISA);
        let text = format!("v1/add.f32@{}?a=0&b=0&isa={isa}", target.name);
        assert_eq!(parse(&text).problems, [], "{text}");
    }
    for version in ISA_VERSIONS {
        let text = format!("v1/add.f32@sm_10?a=0&b=0&isa={version}");
        assert_eq!(parse(&text).problems, [], "{text}");
    }
}

#[test]
fn tolerated_spellings_are_no_problems() {
    let encoded = LINK.replace('/', "%2F").replace('@', "%40").replace('?', "%3f");
    let encoded = encoded.replace('=', "%3D").replace('&', "%26");
    let twice = encoded.replace('%', "%25");
    for text in [
        format!("#{LINK}"),
        format!("?{LINK}"),
        format!("https://example.org/ptx/#{LINK}"),
        format!("https://example.org/ptx/?theme=dark#{LINK}"),
        format!("https://example.org/ptx/?{LINK}"),
        format!("  {LINK}\n"),
        format!("{LINK})."),
        format!("{LINK}\",'"),
        format!("{LINK}."),
        format!("{LINK}**!"),
        format!("{LINK}»\u{200b}"),
        format!("<{LINK}>"),
        format!("(`{LINK}`)"),
        format!("[see](https://example.org/#{LINK})."),
        format!("#/{LINK}"),
        format!("https://example.org/#{LINK}:~:text=fma"),
        LINK.to_ascii_uppercase(),
        LINK.replace("v1", "V1").replace("fma", "FMA").replace("a=", "A="),
        format!("{LINK}&"),
        encoded.clone(),
        format!("%23{encoded}"),
        twice.clone(),
        twice.replace('%', "%25"),
        encoded.replace("sm_90", "%73m_90") + "%29%2E",
        LINK.replace('&', "&amp;"),
        LINK.replace('&', "&amp;amp;"),
        LINK.replace("0x3f800001", "0X3F800001"),
        LINK.replace("0x3f800001", "0f3F800001"),
        LINK.replace("0x40490fdb", "3.1415927"),
        LINK.replace("0x40490fdb", "0d400921FB54442D18"),
        LINK.replace("0x80000001", "-0x1p-149"),
        LINK.replace("0x80000001", "\u{2212}sub"),
        LINK.replace("0x80000001", "%E2%88%92sub"),
        LINK.replace(".rn.ftz.f32", ".ftz.rn.f32"),
        format!("{LINK}&isa=9.1"),
        String::from("v1/fma.rn.ftz.f32@sm_90?c=0x80000001&b=0x40490fdb&a=0x3f800001"),
    ] {
        reads_as(&text, LINK);
    }
    reads_as(
        "v1/add.f64@sm_90?a=0x1&b=-1/3",
        "v1/add.f64@sm_90?a=0x0000000000000001&b=0xbfd5555555555555",
    );
    reads_as("v1/add.f32@sm_90?a=1e+5&b=0x1p+3", "v1/add.f32@sm_90?a=0x47c35000&b=0x41000000");
    reads_as("v1/add.f32@sm_90?a=-INF&b=NaN", "v1/add.f32@sm_90?a=0xff800000&b=0x7fffffff");
}

#[test]
fn letter_case_is_put_right() {
    let link = "v1/min.ftz.NaN.f32@sm_90?a=0x00000000&b=0x00000000&isa=8.6&view=Lanes";
    reads_as(link, link);
    for text in [
        link.replace("NaN", "nan"),
        link.replace("min.ftz.NaN.f32@sm", "MIN.FTZ.NAN.F32@SM"),
        link.replace("isa", "ISA").replace("view", "View"),
    ] {
        reads_as(&text, link);
    }
    let spellings = || Modifier::all().map(Modifier::spelling);
    for (index, each) in spellings().enumerate() {
        let same = spellings().position(|other| other.eq_ignore_ascii_case(each));
        assert_eq!(same, Some(index), "{each}");
    }
    is_broken(
        "v1/FMA.RN.F23@SM_80?a=0&b=0&c=0",
        &[(".F23", "did you mean `.f32`")],
        "v1/fma.rn.f23@sm_80?a=0&b=0&c=0",
    );
}

#[test]
fn lanes_are_read_from_the_lowest_and_in_braces_from_the_highest() {
    let reads = |value: &str, bits: &str| {
        let link = |value: &str| format!("v1/add.f16x2@sm_90?a={value}&b=0x00000001");
        reads_as(&link(value), &link(bits));
        let last = |value: &str| format!("v1/add.f16x2@sm_90?b=0x00000001&a={value}.");
        reads_as(&last(value), &link(bits));
    };
    reads("2,1", "0x3c004000");
    reads("{1,2}", "0x3c004000");
    reads("%7B1%2C2%7D", "0x3c004000");
    reads("1/3,-inf", "0xfc003555");
    reads("0f40000000,0x3c00", "0x3c004000");
    reads("1.5", "0x3e003e00");
    reads("{sub}", "0x00010001");
    reads("0x1p0", "0x3c003c00");
    reads("0x3c00", "0x00003c00");
    reads_as(
        "v1/cvt.rn.f16x2.e2m1x2@sm_100a?a=-6,6&d=-6,6",
        "v1/cvt.rn.f16x2.e2m1x2@sm_100a?a=0x7f&d=0x4600c600",
    );
    is_broken(
        "v1/add.f16x2@sm_90?a=1,2,3&b=1,x",
        &[("1,2,3", "has 2 lanes, but 3 values were given"), ("x", "'x' is not a number")],
        "v1/add.f16x2@sm_90?a=0x00000000&b=0x00000000",
    );
    is_broken(
        "v1/add.f16@sm_90?a=1,2&b=1",
        &[(",", "`a` cannot be read")],
        "v1/add.f16@sm_90?a=0x0000&b=0x3c00",
    );
}

#[test]
fn punctuation_behind_a_link_is_none_of_its_value() {
    // With the full stop it would be a number of C: 2147483649.
    reads_as(&format!("See https://example.org/#{LINK}."), LINK);
    reads_as(&format!("{LINK}&view=cases."), &format!("{LINK}&view=cases"));
    reads_as(&format!("{LINK}&view=cases,&isa=9.1"), &format!("{LINK}&view=cases"));
    reads_as(&format!("{LINK}&view=."), LINK);
}

#[test]
fn a_value_may_look_like_an_address() {
    let link = format!("{LINK}&view=a://b");
    reads_as(&link, &link);
    reads_as(&format!("https://example.org/?{link}"), &link);
}

#[test]
fn a_wrong_head_is_named() {
    let zeros = "?a=0x00000000&b=0x00000000&c=0x00000000";
    let with = |head: &str| format!("v1/{head}{zeros}");
    let check = |head: &str, expected: &[(&str, &str)], shown: &str| {
        is_broken(&with(head), expected, &with(shown));
    };
    check(
        "fma.rn.f32@sm_91",
        &[("sm_91", "`sm_91` is not a target; `sm_90` is used")],
        "fma.rn.f32@sm_90",
    );
    check("fma.rn.f32", &[("", "`@sm_90` is used")], "fma.rn.f32@sm_90");
    check("fma.rn.f32@", &[("", "is not a target")], "fma.rn.f32@sm_90");
    check("fma.rn.f32%20d@sm_80", &[("%20d", "` d` does not belong")], "fma.rn.f32@sm_80");
}

#[test]
fn versions_other_than_1_are_problems() {
    is_broken(&LINK.replace("v1", "v2"), &[("v2", "`v2` is unknown")], LINK);
    is_broken(&LINK.replace("v1", "v01"), &[("v01", "is unknown")], LINK);
    is_broken(LINK.strip_prefix("v1/").unwrap(), &[("", "`v1/`")], LINK);
}

#[test]
fn what_is_no_link_shows_the_first_example_and_a_statement_stays() {
    for text in ["introduction", "section/3", "?q=1", "é.ü", "v1", "%", "%%%", "://#://"] {
        let parsed = parse(text);
        assert!(!parsed.problems.is_empty(), "{text}");
        assert_eq!(parsed.linked, Linked::Legal(State::default()), "{text}");
    }
    is_broken("v1/@sm_80", &[("", "expected an opcode")], "v1/statement@sm_80?code=");
    is_broken(
        "v1/texture.f32@sm_80?a=0",
        &[("texture", "rejected: unknown instruction `texture`")],
        "v1/texture.f32@sm_80?a=0",
    );
}

#[test]
fn wrong_pairs_are_named_and_left_out() {
    let check = |pairs: &str, expected: &[(&str, &str)], shown: &str| {
        is_broken(
            &format!("v1/add.f16@sm_90?{pairs}"),
            expected,
            &format!("v1/add.f16@sm_90?{shown}"),
        );
    };
    let zeros = "a=0x0000&b=0x0000";
    check(
        "a=0&b=0&e=1",
        &[("e", "`e` is not a key; the keys are a, b, d, isa, with, sweep, asked, view")],
        zeros,
    );
    check("a=0", &[("", "operand `b` is missing; 0 is used")], zeros);
    check("a=0&b=0&a=1", &[("a=1", "`a` appears twice")], zeros);
    check("a=0&b", &[("b", "`b` has no value"), ("", "`b` is missing")], zeros);
    check("a=0&b=", &[("", "`b` cannot be read")], zeros);
    check("a=0x10000&b=0", &[("0x10000", "16 bits of the register")], zeros);
    check("a=0x1g&b=0", &[("g", "'g' is not a hexadecimal digit")], zeros);
    check("a=0x&b=0", &[("0x", "expected hexadecimal digits")], zeros);
    check("a=hello&b=0", &[("hello", "`a` cannot be read")], zeros);
    check("a=%zz&b=0", &[("%zz", "two hexadecimal digits"), ("%", "`a` cannot be read")], zeros);
    check("a=0&b=%ff0", &[("%ff", "not valid UTF-8"), ("%ff", "`b`")], zeros);
    check("a=0&b=0&isa=9.9", &[("9.9", "from 1.0 to 9.5")], zeros);
    check("a=0&b=0&d=0xfffff", &[("0xfffff", "it is left out")], zeros);
    check("a=0&b=0&d=0&view=a%20b", &[("%20", "does not belong")], zeros);
}

#[test]
fn an_operand_that_cannot_be_read_is_no_destination() {
    // Without the first operand, the others are those of a legal instruction.
    is_broken(
        "v1/max.f32@sm_90?a=?a&b=0x3f800000&c=0x40000000",
        &[("max.f32", "needs sm_100"), ("?", "`a` cannot be read")],
        "v1/max.f32@sm_90?a=0&b=1&c=2",
    );
}

#[test]
fn a_record_is_about_what_the_link_says() {
    let recorded = |text: &str| parse(text).linked.legal().and_then(|state| state.recorded);
    assert_eq!(recorded("v1/add.f32@sm_90?a=1&b=1&d=2"), Some(0x4000_0000));
    assert_eq!(recorded("v1/add.f32@sm_90?a=1&d=2"), None);
    assert_eq!(recorded("v1/add.ftz.bf16@sm_90?a=1&b=1&d=2"), None);
}

#[test]
fn long_links_are_refused_and_no_link_takes_long() {
    let parsed = parse(&"a".repeat(MAX_LENGTH + 1));
    assert!(parsed.problems[0].message.contains("at most 65536"));
    for unit in
        ["%25", "%", "&", "a=1&", ".rn", ".rz.rn", "#", "@", "\u{2212}", "%e2%88", "?a=", ")", "9"]
    {
        for head in ["", "v1/", "v1/fma", "v1/fma.rn.f32@sm_90?", "v1/fma.rn.f32@sm_90?a="] {
            let parsed = parse(&(head.to_string() + &unit.repeat((MAX_LENGTH - 32) / unit.len())));
            assert!(
                parsed.problems.iter().all(|problem| problem.message.len() < 600),
                "{head}{unit}"
            );
        }
    }
}

#[test]
fn every_prefix_and_every_mutation_is_read() {
    let link = format!("https://example.org/%3F#{LINK}&d=0x00000000&isa=8.6&view=lanes%2Ccases");
    for end in (0..=link.len()).filter(|end| link.is_char_boundary(*end)) {
        assert_read(&link[..end]);
        for replacement in ["", "%", "é", "&", "=", "#", "\0", "\u{202e}", "%C3", "%A9", "?", "/"]
        {
            let mutated =
                format!("{}{replacement}{}", &link[..end], link.get(end + 1..).unwrap_or(""));
            assert_read(&mutated);
        }
    }
}

/// Claims that a link is read as what can be linked to, with problems at places in it.
fn assert_read(link: &str) {
    let parsed = parse(link);
    let printed = parsed.linked.to_fragment();
    assert_eq!(parse(&printed).linked, parsed.linked, "{link}");
    assert!(
        parsed.problems.iter().all(|problem| link.get(problem.span.clone()).is_some()),
        "{link}"
    );
}

#[test]
fn the_number_of_reported_problems_is_limited() {
    for part in ["%g&", "x&", "é=1&"] {
        let text = ["v1/add.f32@sm_90?", &part.repeat(10_000)].concat();
        let parsed = parse(&text);
        let n_reported = parsed.problems.len();
        assert!((MAX_PROBLEMS..=2 * MAX_PROBLEMS).contains(&n_reported), "{part}: {n_reported}");
        assert!(parsed.problems.is_sorted_by_key(|problem| problem.span.start));
    }
}

/// People write questions into links by hand, and other programs encode what they copy.
#[test]
fn a_question_may_be_written_as_it_is_typed() {
    let link = |asked: &str| format!("v1/add.f32@sm_90?a=0x3dcccccd&b=0x3e4ccccd&asked={asked}");
    let canonical = link("0.1@20@2b@200.2");
    for asked in ["0.1@20@2b@200.2", "0.1 + 0.2", "0.1%20+%200.2", "0.1%20%2B%200.2"] {
        let parsed = parse(&link(asked));
        assert_eq!(parsed.problems, [], "{asked}");
        let legal = parsed.linked.legal().unwrap();
        assert_eq!(legal.asked.as_deref(), Some("0.1 + 0.2"), "{asked}");
        assert_eq!(legal.to_fragment(), parse(&canonical).linked.to_fragment());
    }
}
