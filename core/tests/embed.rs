//! Embedded instructions: the table that the tests of every tool compare, with the definition itself.

use std::fs;

use ptxfp::internals::export::{
    Given, OPTIONS, Piece, Values, embed, fence_body, fence_options, site,
};

/// A row of `tests/vectors/embed.tsv`.
struct Row {
    given: Vec<Given>,
    source: String,
    result: Option<String>,
    outcome: String,
}

fn rows() -> Vec<Row> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/embed.tsv");
    let text = fs::read_to_string(path).expect("the table");
    let rows = text.lines().filter(|line| !line.starts_with('#')).skip(1).map(|line| {
        let cells: Vec<_> = line.split('\t').collect();
        let [options, source, result, outcome] = cells.as_slice() else { panic!("{line}") };
        let options = options.split("; ").filter(|option| !option.is_empty());
        let given = options.map(|option| match option.split_once('=') {
            Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
            None => (option.to_owned(), None),
        });
        Row {
            given: given.collect(),
            source: (*source).to_owned(),
            result: (!result.is_empty()).then(|| (*result).to_owned()),
            outcome: (*outcome).to_owned(),
        }
    });
    rows.collect()
}

#[test]
fn every_row_is_what_the_table_says() {
    let rows = rows();
    assert!(rows.len() > 30, "the table has rows");
    for Row { mut given, source, result, outcome } in rows {
        given.extend(result.map(|text| ("result".to_owned(), Some(text))));
        let found = embed(&source, &given);
        match (outcome.strip_prefix("mistake: "), found) {
            (Some(expected), Err(mistakes)) => {
                assert!(mistakes.join("\n").contains(expected), "{source}: {mistakes:?}");
            }
            (None, Ok(element)) => {
                let tag = element.tag().replace("&amp;", "&");
                assert_eq!(tag, format!("<ptx-float {outcome}>"), "{source}");
            }
            (_, found) => panic!("{source}: {found:?}, not {outcome}"),
        }
    }
}

#[test]
fn every_mistake_is_reported() {
    let given = [("ui", Some("huge")), ("foo", Some("1")), ("readonly", Some("no"))];
    let given = given.map(|(name, value)| (name.to_owned(), value.map(str::to_owned)));
    let mistakes = embed("neg.f16 1", &given).expect_err("three mistakes");
    assert_eq!(mistakes.len(), 3, "{mistakes:?}");
}

/// The sentence of an element, code between backquotes.
fn sentence(source: &str) -> String {
    let element = embed(source, &[]).expect("an element");
    let text = |Piece { text, is_code }: &Piece| {
        if *is_code { format!("`{text}`") } else { text.clone() }
    };
    element.sentence.iter().map(text).collect()
}

#[test]
fn sentences_say_what_is_shown() {
    for (source, expected) in [
        (
            "v1/add.rn.f16@sm_90?a=0x6800&b=0x3c00",
            "`add.rn.f16` of 0x6800 (2048), 0x3c00 (1) is 0x6800 (2048) on sm_90, PTX ISA 9.1",
        ),
        (
            "v1/sequence@sm_90?code=mul.f32~t,a,a~~add.f32~d,t,c&a=0x3f800800&c=0xbf801000",
            "`mul.f32 t, a, a; add.f32 d, t, c;` with a = 0x3f800800 (1.0002441), c = 0xbf801000 \
             (-1.0004883) leads to d = 0x00000000 (0) on sm_90, PTX ISA 9.1",
        ),
        (
            "v1/tensor@sm_90?code=mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32&a=1&b=2&c=3",
            "an element of `mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32` is 0x40a00000 (5) on \
             sm_90, PTX ISA 9.1, as GPUs compute it",
        ),
        (
            "v1/fma.rn.ftz.bf16@sm_90?a=1&b=2&c=3&d=rejected",
            "`fma.rn.ftz.bf16 1, 2, 3` is rejected on sm_90, PTX ISA 9.1: fma takes .ftz only with",
        ),
    ] {
        assert!(sentence(source).starts_with(expected), "{}", sentence(source));
    }
}

#[test]
fn the_words_behind_a_fence_are_options() {
    let read = |words| {
        let given = fence_options(words).expect("a block of the playground").expect("options");
        let text = |(name, value): Given| match value {
            Some(value) => format!("{name}={value}"),
            None => name,
        };
        given.into_iter().map(text).collect::<Vec<_>>().join("|")
    };
    for (words, expected) in [
        ("ptx,float", ""),
        ("ptx float  ui=result,theme=dark", "ui=result|theme=dark"),
        ("ptx,float,title=\"A sum, of f16\",readonly", "title=A sum, of f16|readonly"),
        ("ptx float views='lanes,steps'", "views=lanes,steps"),
    ] {
        assert_eq!(read(words), expected);
    }
    for other in ["", "ptx", "ptx,floating", "float,ptx", "rust"] {
        assert!(fence_options(other).is_none(), "{other}");
    }
    let open = fence_options("ptx float title=\"A sum").expect("a block of the playground");
    assert!(
        open.expect_err("no end").contains("the quotes around the value of `title` do not end")
    );
    assert!(fence_body("neg.f16 1\n= -1\n= -1").is_err());
}

#[test]
fn an_address_has_a_slash_at_its_end() {
    for address in ["https://example.org/ptx", "https://example.org/ptx/"] {
        assert_eq!(site(address).as_deref(), Ok("https://example.org/ptx/"));
        let element = embed("neg.f16 1", &[]).expect("an element");
        assert!(element.markup(address).contains("src=\"https://example.org/ptx/ptx-float.js\""));
    }
    for wrong in
        ["", "example.org", "https://", "https://example.org/?q", "https://a b/", "ftp://a/"]
    {
        assert!(site(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn the_element_knows_the_same_values() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../app/embed/ptx-float.js");
    let script = fs::read_to_string(path).expect("the script of the element");
    let frame =
        fs::read_to_string(path.replace("ptx-float.js", "embed.js")).expect("that of the frame");
    for (name, values, _) in OPTIONS {
        let (Values::One(known) | Values::Some(known)) = values else { continue };
        let list = format!("[\"{}\"]", known.join("\", \""));
        assert!(script.contains(&format!("    {name}: {list},\n")), "{name}: {list}");
        // Parts are style rules of the frame.
        assert!(name == "views" || frame.contains(&list), "{name}: {list}");
    }
}
