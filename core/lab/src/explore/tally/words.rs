//! A tally as a list of integers, to send it from one thread or worker to another.

use alloc::vec::Vec;

use super::{Column, Histogram, N_COUNTS, N_WORST, Tally, Widest, Worst};

/// The first word, which identifies the kind and the layout of the list.
const MARK: u64 = 0x7461_6c6c_7900_0003;

/// Takes words from the front of a list.
struct Reader<'w>(&'w [u64]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u64; N]> {
        let (words, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*words)
    }

    fn count(&mut self, most: usize) -> Option<usize> {
        let [count] = self.take()?;
        usize::try_from(count).ok().filter(|count| *count <= most)
    }
}

impl Tally {
    /// The tally as integers, for [`Self::from_words`] of the same release.
    #[must_use]
    pub fn words(&self) -> Vec<u64> {
        let mut words = alloc::vec![MARK, self.window.start, self.window.end, self.count];
        words.extend(self.counts());
        words.extend(self.errors.counts());
        let sum = self.error_sum.cast_unsigned();
        words.extend([crate::bits::low_word(sum), crate::bits::low_word(sum >> 64)]);
        words.push(self.worst.len() as u64);
        for Worst { index, bits, result, error } in &self.worst {
            words.extend([*index, *bits, *result, error.cast_unsigned()]);
        }
        words.push(u64::from(self.widest.is_some()));
        if let Some(Widest { index, bits, result, band: [lo, hi] }) = self.widest {
            words.extend([index, bits, result, lo.cast_unsigned(), hi.cast_unsigned()]);
        }
        words.push(self.columns.len() as u64);
        words.extend(self.columns.iter().flat_map(Column::words));
        words
    }

    /// Reads a tally that [`Self::words`] wrote; `None` for other lists.
    #[must_use]
    pub fn from_words(words: &[u64]) -> Option<Self> {
        let mut reader = Reader(words);
        let [mark, start, end, count] = reader.take()?;
        if mark != MARK {
            return None;
        }
        let counts = reader.take::<N_COUNTS>()?;
        let errors = Histogram::from_counts(&reader.take()?);
        let [low, high] = reader.take()?;
        let mut worst = Vec::with_capacity(N_WORST);
        for _ in 0..reader.count(N_WORST)? {
            let [index, bits, result, error] = reader.take()?;
            worst.push(Worst { index, bits, result, error: error.cast_signed() });
        }
        let mut widest = None;
        if reader.count(1)? == 1 {
            let [index, bits, result, lo, hi] = reader.take()?;
            let band = [lo.cast_signed(), hi.cast_signed()];
            widest = Some(Widest { index, bits, result, band });
        }
        let n_columns = reader.count(super::MAX_COLUMNS)?;
        let mut tally = Self::new(start..end, n_columns);
        if tally.columns.len() != n_columns {
            return None;
        }
        for column in &mut tally.columns {
            *column = Column::from_words(&reader.take()?);
        }
        for (place, count) in tally.counts_mut().into_iter().zip(counts) {
            *place = count;
        }
        let error_sum = (u128::from(high) << 64 | u128::from(low)).cast_signed();
        reader.0.is_empty().then_some(Self { count, errors, error_sum, worst, widest, ..tally })
    }
}
