//! The scope of register names: `.reg` in an inner block declares a new register.
//!
//! A register belongs to the innermost open block that declares its name; one that no block declares
//! belongs to the whole text. If several registers have the same name, all but the first one used
//! are renamed, so that a text without blocks can have the same meaning.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::declare::{Declarations, Declared, is_name};
use super::split::{Kind, Piece, is_word};
use crate::program::inline::{Constraint, Operand};

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
struct Known<'t> {
    text: &'t str,
    block: usize,
    name: String,
}

/// A list of them, in the order of their texts and blocks.
type AllKnown<'t> = Vec<Known<'t>>;

impl Uses {
    /// The names in the statements of a text; errors in declarations are reported elsewhere.
    pub(super) fn of<'t>(text: &'t str, pieces: &[Piece], operands: &'t [Operand]) -> Self {
        let mut uses = Vec::new();
        let mut known: AllKnown<'t> = Vec::new();
        // The blocks that are open, each with a number of its own.
        let mut blocks = alloc::vec![(0, Declarations::default())];
        let mut n_blocks = 0;
        for operand in operands {
            if let (Constraint::Register(kind), Some((_, declarations))) =
                (operand.constraint, blocks.first_mut())
            {
                operand.names.last().into_iter().for_each(|name| declarations.add(name, kind));
            }
        }
        for piece in pieces {
            let own = text.get(piece.span.clone()).unwrap_or_default();
            match piece.kind {
                Kind::Open => {
                    n_blocks += 1;
                    blocks.push((n_blocks, Declarations::default()));
                }
                Kind::Close => {
                    if blocks.len() > 1 {
                        blocks.pop();
                    }
                }
                Kind::Declaration => {
                    if let Some((_, declarations)) = blocks.last_mut() {
                        // What is wrong is reported when the statement is read.
                        let _ = declarations.read(own);
                    }
                }
                Kind::Statement => {
                    for (offset, given) in words(own) {
                        let length = given.len();
                        let start = piece.span.start + offset;
                        let operand = operands.iter().find(|it| it.alias(given, start).is_some());
                        if let Some(constant) = operand.filter(|it| it.is_constant()) {
                            // Its value stands where its name stood.
                            let name = ["(", &constant.expression, ")"].concat();
                            uses.push(Use { start, length, name, declared: None });
                            continue;
                        }
                        let word = operand.and_then(|it| it.alias(given, start)).unwrap_or(given);
                        let found = blocks.iter().rev().find_map(|(block, declarations)| {
                            Some((*block, declarations.find(word)?))
                        });
                        let block = found.map_or(0, |(block, _)| block);
                        let name = named(text, &mut known, word, block);
                        let declared = found.map(|(_, declared)| declared);
                        uses.push(Use { start, length, name, declared });
                    }
                }
                Kind::Directive | Kind::Label => {}
            }
        }
        Self(uses)
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

    /// A part of the text with the names that registers have in all of it.
    pub(super) fn rename(&self, text: &str, piece: &Piece) -> String {
        let mut renamed = String::new();
        let mut position = piece.span.start;
        let first = self.0.partition_point(|each| each.start < position);
        for each in self.0.iter().skip(first).take_while(|each| each.start < piece.span.end) {
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
    known.insert(place, Known { text: word, block, name: name.clone() });
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
