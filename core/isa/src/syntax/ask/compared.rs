//! Comparisons, whose answer is true or false: `0.1 + 0.2 == 0.3`, `is 1/3 less than 0.3333`.

use alloc::string::String;

use super::asked::Asked;
use super::chain::{Chain, Place};
use super::reading::{Means, Reading, Truth};
use super::tree::{Node, tree};
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
    let literals = [first, second].map(literals);
    let side = |asked: &mut Asked, pieces: &[Piece<'_>]| {
        let node = tree(pieces, &[])?;
        asked.typed(node)
    };
    let (first, second) = (side(&mut asked, first)?, side(&mut asked, second)?);
    if let (None | Some(Type::F64), [Some(one), Some(other)]) = (asked.kind, literals)
        && one != other
    {
        asked.kind = Some(Type::F64);
        asked.note(String::from(
            "as in C, a number without `f` is an f64, to which the f32 is converted",
        ));
        let mut chain = Chain::of(asked, &[&first, &second], context)?;
        let mut wide = |node, kind| {
            let place = chain.value_in(node, kind)?;
            Some(if kind == Type::F64 { place } else { chain.widened(&place) })
        };
        let sides = [wide(&first, one)?, wide(&second, other)?];
        return compare(chain, &sides, sign, context);
    }
    let chain = Chain::of(asked, &[&first, &second], context)?;
    conclude(chain, &first, sign, &second, context)
}

/// The type that the numbers of a side have in C, if it is one.
fn literals(side: &[Piece<'_>]) -> Option<Type> {
    let mut kinds = side.iter().filter_map(Piece::literal);
    let first = kinds.next()?;
    kinds.all(|kind| kind == first).then_some(first)
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

/// The program that ends in a comparison.
pub(super) fn conclude(
    mut chain: Chain,
    first: &Node,
    sign: char,
    second: &Node,
    context: &Context,
) -> Option<Reading> {
    let sides = [chain.value(first)?, chain.value(second)?];
    compare(chain, &sides, sign, context)
}

/// Ends a program in the comparison of two places.
fn compare(mut chain: Chain, sides: &[Place; 2], sign: char, context: &Context) -> Option<Reading> {
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
