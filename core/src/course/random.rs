//! Choices that only look random: the same for a seed, for ever.

use crate::explore::random::Random as Numbers;

/// A sequence of choices that follows from a seed.
#[derive(Clone, Debug)]
pub(super) struct Random(Numbers);

impl Random {
    /// The sequence of a seed.
    #[must_use]
    pub(super) const fn new(seed: u64) -> Self {
        Self(Numbers::new(seed))
    }

    /// The sequence of a text.
    #[must_use]
    pub(super) fn of_text(text: &str) -> Self {
        let step =
            |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        Self::new(text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
    }

    /// The next number.
    pub(super) const fn bits(&mut self) -> u64 {
        self.0.bits()
    }

    /// A number below a limit; 0 if that is 0.
    pub(super) const fn below(&mut self, limit: u64) -> u64 {
        self.0.below(limit)
    }

    /// A place in a list of that length.
    pub(super) fn place(&mut self, length: usize) -> usize {
        usize::try_from(self.below(u64::try_from(length).unwrap_or(1))).unwrap_or(0)
    }

    /// One of some values; the first if there is none.
    pub(super) fn one<T: Copy>(&mut self, values: &[T], otherwise: T) -> T {
        values.get(self.place(values.len())).copied().unwrap_or(otherwise)
    }

    /// Puts a list into another order.
    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            let other = self.place(last + 1);
            list.swap(last, other);
        }
    }
}
