//! Messages of NVIDIA's assembler, as queries for the instructions they are about.

use alloc::string::String;

use crate::text::quote::position;

/// The query for the instructions in a message of the assembler (`ptxas` 13.5.37): an error with
/// names between single quotes. `None` if a text is not such a message.
///
/// ```
/// use ptxfp::catalog::query::of_message;
///
/// let message = "ptxas k.ptx, line 4; error   : Feature 'cvt with .e4m3x2' requires .target sm_89 or higher";
/// assert_eq!(of_message(message).as_deref(), Some("cvt .e4m3x2"));
/// assert_eq!(of_message("fma bf16"), None);
/// ```
#[must_use]
pub fn of_message(text: &str) -> Option<String> {
    let message = text.lines().find_map(|line| line.get(position(line, "error")?..))?;
    let (_, message) = message.split_once(':')?;
    let mut query = String::new();
    // Every other piece is quoted.
    for quoted in message.split('\'').skip(1).step_by(2).filter(|piece| !piece.starts_with("sm_")) {
        for word in quoted.split(' ').filter(|word| is_word(word)) {
            if !query.is_empty() {
                query.push(' ');
            }
            query.push_str(word);
        }
    }
    (!query.is_empty()).then_some(query)
}

/// Whether a word may be of an instruction.
fn is_word(word: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"._:".contains(&byte);
    !word.is_empty() && word != "with" && word.bytes().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::of_message;
    use crate::catalog::query::Query;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn messages_are_queries_that_find_something() {
        for (message, expected) in [
            ("Feature '.rs' not supported on .target 'sm_120a'", ".rs"),
            ("Feature '.bf16' requires .target sm_80 or higher", ".bf16"),
            ("Feature 'tanh' requires .target sm_75 or higher", "tanh"),
            ("Feature '.xorsign' requires PTX ISA .version 7.2 or later", ".xorsign"),
            (
                "Instruction 'add.e4m3x4.e4m3x4' not supported on .target 'sm_107a'",
                "add.e4m3x4.e4m3x4",
            ),
            ("Modifier '.xorsign' requires .target sm_86 or higher", ".xorsign"),
            ("Modifier '.relu' cannot be combined with modifier '.ftz'", ".relu .ftz"),
            ("Illegal modifier '.ftz' for instruction 'fma'", ".ftz fma"),
            ("Unknown modifier '.fp8'", ".fp8"),
            ("Unexpected instruction types specified for 'add'", "add"),
            ("Arguments mismatch for instruction 'cvt'", "cvt"),
            ("Not a name of any known instruction: 'exp'", "exp"),
            ("Rounding modifier required for instruction 'div'", "div"),
            (".approx modifier required for instruction 'rsqrt'", "rsqrt"),
            (
                "Rounding modifier or '.approx' modifier required for instruction 'sqrt'",
                ".approx sqrt",
            ),
        ] {
            let all = ["ptxas k.ptx, line 4; error   : ", message, "\nptxas fatal   : aborted"];
            let query = of_message(&all.concat()).unwrap();
            assert_eq!(query, expected);
            let (parsed, problems) = Query::parse(&query);
            assert!(problems.is_empty() && !parsed.forms().is_empty(), "{query}: {problems:?}");
        }
    }

    #[test]
    fn other_texts_are_no_messages() {
        for text in [
            "",
            "error",
            "fma.rn.f32 d, a, b, c",
            "error: expected ';'",
            "ptxas k.ptx, line 2; error   : PTX .version 7.0 does not support .target sm_90",
            "ptxas k.ptx, line 4; error   : Multiple rounding modifiers specified",
            "error: Feature ''",
            "error: Feature '\u{e9}'",
        ] {
            assert_eq!(of_message(text), None, "{text}");
        }
    }
}
