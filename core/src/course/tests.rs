//! Tests of exercises.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::*;
use crate::catalog::Modifier;

fn read(text: &str) -> Prediction {
    Prediction::read(text).unwrap_or_else(|wrong| panic!("{text}: {wrong}"))
}

#[test]
fn a_wrong_answer_is_explained_by_its_mistake() {
    use Mistake::{
        Below, Bias, Flushed, HalfUp, HiddenBit, Imagined, Lanes, Largest, NotFlushed, Operands,
        Overlooked, ProductRounded, RoundedToNearest, SignOfZero, Zero,
    };
    for (text, bits, mistake) in [
        ("bits\nencode f16 1.5", 0x3f00, HiddenBit),
        ("bits\nencode f16 1.5", 0x0200, Bias),
        ("bits\nencode f16 2049", 0x6801, HalfUp),
        ("bits\nencode f16 0.1", 0x2e65, Below),
        ("bits\nadd.rn.f32 -0, -0", 0, SignOfZero),
        ("bits\nmul.rn.f32 2^-126, 0.5", 0, Flushed),
        ("bits\nmul.rn.ftz.f32 2^-126, 0.5", 0x0040_0000, NotFlushed),
        ("bits\ncvt.rn.satfinite.e4m3x2.f32 1, 2", 0x4038, Lanes),
        ("bits\nsub.rn.f32 1, 2", 0x3f80_0000, Operands),
        ("bits\nmin.f32 nan, 1", 0x7fff_ffff, Imagined(Modifier::Nan)),
        ("bits\nmax.NaN.f32 nan, 1", 0x3f80_0000, Overlooked(Modifier::Nan)),
        ("bits\nadd.rn.sat.f32 1, 1", 0x4000_0000, Overlooked(Modifier::Sat)),
        // {NaN, 16}.
        ("bits\ncvt.rn.satfinite.e4m3x2.f32 1000, 17", 0x7f58, Overlooked(Modifier::Satfinite)),
        ("bits\nadd.rz.f32 max, max", 0x7f80_0000, RoundedToNearest),
        ("bits\nadd.rn.f16 65504, 16", 0x7bff, Largest),
        ("bits\nfma.rn.f16 0x1.00cp0, 0x1.00cp0, -1", 0x1e00, ProductRounded),
        ("bits\nencode f16 -1", 0x8000, Zero("\u{2212}0")),
        ("bits\nencode f16 2049", 0, Zero("+0")),
        ("bits\nadd.rn.f16 2048, 1", 0x6801, HalfUp),
    ] {
        let asked = read(text);
        let judged = asked.judge(Answer::Bits(bits));
        assert!(!judged.is_right, "{text}");
        assert_eq!(judged.mistake, Some(mistake), "{text}: {}", judged.answer);
        assert!(asked.judge(asked.answer).is_right);
    }
}

/// The core leads to these numbers, too, but nobody makes the mistake there.
#[test]
fn a_mistake_is_not_named_where_it_makes_no_sense() {
    for (text, bits) in [
        // Infinity times 0, not a product that is rounded.
        ("bits\nfma.rn.sat.f32 inf, 0, 1", 0x3f80_0000),
        // With `.sat`, which is not there.
        ("bits\nadd.rn.f16 2048, 3", 0x3c00),
        ("bits\nadd.rn.f16 65504, 16", 0x3c00),
        ("bits\nadd.rn.f32 inf, -inf", 0),
        ("bits\nfma.rn.f16 1.5, 1.5, 1", 0x3c00),
        // 3072 in place of 2048: no bits are asked for.
        ("value\nencode f16 2049", 0x6a00),
        // The rule is that of NaN and infinity.
        ("bits\ncvt.rn.bf16.f32 8.057", 0x7fff),
        // An exponent below 0 in a field without a sign.
        ("bits\nencode f16 0.5", 0x7c00),
        // The first source is the high half only where two numbers are packed.
        ("bits\nadd.rn.f16x2 {1, 2}, {0, 0}", 0x4000_3c00),
        // Infinity is no number beyond the largest one.
        ("bits\ndiv.rn.f32 1, 0", 0x7f7f_ffff),
        ("bits\ndecode f16 0x7c00", 0x7bff),
        // A tie goes to the even neighbor only to nearest.
        ("bits\ncvt.rz.bf16.f32 257", 0x4381),
    ] {
        let asked = read(text);
        let given = if asked.ask == Ask::Bits {
            Answer::Bits(bits)
        } else {
            let index = asked.choices.iter().position(|choice| choice.bits == Some(bits));
            Answer::Choice(index.unwrap_or_else(|| panic!("{text}")))
        };
        let mistake = asked.judge(given).mistake;
        let is_fact = matches!(
            mistake,
            None | Some(Mistake::Above | Mistake::Below | Mistake::Operand(_) | Mistake::RoundedUp)
        );
        assert!(is_fact, "{text}: {mistake:?}");
    }
}

/// A sentence about an instruction is true of it.
#[expect(clippy::wildcard_enum_match_arm, reason = "other mistakes fit everywhere")]
#[test]
fn the_mistakes_of_every_choice_fit_its_instruction() {
    let mut count = 0;
    for generator in &GENERATORS {
        for seed in 0..100 {
            let Some((text, asked)) = exercise(generator, seed) else { continue };
            for index in 0..asked.choices.len() {
                let Some(mistake) = asked.judge(Answer::Choice(index)).mistake else { continue };
                count += 1;
                let has = |part: &str| text.contains(part);
                let is_possible = match mistake {
                    Mistake::RoundedToNearest => !has(".rn") && !has("encode"),
                    Mistake::Truncated => !has(".rz"),
                    Mistake::RoundedUp => !has(".rp"),
                    Mistake::RoundedDown => !has(".rm"),
                    Mistake::Overlooked(modifier) => has(modifier.spelling()),
                    Mistake::Imagined(modifier) => modifier == Modifier::Nan && has("nan"),
                    Mistake::Nan => has("nan") || has("inf"),
                    Mistake::NotFlushed => has(".ftz"),
                    Mistake::Lanes => has("cvt") && has("x2"),
                    Mistake::ProductRounded => has("fma"),
                    Mistake::HiddenBit | Mistake::Bias | Mistake::Exponent => has("decode"),
                    Mistake::Zero(_) => false,
                    _ => true,
                };
                assert!(is_possible, "{text}: {}: {mistake:?}", asked.choices[index].text);
            }
        }
    }
    assert!(count > 500, "{count}");
}

#[test]
fn a_shortened_number_is_not_called_the_number_itself() {
    for (text, reason) in [
        ("exact\nmul.rn.f32 0.1, 4", "The exact result is a number of f32, so nothing is lost."),
        ("exact\nsub.rn.f32 1.1, 1", "The exact result is a number of f32, so nothing is lost."),
        ("exact\nencode f16 0.5", "f16 has the number 0.5 itself, so nothing is lost."),
        (
            "exact\nmul.rn.f16 0x1.004p0, 1",
            "f16 has the number 1.0009765625 itself, so nothing is lost.",
        ),
        (
            "value\nencode f16 0.1",
            "0.1 lies between 0.0999755859375 and 0.10003662109375, which are neighbors. The nearer one \
             is taken; in the middle, the one whose last bit is 0.",
        ),
    ] {
        assert_eq!(read(text).reason(), reason, "{text}");
    }
}

/// A printed operand has the bits of the stored one.
#[test]
fn the_answer_follows_from_the_operands_that_are_printed() {
    let shown = |text| read(text).subject.text();
    assert_eq!(
        shown("value\nfma.rn.f16 1.001, 1.013, -1"),
        "fma.rn.f16 1.0009765625, 1.0126953125, -1"
    );
    assert_eq!(shown("value\nmul.rn.f32 2^-126, -2^-5"), "mul.rn.f32 2^-126, -0.03125");
    assert_eq!(shown("value\ncvt.rm.bf16.f32 -1.003"), "cvt.rm.bf16.f32 -1.003");
    assert_eq!(shown("exact\nmul.rn.f32 0x1.000002p-126, 2"), "mul.rn.f32 0x1.000002p-126, 2");
    for seed in 0..40 {
        let (text, asked) = exercise(generator("fused").expect("a generator"), seed).expect("one");
        let again = Subject::read(&asked.subject.text()).expect("a statement");
        assert_eq!(again.result(), asked.subject.result(), "{text}");
    }
}

#[test]
fn a_question_about_a_tie_does_not_ask_for_the_nearest_number() {
    let asked = read("value\nencode f16 2049");
    assert_eq!(asked.question, "Which number of f16 does 2049 become with `.rn`?");
}

#[test]
fn the_statement_that_rounds_is_each_of_the_answers_about_equally_often() {
    let which = generator("which-rounds").expect("a generator");
    let mut counts = [0; 4];
    for seed in 0..400 {
        let (text, asked) = exercise(which, seed).expect("an exercise");
        let Answer::Choice(index) = asked.answer else { panic!("{text}") };
        counts[index] += 1;
    }
    assert!(counts.iter().all(|count| (75..=135).contains(count)), "{counts:?}");
}

#[test]
fn each_kind_of_question_has_one_answer() {
    for (text, answer) in [
        ("value\ndecode f16 0x3e00", "1.5"),
        ("place\nencode e4m3 17.1", "18"),
        ("exact\nadd.rn.f16 2048, 1", "rounded"),
        ("exact\nencode f16 0.5", "exact"),
        ("fixed\nex2.approx.ftz.f32 0.5", "some bits are open"),
        ("fixed\ndiv.rn.f32 1, 3", "every bit"),
        ("differs\nadd.f32 2^-127, 0 on sm_10, sm_20, sm_90", "sm_10"),
        (
            "rounded\nmul.rn.f32 p, 3.0, 0.5\nadd.rn.f32 q, p, 16777217.0\nadd.rn.f32 r, q, 2.0",
            "none",
        ),
    ] {
        let asked = read(text);
        let shown = asked.answer_text();
        assert!(
            shown.starts_with(answer) || answer == "none",
            "{text}: {shown} {:?}",
            asked.choices
        );
        assert!(!asked.question.is_empty());
    }
}

#[test]
fn every_generator_makes_different_exercises_that_come_back() {
    for generator in &GENERATORS {
        let make = |seed| exercise(generator, seed).unwrap_or_else(|| panic!("{}", generator.name));
        let all: Vec<String> = (0..40).map(|seed| make(seed).0).collect();
        let again: Vec<String> = (0..40).map(|seed| make(seed).0).collect();
        assert_eq!(all, again);
        let mut distinct = all.clone();
        distinct.sort();
        distinct.dedup();
        assert!(distinct.len() > 5, "{}: {distinct:?}", generator.name);
        let answers: Vec<_> = (0..40).map(|seed| make(seed).1).collect();
        let first = answers[0].answer_text();
        assert!(answers.iter().any(|each| each.answer_text() != first), "{}", generator.name);
        for asked in answers {
            assert!(asked.judge(asked.answer).is_right);
            assert!(asked.choices.is_empty() || asked.choices.len() >= 2);
        }
    }
    assert!(GENERATORS.len() >= 12);
}

/// There are no files in a browser.
#[cfg(not(target_arch = "wasm32"))]
#[test]
fn seeds_keep_their_exercises() {
    let texts = GENERATORS.iter().map(|it| exercise(it, 7).map_or(String::new(), |it| it.0));
    expect_test::expect_file!["exercises.txt"].assert_eq(&texts.collect::<Vec<_>>().join("\n\n"));
}

#[test]
fn any_text_is_answered() {
    for text in [
        "",
        "bits",
        "bits\n",
        "value\nencode",
        "value\nencode f16",
        "value\nencode x 1",
        "place\nadd.f32",
        "differs\nadd.f32 1, 2 on sm_1",
        "rounded\n;\n;",
        "value\nv1/tensor@",
        "bits\nask:",
        "nonsense\nencode f16 1",
    ] {
        assert!(Prediction::read(text).is_err(), "{text}");
    }
    for text in
        ["", "task: x", "where", "where p is odd", "add.f32 p, a, b\nwhere p is zero", "gpus: x, y"]
    {
        assert!(Puzzle::read(text).is_err(), "{text}");
    }
}

#[test]
fn a_puzzle_accepts_every_solution() {
    let text = "task: Find two numbers.\nadd.rn.f32 p, a, b\nadd.rz.f32 q, a, b\nwhere p != q\n\
                where p is finite\nhint: Small.\nsolution: 1, 2^-24";
    let puzzle = Puzzle::read(text).unwrap();
    let judge = |values: [&str; 2]| puzzle.judge(&values.map(ToString::to_string)).0;
    assert_eq!(judge(["1", "0x1.8p-24"]), Verdict::Solved);
    assert_eq!(judge(["-16777216", "-3"]), Verdict::Solved);
    assert_eq!(judge(["1", "2"]), Verdict::Failed(String::from("`p` and `q` are the same")));
    assert!(matches!(judge(["1", "x"]), Verdict::Unread { input: 1, .. }));
}

#[test]
fn a_sheet_has_exercises_and_solutions() {
    let sheet = Sheet::new(5, 10, &[]);
    assert_eq!(sheet.tasks.len(), 10);
    let text = sheet.to_markdown("https://example.org/");
    assert!(text.contains("## Solutions") && text.contains("\n10. "));
    let json = sheet.to_json("https://example.org/");
    assert_eq!(json.matches("\"answer\"").count(), 10);
    assert!(Sheet::new(1, 3, &["zeros"]).tasks.iter().all(|task| task.generator == "zeros"));
}

#[test]
fn the_reason_for_a_rounded_number_names_its_neighbors() {
    let asked = Prediction::read("value\nencode f16 2049").expect("a prediction");
    assert!(asked.reason().starts_with("2049 lies between 2048 and 2050"), "{}", asked.reason());
    let asked = Prediction::read("value\nencode f16 -1e9").expect("a prediction");
    assert!(asked.reason().starts_with("-1e9 lies between -inf and -65504"), "{}", asked.reason());
    let asked = Prediction::read("value\nencode f16 1.5").expect("a prediction");
    assert!(asked.reason().starts_with("The exponent field is 15"), "{}", asked.reason());
}
