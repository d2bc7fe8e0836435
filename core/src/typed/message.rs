//! Messages of the assembler: what they mean, and what helps.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::catalog::elsewhere::{Means, meanings};
use crate::catalog::query::{Message, Query};
use crate::catalog::{Context, Form, Group, LATEST_ISA, Modifier, TARGETS, forms_of};
use crate::order::push_new;
use crate::syntax::usual_instruction;
use crate::text::quote::code;

/// A message of the assembler with its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The query for the instructions that it is about; may be empty.
    pub query: String,
    /// The opcodes of these instructions.
    pub opcodes: Vec<String>,
    /// Its meaning, in sentences; code is between back quotes.
    pub sentence: String,
    /// Texts that show what helps: statements and questions that are read.
    pub instead: Vec<String>,
}

/// The most opcodes that a sentence lists.
const MAX_LISTED: usize = 6;

impl Said {
    /// Reads a message; `None` if a text has none.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        if let Some(said) = unresolved(text) {
            return Some(said);
        }
        let message = Message::of(text)?;
        let query = message.query();
        let (parsed, problems) = Query::parse(&query);
        let forms = match () {
            () if query.is_empty() => general(text),
            () if problems.is_empty() => parsed.forms(),
            // It is about something that the catalog lacks.
            () => Vec::new(),
        };
        let mut opcodes: Vec<&str> = Vec::new();
        for form in &forms {
            push_new(&mut opcodes, form.opcode);
        }
        if opcodes.is_empty() {
            let sentence = message.sentence();
            return Some(Self { query, opcodes: Vec::new(), sentence, instead: Vec::new() });
        }
        let lower = text.to_ascii_lowercase();
        let one = match opcodes[..] {
            [one] => Some(one),
            _ => None,
        };
        let mut instead = Vec::new();
        let sentence = match one {
            Some(opcode) if lower.contains("rounding modifier required") => {
                instead.extend(legal(opcode));
                roundings(opcode)
            }
            Some(opcode) if lower.contains("mismatch") => {
                instead.extend(legal(opcode));
                operands(opcode, &forms)
            }
            Some(opcode) if lower.contains("illegal modifier") => taking(opcode, &message.names()),
            _ => needs(&message.names(), &opcodes, &forms, text),
        };
        let opcodes = opcodes.into_iter().map(str::to_string).collect();
        Some(Self { query, opcodes, sentence, instead })
    }
}

/// A function that the linker lacks: nvcc has it in its headers.
fn unresolved(text: &str) -> Option<Said> {
    let (_, rest) = text.split_once("Unresolved extern function")?;
    let name = rest.trim_matches(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let meaning = meanings(name).into_iter().next()?;
    let (what, or) = match meaning.row.means {
        Means::Program { text, .. } => {
            let count = text.split("; ").count().to_string();
            ([", which are ", &count, " statements"].concat(), ", or write them")
        }
        Means::Nothing { is_near: false, .. } => (String::new(), ""),
        Means::Instruction(_) | Means::Nothing { .. } | Means::As(_) => {
            let nearest = [", of which `", &meaning.spelling, "` is the nearest instruction"];
            (nearest.concat(), ", or write that")
        }
    };
    let sentence = [
        &*code(name),
        " is no instruction of PTX, but a function of CUDA's headers",
        &what,
        ": compile the code with nvcc",
        or,
    ];
    let instead = [name, "(1)"].concat();
    Some(Said {
        query: String::new(),
        opcodes: alloc::vec![meaning.spelling.split('.').next().unwrap_or_default().to_string()],
        sentence: sentence.concat(),
        instead: alloc::vec![instead],
    })
}

/// The forms that a message is about which names none, by the types in its words.
fn general(text: &str) -> Vec<&'static Form> {
    let word = text.split(|c: char| !c.is_ascii_alphanumeric()).find(|word| {
        Modifier::parse(&[".", word].concat()).is_some_and(|it| it.group() == Group::Type)
    });
    let Some(word) = word else { return Vec::new() };
    let (query, _) = Query::parse(&["type:", word].concat());
    query.forms()
}

/// A statement of an opcode with its usual type, as an example of what is legal.
fn legal(opcode: &str) -> Option<String> {
    let target = TARGETS.last()?;
    let found = usual_instruction(opcode, &Context { isa: LATEST_ISA, target })?;
    Some(found.statement())
}

/// The modifiers that say how an instruction rounds.
fn roundings(opcode: &str) -> String {
    let mut all: Vec<&str> = Vec::new();
    for form in forms_of(opcode).filter(|form| form.is_documented()) {
        let is_it = |it: &Modifier| {
            it.group() == Group::Rounding || matches!(it, Modifier::Approx | Modifier::Full)
        };
        let own = form.choices().map(|choice| choice.modifier).filter(is_it);
        own.for_each(|modifier| push_new(&mut all, modifier.spelling()));
    }
    let all: Vec<_> = all.into_iter().map(code).collect();
    [&*code(opcode), " must say how it rounds: ", &all.join(", ")].concat()
}

/// The operands of an instruction.
fn operands(opcode: &str, forms: &[&'static Form]) -> String {
    let mut all: Vec<String> = Vec::new();
    for form in forms.iter().filter(|form| form.is_documented()) {
        push_new(&mut all, code(&form.operand_list()));
    }
    all.truncate(MAX_LISTED);
    let types = "; each has the type of the instruction, and each register its width";
    [&*code(opcode), " takes the operands ", &all.join(" or "), types].concat()
}

/// The types with which an instruction takes a modifier.
fn taking(opcode: &str, names: &str) -> String {
    let modifiers: Vec<&str> = names.split(' ').filter(|word| word.starts_with('.')).collect();
    let Some(modifier) = modifiers.first().and_then(|name| Modifier::parse(name)) else {
        return [&*code(opcode), " does not take this modifier"].concat();
    };
    let mut types: Vec<&str> = Vec::new();
    for form in forms_of(opcode).filter(|form| form.is_documented()) {
        if form.choices().any(|choice| choice.modifier == modifier) {
            for signature in form.signatures() {
                signature.get(0).into_iter().for_each(|kind| push_new(&mut types, kind.spelling()));
            }
        }
    }
    if types.is_empty() {
        return [&*code(opcode), " never takes ", &code(modifier.spelling())].concat();
    }
    let types: Vec<_> = types.into_iter().map(code).collect();
    [&*code(opcode), " takes ", &code(modifier.spelling()), " with ", &types.join(", "), " only"]
        .concat()
}

/// The requirements of instructions.
fn needs(names: &str, opcodes: &[&str], forms: &[&'static Form], text: &str) -> String {
    let mut requires: Vec<String> = Vec::new();
    for form in forms.iter().filter(|form| form.is_documented()) {
        push_new(&mut requires, form.requires.to_string());
    }
    let listed = opcodes.get(..MAX_LISTED.min(opcodes.len())).unwrap_or_default();
    let listed: Vec<_> = listed.iter().map(|opcode| code(opcode)).collect();
    let more = if opcodes.len() > MAX_LISTED { " and others" } else { "" };
    let what = if names.is_empty() { String::from("It") } else { code(names) };
    let asked = text.split_once(".target ").map(|(_, rest)| rest);
    let asked = asked.and_then(|rest| {
        let name = rest
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .find(|it| it.starts_with("sm_"))?;
        crate::catalog::Target::parse(name)
    });
    let mut sentence = [&*what, " is about ", &listed.join(", "), more].concat();
    if let (Some(target), true) = (asked, text.contains("requires")) {
        let higher = if text.contains("or higher") { " or higher" } else { "" };
        sentence.extend([
            ". The code was assembled for an older target: write `.target ",
            target.name,
            "`",
            higher,
            ", and pass -arch=",
            target.name,
            " or later",
        ]);
    } else if let [requires] = &requires[..] {
        sentence.extend([". It needs ", requires]);
    } else if !requires.is_empty() {
        sentence.extend([". Its forms need ", &*requires.join("; or ")]);
    }
    sentence
}
