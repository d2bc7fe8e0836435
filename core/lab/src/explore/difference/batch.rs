//! Many operands of two sequences at once.

use core::ops::Range;

use super::search::Search;
use super::space::Focus;
use super::subject::Subject;
use super::{Severity, Tried};
use crate::bits::mask;
use crate::eval::widest;
use crate::explore::sequence::{Columns, N_AT_ONCE};

impl Subject {
    /// Columns of the subject's registers for many operands; they have one lane if one lane
    /// suffices.
    fn columns(&self, focus: &Focus) -> Option<Columns<'_>> {
        Columns::new(self.sequence(), focus.lane.filter(|_| self.has_like_lanes()))
    }

    /// The register that has a part of the results.
    fn register(&self, focus: &Focus) -> usize {
        self.sequence().outputs().get(focus.output).copied().unwrap_or(usize::MAX)
    }
}

impl Search {
    /// Tries operands by the bits of their results. Those on which the bits differ, or on which a
    /// statement leaves its result open, are tried again one by one. `None` if bits alone do not
    /// describe the results; then nothing was done.
    pub(super) fn try_many(
        &mut self,
        focus: &Focus,
        first: u64,
        part: &Range<u64>,
        tried: &mut Tried,
    ) -> Option<()> {
        let [one, two] = [self.a.clone(), self.b.clone()];
        let (mut a, mut b) = (one.columns(focus)?, two.columns(focus)?);
        let mut inputs = alloc::vec![[0_u64; N_AT_ONCE]; self.scratch.inputs.len()];
        let order = self.order.clone();
        let field = focus.field();
        let mut start = part.start;
        while start < part.end {
            let numbers = start..part.end.min(start.saturating_add(N_AT_ONCE as u64));
            self.set_numbers(focus, start - first, &mut inputs);
            let n_rows = numbers.clone().count();
            a.run(inputs.iter().map(|column| &column[..]), n_rows);
            let places = order.iter().map(|place| inputs.get(*place).map_or(&[][..], |it| &it[..]));
            b.run(places, n_rows);
            let results = || {
                let y = b.register(two.register(focus)).iter();
                a.register(one.register(focus)).iter().zip(y).take(n_rows)
            };
            // Mostly the bits agree on all rows.
            let differing = widest(|| results().fold(0, |all, (x, y)| all | (x ^ y) & field));
            let asks_any = tried.asks_alike() && (a.is_any_open() || b.is_any_open());
            let looked_at = if differing == 0 && !asks_any { 0 } else { n_rows };
            for (number, (x, y)) in numbers.clone().zip(results()).take(looked_at) {
                let row = usize::try_from(number - start).unwrap_or(0);
                let asks_alike = tried.asks_alike() && (a.is_open(row) || b.is_open(row));
                if focus.extract(*x) == focus.extract(*y) && !asks_alike {
                    continue;
                }
                self.set_number(focus, number - first);
                let Some(severity) = self.trial(focus, asks_alike) else { continue };
                tried.add(number, severity);
                if severity == Severity::Certain {
                    tried.count += number + 1 - start;
                    return Some(());
                }
            }
            tried.count += n_rows as u64;
            start = numbers.end;
        }
        Some(())
    }

    /// Sets the cells of a part to the operands of consecutive numbers, a row for each.
    fn set_numbers(&self, focus: &Focus, first: u64, inputs: &mut [[u64; N_AT_ONCE]]) {
        inputs.fill([0; N_AT_ONCE]);
        let mut shift = 0;
        for cell in focus.cells.iter().filter_map(|index| self.cells.get(*index)) {
            let Some(column) = inputs.get_mut(cell.input) else { continue };
            let (field, offset) = (mask(cell.width.into()), cell.offset);
            if shift < u64::BITS {
                widest(|| {
                    for (row, register) in (0..).zip(column) {
                        *register |= (first.wrapping_add(row) >> shift & field) << offset;
                    }
                });
            }
            shift += u32::from(cell.width);
        }
    }
}
