//! Operations by names from elsewhere: one instruction, a program, or nothing that PTX has.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Asked, Kind, Reading};
use crate::catalog::elsewhere::{Meaning, Means, meanings};
use crate::catalog::{Context, Modifier, Type};
use crate::syntax::{Code, Intended, Statement, check, parse};
use crate::text::quote::code;

/// The names of the inputs of a program, and of the places of arguments.
const PLACES: [&str; 3] = ["a", "b", "c"];

impl Asked {
    /// An operation on numbers.
    pub(super) fn compute(
        mut self,
        name: &str,
        numbers: &[String],
        context: &Context,
    ) -> Option<Reading> {
        let Some(meaning) = self.meaning(name) else {
            // A spelled instruction as a call: `add.rm.f32(1, 2)`.
            if is_companion(name, context) {
                return companion(name, numbers, context);
            }
            return self.named(Intended::of(&parse(name).0)?, numbers, context);
        };
        let empty = Statement::default();
        if !meaning.is_instruction() {
            return self.beyond(meaning, numbers, context);
        }
        if !meaning.row.note.is_empty() {
            self.notes.push(meaning.row.note.to_string());
        }
        let n_given = PLACES.iter().filter(|place| meaning.sources.contains(*place));
        if !meaning.sources.is_empty() && n_given.count() != numbers.len() {
            return None;
        }
        let numbers = ordered(meaning.sources, numbers)?;
        self.named(Intended::named(meaning, &empty)?, &numbers, context)
    }

    /// The meaning of a name: that in the format which is asked for, else the usual one.
    fn meaning(&mut self, name: &str) -> Option<Meaning> {
        let all = meanings(name);
        let Some(kind) = self.kind else { return all.into_iter().next() };
        if let Some(found) = all.iter().find(|meaning| has_format(meaning, kind)) {
            return Some(found.clone());
        }
        let usual = all.into_iter().next()?;
        let (name, asked) = (code(name), kind.format().name());
        let own = types(&usual).next().map_or("its own format", |kind| kind.format().name());
        self.notes.push([&name, " has no ", asked, ", so this is in ", own].concat());
        self.kind = None;
        Some(usual)
    }

    /// A name that is not one instruction.
    fn beyond(
        mut self,
        meaning: Meaning,
        numbers: &[String],
        context: &Context,
    ) -> Option<Reading> {
        let mut parts = meaning.name.split(':');
        let mut name = code(parts.next().unwrap_or_default());
        let constants: Vec<_> = parts.collect();
        if !constants.is_empty() {
            name.extend([" with ", &*code(&constants.join(", "))]);
        }
        let row = meaning.row;
        if let Means::Program { text, .. } = row.means {
            return self.program(&name, text, row.fast, numbers, context);
        }
        let reason = [row.note, &with_fast(row.fast)].concat();
        self.notes.clear();
        let numbers = ordered(meaning.sources, numbers)?;
        let empty = Statement::default();
        let nearest = self.named(Intended::named(meaning, &empty)?, &numbers, context)?;
        Some(nearest.in_place_of(&name, &reason))
    }

    /// The statements that a name stands for, with their inputs.
    fn program(
        self,
        name: &str,
        text: &str,
        fast: &str,
        numbers: &[String],
        context: &Context,
    ) -> Option<Reading> {
        let is_read = |place: &str| text.split([' ', ',', ';']).any(|word| word == place);
        let (given, more) = PLACES.split_at_checked(numbers.len())?;
        if !given.iter().all(|place| is_read(place)) || more.iter().any(|place| is_read(place)) {
            return None;
        }
        let statements: Vec<&str> = text.split("; ").collect();
        let text = with_inputs(&statements.join(";\n"), numbers);
        let count = statements.len().to_string();
        let mut sentence =
            ["Read as ", &count, " statements, as nvcc compiles ", name, &with_fast(fast)].concat();
        for note in &self.notes {
            sentence.extend(["; ", note]);
        }
        sentence.push('.');
        Some(Reading { kind: Kind::Program, text, context: *context, sentence })
    }
}

/// Whether a spelled instruction is one that only programs evaluate.
fn is_companion(name: &str, context: &Context) -> bool {
    check(name, context).diagnostics.iter().any(|each| each.code == Code::Companion)
}

/// Such an instruction on numbers, as a program: `setp.lt.f32(nan, 1)`.
fn companion(name: &str, numbers: &[String], context: &Context) -> Option<Reading> {
    let (given, _) = PLACES.split_at_checked(numbers.len())?;
    let statement = [name, " d, ", &given.join(", ")].concat();
    let sentence = ["Read as a program of one statement, ", &code(&statement), "."].concat();
    let text = with_inputs(&statement, numbers);
    Some(Reading { kind: Kind::Program, text, context: *context, sentence })
}

/// Statements as a program whose inputs have values.
fn with_inputs(statements: &str, numbers: &[String]) -> String {
    let given = PLACES.iter().zip(numbers);
    let mut text: String =
        given.flat_map(|(place, number)| ["// ptxfp: ", place, " = ", number, "\n"]).collect();
    text.extend([statements, ";\n"]);
    text
}

impl Reading {
    /// Turns this reading into the nearest one to something that PTX does not have.
    pub(super) fn in_place_of(self, name: &str, reason: &str) -> Self {
        let nearest = code(&self.text);
        let sentence = ["PTX has no ", name, ": ", reason, ". The nearest is ", &nearest, "."];
        Self { kind: Kind::Nothing, sentence: sentence.concat(), ..self }
    }
}

/// The PTX that nvcc emits with fast math, as the end of a sentence.
fn with_fast(fast: &str) -> String {
    if fast.is_empty() {
        return String::new();
    }
    ["; with `-use_fast_math` it emits ", &code(fast)].concat()
}

/// The types of the last operation of a meaning; the first one is that of the result.
fn types(meaning: &Meaning) -> impl Iterator<Item = Type> {
    let last = match meaning.row.means {
        Means::Program { text, .. } => text.rsplit("; ").next().unwrap_or_default(),
        Means::Instruction(_) | Means::Nothing { .. } | Means::As(_) => &meaning.spelling,
    };
    // Operands come after the operation.
    let operation = last.split(' ').find(|word| word.contains('.')).unwrap_or_default();
    operation.split('.').filter_map(|part| {
        let modifier = Modifier::find(&|known| known.get(1..) == Some(part))?;
        if let Modifier::Type(kind) = modifier { Some(kind) } else { None }
    })
}

/// Whether a meaning is about a format; one without types is about any.
fn has_format(meaning: &Meaning, kind: Type) -> bool {
    let mut types = types(meaning).peekable();
    types.peek().is_none_or(|first| first.format() == kind.format())
}

/// The operands in the order of the instruction; what is no place of an argument is a number.
fn ordered(sources: &str, numbers: &[String]) -> Option<Vec<String>> {
    if sources.is_empty() {
        return Some(numbers.to_vec());
    }
    let operand = |source: &str| match PLACES.iter().position(|place| *place == source) {
        Some(place) => numbers.get(place).cloned(),
        None => Some(source.to_string()),
    };
    sources.split(", ").map(operand).collect()
}
