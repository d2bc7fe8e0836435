use crate::lessons::EXAMPLES;
use crate::module::Module as _;
use crate::playground::edit::{Adjust, Pick};
use crate::playground::model::*;

fn model(statement: &str) -> Model {
    let mut model = Model::new(State::default());
    model.apply(Edit::Apply(FixAction::Instruction(statement.to_owned())));
    assert!(model.analysis.instruction.is_some(), "{statement}");
    model
}

/// A statement is typed, with the caret after it.
fn typed(text: &str) -> Edit {
    Edit::Pick(Pick::Type(text.to_owned(), text.len()))
}

#[test]
fn rejected_statement_keeps_the_last_legal_instruction() {
    let mut model = model("fma.rn.f32");
    model.apply(typed("fma.rn.bogus d, a, b, c;"));
    assert_eq!(model.instruction.to_string(), "fma.rn.f32");
    assert!(model.analysis.view.diagnostics.iter().any(|diagnostic| diagnostic.fatal));
}

#[test]
fn an_instruction_can_be_written_by_taking_words() {
    let mut model = model("add.f32");
    model.apply(typed("f"));
    for word in ["fma", ".rn", ".f32"] {
        let words = model.picker.as_ref().unwrap_or_else(|| panic!("no words for {word}"));
        let index = words.proposals().iter().position(|proposal| proposal.text == word);
        model.apply(Edit::Pick(Pick::Accept(index.unwrap())));
    }
    assert_eq!(model.statement, "fma.rn.f32 NaN, 1, 2");
    assert_eq!((model.caret, &model.picker), (Some(10), &None));
}

/// A text that is pressed says of each value what was stored, also where the one before had its value.
#[test]
fn values_of_a_text_that_is_pressed_are_typed() {
    let mut model = model("add.f32 0.1, 0.2");
    let pressed = String::from("fma.rn.bf16 0.1, 0.2, 0.3");
    model.apply(Edit::Apply(FixAction::Text(pressed)));
    for operand in 0..3 {
        let draft = model.drafts.of(FieldId { operand, lane: Some(0) });
        assert!(draft.is_some_and(|it| it.entry.bits().is_some()), "{operand}");
    }
}

#[test]
fn a_word_in_the_middle_replaces_that_word_alone() {
    let mut model = model("fma.rn.f32");
    model.apply(Edit::Pick(Pick::Propose(5)));
    let words = model.picker.as_ref().unwrap();
    let index = words.proposals().iter().position(|proposal| proposal.text == ".rz");
    model.apply(Edit::Pick(Pick::Accept(index.unwrap())));
    assert_eq!(model.statement, "fma.rz.f32 NaN, 1, 2");
}

#[test]
fn words_are_not_pushed_on_a_whole_instruction() {
    let mut model = model("add.f32");
    model.apply(typed("add.rn.f"));
    assert!(model.picker.is_some());
    model.apply(typed("add.rn.f32"));
    assert_eq!(model.picker, None);
    model.apply(Edit::Pick(Pick::Propose(10)));
    assert!(model.picker.is_some());
}

#[test]
fn what_was_used_before_comes_back_with_its_operands() {
    let mut model = Model::new(State::default());
    model.apply(Edit::Apply(FixAction::Instruction(String::from("add.f16"))));
    model.apply(Edit::Adjust(0, None, Adjust::Set(0x4000)));
    model.apply(Edit::Apply(FixAction::Instruction(String::from("sub.f16"))));
    let names: Vec<_> = model.recent.iter().map(|s| s.instruction.to_string()).collect();
    assert_eq!(names[0], "add.f16");
    model.apply(Edit::Return(0));
    assert_eq!((model.statement.as_str(), model.registers()[0]), ("add.f16 2, 1", 0x4000));
    // It is in use, so it is no longer among those used before.
    assert!(model.recent.iter().all(|state| state.instruction != model.instruction));
}

#[test]
fn examples_are_shown_without_their_record() {
    let mut model = Model::new(State::default());
    for index in 0..EXAMPLES.len() {
        model.apply(Edit::Example(index));
        assert_eq!(model.recorded(), None);
        assert_eq!(model.analysis.instruction, Some(model.instruction));
    }
}

#[test]
fn an_operand_is_adjusted_where_it_was_last_focused_or_else_in_every_lane() {
    let mut model = model("add.f16x2");
    model.apply(Edit::Adjust(0, None, Adjust::Set(0x3c00)));
    model.apply(Edit::Adjust(0, None, Adjust::Up));
    assert_eq!(model.registers()[0], 0x3c01_3c01);
    model.apply(Edit::Focus(0, 1, None));
    model.apply(Edit::Adjust(0, None, Adjust::Negate));
    assert_eq!(model.registers()[0], 0xbc01_3c01);
    model.apply(Edit::Adjust(0, Some(0), Adjust::Down));
    assert_eq!(model.registers()[0], 0xbc01_3c00);
    model.apply(Edit::Adjust(0, Some(0), Adjust::Part(0x1234_5678)));
    assert_eq!(model.registers()[0], 0xbc01_5678);
    model.apply(Edit::Swap(0));
    assert_eq!(model.registers()[1], 0xbc01_5678);
}

#[test]
fn stepping_stops_at_the_ends() {
    let mut model = model("add.f16");
    model.apply(Edit::Adjust(0, None, Adjust::Set(0x7c00)));
    model.apply(Edit::Adjust(0, None, Adjust::Up));
    assert_eq!(model.registers()[0], 0x7c00);
}

#[test]
fn values_of_a_statement_are_stored() {
    let mut model = model("add.f16");
    model.apply(typed("add.f16 d, 1.5, 0x3c00"));
    assert_eq!(model.registers(), [0x3e00, 0x3c00]);
    model.apply(Edit::Settle);
    assert_eq!(model.statement, "add.f16 1.5, 1");
}

#[test]
fn quotes_around_a_statement_are_none_of_it() {
    for text in ["`add.f16 1.5, 2`", "'add.f16 1.5, 2'", "```\nadd.f16 1.5, 2\n```"] {
        let mut model = model("add.f32");
        model.apply(typed(text));
        assert_eq!(model.registers(), [0x3e00, 0x4000], "{text}");
        assert_eq!(model.statement, text);
        let shown: String = model.analysis.view.tokens.iter().map(|it| &*it.text).collect();
        assert_eq!(shown, text.replace('\n', " "));
        model.apply(Edit::Settle);
        assert_eq!(model.statement, "add.f16 1.5, 2", "{text}");
    }
}

#[test]
fn constants_of_a_statement_of_ptx_are_those_of_the_assembler() {
    for (text, registers, settled) in [
        ("cvt.rn.f32.u32 %f1, 010;", [8].as_slice(), "cvt.rn.f32.u32 8"),
        ("cvt.rn.f32.u32 %f1, (1<<4);", &[16], "cvt.rn.f32.u32 16"),
        ("cvt.rn.f32.u32 d, 5U;", &[5], "cvt.rn.f32.u32 5"),
        ("cvt.rn.f32.u32 d, 010", &[10], "cvt.rn.f32.u32 10"),
        ("add.f32 %f1, 1.000000059604644775390625000001, 0.0;", &[0x3f80_0000, 0], "add.f32 1, 0"),
    ] {
        let mut model = model("add.f16");
        model.apply(typed(text));
        assert_eq!(model.registers(), registers, "{text}");
        assert!(model.analysis.is_clean(), "{text}");
        model.apply(Edit::Settle);
        assert_eq!(model.registers(), registers, "{text}");
        assert_eq!(model.statement, settled, "{text}");
    }
    for (text, message) in [
        (
            "add.f32 %f1, 1, 2.0;",
            "`.f32` takes a floating-point constant, but `1` is an integer; write 1.0.",
        ),
        (
            "add.f16 %h0, 1.5, 0x3c00;",
            "An operand of .f16 must be a register, not a constant; put the bits in a register \
             first: mov.b16 x, 0x3e00.",
        ),
    ] {
        let mut model = model("add.f16");
        model.apply(typed(text));
        assert!(!model.analysis.is_clean(), "{text}");
        assert_eq!(model.analysis.view.diagnostics[0].message, message, "{text}");
    }
}

#[test]
fn going_to_another_type_and_back_loses_nothing() {
    let mut model = model("add.f32");
    let register = FieldId { operand: 0, lane: None };
    model.apply(Edit::Enter(register, String::from("0x3f800001")));
    model.apply(Edit::Apply(FixAction::Instruction(String::from("add.f16"))));
    assert_eq!(model.registers()[0], 0x3c00);
    model.apply(Edit::Apply(FixAction::Instruction(String::from("add.f32"))));
    assert_eq!(model.registers()[0], 0x3f80_0001);
}

#[test]
fn draft_stays_until_its_value_changes_in_another_way() {
    let mut model = model("add.f16");
    let place = FieldId { operand: 0, lane: Some(0) };
    model.apply(Edit::Enter(place, String::from("0.1")));
    model.apply(Edit::Leave(place));
    assert_eq!(model.draft(place).map(|draft| draft.text.as_str()), Some("0.1"));
    model.apply(Edit::Flip(0, 0, 0));
    assert_eq!(model.draft(place), None);
}

#[test]
fn other_operands_have_no_drafts() {
    let mut model = model("add.f16");
    let place = FieldId { operand: 0, lane: Some(0) };
    model.apply(Edit::Enter(place, String::from("banana")));
    model.apply(Edit::Apply(FixAction::Instruction(String::from("sub.f16"))));
    assert!(model.draft(place).is_some());
    model.apply(Edit::Apply(FixAction::Instruction(String::from("sub.f32"))));
    assert_eq!(model.draft(place), None);
}

#[test]
fn record_holds_until_something_is_edited() {
    let state = State { recorded: Some(0x1234), ..State::default() };
    let mut model = Model::new(state);
    assert_eq!(model.recorded().and_then(|state| state.recorded), Some(0x1234));
    model.apply(Edit::Flip(0, 0, 0));
    assert_eq!(model.recorded(), None);
}

#[test]
fn lane_that_the_operand_no_longer_has_is_not_the_focused_one() {
    let mut model = model("add.f16x2");
    model.apply(Edit::Focus(0, 1, None));
    model.apply(Edit::Apply(FixAction::Instruction(String::from("add.f32"))));
    model.apply(Edit::Adjust(0, None, Adjust::Set(0x4000_0000)));
    assert_eq!(model.registers()[0], 0x4000_0000);
}

#[test]
fn what_the_page_wrote_itself_was_not_rounded() {
    // 1.5 · 2^-16, of which the page shows the shortest text that reads back as the same bits.
    let mut model = Model::new(State::default());
    model.follow("v1/sin.approx.f32@sm_90?a=0x37c00000&isa=9.5");
    assert!(model.statement.ends_with(" 0.000022888184"), "{}", model.statement);
    model.apply(Edit::Apply(FixAction::Target(String::from("sm_100"))));
    assert_eq!(model.rounded_entry(0, 0), None);
    model.apply(typed("sin.approx.f32 0.1"));
    model.apply(Edit::Settle);
    assert_eq!(model.rounded_entry(0, 0).as_deref(), Some("0.1"));
    // It stays what was typed, whatever else changes.
    model.apply(Edit::Apply(FixAction::Target(String::from("sm_90"))));
    assert_eq!(model.rounded_entry(0, 0).as_deref(), Some("0.1"));
}

#[test]
fn the_choices_follow_the_form_that_the_spelling_stands_for() {
    let mut model = Model::new(State::default());
    model.follow("v1/min.f32@sm_100?a=0x3f800000&b=0x40000000&isa=9.5");
    let before = model.screen(None);
    let groups = &before.chooser.groups;
    let three =
        groups.iter().flat_map(|group| &group.chips).find(|chip| chip.spelling == "a, b, c");
    let leads_to = three.and_then(|chip| chip.leads_to.clone()).expect("three sources");
    model.apply(Edit::Apply(FixAction::Instruction(leads_to)));
    let after = model.screen(Some(&before));
    assert_eq!(after.spelling, before.spelling);
    assert_eq!(after.chooser, model.screen(None).chooser);
    assert_ne!(after.chooser, before.chooser);
    assert!(after.chooser.formula.contains('c'), "{}", after.chooser.formula);
}
