//! The subject of a prediction, and what the core computes for it.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::arith::Value;
use crate::arith::rounding::Conversion;
use crate::catalog::{Context, LATEST_ISA, Target, USUAL_TARGET};
use crate::eval::{Guarantee, Prepared};
use crate::explore::sequence::{Action, Sequence};
use crate::format::table::by_name;
use crate::format::{Format, Packing};
use crate::link::{State, TensorState, parse_tensor};
use crate::number::dyadic::Dyadic;
use crate::number::{Datum, Exact, Kind};
use crate::syntax::{self, operand_list, operand_text};
use crate::tensor::{Elsewhere, GPUS, Gpu, Mma, Opcode, Operands, Tensor};
use crate::text::quote::quoted;
use crate::text::{self, c_hex, concise, exact_brief, exact_decimal};

/// The subject of a prediction.
#[derive(Clone, Debug)]
pub enum Subject {
    /// The nearest number of a format to one in decimal.
    Number {
        /// The format.
        format: Format,
        /// The number as it is written.
        text: String,
        /// Its exact value; `None` for zero.
        exact: Option<Exact>,
        /// The bits of the nearest number.
        bits: u64,
    },
    /// The number that bits encode.
    Bits {
        /// The format.
        format: Format,
        /// The bits.
        bits: u64,
    },
    /// An instruction with operands, on one target or several.
    Statement {
        /// The instruction, on the first target.
        state: Box<State>,
        /// The targets.
        contexts: Vec<Context>,
    },
    /// An element of tensor cores, on its GPU or on several.
    Element {
        /// The instruction with its operands.
        state: Box<TensorState>,
        /// The GPUs.
        gpus: Vec<&'static Gpu>,
    },
    /// Statements one after the other.
    Program {
        /// Its text.
        text: String,
        /// The statements.
        sequence: Box<Sequence>,
    },
}

/// The context of a target, in the newest version.
pub(super) fn context(target: &str) -> Result<Context, String> {
    let found = Target::parse(target.trim());
    let target = found.ok_or_else(|| format!("{} is no target", quoted(target)))?;
    Ok(Context { isa: LATEST_ISA, target })
}

/// The usual context.
pub(super) const fn usual() -> Context {
    Context { isa: LATEST_ISA, target: USUAL_TARGET }
}

/// An element on those GPUs whose results are known, with their names.
pub(super) fn on_gpus(mma: &Mma, operands: &Operands, gpus: &[&'static Gpu]) -> Vec<(String, u64)> {
    let on = |gpu: &&'static Gpu| {
        let elsewhere = Elsewhere::of(mma, mma.k, gpu)?;
        Some((gpu.name.to_string(), elsewhere.evaluate(operands).ok()?))
    };
    gpus.iter().filter_map(on).collect()
}

/// Cuts off the places behind ` on `.
pub(super) fn placed(text: &str) -> (&str, Option<&str>) {
    text.rsplit_once(" on ").map_or((text, None), |(text, places)| (text.trim(), Some(places)))
}

impl Subject {
    /// Reads a subject.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if let Some((first, rest)) = text.split_once(' ') {
            match first {
                "encode" => return Self::number(rest),
                "decode" => return Self::bits_of(rest),
                _ => {}
            }
        }
        if text.contains('\n') {
            return Self::program(text);
        }
        if text.starts_with("v1/tensor") { Self::element(text) } else { Self::statement(text) }
    }

    fn formatted(text: &str) -> Result<(Format, &str), String> {
        let (name, rest) = text.trim().split_once(' ').unwrap_or((text, ""));
        let format = by_name(name).ok_or_else(|| format!("{} is no format", quoted(name)))?;
        Ok((format, rest.trim()))
    }

    fn number(text: &str) -> Result<Self, String> {
        let (format, text) = Self::formatted(text)?;
        let entry = text::parse(text, format).map_err(|error| error.message)?;
        let exact = match text::exact(text) {
            Some(Value::Finite(exact)) => Some(exact),
            Some(Value::Zero { .. } | Value::Infinite { .. } | Value::Invalid) | None => None,
        };
        Ok(Self::Number { format, text: text.to_string(), exact, bits: entry.bits })
    }

    fn bits_of(text: &str) -> Result<Self, String> {
        let (format, text) = Self::formatted(text)?;
        let entry = text::parse(text, format).map_err(|error| error.message)?;
        Ok(Self::Bits { format, bits: entry.bits })
    }

    fn statement(text: &str) -> Result<Self, String> {
        let (statement, places) = placed(text);
        let contexts = match places {
            Some(places) => places.split(',').map(context).collect::<Result<Vec<_>, _>>()?,
            None => Vec::from([usual()]),
        };
        let first = contexts.first().copied().unwrap_or_else(usual);
        let (instruction, registers) = syntax::read(statement, &first).map_err(|wrong| {
            wrong.into_iter().map(|it| it.message).collect::<Vec<_>>().join("; ")
        })?;
        let registers: Option<Vec<u64>> = registers.into_iter().collect();
        let registers = registers.ok_or_else(|| format!("{} lacks values", quoted(statement)))?;
        if let Some(other) = contexts.iter().find(|each| !instruction.is_available(each)) {
            return Err(format!("{} has no {instruction}", other.target.name));
        }
        let state = Box::new(State::new(instruction, first, registers));
        Ok(Self::Statement { state, contexts })
    }

    fn element(text: &str) -> Result<Self, String> {
        let (link, places) = placed(text);
        let parsed = parse_tensor(link).ok_or("no link to an element")?;
        if let Some(problem) = parsed.problems.first() {
            return Err(problem.message.clone());
        }
        let state = Box::new(parsed.state.ok_or("no instruction")?);
        let gpu = |name: &str| {
            let name = name.trim();
            let found = GPUS.iter().find(|gpu| gpu.name == name && gpu.opcode == Opcode::Mma);
            found.ok_or_else(|| format!("{} is no GPU", quoted(name)))
        };
        let gpus = places.map_or(Ok(Vec::new()), |places| places.split(',').map(gpu).collect())?;
        Ok(Self::Element { state, gpus })
    }

    fn program(text: &str) -> Result<Self, String> {
        let lines: Vec<_> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let text = [&*lines.join(";\n"), ";"].concat();
        let sequence = Sequence::new(&text, &usual());
        if let Some(wrong) = sequence.diagnostics().first() {
            return Err(wrong.message.clone());
        }
        if !sequence.is_complete() || !sequence.inputs().is_empty() {
            return Err("a program needs a value for each operand".to_string());
        }
        Ok(Self::Program { text, sequence: Box::new(sequence) })
    }

    /// The layout of the bits of its result.
    #[must_use]
    pub fn packing(&self) -> Packing {
        match self {
            Self::Number { format, .. } | Self::Bits { format, .. } => {
                Packing::scalar(format.width())
            }
            Self::Statement { state, .. } => state.instruction.destination_type().packing(),
            Self::Element { state, .. } => Packing::scalar(state.mma.d.width()),
            Self::Program { .. } => Packing::scalar(32),
        }
    }

    /// The format of a lane of its result.
    #[must_use]
    pub fn format(&self) -> Option<Format> {
        match self {
            Self::Number { format, .. } | Self::Bits { format, .. } => Some(*format),
            Self::Statement { state, .. } => Some(prepared(state).lane_op().result),
            Self::Element { state, .. } => Some(state.mma.d),
            Self::Program { .. } => None,
        }
    }

    /// The bits of its result.
    #[must_use]
    pub fn result(&self) -> Option<u64> {
        match self {
            Self::Number { bits, .. } | Self::Bits { bits, .. } => Some(*bits),
            Self::Statement { state, .. } => {
                Some(prepared(state).evaluate(&state.registers).destination)
            }
            Self::Element { state, .. } => {
                Tensor::new(&state.mma, &state.context).ok()?.evaluate(&state.operands()).ok()
            }
            Self::Program { .. } => None,
        }
    }

    /// The results on all of its targets or GPUs, with their names.
    #[must_use]
    pub fn results(&self) -> Vec<(String, u64)> {
        match self {
            Self::Statement { state, contexts } => {
                let on = |context: &Context| {
                    let prepared = Prepared::new(&state.instruction, context);
                    let found = prepared.evaluate(&state.registers);
                    (context.target.name.to_string(), found.destination)
                };
                contexts.iter().map(on).collect()
            }
            Self::Element { state, gpus } => on_gpus(&state.mma, &state.operands(), gpus),
            Self::Number { .. } | Self::Bits { .. } | Self::Program { .. } => Vec::new(),
        }
    }

    /// A register of its result as text: the value of each lane, the highest first.
    #[must_use]
    pub fn written(&self, register: u64) -> String {
        let (Some(format), packing) = (self.format(), self.packing()) else { return String::new() };
        let lanes = (0..packing.lanes).rev();
        let texts = lanes.map(|lane| concise(packing.extract(register, lane), format));
        let texts: Vec<_> = texts.collect();
        match &*texts {
            [one] => one.clone(),
            several => ["{", &*several.join(", "), "}"].concat(),
        }
    }

    /// The subject as it is printed: a statement with its operands, or a number with its format.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Number { format, text, .. } => format!("{text} in {format}"),
            Self::Bits { format, bits } => {
                format!("{} in {format}", text::hex(*bits, format.width().into()))
            }
            Self::Statement { state, .. } => {
                format!("{} {}", state.instruction, values(state))
            }
            Self::Element { state, .. } => state.mma.to_string(),
            Self::Program { text, .. } => text.clone(),
        }
    }

    /// The link of the page that shows it; empty if there is none.
    #[must_use]
    pub fn link(&self) -> String {
        match self {
            Self::Number { .. } | Self::Bits { .. } | Self::Program { .. } => String::new(),
            Self::Statement { state, .. } => state.to_fragment(),
            Self::Element { state, .. } => state.to_fragment(),
        }
    }

    /// Whether the PTX ISA determines every bit.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        match self {
            Self::Statement { state, .. } => {
                let evaluation = prepared(state).evaluate(&state.registers);
                evaluation.lanes().iter().all(|lane| lane.guarantee == Guarantee::Bits)
            }
            Self::Number { .. } | Self::Bits { .. } | Self::Program { .. } => true,
            Self::Element { .. } => false,
        }
    }

    /// Whether the result is the exact value; `None` where nothing is rounded.
    #[must_use]
    pub fn is_exact(&self) -> Option<bool> {
        match self {
            Self::Number { format, exact, bits, .. } => {
                let value = exact.as_ref().and_then(Dyadic::from_exact);
                let stored = Dyadic::from_datum(&format.decode(*bits));
                Some(exact.is_none() || value.is_some() && value == stored)
            }
            Self::Statement { state, .. } => is_exact(state),
            Self::Bits { .. } | Self::Element { .. } | Self::Program { .. } => None,
        }
    }

    /// The statements of a program, each with whether its result is inexact.
    pub(super) fn roundings(&self) -> Vec<(String, bool)> {
        let Self::Program { sequence, .. } = self else { return Vec::new() };
        let values = sequence.evaluate(&[]);
        let all = sequence.statements().iter().enumerate();
        let computing = all.filter(|(_, each)| matches!(each.action, Action::Call(_)));
        let rounding = computing.map(|(index, statement)| {
            let trace = sequence.trace(index, 0, &values);
            let conversion = trace.as_ref().and_then(|trace| trace.conversion());
            let is_inexact = conversion.is_some_and(Conversion::is_inexact);
            (statement.text.clone(), is_inexact)
        });
        rounding.collect()
    }
}

/// The most characters of an operand that is printed with all its digits.
const LONGEST: usize = 18;

/// The operands of a statement. The result follows from what is printed: all digits where they are few,
/// else a power of two, or the bits of a tiny number. What is left is near to a decimal, such as 0.1.
fn values(state: &State) -> String {
    let sources = state.instruction.form.sources();
    operand_list(&state.instruction, |index| {
        let Some((operand, bits)) = sources.get(index).zip(state.registers.get(index)) else {
            return String::new();
        };
        let kind = state.instruction.operand_type(operand);
        operand_text(operand, kind, *bits, |lane| {
            let bits = kind.packing().extract(*bits, lane);
            let format = kind.format();
            finite(&format.decode(bits))?;
            let digits = exact_decimal(bits, format);
            if digits.len() <= LONGEST {
                return Some(digits);
            }
            let brief = exact_brief(bits, format);
            if brief.trim_start_matches('-').starts_with("2^") {
                return Some(brief);
            }
            // Tiny numbers are written by their bits: nobody knows them in decimal.
            concise(bits, format).contains("e-").then(|| c_hex(bits, format))
        })
    })
}

/// Whether every lane of a result is the exact value.
fn is_exact(state: &State) -> Option<bool> {
    let prepared = prepared(state);
    let mut all = None;
    for (lane, result) in (0..prepared.lanes()).zip(prepared.evaluate(&state.registers).lanes()) {
        let trace = prepared.trace(lane, &state.registers);
        let format = prepared.lane_op().result;
        if let Some(is_exact) = crate::present::is_exact(&trace, result.bits, format) {
            all = Some(all.unwrap_or(true) && is_exact);
        }
    }
    all
}

/// The evaluator of a state.
pub(super) fn prepared(state: &State) -> Prepared {
    Prepared::new(&state.instruction, &state.context)
}

/// The significand and the exponent of a datum, if it is finite and not zero.
pub(super) fn finite(datum: &Datum) -> Option<(u64, i32)> {
    match datum.kind {
        Kind::Finite { significand, exponent } => Some((significand, exponent)),
        Kind::Zero | Kind::Infinite | Kind::Nan { .. } => None,
    }
}
