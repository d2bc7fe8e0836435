//! Text that is designed to be slow: the time for an answer does not grow faster than the text.
//!
//! Limits on length are part of that, so each text comes in the greatest length that is read, and
//! in a megabyte. A file has no limit: it is read in two lengths.

use std::time::{Duration, Instant};

use fuzz::read;
use ptxfp::explore::sequence;
use ptxfp::{link, text};

/// Ten times the time of the slowest answer on a busy machine; work that grows with the square of
/// the length takes far longer.
const LIMIT: Duration = Duration::from_secs(10);

const MEGABYTE: usize = 1 << 20;

/// The longest statement that is read; [`ptxfp::syntax`] keeps it to itself.
const STATEMENT: usize = 4096;

/// A beginning, and what is repeated after it.
type Shape = (&'static str, &'static str);

fn text(shape: Shape, length: usize) -> String {
    let (start, part) = shape;
    let count = length.saturating_sub(start.len()) / part.len();
    [start, &part.repeat(count)].concat()
}

/// Reads each shape at both lengths, and reports those that take too long.
fn check(name: &str, lengths: [usize; 2], shapes: &[Shape], read: fn(&str)) {
    let mut slow = Vec::new();
    for shape in shapes {
        for length in lengths {
            let text = text(*shape, length);
            let start = Instant::now();
            read(&text);
            let time = start.elapsed();
            eprintln!("{name} {length:>8} {time:>12.1?} {shape:?}");
            if time > LIMIT {
                slow.push((shape, length, time));
            }
        }
    }
    assert!(slow.is_empty(), "{name}: {slow:?}");
}

#[test]
fn statements() {
    let shapes = [
        ("", ".sat"),
        ("add", ".sat"),
        ("cvt", ".f32"),
        ("add", ".\u{202e}"),
        ("", "a"),
        ("", "@p "),
        ("", "a:"),
        ("add.f32 ", "{"),
        ("add.f32 ", "{a,"),
        ("add.f32 ", "1,"),
        ("add.f32 ", "a b"),
        ("add.f32 d", " /**/"),
        ("/*", "/"),
        ("add.f32 /*", "*"),
        ("", "//\n"),
        ("", " "),
        ("", "\u{feff}"),
    ];
    check("statement", [STATEMENT, MEGABYTE], &shapes, read::statement);
}

#[test]
fn operands() {
    let shapes = [
        ("", "9"),
        (".", "0"),
        ("0.", "37"),
        ("1e-", "9"),
        ("1e9999", "_0"),
        ("1/", "7"),
        ("7e99999/", "3"),
        ("1e-99999/", "3"),
        ("0x1.", "f"),
        ("0x", "0"),
        ("0b", "_1"),
        ("0f", "0"),
        ("-", " "),
        ("", "\u{2212}"),
        ("", "\u{202e}1"),
        ("{", "1,"),
    ];
    check("operand", [text::MAX_LENGTH, MEGABYTE], &shapes, read::operand);
}

#[test]
fn links() {
    let shapes = [
        ("v1/add", ".sat"),
        ("v1/add.f32@sm_90?", "a=1&"),
        ("v1/add.f32@sm_90?", "é=\u{202e}&"),
        ("v1/add.f32@sm_90?", "x&"),
        ("v1/add.f32@sm_90?", "%g&x"),
        ("v1/add.f32@sm_90?", "with=x@sm_90&"),
        ("v1/add.f32@sm_90?", "with=add.rz.f32@sm_90&"),
        ("v1/add.f32@sm_90?a=", "1"),
        ("v1/add.f32@sm_90?a=1/", "7"),
        ("v1/add.f32@sm_90?view=", "a"),
        ("", "%25"),
        ("", "%ff"),
        ("", "%g"),
        ("", "#"),
        ("v1/sequence@sm_90?code=", "add.f32~d,a,b~~"),
        ("v1/sequence@sm_90?code=", "@20"),
        ("v1/sequence@sm_90?code=add.f32~d,a,b&", "a=1&"),
        ("v1/sequence@sm_90?code=add.f32~d,a,b&out=", "1,"),
        ("v1/sequence@sm_90?code=", "%0a"),
    ];
    check("link", [link::MAX_LENGTH, MEGABYTE], &shapes, read::link);
}

#[test]
fn sequences() {
    let shapes = [
        ("", "\n"),
        ("add.f32", "\n"),
        ("add.f32 d", "\n,"),
        ("add.f32 d", "//\n"),
        ("", ";"),
        ("", "{"),
        ("", "}"),
        ("", "a:"),
        ("", "x\n"),
        ("", ".x\n"),
        ("", "add.f32 d, a, b;"),
        ("", ".reg .f32 %f<9>;"),
        ("", "/*"),
        ("add.f32 d, ", "a,"),
        ("mov.b32 {", "a,"),
        ("", "}a b,"),
        ("", "{.reg .f32 a;"),
        ("", "{.reg .f32 a;abs.f32 a, a;"),
        ("", "mul.f32 a, a, b; add.f32 a, a, b;"),
    ];
    check("sequence", [sequence::MAX_LENGTH, MEGABYTE], &shapes, read::sequence);
}

#[test]
fn lines() {
    let shapes = [
        ("", "9"),
        ("9.1 sm_90 add", ".sat"),
        ("9.1 sm_90 add.f32 ", "1 "),
        ("9.1 sm_90 add.f32 ", "f"),
        ("9.1 sm_90 add.f32 ", "\u{202e}"),
        ("", "9.1 sm_90 x.f32\n"),
    ];
    check("line", [1 << 16, MEGABYTE], &shapes, read::lines);
}

#[test]
fn files_with_links() {
    let shapes = [
        ("", "v"),
        ("", "v1/"),
        ("", " v1/add@sm_"),
        ("", "#v1/add.f32@sm_90?a=1&b=1 "),
        ("#v1/", "&amp;"),
        ("", "#v1/&amp;amp;amp;amp;amp;amp;"),
        ("", "\\"),
        ("", "&"),
        ("", "#v1/%25"),
        ("#v1/add.f32@sm_90?", "a=1&"),
    ];
    check("file", [MEGABYTE / 64, MEGABYTE / 8], &shapes, read::file);
}

#[test]
fn queries() {
    let shapes =
        [("", "add "), ("", "!fma "), ("x", " f32"), ("", "sm_90 "), ("", "a"), ("", "\u{202e} ")];
    check("query", [4096, MEGABYTE], &shapes, read::query);
}

#[test]
fn domains_and_work() {
    let shapes =
        [("0x", "0"), ("random:1", "0"), ("", "all/"), ("sweep\nv1/add.f16@sm_90?a=1&b=1\n", "0 ")];
    check("job", [4096, MEGABYTE], &shapes, read::job);
}
