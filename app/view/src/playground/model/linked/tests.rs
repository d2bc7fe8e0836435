use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::RngSeed;
use ptxfp::catalog::{Context, ISA_VERSIONS, LATEST_ISA, TARGETS, Target, forms};
use ptxfp::link::{Linked, Rejected, State, parse_lightly};
use ptxfp::syntax::{OperandText, operand_values, parse};

use crate::module::Module as _;
use crate::playground::answer::{BasisView, SayView};
use crate::playground::edit::{Adjust, Pick};
use crate::playground::instruction::FixAction;
use crate::playground::{Edit, Model, Screen};

/// A configuration with a fixed seed, so that every run has the same cases.
fn config(cases: u32) -> ProptestConfig {
    let rng_seed = RngSeed::Fixed(0x9e37_79b9);
    ProptestConfig { cases, rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

/// A state of every form that is legal somewhere.
static EXAMPLES: LazyLock<Vec<State>> =
    LazyLock::new(|| forms().filter_map(State::example).collect());

/// A statement that is legal somewhere, with values.
fn legal() -> impl Strategy<Value = String> {
    any::<Index>().prop_map(|index| {
        let State { instruction, registers, .. } = index.get(&EXAMPLES);
        format!("{instruction} {}", operand_values(instruction, registers))
    })
}

/// A statement as people type it: legal somewhere, with another modifier, a letter or an operand less,
/// with words, or nothing of a statement.
fn typed() -> impl Strategy<Value = String> {
    let words = select(
        &[
            "",
            " ",
            "why does max",
            "min (nan, 1) with .NaN",
            "tanh error?",
            "max nan propagate",
            "tan(1)",
            "ex2 vs exp2f",
            "fp8",
            "0.1",
            ".version 9.1\n.target sm_90\n",
            "add.s32 1, 2",
            "ADD.F32 1, 2",
            "add.f32 1",
            "add.f32 0x1g, 1",
            "min.f32 5, 1, 2",
            "fma.rn.bf16x2 {1, 2}, 3",
            "add.f16 1/0, 1",
            "add.f32 1, 2; mul.f32 1, 2",
            "cvt.rn.bf16x2.f32 %r0, %f1, %f2;",
            "é = \u{202e}1",
            "/* x */ add.f32 1,2",
            "mul.f32 one, two",
            "add . f32 1 , 2 ;",
            "@p add.ftz.bf16 1, 2",
        ][..],
    );
    let modifier = select(
        &[".ftz", ".sat", ".relu", ".f32", ".rz", ".approx", ".NaN", ".f61", ".satfinite"][..],
    );
    let piece = select(&[" ", ",", ";", "{", "}", "1", ".", "x", "//", "nan", "%f1", "é"][..]);
    let changed = prop_oneof![
        4 => (legal(), modifier).prop_map(|(text, modifier)| text.replacen(' ', &format!("{modifier} "), 1)),
        2 => (legal(), any::<Index>()).prop_map(|(mut text, index)| {
            text.remove(index.index(text.len()));
            text
        }),
        2 => (legal(), piece, any::<Index>()).prop_map(|(mut text, piece, index)| {
            text.insert_str(index.index(text.len() + 1), piece);
            text
        }),
        1 => legal().prop_map(|text| text.rsplit_once(',').map_or(text.clone(), |(rest, _)| rest.into())),
    ];
    prop_oneof![3 => legal(), 6 => changed, 3 => words.prop_map(String::from)]
}

/// A version and a target, most often usual ones.
fn context() -> impl Strategy<Value = Context> {
    let usual = select(&["sm_90", "sm_80", "sm_100a", "sm_89", "sm_120f"][..])
        .prop_map(|name| Context { isa: LATEST_ISA, target: Target::parse(name).unwrap() });
    let any = (select(ISA_VERSIONS), any::<Index>())
        .prop_map(|(isa, index)| Context { isa, target: &TARGETS[index.index(TARGETS.len())] });
    prop_oneof![3 => usual, 1 => any]
}

/// The page after a statement was typed and committed.
fn committed(text: &str, context: Context) -> Model {
    let mut model = Model::new(State::default());
    model.context = context;
    model.apply(Edit::Pick(Pick::Type(text.into(), text.len())));
    model.apply(Edit::Settle);
    model
}

/// The page after a fresh load of a link.
fn opened(link: &str) -> Model {
    let mut model = Model::opening(false);
    model.follow(link);
    model
}

/// The messages about the statement in the line: its legality, each diagnostic, and its fixes.
fn said(model: &Model) -> (&'static str, Vec<(&str, Vec<&str>)>) {
    let view = &model.analysis.view;
    let diagnostics = view.diagnostics.iter().map(|diagnostic| {
        let labels = diagnostic.fixes.iter().map(|fix| &*fix.label).collect();
        (&*diagnostic.message, labels)
    });
    (view.legality.as_ref().expect("a statement").name(), diagnostics.collect())
}

proptest! {
    #![proptest_config(config(1500))]

    /// Every link that the page makes opens as the state it was made from, and is canonical.
    #[test]
    fn a_link_opens_as_the_line_it_was_made_from(text in typed(), context in context()) {
        let model = committed(&text, context);
        let linked = model.linked();
        let link = linked.to_fragment();
        let parsed = parse_lightly(&link);
        prop_assert_eq!(&parsed.problems, &[], "{}", link);
        prop_assert_eq!(&parsed.linked, &linked, "{}", link);
        let fresh = opened(&link);
        prop_assert_eq!(fresh.linked().to_fragment(), &*link);
        prop_assert_eq!(fresh.context, model.context);
        if let Linked::Rejected(rejected) = &linked {
            prop_assert_eq!(&*fresh.statement, rejected.statement());
            let again = Rejected::new(&text, context);
            prop_assert_eq!(rejected.statement(), again.statement());
            prop_assert_eq!(said(&fresh), said(&model), "{}", link);
            // The core gives the page's first reason.
            let reason = crate::playground::statement::diagnostic(&rejected.diagnostics()[0]).message;
            let reasons = said(&model).1;
            let is_of_page = |message: &str| message.starts_with("This ") || message == reason;
            prop_assert!(reasons.iter().any(|(message, _)| is_of_page(message)), "{}: {:?}", reason, reasons);
        } else {
            prop_assert!(!fresh.is_rejected());
        }
        // It loads nothing else: what is shown is the line, the line elsewhere, or nothing.
        let shown = fresh.screen(None).shown;
        match (linked, shown.as_str()) {
            (Linked::Legal(_), shown) => prop_assert_eq!(shown, link),
            (Linked::Rejected(rejected), "") => prop_assert_eq!(rejected.elsewhere(), None),
            (Linked::Rejected(rejected), shown) => {
                let elsewhere = rejected.elsewhere().map(|state| state.to_fragment());
                prop_assert_eq!(elsewhere.as_deref(), Some(shown));
            }
        }
    }

    /// A fix that is offered makes a statement without that problem, whose operands can be read.
    #[test]
    fn a_fix_that_is_offered_mends_what_it_is_offered_for(text in typed(), context in context()) {
        let model = committed(&text, context);
        for diagnostic in model.analysis.view.diagnostics.iter().filter(|each| each.fatal) {
            for fix in &diagnostic.fixes {
                let mut mended = model.clone();
                mended.apply(Edit::Apply(fix.action.clone()));
                let after = &mended.analysis.view.diagnostics;
                let again = after.iter().any(|each| each.message == diagnostic.message);
                prop_assert!(!again, "{}: {} leads to {}", text, fix.label, mended.statement);
                if matches!(fix.action, FixAction::Context { .. }) {
                    continue;
                }
                prop_assert!(!mended.is_rejected() || diagnostic.code == "E016",
                    "{}: {} leads to {}: {:?}", text, fix.label, mended.statement, after);
                let (statement, problems) = parse(&mended.statement);
                prop_assert_eq!(problems, []);
                for element in statement.operands.iter().flat_map(|operand| &operand.elements) {
                    let is_word = element.text.contains([' ', '(', ')', '?', '='])
                        || !OperandText::of(element).is_value() && element.text.starts_with('.');
                    prop_assert!(!is_word, "{}: {} carries {}", text, fix.label, element.text);
                }
            }
        }
    }
}

const ILLEGAL: &str = "v1/fma.rn.ftz.bf16@sm_90?a=1&b=2&c=3&isa=9.5";
const ELSEWHERE: &str = "v1/cvt.rn.satfinite.e4m3x2.f32@sm_80?a=0x43fa0000&b=0x00000000&isa=9.5";

fn what(screen: &Screen) -> &str {
    match &screen.answer.say {
        SayView::Problem { what, .. } => what,
        SayView::Why(text) | SayView::Remark { text, .. } => text,
    }
}

#[test]
fn a_link_to_an_illegal_statement_shows_it_and_nothing_in_its_place() {
    let mut model = opened(ILLEGAL);
    let screen = model.screen(None);
    assert_eq!(screen.statement, "fma.rn.ftz.bf16 1, 2, 3");
    assert_eq!((screen.has_result(), &*screen.shown), (false, ""));
    assert_eq!(screen.answer.basis, BasisView::Nothing);
    assert!(what(&screen).starts_with("`fma` takes `.ftz` only with"), "{}", what(&screen));
    assert_eq!(screen.heading, "fma.rn.ftz.bf16 on sm_90");
    assert_eq!(screen.notice, None);
    // Escape has nothing to go back to.
    model.apply(Edit::GiveUp);
    assert_eq!(model.statement, "fma.rn.ftz.bf16 1, 2, 3");
    let fix = model.analysis.view.diagnostics[0].fixes[0].action.clone();
    model.apply(Edit::Apply(fix));
    let screen = model.screen(None);
    assert_eq!((screen.has_result(), &*screen.statement), (true, "fma.rn.bf16 1, 2, 3"));
    assert_eq!(screen.fragment, screen.shown);
    // The example that the page opens with was never used.
    assert_eq!(screen.recent, Vec::<String>::new());
    // Going back, the result that was shown stays beside the statement.
    model.follow(ILLEGAL);
    let still = BasisView::Other {
        label: String::from("Still showing "),
        statement: String::from("fma.rn.bf16 1, 2, 3"),
    };
    assert_eq!(model.screen(None).answer.basis, still);
    assert_eq!(model.screen(None).fragment, ILLEGAL);
}

#[test]
fn a_statement_that_is_legal_elsewhere_is_shown_with_its_result_there() {
    let model = opened(ELSEWHERE);
    let screen = model.screen(None);
    assert_eq!(screen.statement, "cvt.rn.satfinite.e4m3x2.f32 500, 0");
    assert_eq!(screen.target, "sm_80");
    let basis = BasisView::Other {
        label: String::from("On sm_89: "),
        statement: String::from("cvt.rn.satfinite.e4m3x2.f32 500, 0"),
    };
    assert_eq!(screen.answer.basis, basis);
    assert_eq!(screen.result.hex, "0x7e00");
    assert_eq!(screen.shown, ELSEWHERE.replace("sm_80", "sm_89"));
    assert!(
        what(&screen).contains("needs sm_89 or higher; the target is sm_80"),
        "{}",
        what(&screen)
    );
    let labels = said(&model).1[0].1.clone();
    assert_eq!(labels, ["Switch to sm_89"]);
    // Choosing that target leads to the same.
    let mut chosen = opened(&ELSEWHERE.replace("sm_80", "sm_89"));
    chosen.apply(Edit::Apply(FixAction::Target(String::from("sm_80"))));
    assert_eq!(chosen.screen(None).answer.basis, basis);
    assert_eq!(chosen.screen(None).fragment, ELSEWHERE);
}

/// The link has the operands that are shown.
#[test]
fn an_edited_operand_is_written_into_a_statement_that_is_legal_elsewhere() {
    let mut model = opened(ELSEWHERE);
    model.apply(Edit::Adjust(1, Some(0), Adjust::Set(0x3f80_0000)));
    assert_eq!(model.statement, "cvt.rn.satfinite.e4m3x2.f32 500, 1");
    assert_eq!(model.screen(None).fragment, ELSEWHERE.replace("b=0x00000000", "b=0x3f800000"));
    // And the other way round.
    let text = "cvt.rn.satfinite.e4m3x2.f32 2, 1";
    model.apply(Edit::Pick(Pick::Type(text.into(), text.len())));
    model.apply(Edit::Settle);
    assert_eq!((&*model.statement, model.registers()[0]), (text, 0x4000_0000));
}

/// Words around operands are neither dropped nor carried into operands: no fix is offered.
#[test]
fn no_button_carries_words_into_operands() {
    for text in [
        "min (nan, 1) with .NaN",
        "min.f32 (nan, 1) with .NaN, b",
        "ex2 (0.5) on the GPU",
        "tanh error?",
        "ex2 vs exp2f",
        "max nan propagate",
        "tan (1)",
        "min with nan",
    ] {
        let model =
            committed(text, Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() });
        let fixes: Vec<_> =
            model.analysis.view.diagnostics.iter().flat_map(|each| &each.fixes).collect();
        assert!(fixes.is_empty(), "{text}: {fixes:?}");
    }
}
