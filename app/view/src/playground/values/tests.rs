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
use crate::questions::Answerer;
use crate::reply::{ReplyView, Target};

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
    for (text, kind) in
        [("add.rn.bf16 0.1, banana", "f32"), ("add.rn.bf16 1/0, 0.2", "bf16"), ("nonsense", "f32")]
    {
        let mut model = typed(text);
        model.apply(Edit::GiveUp);
        assert_eq!(model.statement, ["add.rn.", kind, " 0.1, 0.2"].concat(), "{text}");
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
fn a_question_is_answered_while_it_is_typed_and_stays() {
    for (question, statement, register) in [
        ("0.1 + 0.2 in bf16", "add.rn.bf16 0.1, 0.2", 0x3dcd),
        ("max(NaN, 1)", "max.f32 NaN, 1", 0x7fff_ffff),
        ("500 in e4m3", "cvt.rn.satfinite.e4m3x2.f32 500, 0", 0x43fa_0000),
    ] {
        for settles_first in [false, true] {
            let mut model = typed(question);
            if settles_first {
                // Nobody waits for the answer.
                model.apply(Edit::Settle);
            }
            answer(&mut model);
            model.apply(Edit::Settle);
            assert_eq!(model.statement, question);
            assert_eq!(model.registers()[0], register, "{question}");
            assert!(model.analysis.is_clean());
            let reading = model.screen(None).reading().expect("a reading");
            assert!(reading.what.to_lowercase().contains(&statement.to_lowercase()), "{reading:?}");
            // Its link opens the question, and another value makes it the statement.
            let mut other = Model::opening(false);
            other.follow(&model.linked().to_fragment());
            assert_eq!((&*other.statement, other.registers()), (question, model.registers()));
            answer(&mut other);
            assert_eq!(other.screen(None).reading(), Some(reading));
            model.apply(Edit::Flip(0, 0, 0));
            assert!(
                model.statement.starts_with(statement.split(' ').next().unwrap()),
                "{}",
                model.statement
            );
            assert_eq!(model.screen(None).reading(), None);
        }
    }
}

#[test]
fn the_link_counts_where_a_question_is_read_as_something_else() {
    let mut model = typed("1 + 2.5");
    answer(&mut model);
    let link = model.linked().to_fragment().replace("0x40200000", "0x3f800000");
    model = Model::opening(false);
    model.follow(&link);
    assert_eq!((&*model.statement, &*model.registers()), ("1 + 2.5", &[0x3f80_0000; 2][..]));
    answer(&mut model);
    assert_eq!(model.statement, "add.rn.f32 1, 1");
}

/// The reply to a text.
fn reply(text: &str) -> ReplyView {
    let mut model = typed(text);
    model.apply(Edit::Settle);
    answer(&mut model);
    let screen = model.screen(None);
    assert!(!screen.has_result(), "{text}");
    // Its link opens the text with the same reply.
    let mut other = Model::opening(false);
    other.follow(&model.linked().to_fragment());
    answer(&mut other);
    assert_eq!(other.screen(None).reply, screen.reply, "{text}");
    screen.reply.unwrap_or_else(|| panic!("{text}: {:?}", screen.answer.say))
}

#[test]
fn a_number_of_a_format_is_an_answer() {
    let view = reply("0x7e in e4m3");
    let number = view.number.expect("a number");
    assert_eq!((&*number.value, &*number.hex, &*number.in_full), ("448", "0x7e", "= 448, exactly"));
    assert!(
        view.sentence.contains("One above, 0x7f, is a NaN; it has no infinity."),
        "{}",
        view.sentence
    );
    let number = reply("0.1 in hex").number.expect("a number");
    assert_eq!((&*number.value, &*number.hex), ("0.100000001", "0x3dcccccd"));
}

#[test]
fn several_operations_are_a_program_with_its_values() {
    let view = reply("expf(1)");
    assert_eq!(view.lines.len(), 10);
    let number = view.number.expect("a number");
    assert_eq!(number.hex, "0x402df854");
    assert_eq!(
        (&*number.guarantee, &*number.observed),
        ("one of 5; nearest shown", "the same bits")
    );
    assert_eq!(number.change, "\u{2212}0.346 ulp from 2.71828182…");
    assert!(view.sentence.contains("line 9"), "{}", view.sentence);
    // The true value is that number.
    let exact = reply("hsqrt(4)").number.expect("a number");
    assert_eq!((&*exact.value, &*exact.change), ("2", ""));
    let (_, address) = view.open.expect("a way to the program");
    let parsed = parse_sequence(address.trim_start_matches('#')).expect("a link");
    assert_eq!((parsed.problems, parsed.state.registers), (vec![], vec![0x3f80_0000]));
    let view = reply("0.1 + 0.2 == 0.3");
    assert_eq!(view.number.expect("an outcome").value, "true");
    assert_eq!(
        view.sentence,
        "It compares 0.300000012 == 0.300000012. The ISA determines every bit."
    );
}

#[test]
fn words_find_lessons_terms_and_results_to_try() {
    let view = reply("why does my max not propagate NaN");
    let kinds: Vec<_> = view.hits.iter().map(|hit| hit.kind.as_str()).collect();
    assert_eq!(kinds[..3], ["Try", "Try", "Lesson"]);
    // The lesson has `min`, and the question names `max`.
    assert_eq!(view.hits[0].title, "`max.f32 NaN, 1` → 1");
    assert_eq!(view.hits[1].title, "`max.NaN.f32 NaN, 1` → NaN");
    assert_eq!(reply("min of nan").hits[0].title, "`min.f32 NaN, 1` → 1");
    assert!(!view.sentence.is_empty() && view.hits.len() <= 6);
    let view = reply("what is an ulp");
    assert!(view.sentence.contains("Unit in the last place"), "{}", view.sentence);
    for text in ["qwertyuiop", "help"] {
        assert_eq!(reply(text).hits.len(), 5, "{text}");
    }
}

#[test]
fn what_ptx_does_not_have_leads_to_the_nearest_statement() {
    let view = reply("sinf(1)");
    assert!(view.sentence.starts_with("PTX has no `sinf`"), "{}", view.sentence);
    assert_eq!(view.hits[0].target, Target::Text(String::from("sin.approx.f32 1")));
}

#[test]
fn instructions_of_tensor_cores_lead_to_their_view() {
    let view = reply("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {d}, {a}, {b}, {c};");
    assert!(view.sentence.contains("each generation of GPUs"), "{}", view.sentence);
    let (label, address) = view.open.unwrap();
    assert_eq!(label, "Open in Tensor cores");
    assert!(address.starts_with("#v1/tensor@sm_90?code=mma.sync.aligned.m16n8k8."), "{address}");
    let view = reply("wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.bf16");
    assert!(view.sentence.contains("bf16"), "{}", view.sentence);
    assert_eq!(view.hits.len(), 1);
    assert_eq!(reply("tensor cores").hits[0].kind, "Tensor cores");
}

#[test]
fn links_and_messages_have_their_answers() {
    let view = reply("https://example.org/#formats/e4m3");
    assert_eq!(view.hits[0].target, Target::Address(String::from("#formats/e4m3")));
    let view = reply("Rounding modifier required for instruction 'div'");
    assert!(view.sentence.contains("must say how it rounds"), "{}", view.sentence);
}

/// A text that may be a question is not rejected before it is read.
#[test]
fn only_statements_are_judged() {
    for (text, is_judged) in [
        ("add.f17 1, 2", true),
        ("add.f32 1, 2", true),
        ("why is max(nan, 1) not NaN?", false),
        ("exp", false),
        ("0x7e in e4m3", false),
    ] {
        let mut model = typed(text);
        assert_eq!(model.screen(None).instruction.legality.is_some(), is_judged, "{text}");
        if !is_judged {
            answer(&mut model);
            assert_eq!(model.screen(None).instruction.legality, None, "{text}");
        }
    }
}

/// While words are suggested, what a worker finds for the text joins them.
#[test]
fn completions_are_of_every_kind() {
    const LESSON: &str = "expf is ten instructions around one ex2";
    for (begun, taken) in
        [("exp", "expf(1)"), ("exp", LESSON), ("rou", "round"), ("fm", "fmaf(1, 2, 3)")]
    {
        let mut model = typed(begun);
        answer(&mut model);
        let screen = model.screen(None);
        let words = screen.picker.map(|picker| picker.words).unwrap_or_default();
        let Some(index) = words.iter().position(|word| word.text == taken) else {
            panic!("{begun}: {words:?} {:?}", screen.reply)
        };
        model.apply(Edit::Pick(Pick::Accept(index)));
        assert_eq!(model.statement, taken);
        answer(&mut model);
        let screen = model.screen(None);
        assert!(screen.reply.is_some() || screen.has_result(), "{taken}");
        assert!(screen.picker.is_none(), "{taken}");
    }
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
        let of_statement = lane.map(|lane| lane.value.as_str());
        let number = screen.number();
        let shown = number.as_ref().map(|number| number.value.as_str()).or(of_statement);
        assert_eq!(shown, Some(value), "{question}: {:?}", screen.answer.say);
        assert_eq!(screen.answer.basis, BasisView::Line, "{question}");
        // The choices are those of the answer, which may need another target.
        assert_eq!(screen.targets.chosen, model.legal_context.target.name, "{question}");
        assert_eq!(screen.isas.chosen, model.legal_context.isa.to_string(), "{question}");
    }
}
