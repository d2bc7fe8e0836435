//! The start of a kernel: its function and inputs, in a link.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::code::decoded_element;
use super::packed::PACKED;
use super::parse::Reader;
use super::part::Pair;
use super::sequence::{OUT, key};
use super::{CODE, ISA, VIEW, WITH, write_register};
use crate::bits::mask;
use crate::catalog::{Context, Type};
use crate::explore::sequence::kernel::{Kernel, Settings, is_kernel};
use crate::explore::sequence::{NoRun, Register, Sequence};
use crate::text::hex;

/// The key of the function that runs.
const FUNCTION: &str = "function";

/// The function and the inputs of a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Start {
    /// The function that runs, if it is not the first entry.
    pub function: Option<String>,
    /// The names of inputs as [`Kernel::input_name`] has them, with type and bits; the others are 1.
    pub values: Vec<(String, Type, u64)>,
}

impl Start {
    /// The values that a kernel was given, and its function.
    #[must_use]
    pub fn of(traced: &Kernel) -> Self {
        let sequence = traced.sequence();
        let mut values: Vec<(String, Type, u64)> = Vec::new();
        for (index, bits) in sequence.inputs().iter().zip(traced.inputs()) {
            let name = traced.input_name(*index);
            let is_new = !values.iter().any(|(known, ..)| *known == name);
            if let Some(register) = sequence.register(*index).filter(|_| is_new)
                && traced.is_stated(*index)
            {
                values.push((name, register.kind, *bits));
            }
        }
        let function = traced.function().filter(|_| !traced.is_first());
        Self { function: function.map(ToString::to_string), values }
    }

    /// A trace of a kernel from the registers of its inputs as straight statements; `None` for other texts.
    pub(super) fn of_straight(text: &str, context: &Context, registers: &[u64]) -> Option<Kernel> {
        if !is_kernel(text) {
            return None;
        }
        let straight = Sequence::new(text, context);
        let value = |(register, bits): (&Register, &u64)| {
            let width = u32::from(register.width());
            (register.name.clone(), hex(bits & mask(width), width))
        };
        let values = straight.input_registers().zip(registers).map(value).collect();
        Kernel::new(text, context, &Settings::filled(None, values)).ok()
    }

    /// The choices for a trace.
    #[must_use]
    pub fn settings(&self) -> Settings {
        let bits = |(name, kind, bits): &(String, Type, u64)| {
            (name.clone(), hex(*bits, kind.packing().register_width().into()))
        };
        Settings::filled(self.function.clone(), self.values.iter().map(bits).collect())
    }

    /// The keys that a link to a kernel may have.
    pub(super) fn keys(traced: &Kernel) -> Vec<String> {
        let sequence = traced.sequence();
        let named = |index: &usize| {
            let register = sequence.register(*index).map_or("", |it| it.name.as_str());
            // A load is also known by its destination.
            let destination = register.split(" = ").next().unwrap_or_default();
            [own_key(&traced.input_name(*index)), own_key(destination)]
        };
        let names = sequence.inputs().iter().flat_map(named);
        names.chain([FUNCTION.to_string()]).collect()
    }
}

impl fmt::Display for Start {
    /// Writes the pairs of a link.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(function) = &self.function {
            write!(f, "&{FUNCTION}={}", key(function))?;
        }
        for (name, kind, bits) in &self.values {
            write!(f, "&{}=", own_key(name))?;
            write_register(f, *bits, kind.packing())?;
        }
        Ok(())
    }
}

/// The key of an input of a kernel.
fn own_key(name: &str) -> String {
    let key = key(name);
    let is_reserved = [FUNCTION, WITH].iter().any(|it| key.eq_ignore_ascii_case(it));
    if is_reserved { ["~", &key].concat() } else { key }
}

impl Reader {
    /// The start of a kernel, and its trace; wrong values are reported, and left out.
    pub(super) fn start(
        &mut self,
        text: &str,
        context: &Context,
        pairs: &[Pair<'_>],
    ) -> Option<(Kernel, Start)> {
        const OTHERS: [&str; 7] = [CODE, OUT, ISA, VIEW, WITH, PACKED, FUNCTION];
        let named = |pair: &&Pair<'_>| !OTHERS.iter().any(|key| pair.is(key));
        let values = pairs.iter().filter(named).map(|pair| {
            let key = pair.key.text.strip_prefix('~').unwrap_or(pair.key.text);
            (decoded_element(key), pair.value.text.to_string())
        });
        let function = pairs.iter().find(|pair| pair.is(FUNCTION));
        let name = function.map(|pair| decoded_element(pair.value.text));
        let tries = [Settings::filled(name, values.collect()), Settings::filled(None, Vec::new())];
        for (place, settings) in tries.iter().enumerate() {
            match Kernel::new(text, context, settings) {
                Ok(traced) => {
                    let start = Start::of(&traced);
                    return Some((traced, start));
                }
                Err(NoRun::Wrong(message)) if place == 0 => {
                    // The message has the text that is wrong.
                    let is_wrong = |pair: &&Pair<'_>| {
                        let text = pair.value.text;
                        !text.is_empty() && message.contains(text) && !pair.is(CODE)
                    };
                    let wrong = pairs.iter().find(is_wrong).or(pairs.first());
                    self.report(wrong.map_or(0..0, |pair| pair.value.span()), message);
                }
                Err(_) => {}
            }
        }
        None
    }
}
