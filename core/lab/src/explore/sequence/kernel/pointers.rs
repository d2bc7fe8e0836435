//! Which inputs are pointers: those that addresses are computed from, by copies, sums and differences.
//!
//! They need no value: each points to memory of its own.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::super::build::Builder;
use super::super::regions::Address;
use super::super::split::Kind;
use super::layout::{Function, Layout};
use crate::order::push_new;
use crate::syntax::{OperandText, Statement, Token, is_name, is_word};

/// The names that hold addresses.
#[derive(Debug, Default)]
pub(super) struct Pointers(Vec<String>);

/// The largest number of calls inside each other that are followed.
const MAX_DEPTH: usize = 4;

/// The largest number of copies of an address of a parameter that are followed.
const MAX_COPIES: usize = 8;

/// A name and the one that it is computed from.
type Step = (String, String);

impl Pointers {
    /// The names of a function that addresses are computed from.
    pub(super) fn of(
        builder: &Builder<'_>,
        layout: &Layout<'_>,
        function: &Function,
        depth: usize,
    ) -> Self {
        let mut found = Self::default();
        let mut steps: Vec<Step> = Vec::new();
        for piece in function.pieces.clone() {
            let Some(at) = layout.pieces.get(piece).filter(|it| it.kind == Kind::Statement) else {
                continue;
            };
            let statement = layout.statement(piece);
            let start = at.span.start + super::super::guard::behind_guard(layout.own(piece));
            if statement.opcode.as_ref().is_some_and(|opcode| opcode.text == "call") {
                found.call((builder, layout), layout.own(piece), depth);
            } else {
                found.add(builder, &statement, start, &mut steps);
            }
        }
        let declared = function.parameters.iter().filter(|formal| formal.is_pointer);
        declared.for_each(|formal| push_new(&mut found.0, formal.name.clone()));
        loop {
            let before = found.0.len();
            for (to, from) in &steps {
                if found.0.contains(to) {
                    push_new(&mut found.0, from.clone());
                }
            }
            if found.0.len() == before {
                return found;
            }
        }
    }

    /// Adds the parameters of a call that the function computes addresses from.
    fn call(&mut self, (builder, layout): (&Builder<'_>, &Layout<'_>), own: &str, depth: usize) {
        let words = || own.split(|c: char| !is_word(c)).filter(|word| is_name(word));
        let callee = words().find_map(|word| layout.functions.get(layout.named(word)?));
        let Some(callee) = callee.filter(|_| depth < MAX_DEPTH) else { return };
        let inner = Self::of(builder, layout, callee, depth + 1);
        let name = callee.name.as_deref().unwrap_or_default();
        let arguments = words().skip_while(|word| *word != name).skip(1);
        for (formal, argument) in callee.parameters.iter().zip(arguments) {
            if inner.has(&formal.name) {
                push_new(&mut self.0, argument.to_string());
            }
        }
    }

    /// Whether a register or a parameter is a pointer.
    pub(super) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|each| each == name)
    }

    /// Adds the addresses of a statement, and the steps of its computation.
    fn add(
        &mut self,
        builder: &Builder<'_>,
        statement: &Statement<'_>,
        start: usize,
        steps: &mut Vec<Step>,
    ) {
        let name = |token: &Token<'_>| builder.name(token, start);
        let opcode = statement.opcode.as_ref().map_or("", |opcode| opcode.text);
        let is_param = statement.modifiers.iter().any(|it| it.text.starts_with(".param"));
        let operands = statement.operands.iter();
        for operand in operands.clone().filter(|_| !is_param) {
            for element in &operand.elements {
                if let Some(base) = base(element) {
                    push_new(&mut self.0, name(&base));
                }
            }
        }
        let elements = |index: usize| {
            statement.operands.get(index).map(|it: &OperandText<'_>| {
                it.elements.iter().filter(|each| is_name(each.text)).map(name).collect::<Vec<_>>()
            })
        };
        let sources: &[usize] = match opcode {
            "ld" if is_param => {
                let address = statement.operands.get(1).and_then(|it| it.elements.first());
                let address = address.and_then(Address::of);
                let to = elements(0).unwrap_or_default();
                if let Some(address) = address {
                    // A register may have the address of the parameter.
                    let mut base = name(&address.name);
                    for _ in 0..MAX_COPIES {
                        let Some((_, from)) = steps.iter().rev().find(|(to, _)| *to == base) else {
                            break;
                        };
                        base.clone_from(from);
                    }
                    for (index, to) in to.into_iter().enumerate() {
                        let offset = address.offset + 8 * index;
                        steps.push((to, parameter(&base, offset)));
                    }
                }
                return;
            }
            "cvta" => {
                elements(1).into_iter().flatten().for_each(|from| push_new(&mut self.0, from));
                &[1]
            }
            "st" if is_param => {
                let address = statement.operands.first().and_then(|it| it.elements.first());
                let address = address.and_then(Address::of);
                if let Some(address) = address {
                    for (index, from) in elements(1).unwrap_or_default().into_iter().enumerate() {
                        let offset = address.offset + 8 * index;
                        steps.push((parameter(address.name.text, offset), from));
                    }
                }
                return;
            }
            "mov" | "cvt" | "abs" => &[1],
            "add" | "sub" | "or" | "and" | "selp" | "min" | "max" => &[1, 2],
            "mad" => &[3],
            _ => &[],
        };
        let to = elements(0).unwrap_or_default();
        for from in sources.iter().filter_map(|index| elements(*index)).flatten() {
            steps.extend(to.iter().map(|to| (to.clone(), from.clone())));
        }
    }
}

/// The name of a parameter, or of a part of it.
pub(super) fn parameter(name: &str, offset: usize) -> String {
    if offset == 0 { name.to_string() } else { [name, "+", &*offset.to_string()].concat() }
}

/// The name at the beginning of an address in brackets.
fn base<'t>(token: &Token<'t>) -> Option<Token<'t>> {
    let inner = token.text.strip_prefix('[')?;
    let space = inner.len() - inner.trim_start().len();
    let body = inner.trim_start();
    let length = body.find(|c| !is_word(c)).unwrap_or(body.len());
    let text = body.get(..length).filter(|text| is_name(text))?;
    let start = token.span.start + 1 + space;
    Some(Token { text, span: start..start + text.len() })
}
