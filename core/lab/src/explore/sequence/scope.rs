//! The scope of register names: `.reg` in an inner block declares a new register.
//!
//! A register belongs to the innermost open block that declares its name; one that no block declares
//! belongs to the whole text. If several registers have the same name, all but the first one used
//! are renamed, so that a text without blocks can have the same meaning.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::declare::{Declarations, Declared};
use super::special::is_special;
use super::split::{Kind, Piece};
use super::unevaluated::function;
use crate::program::inline::{Constraint, Operand};
use crate::syntax::{is_name, is_word};

/// A name in a statement, and the register that it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Use {
    /// Its position in the text, in bytes.
    pub(super) start: usize,
    /// Its length in the text, in bytes.
    pub(super) length: usize,
    /// The name of the register, which no other register of the text has.
    pub(super) name: String,
    /// The declared type, if it is declared.
    pub(super) declared: Option<Declared>,
}

/// The names in the statements of a text.
#[derive(Clone, Debug, Default)]
pub(super) struct Uses(Vec<Use>);

/// The registers of one name: the block of each, and its name from then on.
struct Enclosure<'t> {
    text: &'t str,
    block: usize,
    name: String,
}

/// A list of them, in the order of their texts and blocks.
type AllKnown<'t> = Vec<Enclosure<'t>>;

/// The scopes that are open at a place of a text, and the names before it.
struct Scopes<'t> {
    text: &'t str,
    operands: &'t [Operand],
    known: AllKnown<'t>,
    /// The open blocks, each with a number of its own; the first is a function or the whole text.
    blocks: Vec<(usize, Declarations)>,
    n_blocks: usize,
    /// Whether registers of several functions may have one name.
    are_apart: bool,
    uses: Vec<Use>,
}

impl<'t> Scopes<'t> {
    /// Opens a block.
    fn open(&mut self) {
        self.n_blocks += 1;
        self.blocks.push((self.n_blocks, Declarations::default()));
    }

    /// The declarations of the innermost block.
    fn declarations(&mut self) -> Option<&mut Declarations> {
        self.blocks.last_mut().map(|(_, declarations)| declarations)
    }

    /// Begins a function: it has names of its own. Those of the first one stay as they are.
    fn begin_function(&mut self) {
        let is_first = self.uses.is_empty() || self.are_apart;
        if self.are_apart {
            self.known.clear();
        }
        self.blocks.clear();
        if is_first {
            self.blocks.push((0, Declarations::default()));
        } else {
            self.open();
        }
    }

    /// Adds the names in a statement.
    fn read(&mut self, own: &'t str, position: usize) {
        for (offset, given) in words(own) {
            if is_special(given) {
                continue;
            }
            let length = given.len();
            let start = position + offset;
            let operand = self.operands.iter().find(|it| it.alias(given, start).is_some());
            if let Some(constant) = operand.filter(|it| it.is_constant()) {
                // Its value stands where its name stood.
                let name = ["(", &constant.expression, ")"].concat();
                self.uses.push(Use { start, length, name, declared: None });
                continue;
            }
            let word = operand.and_then(|it| it.alias(given, start)).unwrap_or(given);
            let mut blocks = self.blocks.iter().rev();
            let found =
                blocks.find_map(|(block, declarations)| Some((*block, declarations.find(word)?)));
            let outermost = self.blocks.first().map_or(0, |(block, _)| *block);
            let block = found.map_or(outermost, |(block, _)| block);
            let name = named(self.text, &mut self.known, word, block);
            let declared = found.map(|(_, declared)| declared);
            self.uses.push(Use { start, length, name, declared });
        }
    }
}

impl Uses {
    /// The names in the statements of a text; errors in declarations are reported elsewhere.
    pub(super) fn of(text: &str, pieces: &[Piece], operands: &[Operand]) -> Self {
        Self::read(text, pieces, operands, false)
    }

    /// The names where those of each function are its own: another one may have the same names.
    pub(super) fn by_function(text: &str, pieces: &[Piece], operands: &[Operand]) -> Self {
        Self::read(text, pieces, operands, true)
    }

    fn read(text: &str, pieces: &[Piece], operands: &[Operand], are_apart: bool) -> Self {
        let mut declarations = Declarations::default();
        for operand in operands {
            if let (Constraint::Register(kind), Some(name)) =
                (operand.constraint, operand.names.last())
            {
                declarations.add(name, kind);
            }
        }
        let blocks = alloc::vec![(0, declarations)];
        let (known, uses) = (Vec::new(), Vec::new());
        let mut scopes = Scopes { text, operands, known, blocks, n_blocks: 0, are_apart, uses };
        for piece in pieces {
            let own = text.get(piece.span.clone()).unwrap_or_default();
            match piece.kind {
                Kind::Open => scopes.open(),
                Kind::Close => {
                    if scopes.blocks.len() > 1 {
                        scopes.blocks.pop();
                    }
                }
                Kind::Declaration => {
                    if let Some(declarations) = scopes.declarations() {
                        // Errors are reported when the statement is read.
                        let _ = declarations.read(own);
                    }
                }
                Kind::Statement => scopes.read(own, piece.span.start),
                Kind::Directive => {
                    if function(own).is_some() {
                        scopes.begin_function();
                    }
                    if let Some(declarations) = scopes.declarations() {
                        declarations.parameters(own);
                    }
                }
                Kind::Label => {}
            }
        }
        Self(scopes.uses)
    }

    /// The name at a place of the text.
    pub(super) fn at(&self, start: usize) -> Option<&Use> {
        let index = self.0.binary_search_by_key(&start, |each| each.start).ok()?;
        self.0.get(index)
    }

    /// Whether a register is declared where it is used first.
    pub(super) fn is_declared_at_first(&self, name: &str) -> bool {
        self.0.iter().find(|each| each.name == name).is_some_and(|each| each.declared.is_some())
    }

    /// The names in a piece of the text.
    pub(super) fn within(&self, piece: &Piece) -> impl Iterator<Item = &Use> {
        let Range { start, end } = piece.span;
        let first = self.0.partition_point(|each| each.start < start);
        self.0.iter().skip(first).take_while(move |each| each.start < end)
    }

    /// A part of the text with the names that registers have in all of it.
    pub(super) fn rename(&self, text: &str, piece: &Piece) -> String {
        let mut renamed = String::new();
        let mut position = piece.span.start;
        for each in self.within(piece) {
            renamed.push_str(text.get(position..each.start).unwrap_or_default());
            renamed.push_str(&each.name);
            position = each.start + each.length;
        }
        renamed.push_str(text.get(position..piece.span.end).unwrap_or_default());
        renamed
    }
}

/// The name of a register among all of the text.
fn named<'t>(text: &str, known: &mut AllKnown<'t>, word: &'t str, block: usize) -> String {
    let place = known.binary_search_by(|each| (each.text, each.block).cmp(&(word, block)));
    let place = match place {
        Ok(index) => {
            return known.get(index).map_or_else(String::new, |found| found.name.clone());
        }
        Err(place) => place,
    };
    let first = known.partition_point(|each| each.text < word);
    let is_new = known.get(first).is_none_or(|each| each.text != word);
    let is_taken = |name: &str| known.iter().any(|each| each.name == name) || text.contains(name);
    let name = if is_new && !known.iter().any(|each| each.name == word) {
        word.to_string()
    } else {
        // The first numbers are those of the registers of that name that are known.
        let n_known = known.iter().skip(first).take_while(|each| each.text == word).count();
        let others = (n_known.max(1)..).map(|number| [word, "_", &*number.to_string()].concat());
        // There are fewer names in a text than numbers.
        others.into_iter().find(|name| !is_taken(name)).unwrap_or_default()
    };
    known.insert(place, Enclosure { text: word, block, name: name.clone() });
    name
}

/// The words of a statement that may be names of registers, with their places: those after the
/// opcode that are neither modifiers nor numbers.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut position = 0;
    let mut is_behind_opcode = false;
    core::iter::from_fn(move || {
        loop {
            position = super::split::behind_space(text, position);
            let rest = text.get(position..)?;
            let character = rest.chars().next()?;
            let start = position;
            if !is_word(character) {
                position += character.len_utf8();
                // The guard of a predicate is before the opcode.
                if character == '@' {
                    let guard = text.get(position..)?.trim_start_matches('!');
                    let begin = text.len() - guard.len();
                    let length = guard.find(|c| !is_word(c)).unwrap_or(guard.len());
                    position = begin + length;
                    let word = guard.get(..length)?;
                    if is_name(word) {
                        return Some((begin, word));
                    }
                }
                continue;
            }
            let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            position += length;
            let is_modifier = text.get(..start)?.ends_with(['.', ':']);
            let is_opcode = !core::mem::replace(&mut is_behind_opcode, true);
            let word = rest.get(..length)?;
            if !is_modifier && !is_opcode && is_name(word) {
                return Some((start, word));
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::split::split;
    use super::{Uses, words};
    use alloc::vec::Vec;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn words_are_names_behind_the_opcode() {
        let found = |text| words(text).map(|(_, word)| word).collect::<Vec<_>>();
        assert_eq!(found("add.f32 d, %a, 0f3f800000 /* x */, 1e3"), ["d", "%a"]);
        assert_eq!(found("@!p shfl.sync d|q, [a+4], -b"), ["p", "d", "q", "a", "b"]);
        assert_eq!(found("ret"), [""; 0]);
        assert_eq!(found("@"), [""; 0]);
    }

    #[test]
    fn inner_blocks_have_registers_of_their_own() {
        let text = ".reg .f32 x; add.f32 x, a, x;\n{ .reg .b64 x; abs.f64 x, b; { neg.f64 x, x; } }\nadd.f32 x_1, x, a; { .reg .f32 a; abs.f32 a, x; }";
        let (pieces, _) = split(text);
        let uses = Uses::of(text, &pieces, &[]);
        let names: Vec<_> = uses.0.iter().map(|each| each.name.as_str()).collect();
        assert_eq!(names, ["x", "a", "x", "x_2", "b", "x_2", "x_2", "x_1", "x", "a", "a_1", "x"]);
        let widths: Vec<_> = uses.0.iter().map(|each| each.declared.map(|it| it.width)).collect();
        assert_eq!(widths[..4], [Some(32), None, Some(32), Some(64)]);
        assert_eq!(uses.at(uses.0[3].start).unwrap().name, "x_2");
        assert_eq!(uses.rename(text, &pieces[4]), "abs.f64 x_2, b");
    }
}
