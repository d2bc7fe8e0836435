use crate::module::Module as _;
use crate::program::code::{Change, Which};
use crate::program::debug::{Edit, Run};
use crate::program::pieces::PieceView;
use crate::program::{Edit as Changed, Model, Screen};

const LINK: &str = "v1/sequence@sm_90?code=mul.rn.f32~t,a,a~~neg.f32~u,t~~add.rn.f32~t,t,u\
                    &a=0x40000000";

fn follow(link: &str) -> Model {
    let mut model = Model::default();
    model.follow(link);
    model
}

/// The screen after an edit, drawn from the one before.
fn after(model: &mut Model, last: &Screen, edit: Edit) -> Screen {
    model.apply(Changed::Debug(edit));
    model.screen(Some(last))
}

fn runs(screen: &Screen) -> Vec<Run> {
    screen.debug.marks[0].iter().map(|mark| mark.run).collect()
}

fn registers(screen: &Screen) -> Vec<(&str, &str, bool)> {
    let all = screen.debug.step.registers.iter();
    all.map(|it| (&*it.name, &*it.values, it.is_changed)).collect()
}

#[test]
fn without_a_step_all_results_are_shown() {
    let model = follow(LINK);
    let screen = model.screen(None);
    assert_eq!(runs(&screen), [Run::Done; 3]);
    assert_eq!((registers(&screen).len(), screen.debug.step.words()), (0, "3 statements".into()));
    assert!(screen.debug.lines[0].is_empty() && screen.debug.uses.is_empty());
    assert!(screen.debug.watch.columns.is_empty() && screen.debug.watch.rows.is_empty());
    // One line number can be reached.
    let reached = screen.debug.marks[0].iter().filter(|mark| mark.is_reached);
    assert_eq!((reached.count(), screen.debug.marks[0][0].is_reached), (1, true));
}

#[test]
fn registers_are_those_of_the_step_and_the_changed_one_is_marked() {
    let mut model = follow(LINK);
    let start = model.screen(None);
    let one = after(&mut model, &start, Edit::Forward);
    assert_eq!(runs(&one), [Run::Now, Run::Ahead, Run::Ahead]);
    assert_eq!(registers(&one), [("a", "2", false), ("t", "4", true), ("u", "", false)]);
    assert_eq!((one.debug.step.words(), one.debug.step.line), ("step 1 of 3".into(), Some(1)));
    assert_eq!(one.spoken, "step 1 of 3, after line 1. t is 4. ");
    assert_eq!((one.debug.lines[0][0].line, one.debug.lines[0][0].is_current), (1, true));
    assert!(!one.debug.step.registers[2].is_written);
    let bits: Vec<_> = one.debug.step.registers[1].fields[0].iter().map(|it| &*it.1).collect();
    assert_eq!(bits, ["0", "10000001", "00000000000000000000000"]);
    let all = after(&mut model, &one, Edit::To(7));
    assert_eq!(runs(&all), [Run::Done, Run::Done, Run::Now]);
    assert_eq!(registers(&all), [("a", "2", false), ("t", "0", true), ("u", "\u{2212}4", false)]);
    let two = after(&mut model, &all, Edit::Back);
    assert_eq!(registers(&two)[1], ("t", "4", false));
    let none = after(&mut model, &two, Edit::To(0));
    assert_eq!((none.debug.step.words(), none.debug.step.line), ("start, 3 to go".into(), None));
    assert_eq!(registers(&none)[0], ("a", "2", false));
    assert_eq!(runs(&none), [Run::Ahead; 3]);
    let again = after(&mut model, &none, Edit::All);
    assert_eq!(runs(&again), [Run::Done; 3]);
    assert_eq!(again.spoken, again.view.spoken);
    // Back from the end leaves out the last statement.
    let back = after(&mut model, &again, Edit::Back);
    assert_eq!(runs(&back), [Run::Done, Run::Now, Run::Ahead]);
    // Steps evaluate nothing again, and no link has them.
    assert!(std::sync::Arc::ptr_eq(&back.view, &start.view));
    assert_eq!(back.fragment, LINK);
}

#[test]
fn a_step_follows_the_statements() {
    let mut model = follow(LINK);
    model.apply(Changed::Debug(Edit::To(3)));
    let typed = |text: &str| Changed::Code(Which::First, Change::Type(text.into()));
    model.apply(typed("mul.rn.f32 t, a, a;\n.reg .f32 x;"));
    let screen = model.screen(None);
    assert_eq!((runs(&screen), screen.debug.step.count), (vec![Run::Now], 1));
    assert_eq!(screen.spoken, screen.view.spoken);
    model.apply(typed(""));
    assert_eq!(model.screen(None).debug.step.place, None);
    // Another program starts at its end; the same program with other inputs keeps the step.
    model.apply(typed("neg.f32 d, a;\nneg.f32 e, d;"));
    model.apply(Changed::Debug(Edit::To(1)));
    model.follow(LINK);
    assert_eq!(model.screen(None).debug.step.place, None);
    model.follow("v1/sequence@sm_90?code=neg.f32~d,a~~neg.f32~e,d&a=0x40400000");
    model.apply(Changed::Debug(Edit::To(1)));
    model.follow("v1/sequence@sm_90?code=neg.f32~d,a~~neg.f32~e,d&a=0x40800000");
    assert_eq!(model.screen(None).debug.step.place, Some(1));
}

#[test]
fn a_register_shows_where_it_is_written_and_read() {
    let mut model = follow(LINK);
    let start = model.screen(None);
    let first = start.view.code.statements[0].results[0].register;
    let screen = after(&mut model, &start, Edit::Point(Some((Which::First, first))));
    assert_eq!(screen.debug.uses, "`t`: written in line 1, read in lines 2 and 3");
    let marks = |screen: &Screen| -> Vec<(bool, bool)> {
        screen.debug.marks[0].iter().map(|mark| (mark.writes, mark.reads)).collect()
    };
    // The last statement reads this one and writes another.
    assert_eq!(marks(&screen), [(true, false), (false, true), (false, true)]);
    assert_eq!(screen.debug.lines[0].len(), 3);
    // A register under the pointer is not announced; a pressed one is.
    assert_eq!(screen.spoken, screen.view.spoken);
    let last = start.view.code.statements[2].results[0].register;
    let pressed = after(&mut model, &screen, Edit::Press((Which::First, last)));
    assert!(pressed.debug.uses.contains("lines 2 and 3"), "{}", pressed.debug.uses);
    let away = after(&mut model, &pressed, Edit::Point(None));
    assert_eq!(away.debug.uses, "`t`: written in line 3, read nowhere");
    assert_eq!(away.spoken, "t: written in line 3, read nowhere");
    assert_eq!(marks(&away), [(false, false), (false, false), (true, false)]);
    let input = start.view.inputs[0].register;
    let screen = after(&mut model, &away, Edit::Press((Which::First, input)));
    assert_eq!(screen.debug.uses, "`a`: an input, read in line 1");
    let none = after(&mut model, &screen, Edit::Press((Which::First, input)));
    assert_eq!((none.debug.uses.as_str(), none.spoken), ("", none.view.spoken.clone()));
}

#[test]
fn statements_are_taken_apart_at_their_registers() {
    let mut model = follow(LINK);
    let pieces = |model: &mut Model, text: &str| {
        model.apply(Changed::Code(Which::First, Change::Type(text.into())));
        let statement = model.screen(None).view.code.statements.last().cloned().expect("one");
        let name = |piece: &PieceView| {
            let register = model.code.sequence().register(piece.register?)?;
            assert_eq!(register.name, piece.text);
            Some((piece.text.clone(), register.writer.is_some()))
        };
        let all: String = statement.pieces.iter().map(|piece| piece.text.as_str()).collect();
        assert!(all.ends_with(';'), "{all}");
        statement.pieces.iter().filter_map(name).collect::<Vec<_>>()
    };
    let is = |name: &str, is_written| (name.to_owned(), is_written);
    // The first is written; the second is the input of that name.
    assert_eq!(pieces(&mut model, "add.f32 d, d, 0f3F800000;"), [is("d", true), is("d", false)]);
    // An opcode is no register, whatever registers are called.
    assert_eq!(pieces(&mut model, "abs.f32 abs, f32;"), [is("abs", true), is("f32", false)]);
    assert_eq!(
        pieces(&mut model, "mov.b32 {lo, hi}, s;"),
        [is("lo", true), is("hi", true), is("s", false)]
    );
    assert_eq!(
        pieces(&mut model, "setp.gt.f32 %p, a, b;\n@!%p mov.f32 %f1, a;"),
        [is("%p", true), is("%f1", true), is("a", false)]
    );
}

#[test]
fn watched_registers_have_a_row_for_each_step_that_writes_them() {
    let mut model = follow(LINK);
    let start = model.screen(None);
    assert_eq!(start.view.code.statements[0].results[0].is_watched, Some(false));
    after(&mut model, &start, Edit::Watch("t".into()));
    let screen = after(&mut model, &start, Edit::Watch("gone".into()));
    assert_eq!(screen.view.code.statements[2].results[0].is_watched, Some(true));
    let watch = &screen.debug.watch;
    assert_eq!(watch.columns.iter().map(|it| &*it.name).collect::<Vec<_>>(), ["t"]);
    let cells = |screen: &Screen| -> Vec<(Option<usize>, String, bool)> {
        let rows = screen.debug.watch.rows.iter();
        rows.map(|row| (row.line, row.cells[0].values.clone(), row.is_current)).collect()
    };
    let expected = [(None, ""), (Some(1), "4"), (Some(3), "0")];
    let expected = expected.map(|(line, value)| (line, value.to_owned(), false));
    assert_eq!(cells(&screen), expected);
    // The row of a step is that of the last one that wrote one of them.
    let step = after(&mut model, &screen, Edit::To(2));
    assert_eq!(cells(&step)[1], (Some(1), "4".into(), true));
    assert!(step.debug.watch.rows[2].is_ahead && !step.debug.watch.rows[1].is_ahead);
    model.apply(Changed::Show("t".into(), ".s32".into()));
    let shown = model.screen(Some(&step));
    assert_eq!(cells(&shown)[1].1, "1082130432");
    assert_eq!(shown.debug.watch.columns[0].lens, ".s32");
    let input = after(&mut model, &shown, Edit::Watch("a".into()));
    let row = &input.debug.watch.rows[2];
    assert_eq!((row.cells[1].values.as_str(), row.cells[1].is_changed), ("2", false));
    let fewer = after(&mut model, &input, Edit::Watch("t".into()));
    assert_eq!(fewer.debug.watch.columns.len(), 1);
}

#[test]
fn two_programs_step_together() {
    let link = "v1/sequence@sm_90?code=fma.rn.f32~d,a,a,a&a=0x40000000\
                &with=mul.rn.f32~t,a,a~~add.rn.f32~d,t,a";
    let mut model = follow(link);
    let start = model.screen(None);
    let one = after(&mut model, &start, Edit::Forward);
    let of_other = |screen: &Screen| -> Vec<_> {
        screen.debug.marks[1].iter().map(|mark| (mark.run, mark.is_reached)).collect()
    };
    assert_eq!(runs(&one), [Run::Now]);
    assert_eq!(of_other(&one), [(Run::Now, true), (Run::Ahead, false)]);
    let (line, registers) = one.debug.step.beside.clone().expect("another program");
    let known: Vec<_> = registers.iter().map(|it| (&*it.name, &*it.values)).collect();
    assert_eq!((line, known), (Some(1), vec![("a", "2"), ("t", "4"), ("d", "")]));
    assert_eq!(
        one.spoken,
        "step 1 of 2, after line 1. d is 6. The other program, after line 1. t is 4. "
    );
    // The shorter one waits at its end.
    let two = after(&mut model, &one, Edit::Forward);
    assert_eq!(two.debug.step.words(), "step 2 of 2");
    assert_eq!(runs(&two), [Run::Done]);
    assert_eq!(of_other(&two), [(Run::Done, false), (Run::Now, true)]);
    assert_eq!(two.spoken, "step 2 of 2, after line 1. The other program, after line 2. d is 6. ");
}
