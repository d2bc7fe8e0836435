use super::*;
use crate::glossary::TERMS;
use crate::lessons::LESSONS;
use crate::views::View;

/// Texts that people type, with their answers; `core/cli/tests/typed.rs` has the columns.
const TYPED: &str = include_str!("../../../../tests/vectors/typed.tsv");

/// The answer of the table to which something found belongs.
fn answer(found: &Found) -> String {
    let name = |rest: &str| rest.split(['/', '=', ' ', '%']).nth(1).unwrap_or_default().to_owned();
    let kind = found.kind.name().to_ascii_lowercase();
    let name = match found.kind {
        Kind::Form | Kind::Section | Kind::Tensor => found.title.clone(),
        Kind::Lesson | Kind::Chapter | Kind::Exercise | Kind::Term | Kind::Format => {
            name(&found.fragment)
        }
    };
    [&*kind, " ", &*name].concat()
}

#[test]
fn words_that_people_type_find_what_they_ask_for() {
    // The table has `add` here, but PTX ISA 9.2 brought forms of `cvt` alone.
    const NEW: (&str, [&str; 2]) = ("new in ptx 9.2", ["section New in PTX ISA 9.2", "form cvt"]);
    let mut wrong = Vec::new();
    for line in TYPED.lines() {
        let [text, "words", expected] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
        let found: Vec<_> = find(text).iter().map(answer).collect();
        let is_right = match expected {
            "help" => asks_for_help(text),
            _ if text == NEW.0 => found.starts_with(&NEW.1.map(String::from)),
            _ => found.first().is_some_and(|first| first == expected) && !asks_for_help(text),
        };
        if !is_right {
            wrong.push([text, expected, &found.join(", ")].join(" | "));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_the_reference_did_not_know_is_found() {
    for (text, expected) in [
        ("denormals", "term subnormal"),
        ("ulps", "term ulp"),
        ("rounding", "term round"),
        ("stochastic", "lesson stochastic"),
        ("half", "format f16"),
        ("E8M0", "format ue8m0"),
        ("float8_e4m3fn", "format e4m3"),
        ("Hopper", "term target"),
        ("§9.7.4.1", "section §9.7.4.1 Half precision floating point instructions: add"),
        ("9.7.9", "section §9.7.9.21 Data movement and conversion instructions: cvt"),
        ("subnorm", "term subnormal"),
    ] {
        let found = find(text);
        assert_eq!(found.first().map(answer).as_deref(), Some(expected), "{text}");
    }
    for nothing in ["", "xyzzy", "the of", "1234", "d, a, b"] {
        assert_eq!(find(nothing), [], "{nothing}");
    }
}

#[test]
fn forms_are_those_that_the_other_words_are_about() {
    let found = find("cvt to e4m3x2 with satfinite");
    assert_eq!(found[0].fragment, "reference?q=cvt%20e4m3x2%20satfinite");
    assert_eq!(found[0].address(), "#reference?q=cvt%20e4m3x2%20satfinite");
    assert_eq!(find("copysign")[0].fragment, "reference?q=copysign");
}

#[test]
fn answers_are_ranked_and_each_has_a_place_on_the_page() {
    for text in
        ["nan", "fp8 nan infinity", "rounding of the sum", "section 9.7.3", "new in ptx 9.4"]
    {
        let found = find(text);
        assert!(!found.is_empty() && found.len() <= MOST, "{text}");
        assert!(found.is_sorted_by(|one, next| one.score >= next.score), "{text}");
        for each in &found {
            let is_of_page = each.fragment.starts_with("https://docs.nvidia.com/")
                || View::of(&each.fragment) != View::Playground;
            assert!(is_of_page, "{text}: {}", each.fragment);
        }
    }
}

#[test]
fn lists_are_phrases_of_words_that_count() {
    let lessons = LESSONS.iter().map(|lesson| (lesson.slug, lesson.asked));
    let terms = TERMS.iter().map(|term| (term.slug, term.asked));
    for (slug, asked) in lessons.chain(terms) {
        let mut seen: Vec<&str> = Vec::new();
        for phrase in asked.split(", ").filter(|phrase| !phrase.is_empty()) {
            assert_eq!(cut(phrase).join(" "), phrase, "{slug}");
            assert_eq!(words(phrase).len(), phrase.split(' ').count(), "{slug}: {phrase}");
            assert!(!seen.contains(&phrase), "{slug}: {phrase}");
            seen.push(phrase);
        }
    }
}
