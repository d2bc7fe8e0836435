//! The current step, and the values of the registers there.

use ptxfp::catalog::Type;

use crate::bits::Field;
use crate::playground::operand::layout;
use crate::program::inputs::InputView;
use crate::program::register::{ResultView, StandingView};
use crate::program::statements::CodeView;
use crate::program::view::SequenceView;

/// A step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepView {
    /// The number of statements that have run; `None` for all, with the results shown.
    pub place: Option<usize>,
    /// The number of statements; of two programs, of the longer one.
    pub count: usize,
    /// The line of the statement that ran last; `None` before the first.
    pub line: Option<usize>,
    /// The registers, in the order in which the program names them; empty if results are shown.
    pub registers: Vec<RegisterView>,
    /// The line and the registers of the program beside it, after as many statements.
    pub beside: Option<(Option<usize>, Vec<RegisterView>)>,
}

/// The value of a register at a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegisterView {
    /// Its name.
    pub name: String,
    /// Its type; empty if only the width is known.
    pub kind: &'static str,
    /// The values of its lanes; may be empty.
    pub values: String,
    /// Its bits; empty if they are not known.
    pub hex: String,
    /// Its bits in base 2, in runs of one field, each lane's in a list; empty for integers.
    pub fields: Vec<Vec<(Field, String)>>,
    /// Its guarantee; `None` for a value that was not computed.
    pub standing: Option<StandingView>,
    /// Whether it already has a value.
    pub is_written: bool,
    /// Whether the last statement wrote it.
    pub is_changed: bool,
}

impl StepView {
    /// The step, in words.
    pub fn words(&self) -> String {
        let count = self.count.to_string();
        match (self.place, self.count) {
            (None, 1) => String::from("1 statement"),
            (None, _) => [&count, " statements"].concat(),
            (Some(0), _) => ["start, ", &count, " to go"].concat(),
            (Some(place), _) => ["step ", &*place.to_string(), " of ", &count].concat(),
        }
    }

    /// The time at which the registers have these values, in words.
    pub fn time(&self) -> String {
        time(self.line)
    }

    /// Its announcement: the step, and the registers that it changed.
    pub(super) fn spoken(&self) -> String {
        let mut spoken = [&*self.words(), ", ", &self.time(), ". "].concat();
        changes(&mut spoken, &self.registers);
        if let Some((line, registers)) = &self.beside {
            spoken.extend(["The other program, ", &*time(*line), ". "]);
            changes(&mut spoken, registers);
        }
        spoken
    }
}

/// The time after a line, or at the start, in words.
pub fn time(line: Option<usize>) -> String {
    match line {
        Some(line) => ["after line ", &line.to_string()].concat(),
        None => String::from("at the start"),
    }
}

/// Says which registers have changed.
fn changes(spoken: &mut String, registers: &[RegisterView]) {
    for register in registers.iter().filter(|register| register.is_changed) {
        let known = [&register.values, &register.hex].into_iter().find(|it| !it.is_empty());
        let value = known.map_or("not known", String::as_str);
        spoken.extend([&register.name, " is ", value, ". "]);
    }
}

/// The view of a step of a program, or of none. Two programs step together: as many statements of
/// each have run, or all of the shorter one.
pub(super) fn view(place: Option<usize>, program: &SequenceView) -> StepView {
    let beside = program.beside.as_ref().map(|beside| &beside.code);
    let counts = [Some(&program.code), beside].map(|it| it.map_or(0, |it| it.statements.len()));
    let count = counts[0].max(counts[1]);
    let place = place.map(|place| place.min(count));
    // The line of the last statement that has run, and the registers then.
    let reached = |code: &CodeView| {
        let last = place.and_then(|place| place.min(code.statements.len()).checked_sub(1));
        let line = last.and_then(|last| code.statements.get(last)).map(|statement| statement.line);
        (line, place.map_or(Vec::new(), |place| registers(place, &program.inputs, code)))
    };
    let (line, registers) = reached(&program.code);
    StepView { place, count, line, registers, beside: beside.map(reached) }
}

/// The values of the registers once this many statements have run.
fn registers(place: usize, inputs: &[InputView], code: &CodeView) -> Vec<RegisterView> {
    let mut found: Vec<RegisterView> = Vec::new();
    for input in inputs {
        found.push(RegisterView {
            name: input.name.clone(),
            kind: input.kind,
            values: input.values.clone(),
            fields: fields(&input.hex, input.kind, input.lens),
            hex: input.hex.clone(),
            standing: None,
            is_written: true,
            is_changed: false,
        });
    }
    for (index, statement) in code.statements.iter().enumerate() {
        for result in &statement.results {
            let known = found.iter().position(|register| register.name == result.name);
            let new =
                if index < place { written(result, index + 1 == place) } else { ahead(result) };
            match known.and_then(|known| found.get_mut(known)) {
                Some(register) if index < place => *register = new,
                Some(_) => {}
                None => found.push(new),
            }
        }
    }
    found
}

/// A register that a statement has written.
fn written(result: &ResultView, is_changed: bool) -> RegisterView {
    RegisterView {
        name: result.name.clone(),
        kind: result.kind,
        values: result.values.clone(),
        fields: fields(&result.hex, result.kind, result.lens),
        hex: result.hex.clone(),
        standing: Some(result.standing),
        is_written: true,
        is_changed,
    }
}

/// A register that a statement is about to write.
fn ahead(result: &ResultView) -> RegisterView {
    RegisterView {
        name: result.name.clone(),
        kind: result.kind,
        values: String::new(),
        hex: String::new(),
        fields: Vec::new(),
        standing: None,
        is_written: false,
        is_changed: false,
    }
}

/// The bits of a floating-point register, or of one shown as such, as runs of one field.
fn fields(hex: &str, kind: &str, lens: &str) -> Vec<Vec<(Field, String)>> {
    let kind = if lens.is_empty() { kind } else { lens };
    let kind = Type::SPELLED.into_iter().find(|it| it.spelling() == kind && !it.is_integer());
    let bits = hex.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
    let Some((kind, bits)) = kind.zip(bits) else { return Vec::new() };
    let (packing, layout) = (kind.packing(), layout(kind.format()));
    let lane = |lane: u8| {
        let datum = packing.extract(bits, lane);
        let mut runs: Vec<(Field, String)> = Vec::new();
        for position in (0..layout.width).rev() {
            let (field, _) = layout.field(position);
            let digit = if datum >> position & 1 == 1 { '1' } else { '0' };
            match runs.last_mut() {
                Some((last, digits)) if *last == field => digits.push(digit),
                Some(_) | None => runs.push((field, String::from(digit))),
            }
        }
        runs
    };
    (0..packing.lanes).rev().map(lane).collect()
}
