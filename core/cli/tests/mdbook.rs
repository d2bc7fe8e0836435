//! `ptxfp mdbook`, as mdBook calls it.

mod command;

use serde_json::{Value, json};

use crate::command::{check_refused, run, text};

/// The text of a chapter as mdBook gets it back, and what was wrong.
fn chapter(content: &str, options: &Value) -> (Option<String>, String) {
    let context = json!({
        "root": "/book", "renderer": "html", "mdbook_version": "0.5.4",
        "config": { "preprocessor": { "ptx-float": options } },
    });
    let inner = json!({ "Chapter": { "name": "B", "content": content, "path": "a/b.md",
        "source_path": "a/b.md", "sub_items": [], "parent_names": ["A"], "number": [1, 1] } });
    let outer = json!({ "Chapter": { "name": "A", "content": "# A", "path": "a.md",
        "source_path": "a.md", "sub_items": [inner], "parent_names": [], "number": [1] } });
    let book = json!({ "items": [outer, "Separator"] });
    let input = serde_json::to_vec(&(context, &book)).expect("JSON");
    let output = run(&["mdbook"], &input);
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    if output.status.code() != Some(0) {
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        return (None, said);
    }
    let mut answer: Value = serde_json::from_slice(&output.stdout).expect("a book");
    let place = "/items/0/Chapter/sub_items/0/Chapter/content";
    let new = answer.pointer(place).and_then(Value::as_str).expect("a chapter").to_string();
    // Nothing else changes.
    *answer.pointer_mut(place).expect("a chapter") = content.into();
    assert_eq!(answer, book);
    (Some(new), said)
}

fn host() -> Value {
    json!({ "command": "ptxfp mdbook", "host": "https://example.org/ptx/" })
}

#[test]
fn blocks_become_elements_with_what_they_say() {
    let content = "a\n\n```ptx,float,ui=result,target=sm_80\nadd.f32 1, 2\n= 3\n```\n\nb\n";
    let (text, said) = chapter(content, &host());
    assert_eq!(said, "");
    let text = text.expect("a chapter");
    assert!(text.starts_with("a\n\n<script src=\"https://example.org/ptx/ptx-float.js\" defer>"));
    let state = "v1/add.f32@sm_80?a=0x3f800000&amp;b=0x40000000&amp;d=0x40400000&amp;isa=9.5";
    assert!(text.contains(&format!("<ptx-float state=\"{state}\" ui=\"result\">")), "{text}");
    assert!(text.contains("is 0x40400000 (3) on sm_80") && text.ends_with("\n\nb\n"), "{text}");
}

#[test]
fn lists_and_other_blocks_stay_what_they_are() {
    let other = "```ptx\nadd.f32 d, a, b;\n```\n\n    ```ptx,float\n    x\n";
    assert_eq!(chapter(other, &host()).0.as_deref(), Some(other));
    let list = "- a\n\n  ```ptx,float\n  neg.f16 1\n  ```\n- b\n";
    let text = chapter(list, &host()).0.expect("a chapter");
    assert!(
        text.contains("\n  <ptx-float state=") && text.ends_with("</ptx-float>\n- b\n"),
        "{text}"
    );
    let quotation = "> ```ptx,float\n> neg.f16 1\n> ```\n";
    let text = chapter(quotation, &host()).0.expect("a chapter");
    assert!(text.lines().all(|line| line.starts_with('>')), "{text}");
}

#[test]
fn what_is_wrong_ends_the_build_or_is_a_warning() {
    for (block, expected) in [
        ("add.rn.f16 2048, 1\n= 2050", "the recorded result differs: d=0x6801 is recorded"),
        ("add.f33 1, 2", "did you mean `.f32`"),
        ("neg.f16 1\n= -1\n= -1", "a block states one result"),
    ] {
        let content = format!("# B\n\n```ptx,float\n{block}\n```\n");
        let (text, said) = chapter(&content, &host());
        assert!(text.is_none() && said.starts_with("a/b.md:3: "), "{said}");
        assert!(said.contains(expected) && said.contains("1 mistake in blocks"), "{said}");
        let mut lenient = host();
        lenient["wrong"] = "warn".into();
        let (text, said) = chapter(&content, &lenient);
        assert!(said.contains(expected), "{said}");
        assert_eq!(text.as_deref(), Some(&*content));
    }
    // Each mistake is reported, with its place.
    let (_, said) = chapter("```ptx,float,ui=huge foo=1\nneg.f16 1\n```\n", &host());
    assert!(said.contains("a/b.md:1: unknown option `foo`; expected target,"), "{said}");
    assert!(said.contains("a/b.md:1: `huge` is no value of `ui`; expected full,"), "{said}");
    assert!(said.contains("2 mistakes in blocks"), "{said}");
}

/// `tests/vectors/embed.tsv`, as blocks.
#[test]
fn blocks_are_what_the_table_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/embed.tsv");
    let table = std::fs::read_to_string(path).expect("the table");
    let rows = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    assert!(rows.clone().count() > 30, "the table has rows");
    for row in rows {
        let cells: Vec<_> = row.split('\t').collect();
        let [options, source, result, outcome] = cells.as_slice() else { panic!("{row}") };
        let options = options.split("; ").filter(|option| !option.is_empty());
        let words = options.map(|option| match option.split_once('=') {
            Some((name, value)) => format!(",{name}=\"{value}\""),
            None => format!(",{option}"),
        });
        let words: String = words.collect();
        let stated = if result.is_empty() { String::new() } else { format!("= {result}\n") };
        let (text, said) =
            chapter(&format!("```ptx,float{words}\n{source}\n{stated}```\n"), &host());
        match (outcome.strip_prefix("mistake: "), text) {
            (Some(expected), None) => assert!(said.contains(expected), "{row}: {said}"),
            (None, Some(text)) => {
                let tag = format!("<ptx-float {}>\n", outcome.replace('&', "&amp;"));
                assert!(text.contains(&tag), "{row}: {text}");
            }
            (_, text) => panic!("{row}: {text:?} {said}"),
        }
    }
}

#[test]
fn compressed_links_and_addresses_without_a_slash_are_taken() {
    let code: Vec<_> = (0..150).map(|at| format!("add.f32~a{},a{at},b~~", at + 1)).collect();
    let code = code.concat();
    let link = format!("v1/sequence@sm_90?code={code}&a0=0x00000000&b=0x3f800000");
    let packed = text(&["link", &link]);
    let packed = packed.trim().trim_start_matches('#');
    assert!(packed.contains("?~z1=") && packed.len() < link.len(), "{packed}");
    let mut options = host();
    options["host"] = "https://example.org/ptx".into();
    let (text, said) = chapter(&format!("```ptx,float\n{packed}\n```\n"), &options);
    let text = text.unwrap_or_else(|| panic!("{said}"));
    assert!(text.contains("src=\"https://example.org/ptx/ptx-float.js\""), "{text}");
    assert!(text.contains("href=\"https://example.org/ptx/#v1/sequence@sm_90?code="), "{text}");
    assert!(text.contains("leads to a150 = 0x43160000 (150) on sm_90"), "{text}");
}

#[test]
fn missing_settings_of_mdbook_are_reported() {
    let (_, said) = chapter("", &json!({}));
    assert!(said.contains("missing `host`"), "{said}");
    check_refused(&["mdbook"], "standard input is not an mdBook book");
    assert_eq!(text(&["mdbook", "supports", "html"]), "");
    assert_eq!(run(&["mdbook", "supports", "epub"], b"").status.code(), Some(1));
}
