//! Rules that hold for every typed text: those of the table, and mixtures of their parts.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};

use super::{Answered, Link, Typed, read};
use crate::catalog::elsewhere::{Means as Meant, WORLDS, meanings};
use crate::catalog::{Context, Group, Instruction, LATEST_ISA, Modifier, Target, opcodes};
use crate::order::push_new;
use crate::syntax::ask::{self, Means, Reading};
use crate::syntax::{self, Action, Fix};
use crate::text::quote::unquoted;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const TEXTS: &str = include_str!("../../../tests/vectors/typed.tsv");

fn context() -> Context {
    Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() }
}

/// The rows of the table: text, kind and answer.
fn rows() -> impl Iterator<Item = (String, &'static str, &'static str)> {
    TEXTS.lines().map(|line| {
        let [text, kind, answer] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("three columns: {line}")
        };
        (text.replace("\\n", "\n"), kind, answer)
    })
}

/// The reading of a text, if it is a question or code.
fn reading(text: &str) -> Option<Answered> {
    match read(text, &context())? {
        Typed::Question(answered) | Typed::Code(answered) => Some(*answered),
        Typed::Statement
        | Typed::Form(_)
        | Typed::Rejected
        | Typed::Link(_)
        | Typed::Tensor(_)
        | Typed::Message(_) => None,
    }
}

/// Whether a reading has a result: a legal statement with values, a program without errors, or a
/// number.
fn evaluates(answered: &Answered) -> bool {
    let Answered { reading, outcome, .. } = answered;
    match (&reading.means, outcome) {
        (Means::Statement(text), _) => syntax::read(text, &reading.context)
            .is_ok_and(|(_, registers)| registers.iter().all(Option::is_some)),
        (Means::Program(_) | Means::Truth(_), Some(outcome)) => {
            outcome.problems.is_empty() && outcome.result().is_some_and(|it| it.bits.is_some())
        }
        (Means::Value(_), _) => true,
        (Means::Program(_) | Means::Truth(_) | Means::Nothing(_), _) => false,
    }
}

/// The formats of the result of a reading: those of a register with several lanes too.
fn formats(answered: &Answered) -> Vec<&'static str> {
    let Answered { reading, outcome, .. } = answered;
    let of = |instruction: &Instruction| instruction.destination_type().format().name();
    match (&reading.means, outcome) {
        (Means::Statement(text), _) => {
            let (instruction, _) = syntax::read(text, &reading.context).unwrap();
            let sources = instruction.form.sources().iter();
            let sources = sources.map(|it| instruction.operand_type(it).format().name());
            core::iter::once(of(&instruction)).chain(sources).collect()
        }
        (Means::Value(value), _) => vec![value.format.name()],
        (_, Some(outcome)) => {
            let all = outcome.inputs.iter().chain(outcome.lines.iter().flat_map(|it| &it.results));
            let kinds = all.filter_map(|register| {
                let kind = Modifier::parse(&register.kind)?;
                if let Modifier::Type(kind) = kind { Some(kind.format().name()) } else { None }
            });
            kinds.collect()
        }
        (_, None) => Vec::new(),
    }
}

#[test]
fn every_alternative_is_read_in_its_format_and_evaluates() {
    let mut n_offered = 0;
    for (text, ..) in rows() {
        let Some(answered) = reading(&text) else { continue };
        for note in &answered.reading.notes {
            for instead in &note.instead {
                let other = reading(instead).unwrap_or_else(|| panic!("{text}: {instead}"));
                assert!(evaluates(&other), "{text}: {instead}: {other:?}");
                assert_ne!(instead, &text);
                // The last word that is a format is that of the alternative.
                let names = ["f16", "bf16", "f32", "f64", "e4m3", "e5m2", "e2m3", "e3m2", "ue8m0"];
                let named = instead.split(' ').rev().find(|word| names.contains(word));
                if let Some(name) = named {
                    assert!(formats(&other).contains(&name), "{text}: {instead}: {other:?}");
                }
                n_offered += 1;
            }
        }
    }
    assert!(n_offered > 200, "{n_offered}");
}

/// Texts for which the page has words, and which are questions all the same.
const BOTH: &[&str] =
    &["is -0 less than 0", "nan to integer", "infinity in fp8", "e4m3 nan", "fp4 nan"];

#[test]
fn words_are_not_read() {
    let mut wrong = Vec::new();
    for (text, kind, _) in rows().filter(|(_, kind, _)| *kind == "words") {
        let found = read(&text, &context());
        if found.is_some() != BOTH.contains(&&*text) {
            wrong.push(format!("{kind} {text}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// An instruction that is asked about is that one, on whatever target, or completed, and no other.
#[test]
fn an_instruction_that_is_asked_about_is_no_other() {
    for (text, form) in [
        ("what does cvt.rs.satfinite.e4m3x4.f32 do", Some("cvt.rs.satfinite.e4m3x4.f32")),
        ("explain tanh.approx.bf16x2", Some("tanh.approx.bf16x2")),
        ("what does cvt.rna.tf32 do?", Some("cvt.rna.tf32.f32")),
        ("what does fma.rn.bogus do", None),
        ("what does fma.rn.sat.bf16 do", None),
    ] {
        let expected = form.map(|form| Typed::Form(form.to_string()));
        assert_eq!(read(text, &context()), expected, "{text}");
    }
}

#[test]
fn every_other_text_has_an_answer() {
    for (text, kind, _) in rows().filter(|(_, kind, _)| *kind != "words") {
        let found = read(&text, &context());
        let is_right = match (kind, &found) {
            ("nothing", Some(Typed::Question(answered))) => answered.reading.is_nothing(),
            ("link", Some(Typed::Link(link))) => {
                matches!(link, Link::View(_)) == !link.fragment().contains("v1/")
            }
            ("message", Some(Typed::Message(said))) => !said.opcodes.is_empty(),
            ("tensor", Some(Typed::Tensor(_)))
            | ("rejected", Some(Typed::Rejected))
            | ("form" | "code", Some(Typed::Form(_)))
            | ("result" | "nan" | "interval", Some(Typed::Statement)) => true,
            (
                "result" | "nan" | "interval" | "program" | "value" | "truth" | "code",
                Some(Typed::Question(answered) | Typed::Code(answered)),
            ) => evaluates(answered),
            _ => false,
        };
        assert!(is_right, "{kind} {text}: {found:?}");
    }
}

/// The instructions of a reading: that of a statement, or those of a program.
fn instructions(reading: &Reading) -> Vec<Instruction> {
    let (Means::Statement(text) | Means::Program(text)) = &reading.means else { return Vec::new() };
    let statements = text.lines().filter(|line| !line.starts_with("//"));
    let found = statements
        .filter_map(|line| syntax::check(line.trim_end_matches(';'), &reading.context).instruction);
    found.collect()
}

/// Whether one of the instructions rounds in a direction, perhaps to an integer.
fn has_direction(all: &[Instruction], direction: Modifier) -> bool {
    use Modifier as M;
    let integral = [(M::Rn, M::Rni), (M::Rz, M::Rzi), (M::Rm, M::Rmi), (M::Rp, M::Rpi)];
    let found = integral.into_iter().find(|(own, _)| *own == direction);
    let integral = found.map_or(direction, |(_, integral)| integral);
    all.iter().any(|each| each.has(direction) || each.has(integral))
}

/// Claims that a text is read as a function of that name, in the direction and format that are asked
/// for; says whether it is read.
fn is_as_asked(text: &str, name: &str, direction: Option<Modifier>, kind: &str) -> bool {
    let Some(answered) = reading(text).filter(|answered| !answered.reading.is_nothing()) else {
        return false;
    };
    let reading = &answered.reading;
    let all = instructions(reading);
    let of_name = meanings(name);
    let is_expected = |found: &Instruction| {
        found.form.opcode.eq_ignore_ascii_case(name)
            || of_name.iter().any(|meaning| match meaning.row.means {
                Meant::Instruction(_) => {
                    meaning.spelling.split('.').next() == Some(found.form.opcode)
                }
                Meant::Program { text, .. } => text.contains(found.form.opcode),
                Meant::Nothing { .. } | Meant::As(_) => false,
            })
    };
    assert!(all.iter().all(is_expected), "{text}: {reading:?}");
    if let (Some(direction), Means::Statement(_)) = (direction, &reading.means) {
        let mut choices = all.iter().flat_map(|it| it.form.choices());
        let has_any = choices.any(|choice| choice.modifier.group() == Group::Rounding);
        assert!(!has_any || has_direction(&all, direction), "{text}: {reading:?}");
    }
    assert!(kind.is_empty() || formats(&answered).contains(&kind), "{text}: {answered:?}");
    true
}

/// A function, a rounding and a format that are asked for are those of the reading, or it says that
/// PTX does not have them.
#[test]
fn a_reading_is_of_nothing_else_than_was_asked() {
    let directions = [
        ("", None),
        ("rounded up", Some(Modifier::Rp)),
        ("rounded down", Some(Modifier::Rm)),
        ("toward zero", Some(Modifier::Rz)),
    ];
    let kinds = ["", "f16", "bf16", "f32", "f64", "e4m3", "e5m2", "e2m1"];
    let mut names: Vec<String> = Vec::new();
    for world in WORLDS {
        let path = world.paths.split(' ').next().unwrap_or_default();
        let path = if world.is_bare { "" } else { path };
        for row in world.all() {
            let first = row.names().next().into_iter().chain(row.names().last());
            first.for_each(|name| push_new(&mut names, [path, name].concat()));
        }
    }
    let mut n_read = 0;
    let is_sign = |name: &str| ["plus", "minus", "times"].contains(&name);
    for name in names.iter().filter(|name| !name.contains("nvvm.") && !is_sign(name)) {
        let calls = ["1.1", "1.1, -2.3", "1.1, -2.3, 0.7"].map(|list| format!("{name}({list})"));
        let Some(call) = calls.iter().find(|call| reading(call).is_some()) else { continue };
        // Each name meets every format, and every direction, not every pair of them.
        for (place, kind) in kinds.into_iter().enumerate() {
            let (words, direction) = directions[place % directions.len()];
            let of = if kind.is_empty() { "" } else { " in " };
            let text = format!("{call}{of}{kind} {words}");
            n_read += usize::from(is_as_asked(&text, name, direction, kind));
        }
    }
    assert!(n_read > 400, "{n_read}");
}

/// A text with a fix.
fn fixed(text: &str, fix: &Fix) -> Option<(String, Context)> {
    Some(match &fix.action {
        Action::Statement(text) => (text.clone(), context()),
        Action::Spelling(spelling) => {
            let (statement, _) = syntax::parse(text);
            let span = statement.head_span();
            let behind = text.get(span.end..)?;
            ([text.get(..span.start)?, spelling, behind].concat(), context())
        }
        Action::Context(isa, target) => (text.to_string(), Context { isa: *isa, target }),
    })
}

/// A fix leads to a legal statement whose operands are those that were typed, or values.
fn assert_fixes(text: &str) {
    let bare = unquoted(text);
    for diagnostic in syntax::check(&bare, &context()).diagnostics {
        let is_list = diagnostic.message.contains("testp, copysign");
        assert!(!is_list, "{text}: {diagnostic:?}");
        for fix in &diagnostic.fixes {
            let (whole, place) = fixed(&bare, fix).unwrap();
            let found = syntax::check(&whole, &place);
            // A fix of one error may leave others in the text.
            if matches!(fix.action, Action::Statement(_)) {
                assert!(found.instruction.is_some(), "{text}: {fix:?}: {:?}", found.diagnostics);
                let (statement, _) = syntax::parse(&whole);
                let words = statement.operands.iter().flat_map(|operand| &operand.elements);
                let is_word = |word: &str| {
                    word.contains([' ', '(', '?']) || opcodes().any(|opcode| word == opcode)
                };
                assert!(words.clone().all(|it| !is_word(it.text)), "{text}: {whole}");
            }
        }
    }
}

#[test]
fn fixes_are_legal_and_carry_no_words() {
    for (text, ..) in rows() {
        assert_fixes(&text);
    }
    let heads = ["ex2(0.5) on the GPU", "tanh error?", "exp2f", "tan(1)", "max nan propagate"];
    let tails = ["", ", b", " with .NaN", " vs exp2f", "?", " in half", " f32 1", ".f32 (1), a"];
    for head in heads {
        for tail in tails {
            assert_fixes(&[head, tail].concat());
        }
    }
    for opcode in opcodes() {
        for tail in tails {
            assert_fixes(&[opcode, tail].concat());
        }
    }
}

/// Texts that end anywhere, and pairs of texts, are read without a panic, and what is read evaluates.
#[test]
fn parts_of_texts_are_read_or_not() {
    let all: Vec<String> = rows().map(|(text, ..)| text).collect();
    let mut n_read = 0;
    for (index, text) in all.iter().enumerate() {
        let other = &all[(index * 7 + 3) % all.len()];
        let cut = text.char_indices().nth(index % 11 + 1).map_or(text.len(), |(place, _)| place);
        for mixed in [
            text[..cut].to_string(),
            text[cut..].to_string(),
            [text, " ", other].concat(),
            [text, " + ", other].concat(),
            ["max(", text, ", ", other, ")"].concat(),
        ] {
            let Some(answered) = reading(&mixed) else { continue };
            let is_inner = matches!(read(&mixed, &context()), Some(Typed::Question(_)));
            if is_inner && !answered.reading.is_nothing() {
                assert!(evaluates(&answered), "{mixed}: {answered:?}");
                n_read += 1;
            }
        }
    }
    assert!(n_read > 300, "{n_read}");
}

#[test]
fn the_formats_of_bits_are_offered() {
    let instead = |text: &str| -> Vec<String> {
        let reading = ask::read(text, &context()).unwrap();
        reading.notes.into_iter().flat_map(|note| note.instead).collect()
    };
    assert_eq!(instead("0x3c00"), ["0x3c00 as bf16"]);
    assert_eq!(instead("0x7e"), ["0x7e as e5m2", "0x7e as ue8m0"]);
    assert_eq!(instead("500 in fp8"), ["500 in e5m2"]);
    assert_eq!(instead("0.1 + 0.2"), ["0.1 + 0.2 in f16", "0.1 + 0.2 in bf16", "0.1 + 0.2 in f64"]);
}

/// Operands of inline assembly are called as in the code around it, and it is said which half of a
/// register each fills.
#[test]
fn operands_have_the_names_of_the_source() {
    let notes = |text: &str| {
        let notes = reading(text).unwrap().reading.notes;
        notes.into_iter().map(|note| note.text).collect::<Vec<_>>()
    };
    let packed = r#"asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(a), "f"(v.y));"#;
    assert_eq!(
        notes(packed),
        [
            "`%1` (`a`), `%2` (`v.y`) have no values, so they are 1, 2",
            "`%1` (`a`) goes to the high half, `%2` (`v.y`) to the low one, which is first in memory",
        ]
    );
    let single = r#"asm("ex2.approx.f32 %0, %1;" : "=f"(y) : "f"(x + 1.0f));"#;
    assert_eq!(notes(single), ["`%1` has no value, so it is 1"]);
    let ptx = "cvt.rn.f16x2.f32 %r1, %f1, %f2;\nadd.f16x2 %r2, %r1, %r1;";
    assert_eq!(
        notes(ptx)[1],
        "`%f1` goes to the high half, `%f2` to the low one, which is first in memory"
    );
}

/// Inline assembly of one instruction is a statement, also where only a later target has it; a
/// rejected one has its reason.
#[test]
fn inline_assembly_of_one_instruction_is_a_statement() {
    for (code, statement) in [
        (r#"asm("add.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));"#, "add.f16x2 {1, 1}, {2, 2}"),
        (
            r#"asm("fma.rn.f32 %0, %1, 0f3F800000, %0;" : "+f"(d) : "f"(a));"#,
            "fma.rn.f32 1, 0f3F800000, 2",
        ),
        (r#"asm("add.f32 %0, %1, %1;" : "=f"(d) : "f"(a));"#, "add.f32 1, 1"),
        (
            r#"asm("fma.rn.f32x2 %0, %1, %2, %2;" : "=l"(d) : "l"(a), "l"(b));"#,
            "fma.rn.f32x2 {1, 1}, {2, 2}, {2, 2}",
        ),
    ] {
        let answered = reading(code).unwrap();
        assert!(evaluates(&answered), "{code}");
        assert_eq!(answered.reading.means, Means::Statement(statement.into()));
    }
    for (code, reason) in [
        (r#"asm("add.f31 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));"#, "did you mean `.f32`?"),
        (r#"asm("setp.lt.f32 %0, %1, %1;" : "=f"(d) : "f"(a));"#, ".pred takes 1"),
    ] {
        let problems = reading(code).and_then(|it| it.outcome).unwrap().problems;
        assert!(problems[0].contains(reason), "{code}: {problems:?}");
    }
    for several in [
        r#"asm("@p add.f32 %0, %1, %1;" : "=f"(d) : "f"(a));"#,
        r#"asm("{ .reg .f32 t; add.f32 t, %1, %1; neg.f32 %0, t; }" : "=f"(d) : "f"(a));"#,
        r#"asm("mov.b32 %0, %1;" : "=r"(d) : "r"(a));"#,
    ] {
        let means = reading(several).unwrap().reading.means;
        assert!(matches!(means, Means::Program(_)), "{several}: {means:?}");
    }
    assert_eq!(read(r#"asm("bar.sync 0;");"#, &context()), None);
}

#[test]
fn functions_are_found_by_the_beginning_of_their_names() {
    let of = |beginning| super::calls(beginning, &context());
    assert_eq!(of("exp"), ["exp(1)", "exp2(1)", "expf(1)"]);
    assert_eq!(of("__fmaf_r")[0], "__fmaf_rn(1, 2, 3)");
    for none in ["", "e", "xyzzy", "1", "exp(", "a b"] {
        assert_eq!(of(none), Vec::<String>::new(), "{none}");
    }
}
