//! `.reg`: what registers are declared as.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::split::{is_word, on_one_line};

/// A declared name, or the beginning of so many names.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Declared {
    name: String,
    /// Of `r<5>`, which stands for `r0` to `r4`.
    count: Option<u32>,
    width: u8,
}

/// The declarations read so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Declarations(Vec<Declared>);

/// Bits of the registers of a type, without its dot.
fn width(kind: &str) -> Option<u8> {
    match kind {
        "pred" => Some(1),
        "b8" | "s8" | "u8" => Some(8),
        "b16" | "s16" | "u16" | "f16" | "bf16" => Some(16),
        "b32" | "s32" | "u32" | "f32" | "f16x2" | "bf16x2" => Some(32),
        "b64" | "s64" | "u64" | "f64" => Some(64),
        _ => None,
    }
}

impl Declarations {
    /// Reads a declaration, `.reg .f32 a, t<5>`.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub(super) fn read(&mut self, text: &str) -> Result<(), String> {
        let line = on_one_line(text);
        let rest = line.strip_prefix(".reg").unwrap_or_default().trim_start();
        let rest = rest.strip_prefix('.').ok_or("a type is expected behind `.reg`")?;
        let (kind, names) = rest.split_at(rest.find(|c| !is_word(c)).unwrap_or(rest.len()));
        let width = width(kind).ok_or_else(|| {
            format!("{} is no type of registers here", crate::quote::quoted(kind))
        })?;
        for name in names.split(',') {
            let name = name.trim();
            let (name, count) = match name.split_once('<') {
                Some((name, count)) => {
                    let count = count.trim_end().strip_suffix('>').unwrap_or_default();
                    let count = count.trim().parse().ok().filter(|count| *count > 0);
                    let count =
                        count.ok_or("a number of registers is expected between `<` and `>`")?;
                    (name.trim_end(), Some(count))
                }
                None => (name, None),
            };
            if !is_name(name) {
                return Err(format!("{} is no name of a register", crate::quote::quoted(name)));
            }
            self.0.push(Declared { name: name.to_string(), count, width });
        }
        Ok(())
    }

    /// Bits of a declared register; the last declaration counts.
    pub(super) fn width_of(&self, name: &str) -> Option<u8> {
        let is_it = |each: &&Declared| match each.count {
            None => each.name == name,
            Some(count) => {
                let digits = name.strip_prefix(each.name.as_str()).unwrap_or_default();
                let is_plain = digits == "0" || !digits.starts_with(['0', '+']);
                is_plain && digits.parse::<u32>().is_ok_and(|index| index < count)
            }
        };
        self.0.iter().rev().find(is_it).map(|each| each.width)
    }
}

/// Whether a text is a name that a register may have.
pub(super) fn is_name(text: &str) -> bool {
    let body = text.strip_prefix('%').unwrap_or(text);
    let is_first = |c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$');
    let is_rest = |c: char| is_word(c) && c != '%';
    body.starts_with(is_first) && body.chars().all(is_rest) && body != "_"
}

#[cfg(test)]
mod tests {
    use super::{Declarations, is_name};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn declarations_name_registers() {
        let mut found = Declarations::default();
        assert_eq!(found.read(".reg .f32 a, %f<3> , b /* c */"), Ok(()));
        assert_eq!(found.read(".reg .b64 a"), Ok(()));
        assert_eq!(found.width_of("a"), Some(64));
        assert_eq!(found.width_of("b"), Some(32));
        assert_eq!(found.width_of("%f2"), Some(32));
        for name in ["%f3", "%f", "%f02", "%f+1", "c", ""] {
            assert_eq!(found.width_of(name), None, "{name}");
        }
        for text in
            [".reg", ".reg .f31 a", ".reg .f32", ".reg .f32 1", ".reg .f32 a<0>", ".reg .f32 a<"]
        {
            assert!(found.read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn names_are_those_of_ptx() {
        for name in ["a", "%f1", "_x", "$y", "a_1$"] {
            assert!(is_name(name), "{name}");
        }
        for name in ["", "%", "_", "1a", "a%b", "é", "a.x", "%%a"] {
            assert!(!is_name(name), "{name}");
        }
    }
}
