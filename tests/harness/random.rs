//! Deterministic pseudo-random numbers, the same on every platform.

/// A generator of `SplitMix64` numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator whose numbers depend on `seed` only.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A generator whose numbers depend on a name only, so that adding a test changes no other.
    pub fn named(name: &str) -> Self {
        // FNV-1a.
        let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Self(hash)
    }

    /// A generator whose numbers depend on this one's state and on a name.
    #[must_use]
    pub fn fork(&self, name: &str) -> Self {
        Self(Self::named(name).0 ^ self.0.rotate_left(17))
    }

    /// The next 64 bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `limit`, which is not 0.
    pub const fn below(&mut self, limit: u64) -> u64 {
        // The bias of the remainder does not matter for tests.
        self.bits() % limit
    }

    /// A number in `low..=high`.
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        let span = u64::from(high.abs_diff(low)) + 1;
        low + i32::try_from(self.below(span)).unwrap_or(0)
    }

    /// A coin.
    pub const fn coin(&mut self) -> bool {
        self.bits() >> 63 == 1
    }

    /// One of several things.
    pub fn pick<'t, T>(&mut self, things: &'t [T]) -> &'t T {
        let index = self.below(things.len() as u64);
        &things[usize::try_from(index).unwrap_or(0)]
    }
}
