//! Calls of functions that the text has.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::super::build::Wanted;
use super::super::{Action, Move, Register, Source, mov};
use super::layout::{Formal, Function};
use super::memory::{Content, Origin, Place, Write};
use super::statement::At;
use super::trace::{Flow, Next, Tracer};
use super::variables::Space;
use crate::syntax::{Code, OperandText, Token, is_name};
use crate::text::quote::quoted;

/// The largest number of calls inside each other.
const MAX_DEPTH: usize = 64;

/// The first address of parameters that are known by the head of a function, or only by their use.
const BASE: u64 = 0x3800_0000;

/// Bytes between the addresses of two of these.
const STEP: u64 = 0x1_0000;

/// A function that runs.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) function: usize,
    /// Parameters and results of its head, and parameters that it does not declare, with their
    /// addresses.
    parameters: Vec<(String, u64)>,
}

impl Frame {
    /// The function that runs first: its parameters are inputs.
    pub(super) fn first(function: &Function, index: usize) -> Self {
        let formals = function.parameters.iter().chain(&function.results);
        let own = formals.filter(|formal| !formal.is_register);
        let parameters =
            (0..).zip(own).map(|(place, formal)| (formal.name.clone(), BASE + place * STEP));
        Self { function: index, parameters: parameters.collect() }
    }
}

/// A call as it is written.
struct Called<'t> {
    results: Vec<Token<'t>>,
    name: Token<'t>,
    arguments: Vec<Token<'t>>,
}

/// Reads `(r), f, (a, b), prototype` behind the opcode.
fn called<'t>(text: &'t str) -> Option<Called<'t>> {
    let mut lists: Vec<Vec<Token<'t>>> = Vec::new();
    let (mut depth, mut start) = (0_u32, 0);
    let mut elements = Vec::new();
    let token = |from: usize, to: usize| {
        let raw = text.get(from..to).unwrap_or_default();
        let own = raw.trim();
        let begin = from + (raw.len() - raw.trim_start().len());
        Token { text: own, span: begin..begin + own.len() }
    };
    for (place, character) in text.char_indices().chain([(text.len(), ',')]) {
        match character {
            '(' => {
                depth += 1;
                start = place + 1;
            }
            ')' => {
                depth = depth.saturating_sub(1);
                elements.push(token(start, place));
                start = place + 1;
            }
            ',' if depth > 0 => {
                elements.push(token(start, place));
                start = place + 1;
            }
            ',' => {
                let last = token(start, place);
                if !last.text.is_empty() {
                    elements.push(last);
                }
                lists.push(core::mem::take(&mut elements));
                start = place + 1;
            }
            _ => {}
        }
    }
    let is_list = text.trim_start().starts_with('(');
    let mut lists = lists.into_iter();
    let results = if is_list { lists.next()? } else { Vec::new() };
    let name = lists.next()?.into_iter().next().filter(|it| is_name(it.text))?;
    let arguments = lists.next().unwrap_or_default();
    let filled = |list: Vec<Token<'t>>| list.into_iter().filter(|it| !it.text.is_empty()).collect();
    Some(Called { results: filled(results), name, arguments: filled(arguments) })
}

impl<'t> Tracer<'t> {
    /// The address of a variable or a parameter in the present function, what it is, and whether it is
    /// one of the function that runs first.
    pub(super) fn variable(&self, name: &str, space: Space) -> Option<(u64, Origin, bool)> {
        let frame = self.frames.last()?;
        let is_first = self.frames.len() == 1;
        let own = frame.parameters.iter().find(|(it, _)| it == name);
        if let Some((_, address)) = own {
            return Some((*address, Origin::None, is_first));
        }
        if let Some((index, variable)) = self.variables.named(name, frame.function) {
            // Each call has variables of its own.
            let is_own = matches!(variable.space, Space::Local | Space::Param);
            let depth = (self.frames.len() - 1) as u64;
            let deeper = if is_own && variable.function.is_some() { depth << 20 } else { 0 };
            return Some((
                variable.address + deeper,
                Origin::Variable(index),
                is_first && variable.space == Space::Param,
            ));
        }
        let is_undeclared = space == Space::Param && is_name(name) && !name.starts_with('%');
        is_undeclared.then(|| (BASE + frame.parameters.len() as u64 * STEP, Origin::None, is_first))
    }

    /// The parameter of the function that runs first which an address is in, with the place in it.
    pub(super) fn parameter_at(&self, address: u64) -> Option<(String, usize)> {
        let all = &self.frames.first()?.parameters;
        let (name, start) =
            all.iter().find(|(_, start)| (*start..start + STEP).contains(&address))?;
        Some((name.clone(), usize::try_from(address - start).ok()?))
    }

    /// Notes a parameter that is known only by its use.
    pub(super) fn use_parameter(&mut self, name: &str) {
        let is_known = self.frames.last().is_none_or(|frame| {
            frame.parameters.iter().any(|(it, _)| it == name)
                || self.variables.named(name, frame.function).is_some()
        });
        if let (false, Some(frame)) = (is_known, self.frames.last_mut()) {
            let address = BASE + frame.parameters.len() as u64 * STEP;
            frame.parameters.push((name.to_string(), address));
        }
    }

    /// A formal parameter or result of the function that runs first.
    pub(super) fn formal(&self, name: &str) -> Option<&Formal> {
        let frame = self.frames.first()?;
        let function = self.layout.functions.get(frame.function)?;
        function.parameters.iter().chain(&function.results).find(|formal| formal.name == name)
    }

    /// A call.
    pub(super) fn call(&mut self, at: &At<'t>) -> Next {
        let length = at.head.end - at.start;
        let own = self.layout.own(at.piece);
        let text = own.get(at.parsed.offset + length..).unwrap_or_default();
        let start = at.start + length;
        let text = text.strip_suffix(';').unwrap_or(text);
        let Some(call) = called(text) else {
            let message = "expected a call such as call (r), f, (a, b)";
            self.builder.report(Code::Operand, at.head.clone(), message.into());
            self.unknown(at);
            return Next::On;
        };
        if at.guard.is_some() {
            let message = "it is open whether this call runs, which is not supported";
            self.builder.report(Code::Unsupported, at.head.clone(), message.into());
            self.not_called(at, &call);
            return Next::On;
        }
        let Some(callee) = self.layout.named(call.name.text) else {
            let name = quoted(call.name.text);
            let message = format!("the text has no function {name}, so its results are not known");
            self.builder.report(Code::Unsupported, at.head.clone(), message);
            self.not_called(at, &call);
            return Next::On;
        };
        if self.frames.len() >= MAX_DEPTH {
            let message = format!("more than {MAX_DEPTH} calls inside each other");
            self.builder.report(Code::Unsupported, at.head.clone(), message);
            self.unknown(at);
            return Next::Stop;
        }
        self.push(at, Action::Declaration);
        self.step_in(at, &call, callee, start)
    }

    /// Runs a function that is called.
    fn step_in(&mut self, at: &At<'t>, call: &Called<'t>, callee: usize, start: usize) -> Next {
        let Some(function) = self.layout.functions.get(callee) else { return Next::Stop };
        let mut parameters = Vec::new();
        let mut copies = Vec::new();
        let pairs = [(&function.parameters, &call.arguments), (&function.results, &call.results)];
        for (formals, actuals) in pairs {
            for (formal, actual) in formals.iter().zip(actuals) {
                if !formal.is_register {
                    self.use_parameter(actual.text);
                    let found = self.variable(actual.text, Space::Param);
                    let address = found.map_or(BASE, |(address, ..)| address);
                    parameters.push((formal.name.clone(), address));
                }
            }
        }
        for (formal, actual) in function.parameters.iter().zip(&call.arguments) {
            if let (true, Some(kind)) = (formal.is_register, formal.kind) {
                let wanted = Wanted::exactly(kind.kind, kind.is_typed);
                let source = self.builder.source(&OperandText::of(actual), wanted, start);
                copies.extend(source.map(|source| (formal.name.clone(), source, wanted)));
            }
        }
        let names = core::mem::take(&mut self.builder.names);
        for (name, source, wanted) in copies {
            self.copy(at, name, source, wanted);
        }
        self.frames.push(Frame { function: callee, parameters });
        let flow = self.run(function.pieces.start, None);
        self.frames.pop();
        let inner = core::mem::replace(&mut self.builder.names, names);
        for (formal, actual) in function.results.iter().zip(&call.results) {
            let found = inner.iter().find(|it| formal.is_register && it.text == formal.name);
            let Some((inner, kind)) = found.zip(formal.kind) else { continue };
            let source = Source::Register { index: inner.register, is_reinterpreted: false };
            let name = self.builder.name(actual, start);
            self.copy(at, name, source, Wanted::exactly(kind.kind, kind.is_typed));
        }
        match flow {
            Flow::Joined | Flow::Returned => Next::On,
            Flow::Exited => Next::Exit,
            Flow::Stopped => Next::Stop,
        }
    }

    /// Copies a register to one of a name.
    fn copy(&mut self, at: &At<'t>, name: String, source: Source, wanted: Wanted) {
        if let Source::Register { index, .. } = source
            && let Some(register) = self.builder.sequence.registers.get_mut(index)
        {
            register.is_read = true;
        }
        let written = self.builder.push_register(name, wanted, at.head.clone());
        let destinations = alloc::vec![Some(written)];
        let part_width = wanted.width();
        let copy = Move { sources: alloc::vec![source], destinations, part_width };
        self.add(at, Action::Move(copy), None);
    }

    /// A call that cannot be read: it may write everything that it names, and memory.
    pub(super) fn unknown_call(&mut self, at: &At<'t>) -> Action {
        let own = self.layout.own(at.piece);
        let begin = at.start - at.parsed.offset;
        let is_part = |c: char| crate::syntax::is_word(c) || c == '%';
        let mut registers = Vec::new();
        let mut position = 0;
        while let Some(start) = own.get(position..).and_then(|it| it.find(is_part)) {
            let start = position + start;
            let rest = own.get(start..).unwrap_or_default();
            let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            position = start + length;
            let Some(text) = own.get(start..position) else { break };
            let token = Token { text, span: start..position };
            let name = self.builder.name(&token, begin);
            let Some(known) = self.builder.register_of(&name) else { continue };
            let width = self.builder.sequence.registers.get(known).map_or(32, Register::width);
            let Some(kind) = mov::bits(width) else { continue };
            registers.push(self.builder.write(&token, Wanted::exactly(kind, false), false, begin));
        }
        self.memory.write(Write {
            place: Place { space: Space::Generic, address: None, origin: Origin::None },
            size: 0,
            content: Content::Unknown,
            conditions: Vec::new(),
            statement: self.builder.sequence.statements.len(),
        });
        Action::Unknown(registers)
    }

    /// Makes the results of a call unknown that is not run.
    fn not_called(&mut self, at: &At<'t>, call: &Called<'t>) {
        let statement = self.builder.sequence.statements.len();
        for result in &call.results {
            let Some((address, origin, _)) = self.variable(result.text, Space::Param) else {
                continue;
            };
            let place = Place { space: Space::Param, address: Some(address), origin };
            self.memory.write(Write {
                place,
                size: 64,
                content: Content::Unknown,
                conditions: Vec::new(),
                statement,
            });
        }
        // Its stores elsewhere are not known either.
        let place = Place { space: Space::Generic, address: None, origin: Origin::None };
        let is_pure =
            ["__nv_", "vprintf", "__assertfail"].iter().any(|it| call.name.text.starts_with(it));
        if !is_pure {
            self.memory.write(Write {
                place,
                size: 0,
                content: Content::Unknown,
                conditions: Vec::new(),
                statement,
            });
        }
        let mut registers = Vec::new();
        for result in call.results.iter().filter(|it| it.text.starts_with('%')) {
            let start = at.head.end;
            let width = self.builder.known_width(result, start).unwrap_or(32);
            let Some(kind) = mov::bits(width) else { continue };
            registers.push(self.builder.write(result, Wanted::exactly(kind, false), false, start));
        }
        self.push(at, Action::Unknown(registers));
    }
}
