use super::*;
use crate::catalog::forms;
use crate::catalog::target::isa;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn found(text: &str) -> Vec<&'static Form> {
    let (query, problems) = Query::parse(text);
    assert_eq!(problems, [], "{text}");
    query.forms()
}

fn count(text: &str) -> usize {
    found(text).len()
}

fn all(text: &str, is_right: impl Fn(&Form) -> bool) {
    let forms = found(text);
    assert!(!forms.is_empty(), "{text} finds nothing");
    for form in forms {
        assert!(is_right(form), "{text} finds {}", form.syntax());
    }
}

fn offers(form: &Form, spelling: &str) -> bool {
    form.choices().any(|choice| choice.modifier.spelling() == spelling)
}

fn problem(text: &str) -> String {
    let (_, problems) = Query::parse(text);
    let [problem] = &problems[..] else { panic!("{text}: {problems:?}") };
    problem.message.clone()
}

#[test]
fn an_empty_query_finds_everything() {
    assert_eq!(count(""), forms().count());
    assert_eq!(count(" \t\u{a0} "), forms().count());
}

#[test]
fn words_are_opcodes_modifiers_types_and_formats() {
    all("fma", |form| form.opcode == "fma");
    all("copys", |form| form.opcode == "copysign");
    all("satfinite", |form| offers(form, ".satfinite"));
    all(".satf", |form| offers(form, ".satfinite"));
    all("e4m3", |form| offers(form, ".e4m3x2") || offers(form, ".e4m3x4"));
    // A whole name is that name; `.rn` is not `.rna`.
    assert!(found("rn").iter().all(|form| offers(form, ".rn") || !form.implied.is_empty()));
    assert!(count("type:f16") > count("type:f16x2"));
    // Both an opcode and a modifier.
    assert!(count("abs") > count("op:abs") && count("abs") > count(".abs"));
    assert_eq!(count("NAN"), count(".NaN"));
    assert_eq!(count("fma.rn.bf16"), count("op:fma mod:rn type:bf16"));
    assert_eq!(count("fma."), count("fma"));
    // One of several.
    let both = found(".e4m3x2/.e5m2x2").len();
    assert!(both >= count(".e4m3x2") && both >= count(".e5m2x2") && both < count("cvt"));
    assert_eq!(found("fma/abs"), found("abs/fma"));
    assert!(count(".scaled::n2::ue8m0") > 0 && count("scaled::n2") > 0);
}

#[test]
fn names_from_elsewhere_are_words_too() {
    assert!(count("fp8") > 0);
    assert_eq!(found("fp8"), found("type:fp8"));
    all("fp8", |form| {
        [".e4m3x2", ".e4m3x4", ".e5m2x2", ".e5m2x4"].iter().any(|it| offers(form, it))
    });
    assert_eq!(found("torch.float8_e4m3fn"), found("type:e4m3"));
    assert_eq!(found("half"), found("type:f16"));
    assert_eq!(found("exp"), found("op:ex2"));
    assert_eq!(found("convert"), found("op:cvt"));
    assert_eq!(found("fma.half"), found("op:fma.f16"));
    assert_eq!(found("saturate"), found("mod:sat"));
    assert_eq!(count("fp8 half") > 0, count("type:e4m3 type:f16") > 0);
}

#[test]
fn all_terms_are_met_by_one_instruction() {
    assert!(count("type:f16") > 0 && count("testp type:f16") == 0);
    all("fma bf16 relu sm:80", |form| offers(form, ".relu"));
    assert_eq!(count("fma type:bf16 sm:75"), 0);
    assert_eq!(count("add sub"), 0);
}

#[test]
fn signs_exclude() {
    let (with, without) = (count("approx"), count("!approx"));
    assert!(with > 0 && with + without == forms().count());
    assert_eq!(count("-approx"), without);
    // Modifiers that old versions implied are excluded too.
    assert!(found("sin !approx").is_empty());
    all("fma !relu", |form| !offers(form, ".relu"));
    all("type:e2m3x2 sm>=100 !approx", |form| form.opcode == "cvt");
}

#[test]
fn targets_and_versions_are_those_that_have_it() {
    // Some of their modifiers need it, if not they themselves.
    all("sm>=100", |form| {
        form.matrix().rows.iter().any(|(targets, _)| targets.starts_with("sm_10"))
    });
    all("sm>=100 op:add", |form| !form.requires.is_met(&context(LATEST_ISA, "sm_90")));
    assert!(count("sm<100") > 0 && count("sm:100") > count("sm>=100"));
    assert!(count("sm:100a") > count("sm:100"));
    assert_eq!(count("sm=sm_90"), count("sm:90"));
    all("isa<=1.4", |form| form.requires.0.iter().any(|clause| clause.isa <= isa(1, 4)));
    // Some rows that 1.3 has were withdrawn later.
    assert!(count("sin isa:1.3") > 0 && count("sin isa:1.3 sm:90") == 0);
    assert!(count("sm:10 isa:1.0") > 0 && count("sm:10 isa:1.0") < count("sm:10"));
    assert!(count("isa>9.0") <= count("isa>=9"));
    assert_eq!(found("since:9.1"), found("isa>=9.1"));
    // A form is late, or one of its modifiers.
    let is_since = |form: &Form, version: IsaVersion| {
        let is_late = |requires: &Requires| requires.0.iter().all(|clause| clause.isa >= version);
        is_late(&form.requires) || form.choices().any(|choice| is_late(&choice.requires))
    };
    all("since:9.2", |form| is_since(form, isa(9, 2)));
    // The version itself is included: 9.1 brought conversions of fp8 to bf16x2.
    let is_of_9_1 = |form: &&Form| form.requires.0.iter().all(|clause| clause.isa == isa(9, 1));
    assert!(found("since:9.1").iter().any(is_of_9_1) && !found("since:9.2").iter().any(is_of_9_1));
    assert_eq!(count("since:9.5"), forms().filter(|form| is_since(form, isa(9, 5))).count());
}

fn context(version: IsaVersion, target: &str) -> Context {
    Context { isa: version, target: Target::parse(target).unwrap() }
}

#[test]
fn statuses_divide_the_catalog() {
    let counts = ["documented", "undocumented", "refused"].map(|s| count(&format!("status:{s}")));
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
    assert_eq!(counts.iter().sum::<usize>(), forms().count());
}

#[test]
fn unknown_terms_are_reported_with_suggestions() {
    for (text, part) in [
        ("bf17", "unknown opcode, modifier or type `bf17`"),
        ("color:red", "`color` is not a key; keys are `op:`"),
        ("type:e9m9", "unknown type `e9m9`; expected one of f16, f16x2, bf16"),
        ("op:fmadd", "unknown opcode `fmadd`; expected one of testp, copysign"),
        ("op:", "expected a name"),
        (".xyz", "like `.rn`"),
        ("status:maybe", "expected one of documented, undocumented, refused"),
        ("sm:95", "expected one of 10, 11"),
        ("sm>=90a", "compare as in `sm>=100`"),
        ("isa:9.9", "expected one from 1.0 to 9.5"),
        ("since:x", "`x` is not a version"),
        ("since>9.1", "only `sm` and `isa` can be compared"),
        ("isa<x", "compare as in `isa<=7.8`"),
        ("type>f16", "only `sm` and `isa` can be compared"),
        ("!", "names nothing"),
        ("fma/", "before and behind `/`"),
        ("fma/zzz", "unknown opcode, modifier or type `zzz`"),
        ("-", "names nothing"),
    ] {
        assert!(problem(text).contains(part), "{text}: {}", problem(text));
    }
    let (query, problems) = Query::parse("fma  é:1 .rn");
    assert_eq!(problems[0].span, 5..9);
    assert_eq!(query.forms().len(), count("fma .rn"));
}

#[test]
fn an_odd_word_is_one_problem_as_a_whole() {
    for text in
        ["::", ":", "a::b", "..", ".", "!!", "sm", "sm:", "sm>", "isa>=300.1", "\u{1F600}:", "-é.é"]
    {
        let (query, problems) = Query::parse(text);
        assert_eq!((query.terms.len(), problems.len()), (0, 1), "{text}: {problems:?}");
        assert_eq!(problems[0].span, 0..text.len(), "{text}");
        // A term that cannot be read excludes nothing.
        assert!(query.finds(crate::catalog::FIRST), "{text}");
    }
}

#[test]
fn an_empty_list_says_which_term_to_leave_out() {
    let (query, _) = Query::parse("fma e4m3x2");
    assert_eq!(query.forms().len(), 0);
    let relaxed = query.relaxed();
    let texts: Vec<_> =
        relaxed.iter().map(|(rest, left, _)| (rest.as_str(), left.as_str())).collect();
    assert_eq!(texts, [("e4m3x2", "fma"), ("fma", "e4m3x2")]);
    assert_eq!(relaxed[1].2, count("fma"));
}

#[test]
fn a_query_is_read_as_far_as_anyone_types() {
    let (query, problems) = Query::parse(&"f32 ".repeat(MAX_TERMS));
    assert_eq!((query.terms.len(), problems), (MAX_TERMS, Vec::new()));
    let (query, problems) = Query::parse(&"f32 x? ".repeat(MAX_TERMS));
    assert_eq!(query.terms.len(), MAX_TERMS / 2);
    let last = problems.last().expect("what is not read is reported");
    assert_eq!(last.span, 112..224);
    assert!(last.message.contains("32 terms"), "{}", last.message);
}
