//! Statements that are not evaluated: the registers they write, and the end of the straight line.

use alloc::vec::Vec;
use core::ops::Range;

use super::guard::behind_guard;
use super::split::{Kind, Piece};
use crate::syntax::{Statement, Token, is_name, is_word, parse};

/// Opcodes that do nothing to the values of one thread, and have no destination.
pub(super) const WITHOUT_EFFECT: [&str; 14] = [
    "bar",
    "barrier",
    "membar",
    "fence",
    "prefetch",
    "prefetchu",
    "nanosleep",
    "pmevent",
    "setmaxnreg",
    "griddepcontrol",
    "discard",
    "applypriority",
    "brkpt",
    "stackrestore",
];

/// Other opcodes whose first operand is not a destination.
const WITHOUT_RESULT: [&str; 7] = ["bra", "brx", "ret", "exit", "trap", "st", "red"];

/// Opcodes that leave the straight line.
pub(super) const BRANCHES: [&str; 6] = ["bra", "brx", "ret", "exit", "call", "trap"];

/// Opcodes that end the function.
pub(super) const ENDS: [&str; 2] = ["ret", "exit"];

/// Directives without an effect on results.
pub(super) const DIRECTIVES: [&str; 34] = [
    ".version",
    ".target",
    ".address_size",
    ".loc",
    ".file",
    ".pragma",
    ".section",
    ".entry",
    ".func",
    ".visible",
    ".extern",
    ".weak",
    ".common",
    ".alias",
    ".param",
    ".global",
    ".const",
    ".shared",
    ".local",
    ".maxntid",
    ".reqntid",
    ".minnctapersm",
    ".maxnctapersm",
    ".maxnreg",
    ".noreturn",
    ".branchtargets",
    ".calltargets",
    ".callprototype",
    ".language",
    ".b8",
    ".b16",
    ".b32",
    ".b64",
    ".align",
];

/// Opcodes that go on at a label.
const JUMPS: [&str; 2] = ["bra", "brx"];

/// The names of registers in a statement that is not evaluated.
pub(super) struct Names<'t> {
    /// Those that it seems to write.
    pub(super) written: Vec<Token<'t>>,
    /// Those that it seems to read, except in addresses.
    pub(super) read: Vec<Token<'t>>,
    /// Those in addresses.
    pub(super) addresses: Vec<Token<'t>>,
}

/// The names of registers in a statement that is not evaluated.
pub(super) fn operands<'t>(statement: &Statement<'t>) -> Names<'t> {
    let opcode = statement.opcode.as_ref().map_or("", |opcode| opcode.text);
    let is_reduction = statement.modifiers.iter().any(|modifier| modifier.text == ".red");
    let elements: Vec<_> = statement.operands.iter().map(|each| each.elements.as_slice()).collect();
    let n_written = match opcode {
        // `call (a, b), f, (c)`: those in the parentheses before the name.
        "call" => {
            let first =
                |text: &str| elements.first().is_some_and(|each| each[0].text.starts_with(text));
            let is_end = |each: &&[Token<'_>]| each.iter().any(|it| it.text.ends_with(')'));
            let end = elements.iter().position(is_end);
            if first("(") { end.map_or(elements.len(), |end| end + 1) } else { 0 }
        }
        "bar" | "barrier" if is_reduction => 1,
        _ if WITHOUT_RESULT.contains(&opcode) || WITHOUT_EFFECT.contains(&opcode) => 0,
        _ => 1,
    };
    let (written, read) = elements.split_at(n_written.min(elements.len()));
    let of = |operands: &[&[Token<'t>]]| -> Vec<Token<'t>> {
        operands.iter().flat_map(|each| each.iter()).flat_map(parts).collect()
    };
    // An address that is written through is no destination: its register is read.
    let is_address = |each: &&[Token<'_>]| each.iter().any(|it| it.text.starts_with('['));
    let (to, written): (Vec<_>, Vec<_>) = written.iter().copied().partition(is_address);
    let (from, read): (Vec<_>, Vec<_>) = read.iter().copied().partition(is_address);
    Names { written: of(&written), read: of(&read), addresses: [of(&to), of(&from)].concat() }
}

/// The names in an element such as `d|p`, `(x`, `[a+4]` or `!p`.
fn parts<'t>(element: &Token<'t>) -> Vec<Token<'t>> {
    let mut found = Vec::new();
    let mut position = 0;
    let is_part = |c: char| is_word(c) || c == '.';
    for part in element.text.split(|c| !is_part(c)) {
        if is_name(part) {
            let start = element.span.start + position;
            found.push(Token { text: part, span: start..start + part.len() });
        }
        // Separators are not all of one byte.
        position += part.len();
        let behind = element.text.get(position..).and_then(|rest| rest.chars().next());
        position += behind.map_or(0, char::len_utf8);
    }
    found
}

/// Bytes of a text whose statements may run not at all, or more than once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Branched {
    pub(super) bytes: Range<usize>,
    /// The index of the jump that causes it.
    pub(super) jump: usize,
}

/// The parts of a text that are not straight: in each function, from the first jump or label on.
pub(super) fn branched(text: &str, pieces: &[Piece]) -> Vec<Branched> {
    let mut found: Vec<Branched> = Vec::new();
    let mut index = 0;
    let mut label = None;
    let mut is_found = false;
    for piece in pieces {
        let own = text.get(piece.span.clone()).unwrap_or_default();
        match piece.kind {
            Kind::Label => label = label.or(Some(piece.span.start)),
            Kind::Statement => {
                let behind = behind_guard(own);
                let (statement, _) = parse(own.get(behind..).unwrap_or_default());
                // Behind a guarded end it is not known what runs.
                let may_end = |opcode| behind > 0 && ENDS.contains(&opcode);
                let is_jump =
                    statement.opcode.is_some_and(|it| JUMPS.contains(&it.text) || may_end(it.text));
                if is_jump && !is_found {
                    is_found = true;
                    let start = label.map_or(piece.span.start, |label| label.min(piece.span.start));
                    found.push(Branched { bytes: start..text.len(), jump: index });
                }
                index += 1;
            }
            Kind::Declaration => index += 1,
            Kind::Directive if function(own).is_some() => {
                if let Some(last) = found.last_mut().filter(|_| is_found) {
                    last.bytes.end = piece.span.start;
                }
                (label, is_found) = (None, false);
            }
            Kind::Directive | Kind::Open | Kind::Close => {}
        }
    }
    found
}

/// The name of the function that a directive begins: `.visible .func (.param .b32 r) f(...)`.
pub(super) fn function(directive: &str) -> Option<&str> {
    let place = |word| Some((crate::text::quote::position(directive, word)?, word));
    let (start, word) = place(".func").or_else(|| place(".entry"))?;
    let rest = directive.get(start + word.len()..)?.trim_start();
    // The results are before the name.
    let rest = match rest.strip_prefix('(') {
        Some(results) => results.split_once(')')?.1.trim_start(),
        None => rest,
    };
    let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
    rest.get(..end).filter(|name| is_name(name))
}

#[cfg(test)]
mod tests {
    use super::operands;
    use crate::syntax::parse;
    use alloc::vec::Vec;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn registers_that_are_written_come_first() {
        for (text, written, read) in [
            ("shfl.sync.idx.b32 d|p, a, b, c, m", &["d", "p"][..], &["a", "b", "c", "m"][..]),
            ("call (x), f, (a, b)", &["x"], &["f", "a", "b"]),
            ("call.uni (x, y), f, (a)", &["x", "y"], &["f", "a"]),
            ("call f, (a)", &[], &["f", "a"]),
            ("bar.red.popc.u32 d, 0, !p", &["d"], &["p"]),
            ("bar.sync 0, a", &[], &["a"]),
            ("ld.global.v2.f32 {a, b}, [p+4]", &["a", "b"], &["p"]),
            ("st.global.f32 [p], a", &[], &["p", "a"]),
            ("setp.lt.and.f32 p|q, a, b, !r", &["p", "q"], &["a", "b", "r"]),
            ("mov.u32 d, %tid.x", &["d"], &[]),
            ("bra L", &[], &["L"]),
            ("mad.lo.s32 d, a, 5, -1", &["d"], &["a"]),
        ] {
            let (statement, _) = parse(text);
            let found = operands(&statement);
            let others = [found.addresses, found.read].concat();
            let names = |all: &[super::Token<'_>]| -> Vec<_> {
                for each in all {
                    assert_eq!(text.get(each.span.clone()), Some(each.text));
                }
                all.iter().map(|each| text.get(each.span.clone()).unwrap()).collect()
            };
            assert_eq!(
                (names(&found.written), names(&others)),
                (written.to_vec(), read.to_vec()),
                "{text}"
            );
        }
    }
}
