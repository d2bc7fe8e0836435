//! Parameters of functions: `ld.param` reads an input, `st.param` writes an output.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::build::{Builder, Wanted};
use super::regions::{Access, Region};
use super::{Action, Call, Move, Source, mov};
use crate::catalog::Type;
use crate::syntax::{self, Code, OperandText};
use crate::text::quote::quoted;

/// The bits of a register, by the names that compilers use, where nothing else decides them.
fn usual_width(name: &str) -> u8 {
    match name.trim_end_matches(|c: char| c.is_ascii_digit()) {
        "%r" => 32,
        "%rd" => 64,
        _ => 16,
    }
}

/// An access in a text: the name of its parameter in the whole text, and its place there.
struct Place<'t> {
    access: Access<'t>,
    name: String,
    span: Range<usize>,
    /// The beginning of the statement.
    start: usize,
}

impl Place<'_> {
    /// The offset of an element in the parameter.
    const fn offset(&self, index: usize) -> usize {
        self.access.address.offset + index * self.access.size
    }
}

impl<'t> Builder<'t> {
    /// A parameter that is read or written; `None` if it is not one of the known ones.
    pub(super) fn param(
        &mut self,
        statement: &syntax::Statement<'t>,
        start: usize,
    ) -> Option<Action> {
        let access = Access::of(statement)?;
        let [first, second] = statement.operands.as_slice() else { return None };
        let value = if access.is_load { first } else { second };
        let is_vector = access.n_elements > 1;
        if value.elements.len() != access.n_elements || value.is_vector != is_vector {
            return None;
        }
        let name = self.name(&access.address.name, start);
        let own = access.address.name.span.clone();
        let span = own.start + start..own.end + start;
        let place = Place { access, name, span, start };
        if place.access.size == 1 {
            return self.byte(value, &place);
        }
        let kind = mov::Kind::spelled(place.access.spelled)?;
        let wanted = Wanted::exactly(kind.kind, kind.is_typed);
        if place.access.is_load {
            self.load(value, wanted, &place)
        } else {
            self.store(value, wanted, &place)
        }
    }

    /// The region of an element.
    fn region(&self, place: &Place<'_>, index: usize) -> Option<Region> {
        self.regions.at(&place.name, place.offset(index)).cloned()
    }

    /// Reads elements into registers.
    fn load(
        &mut self,
        value: &OperandText<'t>,
        wanted: Wanted,
        place: &Place<'t>,
    ) -> Option<Action> {
        let start = place.start;
        let mut names = Vec::new();
        for element in &value.elements {
            let token = self.destination(Some(element), false, start)?;
            self.fits(&token, wanted.relaxed(), start)?;
            names.push(token);
        }
        let mut wider =
            names.iter().filter_map(|name| Some((name, self.wider(name, wanted, start)?)));
        if let Some((name, to)) = wider.next() {
            if names.len() > 1 {
                let name = name.clone();
                return self.wide_vector(&name, start);
            }
            let region = self.region(place, 0)?;
            let is_part = region.is_input && region.bytes.len() != place.access.size;
            let sources = if is_part { Vec::new() } else { self.parts(wanted, place, 0)? };
            let [source] = sources.as_slice() else { return self.overlap(&region, place) };
            return self.extended(*source, wanted, (name, to), start);
        }
        let mut sources = Vec::new();
        for index in 0..names.len() {
            sources.push(self.parts(wanted, place, index)?);
        }
        let size = place.access.size;
        let first = self.region(place, 0)?;
        for index in 1..names.len() {
            let other = self.region(place, index)?;
            let is_plain = [&first, &other].iter().all(|region| region.bytes.len() == size);
            if !is_plain && other != first {
                return self.overlap(&other, place);
            }
        }
        let is_part_of_input = first.is_input && first.bytes.len() != size;
        let (part, before) = match () {
            () if is_part_of_input => (size, (place.offset(0) - first.bytes.start) / size),
            () if first.is_input => (size, 0),
            () => (first.part, 0),
        };
        let mut sources: Vec<_> = sources.into_iter().flatten().collect();
        if is_part_of_input {
            // All elements are parts of one value.
            sources.truncate(1);
        }
        let since = self.unknown_since(&sources);
        let mut destinations = alloc::vec![None; before];
        for token in names {
            let written = self.write(&token, wanted, true, start);
            self.mark_unknown(written, since);
            destinations.push(Some(written));
        }
        if is_part_of_input {
            destinations.resize(first.bytes.len() / size, None);
        }
        let part_width = u8::try_from(part * 8).ok()?;
        Some(Action::Move(Move { sources, destinations, part_width }))
    }

    /// The values that an element is read from: one, or its parts, the lowest first.
    fn parts(&mut self, wanted: Wanted, place: &Place<'t>, index: usize) -> Option<Vec<Source>> {
        let region = self.region(place, index)?;
        let size = place.access.size;
        if region.is_input {
            let is_whole = region.bytes.len() == size;
            let bits = region.bytes.len() * 8;
            let whole = u8::try_from(bits).ok().and_then(mov::bits);
            let is_aligned = (place.offset(index) - region.bytes.start).is_multiple_of(size);
            let Some(kind) = whole.filter(|_| is_aligned) else {
                return self.overlap(&region, place);
            };
            let wanted = if is_whole { wanted } else { Wanted::exactly(kind, false) };
            let source = self.read_parameter(&region, region.bytes.start, wanted, place)?;
            return Some(alloc::vec![source]);
        }
        if place.access.n_elements > 1 && region.part != size {
            return self.overlap(&region, place);
        }
        let kind = mov::bits(u8::try_from(region.part * 8).ok()?)?;
        let offsets = (place.offset(index)..place.offset(index) + size).step_by(region.part);
        let wanted = if region.part == size { wanted } else { Wanted::exactly(kind, false) };
        offsets.map(|offset| self.read_parameter(&region, offset, wanted, place)).collect()
    }

    /// Writes elements from registers and constants.
    fn store(
        &mut self,
        value: &OperandText<'t>,
        wanted: Wanted,
        place: &Place<'t>,
    ) -> Option<Action> {
        let size = place.access.size;
        let mut sources = Vec::new();
        for element in &value.elements {
            let operand = OperandText::of(element);
            let source = self.source(&operand, wanted.relaxed(), place.start)?;
            let is_wider = self.wider_source(source, wanted).is_some();
            if is_wider && value.elements.len() > 1 {
                return self.wide_vector(element, place.start);
            }
            sources.push(source);
        }
        let mut destinations = Vec::new();
        let mut part = size;
        for (index, source) in sources.iter().enumerate() {
            let region = self.region(place, index)?;
            let is_divided = region.part != size;
            if region.is_input || is_divided && place.access.n_elements > 1 {
                return self.overlap(&region, place);
            }
            part = region.part;
            let since = self.unknown_since(&[*source]);
            let kind = mov::bits(u8::try_from(part * 8).ok()?)?;
            let wanted = if part == size { wanted } else { Wanted::exactly(kind, false) };
            for offset in (place.offset(index)..place.offset(index) + size).step_by(part) {
                let written = self.write_parameter(region.value(offset), wanted, place);
                self.mark_unknown(written, since);
                destinations.push(Some(written));
            }
        }
        if let [source] = sources.as_slice()
            && let Some(width) = self.wider_source(*source, wanted)
        {
            // Only the lowest bits are stored.
            destinations.resize(usize::from(width / 8) / part, None);
        }
        let part_width = u8::try_from(part * 8).ok()?;
        Some(Action::Move(Move { sources, destinations, part_width }))
    }

    /// Reports accesses that overlap in a way that is not evaluated.
    fn overlap<T>(&mut self, region: &Region, place: &Place<'_>) -> Option<T> {
        let message = format!(
            "bytes {} to {} of {} are read and written in overlapping parts, which is not supported",
            region.bytes.start,
            region.bytes.end.saturating_sub(1),
            quoted(&region.name)
        );
        self.report(Code::Unsupported, place.span.clone(), message);
        None
    }

    /// A parameter of eight bits: registers have more, so it is converted.
    fn byte(&mut self, value: &OperandText<'t>, place: &Place<'t>) -> Option<Action> {
        let (is_load, start) = (place.access.is_load, place.start);
        let is_signed = place.access.spelled == ".s8";
        let (kind, byte) = if is_signed { (Type::S8, ".s8") } else { (Type::U8, ".u8") };
        let element = value.elements.first().filter(|_| place.access.n_elements == 1)?;
        let width = match self.known_width(element, start) {
            Some(width @ (16 | 32 | 64)) => width,
            Some(_) => return None,
            None => usual_width(element.text),
        };
        let sign = if is_signed { ".s" } else { ".u" };
        let wide = format!("{sign}{width}");
        let (to, from) = if is_load { (&*wide, byte) } else { (byte, &*wide) };
        let instruction = syntax::check(&["cvt", to, from].concat(), self.context).instruction?;
        let (own, register) = (Wanted::exactly(kind, true), mov::Kind::spelled(&wide)?);
        let wanted = Wanted::exactly(register.kind, false);
        let region = self.region(place, 0)?;
        let offset = place.offset(0);
        let (source, destination) = if is_load {
            let token = self.destination(Some(element), false, start)?;
            let is_part = region.is_input && region.bytes.len() > 1;
            let whole = mov::bits(u8::try_from(region.bytes.len() * 8).ok()?);
            // The lowest byte of a value is what a conversion takes of it.
            let source = match whole {
                Some(kind) if is_part && offset == region.bytes.start => {
                    self.read_parameter(&region, offset, Wanted::exactly(kind, false), place)?
                }
                _ if is_part => return self.overlap(&region, place),
                _ => self.read_parameter(&region, offset, own, place)?,
            };
            let since = self.unknown_since(&[source]);
            let written = self.write(&token, Wanted { is_typed: true, ..wanted }, true, start);
            self.mark_unknown(written, since);
            (source, written)
        } else {
            let source = self.source(value, wanted, start)?;
            if region.is_input && region.bytes.len() > 1 {
                return self.overlap(&region, place);
            }
            let since = self.unknown_since(&[source]);
            let written = self.write_parameter(region.value(offset), own, place);
            self.mark_unknown(written, since);
            (source, written)
        };
        Some(Action::Call(Call::new(&instruction, self.context, alloc::vec![source], destination)))
    }

    /// The value of a parameter, or of a part of one: an input, or what was written before.
    fn read_parameter(
        &mut self,
        region: &Region,
        offset: usize,
        wanted: Wanted,
        place: &Place<'_>,
    ) -> Option<Source> {
        let name = region.value(offset);
        let index = match self.register_of(&name) {
            Some(index) => index,
            None if region.is_input => {
                self.push_input(name, region.typed(wanted), place.span.clone())
            }
            None => {
                let message = format!("nothing was written to {} before", quoted(&name));
                self.report(Code::Unsupported, place.span.clone(), message);
                return None;
            }
        };
        let register = self.sequence.registers.get_mut(index)?;
        register.is_read = true;
        Some(Source::Register { index, is_reinterpreted: false })
    }

    /// A new value of a parameter, or of a part of one.
    fn write_parameter(&mut self, name: String, wanted: Wanted, place: &Place<'_>) -> usize {
        self.push_register(name, wanted, place.span.clone())
    }
}
