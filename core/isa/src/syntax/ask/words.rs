//! The words of a question.

use alloc::string::String;
use alloc::vec::Vec;

use super::asked::USUAL;
use crate::catalog::Type;
use crate::catalog::aliases::formats_named;
use crate::catalog::elsewhere::number_named;
use crate::format::table::by_name;

/// A piece of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    /// A possible operand: it begins like a number.
    Number(&'t str),
    /// A word or a name, with its path.
    Word(&'t str),
    /// `+`, `-`, `*`, `/`, `^`, a parenthesis or a comma; `=`, `≠`, `<`, `≤`, `>` or `≥`; `«` for a
    /// shift to the left.
    Sign(char),
}

impl<'t> Piece<'t> {
    /// The word, if it is one.
    pub(super) const fn word(self) -> Option<&'t str> {
        if let Self::Word(word) = self { Some(word) } else { None }
    }

    /// Whether it is one of some words, in any letter case.
    pub(super) fn is_one_of(self, words: &[&str]) -> bool {
        self.word().is_some_and(|word| words.iter().any(|each| each.eq_ignore_ascii_case(word)))
    }

    /// The type of a decimal floating-point number in C: f32 with the suffix `f`, else f64.
    pub(super) fn literal(&self) -> Option<Type> {
        let Self::Number(text) = self else { return None };
        // Bits, also as PTX writes them: `0x3f`, `0f3f800000`.
        let is_bits = matches!(text.as_bytes(), [b'0', second, ..] if second.is_ascii_alphabetic());
        if is_bits {
            None
        } else if text.ends_with(['f', 'F']) {
            Some(Type::F32)
        } else {
            text.contains(['.', 'e', 'E']).then_some(Type::F64)
        }
    }
}

/// The longest question, in bytes.
const MAX_LENGTH: usize = 512;
/// More pieces than any question has.
const MAX_PIECES: usize = 64;

/// Words that do not change the question.
const FILLERS: &[&str] = &[
    "what",
    "whats",
    "why",
    "exactly",
    "really",
    "is",
    "the",
    "a",
    "an",
    "of",
    "by",
    "calculate",
    "call",
    "compute",
    "evaluate",
    "how",
    "much",
    "does",
    "do",
    "gpu",
    "return",
    "give",
    "value",
    "result",
    "number",
    "please",
    "dtype",
    "s",
    "than",
    "at",
    "calc",
    "get",
    "show",
    "me",
    "print",
    "find",
];

/// Whether a word does not change a question.
#[must_use]
pub fn is_filler(word: &str) -> bool {
    FILLERS.iter().any(|filler| filler.eq_ignore_ascii_case(word))
}

/// Functions of C++ that PTX has by the same name. `std::max` is not one of them: with a NaN it returns
/// its first argument.
const SAME_IN_CPP: &[&str] = &["std::fma", "std::sqrt", "std::abs"];

/// Functions that only hold numbers, whatever their path.
const CONTAINERS: &[&str] = &["tensor", "array", "asarray"];

/// Words for a sign.
const SIGNS: &[(&str, char)] = &[
    ("plus", '+'),
    ("minus", '-'),
    ("times", '*'),
    ("multiplied", '*'),
    ("over", '/'),
    ("divided", '/'),
    ("and", ','),
    ("equal", '='),
    ("equals", '='),
    ("same", '='),
    ("less", '<'),
    ("smaller", '<'),
    ("lower", '<'),
    ("greater", '>'),
    ("larger", '>'),
    ("bigger", '>'),
];

/// Signs of comparisons.
const COMPARISONS: &str = "=≠<≤>≥";

/// Cuts a question into pieces, without those that say nothing; nothing if it has a character that
/// no question has.
pub(super) fn pieces(text: &str) -> Option<Vec<Piece<'_>>> {
    pieces_with(text, &[])
}

/// Cuts a question into pieces, in which some words are names of variables.
pub(super) fn pieces_with<'t>(text: &'t str, names: &[String]) -> Option<Vec<Piece<'t>>> {
    if text.len() > MAX_LENGTH {
        return None;
    }
    let is_name = |word: &str| names.iter().any(|name| name == word);
    let mut cutter = Cutter { rest: text.trim(), pieces: Vec::new() };
    while let Some(first) = cutter.rest.chars().next() {
        if cutter.pieces.len() >= MAX_PIECES {
            return None;
        }
        cutter.take(first, &is_name)?;
    }
    let mut pieces = cutter.pieces;
    // `0.1 + 0.2 =`
    while pieces.last() == Some(&Piece::Sign('=')) {
        pieces.pop();
    }
    // `torch.tensor`
    let is_container = |piece: &Piece<'_>| {
        let name = piece.word().and_then(|word| word.rsplit('.').next());
        name.is_some_and(|name| CONTAINERS.iter().any(|each| each.eq_ignore_ascii_case(name)))
    };
    let is_kept = |piece: &Piece<'_>| {
        piece.word().is_some_and(is_name) || !piece.is_one_of(FILLERS) && !is_container(piece)
    };
    pieces.retain(is_kept);
    let mut pieces = signed(with_casts(&pieces), &is_name)?;
    without_families(&mut pieces);
    Some(pieces)
}

/// Pieces with casts of C++ as calls: `static_cast<int>(3.7f)` as `int(3.7f)`.
fn with_casts<'t>(mut pieces: &[Piece<'t>]) -> Vec<Piece<'t>> {
    let mut all = Vec::with_capacity(pieces.len());
    while let [first, rest @ ..] = pieces {
        if let [cast, Piece::Sign('<'), name, Piece::Sign('>'), behind @ ..] = pieces
            && *cast == Piece::Word("static_cast")
        {
            all.push(*name);
            pieces = behind;
        } else {
            all.push(*first);
            pieces = rest;
        }
    }
    all
}

/// A text that is being cut into pieces.
struct Cutter<'t> {
    rest: &'t str,
    pieces: Vec<Piece<'t>>,
}

impl Cutter<'_> {
    /// Takes the next piece, which begins with a character; nothing if no question has that.
    fn take(&mut self, first: char, is_name: &dyn Fn(&str) -> bool) -> Option<()> {
        let rest = self.rest;
        let behind = rest.get(first.len_utf8()..).unwrap_or_default();
        let begins_number = |c: char| c.is_ascii_digit() || c == '.';
        let is_method = first == '.' && behind.starts_with(|c: char| c.is_ascii_alphabetic());
        self.rest = if is_method {
            // `.to(torch.half)`
            behind
        } else if begins_number(first) {
            let (number, behind) = rest.split_at(number_length(rest));
            let (number, format) = without_format(number);
            self.pieces.push(Piece::Number(number));
            self.pieces.extend(format.map(Piece::Word));
            behind
        } else if first.is_ascii_alphabetic() || first == '_' {
            let (word, behind) = rest.split_at(word_length(rest));
            let negated = behind_negation(word, behind);
            self.pieces.push(match negated {
                Some(_) => Piece::Word("not"),
                None if is_name(word) => Piece::Word(word),
                None => named(word),
            });
            negated.unwrap_or(behind)
        } else if rest.starts_with("::") {
            // `std::numeric_limits<half>::max`
            rest.get(2..).unwrap_or_default()
        } else if let Some((sign, length)) = comparison(rest) {
            let names_one = self.pieces.last().is_some_and(|piece| names_argument(*piece));
            if !(sign == '=' && length == 1 && names_one) {
                self.pieces.push(Piece::Sign(sign));
            }
            rest.get(length..).unwrap_or_default()
        } else {
            self.sign(first, behind)?;
            behind
        };
        Some(())
    }

    /// Takes a sign of one character.
    fn sign(&mut self, first: char, behind: &str) -> Option<()> {
        let sign = match first {
            '+' | '-' | '*' | '/' | '^' | '(' | ')' | ',' => Some(first),
            '×' | '·' | '⋅' => Some('*'),
            '÷' => Some('/'),
            '[' | '{' => Some('('),
            ']' | '}' => Some(')'),
            '√' => {
                self.pieces.push(Piece::Word("sqrt"));
                None
            }
            // A name of LLVM begins with an at sign.
            '?' | '\'' | '"' | '`' | '’' | '@' => None,
            ';' if behind.trim().is_empty() => None,
            other if other.is_whitespace() => None,
            _ => return None,
        };
        // `**` is a power.
        if let (Some('*'), Some(Piece::Sign('*'))) = (sign, self.pieces.last()) {
            self.pieces.pop();
            self.pieces.push(Piece::Sign('^'));
        } else {
            self.pieces.extend(sign.map(Piece::Sign));
        }
        Some(())
    }
}

/// Pieces with signs in place of words for them. `not` is about the equality behind it, between numbers
/// too, and at the beginning about the one that follows: `isn't 0.1 + 0.2 equal to 0.3`.
fn signed<'t>(pieces: Vec<Piece<'t>>, is_name: &dyn Fn(&str) -> bool) -> Option<Vec<Piece<'t>>> {
    let mut all: Vec<Piece<'t>> = Vec::with_capacity(pieces.len());
    // How many pieces are before it.
    let mut negation = None;
    for piece in pieces {
        if piece.is_one_of(&["not"]) {
            negation = Some(all.len());
            continue;
        }
        let is_variable = piece.word().is_some_and(is_name);
        let mut signs = SIGNS.iter().filter(|_| !is_variable);
        let found = signs.find(|(word, _)| piece.is_one_of(&[word]));
        let piece = found.map_or(piece, |(_, sign)| Piece::Sign(*sign));
        let last = all.last().copied();
        match (negation, last, piece) {
            (Some(_), _, Piece::Sign('=')) => {
                all.push(Piece::Sign('≠'));
                negation = None;
            }
            (Some(_), Some(Piece::Number(_)), Piece::Number(_)) => {
                all.extend([Piece::Sign('≠'), piece]);
                negation = None;
            }
            (None | Some(0), ..) => all.push(piece),
            (Some(_), ..) => return None,
        }
    }
    negation.is_none().then_some(all)
}

/// The sign of a comparison, or `«`, at the beginning of a text, and its length.
fn comparison(text: &str) -> Option<(char, usize)> {
    const SPELLED: &[(&str, char)] = &[
        ("<<", '«'),
        ("===", '='),
        ("==", '='),
        ("!=", '≠'),
        ("<>", '≠'),
        ("<=", '≤'),
        (">=", '≥'),
        ("=", '='),
        ("<", '<'),
        (">", '>'),
        ("≠", '≠'),
        ("≤", '≤'),
        ("≥", '≥'),
    ];
    let (spelled, sign) = SPELLED.iter().find(|(spelled, _)| text.starts_with(spelled))?;
    Some((*sign, spelled.len()))
}

/// Whether an equals sign behind a piece gives an argument its value: `dtype=torch.half`.
fn names_argument(piece: Piece<'_>) -> bool {
    piece.word().is_some() && !piece.is_one_of(&["inf", "infinity", "nan"])
}

/// Whether a piece is the sign of a comparison.
pub(super) fn is_comparison(piece: &Piece<'_>) -> bool {
    matches!(piece, Piece::Sign(sign) if COMPARISONS.contains(*sign))
}

/// Takes a name of several formats away where one of these is beside it: `fp8 e5m2`.
fn without_families(pieces: &mut Vec<Piece<'_>>) {
    let formats = |place: Option<usize>| {
        let word = place.and_then(|place| pieces.get(place)).and_then(|piece| piece.word());
        let own = word.and_then(by_name).map(|format| alloc::vec![format]);
        own.or_else(|| word.map(formats_named)).unwrap_or_default()
    };
    let is_superfluous = |place: usize| {
        let family = formats(Some(place));
        let is_in_it = |place| matches!(formats(place)[..], [one] if family.contains(&one));
        family.len() > 1 && (is_in_it(place.checked_sub(1)) || is_in_it(Some(place + 1)))
    };
    let kept: Vec<_> = (0..pieces.len()).map(|place| !is_superfluous(place)).collect();
    let mut kept = kept.into_iter();
    pieces.retain(|_| kept.next().unwrap_or(true));
}

/// A word, or the number that it stands for.
fn named(word: &str) -> Piece<'_> {
    if let Some(digits) = number_named(word) {
        return Piece::Number(digits);
    }
    let is_same = SAME_IN_CPP.contains(&word);
    Piece::Word(word.rsplit(':').next().filter(|_| is_same).unwrap_or(word))
}

/// The text behind `isn't` or `doesn't`, of which a word is the beginning.
fn behind_negation<'t>(word: &str, behind: &'t str) -> Option<&'t str> {
    let rest = behind.strip_prefix(['\'', '’'])?.strip_prefix('t')?;
    let is_whole = !rest.starts_with(|c: char| c.is_ascii_alphanumeric());
    (word.ends_with('n') && is_whole).then_some(rest)
}

/// A decimal number without the format behind it, as Rust writes it: `0.1f32`, `1_f64`.
fn without_format(number: &str) -> (&str, Option<&str>) {
    let is_decimal = |text: &str| {
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E' | '+' | '-');
        text.chars().all(is_part) && text.ends_with(|c: char| c.is_ascii_digit() || c == '.')
    };
    let found = USUAL.into_iter().find_map(|format| {
        let bare = number.strip_suffix(format)?.trim_end_matches('_');
        is_decimal(bare).then_some((bare, Some(format)))
    });
    found.unwrap_or((number, None))
}

/// The length of a text that begins like a number, with the sign of an exponent.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_hexadecimal = matches!(bytes, [b'0', b'x' | b'X', ..]);
    let mut length = 0;
    while let Some(byte) = bytes.get(length) {
        let last = length.checked_sub(1).and_then(|last| bytes.get(last));
        let is_exponent = match last {
            Some(b'p' | b'P') => is_hexadecimal,
            Some(b'e' | b'E') => !is_hexadecimal,
            _ => false,
        };
        let is_letter = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphabetic);
        if *byte == b'.' && !is_hexadecimal && is_letter(length + 1) && is_letter(length + 2) {
            // A method: `0.5.to(torch.half)`.
            break;
        }
        let has_digit = || bytes.get(length + 1).is_some_and(u8::is_ascii_digit);
        let is_sign = matches!(byte, b'+' | b'-') && is_exponent && has_digit();
        if !(byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_') || is_sign) {
            break;
        }
        length += 1;
    }
    length
}

/// The bytes of a name with its path: `torch.float8_e4m3fn`.
fn word_length(text: &str) -> usize {
    let is_inner = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ':');
    let end = text.find(|c| !is_inner(c)).unwrap_or(text.len());
    text.get(..end).map_or(0, |word| word.trim_end_matches(['.', ':']).len())
}
