//! The place where the two sides of a jump come together again: the first one that every way to the
//! end of the function passes.

use alloc::vec::Vec;

use super::super::split::Kind;
use super::layout::{Function, Layout};

/// The immediate postdominators of the pieces of a function.
pub(super) struct Joins {
    start: usize,
    /// For each piece, the next one that all ways pass; the number of pieces is the end of the
    /// function.
    next: Vec<Option<usize>>,
}

impl Joins {
    /// The joins of a function. A jump whose target is not in the text leads nowhere.
    pub(super) fn of(layout: &Layout<'_>, function: &Function) -> Self {
        let (start, count) = (function.pieces.start, function.pieces.len());
        let after: Vec<Vec<usize>> = function
            .pieces
            .clone()
            .map(|piece| {
                let places = successors(layout, function, piece).into_iter();
                places.map(|place| place.saturating_sub(start).min(count)).collect()
            })
            .collect();
        let order = order(&after, count);
        Self { start, next: dominators(&after, &order, count) }
    }

    /// Those of nothing.
    pub(super) const fn none() -> Self {
        Self { start: 0, next: Vec::new() }
    }

    /// The piece at which all ways from a piece come together; `None` if that is the end of the
    /// function.
    pub(super) fn after(&self, piece: usize) -> Option<usize> {
        let next = self.next.get(piece.checked_sub(self.start)?).copied().flatten()?;
        (next < self.next.len() - 1).then_some(next + self.start)
    }

    /// Whether some way from a piece leads to the end of the function.
    pub(super) fn ends(&self, piece: usize) -> bool {
        let index = piece.checked_sub(self.start);
        index.and_then(|index| self.next.get(index)).is_some_and(Option::is_some)
    }
}

/// The pieces that may be next; the end of the function is one behind its last piece.
fn successors(layout: &Layout<'_>, function: &Function, piece: usize) -> Vec<usize> {
    let end = function.pieces.end;
    if layout.pieces.get(piece).is_none_or(|it| it.kind != Kind::Statement) {
        return alloc::vec![piece + 1];
    }
    let statement = layout.statement(piece);
    let is_guarded = layout.own(piece).starts_with('@');
    let mut found = match statement.opcode.as_ref().map(|opcode| opcode.text) {
        Some("bra" | "brx") => layout.jumps(function, &statement, piece).unwrap_or_default(),
        Some("ret" | "exit" | "trap") => alloc::vec![end],
        _ => return alloc::vec![piece + 1],
    };
    if is_guarded {
        found.push(piece + 1);
    }
    found
}

/// The places in an order in which each is behind those that it leads to, as far as there is one:
/// the place of each in that order, and the places by it. The end is the last one.
fn order(after: &[Vec<usize>], end: usize) -> Vec<usize> {
    let mut before: Vec<Vec<usize>> = alloc::vec![Vec::new(); end + 1];
    for (place, all) in after.iter().enumerate() {
        for next in all {
            if let Some(list) = before.get_mut(*next) {
                list.push(place);
            }
        }
    }
    let mut seen = alloc::vec![false; end + 1];
    let mut found = Vec::new();
    let mut stack = alloc::vec![(end, 0)];
    if let Some(seen) = seen.get_mut(end) {
        *seen = true;
    }
    while let Some((place, index)) = stack.pop() {
        let Some(other) = before.get(place).and_then(|list| list.get(index)).copied() else {
            found.push(place);
            continue;
        };
        stack.push((place, index + 1));
        if let Some(is_seen @ false) = seen.get_mut(other) {
            *is_seen = true;
            stack.push((other, 0));
        }
    }
    found.reverse();
    found
}

/// The immediate postdominators, by the iteration of Cooper, Harvey and Kennedy.
fn dominators(after: &[Vec<usize>], order: &[usize], end: usize) -> Vec<Option<usize>> {
    let mut rank = alloc::vec![usize::MAX; end + 1];
    for (index, place) in order.iter().enumerate() {
        if let Some(own) = rank.get_mut(*place) {
            *own = index;
        }
    }
    let rank = |place: usize| rank.get(place).copied().unwrap_or(usize::MAX);
    let mut next: Vec<Option<usize>> = alloc::vec![None; end + 1];
    if let Some(own) = next.get_mut(end) {
        *own = Some(end);
    }
    let meet = |next: &[Option<usize>], mut a: usize, mut b: usize| {
        while a != b {
            let last = if rank(a) > rank(b) { &mut a } else { &mut b };
            match next.get(*last).copied().flatten() {
                Some(up) if up != *last => *last = up,
                Some(_) | None => return end,
            }
        }
        a
    };
    loop {
        let mut is_changed = false;
        for place in order.iter().skip(1) {
            let all = after.get(*place).map_or(&[][..], Vec::as_slice);
            let known = all.iter().filter(|it| next.get(**it).is_some_and(Option::is_some));
            let new = known.copied().reduce(|a, b| meet(&next, a, b));
            if let Some(own) = next.get_mut(*place)
                && *own != new
            {
                *own = new;
                is_changed = true;
            }
        }
        if !is_changed {
            return next;
        }
    }
}
