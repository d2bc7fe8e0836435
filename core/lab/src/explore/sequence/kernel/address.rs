//! Addresses in statements: `[%rd1+4]`, `[buffer]`, `[0]`.

use alloc::format;
use alloc::string::{String, ToString};

use super::super::build::Wanted;
use super::memory::{Origin, Place};
use super::trace::Tracer;
use super::variables::Space;
use crate::catalog::Type;
use crate::syntax::{Code, OperandText, Token, constant, is_name, is_word};
use crate::text::quote::quoted;

/// An address as it is written, and as it is.
#[derive(Clone, Debug)]
pub(super) struct Address {
    /// The text, with its brackets.
    pub(super) text: String,
    pub(super) place: Place,
    /// The parameter of the function that runs first, with the place in it, if it is one.
    pub(super) parameter: Option<(String, usize)>,
}

impl Address {
    /// The address some bytes further.
    pub(super) fn behind(&self, bytes: usize) -> Self {
        let address = self.place.address.map(|it| it.wrapping_add(bytes as u64));
        let parameter = self.parameter.clone().map(|(name, offset)| (name, offset + bytes));
        Self { place: Place { address, ..self.place }, parameter, ..self.clone() }
    }
}

/// The parts of an address: what is before the offset, and that.
struct Parts<'t> {
    base: Token<'t>,
    offset: i64,
}

/// Reads `[base+offset]`; `None` if it is something else.
fn parts<'t>(token: &Token<'t>) -> Option<Parts<'t>> {
    let inner = token.text.strip_prefix('[')?.strip_suffix(']')?;
    let space = inner.len() - inner.trim_start().len();
    let body = inner.trim();
    let start = token.span.start + 1 + space;
    let is_part = |c: char| is_word(c) || c == '.';
    let length = body.find(|c| !is_part(c)).unwrap_or(body.len());
    let (base, rest) = body.split_at(length);
    let rest = rest.trim();
    // `x[4]` is an address, too.
    let rest = rest.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(rest);
    let offset = if rest.is_empty() { 0 } else { number(rest.trim_start_matches('+').trim())? };
    Some(Parts { base: Token { text: base, span: start..start + base.len() }, offset })
}

/// An integer constant.
fn number(text: &str) -> Option<i64> {
    let (is_negative, body) = match text.strip_prefix('-') {
        Some(body) => (true, body.trim()),
        None => (false, text),
    };
    let token = Token { text: body, span: 0..body.len() };
    let bits = constant::read(&token, Type::U64, true).ok()?;
    let number = i64::from_ne_bytes(bits.to_ne_bytes());
    Some(if is_negative { number.wrapping_neg() } else { number })
}

impl<'t> Tracer<'t> {
    /// The address that an operand is; an error is reported.
    pub(super) fn address(
        &mut self,
        operand: &OperandText<'t>,
        space: Space,
        start: usize,
    ) -> Option<Address> {
        let element = operand.elements.first()?;
        let Some(Parts { base, offset }) = parts(element) else {
            let message = format!("{} is no address such as [%rd1+4]", quoted(element.text));
            let span = element.span.start + start..element.span.end + start;
            self.builder.report(Code::Operand, span, message);
            return None;
        };
        let text = element.text.to_string();
        let bytes = offset.cast_unsigned();
        let is_variable = !self.is_register(&base, start);
        if let Some((address, origin, is_own)) =
            self.variable(base.text, space).filter(|_| is_variable)
        {
            let place = Place { space, address: Some(address.wrapping_add(bytes)), origin };
            let offset = usize::try_from(offset).unwrap_or(0);
            let parameter = is_own.then(|| (base.text.to_string(), offset));
            return Some(Address { text, place, parameter });
        }
        if !is_name(base.text) {
            let address = Some(number(base.text)?.wrapping_add(offset).cast_unsigned());
            let place = Place { space, address, origin: Origin::None };
            return Some(Address { text, place, parameter: None });
        }
        let width = self.builder.known_width(&base, start).unwrap_or(64);
        let kind = if width == 32 { Type::B32 } else { Type::U64 };
        let source =
            self.builder.source(&OperandText::of(&base), Wanted::exactly(kind, false), start)?;
        self.seed();
        let (value, origin) = (self.value(source), self.origin(source));
        let known = value.is_determined().then_some(value.bits);
        let limit = if width == 32 { u64::from(u32::MAX) } else { u64::MAX };
        let address = known.map(|it| it.wrapping_add(bytes) & limit);
        Some(Address { text, place: Place { space, address, origin }, parameter: None })
    }
}
