//! Comparisons, whose answer is true or false: `0.1 + 0.2 == 0.3`, `is 1/3 less than 0.3333`.

use alloc::string::String;

use super::asked::Asked;
use super::chain::{Chain, Place};
use super::reading::{Means, Reading, Truth};
use super::tree::tree;
use super::words::{Piece, is_comparison};
use crate::catalog::Context;
use crate::catalog::Type;

/// The signs of comparisons, the texts for them, and the comparison of PTX: that of C, in which only
/// `!=` holds for a NaN.
const SIGNS: &[(char, &str, &str)] = &[
    ('=', "==", "eq"),
    ('≠', "!=", "neu"),
    ('<', "<", "lt"),
    ('≤', "<=", "le"),
    ('>', ">", "gt"),
    ('≥', ">=", "ge"),
];

/// Reads a comparison.
pub(super) fn read(mut asked: Asked, pieces: &[Piece<'_>], context: &Context) -> Option<Reading> {
    let left = asked.read(pieces)?;
    let (first, sign, second) = sides(&left)?;
    let is_mixed = is_mixed(&[first, second]);
    let side = |asked: &mut Asked, pieces: &[Piece<'_>]| {
        let node = tree(pieces, &[])?;
        asked.typed(node)
    };
    let (first, second) = (side(&mut asked, first)?, side(&mut asked, second)?);
    let is_in_c = is_mixed && matches!(asked.kind, None | Some(Type::F64));
    if is_in_c {
        asked.kind = Some(Type::F64);
    } else if asked.kind.is_none() && asked.asks_why() {
        // Whoever wonders met the numbers where they are f64.
        asked.kind = Some(Type::F64);
        asked.note_usual(Type::F64, context);
    }
    let ends = [&first, &second];
    let mut chain = Chain::of(asked, &ends, context)?;
    let sides = if is_in_c { chain.doubles(ends) } else { chain.values(ends) }?;
    compare(chain, &sides, sign, context)
}

/// Whether some numbers are f32 in C, and others f64.
fn is_mixed(sides: &[&[Piece<'_>]]) -> bool {
    let has = |kind| sides.iter().copied().flatten().any(|piece| piece.literal() == Some(kind));
    has(Type::F32) && has(Type::F64)
}

/// The pieces before and after the first sign of a comparison.
pub(super) fn sides<'p, 't>(
    pieces: &'p [Piece<'t>],
) -> Option<(&'p [Piece<'t>], char, &'p [Piece<'t>])> {
    let place = pieces.iter().position(is_comparison)?;
    let (first, rest) = pieces.split_at_checked(place)?;
    Some(match rest {
        // `less than or equal to`
        [Piece::Sign('<'), Piece::Word("or"), Piece::Sign('='), rest @ ..] => (first, '≤', rest),
        [Piece::Sign('>'), Piece::Word("or"), Piece::Sign('='), rest @ ..] => (first, '≥', rest),
        [Piece::Sign(sign), rest @ ..] => (first, *sign, rest),
        _ => return None,
    })
}

/// Ends a program in the comparison of two places.
pub(super) fn compare(
    mut chain: Chain,
    sides: &[Place; 2],
    sign: char,
    context: &Context,
) -> Option<Reading> {
    let (_, shown, name) = SIGNS.iter().find(|(own, ..)| *own == sign)?;
    let [left, right] = sides;
    if left.kind != right.kind {
        return None;
    }
    let kind = left.kind;
    let head = ["setp.", name, kind.spelling()].concat();
    if !matches!(kind, Type::F16 | Type::Bf16 | Type::F32 | Type::F64) {
        let name = ["`setp` in ", kind.format().name()].concat();
        let reason = "it compares f16, bf16, f32 and f64";
        return Some(Reading::nothing(&name, reason, None, *context));
    }
    let names = [&*left.name, &*right.name];
    let result = chain.raw(&head, &names, Type::Pred);
    let sides = sides.iter().map(|place| place.name.clone()).collect();
    let sign = String::from(*shown);
    chain.finish(&result, context, |program| Means::Truth(Truth { program, sides, sign }))
}
