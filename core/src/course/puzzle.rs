//! Puzzles: operands are looked for, and any that fulfill the conditions are accepted.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::condition::Condition;
use super::subject::{context, on_gpus, usual};
use crate::catalog::{Context, Type};
use crate::explore::sequence::Sequence;
use crate::format::Format;
use crate::link::{TensorState, parse_tensor};
use crate::syntax::input;
use crate::tensor::{Elements, GPUS, Gpu, Opcode, Texts};
use crate::text::concise;

/// A puzzle.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The task, in words.
    pub task: String,
    /// A hint.
    pub hint: String,
    /// Solutions: the text of each input.
    pub solutions: Vec<Vec<String>>,
    body: Body,
}

#[derive(Clone, Debug)]
enum Body {
    /// A program with conditions about its registers.
    Program { text: String, sequence: Box<Sequence>, conditions: Vec<Condition> },
    /// An element of tensor cores that two GPUs compute in different ways.
    Element { state: Box<TensorState>, gpus: [&'static Gpu; 2] },
}

/// A value that a reader enters, and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The name of the input.
    pub name: String,
    /// Its type or format.
    pub kind: &'static str,
}

/// The verdict on an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is a solution.
    Solved,
    /// A condition does not hold: a sentence without its point.
    Failed(String),
    /// The text of an input cannot be read.
    Unread {
        /// The index of the input.
        input: usize,
        /// The reason.
        message: String,
    },
}

impl Puzzle {
    /// Reads a puzzle.
    ///
    /// ```
    /// use ptxfp::internals::course::{Puzzle, Verdict};
    ///
    /// let text = "task: Find a sum that rounds.\nadd.rn.f32 p, a, b\nadd.rz.f32 q, a, b\n\
    ///             where p != q\nhint: Use a small b.\nsolution: 1, 2^-24";
    /// let puzzle = Puzzle::read(text).unwrap();
    /// let judge = |a: &str, b: &str| puzzle.judge(&[a.to_string(), b.to_string()]).0;
    /// assert_eq!(judge("1", "0x1.8p-24"), Verdict::Solved);
    /// assert_eq!(judge("1", "1"), Verdict::Failed("`p` and `q` are the same".into()));
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the text is no puzzle.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut place = usual();
        let (mut task, mut hint) = (String::new(), String::new());
        let (mut solutions, mut conditions, mut lines) = (Vec::new(), Vec::new(), Vec::new());
        let mut gpus = Vec::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            if let Some(rest) = line.strip_prefix("task:") {
                task = rest.trim().to_string();
            } else if let Some(rest) = line.strip_prefix("hint:") {
                hint = rest.trim().to_string();
            } else if let Some(rest) = line.strip_prefix("solution:") {
                let separator = if rest.contains(';') { ';' } else { ',' };
                solutions.push(rest.split(separator).map(|it| it.trim().to_string()).collect());
            } else if let Some(rest) = line.strip_prefix("where ") {
                conditions.push(Condition::read(rest)?);
            } else if let Some(rest) = line.strip_prefix("gpus:") {
                gpus = rest.split(',').map(|name| name.trim().to_string()).collect();
            } else if let Some(rest) = line.strip_prefix("on ") {
                place = context(rest)?;
            } else {
                lines.push(line);
            }
        }
        let body = match &*gpus {
            [one, other] => element(&lines, one, other)?,
            _ => program(&lines, conditions, &place)?,
        };
        let puzzle = Self { task, hint, solutions, body };
        if puzzle.task.is_empty() || puzzle.hint.is_empty() || puzzle.solutions.is_empty() {
            return Err("a puzzle has a task, a hint and a solution".to_string());
        }
        Ok(puzzle)
    }

    /// The inputs.
    #[must_use]
    pub fn inputs(&self) -> Vec<Attempt> {
        match &self.body {
            Body::Program { sequence, .. } => sequence
                .input_registers()
                .map(|it| Attempt { name: it.name.clone(), kind: it.kind.spelling() })
                .collect(),
            Body::Element { state, .. } => {
                let input = |name: &str, kind| Attempt { name: name.to_string(), kind };
                let [a, b, c] = [state.mma.a, state.mma.b, state.mma.c].map(Format::name);
                [input("a", a), input("b", b), input("c", c)].into()
            }
        }
    }

    /// The statements.
    #[must_use]
    pub fn statements(&self) -> Vec<String> {
        match &self.body {
            Body::Program { text, .. } => text.lines().map(ToString::to_string).collect(),
            Body::Element { state, gpus } => {
                let [one, other] = gpus.map(|gpu| gpu.name);
                Vec::from([state.mma.to_string(), [one, " and ", other].concat()])
            }
        }
    }

    /// Judges what is entered, and returns the results.
    #[must_use]
    pub fn judge(&self, entered: &[String]) -> (Verdict, Vec<(String, String)>) {
        match &self.body {
            Body::Program { sequence, conditions, .. } => judged(sequence, conditions, entered),
            Body::Element { state, gpus } => compared(state, gpus, entered),
        }
    }
}

fn program(lines: &[&str], conditions: Vec<Condition>, place: &Context) -> Result<Body, String> {
    let text = lines.iter().map(|line| [line, ";"].concat()).collect::<Vec<_>>().join("\n");
    let sequence = Sequence::new(&text, place);
    if let Some(wrong) = sequence.diagnostics().first() {
        return Err(wrong.message.clone());
    }
    if conditions.is_empty() || sequence.inputs().is_empty() {
        return Err("a puzzle has inputs and conditions".to_string());
    }
    Ok(Body::Program { text, sequence: Box::new(sequence), conditions })
}

fn element(lines: &[&str], one: &str, other: &str) -> Result<Body, String> {
    let link = lines.first().ok_or("the instruction is missing")?;
    let state = parse_tensor(link).and_then(|parsed| parsed.state).ok_or("no instruction")?;
    let find = |name: &str| GPUS.iter().find(|gpu| gpu.name == name && gpu.opcode == Opcode::Mma);
    let gpus = [find(one).ok_or("no such GPU")?, find(other).ok_or("no such GPU")?];
    Ok(Body::Element { state: Box::new(state), gpus })
}

/// A value of an input: of a register with the given type.
fn value(text: &str, kind: Type) -> Result<u64, String> {
    input(text.trim(), kind).map_err(|error| error.message)
}

fn judged(
    sequence: &Sequence,
    conditions: &[Condition],
    entered: &[String],
) -> (Verdict, Vec<(String, String)>) {
    let mut inputs = Vec::new();
    for (index, register) in sequence.input_registers().enumerate() {
        let text = entered.get(index).map_or("", String::as_str);
        match value(text, register.kind) {
            Ok(bits) => inputs.push(bits),
            Err(message) => return (Verdict::Unread { input: index, message }, Vec::new()),
        }
    }
    let values = sequence.evaluate(&inputs);
    let all = sequence.registers().iter().zip(&values);
    let written = all.filter(|(register, _)| register.writer.is_some());
    let results = written.map(|(register, value)| {
        let packing = register.kind.packing();
        let text = match packing.lanes {
            1 => concise(value.bits, register.kind.format()),
            _ => crate::bits::hex(value.bits, packing.register_width().into()),
        };
        (register.name.clone(), text)
    });
    let results = results.collect();
    for condition in conditions {
        match condition.holds(sequence, &values) {
            Ok(true) => {}
            Ok(false) => return (Verdict::Failed(condition.failure(sequence)), results),
            Err(message) => return (Verdict::Failed(message), results),
        }
    }
    (Verdict::Solved, results)
}

fn compared(
    state: &TensorState,
    gpus: &[&'static Gpu; 2],
    entered: &[String],
) -> (Verdict, Vec<(String, String)>) {
    let text = |index: usize| entered.get(index).map_or("", String::as_str);
    let texts = Texts { a: text(0), b: text(1), c: text(2), ..Texts::default() };
    let elements = match Elements::read(&state.mma, texts) {
        Ok(elements) => elements,
        Err(wrong) => {
            let message = wrong.to_string();
            let input = ["a", "b", "c"].iter().position(|name| message.starts_with(name));
            return (Verdict::Unread { input: input.unwrap_or(0), message }, Vec::new());
        }
    };
    let found = on_gpus(&state.mma, &elements.operands(), gpus);
    let differ = matches!(&*found, [(_, one), (_, other)] if one != other);
    let results =
        found.into_iter().map(|(name, bits)| (name, concise(bits, state.mma.d))).collect();
    let verdict = if differ {
        Verdict::Solved
    } else {
        Verdict::Failed("both GPUs return the same bits".to_string())
    };
    (verdict, results)
}
