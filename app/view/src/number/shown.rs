//! Every number that a screen shows has a minus sign; hyphens stay in code, which is typed, copied or
//! read by programs.

use crate::card;
use crate::explorer;
use crate::explorer::tabs::Tab;
use crate::lessons::{EXAMPLES, Example, LESSONS};
use crate::library;
use crate::module::Module;
use crate::playground;
use crate::program;

/// A text of a screen: the structure and the field that hold it.
struct Text<'d> {
    owner: &'d str,
    field: &'d str,
    content: &'d str,
}

/// The texts in the debugging output of a screen.
fn texts(output: &str) -> Vec<Text<'_>> {
    let bytes = output.as_bytes();
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let (mut owners, mut fields, mut found) = (vec![""], vec![""], Vec::new());
    let (mut at, mut name) = (0, "");
    while let Some(byte) = bytes.get(at).copied() {
        let start = at;
        at += 1;
        match byte {
            b'"' => {
                while bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                let [owner, field] = [&owners, &fields].map(|all| *all.last().unwrap());
                found.push(Text { owner, field, content: &output[start + 1..at] });
                at += 1;
            }
            b'\'' => {
                at += if bytes[at] == b'\\' { 3 } else { output[at..].find('\'').unwrap() + 1 }
            }
            b'{' => {
                owners.push(name);
                fields.push("");
            }
            b'}' => {
                owners.pop();
                fields.pop();
            }
            b':' => *fields.last_mut().unwrap() = name,
            _ if is_name(byte) => {
                at += bytes[at..].iter().take_while(|byte| is_name(**byte)).count();
                name = &output[start..at];
            }
            _ => {}
        }
    }
    found
}

/// Whether a text has a hyphen in place of a minus sign: before a digit or an infinity, or in an
/// exponent.
fn has_hyphen(text: &str) -> bool {
    text.match_indices('-').any(|(place, _)| {
        let (before, behind) = (&text[..place], &text[place + 1..]);
        let is_number =
            behind.starts_with(|c: char| c.is_ascii_digit()) || behind.starts_with("inf");
        let last = before.chars().next_back();
        let is_exponent = last == Some('e')
            && before[..before.len() - 1].ends_with(|c: char| c.is_ascii_digit() || c == '…');
        let is_sign = last.is_none_or(|c| !c.is_alphanumeric() && c != '-' && c != '_');
        is_number && (is_exponent || is_sign)
    })
}

/// Whether a text is code: a link, a statement, typed text, or text to copy.
fn is_code(text: &Text<'_>) -> bool {
    const FIELDS: [&str; 20] = [
        "fragment",
        "href",
        "link",
        "links",
        "statement",
        "still",
        "recent",
        "slug",
        "code",
        "typed",
        "asked",
        "draft",
        "home",
        "home_link",
        "class",
        "job",
        "question",
        "subjects",
        "sequence",
        // It quotes what is typed.
        "lacks",
    ];
    const OWNED: [(&str, &str); 8] = [
        // A statement.
        ("StepView", "action"),
        // The texts of fields, and the pieces that draw one.
        ("TokenView", "text"),
        ("FieldView", "text"),
        ("OwnView", "text"),
        // Text to copy.
        ("TraceView", "text"),
        ("CopyView", "text"),
        ("ShareView", "text"),
        ("PieceView", "text"),
    ];
    FIELDS.contains(&text.field)
        || OWNED.contains(&(text.owner, text.field))
        // A hexadecimal literal of C, with a `p` before its exponent.
        || text.content.contains("0x") && text.content.contains('p')
        || text.content.starts_with("v1/")
}

fn check(what: &str, screen: &dyn std::fmt::Debug) {
    let output = format!("{screen:?}");
    let all = texts(&output);
    assert!(all.len() > 3, "{what}");
    let wrong = all.iter().filter(|text| has_hyphen(text.content) && !is_code(text));
    let wrong: Vec<_> =
        wrong.map(|it| [it.owner, ".", it.field, ": ", it.content].concat()).collect();
    assert!(wrong.is_empty(), "{what}: {wrong:#?}");
}

/// Links with negative numbers, small ones, and results of each kind.
fn links() -> Vec<&'static str> {
    let mut links: Vec<_> =
        EXAMPLES.iter().flat_map(Example::tries).map(|each| each.link).collect();
    links.extend([
        "v1/fma.rn.f32@sm_90?a=0xbf801000&b=0xb3800000&c=0x80000000",
        "v1/fma.rn.bf16x2@sm_90?a=0xbf803380&b=0x8000b380&c=0xbf818000",
        "v1/cvt.rn.satfinite.e4m3x2.f32@sm_90?a=0xc3fa0000&b=0x80000001",
        "v1/tanh.approx.f16@sm_90?a=0x8001",
        "v1/rcp.approx.ftz.f32@sm_90?a=0xfe800000",
        "v1/sin.approx.f32@sm_90?a=0xb3800000",
        "v1/div.rn.f64@sm_90?a=0x8000000000000001&b=0xc008000000000000",
        "v1/cvt.rni.s32.f32@sm_90?a=0xff800000",
        "v1/add.f32@sm_90?a=0xb3800000&b=0x80000000&with=add.rz.f32@sm_90:0xb3800000,0xb3800001",
        "v1/add.f32@sm_90?a=0xb3800000&b=0x80000000&d=0xb3800001",
    ]);
    links
}

#[test]
fn a_playground_and_its_tabs_show_minus_signs() {
    for link in links() {
        let mut model = playground::Model::opening(false);
        model.follow(link);
        check(link, &model.screen(None));
        let mut tabs = explorer::Model::default();
        for tab in Tab::ALL.iter().copied().filter(|tab| *tab != Tab::Export) {
            tabs.apply(explorer::Edit::Follow(model.snapshot().to_fragment(), None));
            tabs.apply(explorer::Edit::Tab(tab));
            check(link, &tabs.screen(None));
        }
        let mut card = card::Model::new(None);
        card.apply(card::Edit::Follow(link.to_owned()));
        check(link, &card.screen(None));
    }
}

#[test]
fn programs_and_the_library_show_minus_signs() {
    for program in LESSONS.iter().flat_map(|lesson| lesson.programs) {
        let mut model = program::Model::default();
        model.follow(program.link);
        check(program.link, &model.screen(None));
    }
    for fragment in ["gallery", "formats", "reference", "reference/fma", "evidence"] {
        let mut model = library::Model::default();
        model.follow(fragment);
        check(fragment, &model.screen(None));
    }
    check("a negative value", &library::across::across("-1e-7"));
}

#[test]
fn a_hyphen_of_a_number_is_found() {
    for (text, is_found) in [
        ("-1.5", true),
        ("1e-8 and 2", true),
        ("(-inf)", true),
        ("1.2…e-8", true),
        ("a-1", false),
        ("sm-90", false),
        ("round-to-nearest", false),
        ("−1", false),
    ] {
        assert_eq!(has_hyphen(text), is_found, "{text}");
    }
}
