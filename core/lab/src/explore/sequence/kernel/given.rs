//! The values that are given for inputs, and those of inputs that need none.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::super::{Register, mov, special};
use super::Settings;
use super::special_values;
use crate::catalog::Type;
use crate::syntax;

/// The types of inputs, by their names, as an earlier reading has found them.
pub(super) type Kinds = Vec<(String, Type)>;

/// The values of inputs for one trace.
pub(super) struct Given<'s> {
    settings: &'s Settings,
    /// The types of inputs that only later statements tell.
    kinds: Kinds,
    /// The block that the kernel is made for.
    block: Option<[u32; 3]>,
    /// Whether each of the values of [`Settings::values`] was taken.
    pub(super) taken: Vec<bool>,
    /// The number of values of [`Settings::loads`] that were taken.
    pub(super) n_loads: usize,
    /// The registers with the texts of their values, and the bits that these were read as.
    pub(super) texts: Vec<(usize, String, u64)>,
    /// The registers whose values are given.
    pub(super) stated: Vec<usize>,
    /// The errors in values.
    pub(super) errors: Vec<String>,
}

/// The part of a name that may be left out before.
pub(super) fn bare(name: &str) -> &str {
    name.trim_start_matches('%')
}

/// The name of the memory at a location: `[x+16]`.
pub(super) fn cell(location: &str) -> String {
    ["[", location, "]"].concat()
}

/// Whether a name that is given means an input.
pub(super) fn is_meant(given: &str, name: &str) -> bool {
    // A load is also known by its destination.
    let destination = name.split_once(" = ").map(|(destination, _)| destination);
    // The parameters of a kernel have its name before theirs.
    let is_end = given.starts_with("param_") && name.ends_with(given);
    [Some(name), destination].into_iter().flatten().any(|it| bare(it) == bare(given)) || is_end
}

/// Whether a text is that of a number with a fraction or an exponent, or of none.
fn is_float(text: &str) -> bool {
    let text = text.trim().trim_start_matches(['-', '+']).to_ascii_lowercase();
    let is_bits = text.starts_with("0x") && !text.contains(['.', 'p']);
    let is_constant = text.starts_with("0f") || text.starts_with("0d");
    !is_bits
        && !is_constant
        && (text.contains(['.', 'e', 'p']) || ["inf", "nan"].iter().any(|it| text.contains(it)))
}

/// A value as the register of a type.
pub(super) fn read(text: &str, kind: Type) -> Result<u64, String> {
    syntax::input(text.trim(), kind).map_err(|error| error.message)
}

impl<'s> Given<'s> {
    pub(super) fn new(settings: &'s Settings, kinds: Kinds, block: Option<[u32; 3]>) -> Self {
        Self {
            settings,
            kinds,
            block,
            taken: alloc::vec![false; settings.values.len()],
            n_loads: 0,
            texts: Vec::new(),
            stated: Vec::new(),
            errors: Vec::new(),
        }
    }

    /// The number of values of loads that are given.
    pub(super) fn n_given(&self) -> usize {
        self.settings.loads.len()
    }

    /// The type that the text of a value is read for.
    fn kind(&self, register: &Register, text: &str) -> Type {
        let found = self.kinds.iter().find(|(name, _)| *name == register.name);
        if let Some((_, kind)) =
            found.filter(|(_, kind)| kind.packing().register_width() == register.width())
        {
            return *kind;
        }
        match register.width() {
            _ if register.is_typed && !is_float(text) => register.kind,
            16 if is_float(text) => Type::F16,
            32 if is_float(text) => Type::F32,
            64 if is_float(text) => Type::F64,
            width => mov::bits(width).unwrap_or(register.kind),
        }
    }

    /// The bits of a register that a text is given for.
    fn bits(&mut self, index: usize, register: &Register, text: &str) -> u64 {
        let bits = match read(text, self.kind(register, text)) {
            Ok(bits) => bits,
            Err(message) => {
                self.errors.push(format!("input {}: {message}", register.name));
                0
            }
        };
        self.texts.push((index, text.to_string(), bits));
        bits
    }

    /// The value of an input, by its name.
    pub(super) fn value(&mut self, index: usize, register: &Register) -> Option<u64> {
        let name = &register.name;
        if let Some(bits) = special::low_half_of(name).and_then(|whole| self.taken_special(whole)) {
            self.stated.push(index);
            return Some(bits & 0xffff);
        }
        let place = self.place(|given| given == name);
        let place = place.or_else(|| self.place(|given| is_meant(given, name)));
        if self.settings.special.iter().any(|(it, _)| it == name) {
            self.stated.push(index);
        }
        self.taken(place, index, register).or_else(|| self.special(name))
    }

    /// The value that is given for a special register.
    fn taken_special(&mut self, name: &str) -> Option<u64> {
        let place = self.place(|given| bare(given) == bare(name))?;
        if let Some(taken) = self.taken.get_mut(place) {
            *taken = true;
        }
        self.known(name)
    }

    /// The last value whose name is one that is meant.
    fn place(&self, is_meant: impl Fn(&str) -> bool) -> Option<usize> {
        self.settings.values.iter().rposition(|(given, _)| is_meant(given))
    }

    /// The value at a place.
    fn taken(&mut self, place: Option<usize>, index: usize, register: &Register) -> Option<u64> {
        let settings = self.settings;
        let (_, text) = settings.values.get(place?)?;
        if let Some(taken) = place.and_then(|place| self.taken.get_mut(place)) {
            *taken = true;
        }
        self.stated.push(index);
        Some(self.bits(index, register, text))
    }

    /// The next value of a load from some memory; one that is given by a name does not count.
    pub(super) fn load(
        &mut self,
        index: usize,
        register: &Register,
        location: Option<&str>,
    ) -> Option<u64> {
        let memory = location.map(cell);
        let place = self.place(|given| Some(given) == memory.as_deref());
        let named = self.taken(place, index, register).or_else(|| self.value(index, register));
        if named.is_some() {
            return named;
        }
        let settings = self.settings;
        let text = settings.loads.get(self.n_loads);
        self.n_loads += 1;
        let text = text?;
        self.stated.push(index);
        Some(self.bits(index, register, text))
    }

    /// Whether there is a value for all other inputs.
    pub(super) const fn has_otherwise(&self) -> bool {
        self.settings.otherwise.is_some()
    }

    /// The value of an input that no other value is given for.
    pub(super) fn otherwise(&mut self, index: usize, register: &Register) -> Option<u64> {
        let settings = self.settings;
        Some(self.bits(index, register, settings.otherwise.as_ref()?))
    }

    /// The value of a special register that is given, or that follows from the text.
    pub(super) fn known(&self, name: &str) -> Option<u64> {
        let set = self.settings.values.iter().rev().filter(|(given, _)| bare(given) == bare(name));
        let mut set = set.filter_map(|(_, text)| read(text, Type::U32).ok());
        let axis = match name.split_once('.') {
            Some(("%ntid", "x")) => self.block.map(|[x, _, _]| x),
            Some(("%ntid", "y")) => self.block.map(|[_, y, _]| y),
            Some(("%ntid", "z")) => self.block.map(|[_, _, z]| z),
            _ => None,
        };
        let mut usual = self.settings.special.iter().filter(|(it, _)| it == name);
        let usual = usual.next().map(|(_, bits)| *bits);
        set.next().or_else(|| axis.map(u64::from)).or(usual)
    }

    /// The value of a special register, or of its lower half.
    fn special(&self, name: &str) -> Option<u64> {
        if let Some(whole) = special::low_half_of(name) {
            return self.special(whole).map(|bits| bits & 0xffff);
        }
        let known = special::kind(name).and_then(|_| self.known(name));
        known.or_else(|| special_values::default(name, &|name| self.known(name)))
    }
}
