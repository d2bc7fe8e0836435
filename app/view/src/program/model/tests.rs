use std::sync::Arc;

use crate::questions::Answerer;

use crate::background::Reply;
use crate::playground::operand::EntryView;
use crate::program::code::Change;
use crate::program::examples::EXAMPLES;
use crate::program::flow::ReadView;
use crate::program::model::*;
use crate::program::statements::CodeView;
use crate::program::view::SequenceView;
use crate::program::{beside, cases};

fn typed(text: String) -> Edit {
    Edit::Code(Which::First, Change::Type(text))
}

fn follow(link: &str) -> Model {
    let mut model = Model::default();
    model.follow(link);
    model
}

fn view_of(model: &Model) -> SequenceView {
    Arc::unwrap_or_clone(screen(model, None).view)
}

fn ends(model: &Model) -> Vec<u64> {
    let values = model.code.sequence().evaluate(&model.registers());
    model.code.sequence().outputs().iter().map(|output| values[*output].bits).collect()
}

const LINK: &str = "v1/sequence@sm_90?code=add.f32~d,a,b&a=0x3f800000&b=0x40000000";

#[test]
fn a_link_is_taken_over_and_followed_by_edits() {
    let mut model = follow(LINK);
    assert_eq!((model.code.text.as_str(), ends(&model)), ("add.f32 d, a, b;", vec![0x4040_0000]));
    assert_eq!((model.notice.clone(), model.snapshot().to_fragment()), (None, LINK.into()));
    model.apply(Edit::Enter(1, String::from("0.5")));
    assert_eq!(ends(&model), [0x3fc0_0000]);
    assert!(model.snapshot().to_fragment().ends_with("&b=0x3f000000"));
    assert_eq!(model.inputs.draft("b").map(|draft| draft.text.as_str()), Some("0.5"));
    model.apply(Edit::Leave(1));
    assert_eq!(model.inputs.draft("b"), None);
    model.apply(Edit::Enter(1, String::from("banana")));
    model.apply(Edit::Leave(1));
    assert!(model.inputs.draft("b").is_some());
    assert_eq!(ends(&model), [0x3fc0_0000]);
    model.apply(Edit::Forget(1));
    assert_eq!(model.inputs.draft("b"), None);
}

#[test]
fn comments_stay_while_the_link_says_the_same() {
    let mut model = follow(LINK);
    let text = "// a sum\nadd.f32 d, a, b;";
    model.apply(typed(text.into()));
    assert_eq!(model.snapshot().to_fragment(), LINK);
    model.follow(LINK);
    assert_eq!(model.code.text, text);
}

#[test]
fn inputs_keep_what_they_were_set_to() {
    let mut model = follow(LINK);
    for text in ["add.f d, a, b;", "add.f16x2 d, a, b;", "add.f16 d, a, b;", "add.f32 d, a, b;"] {
        model.apply(typed(text.into()));
    }
    assert_eq!(model.registers(), [0x3f80_0000, 0x4000_0000]);
    model.apply(typed("add.f16 d, a, new;".into()));
    assert_eq!(model.registers(), [0x3c00, 0x3c00]);
}

#[test]
fn an_unknown_modifier_is_reported_once_and_a_fix_is_applied() {
    let link = "v1/sequence@sm_90?code=fma.rn.ftz.bf16x2~d,a,b,c";
    let mut model = follow(link);
    let link = model.snapshot().to_fragment();
    let problem = &view_of(&model).code.problems[0];
    assert_eq!((problem.line, problem.column), (1, 7));
    let fix = problem.item.fixes[0].action.clone();
    model.apply(Edit::Code(Which::First, Change::Fix(problem.head.clone(), fix)));
    assert!(model.code.sequence().is_complete(), "{}", model.code.text);
    assert_eq!(model.visit, Visit::Step);
    // Problems of statements are shown below them, and are not repeated in the banner.
    assert_eq!(follow(&link).notice, None);
    assert!(follow(&[LINK, "&x=1"].concat()).notice.is_some());
}

#[test]
fn recorded_results_count_until_something_changes() {
    let mut model = follow(&[LINK, "&out=0x40400000"].concat());
    assert!(model.recorded().is_some());
    let linked = |model: &Model| view_of(model).linked.map(|linked| linked.verdict);
    assert_eq!(linked(&model), Some(link::Verdict::Reproduced));
    model.apply(Edit::Enter(0, "3".into()));
    assert_eq!(linked(&model), None);
    let other = follow(&[LINK, "&out=0x40400001"].concat());
    assert_eq!(linked(&other), Some(link::Verdict::Differs));
}

#[test]
fn a_link_that_says_nothing_leaves_what_there_is() {
    let mut model = follow(SEQUENCE);
    assert_eq!(model.snapshot().to_fragment(), EXAMPLES[0].1);
    model.apply(typed("add.f32 d, a, b;".into()));
    model.follow(SEQUENCE);
    assert_eq!(model.code.text, "add.f32 d, a, b;");
}

#[test]
fn only_what_is_a_sequence_is_owned() {
    assert!(Model::owns(LINK) && Model::owns("V1/Sequence@sm_90"));
    assert!(!Model::owns("v1/add.f32@sm_90?a=1") && !Model::owns("") && !Model::owns("gallery"));
}

const BOTH: &str = "v1/sequence@sm_90?code=fma.rn.f32~d,a,b,c&a=0x3f800000&b=0x3f800000\
                    &c=0x40000000&with=mul.rn.f32~t,z,y~~add.rn.f32~d,t,x";

/// Has a worker answer what is asked, until nothing is.
fn answer(model: &mut Model) {
    let mut answerer = Answerer::default();
    while let Some(question) = screen(model, None).question {
        let budget = if question.is_search { 4000 } else { 0 };
        let answer = answerer.answer(&question.request, budget);
        model.apply(Edit::Answer(Box::new(Reply { question, answer: Ok(answer) })));
    }
}

#[test]
fn two_sequences_are_compared_and_a_difference_is_loaded() {
    let mut model = follow(BOTH);
    assert_eq!((model.notice.clone(), model.snapshot().to_fragment()), (None, BOTH.to_owned()));
    let compared = |model: &Model| view_of(model).beside.unwrap().compared.unwrap();
    assert!(compared(&model).is_same);
    answer(&mut model);
    assert_eq!(compared(&model).verdict, "same result");
    model.apply(Edit::Compare(beside::Edit::Search));
    answer(&mut model);
    model.apply(Edit::Compare(beside::Edit::Load));
    assert_eq!((model.visit, model.registers()[2]), (Visit::Step, 0x4000_0000));
    answer(&mut model);
    let view = compared(&model);
    assert_eq!((view.verdict, view.is_same), ("differs", false));
    assert!(view.outputs[1][0].digits.iter().any(|(_, is_other)| *is_other));
    let screen = view_of(&model);
    let parting = |code: &CodeView| -> Vec<bool> {
        code.statements.iter().map(|statement| statement.is_parting).collect()
    };
    assert_eq!(parting(&screen.code), [true]);
    assert_eq!(parting(&screen.beside.unwrap().code), [true, false]);
}

#[test]
fn sequences_change_places_with_what_their_inputs_are_set_to() {
    let mut model = follow(BOTH);
    model.apply(Edit::Compare(beside::Edit::Swap));
    // By their places: the names are not the same.
    assert_eq!(model.code.text, "mul.rn.f32 t, z, y;\nadd.rn.f32 d, t, x;");
    assert_eq!(model.registers(), [0x3f80_0000, 0x3f80_0000, 0x4000_0000]);
    model.apply(Edit::Compare(beside::Edit::Swap));
    assert_eq!(model.snapshot().to_fragment(), BOTH);
    model.apply(Edit::Compare(beside::Edit::End));
    assert!(model.beside.is_none() && !model.snapshot().to_fragment().contains("with="));
    model.apply(Edit::Compare(beside::Edit::Begin));
    assert_eq!(model.focus, Some("#other-code"));
    answer(&mut model);
    let words = view_of(&model).beside.unwrap().compared.unwrap().search.words;
    assert!(words.contains("Identical for every input"), "{words}");
}

#[test]
fn subjects_that_cannot_be_compared_are_reported() {
    let mut model = follow(BOTH);
    let other = |text: &str| Edit::Code(Which::Other, Change::Type(text.into()));
    model.apply(other("abs.f32 d, a;"));
    let beside = |model: &Model| view_of(model).beside.unwrap();
    assert!(beside(&model).mismatch.contains("different inputs"), "{}", beside(&model).mismatch);
    assert!(beside(&model).compared.is_none() && screen(&model, None).question.is_none());
    model.apply(other("fma.rn.f31 d, a, b, c;"));
    assert_eq!((beside(&model).mismatch, beside(&model).code.problems.len()), (String::new(), 1));
    model.apply(other("fma.rn.f32 d, a, b, c;"));
    model.apply(Edit::Code(Which::Other, Change::Target("sm_80".into())));
    let [first, second] = beside(&model).compared.unwrap().places;
    assert!(first.contains("sm_90") && second.contains("sm_80"), "{first} {second}");
    // Workers that cannot be had are said, and not asked again.
    let question = screen(&model, None).question.unwrap();
    model.apply(Edit::Answer(Box::new(Reply { question, answer: Err("no worker") })));
    assert_eq!(beside(&model).compared.unwrap().search.words, "no worker");
    assert_eq!(screen(&model, None).question, None);
}

#[test]
fn every_result_that_contraction_leaves_is_shown() {
    let free = "v1/sequence@sm_90?code=mul.f32~t,a,a~~add.f32~d,t,c&a=0x3f800800&c=0xbf801000";
    let model = follow(&[free, "&out=0x33800000"].concat());
    let view = view_of(&model);
    assert_eq!(view.linked.map(|linked| linked.verdict), Some(link::Verdict::Permitted));
    assert!(view.spoken.contains("d is 0 or 5.9604645e\u{2212}8. "), "{}", view.spoken);
    let sum = &view.code.statements[1];
    let result = &sum.results[0];
    assert_eq!((result.hex.as_str(), result.standing.words), ("0x00000000", "contracted or not"));
    assert_eq!(result.others, [("0x33800000".to_owned(), "5.9604645e\u{2212}8".to_owned())]);
    assert!(sum.contraction.as_ref().is_some_and(|why| why.contains("9.7.3.3")));
    assert_eq!(view.code.statements[0].contraction, None);
    let mut model = follow(&[free, "&with=fma.rn.f32~d,a,a,c"].concat());
    answer(&mut model);
    let compared = view_of(&model).beside.unwrap().compared.unwrap();
    assert_eq!((compared.verdict, compared.is_same), ("may differ", false));
    assert_eq!(compared.outputs[0][0].others, ["0x33800000 = 5.9604645e\u{2212}8"]);
    assert_eq!(compared.reason.unwrap()[0], "Contract");
}

#[test]
fn an_unknown_result_says_which_line_is_not_evaluated() {
    let mut model = follow(LINK);
    model.apply(typed("mov.b32 d, a;\nshfl.sync.idx.b32 d|p, b, 0, 31, -1;\nabs.f32 e, d;".into()));
    let view = view_of(&model);
    let result = &view.code.statements[2].results[0];
    assert_eq!((result.hex.as_str(), result.unknown_since), ("", Some(2)));
}

#[test]
fn cases_are_kept_and_used() {
    let mut model = follow(LINK);
    let case = |model: &mut Model, edit| {
        model.apply(Edit::Case(edit));
        view_of(model).cases
    };
    let cases = case(&mut model, cases::Edit::Edges);
    assert_eq!(
        (cases.inputs.as_slice(), cases.outputs.as_slice()),
        (&["a".into(), "b".into()][..], &["d".into()][..])
    );
    assert_eq!((cases.rows.len(), cases.is_full), (14, false));
    let infinite = cases.rows.iter().position(|row| row.inputs == ["inf", "2"]).expect("a case");
    assert_eq!(cases.rows[infinite].outputs[0].value, "inf");
    let open = cases.rows.iter().find(|row| row.inputs == ["NaN", "2"]).expect("a case");
    assert_eq!(open.outputs[0].standing.class, "any-nan");
    // A case is kept once.
    assert_eq!(case(&mut model, cases::Edit::Edges), cases);
    let now = case(&mut model, cases::Edit::Use(infinite));
    assert_eq!(model.registers(), [0x7f80_0000, 0x4000_0000]);
    assert!(
        now.rows[infinite].is_current && model.snapshot().to_fragment().contains("a=0x7f800000")
    );
    for seed in 0..100 {
        case(&mut model, cases::Edit::Random(seed));
    }
    let cases = case(&mut model, cases::Edit::Keep);
    assert_eq!((cases.rows.len(), cases.is_full), (64, true));
    // An input that is new has the same value in every case; other programs have no cases.
    model.apply(typed("fma.rn.f32 d, a, b, c;".into()));
    let cases = view_of(&model).cases;
    assert!(cases.rows.iter().all(|row| row.inputs[2] == "1"));
    model.follow("v1/sequence@sm_90?code=neg.f32~d,a&a=0x3f800000");
    assert_eq!(view_of(&model).cases.rows, []);
}

#[test]
fn registers_are_shown_as_other_types() {
    let mut model = follow("v1/sequence@sm_90?code=mul.rn.f32~d,a,b&a=0x3f804000&b=0x3f800000");
    let shown = |model: &Model| {
        let view = view_of(model);
        let result = &view.code.statements[0].results[0];
        (result.lens, result.values.clone(), result.lenses.clone())
    };
    let (lens, values, lenses) = shown(&model);
    assert_eq!((lens, values.as_str()), ("", "1.0019531"));
    assert!(lenses.contains(&".bf16x2") && lenses.contains(&".s32") && !lenses.contains(&".f32"));
    for (lens, values) in [
        (".bf16x2", "{1, 2} (hi, lo)"),
        (".u32", "1065369600"),
        ("binary", "0011 1111 1000 0000 0100 0000 0000 0000"),
        // No type of this width, and no type.
        (".f64", "1.0019531"),
        ("banana", "1.0019531"),
    ] {
        model.apply(Edit::Show(String::from("d"), String::from(lens)));
        assert_eq!(shown(&model).1, values, "{lens}");
    }
    // Bits without a type have values once they are shown as one.
    model.follow("v1/sequence@sm_90?code=mov.b32~d,a&a=0x3f800000");
    assert_eq!(shown(&model).1, "");
    model.apply(Edit::Show(String::from("d"), String::from(".f32")));
    assert_eq!(shown(&model).1, "1");
}

#[test]
fn a_statement_says_what_it_reads_and_where_its_result_goes() {
    let mut model = follow("v1/sequence@sm_90?code=neg.f32~d,a&a=0x40000000");
    let code = "mul.rn.f32 t, a, a;\nsetp.gt.f32 p, t, b;\n@p mov.b32 t, b;\nadd.rn.f32 d, t, a;";
    model.apply(typed(code.into()));
    for key in 0..4 {
        model.apply(Edit::Fold(key.to_string()));
    }
    let statements = view_of(&model).code.statements;
    let linked = |place: usize| {
        let details = statements[place].details.as_ref().expect("open");
        let read = |it: &ReadView| (it.name.clone(), it.value.clone(), it.line);
        (details.reads.iter().map(read).collect::<Vec<_>>(), details.uses.clone())
    };
    let (reads, uses) = linked(0);
    assert_eq!((reads, uses), (vec![("a".into(), "2".into(), None)], vec![2]));
    let (reads, _) = linked(1);
    assert_eq!(reads[0], ("t".into(), "4".into(), Some(1)));
    // The predicate decides whether it runs.
    let (reads, uses) = linked(2);
    assert_eq!((reads[1].0.as_str(), reads[1].2, uses), ("p", Some(2), vec![4]));
    assert!(linked(3).1.is_empty());
}

#[test]
fn directives_say_where_a_program_runs_and_follow_what_is_chosen() {
    let mut model = follow(LINK);
    let code = ".version 8.6\n.target sm_100a, debug\nadd.rn.f32x2 d, a, b;";
    model.apply(typed(code.into()));
    let place =
        |model: &Model| (model.code.context.target.name, model.code.context.isa.to_string());
    assert_eq!(place(&model), ("sm_100a", "8.6".into()));
    assert!(model.code.sequence().is_complete(), "{:?}", model.code.sequence().diagnostics());
    assert!(model.snapshot().to_fragment().starts_with("v1/sequence@sm_100a?code=add.rn.f32x2"));
    model.apply(Edit::Code(Which::First, Change::Target("sm_90".into())));
    model.apply(Edit::Code(Which::First, Change::Isa("9.5".into())));
    assert_eq!(model.code.text, ".version 9.5\n.target sm_90, debug\nadd.rn.f32x2 d, a, b;");
    assert_eq!(place(&model), ("sm_90", "9.5".into()));
    // A fix of where it runs, too.
    let problem = view_of(&model).code.problems[0].clone();
    let fix = problem.item.fixes[0].action.clone();
    model.apply(Edit::Code(Which::First, Change::Fix(problem.head, fix)));
    assert!(model.code.sequence().is_complete(), "{}", model.code.text);
    assert!(model.code.text.contains(place(&model).0), "{}", model.code.text);
    // Statements without directives run where the last ones did.
    let now = place(&model);
    model.apply(typed("add.f32 d, a, b;".into()));
    assert_eq!(place(&model), now);
}

#[test]
fn an_input_takes_no_number_that_its_type_does_not_have() {
    let entered = |code: &str, text: &str| {
        let mut model = follow(LINK);
        model.apply(typed(code.into()));
        model.apply(Edit::Enter(0, text.into()));
        let draft = model.inputs.draft("a").expect("a draft").entry.clone();
        (draft, model.registers()[0])
    };
    for (code, text, bits) in [
        ("mov.b32 d, a;", "0f3fc00000", 0x3fc0_0000),
        ("add.u32 d, a, 1;", "0F3fc00000", 0x3fc0_0000),
        ("mov.b64 d, a;", "0d3ff8000000000000", 0x3ff8_0000_0000_0000),
        ("add.s32 d, a, 1;", "-3", 0xffff_fffd),
        ("add.f32 d, a, 1.0;", "0f3fc00000", 0x3fc0_0000),
        ("selp.f32 d, 1.0, 2.0, a;", "0", 0),
    ] {
        assert_eq!(entered(code, text), (EntryView::Exact(bits), bits), "{code} {text}");
    }
    for (code, text, message) in [
        ("mov.b32 d, a;", "1.5", "'1.5' is not an integer, as u32 holds."),
        ("mov.b64 d, a;", "0f3fc00000", "'0f3fc00000' has 32 bits, but the register has 64."),
        ("selp.f32 d, 1.0, 2.0, a;", "0.4", "'0.4' is not 0 or 1, as a predicate is."),
    ] {
        let (entry, _) = entered(code, text);
        assert_eq!(entry, EntryView::Wrong(message.into()), "{code} {text}");
    }
    let (rounded, _) = entered("add.f16 d, a, a;", "0.1");
    assert!(matches!(rounded, EntryView::Rounded { bits: 0x2e66, .. }), "{rounded:?}");
}

#[test]
fn a_message_of_the_assembler_is_about_instructions() {
    for (text, query) in [
        (
            "ptxas k.ptx, line 6; error   : Feature 'cvt.e4m3x2.f32 on sm_89' requires PTX ISA .version 8.1 or later",
            "cvt.e4m3x2.f32",
        ),
        ("Illegal modifier '.NaN' for instruction 'max'", ".NaN%20max"),
    ] {
        let mut model = follow(LINK);
        model.apply(typed(text.into()));
        let CodeView { problems, statements, .. } = view_of(&model).code;
        assert_eq!((problems.len(), statements.len()), (1, 0), "{text}");
        let item = &problems[0].item;
        assert!(item.message.starts_with("This is an assembler message about `"), "{item:?}");
        let way = item.section.as_ref().expect("a way");
        assert_eq!(way.href, ["#reference?q=", query].concat());
    }
    // Beside statements it is an error among others.
    let mut model = follow(LINK);
    model.apply(typed("add.f32 d, a, b;\nIllegal modifier '.NaN' for instruction 'max'".into()));
    assert_eq!(view_of(&model).code.statements.len(), 2);
}

#[test]
fn two_lanes_have_names_in_cases_comparisons_and_intervals() {
    let mut model = follow("v1/sequence@sm_90?code=ex2.approx.f16x2~d,a&a=0x40003c00");
    model.apply(Edit::Compare(beside::Edit::Begin));
    model.apply(Edit::Case(cases::Edit::Keep));
    let view = view_of(&model);
    assert_eq!(view.inputs[0].field.text, "{2, 1}");
    let case = &view.cases.rows[0];
    assert_eq!((&*case.inputs[0], &*case.outputs[0].value), ("{2, 1} (hi, lo)", "{4, 2} (hi, lo)"));
    let compared = view.beside.and_then(|beside| beside.compared).expect("compared");
    assert_eq!(compared.outputs[0][0].values, "{4, 2} (hi, lo)");
    let within = &view.code.statements[0].results[0].within;
    assert!(within.starts_with('{') && within.ends_with("} (hi, lo)"), "{within}");
}

#[test]
fn expressions_of_an_input_follow_it() {
    let mut model = follow(LINK);
    let text = r#"uint32_t q; asm("lop3.b32 %0, %1, %2, %3, 7;" : "=r"(d) : "r"(q), "r"(q >> 4), "r"(q + 1));"#;
    model.apply(typed(text.into()));
    assert_eq!(model.registers(), [1, 0, 2]);
    model.apply(Edit::Enter(0, "0x80000000".into()));
    assert_eq!(model.registers(), [0x8000_0000, 0x0800_0000, 0x8000_0001]);
    assert_eq!(view_of(&model).dependent, <[String; 0]>::default());
    model.apply(Edit::Case(cases::Edit::Keep));
    assert_eq!(view_of(&model).cases.rows[0].inputs[1], "0x08000000");
    // A value that is entered for a dependent input stays until the variable changes.
    model.apply(Edit::Enter(1, "5".into()));
    assert_eq!(model.registers()[1], 5);
    let note = "In the text `%2` is `q >> 4` of `%1`, which has another value.";
    assert_eq!(view_of(&model).dependent, [note]);
    model.apply(Edit::Enter(0, "16".into()));
    assert_eq!(model.registers(), [16, 1, 17]);
    model.apply(typed(text.replace("(q),", "(x),")));
    let note = "`%2` and `%3` depend on each other: in the text they are `q >> 4` and `q + 1`.";
    assert_eq!(view_of(&model).dependent, [note]);
}
