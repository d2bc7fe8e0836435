//! The view as a whole.

use super::addition::{StepView, SumView};
use super::elsewhere::RowView;
use super::inputs::Field;
use super::seats::cuda;
use super::strip::Bit;
use super::{Edit, Model, Screen};
use crate::mma::PRESETS;
use crate::module::Module;

/// The screen after edits of the first preset.
fn after(edits: impl IntoIterator<Item = Edit>) -> Screen {
    let mut model = Model::default();
    model.follow("tensor");
    for edit in edits {
        model.apply(edit);
    }
    model.screen(None)
}

fn sum(screen: &Screen, index: usize) -> &SumView {
    match &screen.steps[index] {
        StepView::Sum(sum) => sum,
        StepView::Words(words) => panic!("{words}"),
    }
}

fn texts(row: &RowView) -> (&str, Vec<&str>) {
    (&row.name, row.results.iter().map(|placed| &*placed.value).collect())
}

#[test]
fn a_sum_is_cut_and_rounded() {
    let screen = after([]);
    let answer = screen.answer.as_ref().unwrap();
    assert_eq!((&*answer.value, &*answer.hex), ("8388612", "0x4b000004"));
    assert_eq!(answer.exact.as_deref(), Some("exact 8388613.25: −1.25 ulp"));
    assert_eq!(answer.chain.as_deref(), Some("chain of fma 8388614: +0.75 ulp"));
    assert_eq!(
        answer.sentence,
        "H100 lines up all 17 terms under the largest, 2^23, cuts each below 2^−2, 25 places further \
         down, adds what is left exactly, and cuts the sum to the 24 bits of f32. Nothing is rounded to nearest."
    );
    assert_eq!(answer.grade, Some("replayed"));
    assert_eq!(screen.presets.chosen, Some(0));
}

#[test]
fn an_error_that_leaves_0_is_counted_in_the_unit_of_the_exact_value() {
    let order = PRESETS.iter().position(|preset| preset.name == "Order matters").unwrap();
    let screen = after([Edit::Preset(order)]);
    // 2^23 units of 1.
    assert_eq!(screen.answer.unwrap().exact.as_deref(), Some("exact 1: −8390000 ulp"));
    assert_eq!(screen.elsewhere.unwrap().axis.as_deref(), Some("0 to 1, 8390000 ulp"));
}

#[test]
fn terms_stand_under_their_weights() {
    let screen = after([]);
    let sum = sum(&screen, 0);
    assert_eq!((sum.scale.n_columns, sum.scale.point, sum.scale.cut), (28, Some(24), 26));
    let terms: Vec<_> = sum
        .terms
        .iter()
        .map(|term| (&*term.name, &*term.value, term.exponent, &*term.kept))
        .collect();
    assert_eq!(
        terms,
        [
            ("c", "8388608", 23, "8388608"),
            ("0", "1.875", 0, "1.75"),
            ("1", "0.875", -1, "0.75"),
            ("2", "0.875", -1, "0.75"),
            ("3", "0.875", -1, "0.75"),
            ("4", "0.875", -1, "0.75"),
            ("8", "−0.125", -3, "0"),
        ]
    );
    let strip = sum.terms[1].strip.as_ref().unwrap();
    assert_eq!(strip.start, 23);
    assert_eq!(
        strip.pieces,
        [(Bit::Kept(true), String::from("111")), (Bit::Cut(true), String::from("1"))]
    );
    assert_eq!(sum.zeros.as_ref().unwrap().words, "k = 5 to 7, 9 to 15: zeros");
    let totals: Vec<_> = sum.totals.iter().map(|total| (total.name, &*total.value)).collect();
    let rounded = ("Rounded toward zero", "8388612");
    assert_eq!(
        totals,
        [("Exact sum", "8388613.25"), ("Sum of what was kept", "8388612.75"), rounded]
    );
}

#[test]
fn generations_differ() {
    let screen = after([]);
    let elsewhere = screen.elsewhere.as_ref().unwrap();
    assert_eq!((elsewhere.own, elsewhere.other), ("f16", Some("e4m3")));
    let rows: Vec<_> = elsewhere.rows.iter().map(texts).collect();
    assert_eq!(
        rows,
        [
            ("Exact, rounded once", vec!["8388613", "8388613"]),
            ("Chain of fma", vec!["8388614", "8388614"]),
            ("V100", vec!["8388609", "–"]),
            ("T4", vec!["8388611", "–"]),
            ("A100", vec!["8388611", "–"]),
            ("RTX 40", vec!["8388611", "8388608"]),
            ("H100, mma.sync", vec!["8388612", "8388613"]),
            ("H100, wgmma", vec!["8388612", "8388608"]),
            ("B200, mma.sync", vec!["8388612", "8388613"]),
            ("B200, tcgen05", vec!["8388612", "8388612"]),
            ("RTX 50", vec!["8388612", "8388612"]),
        ]
    );
    assert!(elsewhere.rows[6].is_own);
    assert_eq!(elsewhere.rows[2].way, "4 × m8n8k4: 4 terms, 23 bits");
    assert_eq!(elsewhere.rows[2].results[0].place, Some(166));
    assert_eq!(elsewhere.axis.as_deref(), Some("8388608 to 8388614, 6 ulp"));
}

#[test]
fn numbers_that_another_type_does_not_have_are_not_called_the_same() {
    // The nearest e4m3 number to 0.1 is written as 0.1 too, and is 0.1015625.
    let screen = after([Edit::Enter(Field::A, "0.1".into())]);
    assert_eq!(screen.elsewhere.unwrap().other, None);
    let screen = after([Edit::Enter(Field::A, "0.125, nan".into())]);
    assert_eq!(screen.elsewhere.unwrap().other, Some("e4m3"));
}

#[test]
fn what_is_open_has_no_row_of_its_own() {
    let own = |screen: &Screen| {
        let rows = &screen.elsewhere.as_ref().unwrap().rows;
        rows.iter().filter(|row| row.is_own).map(|row| row.name.clone()).collect::<Vec<_>>()
    };
    // Another target of the generation is not the GPU that is named.
    let screen = after([Edit::Target("sm_86".into())]);
    assert!(screen.answer.as_ref().unwrap().sentence.starts_with("sm_86 adds in 2 steps"));
    assert_eq!(own(&screen), [""; 0]);
    assert_eq!(own(&after([Edit::Target("sm_80".into())])), ["A100"]);
    let mixed = "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f16";
    let screen = after([Edit::Type(mixed.into()), Edit::Target("sm_70".into())]);
    assert!(screen.open.as_ref().unwrap().contains("c of another type"), "{:?}", screen.open);
    let rows = &screen.elsewhere.as_ref().unwrap().rows;
    assert!(rows.iter().filter(|row| !row.is_arithmetic).all(|row| row.results[0].value == "–"));
}

#[test]
fn a_statement_keeps_the_numbers_and_says_what_is_wrong() {
    let e4m3 = "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32";
    let screen = after([Edit::Type(e4m3.into())]);
    assert_eq!(screen.answer.as_ref().unwrap().value, "8388613");
    assert_eq!(screen.inputs[1].field.text, "1.25, 0.875, 1.75, 3.5, 7, 0, 0, 0, -0.125");
    assert_eq!(screen.steps.len(), 3);
    assert!(
        sum(&screen, 0).title.starts_with("Sum 1 of 2: k = 0, 1, 4, 5"),
        "{}",
        sum(&screen, 0).title
    );
    let wrong = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f16x";
    let screen = after([Edit::Type(wrong.into())]);
    let statement = screen.statement.as_ref().unwrap();
    assert_eq!(statement.text, wrong);
    assert!(statement.wrong.as_ref().unwrap().contains("f16x"));
    // The last result stays until the statement is one.
    assert_eq!(screen.answer.as_ref().unwrap().value, "8388612");
}

#[test]
fn a_target_without_the_instruction_is_reported() {
    let screen = after([Edit::Target("sm_70".into())]);
    assert_eq!(screen.answer, None);
    assert!(screen.open.as_ref().unwrap().contains("needs PTX ISA 7.0, sm_80 or higher"));
    assert_eq!(screen.environment.as_ref().unwrap().instead.as_deref(), Some("sm_90"));
    // An old version needs another one, too.
    let old = Edit::Isa("6.5".into());
    let screen = after([old.clone()]);
    let instead = screen.environment.as_ref().unwrap().instead.as_deref();
    assert_eq!(instead, Some("sm_90, PTX 9.5"));
    assert!(after([old, Edit::Fit]).answer.is_some());
    let screen = after([Edit::Choose("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16".into())]);
    assert_eq!(screen.environment.as_ref().unwrap().targets.chosen, "sm_90a");
}

#[test]
fn operands_are_typed_as_numbers_bits_or_pasted_lists() {
    let screen = after([Edit::Enter(Field::A, "[0x3c00 2.5\n-1]".into()), Edit::Leave(Field::A)]);
    let a = &screen.inputs[1];
    assert_eq!(a.field.text, "1, 2.5, -1");
    assert_eq!(screen.answer.as_ref().unwrap().earlier, None);
    assert_eq!(a.kind, "16 f16");
    let screen = after([Edit::Enter(Field::A, "1, two".into())]);
    assert!(screen.inputs[1].field.is_wrong());
    assert_eq!(screen.answer.unwrap().earlier.as_deref(), Some("with a as before"));
    assert!(screen.inputs[1].field.note().contains("lement 1"));
    let screen = after([Edit::Enter(Field::C, "0.1".into()), Edit::Leave(Field::C)]);
    assert!(screen.inputs[0].field.note().starts_with("Stored as"));
    let many = "1,".repeat(17);
    let screen = after([Edit::Enter(Field::B, many)]);
    assert!(
        screen.inputs[2].field.note().contains("takes 16"),
        "{}",
        screen.inputs[2].field.note()
    );
}

#[test]
fn another_instruction_and_back_keeps_the_operands() {
    let [half, narrow] = [
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
        "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32",
    ];
    let [there, back] = [narrow, half].map(|it| Edit::Choose(it.to_owned()));
    let entered = Edit::Enter(Field::A, "1.2001953125, 3".to_owned());
    let between = after([Edit::Choose(half.to_owned()), entered.clone(), there.clone()]);
    assert_eq!(between.inputs[1].field.text, "1.25, 3");
    let screen =
        after([Edit::Choose(half.to_owned()), entered.clone(), there.clone(), back.clone()]);
    assert_eq!(screen.inputs[1].field.text, "1.2, 3");
    // Operands entered in between count.
    let other = Edit::Enter(Field::A, "1.25, 4".to_owned());
    let screen = after([Edit::Choose(half.to_owned()), entered, there, other, back]);
    assert_eq!(screen.inputs[1].field.text, "1.25, 4");
}

#[test]
fn every_preset_has_a_result_and_its_link_opens_it() {
    for (place, preset) in PRESETS.iter().enumerate() {
        let screen = after([Edit::Preset(place)]);
        assert_eq!(screen.fragment, preset.link);
        assert!(screen.answer.is_some(), "{}", preset.name);
        assert!(!screen.steps.is_empty(), "{}", preset.name);
        let mut model = Model::default();
        model.follow(preset.link);
        let opened = model.screen(None);
        assert_eq!((opened.notice, opened.steps), (None, screen.steps));
    }
}

#[test]
fn random_operands_lead_to_a_result_of_every_instruction() {
    let environment = after([]).environment.unwrap();
    for (_, names) in environment.instructions {
        for (seed, name) in (1..).zip(names) {
            let screen = after([Edit::Choose(name.clone()), Edit::Random(seed)]);
            let is_known = screen.answer.is_some();
            assert!(is_known || screen.open.is_some(), "{name}");
            // Only the order of `wmma` is open.
            assert!(is_known || name.starts_with("wmma"), "{name}: {:?}", screen.open);
        }
    }
}

#[test]
fn broken_links_say_so() {
    let mut model = Model::default();
    model.follow("v1/tensor@sm_90?code=mma.sync.aligned.m16n8k17.row.col.f32.f16.f16.f32");
    let screen = model.screen(None);
    assert!(screen.notice.unwrap().messages[0].contains("m16n8k17"));
    assert!(screen.answer.is_some());
}

#[test]
fn the_places_of_the_elements_follow_the_row_and_the_column() {
    let screen = after([Edit::Place([5, 3])]);
    let seats = screen.seats.unwrap();
    let lines: Vec<_> = seats.lines.iter().map(|line| (&*line.what, &*line.places)).collect();
    assert_eq!(
        lines,
        [
            ("d, row 5, column 3", "lane 21: d1"),
            ("a, row 5", "lanes 20 to 23: a0, a2"),
            ("b, column 3", "lanes 12 to 15: b0, b1"),
        ]
    );
    assert_eq!(seats.size, Some([16, 8, 16]));
    assert!(cuda(&seats.tested.unwrap(), seats.chosen, "").unwrap().contains("result = d[1];"));
    // The last row and column of a smaller matrix are taken instead of those outside it.
    let narrow = "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64";
    let screen = after([Edit::Place([15, 3]), Edit::Choose(narrow.into())]);
    assert_eq!(screen.seats.unwrap().chosen, [7, 3]);
    let half = "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16";
    let seats = after([Edit::Choose(half.into()), Edit::Place([0, 1])]).seats.unwrap();
    assert_eq!(seats.lines[0].places, "lane 0: d0, bits 16 to 31");
    for (spelling, remark, n_lines) in [
        ("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32", "leaves open", 0),
        ("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16", "shared memory", 2),
        ("tcgen05.mma.cta_group::1.kind::f16{f32.f16.f16}", "tensor memory", 0),
    ] {
        let seats = after([Edit::Choose(spelling.into())]).seats.unwrap();
        assert!(seats.remark.contains(remark), "{spelling}");
        assert_eq!((seats.lines.len(), seats.tested), (n_lines, None));
    }
}

#[test]
fn errors_of_longer_sums_are_drawn_when_they_are_asked_for() {
    assert_eq!(after([]).longer, None);
    let wgmma = || Edit::Choose("wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3".into());
    let view = after([wgmma(), Edit::Longer(Some(false))]).longer.unwrap();
    let names: Vec<_> = view.curves.iter().map(|curve| &*curve.name).collect();
    assert_eq!(
        names,
        [
            "wgmma.mma_async after wgmma.mma_async",
            "promoted after 512 products",
            "promoted after 128 products",
            "split K in 4",
            "fma in f32, one by one",
        ]
    );
    assert!(view.curves[0].end.ends_with(" %"), "{}", view.curves[0].end);
    assert!(view.curves[4].end.contains("e\u{2212}"), "{}", view.curves[4].end);
    for curve in &view.curves {
        assert!(curve.points.iter().flatten().all(|place| (0..=10_000).contains(place)));
    }
    let f8 = "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32";
    let view = after([Edit::Choose(f8.into()), Edit::Longer(Some(false))]).longer.unwrap();
    assert!(
        view.note.ends_with("between 0 and 1. It is exact up to 1024 products."),
        "{}",
        view.note
    );
    // Integers are exact.
    let integers = "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32";
    let screen = after([Edit::Choose(integers.into()), Edit::Longer(Some(true))]);
    assert_eq!((screen.longer_of, screen.longer), (Some(true), None));
}

#[test]
fn inputs_that_differ_are_found() {
    let screen = after([]);
    assert_eq!(screen.references[0], "the exact sum, rounded once");
    let place = screen.references.iter().position(|name| name == "A100").unwrap();
    let found = after([Edit::Find(place, 7)]);
    let rows = &found.elsewhere.as_ref().unwrap().rows;
    let of = |name: &str| rows.iter().find(|row| row.name == name).unwrap();
    assert!(of("A100").results[0].is_different);
    assert_ne!(found.fragment, screen.fragment);
    let none = after([Edit::Find(99, 7)]);
    assert_eq!(none.fragment, screen.fragment);
}

#[test]
fn the_machine_code_of_every_instruction_to_choose_is_recorded() {
    let screen = after([]);
    let all = screen.environment.unwrap().instructions.into_iter().flat_map(|(_, names)| names);
    let mut count = 0;
    for spelling in all {
        let view = after([Edit::Choose(spelling.clone())]).machine;
        assert!(view.is_some_and(|view| !view.rows.is_empty()), "{spelling}");
        count += 1;
    }
    assert!(count > 30, "{count}");
    let f8 = "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32";
    let view = after([Edit::Choose(f8.into())]).machine.unwrap();
    assert_eq!(view.origin, "ptxas 13.5.37 -O3, nvdisasm of the same release");
    let rows: Vec<_> = view.rows.iter().map(|(targets, code)| (&**targets, &**code)).collect();
    assert_eq!(
        rows,
        [
            ("sm_89", "QMMA.16832.F32.E4M3.E4M3"),
            (
                "sm_90a, sm_100a",
                "8 \u{d7} F2FP.F16.E4M3.UNPACK_B; 2 \u{d7} HMMA.16816.F32; 4 \u{d7} FADD"
            ),
            ("sm_120a", "QMMA.16832.F32.E4M3.E4M3"),
        ]
    );
    let other = "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32";
    assert_eq!(after([Edit::Choose(other.into())]).machine, None);
}
