//! The interval of each lane that encloses results.

use super::Known;
use crate::eval::MAX_LANES;
use crate::explore::rank::{at_rank, n_numbers, rank};
use crate::explore::sequence::{Standing, Value};
use crate::format::{Format, Packing};

/// An interval for each lane of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lanes {
    /// The packing of the lanes in the register.
    pub packing: Packing,
    /// The format of each.
    pub format: Format,
    /// The ranks of the least and the greatest datum, from lane 0 on.
    ends: [[u64; 2]; MAX_LANES],
}

impl Lanes {
    /// The least and the greatest datum of a lane. −0 is less than +0.
    #[must_use]
    pub fn lane(&self, lane: u8) -> [u64; 2] {
        self.ranks(lane).map(|rank| at_rank(self.format, rank))
    }

    fn ranks(&self, lane: u8) -> [u64; 2] {
        self.ends.get(usize::from(lane)).copied().unwrap_or_default()
    }

    /// Bits of the register.
    pub(super) const fn width(&self) -> u8 {
        self.packing.register_width()
    }

    pub(super) const fn is_single(&self) -> bool {
        self.packing.lanes == 1
    }

    /// The number of registers that together have every datum of every lane.
    pub(super) fn count(&self) -> u64 {
        let lanes = (0..self.packing.lanes).map(|lane| self.ranks(lane));
        lanes.map(|[low, high]| high.saturating_sub(low).saturating_add(1)).max().unwrap_or(1)
    }

    /// The register with this place in each interval, or the last where there are fewer.
    pub(super) fn at(&self, place: u64) -> u64 {
        self.register(|[low, high]| high.min(low.saturating_add(place)))
    }

    /// The register with the least or the greatest datum in every lane.
    pub(super) fn end(&self, is_greatest: bool) -> u64 {
        self.register(|[low, high]| if is_greatest { high } else { low })
    }

    fn register(&self, choose: impl Fn([u64; 2]) -> u64) -> u64 {
        (0..self.packing.lanes).fold(0, |register, lane| {
            let bits = at_rank(self.format, choose(self.ranks(lane)));
            self.packing.insert(register, lane, bits)
        })
    }
}

/// The hull of the results so far.
pub(super) struct Hull {
    lanes: Lanes,
    /// The first result.
    first: Option<u64>,
    /// Whether another one was different.
    is_many: bool,
    /// Whether there was a NaN whose bits are not all guaranteed.
    has_nan: bool,
    /// Whether there was a result without any guarantee.
    is_open: bool,
}

impl Hull {
    /// No result in lanes of a format.
    pub(super) const fn new(packing: Packing, format: Format) -> Self {
        let lanes = Lanes { packing, format, ends: [[u64::MAX, 0]; MAX_LANES] };
        Self { lanes, first: None, is_many: false, has_nan: false, is_open: false }
    }

    /// A result without any guarantee.
    pub(super) const fn open() -> Self {
        let none = Self::new(Packing::scalar(1), crate::catalog::Type::Pred.format());
        Self { is_open: true, ..none }
    }

    /// Begins a result whose lanes are added next.
    pub(super) fn begin(&mut self, register: u64) {
        self.is_many |= self.first.is_some_and(|first| first != register);
        self.first.get_or_insert(register);
    }

    /// Adds what lies between two data to a lane.
    pub(super) fn add(&mut self, lane: u8, ends: [u64; 2]) {
        let [low, high] = ends.map(|bits| rank(self.lanes.format, bits));
        if let Some(place) = self.lanes.ends.get_mut(usize::from(lane)) {
            *place = [place[0].min(low), place[1].max(high)];
        }
        self.is_many |= low != high;
    }

    /// Adds a NaN with no guarantee about its bits to a lane.
    pub(super) fn add_nan(&mut self, lane: u8, bits: u64) {
        self.has_nan = true;
        self.add(lane, [bits; 2]);
    }

    /// Adds a register.
    pub(super) fn add_value(&mut self, value: Value) {
        match value.standing {
            Standing::Determined => {}
            Standing::OpenNan => self.has_nan = true,
            Standing::Contracted | Standing::Reference | Standing::Unknown => {
                self.is_open = true;
                return;
            }
        }
        self.begin(value.bits);
        for lane in 0..self.lanes.packing.lanes {
            self.add(lane, [self.lanes.packing.extract(value.bits, lane); 2]);
        }
    }

    /// The guarantee that all results share.
    pub(super) fn known(&self) -> Known {
        let lanes = self.lanes;
        let (false, Some(first)) = (self.is_open, self.first) else { return Known::Open };
        if !self.is_many {
            return if self.has_nan { Known::AnyNan(first) } else { Known::Bits(first) };
        }
        let is_nan = |lane| lanes.ranks(lane)[1] >= n_numbers(lanes.format);
        if self.has_nan || (0..lanes.packing.lanes).any(is_nan) {
            return Known::Open;
        }
        Known::Within(lanes)
    }
}
