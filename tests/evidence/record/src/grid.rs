//! The statements that are tried.

use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::sync::Arc;

use crate::permutations::permutations;

/// The operand with a scale factor for each lane.
const SCALE: &str = "scale-factor";
/// The operand with one scale factor for all lanes, and the modifier for it.
const SHARED_SCALE: &str = "scale-factor::n1";
const SHARED: &str = ".scaled::n1::";

/// The contents of a grid file.
#[derive(Debug, Default)]
pub struct Grid {
    /// Every statement of the product blocks, once.
    pub statements: Vec<Statement>,
    /// Statements with modifiers in other orders, or twice.
    pub orders: Vec<Statement>,
    /// Statements that are accepted by mistake: the assembler generates no code with their meaning.
    pub assembler_bugs: Vec<Statement>,
    /// The declaration of each type, or operand.
    registers: Vec<Register>,
    /// The text of each statement with registers, by spelling and structure of the operands.
    asked: HashMap<String, String>,
}

/// Types and operands that are declared alike.
#[derive(Debug)]
struct Register {
    /// Such as `.b32`.
    declaration: String,
    /// Types, with their dot, and names of operands.
    used_for: Vec<String>,
}

/// An instruction with its operands: `fma.rn.f32 d, a, b, c`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Opcode and modifiers.
    pub spelling: String,
    /// The operands as the ISA names them, with commas.
    pub operands: Arc<str>,
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.spelling, self.operands)
    }
}

impl Statement {
    /// Reads a spelling and, after a space, the operands.
    ///
    /// # Errors
    ///
    /// If there are no operands.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (spelling, operands) =
            text.split_once(' ').ok_or_else(|| format!("`{text}` has no operands"))?;
        Ok(Self { spelling: spelling.to_owned(), operands: operands.trim().into() })
    }

    /// Opcode and types, by which statements are grouped: `cvt.f32.f16`.
    pub fn group(&self, grid: &Grid) -> String {
        let mut words = self.spelling.split_inclusive('.');
        let opcode = words.next().unwrap_or_default().trim_end_matches('.');
        let types = grid.types(&self.spelling);
        format!("{opcode}{}", types.concat())
    }
}

/// A product of opcodes, modifiers, types and operands.
#[derive(Debug, Default)]
struct Block {
    opcodes: Vec<String>,
    /// Groups of which at most one modifier is taken.
    modifiers: Vec<Vec<String>>,
    types: Vec<String>,
    to: Vec<String>,
    from: Vec<String>,
    operands: Vec<Arc<str>>,
}

impl Grid {
    /// Reads a grid file and expands it.
    ///
    /// # Errors
    ///
    /// If a line is not understood, a type is not declared, or two statements would differ in their
    /// registers only.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut grid = Self::default();
        let mut block = Block::default();
        for (index, line) in text.lines().enumerate() {
            let result = grid.read_line(line, &mut block);
            result.map_err(|error| format!("line {}: {error}", index + 1))?;
        }
        grid.expand(&block)?;
        Ok(grid)
    }

    /// The lines that declare all registers.
    pub fn declarations(&self) -> String {
        let declared = self.registers.iter().map(|it| {
            let bare = it.declaration.trim_start_matches('.');
            format!(" .reg {} %{bare}_<12>;\n", it.declaration)
        });
        declared.collect()
    }

    /// The statement as the assembler is asked, with registers.
    ///
    /// # Errors
    ///
    /// If a type or operand is not declared.
    pub fn with_registers(&self, statement: &Statement) -> Result<String, String> {
        let types = self.types(&statement.spelling);
        let (first, last) = (types.first(), types.last());
        let mut text = format!("{} ", statement.spelling);
        let mut number = 0;
        for piece in statement.operands.split_inclusive([',', '{', '}', ' ']) {
            let name = piece.trim_end_matches([',', '{', '}', ' ']);
            let (name, rest) = piece.split_at(name.len());
            if !name.is_empty() {
                number += 1;
                let of_type = match (types.len(), name) {
                    // Each has its own; what is left has the first.
                    (3.., _) => types.get(number - 1).or(first),
                    // The destination and the addend of mixed precision have the first type.
                    (_, "d" | "c") => first,
                    _ => last,
                };
                let is_shared = name == SCALE && statement.spelling.contains(SHARED);
                let declaration = self
                    .declaration(if is_shared { SHARED_SCALE } else { name })
                    .or_else(|| of_type.and_then(|it| self.declaration(it)))
                    .ok_or_else(|| format!("{}: no register for `{name}`", statement.spelling))?;
                let bare = declaration.trim_start_matches('.');
                let _ = write!(text, "%{bare}_{number}");
            }
            text.push_str(rest);
        }
        text.push(';');
        Ok(text)
    }

    fn read_line(&mut self, line: &str, block: &mut Block) -> Result<(), String> {
        let line = line.split('#').next().unwrap_or_default().trim();
        let Some((word, rest)) = line.split_once(char::is_whitespace) else {
            return if line.is_empty() { Ok(()) } else { Err(format!("`{line}` alone")) };
        };
        let words = || rest.split_whitespace().map(str::to_owned);
        match word {
            "register" => {
                let mut words = words();
                let declaration = words.next().unwrap_or_default();
                self.registers.push(Register { declaration, used_for: words.collect() });
            }
            "try" => {
                self.expand(block)?;
                *block = Block { opcodes: words().collect(), ..Block::default() };
            }
            "modifiers" => block.modifiers.extend(
                rest.split_whitespace().map(|it| it.split('/').map(str::to_owned).collect()),
            ),
            "types" => block.types.extend(words()),
            "to" => block.to.extend(words()),
            "from" => block.from.extend(words()),
            "operands" => block.operands.extend(rest.split('|').map(|it| it.trim().into())),
            "permute" => self.permute(rest)?,
            "order" => self.add_order(rest)?,
            "bug" => {
                let statement = Statement::parse(rest)?;
                self.assembler_bugs.push(statement.clone());
                self.add(statement)?;
            }
            _ => return Err(format!("`{word}` is not understood")),
        }
        Ok(())
    }

    fn expand(&mut self, block: &Block) -> Result<(), String> {
        let mut types = block.types.clone();
        for to in &block.to {
            types.extend(block.from.iter().map(|from| format!("{to}{from}")));
        }
        let mut modifiers = vec![String::new()];
        for group in &block.modifiers {
            let with = |so_far: &String| {
                let none = [String::new()].into_iter();
                let all = none.chain(group.iter().cloned()).map(|it| format!("{so_far}{it}"));
                all.collect::<Vec<_>>()
            };
            modifiers = modifiers.iter().flat_map(with).collect();
        }
        for opcode in &block.opcodes {
            for each in &types {
                let spellings = modifiers.iter().map(|it| format!("{opcode}{it}{each}"));
                for spelling in spellings.filter(|it| !repeats_a_modifier(it, each)) {
                    for operands in &block.operands {
                        let (spelling, operands) = (spelling.clone(), Arc::clone(operands));
                        self.add(Statement { spelling, operands })?;
                    }
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, statement: Statement) -> Result<(), String> {
        let structure: String =
            statement.operands.chars().filter(|c| matches!(c, ',' | '{' | '}')).collect();
        let asked = self.with_registers(&statement)?;
        let key = format!("{} {structure}", statement.spelling);
        match self.asked.get(&key) {
            None => {
                self.asked.insert(key, asked);
                self.statements.push(statement);
            }
            Some(other) if *other == asked => {}
            Some(other) => return Err(format!("`{asked}` and `{other}` are the same to a reader")),
        }
        Ok(())
    }

    /// Every order of a statement's modifiers, and each of them twice.
    fn permute(&mut self, text: &str) -> Result<(), String> {
        let Statement { spelling, operands } = Statement::parse(text)?;
        let mut words = spelling.split('.');
        let opcode = words.next().unwrap_or_default();
        let modifiers: Vec<_> = words.collect();
        let mut spellings = Vec::new();
        let mut add = |modifiers: &[&str]| {
            spellings.push(format!("{opcode}.{} {operands}", modifiers.join(".")));
        };
        permutations(&modifiers, &mut add);
        for (index, modifier) in modifiers.iter().enumerate() {
            for position in [index, 0] {
                let mut twice = modifiers.clone();
                twice.insert(position, modifier);
                add(&twice);
            }
        }
        spellings.iter().try_for_each(|it| self.add_order(it))
    }

    fn add_order(&mut self, text: &str) -> Result<(), String> {
        let statement = Statement::parse(text)?;
        if !self.orders.contains(&statement) {
            self.with_registers(&statement)?;
            self.orders.push(statement);
        }
        Ok(())
    }

    fn declaration(&self, name: &str) -> Option<&str> {
        let found = self.registers.iter().find(|it| it.used_for.iter().any(|each| each == name));
        found.map(|it| it.declaration.as_str())
    }

    /// The types in a spelling, with their dots.
    fn types<'s>(&self, spelling: &'s str) -> Vec<&'s str> {
        let dots: Vec<_> = spelling.match_indices('.').map(|(index, _)| index).collect();
        let ends = dots.iter().copied().skip(1).chain([spelling.len()]);
        let words = dots.iter().zip(ends).map(|(start, end)| &spelling[*start..end]);
        words.filter(|word| self.declaration(word).is_some()).collect()
    }
}

/// Whether a modifier appears twice; the types at the end may.
fn repeats_a_modifier(spelling: &str, types: &str) -> bool {
    let head = spelling.strip_suffix(types).unwrap_or(spelling);
    let modifiers: Vec<_> = head.split('.').skip(1).collect();
    (1..modifiers.len()).any(|index| modifiers[..index].contains(&modifiers[index]))
}

#[cfg(test)]
mod tests {
    use super::Grid;

    const HEAD: &str = "register .b16 .f16\nregister .b32 .f32 rbits\nregister .pred p\n";

    fn asked(text: &str) -> Vec<String> {
        let grid = Grid::parse(&format!("{HEAD}{text}")).unwrap();
        let statements = grid.statements.iter().chain(&grid.orders);
        statements.map(|it| grid.with_registers(it).unwrap()).collect()
    }

    #[test]
    fn a_block_is_the_product_of_its_lines() {
        assert_eq!(
            asked("try add sub # not mul\n modifiers .rn/.rz .sat\n types .f32\n operands d, a, b")
                .len(),
            12
        );
        assert_eq!(
            asked("try cvt\n to .f16 .f32\n from .f32\n operands d, a | d, a, b"),
            [
                "cvt.f16.f32 %b16_1, %b32_2;",
                "cvt.f16.f32 %b16_1, %b32_2, %b32_3;",
                "cvt.f32.f32 %b32_1, %b32_2;",
                "cvt.f32.f32 %b32_1, %b32_2, %b32_3;"
            ]
        );
    }

    #[test]
    fn modifiers_that_would_appear_twice_are_left_out() {
        let text = "try cvt\n modifiers .rn/.sat .sat\n types .f32.f32\n operands d, a";
        assert_eq!(asked(text).len(), 4);
    }

    #[test]
    fn operands_get_registers_by_type_and_name() {
        assert_eq!(
            asked("try fma\n types .f32.f16\n operands d, a, b, c"),
            ["fma.f32.f16 %b32_1, %b16_2, %b16_3, %b32_4;"]
        );
        assert_eq!(
            asked("try cvt\n types .f16.f32\n operands d, {a, b}, rbits"),
            ["cvt.f16.f32 %b16_1, {%b32_2, %b32_3}, %b32_4;"]
        );
        assert_eq!(asked("try testp\n types .f32\n operands p, a"), ["testp.f32 %pred_1, %b32_2;"]);
    }

    #[test]
    fn statements_that_read_alike_must_be_alike() {
        let text = "try cvt\n types .f32.f16\n operands d, a, b | d, a, rbits";
        assert!(Grid::parse(&format!("{HEAD}{text}")).unwrap_err().contains("the same"));
        let text = "try cvt\n types .f16.f32\n operands d, a, b | d, a, rbits";
        assert_eq!(asked(text).len(), 1);
    }

    #[test]
    fn modifiers_are_permuted_and_doubled() {
        assert_eq!(
            asked("permute add.rn.f32 d, a\norder add.f32.f32 d, a"),
            [
                "add.rn.f32 %b32_1, %b32_2;",
                "add.f32.rn %b32_1, %b32_2;",
                "add.rn.rn.f32 %b32_1, %b32_2;",
                "add.rn.f32.f32 %b32_1, %b32_2;",
                "add.f32.rn.f32 %b32_1, %b32_2;",
                "add.f32.f32 %b32_1, %b32_2;",
            ]
        );
    }

    #[test]
    fn the_file_is_understood() {
        let text = std::fs::read_to_string(crate::vectors().join(crate::GRID)).unwrap();
        let grid = Grid::parse(&text).unwrap();
        assert!(grid.statements.len() > 100_000);
        assert!(grid.orders.len() > 1_000);
        assert!(grid.assembler_bugs.len() < 10);
    }

    #[test]
    fn an_unknown_line_is_reported_with_its_number() {
        for text in ["try add\n what .f32", "try add\n types .f64\n operands d, a", "permute add"] {
            assert!(Grid::parse(&format!("{HEAD}{text}")).is_err(), "{text}");
        }
        assert!(Grid::parse("\nwhat is this").unwrap_err().starts_with("line 2"));
    }
}
