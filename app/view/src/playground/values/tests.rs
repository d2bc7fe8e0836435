use ptxfp::catalog::{Context, FIRST, Instruction, LATEST_ISA, TARGETS, forms, instructions_of};
use ptxfp::format::mask;
use ptxfp::link::{State, parse_sequence};

use crate::background::Reply;
use crate::module::Module as _;
use crate::playground::answer::BasisView;
use crate::playground::edit::Pick;
use crate::playground::instruction::FixAction;
use crate::playground::operand::EntryView;
use crate::playground::{Edit, Model};
use ptxfp::internals::messages::Answerer;

/// A version and target that have an instruction.
fn context_of(instruction: &Instruction) -> Option<Context> {
    let versions = ptxfp::catalog::ISA_VERSIONS.iter().rev();
    let mut places =
        versions.flat_map(|isa| TARGETS.iter().map(|target| Context { isa: *isa, target }));
    places.find(|context| instruction.is_available(context))
}

/// Numbers without an order.
fn noise(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*seed ^ (*seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// A register with the bits that its type has, or only those of its lanes.
fn register(kind: ptxfp::catalog::Type, bits: u64, has_padding: bool) -> u64 {
    let packing = kind.packing();
    if has_padding {
        return bits & mask(packing.register_width().into());
    }
    (0..packing.lanes).fold(0, |sum, lane| packing.insert(sum, lane, packing.extract(bits, lane)))
}

fn opened(instruction: Instruction, context: Context, registers: Vec<u64>) -> Model {
    Model::new(State::new(instruction, context, registers))
}

#[test]
fn the_statement_of_any_registers_reads_as_the_same_registers() {
    let mut seed = 1;
    for instruction in forms().filter(|form| form.is_assembled()).flat_map(instructions_of) {
        let context = context_of(&instruction).expect("a place");
        for round in 0..4 {
            let registers = instruction.form.sources().iter().map(|operand| {
                let bits = match round {
                    0 => 0,
                    1 => u64::MAX,
                    _ => noise(&mut seed),
                };
                register(instruction.operand_type(operand), bits, round % 2 == 1)
            });
            let registers: Vec<u64> = registers.collect();
            let model = opened(instruction, context, registers.clone());
            assert!(model.analysis.is_clean(), "{}", model.statement);
            assert_eq!(model.instruction, instruction, "{}", model.statement);
            let mut other = Model::new(State { context, ..State::default() });
            other.context = context;
            let text = model.statement.clone();
            other.apply(Edit::Pick(Pick::Type(text.clone(), text.len())));
            assert_eq!(other.analysis.instruction, Some(instruction), "{text}");
            assert_eq!(other.registers(), registers, "{text}");
            other.apply(Edit::Settle);
            assert_eq!(other.statement, text);
        }
    }
    assert!(FIRST.is_assembled(), "{LATEST_ISA}");
}

fn typed(statement: &str) -> Model {
    let mut model = Model::opening(false);
    model.apply(Edit::Pick(Pick::Type(statement.to_owned(), statement.len())));
    model
}

#[test]
fn lanes_stand_in_braces_and_begin_with_the_highest() {
    let mut model = typed("fma.rn.relu.bf16x2 {1.5, nan}, {1.5, 1}, 0x3f800000");
    assert_eq!(model.registers(), [0x3fc0_7fff, 0x3fc0_3f80, 0x3f80_0000]);
    model.apply(Edit::Settle);
    assert_eq!(model.statement, "fma.rn.relu.bf16x2 {1.5, NaN}, {1.5, 1}, {1, 0}");
    // One value is for every lane, and a payload has no other text.
    let mut model = typed("add.f16x2 0.5, {0x7e01, 1}");
    model.apply(Edit::Settle);
    assert_eq!(model.statement, "add.f16x2 {0.5, 0.5}, {0x7e01, 1}");
}

#[test]
fn names_keep_the_present_values() {
    for text in ["add.rn.bf16 %rs1, %rs2, %rs3;", "add.rn.bf16 d, a, b;", "add.rn.bf16"] {
        let mut model = typed(text);
        assert_eq!(model.statement, text);
        model.apply(Edit::Settle);
        assert_eq!(model.statement, "add.rn.bf16 0.1, 0.2");
    }
}

#[test]
fn what_is_typed_stays_as_it_is_typed_until_it_is_settled() {
    let mut model = typed("add.rn.f32 1e0, 0.10");
    assert_eq!(model.statement, "add.rn.f32 1e0, 0.10");
    assert_eq!(model.registers(), [0x3f80_0000, 0x3dcc_cccd]);
    model.apply(Edit::Settle);
    assert_eq!(model.statement, "add.rn.f32 1, 0.10");
    model.apply(Edit::Flip(1, 0, 31));
    assert_eq!(model.statement, "add.rn.f32 1, -0.1");
}

#[test]
fn a_value_that_cannot_be_read_is_kept_where_it_was_typed() {
    let mut model = typed("add.f16 1/0, 2");
    model.apply(Edit::Settle);
    assert_eq!(model.statement, "add.f16 1/0, 2");
    assert!(!model.analysis.is_clean());
    assert_eq!(model.registers()[1], 0x4000);
    // The operand beside it can be changed.
    model.apply(Edit::Flip(1, 0, 15));
    assert_eq!(model.statement, "add.f16 1/0, -2");
    let fix = model.analysis.view.diagnostics[0].fixes[0].clone();
    assert_eq!(fix.label, "Use `inf`");
    model.apply(Edit::Apply(fix.action));
    assert_eq!(model.statement, "add.f16 inf, -2");
    assert!(model.analysis.is_clean());
}

#[test]
fn bits_that_a_register_lacks_are_cut_off_on_demand() {
    let mut model = typed("add.f16 0x123456, 1");
    let diagnostic = &model.analysis.view.diagnostics[0];
    assert_eq!(diagnostic.message, "`0x123456` has 21 bits; the register of f16 has 16.");
    assert_eq!(diagnostic.fixes[0].label, "Use the low half, `0x3456`");
    let action = diagnostic.fixes[0].action.clone();
    model.apply(Edit::Apply(action));
    assert_eq!(model.registers(), [0x3456, 0x3c00]);
}

#[test]
fn giving_up_returns_to_the_values_in_force() {
    for text in ["add.rn.bf16 0.1, banana", "add.rn.bf16 1/0, 0.2", "nonsense"] {
        let mut model = typed(text);
        model.apply(Edit::GiveUp);
        assert_eq!(model.statement, "add.rn.bf16 0.1, 0.2", "{text}");
    }
}

#[test]
fn a_value_in_the_place_of_the_destination_is_wrong() {
    let model = typed("add.rn.bf16 1, 2, 3");
    assert_eq!(
        model.analysis.view.diagnostics[0].message,
        "Three numbers, but `add` takes two source operands; a destination comes first and is a register, or is left out."
    );
}

#[test]
fn a_chip_changes_the_head_alone() {
    let mut model = typed("add.rn.bf16 0.1, 0.2");
    model.apply(Edit::Settle);
    let leads_to = String::from("sub.rn.bf16");
    model.apply(Edit::Apply(FixAction::Instruction(leads_to)));
    assert_eq!(model.statement, "sub.rn.bf16 0.1, 0.2");
    let rounded = |model: &Model| {
        model.analysis.values.iter().all(|value| matches!(value.entry, EntryView::Rounded { .. }))
    };
    assert!(rounded(&model));
}

#[test]
fn a_fix_brings_the_sources_that_are_missing() {
    let mut model = typed("cvt.rn.satfinite.e4m3.f32 500");
    let action = model.analysis.view.diagnostics[0].fixes[0].action.clone();
    model.apply(Edit::Apply(action));
    assert_eq!(model.statement, "cvt.rn.satfinite.e4m3x2.f32 500, 0");
}

#[test]
fn a_file_is_no_statement() {
    let text = ".version 8.0\n.target sm_80\nmul.f32 %f3, %f1, %f2; // x\nadd.f32 %f4, %f3, %f1;\n";
    let model = typed(text);
    let diagnostics = &model.analysis.view.diagnostics;
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(diagnostics[0].message, "This looks like a PTX file.");
    let href = &diagnostics[0].section.as_ref().expect("a way there").href;
    assert!(href.starts_with("#v1/sequence"), "{href}");
}

#[test]
fn a_question_is_answered_while_it_is_typed_and_becomes_its_statement() {
    for (question, statement, register) in [
        ("0.1 + 0.2 in bf16", "add.rn.bf16 0.1, 0.2", 0x3dcd),
        ("max(NaN, 1)", "max.f32 NaN, 1", 0x7fff_ffff),
        ("500 in e4m3", "cvt.rn.satfinite.e4m3x2.f32 500, 0", 0x43fa_0000),
    ] {
        let mut model = typed(question);
        answer(&mut model);
        assert_eq!(model.statement, question);
        assert_eq!(model.registers()[0], register, "{question}");
        assert!(model.analysis.is_clean());
        model.apply(Edit::Settle);
        assert_eq!(model.statement, statement);
        assert_eq!(model.registers()[0], register, "{question}");
        // Nobody waits for the answer.
        let mut model = typed(question);
        model.apply(Edit::Settle);
        assert_eq!((&*model.statement, model.analysis.is_clean()), (question, false));
        answer(&mut model);
        assert_eq!(model.statement, statement);
    }
}

#[test]
fn functions_of_several_statements_lead_to_a_program() {
    let mut model = typed("expf(1)");
    answer(&mut model);
    let diagnostic = &model.analysis.view.diagnostics[0];
    assert!(diagnostic.message.contains("Read as 10 statements, as nvcc"), "{diagnostic:?}");
    let way = diagnostic.section.as_ref().expect("a way to the program");
    assert_eq!(way.label, "Open it as a program");
    let parsed = parse_sequence(way.href.trim_start_matches('#')).expect("a link");
    assert_eq!((parsed.problems, parsed.state.registers), (vec![], vec![0x3f80_0000]));
    assert!(parsed.state.code.starts_with("fma.rn.f32 t1, a, 0f3BBB989D, 0f3F000000;"));
}

/// Answers that are no result of one instruction.
#[test]
fn numbers_programs_and_comparisons_have_their_answers() {
    for (text, start) in [
        ("2*3+1 in f32", "7, 0x40e00000 in f32."),
        ("1/sqrt(4)", "0.5, 0x3f000000 in f32."),
        ("0x7e in e4m3", "448, 0x7e in e4m3."),
        ("0x3e9a as bf16", "0.30078125, 0x3e9a in bf16."),
        ("2^-149", "1.4e-45, 0x00000001 in f32."),
        ("0.1 + 0.2 == 0.3", "True."),
        ("nan == nan", "False."),
    ] {
        let mut model = typed(text);
        answer(&mut model);
        let message = &model.analysis.view.diagnostics[0].message;
        assert!(message.starts_with(start), "{text}: {message}");
        assert!(message.contains(" Read as "), "{text}: {message}");
    }
}

#[test]
fn what_ptx_does_not_have_leads_to_the_nearest_statement() {
    let mut model = typed("sinf(1)");
    answer(&mut model);
    let diagnostic = &model.analysis.view.diagnostics[0];
    assert!(diagnostic.message.starts_with("PTX has no `sinf`"), "{diagnostic:?}");
    let [fix] = &diagnostic.fixes[..] else { panic!("{diagnostic:?}") };
    assert_eq!(fix.label, "Use `sin.approx.f32 1`");
    model.apply(Edit::Apply(fix.action.clone()));
    assert_eq!(model.statement, "sin.approx.f32 1");
    assert!(model.analysis.is_clean());
}

#[test]
fn what_is_asked_is_what_is_typed_now() {
    let mut model = typed("0.1 + 0.2 in bf16");
    let asked = model.screen(None).question.expect("a question");
    let typed_on = String::from("0.1 + 0.2 in bf16 then");
    model.apply(Edit::Pick(Pick::Type(typed_on, 22)));
    let late = Answerer::default().answer(&asked.request, 0);
    model.apply(Edit::Answer(Box::new(Reply { question: asked, answer: Ok(late) })));
    assert!(model.analysis.question.is_none());
    answer(&mut model);
    assert_eq!(model.screen(None).question, None);
    assert_eq!(typed("add.f32 1, 2").screen(None).question, None);
}

/// Has the question that is typed answered, as the worker does.
fn answer(model: &mut Model) {
    let question = model.screen(None).question.expect("a question");
    let answer = Answerer::default().answer(&question.request, 0);
    model.apply(Edit::Answer(Box::new(Reply { question, answer: Ok(answer) })));
}

/// The texts that the browser tests type into the page.
const QUESTIONS: &str = include_str!("../../../../../tests/browser/questions.tsv");

#[test]
fn questions_of_newcomers_have_their_answers() {
    assert!(QUESTIONS.lines().count() >= 30);
    for row in QUESTIONS.lines() {
        let [question, lane, value] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let mut model = typed(question);
        if model.screen(None).question.is_some() {
            answer(&mut model);
        }
        let screen = model.screen(None);
        let lane = screen.result.lanes.iter().find(|it| it.index.to_string() == lane);
        let shown = lane.map(|lane| lane.value.as_str());
        assert_eq!(shown, Some(value), "{question}: {:?}", screen.answer.say);
        assert_eq!(screen.answer.basis, BasisView::Line, "{question}");
    }
}
