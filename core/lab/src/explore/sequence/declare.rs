//! `.reg`: the declared types of registers.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::split::on_one_line;
use crate::catalog::{Modifier, Type};
use crate::syntax::{is_name, is_word};

/// The class of data that the type of a declaration lets a register hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Anything of its width.
    Bits,
    /// Integers.
    Integer,
    /// Floating-point data.
    Float,
}

/// The type of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Declared {
    /// The spelling, with its dot.
    pub(super) spelling: &'static str,
    /// Bits of the register.
    pub(super) width: u8,
    /// The class of data that it may hold.
    pub(super) class: Class,
    /// The way in which it is declared.
    pub(super) space: Space,
}

/// The state space of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    Register,
    /// A parameter.
    Param,
    /// A parameter with several elements of the type.
    ParamArray,
}

impl Declared {
    /// The type of its content, if it says that.
    pub(super) fn kind(&self) -> Option<Type> {
        match Modifier::parse(self.spelling) {
            Some(Modifier::Type(kind)) => Some(kind),
            _ => (self.width == 1).then_some(Type::Pred),
        }
    }
}

const fn declared(spelling: &'static str, width: u8, class: Class) -> Declared {
    Declared { spelling, width, class, space: Space::Register }
}

/// The types of registers.
const TYPES: [Declared; 19] = [
    declared(".pred", 1, Class::Bits),
    declared(".b8", 8, Class::Bits),
    declared(".b16", 16, Class::Bits),
    declared(".b32", 32, Class::Bits),
    declared(".b64", 64, Class::Bits),
    declared(".u8", 8, Class::Integer),
    declared(".u16", 16, Class::Integer),
    declared(".u32", 32, Class::Integer),
    declared(".u64", 64, Class::Integer),
    declared(".s8", 8, Class::Integer),
    declared(".s16", 16, Class::Integer),
    declared(".s32", 32, Class::Integer),
    declared(".s64", 64, Class::Integer),
    declared(".f16", 16, Class::Float),
    declared(".bf16", 16, Class::Float),
    declared(".f32", 32, Class::Float),
    declared(".f16x2", 32, Class::Float),
    declared(".bf16x2", 32, Class::Float),
    declared(".f64", 64, Class::Float),
];

/// A declared name, or the common beginning of several names.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Range {
    name: String,
    /// The number in `r<5>`, which declares `r0` to `r4`.
    count: Option<u32>,
    declared: Declared,
}

impl Range {
    fn holds(&self, name: &str) -> bool {
        match self.count {
            None => self.name == name,
            Some(count) => {
                let digits = name.strip_prefix(self.name.as_str()).unwrap_or_default();
                let is_plain = digits == "0" || !digits.starts_with(['0', '+']);
                is_plain && digits.parse::<u32>().is_ok_and(|index| index < count)
            }
        }
    }
}

/// The declarations of a scope.
#[derive(Clone, Debug, Default)]
pub(super) struct Declarations(Vec<Range>);

impl Declarations {
    /// Reads a declaration, `.reg .f32 a, t<5>`.
    ///
    /// # Errors
    ///
    /// Returns a message about the error in the declaration.
    pub(super) fn read(&mut self, text: &str) -> Result<(), String> {
        let line = on_one_line(text);
        let rest = line.strip_prefix(".reg").unwrap_or_default().trim_start();
        if !rest.starts_with('.') {
            return Err("expected a type after `.reg`".into());
        }
        let end = rest.get(1..).unwrap_or_default().find(|c| !is_word(c));
        let (kind, names) = rest.split_at(end.map_or(rest.len(), |end| end + 1));
        let declared = TYPES.iter().find(|each| each.spelling == kind).ok_or_else(|| {
            format!("{} is not a register type here", crate::text::quote::quoted(kind))
        })?;
        for name in names.split(',') {
            let name = name.trim();
            let (name, count) = match name.split_once('<') {
                Some((name, count)) => {
                    let count = count.trim_end().strip_suffix('>').unwrap_or_default();
                    let count = count.trim().parse().ok().filter(|count| *count > 0);
                    let count =
                        count.ok_or("expected a number of registers between `<` and `>`")?;
                    (name.trim_end(), Some(count))
                }
                None => (name, None),
            };
            if !is_name(name) {
                return Err(format!("{} is not a register name", crate::text::quote::quoted(name)));
            }
            self.0.push(Range { name: name.to_string(), count, declared: *declared });
        }
        Ok(())
    }

    /// Adds the parameters that a directive declares: `.param .align 4 .b8 x[8]`, alone or in the list
    /// of a function.
    pub(super) fn parameters(&mut self, directive: &str) {
        for text in directive.split(".param").skip(1) {
            let text = on_one_line(text.split([',', ')', ';']).next().unwrap_or_default());
            let mut words = text.split_whitespace().rev();
            let name = words.next().unwrap_or_default();
            let (name, space) = match name.split_once('[') {
                Some((name, _)) => (name, Space::ParamArray),
                None => (name, Space::Param),
            };
            let declared = words.find_map(|word| TYPES.iter().find(|it| it.spelling == word));
            if let Some(declared) = declared.filter(|_| is_name(name)) {
                let declared = Declared { space, ..*declared };
                self.0.push(Range { name: name.to_string(), count: None, declared });
            }
        }
    }

    /// Adds a name with a type as `.reg` spells it.
    pub(super) fn add(&mut self, name: &str, kind: &str) {
        if let Some(declared) = TYPES.iter().find(|each| each.spelling == kind) {
            self.0.push(Range { name: name.to_string(), count: None, declared: *declared });
        }
    }

    /// The type of a declared register; the last declaration counts.
    pub(super) fn find(&self, name: &str) -> Option<Declared> {
        self.0.iter().rev().find(|each| each.holds(name)).map(|each| each.declared)
    }
}

#[cfg(test)]
mod tests {
    use super::Declarations;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn declarations_name_registers() {
        let mut found = Declarations::default();
        assert_eq!(found.read(".reg .f32 a, %f<3> , b /* c */"), Ok(()));
        assert_eq!(found.read(".reg .b64 a"), Ok(()));
        let width = |name: &str| found.find(name).map(|declared| declared.width);
        assert_eq!(width("a"), Some(64));
        assert_eq!(width("b"), Some(32));
        assert_eq!(width("%f2"), Some(32));
        for name in ["%f3", "%f", "%f02", "%f+1", "c", ""] {
            assert_eq!(width(name), None, "{name}");
        }
        for text in
            [".reg", ".reg .f31 a", ".reg .f32", ".reg .f32 1", ".reg .f32 a<0>", ".reg .f32 a<"]
        {
            assert!(found.read(text).is_err(), "{text}");
        }
    }
}
