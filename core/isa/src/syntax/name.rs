//! The names of registers and variables.

/// Whether a name may have a character.
#[doc(hidden)]
pub const fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '%')
}

/// Whether a text is a name that a register may have.
#[doc(hidden)]
pub fn is_name(text: &str) -> bool {
    let body = text.strip_prefix('%').unwrap_or(text);
    let is_first = |c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$');
    let is_rest = |c: char| is_word(c) && c != '%';
    // An operand of inline assembly: `%0`.
    let is_operand = || text.starts_with('%') && body.bytes().all(|byte| byte.is_ascii_digit());
    let is_named = body.starts_with(is_first) && body.chars().all(is_rest) && body != "_";
    is_named || !body.is_empty() && is_operand()
}

#[cfg(test)]
mod tests {
    use super::is_name;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn names_are_those_of_ptx() {
        for name in ["a", "%f1", "_x", "$y", "a_1$", "%0", "%12", "$0"] {
            assert!(is_name(name), "{name}");
        }
        for name in ["", "%", "_", "1a", "0", "%0a", "a%b", "é", "a.x", "%%a"] {
            assert!(!is_name(name), "{name}");
        }
    }
}
