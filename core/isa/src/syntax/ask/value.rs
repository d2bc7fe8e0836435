//! Numbers, alone or by name, and bits: `0.1`, `0x7e in e4m3`, `largest half`, `ulp of 1`.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::asked::{Asked, Offers};
use super::conversion::bits_in;
use super::reading::{Means, Note, Reading, Value, value};
use super::tree::{Node, is_bits, tree};
use super::words::Piece;
use crate::arith::compare;
use crate::catalog::elsewhere::{Landmark, landmark_named};
use crate::catalog::{Context, Type};
use crate::format::{Format, table};
use crate::text::parse;

/// Words that ask for the bits of what they stand beside.
const BITS: &[&str] = &[
    "bits",
    "bit",
    "hex",
    "hexadecimal",
    "binary",
    "encoding",
    "encoded",
    "representation",
    "pattern",
    "decode",
    "decoded",
    "interpreted",
];

/// Words for the parts of an encoding, unless they are functions: `sign(-2)` is another thing.
const FIELDS: &[&str] =
    &["sign", "exponent", "mantissa", "significand", "fraction", "field", "fields", "biased"];

/// Words that ask whether a format has a number.
const EXACTNESS: &[&str] = &[
    "exact",
    "exactly",
    "representable",
    "represent",
    "represents",
    "represented",
    "hold",
    "holds",
    "store",
    "stores",
    "stored",
    "fit",
    "fits",
    "can",
    "be",
];

/// Words for the distance to the next number.
const ULPS: &[&str] = &["ulp", "ulps", "spacing", "np.spacing", "math.ulp"];

/// Words for the number that follows another one, and for the one before.
const UP: &[&str] = &["next", "after", "above", "successor", "nextup", "nextUp", "up", ">"];
const DOWN: &[&str] =
    &["previous", "prev", "before", "below", "predecessor", "nextdown", "nextDown"];

/// Names of the function that returns the next number towards another one.
const TOWARDS: &[(&str, Option<Type>)] = &[
    ("nextafterf", Some(Type::F32)),
    ("nextafter", None),
    ("std::nextafter", None),
    ("np.nextafter", None),
    ("torch.nextafter", None),
    ("jnp.nextafter", None),
    ("math.nextafter", Some(Type::F64)),
];

/// A number, and the words for what was asked.
struct Found {
    value: Value,
    /// The number that the text asks for.
    what: String,
}

/// Reads a text that is about one number, rather than an operation.
pub(super) fn read(mut asked: Asked, pieces: &[Piece<'_>], context: &Context) -> Option<Reading> {
    let mut left = asked.read(pieces)?;
    if asked.is_rounded || !asked.modifiers.is_empty() {
        return None;
    }
    let n_before = left.len();
    let is_called = left.contains(&Piece::Sign('('));
    left.retain(|piece| !(piece.is_one_of(BITS) || !is_called && piece.is_one_of(FIELDS)));
    let n_between = left.len();
    left.retain(|piece| !piece.is_one_of(EXACTNESS));
    let is_about_exactness = left.len() < n_between;
    let is_about_bits = left.len() < n_before;
    let words: Vec<&str> = left.iter().filter_map(|piece| piece.word()).collect();
    let found = if let Some(found) = landmark(&mut asked, &left, &words) {
        found
    } else if let Some(found) = neighbor(&mut asked, &left, context) {
        found
    } else {
        number(&mut asked, &left, is_about_bits, context)?
    };
    asked.offer_formats(context);
    let Found { value, what } = found;
    let summary = ["Read as ", &what, " in ", value.format.name()].concat();
    if let Some(rounded) = &value.rounded {
        asked.note(rounded.words(value.format));
    } else if is_about_exactness {
        asked.note(["it is a number of ", value.format.name(), ", so nothing is rounded"].concat());
    }
    Some(Reading::new(Means::Value(value), *context, summary, asked.notes))
}

/// The largest number of a format, and others that have names.
fn landmark(asked: &mut Asked, left: &[Piece<'_>], words: &[&str]) -> Option<Found> {
    // `std::numeric_limits<float>::max()`
    let is_template = words.first().is_some_and(|word| word.ends_with("numeric_limits"));
    let is_part = |piece: &Piece<'_>| match piece {
        Piece::Word(_) | Piece::Sign('(' | ')') => true,
        Piece::Sign('<' | '>') => is_template,
        Piece::Number(_) | Piece::Sign(_) => false,
    };
    if words.is_empty() || !left.iter().all(is_part) {
        return None;
    }
    let bare = |word: &&str| word.rsplit(['.', ':']).next().unwrap_or_default().to_string();
    let name: Vec<String> = words.iter().map(bare).collect();
    let of_module = || landmark_named(&words.first()?.strip_prefix("sys.")?.replace('.', "_"));
    let (landmark, own) = of_module().or_else(|| landmark_named(&name.join("_")))?;
    let kind = asked.kind.map(Type::format);
    // A word alone is another thing than the number: `max`.
    let is_alone = kind.is_none() && own.is_none() && landmark != Landmark::Epsilon;
    if is_alone || own.is_some() && kind.is_some_and(|kind| Some(kind) != own) {
        return None;
    }
    let format = kind.or(own).unwrap_or(Format::Float(&table::F32));
    if kind.is_none() && own.is_none() {
        asked.note(String::from("no format is named, so it is f32"));
    }
    let bits = match landmark {
        Landmark::Epsilon => ulp(format.one(), format)?,
        Landmark::Max | Landmark::Lowest | Landmark::MinNormal | Landmark::MinSubnormal => {
            landmark.bits(format)?
        }
    };
    let value = Value { format, bits, rounded: None };
    Some(Found { value, what: landmark.words().to_string() })
}

/// The bits of a unit in the last place of a number.
fn ulp(bits: u64, format: Format) -> Option<u64> {
    let exponent = format.ulp_exponent(bits);
    let power = ["2^", &*exponent.to_string()].concat();
    Some(parse(&power, format).ok()?.bits)
}

/// The distance of a number to the next one, and the next number itself.
fn neighbor(asked: &mut Asked, left: &[Piece<'_>], context: &Context) -> Option<Found> {
    let is_any = |words: &[&str]| left.iter().any(|piece| piece.is_one_of(words));
    let towards = left.iter().find_map(|piece| {
        let word = piece.word()?;
        TOWARDS.iter().find(|(name, _)| *name == word)
    });
    let is_ulp = is_any(ULPS);
    let is_up = is_any(&["next", "above", "successor", "nextup", "after"]);
    let is_down = is_any(DOWN);
    if !(is_ulp || towards.is_some() || is_up || is_down) {
        return None;
    }
    let is_word = |piece: &Piece<'_>| {
        piece.is_one_of(ULPS)
            || piece.is_one_of(UP)
            || piece.is_one_of(DOWN)
            || piece.word().is_some_and(|word| TOWARDS.iter().any(|(name, _)| *name == word))
            // `next smaller number than 1`
            || *piece == Piece::Sign('<')
            || *piece == Piece::Sign('>')
    };
    let is_smaller = left.contains(&Piece::Sign('<'));
    let rest: Vec<_> = match left {
        // `1 ulp of 1.0`
        [Piece::Number("1"), unit, rest @ ..] if unit.is_one_of(ULPS) && !rest.is_empty() => {
            rest.to_vec()
        }
        _ => left.iter().copied().filter(|piece| !is_word(piece)).collect(),
    };
    let numbers = numbers(&rest)?;
    let own = towards.and_then(|(_, kind)| *kind);
    let own = own.or_else(|| is_any(&["math.ulp"]).then_some(Type::F64));
    let kind = match (asked.kind, own) {
        (Some(kind), Some(own)) if kind != own => return None,
        (kind, own) => kind.or(own),
    };
    if kind.is_none() {
        asked.note_usual(Type::F32, context);
    }
    let format = kind.unwrap_or(Type::F32).format();
    let first = numbers.first()?;
    let start = value(first, format)?;
    let (bits, what) = match (towards, &numbers[..]) {
        (Some(_), [_, second]) => {
            let goal = parse(second, format).ok()?.bits;
            let what = ["the next number after ", first, " towards ", second].concat();
            (toward(start.bits, goal, format)?, what)
        }
        (Some(_), _) | (None, [_, _, ..]) => return None,
        (None, [_]) if is_ulp => {
            (ulp(start.bits, format)?, ["the distance of ", first, " to the next number"].concat())
        }
        (None, [_]) if is_down || is_smaller => {
            (format.next_down(start.bits)?, ["the number before ", first].concat())
        }
        (None, _) => (format.next_up(start.bits)?, ["the number after ", first].concat()),
    };
    if let Some(rounded) = &start.rounded {
        asked.note(rounded.words(format));
    }
    Some(Found { value: Value { format, bits, rounded: None }, what })
}

/// The next number from one towards another, as in C; themselves if they are equal.
fn toward(from: u64, to: u64, format: Format) -> Option<u64> {
    if format.is_nan(from) || format.is_nan(to) {
        return format.canonical_nan();
    }
    let (start, goal) = (format.decode(from), format.decode(to));
    if start.is_zero() && goal.is_zero() {
        return Some(to);
    }
    match compare(&start, &goal) {
        Ordering::Equal => Some(to),
        Ordering::Less => format.next_up(from),
        Ordering::Greater => format.next_down(from),
    }
}

/// Numbers in parentheses or without, separated by commas or not.
fn numbers(pieces: &[Piece<'_>]) -> Option<Vec<String>> {
    let mut all = Vec::new();
    let inner = match pieces {
        [Piece::Sign('('), inner @ .., Piece::Sign(')')] => inner,
        other => other,
    };
    for part in inner.split(|piece| *piece == Piece::Sign(',')) {
        let Node::Number(text) = tree(part, &[])? else { return None };
        all.push(text);
    }
    Some(all)
}

/// A number alone, or bits.
fn number(
    asked: &mut Asked,
    left: &[Piece<'_>],
    is_about_bits: bool,
    context: &Context,
) -> Option<Found> {
    let rest: Vec<_> = match left {
        // `hex(0.1)`, `0.1.hex()`
        [number @ .., Piece::Sign('('), Piece::Sign(')')] if is_about_bits => number.to_vec(),
        other => other.to_vec(),
    };
    let mut all = numbers(&rest)?;
    let text = all.pop().filter(|_| all.is_empty())?;
    // Words that mean other things too: `max` alone is an operation.
    if ["min", "max", "sub", "snan"].contains(&text.trim_start_matches('-')) {
        return None;
    }
    let is_typed = is_bits(&text);
    if is_typed && asked.is_into {
        return None;
    }
    if is_typed {
        let from = asked.from.filter(|_| asked.kind.is_none());
        if asked.from.is_some() && from.is_none() {
            return None;
        }
        return bits(asked, &text, asked.kind.or(from), context);
    }
    // A number in a format is converted, unless its bits are asked for.
    if !is_about_bits && (asked.kind.is_some() || asked.from.is_some()) || asked.from.is_some() {
        return None;
    }
    let kind = asked.kind.unwrap_or(Type::F32);
    if asked.kind.is_none() {
        asked.note_usual(kind, context);
    }
    let value = value(&text, kind.format())?;
    Some(Found { value, what: ["the number ", &text].concat() })
}

/// The formats that bits of a width have, the usual one first.
const OF_WIDTHS: &[(u32, &[&str])] = &[
    (4, &["e2m1"]),
    (6, &["e2m3", "e3m2"]),
    (8, &["e4m3", "e5m2", "ue8m0"]),
    (16, &["f16", "bf16"]),
    (19, &["tf32"]),
    (32, &["f32", "u32", "s32"]),
    (64, &["f64", "u64"]),
];

/// Bits of a type, or of the format with as many.
fn bits(asked: &mut Asked, text: &str, kind: Option<Type>, context: &Context) -> Option<Found> {
    let what = ["the bits ", text].concat();
    if let Some(kind) = kind {
        let format = kind.format();
        // More digits than the format has are those of another one.
        let width = u32::from(kind.packing().register_width().max(format.width()));
        if n_bits(text)? > width.next_multiple_of(4) && !is_constant(text) {
            return None;
        }
        // A number is not as wide as its register in every format.
        let own = || parse(text, format).ok().map(|entry| entry.bits);
        let is_own = n_bits(text)? <= u32::from(format.width()).next_multiple_of(4);
        let bits = own().filter(|_| is_own).or_else(|| bits_in(text, kind))?;
        return Some(Found { value: Value { format, bits, rounded: None }, what });
    }
    if is_constant(text) {
        let name = if text.get(..2)?.eq_ignore_ascii_case("0f") { "f32" } else { "f64" };
        return Some(Found { value: value(text, table::by_name(name)?)?, what });
    }
    let width = n_bits(text)?;
    let (_, names) = OF_WIDTHS.iter().find(|(own, _)| *own >= width)?;
    let (name, others) = names.split_first()?;
    let format = table::by_name(name)?;
    let instead = if asked.offers == Offers::None {
        Vec::new()
    } else {
        others.iter().map(|other| [text, " as ", other].concat()).collect()
    };
    let instead =
        instead.into_iter().filter(|it| super::read_with(it, context, Offers::None).is_some());
    let width = format.width().to_string();
    let note = [&width, " bits without a format are an ", name].concat();
    asked.notes.push(Note { text: note, instead: instead.collect() });
    Some(Found { value: value(text, format)?, what })
}

/// Whether bits are written as a constant of PTX, which says its format.
fn is_constant(text: &str) -> bool {
    let starts = |with: &str| text.get(..2).is_some_and(|start| start.eq_ignore_ascii_case(with));
    starts("0f") || starts("0d")
}

/// The number of bits that are written.
fn n_bits(text: &str) -> Option<u32> {
    let digits = text.get(2..)?.chars().filter(char::is_ascii_hexdigit).count();
    let is_binary = text.get(..2)?.eq_ignore_ascii_case("0b");
    u32::try_from(digits).ok()?.checked_mul(if is_binary { 1 } else { 4 })
}
