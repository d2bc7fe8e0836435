//! `ptxfp linkcheck`, run as a program.

#[expect(dead_code, reason = "answers are read as lines here")]
mod command;
mod linking;

use std::fs;
use std::path::Path;

use crate::command::{check_refused, run};
use crate::linking::{folder, linkcheck};

const GOOD: &str = "v1/add.f32@sm_90?a=0x3f800000&b=0x3f800000&d=0x40000000";

#[test]
fn linkcheck_names_the_reason_of_a_rejected_statement() {
    let files = [(
        "a.md",
        "bad #v1/fma.rn.ftz.bf16@sm_90?a=1&b=2&c=3 and #v1/ad.f32@sm_90?a=1&b=2\n\
         old #v1/cvt.rn.satfinite.e4m3x2.f32@sm_80?a=0x43fa0000&b=0x00000000&isa=9.5\n\
         known #v1/fma.rn.ftz.bf16@sm_90?a=1&b=2&c=3&d=rejected\n\
         now legal #v1/add.f32@sm_90?a=0x3f800000&b=0x3f800000&d=rejected\n",
    )];
    let (status, lines) = linkcheck(&folder("rejected", &files), &[]);
    assert_eq!(status, 1);
    assert_eq!(
        lines[0],
        "a.md:1:15: rejected: `fma` takes `.ftz` only with `.f32`, `.f32x2`, `.f16` or `.f16x2` (PTX ISA 9.1 §9.7.4.4); try fma.rn.bf16; try fma.rn.ftz.f32"
    );
    assert_eq!(
        lines[1],
        "a.md:1:51: rejected: unknown instruction `ad`; did you mean `add`? try add.f32"
    );
    assert_eq!(
        lines[2],
        "a.md:2:9: rejected: cvt.rn.satfinite.e4m3x2.f32 needs sm_89 or higher; the target is sm_80 (PTX ISA 9.1 §9.7.9.21); try PTX ISA 9.5 on sm_89"
    );
    assert_eq!(
        lines[3],
        "a.md:4:55: the link records that the statement is rejected, but it is legal"
    );
    assert_eq!(lines[4], "5 links in 1 file; 4 failed");
}

/// Files with links, written as the syntax of each has them, and how many there are.
const KINDS: [(&str, &str, usize); 12] = [
    ("a.md", "See [1 + 1](https://e.org/p/LINK), <https://e.org/LINK>,\n**LINK** or `LINK`.\n", 4),
    ("b.rst", ".. _sum: https://e.org/LINK\n\n`sum <https://e.org/LINK>`_ and p/LINK.\n", 3),
    (
        "c.html",
        "<a href=\"https://e.org/#AMP\">x</a><iframe src='/embed/?theme=dark#HEX'></iframe>\n\
         <ptx-float\n  state=\"AMP\">x</ptx-float><pre>&lt;a href=&quot;#TWICE&quot;&gt;</pre>",
        4,
    ),
    (
        "d.txt",
        "https://e.org/LINK).\n(https://e.org/?BARE) https://s.org/?u=https%3A%2F%2Fe.org%2FURL \
         https://s.org/?u=https%253A%252F%252Fe.org%252FENCODED",
        4,
    ),
    ("src/e.rs", "//! <https://e.org/LINK>\nconst SUM: &str = \"BARE\"; // LINK\n", 3),
    ("src/f.cu", "/* https://e.org/LINK */\n// 'https://e.org/LINK'; \n", 2),
    ("src/g.py", "# https://e.org/LINK\r\nx = 'BARE'\r\n", 2),
    ("h.json", r#"{"state": "BARE", "url": "https:\/\/e.org\/JSON"}"#, 2),
    ("i.ipynb", r#""see https://e.org/LINK\n", "<ptx-float state=\"BARE\">""#, 2),
    ("j.tex", r"\href{https://e.org/LINK}{x} \url{https://e.org/TEX}", 2),
    ("k.adoc", "https://e.org/LINK[sum]", 1),
    ("LICENSE", "é ü — https://e.org/LINK", 1),
];

/// A file of [`KINDS`] with links for the words.
fn with_links(text: &str) -> String {
    let bare = GOOD;
    let amp = bare.replace('&', "&amp;");
    let mut url = format!("#{bare}");
    for (plain, encoded) in
        [("#", "%23"), ("/", "%2F"), ("@", "%40"), ("?", "%3f"), ("=", "%3D"), ("&", "%26")]
    {
        url = url.replace(plain, encoded);
    }
    text.replace("LINK", &format!("#{bare}"))
        .replace("BARE", bare)
        .replace("HEX", &bare.replace('&', "&#x26;"))
        .replace("TWICE", &amp.replace('&', "&amp;"))
        .replace("AMP", &amp)
        .replace("ENCODED", &url.replace('%', "%25"))
        .replace("URL", &url)
        .replace("JSON", &format!("#{bare}").replace('/', r"\/").replace('&', r"\u0026"))
        .replace("TEX", &format!(r"\#{bare}").replace('&', r"\&").replace('_', r"\_"))
}

#[test]
fn good_links_are_found_in_every_kind_of_file() {
    let files: Vec<_> = KINDS.map(|(name, text, _)| (name, with_links(text))).into();
    let files: Vec<_> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let folder = folder("kinds", &files);
    for (name, text, n_links) in KINDS {
        let (status, lines) = linkcheck(&folder.join(name), &[]);
        assert_eq!(status, 0, "{name}: {}\n{lines:#?}", with_links(text));
        let is_found = lines.last().is_some_and(|line| line.starts_with(&format!("{n_links} ")));
        assert!(is_found, "{name}: {lines:#?}");
        // Only percent-encoding makes a link not canonical; the escapes of a file's syntax do not.
        let (status, lines) = linkcheck(&folder.join(name), &["--canonical"]);
        assert_eq!(status, i32::from(name == "d.txt"), "{name}: {lines:#?}");
    }
    let n_links: usize = KINDS.iter().map(|(_, _, n_links)| n_links).sum();
    let expected = format!("{n_links} links in {} files; all good; 2 not canonical", KINDS.len());
    assert_eq!(linkcheck(&folder, &[]).1.last(), Some(&expected));
}

#[test]
fn other_texts_are_no_links() {
    let folder = folder(
        "others",
        &[(
            "a.md",
            "v1/INSTRUCTION https://api.example.org/v1/users?x=1 https://e.org/?v1/users #v1/ #v12 \
             #v2/pets 'v1/add.f32' rev1/add.f32@sm_90 /api/v1/add.f32@sm_90?a=1 v1 #1v1/a #v1/...",
        )],
    );
    assert_eq!(linkcheck(&folder, &["--canonical"]), (0, vec!["0 links in 1 file".into()]));
}

/// A file with a bad link has these lines of answers, at least so far.
fn is_bad(name: &str, text: &str, expected: &[&str]) {
    let folder = folder(name, &[("a.md", text)]);
    let (status, lines) = linkcheck(&folder, &[]);
    assert_eq!(status, 1, "{lines:#?}");
    assert_eq!(lines.len(), expected.len() + 1, "{lines:#?}");
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.starts_with(expected), "{line}\n{expected}");
    }
}

#[test]
fn another_result_than_the_recorded_one_is_reported_in_full() {
    let check = is_bad;
    check(
        "record",
        &format!("é\n\n«é» #{}\n", GOOD.replace("d=0x40000000", "d=0xc0000001")),
        &[
            "a.md:3:49: the recorded result differs: d=0xc0000001 is recorded, but the result is 0x40000000; -2.0000002 and 2, another sign and significand",
        ],
    );
    check(
        "lanes",
        "#v1/add.f16x2@sm_90?a=0x3c003c00&b=0x3c003c00&d=0x40004001",
        &[
            "a.md:1:47: the recorded result differs: d=0x40004001 is recorded, but the result is 0x40004000; lane 0: 2.002 and 2, another significand",
        ],
    );
    check(
        "nan",
        "#v1/add.f32@sm_90?a=0x7fc00000&b=0x00000000&d=0x7f800000",
        &[
            "a.md:1:45: the recorded result differs: d=0x7f800000 is recorded, but the result is 0x7fffffff; inf and NaN, another significand (the result is NaN)",
        ],
    );
    check(
        "approximate",
        "#v1/sin.approx.f32@sm_90?a=0x3f800000&d=0x3f800000",
        &[
            "a.md:1:39: the recorded result differs: d=0x3f800000 is recorded, but the result is 0x3f576aa4; 1 and 0.84147096, another exponent and significand (beyond the documented error: the ISA permits 0x",
        ],
    );
    check(
        "half",
        "#v1/rcp.approx.ftz.f64@sm_90?a=0x3ff0000000000000&d=0x3ff0000000000001",
        &[
            "a.md:1:51: the recorded result differs: d=0x3ff0000000000001 is recorded, but the result is 0x3ff0000000000000; the other bits are 0",
        ],
    );
    check(
        "integer",
        "#v1/cvt.rni.s32.f32@sm_90?a=0x3f800000&d=0x00000002",
        &[
            "a.md:1:40: the recorded result differs: d=0x00000002 is recorded, but the result is 0x00000001; 2 and 1, another integer",
        ],
    );
}

#[test]
fn another_result_that_the_isa_permits_is_a_warning() {
    for (name, link, warning) in [
        (
            "permitted-nan",
            "#v1/add.f32@sm_90?a=0x7fc00000&b=0x00000000&d=0x7fc00000",
            "d=0x7fc00000 is recorded, but the result is 0x7fffffff; NaN and NaN, another significand (the bits of this NaN are unspecified)",
        ),
        (
            "permitted-approximate",
            "#v1/sin.approx.f32@sm_90?a=0x3f800000&d=0x3f576aa5",
            "d=0x3f576aa5 is recorded, but the result is 0x3f576aa4; 0.841471 and 0.84147096, another significand (within the documented error: the ISA permits 0x",
        ),
    ] {
        let folder = folder(name, &[("a.md", link)]);
        for options in [&[][..], &["--canonical"]] {
            let (status, lines) = linkcheck(&folder, options);
            assert_eq!((status, lines.len()), (0, 2), "{lines:#?}");
            let start = "warning: the recorded result is permitted, not the reference: ";
            assert!(lines[0].contains(&[start, warning].concat()), "{lines:#?}");
            assert_eq!(lines[1], "1 link in 1 file; all good; 1 permitted");
        }
        let (status, lines) = linkcheck(&folder, &["--json"]);
        assert_eq!(status, 0);
        assert!(lines[0].contains(r#""recorded":"permitted","is_good":true"#), "{lines:#?}");
        assert!(lines[1].contains(r#""permitted":1"#), "{lines:#?}");
    }
}

#[test]
fn the_documentation_of_this_repository_keeps_what_it_says() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let places = ["README.md", "docs"].map(|place| format!("{root}/{place}"));
    let output = run(&["linkcheck", "--canonical", "--json", &places[0], &places[1]], b"");
    let text = String::from_utf8(output.stdout).expect("the answer is UTF-8");
    assert!(output.status.success(), "{text}");
    // That for Docusaurus has statements, which its build checks.
    for example in ["plain", "mdbook", "sphinx", "element", "jupyter"] {
        let folder = format!("/docs/examples/{example}/");
        let is_kept = |line: &str| line.contains(&folder) && line.contains("\"reproduced\"");
        assert!(text.lines().any(is_kept), "{example}: {text}");
    }
}

#[test]
fn errors_are_reported_with_their_positions() {
    let check = is_bad;
    check(
        "illegal",
        "<a\nhref='#v1/fma.rn.ftz.bf16x2@sm_90?a=0x3f803f80&amp;b=0x3f803f80&amp;c=0x00000000'>",
        &["a.md:2:17: rejected: `fma` takes `.ftz` only with"],
    );
    check(
        "value",
        "#v1/neg.f32@sm_90?a=%7Bbanana%7D",
        &["a.md:1:21: the value of `a` cannot be read"],
    );
    check("target", "#v1/neg.f32?a=1", &["a.md:1:12: the target is missing"]);
    check("opcode", "#v1/negate.f32@sm_90?a=1", &["a.md:1:5: rejected: `negate` is `neg` in PTX"]);
    check(
        "version",
        "#v2/neg.f32@sm_90?a=1",
        &["a.md:1:2: version `v2` is unknown; the link is read as `v1`"],
    );
    check(
        "escaped",
        "{\"html\": \"<p>\\u003ca href=\\\"#v1/add.f32@sm_90?a=1\\u0026b=x\\\"\"}",
        &["a.md:1:58: the value of `b` cannot be read"],
    );
    // No escape has a sign.
    check(
        "signed",
        "#v1/neg.f32@sm_90?a=\\u+031 #v1/neg.f32@sm_90?a=&#x+31; #v1/neg.f32@sm_90?a=&#+49;",
        &[
            "a.md:1:21: the value of `a`",
            "a.md:1:50: this is not a link",
            "a.md:1:78: this is not a link",
        ],
    );
}

#[test]
fn a_link_that_is_not_canonical_is_a_warning_or_a_failure() {
    let folder = folder("canonical", &[("a.md", "x #v1/add.f32@sm_90?b=2&a=1.\n")]);
    let hint = "not canonical; the canonical link is v1/add.f32@sm_90?a=0x3f800000&b=0x40000000";
    let (status, lines) = linkcheck(&folder, &[]);
    let summary = "1 link in 1 file; all good; 1 not canonical";
    assert_eq!((status, lines), (0, vec![format!("a.md:1:4: warning: {hint}"), summary.into()]));
    let (status, lines) = linkcheck(&folder, &["--canonical"]);
    let summary = "1 link in 1 file; 1 failed; 1 not canonical";
    assert_eq!((status, lines), (1, vec![format!("a.md:1:4: {hint}"), summary.into()]));
}

#[test]
fn json_has_a_line_for_each_link_and_one_for_all() {
    let text = format!("#{GOOD}\n  #v1/neg.f32@sm_90?a=1\n#{}", GOOD.replace("d=0x4", "d=0x3"));
    let folder = folder("json", &[("a.md", &text), ("b.txt", "#v1/neg.f32@sm_90?x=1")]);
    let (status, lines) = linkcheck(&folder, &["--json"]);
    assert_eq!((status, lines.len()), (1, 5), "{lines:#?}");
    let good = format!(
        r#"{{"file":"a.md","line":1,"column":2,"link":"{GOOD}","canonical":"{GOOD}","is_canonical":true,"recorded":"reproduced","is_good":true,"problems":[]}}"#
    );
    assert_eq!(lines[0], good);
    let has = |line: &str, parts: &[&str]| {
        assert!(parts.iter().all(|part| line.contains(part)), "{line}");
    };
    has(
        &lines[1],
        &[r#""line":2,"column":4"#, r#""is_canonical":false,"recorded":null,"is_good":true"#],
    );
    has(&lines[2], &[r#""recorded":"differs","is_good":false,"problems":[{"line":3,"column":45,"#]);
    has(&lines[3], &[r#""file":"b.txt""#, r#""column":19,"message":"`x` is not a key"#]);
    let summary = r#"{"files":2,"links":4,"failed":2,"not_canonical":1,"permitted":0,"ignored":0,"binary_files":0}"#;
    assert_eq!(lines[4], summary);
    let (_, lines) = linkcheck(&folder, &["--json", "--canonical"]);
    has(&lines[1], &[r#""is_good":false"#, "not canonical"]);
}

#[test]
fn folders_are_walked_and_what_is_no_documentation_is_left_out() {
    let bad = "#v1/neg.f32@sm_90?x=1";
    let folder = folder(
        "walk",
        &[
            ("b.md", bad),
            ("a/deep/x.md", bad),
            (".git/x.md", bad),
            ("a/target/x.md", bad),
            ("node_modules/y/x.md", bad),
            ("binary", &format!("\0{bad}")),
            (".hidden/x.md", bad),
            ("ignored.md", &format!("{bad} <!-- ptxfp: ignore -->\n")),
        ],
    );
    fs::write(folder.join("latin1.txt"), [b"\xe9 ", bad.as_bytes()].concat()).expect("writable");
    let (status, lines) = linkcheck(&folder, &[]);
    let problem = "`x` is not a key; the keys are a, d, isa, with, sweep, asked, view";
    let missing = "operand `a` is missing; 0 is used";
    let mut expected = Vec::new();
    for (file, column) in
        [(".hidden/x.md", 19), ("a/deep/x.md", 19), ("b.md", 19), ("latin1.txt", 21)]
    {
        expected.push(format!("{file}:1:{column}: {problem}"));
        expected.push(format!("{file}:1:{}: {missing}", column + 3));
    }
    let summary = "4 links in 5 files; 4 failed; 1 ignored; 1 binary file left out";
    expected.push(summary.into());
    assert_eq!((status, lines), (1, expected));
    // A folder that is named is walked, whatever its name.
    assert_eq!(linkcheck(&folder.join("a/target"), &[]).0, 1);
}

#[test]
fn no_text_takes_long() {
    let links = "#v1/neg.f32@sm_90?a=1 #v1/neg.f32@sm_90?a=1\n".repeat(2);
    let long = "#v1/neg.f32@sm_90?a=1 ".repeat(20_000);
    let files: Vec<_> = [
        ("a.txt", "#v1/".repeat(200_000), "0 links in 1 file"),
        ("b.txt", "v1/a@sm_9?".repeat(100_000), "links in 1 file; "),
        ("c.txt", "#v1/a&amp;".repeat(100_000), "links in 1 file; "),
        ("d.txt", "&#".repeat(100_000) + "#v1/x" + &"&amp;".repeat(100_000), "1 link in 1 file; "),
        ("e.txt", long, "20000 links in 1 file; 20000 failed"),
        ("f.txt", links, "4 links in 1 file; 4 failed"),
    ]
    .into();
    let texts: Vec<_> = files.iter().map(|(name, text, _)| (*name, text.as_str())).collect();
    let folder = folder("long", &texts);
    for (name, _, expected) in &files {
        let (_, lines) = linkcheck(&folder.join(name), &["--canonical"]);
        let summary = lines.last().expect("a summary").as_str();
        assert!(lines.len() <= 20_001 && summary.contains(expected), "{name}: {summary}");
    }
}

#[test]
fn a_path_that_cannot_be_read_is_refused() {
    check_refused(&["linkcheck", "no-such-file.md"], "no-such-file.md: ");
    check_refused(&["linkcheck"], "<PATH>...");
}

/// Links that are shown to readers hold.
#[test]
fn our_own_links_are_good() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = |name: &str| root.join(name).to_str().expect("a path in UTF-8").to_string();
    let paths = [
        "README.md",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "docs",
        "app/view/src/lessons",
        "index.html",
    ];
    let paths: Vec<_> = paths.map(path).into();
    let mut arguments = vec!["linkcheck", "--canonical"];
    arguments.extend(paths.iter().map(String::as_str));
    let output = run(&arguments, b"");
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{shown}");
    let n_links = shown.lines().last().and_then(|line| line.split(' ').next()?.parse().ok());
    // The lessons alone have as many.
    assert!(n_links > Some(50), "{shown}");
}

#[test]
fn links_to_elements_of_tensor_cores_are_checked() {
    let link = "v1/tensor@sm_90?code=mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32";
    let text = format!("good #{link}&a=0x3c00&c=0x4b000000&isa=9.5\nbad #{link}&a=0x3c00,y&c=0\n");
    let (status, lines) = linkcheck(&folder("tensor", &[("a.md", &text)]), &[]);
    assert_eq!(status, 1);
    assert!(lines[0].starts_with("a.md:2:"), "{}", lines[0]);
    assert!(lines[0].contains("`a` cannot be read: element 1"), "{}", lines[0]);
    let output = run(&["link", &format!("{link}&a=1,2&c=2^23&isa=9.5")], b"");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text, format!("#{link}&a=0x3c00,0x4000&c=0x4b000000&isa=9.5\n"));
}
