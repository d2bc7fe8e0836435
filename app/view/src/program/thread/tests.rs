use super::row::{LineView, RowView, Run};
use crate::module::Module;
use crate::program::code::{Change, Which};
use crate::program::debug::Edit as Following;
use crate::program::{Edit, Model, Screen};

/// A kernel with a guard, parameters, loads and a store.
const SAXPY: &str = "\
.visible .entry saxpy(
  .param .u32 n,
  .param .f32 a,
  .param .u64 x,
  .param .u64 y
)
{
  .reg .pred %p<2>;
  ld.param.u32 %r2, [n];
  ld.param.f32 %f1, [a];
  ld.param.u64 %rd1, [x];
  ld.param.u64 %rd2, [y];
  mov.u32 %r1, %tid.x;
  setp.ge.s32 %p1, %r1, %r2;
  @%p1 bra DONE;
  mul.wide.s32 %rd3, %r1, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  ld.global.f32 %f2, [%rd4];
  ld.global.f32 %f3, [%rd5];
  fma.rn.f32 %f4, %f1, %f2, %f3;
  st.global.f32 [%rd5], %f4;
DONE:
  ret;
}
";

/// A model after a text is opened.
fn opened(text: &str) -> Model {
    let mut model = Model::default();
    model.apply(Edit::Open(Which::First, text.to_owned()));
    model
}

/// The lines of a listing.
fn lines(screen: &Screen) -> Vec<LineView> {
    let rows = screen.rows().expect("a listing").into_iter();
    let rows = rows.filter_map(|place| screen.row(place));
    rows.filter_map(|row| match row {
        RowView::Line(line) => Some(*line),
        RowView::Fold(_) => None,
    })
    .collect()
}

/// The line of a number.
fn line(screen: &Screen, number: usize) -> LineView {
    lines(screen).into_iter().find(|line| line.number == number).expect("a line")
}

/// Enters a value for an input of a name.
fn enter(model: &mut Model, name: &str, value: &str) {
    let place = model.inputs().position(|input| input.name == name);
    model.apply(Edit::Enter(place.expect("an input"), value.to_owned()));
}

#[test]
fn a_kernel_has_a_listing_with_values_behind_its_lines() {
    let mut model = opened(SAXPY);
    enter(&mut model, "a", "1.5");
    enter(&mut model, "[x]", "0.1");
    enter(&mut model, "[y]", "0.2");
    let screen = model.screen(None);
    assert_eq!(screen.view.code.problems, []);
    let RowView::Fold(fold) = screen.row(0).expect("a row") else { panic!("{:?}", screen.row(0)) };
    assert_eq!(fold.words, "lines 1 to 8: declarations");
    let cell = |number: usize| line(&screen, number).cells.swap_remove(0);
    assert_eq!((&*cell(10).name, &*cell(10).hex), ("%f1", "0x3fc00000"));
    assert!(cell(10).field.is_some() && cell(19).field.is_some() && cell(21).field.is_none());
    assert_eq!((&*cell(11).value, &*cell(11).hex), ("x", ""));
    assert_eq!(cell(18).value, "y");
    assert_eq!(line(&screen, 15).note, "not taken");
    assert_eq!(line(&screen, 19).note, "loaded from x");
    assert_eq!(line(&screen, 21).change, "rounded, \u{2212}0.375 ulp");
    let stored = cell(22);
    assert!(stored.is_output);
    assert_eq!((&*stored.name, &*stored.value, &*stored.hex), ("y", "0.35", "0x3eb33333"));
    let outputs = screen.outputs().expect("outputs").outputs;
    assert_eq!((outputs.len(), &*outputs[0].name, &*outputs[0].hex), (1, "y", "0x3eb33333"));
    let head = screen.listing().expect("a head");
    assert_eq!(head.summary, "One step is not exact: line 21, rounded, \u{2212}0.375 ulp.");
    assert!(!head.is_edited && screen.editor(Which::First).expect("an editor").is_folded);
    assert!(screen.group().expect("special registers").len() == 1);
}

#[test]
fn another_thread_takes_another_way() {
    let mut model = opened(SAXPY);
    enter(&mut model, "%tid.x", "1");
    let screen = model.screen(None);
    assert_eq!(line(&screen, 15).note, "goes to line 24");
    let out = line(&screen, 19);
    assert_eq!((out.run, &*out.note), (Run::Out, "skipped: line 15 jumps over it"));
    assert_eq!(screen.outputs(), None);
    assert_eq!(screen.listing().expect("a head").nothing, Some("This thread stores nothing."));
    // Values stay for when the way is taken again.
    enter(&mut model, "%tid.x", "0");
    enter(&mut model, "[y]", "0.5");
    enter(&mut model, "%tid.x", "2");
    enter(&mut model, "n", "9");
    let screen = model.screen(None);
    assert_eq!(line(&screen, 20).note, "loaded from y+8");
    enter(&mut model, "%tid.x", "0");
    let screen = model.screen(None);
    assert_eq!(line(&screen, 20).cells[0].hex, "0x3f000000");
}

#[test]
fn steps_count_executions() {
    let text = "\
.entry sum(.param .u64 x, .param .u32 n) {
  ld.param.u64 %rd1, [x];
  ld.param.u32 %r2, [n];
  mov.b32 %r1, 0;
  mov.f32 %f1, 0f00000000;
LOOP:
  ld.global.f32 %f2, [%rd1];
  add.rn.f32 %f1, %f1, %f2;
  add.s64 %rd1, %rd1, 4;
  add.s32 %r1, %r1, 1;
  setp.lt.s32 %p1, %r1, %r2;
  @%p1 bra LOOP;
  st.global.f32 [%rd1], %f1;
  ret;
}";
    let mut model = opened(text);
    enter(&mut model, "n", "3");
    enter(&mut model, "[x+4]", "2");
    enter(&mut model, "[x+8]", "0x1p-24");
    let screen = model.screen(None);
    assert_eq!(screen.thread_bar().expect("a bar").words, "24 steps");
    let sum = line(&screen, 8);
    let turn = sum.turn.clone().expect("several executions");
    assert_eq!((turn.place, turn.count, turn.to), (3, 3, [Some(12), None]));
    assert_eq!(sum.cells[0].value, "3");
    assert!(sum.change.starts_with("rounded"), "{sum:?}");
    model.apply(Edit::Debug(Following::To(12)));
    let screen = model.screen(None);
    let sum = line(&screen, 8);
    assert_eq!((sum.run, &*sum.cells[0].value, &*sum.change), (Run::Now, "3", ""));
    assert_eq!((line(&screen, 13).run, line(&screen, 13).cells.len()), (Run::Ahead, 0));
    // Before its first execution a load already has its field.
    model.apply(Edit::Debug(Following::To(1)));
    let screen = model.screen(None);
    assert_eq!((line(&screen, 7).run, line(&screen, 7).cells.len()), (Run::Ahead, 1));
    model.apply(Edit::Debug(Following::To(12)));
    let screen = model.screen(None);
    let bar = screen.thread_bar().expect("a bar");
    assert_eq!((bar.back, bar.forward, bar.rounding), (Some(11), Some(13), Some(18)));
    assert_eq!(screen.spoken, "step 12 of 24, line 8. %f1 is 3. ");
}

#[test]
fn a_kernel_keeps_its_inputs_in_the_link() {
    let mut model = opened(SAXPY);
    enter(&mut model, "[y]", "0.2");
    enter(&mut model, "a", "3");
    let fragment = model.screen(None).fragment;
    let mut other = Model::default();
    other.follow(&fragment);
    let (one, two) = (model.screen(None), other.screen(None));
    assert_eq!(two.notice, None, "{fragment}");
    assert_eq!(two.fragment, fragment);
    let values = |screen: &Screen| screen.outputs().expect("outputs").outputs[0].hex.clone();
    assert_eq!(values(&one), values(&two));
}

#[test]
fn the_text_is_folded_when_it_is_pasted_and_not_when_it_is_typed() {
    let mut model = Model::default();
    let is_folded =
        |model: &Model| model.screen(None).editor(Which::First).expect("an editor").is_folded;
    model.apply(Edit::Code(Which::First, Change::Type(SAXPY.to_owned())));
    assert!(is_folded(&model));
    model.apply(Edit::EditText(true));
    assert!(!is_folded(&model));
    model.apply(Edit::Code(Which::First, Change::Type([SAXPY, " "].concat())));
    assert!(!is_folded(&model));
    model.apply(Edit::EditText(false));
    model.apply(Edit::Code(Which::First, Change::Type(String::from("add.f32 d, a, b;"))));
    assert!(!is_folded(&model), "a straight program has no listing");
}

#[test]
fn a_function_is_chosen() {
    let text = "\
.func (.reg .f32 d) twice(.reg .f32 a) { add.f32 d, a, a; ret; }
.visible .entry one(.param .u64 x) { .reg .f32 %f<3>; ld.param.u64 %rd1, [x]; ld.f32 %f1, [%rd1]; st.f32 [%rd1], %f1; ret; }
.visible .entry two(.param .u64 y) { .reg .f32 %f<3>; ld.param.u64 %rd1, [y]; ld.f32 %f1, [%rd1+4]; call (%f2), twice, (%f1); st.f32 [%rd1], %f2; ret; }";
    let mut model = opened(text);
    let head = |model: &Model| model.screen(None).listing().expect("a head");
    assert_eq!(head(&model).function, "one");
    assert_eq!(head(&model).functions, ["twice", "one", "two"]);
    model.apply(Edit::Function(String::from("two")));
    assert_eq!(head(&model).function, "two");
    let outputs = model.screen(None).outputs().expect("outputs").outputs;
    assert_eq!((&*outputs[0].name, &*outputs[0].values), ("y", "2"));
    let fragment = model.screen(None).fragment;
    assert!(fragment.contains("&function=two"), "{fragment}");
    let mut other = Model::default();
    other.follow(&fragment);
    assert_eq!(head(&other).function, "two");
}

#[test]
fn a_pointer_that_is_loaded_needs_no_value() {
    let text = "\
.entry chase(.param .u64 p) {
  ld.param.u64 %rd1, [p];
  ld.global.u64 %rd2, [%rd1+8];
  ld.global.f32 %f1, [%rd2+4];
  neg.f32 %f2, %f1;
  st.global.f32 [%rd2], %f2;
}";
    let model = opened(text);
    let outputs = model.screen(None).outputs().expect("outputs").outputs;
    assert_eq!((outputs.len(), &*outputs[0].values), (1, "\u{2212}1"));
}
