//! Messages of NVIDIA's assembler, as queries for the instructions they are about.
//!
//! A message is recognized by its shape, wherever it is pasted from: a line that says that
//! something is refused, and names it between single quotes, or names a target.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Query, QueryKey, term};
use crate::catalog::aliases::{is_beyond, is_companion};
use crate::catalog::opcodes;
use crate::catalog::target::{Features, IsaVersion, Target, UnknownTarget};
use crate::order::push_new;
use crate::text::quote::{code, position};

/// A message of the assembler (`ptxas` 13.5.37).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The words that name instructions, in the order of the text.
    words: Vec<String>,
    /// The name of a target.
    target: Option<String>,
    version: Option<IsaVersion>,
}

/// The words that say what is refused or required.
const VERBS: [&str; 17] = [
    "requires",
    "required for",
    "required if",
    "not supported",
    "does not support",
    "cannot be",
    "not allowed",
    "not a name of",
    "applies only",
    "mismatch",
    "illegal",
    "unexpected",
    "unknown",
    "unsupported",
    "deprecated",
    "is invalid for",
    "supports vector",
];

impl Message {
    /// Reads a text of one or several lines; `None` if it has no message.
    ///
    /// ```
    /// use ptxfp::catalog::query::Message;
    ///
    /// let text = "ptxas k.ptx, line 4; error   : Feature 'cvt with .e4m3x2' requires .target sm_89 or higher";
    /// assert_eq!(Message::of(text).unwrap().names(), "cvt .e4m3x2");
    /// assert_eq!(Message::of("fma bf16"), None);
    /// ```
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let mut all = text.lines().filter_map(Self::of_line);
        let first = all.next()?;
        let has_names = |each: &Self| !each.words.is_empty();
        // The last line may only say that assembly ends.
        Some(if has_names(&first) { first } else { all.find(has_names).unwrap_or(first) })
    }

    fn of_line(line: &str) -> Option<Self> {
        let lower = line.to_ascii_lowercase();
        let has = |word: &str| position(&lower, word).is_some();
        let is_refusal = VERBS.iter().any(|verb| has(verb));
        let is_marked = has("ptxas") && ["error", "fatal", "warning"].iter().any(|word| has(word));
        if !is_refusal && !is_marked {
            return None;
        }
        let mut words: Vec<String> = Vec::new();
        let (quoted, rest) = quotes(line);
        for piece in quoted {
            for (index, word) in piece.split([' ', ',']).enumerate() {
                if is_named(word, index == 0) {
                    push_new(&mut words, word.to_string());
                }
            }
        }
        let own = |word: &&str| {
            let opcode = word.split_once('.').map(|(opcode, _)| opcode);
            opcode.is_some_and(|it| opcodes().any(|each| each == it) || is_companion(it))
        };
        let outside = rest.split_whitespace().map(|word| word.trim_end_matches(['.', ',', ':']));
        for word in outside.filter(own).filter(|_| has("required for ")) {
            push_new(&mut words, word.to_string());
        }
        let mut parts = line.split(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '.'));
        let mut parts = parts.by_ref().peekable();
        let (mut target, mut version) = (None, None);
        while let Some(part) = parts.next() {
            if part.starts_with("sm_") {
                target.get_or_insert_with(|| part.trim_end_matches('.').to_string());
            } else if part == ".version" {
                version =
                    version.or_else(|| IsaVersion::parse(parts.peek()?.trim_end_matches('.')));
            }
        }
        let is_about = !words.is_empty() || is_marked || target.is_some() && has(".target");
        is_about.then_some(Self { words, target, version })
    }

    /// The names of instructions in the message, as words of a query; perhaps none.
    #[must_use]
    pub fn names(&self) -> String {
        self.words.join(" ")
    }

    /// The query for the instructions that the message is about: its names, as far as one
    /// instruction of the catalog has them all.
    #[must_use]
    pub fn query(&self) -> String {
        let is_known = |word: &&String| term::read(QueryKey::names, word).is_ok();
        // An opcode that the catalog lacks is what the message is about.
        let is_elsewhere = |word: &String| !word.starts_with('.') && !is_known(&word);
        if self.words.iter().any(is_elsewhere) {
            return self.names();
        }
        let known: Vec<&str> = self.words.iter().filter(is_known).map(String::as_str).collect();
        let (query, _) = Query::parse(&known.join(" "));
        if !query.forms().is_empty() {
            return known.join(" ");
        }
        let relaxed = query.relaxed();
        let has_opcode = |text: &str| text.split(' ').any(|word| !word.starts_with('.'));
        let best = relaxed.iter().find(|(rest, ..)| has_opcode(rest)).or_else(|| relaxed.first());
        best.map_or_else(|| self.names(), |(rest, ..)| rest.clone())
    }

    /// A sentence about the message, where it names no instruction that is evaluated.
    #[must_use]
    pub fn sentence(&self) -> String {
        let beyond = self.words.iter().find(|word| {
            word.split('.').next().is_some_and(|opcode| is_beyond(opcode) && !opcode.is_empty())
        });
        if let Some(word) = beyond {
            return [&*code(word), " is an instruction of PTX that is not evaluated here"].concat();
        }
        if let Some(word) = self.words.first() {
            return [&*code(word), " names no instruction that is evaluated here"].concat();
        }
        let Some(name) = &self.target else {
            return String::from(
                "the message names no instruction; check the statement in the line that it names",
            );
        };
        let Some(target) = Target::parse(name) else {
            return UnknownTarget::new(name).to_string();
        };
        let since = ["PTX ISA ", &*target.since.to_string()].concat();
        let name = code(target.name);
        match (self.version, target.features) {
            (Some(version), _) if version < target.since => {
                let version = version.to_string();
                [&*name, " needs ", &since, " or later; `.version ", &version, "` is older"]
                    .concat()
            }
            (Some(_), _) => [&*name, " has been a target since ", &since].concat(),
            (None, Features::Architecture) => {
                ["code for ", &*name, " runs on this architecture only"].concat()
            }
            (None, Features::Family) => ["code for ", &*name, " runs on its family only"].concat(),
            (None, Features::Baseline) => {
                ["code for ", &*name, " is assembled for it or a later target (ptxas -arch)"]
                    .concat()
            }
        }
    }
}

/// The pieces of a line between single quotes, and the text around them. An apostrophe within a
/// word is no quote.
fn quotes(line: &str) -> (Vec<&str>, String) {
    let (mut pieces, mut rest) = (Vec::new(), String::new());
    let mut text = line;
    while let Some(start) = text.find('\'') {
        let (before, behind) = text.split_at(start);
        rest.push_str(before);
        text = behind.get(1..).unwrap_or_default();
        if before.ends_with(|c: char| c.is_alphanumeric()) {
            continue;
        }
        let Some((piece, behind)) = text.split_once('\'') else { break };
        pieces.push(piece.trim());
        rest.push(' ');
        text = behind;
    }
    rest.push_str(text);
    (pieces, rest)
}

/// Whether a word between quotes is a part of an instruction. The first may be any word; the others
/// need a dot, or a digit as types have.
fn is_named(word: &str, is_first: bool) -> bool {
    const ENGLISH: [&str; 5] = ["with", "without", "and", "or", "on"];
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"._:/".contains(&byte);
    let is_marked = word.contains('.') || word.bytes().any(|byte| byte.is_ascii_digit());
    word.bytes().all(is_part)
        && word.starts_with(|c: char| c == '.' || c.is_ascii_alphabetic())
        && word.len() > 1
        && !word.starts_with("sm_")
        && (is_marked || is_first && !ENGLISH.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::Message;
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
            ("Rounding modifier required for mad.f32 if .target is sm_20 or later.", "mad.f32"),
            (
                "Feature 'cvt.e4m3x2.f32 on sm_89' requires PTX ISA .version 8.1 or later",
                "cvt.e4m3x2.f32",
            ),
            (
                "Feature 'max.f32 with 3 input operands' requires .target sm_100 or higher",
                "max.f32",
            ),
            (
                "Feature 'f16 arithemetic and compare instructions' requires .target sm_53 or higher",
                "f16",
            ),
            ("Feature 'cvt with .e4m3x2/.e5m2x2' requires .target sm_89", "cvt .e4m3x2/.e5m2x2"),
            ("Modifier '.NaN' on 'max.f16' requires .target sm_80 or higher", ".NaN max.f16"),
            ("Illegal modifier '.relu' for instruction 'fma' with type '.f32'", ".relu fma .f32"),
            (
                "Rounding modifier or '.approx' modifier required for instruction 'sqrt'",
                ".approx sqrt",
            ),
        ] {
            let all = ["ptxas k.ptx, line 4; error   : ", message, "\nptxas fatal   : aborted"];
            for text in [&*all.concat(), message, &*["- `", message, "` on CI"].concat()] {
                let found = Message::of(text).unwrap_or_else(|| panic!("{text}"));
                assert_eq!(found.names(), expected, "{text}");
                let query = found.query();
                let (parsed, problems) = Query::parse(&query);
                assert!(problems.is_empty() && !parsed.forms().is_empty(), "{query}: {problems:?}");
            }
        }
    }

    #[test]
    fn a_query_keeps_what_some_instruction_has() {
        for (message, query) in [
            ("Modifier '.approx' cannot be combined with modifier '.relu'", ".relu"),
            ("Illegal modifier '.frob' for instruction 'fma'", "fma"),
            ("Illegal modifier '.e4m3x2' for instruction 'fma'", "fma"),
            ("Unexpected instruction types specified for 'mul.wide'", "mul.wide"),
        ] {
            assert_eq!(Message::of(message).unwrap().query(), query, "{message}");
        }
        let types =
            Message::of("Feature 'cvt with .e4m3x2/.e5m2x2' requires .target sm_89").unwrap();
        let (query, problems) = Query::parse(&types.query());
        assert!(problems.is_empty());
        let all = query.forms();
        assert!(all.iter().all(|form| form.opcode == "cvt") && all.len() < 30, "{}", all.len());
    }

    #[test]
    fn a_message_without_an_instruction_has_a_sentence() {
        for (message, sentence) in [
            (
                "ptxas k.ptx, line 2; error   : PTX .version 8.6 does not support .target sm_120",
                "`sm_120` needs PTX ISA 8.7 or later; `.version 8.6` is older",
            ),
            (
                "PTX .version 7.0 does not support .target sm_90.",
                "`sm_90` needs PTX ISA 7.8 or later; `.version 7.0` is older",
            ),
            (
                "Program with .target 'sm_90a' cannot be compiled to future architecture",
                "code for `sm_90a` runs on this architecture only",
            ),
            (
                "Not a name of any known instruction: 'foo'",
                "`foo` names no instruction that is evaluated here",
            ),
            ("Unsupported .target 'sm_999'", "unknown target `sm_999`; expected one such as sm_90"),
            (
                "Instruction 'tcgen05.mma' not supported on .target 'sm_120'",
                "`tcgen05.mma` is an instruction of PTX that is not evaluated here",
            ),
            (
                "ptxas k.ptx, line 4; error   : Multiple rounding modifiers specified",
                "the message names no instruction",
            ),
        ] {
            let found = Message::of(message).unwrap_or_else(|| panic!("{message}"));
            assert!(found.sentence().starts_with(sentence), "{message}: {}", found.sentence());
        }
    }

    #[test]
    fn other_texts_are_no_messages() {
        for text in [
            "",
            "error",
            "fma.rn.f32 d, a, b, c",
            "error: expected ';'",
            "0.1 + 0.2 in bf16",
            "tanh.approx.f32 $0, $1; // it requires sm_75, doesn't it?",
            "error: Feature ''",
            "error: Feature '\u{e9}'",
        ] {
            assert_eq!(Message::of(text), None, "{text}");
        }
    }
}
