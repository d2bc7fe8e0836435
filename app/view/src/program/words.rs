//! Completions of the opcode or modifier at the caret.

use core::ops::Range;

use ptxfp::internals::companion;
use ptxfp::syntax::{Standing, complete};

use crate::playground::picker::bytes;
use crate::program::code::{Code, Which};

/// The largest number of words.
const MAX_WORDS: usize = 12;

/// The words at the caret of one of the programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Words {
    /// The program.
    pub which: Which,
    /// The bytes of the text that a word replaces.
    pub(super) span: Range<usize>,
    /// The words.
    pub all: Vec<WordView>,
}

/// A word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WordView {
    /// The word; a modifier with its dot.
    pub text: &'static str,
    /// The requirements that version and target do not meet; empty if they have it.
    pub needs: String,
    /// Whether it is an opcode.
    pub is_opcode: bool,
}

impl Words {
    /// The words for a caret in UTF-16 units, if a word is begun there.
    pub(super) fn at(which: Which, code: &Code, units: usize) -> Option<Self> {
        let caret = bytes(&code.text, units);
        let all = code.sequence().statements().iter();
        let span =
            all.map(|each| each.span.clone()).find(|it| it.start < caret && caret <= it.end)?;
        let text = code.text.get(span.clone())?;
        // Behind a guard.
        let start = match text.strip_prefix('@') {
            Some(rest) => {
                let guard = rest.find(char::is_whitespace)?;
                let rest = rest.get(guard..)?;
                span.start + 1 + guard + rest.len() - rest.trim_start().len()
            }
            None => span.start,
        };
        let (text, caret) = (code.text.get(start..span.end)?, caret.checked_sub(start)?);
        let floats = complete(text, caret, &code.context);
        let (own, companions) = companion::complete(text, caret, &code.context);
        let typed = text.get(own.start..caret).unwrap_or_default();
        let mut all: Vec<WordView> = Vec::new();
        let floats = floats.proposals.iter().map(|word| WordView {
            text: word.text,
            needs: match word.standing {
                Standing::Unavailable(requires) => requires.to_string(),
                Standing::Documented | Standing::Undocumented => String::new(),
            },
            is_opcode: word.group.is_none(),
        });
        let companions = companions.iter().map(|word| WordView {
            text: word.text,
            needs: word.lacks.map_or(String::new(), |requires| requires.to_string()),
            is_opcode: word.slot.is_empty(),
        });
        for word in floats.chain(companions) {
            let is_new = all.iter().all(|known| known.text != word.text);
            if is_new && word.text.starts_with(typed) && word.text != typed {
                all.push(word);
            }
        }
        all.sort_by_key(|word| !word.needs.is_empty());
        all.truncate(MAX_WORDS);
        let span = start + own.start..start + own.end;
        (!all.is_empty() && !typed.is_empty()).then_some(Self { which, span, all })
    }

    /// A text with a word in it, and the caret after that, in UTF-16 units; an opcode gets a dot, as
    /// every one has modifiers.
    pub(super) fn taken(&self, text: &str, place: usize) -> Option<(String, usize)> {
        let word = self.all.get(place)?;
        let before = [text.get(..self.span.start)?, word.text].concat();
        let before = if word.is_opcode { before + "." } else { before };
        let rest = text.get(self.span.end..)?;
        let caret = before.encode_utf16().count();
        let rest = rest.strip_prefix('.').filter(|_| word.is_opcode).unwrap_or(rest);
        Some((before + rest, caret))
    }
}

#[cfg(test)]
mod tests {
    use crate::module::Module as _;
    use crate::program::code::{Change, Which};
    use crate::program::{Edit, Model};

    /// A model after a text is typed up to `|`.
    fn typed(text: &str) -> Model {
        let caret = text.find('|').expect("a caret");
        let mut model = Model::default();
        model.apply(Edit::Code(Which::First, Change::Type(text.replace('|', ""))));
        model.apply(Edit::Caret(Which::First, text[..caret].encode_utf16().count()));
        model
    }

    fn words(text: &str) -> Vec<&'static str> {
        let model = typed(text);
        let words = model.screen(None).words;
        words.map_or_else(Vec::new, |words| words.all.iter().map(|word| word.text).collect())
    }

    #[test]
    fn companions_are_offered_beside_floating_point() {
        assert_eq!(words("fma.rn.f32 d, a, b, c;\nse|"), ["setp", "set", "selp"]);
        assert_eq!(words("// é\n@!p prm|\nneg.f32 a, b;"), ["prmt"]);
        assert_eq!(words("setp.lt.a|"), [".and"]);
        let subtractions = words("su|");
        assert_eq!(subtractions[0], "sub");
        let types = words("add.s|");
        assert!(types.contains(&".s32") && types.contains(&".sat"), "{types:?}");
        assert!(words("fma.rn.f|").contains(&".f32"));
        // Not among operands, after a whole word, or before anything is begun.
        for text in ["setp.lt.f32 p, a|", "|", "setp| ", "// se|"] {
            assert_eq!(words(text), Vec::<&str>::new(), "{text}");
        }
    }

    #[test]
    fn a_word_is_taken_and_the_next_ones_are_offered() {
        let mut model = typed("/* é */ se|\nneg.f32 a, b;");
        let place = words("se|").iter().position(|word| *word == "setp").expect("setp");
        model.apply(Edit::Take(place));
        let screen = model.screen(None);
        assert_eq!(model.code.text, "/* é */ setp.\nneg.f32 a, b;");
        assert_eq!(screen.caret, Some((Which::First, 13)));
        assert!(screen.words.is_some_and(|words| words.all.iter().any(|word| word.text == ".lt")));
        assert_eq!(screen.focus, Some("#sequence-code"));
        model.apply(Edit::Caret(Which::First, 0));
        assert_eq!(model.screen(None).words, None);
    }

    #[test]
    fn what_another_target_has_says_what_it_needs() {
        let mut model = typed("add.f32|");
        model.apply(Edit::Code(Which::First, Change::Target("sm_80".to_owned())));
        model.apply(Edit::Caret(Which::First, 7));
        let words = model.screen(None).words.expect("words");
        let packed = words.all.iter().find(|word| word.text == ".f32x2").expect("a word");
        assert!(packed.needs.contains("sm_100"), "{packed:?}");
    }
}
