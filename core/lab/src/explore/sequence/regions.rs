//! Bytes of parameters: which accesses overlap.
//!
//! A parameter is an array of bytes (PTX ISA 5.1.6.4), and accesses of several sizes may overlap. A
//! region is a maximal range of bytes that accesses connect; in most texts every access of a region
//! has the bytes of all of it, and the region is one value.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::build::Wanted;
use super::declare::{Declared, Space};
use super::guard::behind_guard;
use super::scope::Uses;
use super::split::{Kind, Piece};
use crate::syntax::{self, Statement, Token, is_name};

/// Bytes of a parameter that are read or written together, by their offsets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Region {
    /// The name of the parameter.
    pub(super) name: String,
    /// Its bytes.
    pub(super) bytes: Range<usize>,
    /// The size of the parts that no access divides, in bytes.
    pub(super) part: usize,
    /// Whether it is read before it is written.
    pub(super) is_input: bool,
    /// The declared type of the whole region.
    pub(super) declared: Option<Declared>,
}

impl Region {
    /// How a value of all of it is taken: as it is declared, if an access leaves that open.
    pub(super) fn typed(&self, wanted: Wanted) -> Wanted {
        let kind = self.declared.filter(|_| !wanted.is_typed).and_then(|it| it.kind());
        let kind = kind.filter(|it| it.packing().register_width() == wanted.width());
        kind.map_or(wanted, |kind| Wanted::exactly(kind, true))
    }

    /// The name of the value at an offset: `x`, `x+4`.
    pub(super) fn value(&self, offset: usize) -> String {
        if offset == 0 {
            self.name.clone()
        } else {
            [&*self.name, "+", &*offset.to_string()].concat()
        }
    }
}

/// The address of a parameter: its name with the place of that in the statement, and an offset.
pub(super) struct Address<'t> {
    pub(super) name: Token<'t>,
    pub(super) offset: usize,
}

impl<'t> Address<'t> {
    /// Reads `[x]` or `[x+4]`.
    pub(super) fn of(token: &Token<'t>) -> Option<Self> {
        let inner = token.text.strip_prefix('[')?.strip_suffix(']')?;
        let (name, offset) = inner.split_once('+').unwrap_or((inner, "0"));
        let start = token.span.start + 1 + (name.len() - name.trim_start().len());
        let (name, offset) = (name.trim(), offset.trim().parse::<u16>().ok()?);
        let name = Token { text: name, span: start..start + name.len() };
        is_name(name.text).then_some(Self { name, offset: offset.into() })
    }
}

/// An access: the elements of a vector, one after the other.
pub(super) struct Access<'t> {
    pub(super) is_load: bool,
    pub(super) address: Address<'t>,
    /// The type as it is spelled.
    pub(super) spelled: &'t str,
    /// The size of an element in bytes.
    pub(super) size: usize,
    pub(super) n_elements: usize,
}

impl<'t> Access<'t> {
    /// The access that a statement is; `None` if it is about no parameter, or its operands or type
    /// are not those of such a statement.
    pub(super) fn of(statement: &Statement<'t>) -> Option<Self> {
        if !is_param(statement) {
            return None;
        }
        let is_load = statement.opcode.as_ref()?.text == "ld";
        let [first, second] = statement.operands.as_slice() else { return None };
        let address = if is_load { second } else { first };
        let address = Address::of(address.elements.first()?)?;
        let spelled = statement.modifiers.last()?.text;
        let bits: usize = spelled.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
        let n_elements = statement.modifiers.iter().find_map(|each| match each.text {
            ".v2" => Some(2),
            ".v4" => Some(4),
            ".v8" => Some(8),
            _ => None,
        });
        let size = bits / 8;
        let is_sized = matches!(bits, 8 | 16 | 32 | 64);
        is_sized.then(|| Self {
            is_load,
            address,
            spelled,
            size,
            n_elements: n_elements.unwrap_or(1),
        })
    }
}

/// Whether a statement is about parameters.
pub(super) fn is_param(statement: &Statement<'_>) -> bool {
    let opcode = statement.opcode.as_ref().map_or("", |opcode| opcode.text);
    let is_param = |modifier: &Token<'_>| modifier.text.starts_with(".param");
    matches!(opcode, "ld" | "st") && statement.modifiers.iter().any(is_param)
}

/// One element that a text reads, writes or declares.
struct Element {
    name: String,
    bytes: Range<usize>,
    /// Its place among all of them, and whether it is read; `None` for a declaration.
    access: Option<(usize, bool)>,
    declared: Option<Declared>,
}

/// The elements of the accesses in a text, and the declarations of their parameters.
fn elements(text: &str, pieces: &[Piece], uses: &Uses) -> Vec<Element> {
    let mut elements: Vec<Element> = Vec::new();
    for piece in pieces.iter().filter(|piece| piece.kind == Kind::Statement) {
        let own = text.get(piece.span.clone()).unwrap_or_default();
        let behind = behind_guard(own);
        let (statement, _) = syntax::parse(own.get(behind..).unwrap_or_default());
        let Some(access) = Access::of(&statement) else { continue };
        let found = uses.at(access.address.name.span.start + piece.span.start + behind);
        let Some(found) = found else { continue };
        if let Some(declared) = found.declared.filter(|declared| declared.space == Space::Param) {
            elements.push(Element {
                name: found.name.clone(),
                bytes: 0..usize::from(declared.width / 8),
                access: None,
                declared: Some(declared),
            });
        }
        for index in 0..access.n_elements {
            let start = access.address.offset + index * access.size;
            elements.push(Element {
                name: found.name.clone(),
                bytes: start..start + access.size,
                access: Some((elements.len(), access.is_load)),
                declared: None,
            });
        }
    }
    elements
}

/// The regions of all parameters of a text, by name and offset.
#[derive(Clone, Debug, Default)]
pub(super) struct Regions(Vec<Region>);

impl Regions {
    /// The regions of the accesses in a text.
    pub(super) fn of(text: &str, pieces: &[Piece], uses: &Uses) -> Self {
        let mut elements = elements(text, pieces, uses);
        elements.sort_unstable_by(|a, b| (&a.name, a.bytes.start).cmp(&(&b.name, b.bytes.start)));
        let mut regions: Vec<Region> = Vec::new();
        let mut first = None;
        for element in &elements {
            let is_new = regions.last().is_none_or(|last| {
                last.name != element.name || last.bytes.end <= element.bytes.start
            });
            if is_new {
                first = None;
                regions.push(Region {
                    name: element.name.clone(),
                    bytes: element.bytes.clone(),
                    part: element.bytes.len(),
                    is_input: true,
                    declared: None,
                });
            }
            let Some(region) = regions.last_mut() else { continue };
            region.bytes.end = region.bytes.end.max(element.bytes.end);
            // Sizes are powers of two: the lowest set bit of all is the size that divides them.
            let offset = element.bytes.start - region.bytes.start;
            let all = region.part | element.bytes.len() | offset;
            region.part = 1 << all.trailing_zeros();
            region.declared = region.declared.or(element.declared);
            if let Some((place, is_load)) = element.access
                && first.is_none_or(|first| place < first)
            {
                first = Some(place);
                region.is_input = is_load;
            }
        }
        for region in &mut regions {
            let bits = region.bytes.len() * 8;
            region.declared = region.declared.filter(|it| usize::from(it.width) == bits);
        }
        Self(regions)
    }

    /// The region that has a byte of a parameter.
    pub(super) fn at(&self, name: &str, offset: usize) -> Option<&Region> {
        let after =
            self.0.partition_point(|each| (&*each.name, each.bytes.start) <= (name, offset));
        let region = self.0.get(after.checked_sub(1)?)?;
        (region.name == name && region.bytes.contains(&offset)).then_some(region)
    }
}
