//! Variables of state spaces: `.global .f32 x = 1.5;`, `.shared .align 4 .b8 buffer[1024];`.
//!
//! Each has an address of its own. The numbers are not those of a GPU: a result that depends on one is
//! not known, whatever the number is.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::super::mov;
use super::super::split::{Kind, on_one_line};
use super::layout::Layout;
use crate::catalog;
use crate::syntax::constant;
use crate::syntax::{Token, is_name};

/// A state space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    /// Any of the others, by its address.
    Generic,
    Global,
    Shared,
    Local,
    Const,
    Param,
}

impl Space {
    /// Every space, with the beginning of its modifier.
    const ALL: [(&str, Self); 5] = [
        (".global", Self::Global),
        (".shared", Self::Shared),
        (".local", Self::Local),
        (".const", Self::Const),
        (".param", Self::Param),
    ];

    /// The space that a modifier spells: `.shared`, `.shared::cta`.
    pub(super) fn spelled(modifier: &str) -> Option<Self> {
        let word = modifier.split("::").next().unwrap_or_default();
        // `.const[2]` of old texts.
        let word = word.split('[').next().unwrap_or_default();
        Self::ALL.iter().find(|(name, _)| *name == word).map(|(_, space)| *space)
    }

    /// Whether an address may be one of both spaces.
    pub(super) fn meets(self, other: Self) -> bool {
        self == other || [self, other].contains(&Self::Generic)
    }

    /// The first address of its variables. They have 32 bits, since a text may have no other addresses.
    const fn base(self) -> u64 {
        match self {
            Self::Shared => 0x0001_0000,
            Self::Local => 0x1000_0000,
            Self::Const => 0x2000_0000,
            Self::Param => 0x3000_0000,
            Self::Global | Self::Generic => 0x7000_0000,
        }
    }

    /// The space of an address of a variable or of a pointer without a value.
    pub(super) fn of_address(address: u64) -> Option<Self> {
        let spaces = [Self::Shared, Self::Local, Self::Const, Self::Param, Self::Global];
        let is_in = |space: &Self| (space.base()..space.base() + 0x1000_0000).contains(&address);
        let small = spaces.into_iter().find(is_in);
        small.or((address >= FIRST_POINTER).then_some(Self::Global))
    }
}

/// The first address that a pointer of 64 bits without a value has.
pub(super) const FIRST_POINTER: u64 = 0x7100_0000_0000;

/// The type of the elements of a variable or a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Type {
    /// The type that an element is shown as.
    pub(super) kind: catalog::Type,
    /// Whether the type says what it holds.
    pub(super) is_typed: bool,
    /// Bytes of an element.
    pub(super) size: usize,
}

/// The type that a word spells.
pub(super) fn typed(word: &str) -> Option<Type> {
    let byte = [(".b8", catalog::Type::U8, false), (".u8", catalog::Type::U8, true)];
    let byte = byte.into_iter().chain([(".s8", catalog::Type::S8, true)]);
    if let Some((_, kind, is_typed)) = byte.into_iter().find(|(name, ..)| *name == word) {
        return Some(Type { kind, is_typed, size: 1 });
    }
    let halves = [(".f16", catalog::Type::F16), (".bf16", catalog::Type::Bf16)];
    if let Some((_, kind)) = halves.into_iter().find(|(name, _)| *name == word) {
        return Some(Type { kind, is_typed: true, size: 2 });
    }
    let found = mov::Kind::spelled(word).filter(|it| it.kind != catalog::Type::Pred)?;
    let size = usize::from(found.kind.packing().register_width() / 8);
    Some(Type { kind: found.kind, is_typed: found.is_typed, size })
}

/// Elements of an array without a size.
const OPEN: usize = 1 << 16;

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Variable {
    pub(super) name: String,
    /// The function that declares it; `None` for the module.
    pub(super) function: Option<usize>,
    pub(super) space: Space,
    /// Its address.
    pub(super) address: u64,
    /// Its size in bytes.
    pub(super) size: usize,
    /// Its first bytes, if it has an initial value; the rest is zero.
    pub(super) data: Option<Vec<u8>>,
}

/// The variables of a text.
#[derive(Clone, Debug, Default)]
pub(super) struct Variables(Vec<Variable>);

impl Variables {
    /// Reads the declarations of a text.
    pub(super) fn of(layout: &Layout<'_>) -> Self {
        let mut all = Self::default();
        for (index, piece) in layout.pieces.iter().enumerate() {
            let own = layout.own(index);
            // Parameters of functions are known by their heads.
            let is_head = super::super::unevaluated::function(own).is_some();
            if piece.kind != Kind::Directive || is_head {
                continue;
            }
            let inside = layout.functions.iter().position(|it| it.pieces.contains(&index));
            let function = inside.filter(|_| layout.functions.iter().any(|it| it.name.is_some()));
            all.declare(&on_one_line(own), function);
        }
        all
    }

    /// Adds the variables of a declaration, if it is one.
    fn declare(&mut self, declaration: &str, function: Option<usize>) {
        let (head, _) = declaration.split_once('=').unwrap_or((declaration, ""));
        let mut words = head.split_whitespace();
        let Some(space) = words.clone().find_map(Space::spelled) else { return };
        let Some(kind) = words.find_map(typed) else { return };
        let lanes = match () {
            () if head.contains(".v2 ") => 2,
            () if head.contains(".v4 ") => 4,
            () => 1,
        };
        // The names are behind all that begins with a dot, and the numbers of `.align`.
        let begin = head.rsplit_once(" .").map_or(0, |(before, _)| before.len() + 1);
        let names = declaration.get(begin..).unwrap_or_default();
        let names = names.split_once(' ').map_or("", |(_, names)| names);
        for each in apart(names) {
            let (name, value) = match each.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (each, None),
            };
            let (name, dimensions) = name.split_once('[').unwrap_or((name, ""));
            let name = name.trim();
            if !is_name(name) {
                continue;
            }
            let numbers = dimensions.split(['[', ']']).filter_map(|it| it.trim().parse().ok());
            let is_open = dimensions.trim_start().starts_with(']');
            // The size of a dynamic array is that of a launch.
            let first = if is_open { OPEN } else { 1 };
            let count: usize = numbers.fold(first, usize::saturating_mul);
            let size = count.saturating_mul(kind.size * lanes).min(1 << 24);
            let data = value.and_then(|value| data(value, kind));
            self.add(name, function, space, (size, data));
        }
    }

    /// Adds a variable at a new address.
    fn add(
        &mut self,
        name: &str,
        function: Option<usize>,
        space: Space,
        (size, data): (usize, Option<Vec<u8>>),
    ) {
        let own = self.0.iter().filter(|it| it.space == space);
        let end = own.map(|it| it.address + it.size as u64).max().unwrap_or(space.base());
        // No variable is beside another one, so that no access of one is one of the other.
        let address = (end + 256).next_multiple_of(256);
        let name = name.to_string();
        self.0.push(Variable { name, function, space, address, size, data });
    }

    /// The variable of a name in a function.
    pub(super) fn named(&self, name: &str, function: usize) -> Option<(usize, &Variable)> {
        let all = || self.0.iter().enumerate().filter(|(_, it)| it.name == name);
        let own = all().find(|(_, it)| it.function == Some(function));
        own.or_else(|| all().find(|(_, it)| it.function.is_none()))
    }

    /// The initial value of bytes at an address, if a variable has one there.
    pub(super) fn initial(&self, address: u64, size: usize) -> Option<u64> {
        let is_in = |it: &&Variable| {
            it.address <= address && address + size as u64 <= it.address + it.size as u64
        };
        let found = self.0.iter().find(is_in)?;
        let data = found.data.as_ref()?;
        let start = usize::try_from(address - found.address).ok()?;
        let byte = |index: usize| u64::from(data.get(start + index).copied().unwrap_or(0));
        Some((0..size.min(8)).fold(0, |bits, index| bits | byte(index) << (8 * index)))
    }

    /// A variable.
    pub(super) fn get(&self, index: usize) -> Option<&Variable> {
        self.0.get(index)
    }
}

/// The declarations of a list, whose initial values may have commas in braces.
fn apart(list: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut depth, mut start) = (0_u32, 0);
    for (place, character) in list.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                found.extend(list.get(start..place));
                start = place + 1;
            }
            _ => {}
        }
    }
    found.extend(list.get(start..));
    found
}

/// The bytes of an initial value; `None` if an element is no number, such as an address.
fn data(value: &str, kind: Type) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for text in value.split([',', '{', '}']).map(str::trim).filter(|text| !text.is_empty()) {
        let token = Token { text, span: 0..text.len() };
        let bits = constant::read(&token, kind.kind, kind.is_typed).ok()?;
        bytes.extend(bits.to_le_bytes().into_iter().take(kind.size));
    }
    Some(bytes)
}
