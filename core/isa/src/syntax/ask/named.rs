//! Operations by names from elsewhere: one instruction, a program, or nothing that PTX has.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::asked::{Asked, Offers};
use super::reading::{IN_OTHER_FORMATS, Means, Note, Reading};
use crate::catalog::elsewhere::{Meaning, Means as Meant, Row, meanings};
use crate::catalog::{Context, Modifier, Type};
use crate::syntax::{Code, Intended, Statement, check, parse};
use crate::text::quote::code;

/// The names of the inputs of a program, and of the places of arguments.
const PLACES: [&str; 3] = ["a", "b", "c"];

/// The NaN of `max` and `min`, whose names other libraries use for another operation.
const AS_IN_C: &str =
    "as C's `fmax` and `fmin`, while `np.maximum` and `torch.maximum` return a NaN";

/// Whether a number is a NaN.
fn is_nan(number: &str) -> bool {
    number.trim_start_matches('-').eq_ignore_ascii_case("nan")
}

impl Asked {
    /// An operation on numbers.
    pub(super) fn compute(
        mut self,
        name: &str,
        numbers: &[String],
        context: &Context,
    ) -> Option<Reading> {
        let Some((meaning, lacking)) = self.meaning(name, numbers.len()) else {
            // A spelled instruction as a call: `add.rm.f32(1, 2)`.
            if is_companion(name, context) {
                return companion(name, numbers, context);
            }
            if ["max", "min"].contains(&name) && numbers.iter().any(|it| is_nan(it)) {
                self.note(AS_IN_C.to_string());
            }
            return self.named(Intended::of(&parse(name).0)?, numbers, context);
        };
        let instead = match lacking {
            Some(own) => self.in_formats(&[own], context),
            None => Vec::new(),
        };
        let asked = self.kind.filter(|_| lacking.is_some());
        if lacking.is_some() {
            self.kind = None;
        }
        let reading = self.meant(meaning, numbers, context)?;
        let (Some(asked), Some(own)) = (asked, lacking) else { return Some(reading) };
        let name = [&*code(name), " in ", asked.format().name()].concat();
        let reason = ["its numbers are ", own].concat();
        Some(reading.in_place_of(&name, &reason).offering(IN_OTHER_FORMATS, instead))
    }

    /// The operation of a name on numbers.
    fn meant(mut self, meaning: Meaning, numbers: &[String], context: &Context) -> Option<Reading> {
        let empty = Statement::default();
        if !meaning.is_instruction() {
            return self.beyond(meaning, numbers, context);
        }
        if !meaning.row.note.is_empty() {
            self.note(meaning.row.note.to_string());
        }
        let n_given = PLACES.iter().filter(|place| meaning.sources.contains(*place));
        if !meaning.sources.is_empty() && n_given.count() != numbers.len() {
            return None;
        }
        let numbers = ordered(meaning.sources, numbers)?;
        self.named(Intended::named(meaning, &empty)?, &numbers, context)
    }

    /// The meaning of a name for so many operands: that in the format which is asked for, else the
    /// usual one, with the format that it has instead.
    pub(super) fn meaning(
        &self,
        name: &str,
        n_operands: usize,
    ) -> Option<(Meaning, Option<&'static str>)> {
        let all = meanings(name);
        let fits = |meaning: &&Meaning| meaning.takes(n_operands);
        // A word may be several operations: `clamp(1.5)`, `clamp(1.5, 0, 1)`.
        let fitting = || all.iter().filter(fits);
        let usual = || fitting().next().or_else(|| all.first()).cloned();
        let Some(kind) = self.kind else { return Some((usual()?, None)) };
        if let Some(found) = fitting().find(|meaning| has_format(meaning, kind)) {
            return Some((found.clone(), None));
        }
        let usual = usual()?;
        let own = types(&usual).next().map_or("others", |kind| kind.format().name());
        Some((usual, Some(own)))
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
        if let Meant::Program { text, .. } = row.means {
            return self.program(&name, text, row, numbers, context);
        }
        let mut reason = String::from(row.note);
        if !row.fast.is_empty() {
            reason.extend(["; ", &*with_fast(row.fast)]);
        }
        let instead = with_arguments(row.instead, numbers);
        let reading = if row.means.is_near() {
            self.notes.clear();
            self.offers = Offers::None;
            let numbers = ordered(meaning.sources, numbers)?;
            let empty = Statement::default();
            let nearest = self.named(Intended::named(meaning, &empty)?, &numbers, context)?;
            nearest.in_place_of(&name, &reason)
        } else {
            Reading::nothing(&name, &reason, None, *context)
        };
        Some(reading.offering("several statements come near", instead.into_iter().collect()))
    }

    /// The statements that a name stands for, with their inputs.
    fn program(
        self,
        name: &str,
        text: &str,
        row: &Row,
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
        let summary = read_as(statements.len(), &["as nvcc compiles ", name].concat());
        let fast = (!row.fast.is_empty()).then(|| Note::from(with_fast(row.fast)));
        let notes = fast.into_iter().chain(self.notes).collect();
        let reading = Reading::new(Means::Program(text), *context, summary, notes);
        Some(Reading { function: row.function, ..reading })
    }
}

/// The beginning of the sentence on a program.
pub(super) fn read_as(n_statements: usize, what: &str) -> String {
    if n_statements == 1 {
        return ["Read as one statement, ", what].concat();
    }
    ["Read as ", &n_statements.to_string(), " statements, ", what].concat()
}

/// Whether a spelled instruction is one that only programs evaluate.
fn is_companion(name: &str, context: &Context) -> bool {
    check(name, context).diagnostics.iter().any(|each| each.code == Code::Companion)
}

/// Such an instruction on numbers, as a program: `setp.lt.f32(nan, 1)`.
fn companion(name: &str, numbers: &[String], context: &Context) -> Option<Reading> {
    let (given, _) = PLACES.split_at_checked(numbers.len())?;
    let statement = [name, " d, ", &given.join(", ")].concat();
    let summary = ["Read as a program of one statement, ", &code(&statement)].concat();
    let means = Means::Program(with_inputs(&statement, numbers));
    Some(Reading::new(means, *context, summary, Vec::new()))
}

/// A question in which `a` and `b` stand for arguments, with these; `None` if there are more or fewer.
fn with_arguments(question: &str, numbers: &[String]) -> Option<String> {
    let mut text = String::new();
    let mut n_used = 0;
    for part in question.split_inclusive(|c: char| !c.is_ascii_alphanumeric()) {
        let word = part.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        match PLACES.iter().position(|place| *place == word) {
            Some(place) => {
                n_used = n_used.max(place + 1);
                let number = &**numbers.get(place)?;
                let behind = part.get(word.len()..)?;
                if text.ends_with('-') && number.starts_with('-') {
                    text.extend(["(", number, ")", behind]);
                } else {
                    text.extend([number, behind]);
                }
            }
            None => text.push_str(part),
        }
    }
    (n_used > 0 && n_used == numbers.len()).then_some(text)
}

/// Statements as a program whose inputs have values.
fn with_inputs(statements: &str, numbers: &[String]) -> String {
    let given = PLACES.iter().zip(numbers);
    let mut text: String =
        given.flat_map(|(place, number)| ["// ptxfp: ", place, " = ", number, "\n"]).collect();
    text.extend([statements, ";\n"]);
    text
}

/// The PTX that nvcc emits with fast math, as a part of a sentence.
fn with_fast(fast: &str) -> String {
    ["with `-use_fast_math` it emits ", &code(fast)].concat()
}

/// The conversion of a name from elsewhere that is one instruction, and the type of its operand:
/// `__float2half`.
pub(super) fn conversion_named(name: &str) -> Option<(Meaning, Type)> {
    let meaning = meanings(name).into_iter().find(|it| it.is_instruction() && it.takes(1))?;
    let mut types = types(&meaning);
    let (to, from, more) = (types.next()?, types.next()?, types.next());
    let is_it = meaning.spelling.starts_with("cvt.") && to.format() != from.format();
    (is_it && more.is_none() && from.packing().lanes == 1).then_some((meaning, from))
}

/// The types of the last operation of a meaning; the first one is that of the result. If that only
/// selects bits, they are those of the first operation, whose last one is that of the operand.
pub(super) fn types(meaning: &Meaning) -> impl Iterator<Item = Type> + use<> {
    let of = |operation: &str| {
        // Operands come after the operation.
        let operation = operation.split(' ').find(|word| word.contains('.')).unwrap_or_default();
        let all = operation.split('.').filter_map(|part| {
            let modifier = Modifier::find(&|known| known.get(1..) == Some(part))?;
            if let Modifier::Type(kind) = modifier { Some(kind) } else { None }
        });
        all.collect::<Vec<_>>()
    };
    let all = match meaning.row.means {
        Meant::Program { text, .. } => {
            let last = of(text.rsplit("; ").next().unwrap_or_default());
            if last.iter().all(|kind| kind.is_integer()) {
                let first = of(text.split("; ").next().unwrap_or_default());
                first.into_iter().rev().collect()
            } else {
                last
            }
        }
        Meant::Instruction(_) | Meant::Nothing { .. } | Meant::As(_) => of(&meaning.spelling),
    };
    all.into_iter()
}

/// Whether a meaning is about a format; one without types is about any.
pub(super) fn has_format(meaning: &Meaning, kind: Type) -> bool {
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
