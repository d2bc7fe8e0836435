//! The interval of each lane that encloses results.

use super::Enclosure;
use crate::catalog::Type;
use crate::companion::Partial;
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

    /// The bits of the register, open where the ends of an interval differ; `bits` are one of the
    /// registers within.
    pub(super) fn partial(&self, bits: u64) -> Partial {
        (0..self.packing.lanes).fold(Partial::determined(0), |all, lane| {
            let own = Partial::between(self.packing.extract(bits, lane), self.lane(lane));
            all.beside(&own.shifted(self.packing.offset(lane)))
        })
    }

    /// These intervals for a register that is shown as another type; `None` if they are none of its
    /// numbers.
    pub(super) fn shown_as(&self, kind: Type) -> Option<Self> {
        let (packing, format) = (kind.packing(), kind.format());
        if packing != self.packing {
            return None;
        }
        let mut shown = Self { packing, format, ..*self };
        for (lane, place) in (0..packing.lanes).zip(&mut shown.ends) {
            let [low, high] = self.lane(lane);
            // Encodings of one sign are in the same order in every format, or in the opposite one.
            let is_sign_same = (low ^ high) >> (packing.width - 1) & 1 == 0;
            let [one, two] = [low, high].map(|bits| rank(format, bits));
            *place = [one.min(two), one.max(two)];
            if !is_sign_same || place[1] >= n_numbers(format) && format.float().is_some() {
                return None;
            }
        }
        Some(shown)
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
    /// The results together, where all were added.
    all: Option<Value>,
}

impl Hull {
    /// No result in lanes of a format.
    pub(super) const fn new(packing: Packing, format: Format) -> Self {
        let lanes = Lanes { packing, format, ends: [[u64::MAX, 0]; MAX_LANES] };
        Self { lanes, first: None, is_many: false, has_nan: false, is_open: false, all: None }
    }

    /// A result without any guarantee.
    pub(super) const fn nothing() -> Self {
        let none = Self::new(Packing::scalar(1), Type::Pred.format());
        Self { is_open: true, ..none }
    }

    /// Notes a result without any guarantee.
    pub(super) const fn open(&mut self) {
        self.is_open = true;
    }

    /// Adds a register to those of which all together are open.
    pub(super) fn join(&mut self, value: &Value) {
        self.all = Some(self.all.map_or(*value, |all| all.or(value)));
    }

    /// All results together, if there were any.
    pub(super) const fn all(&self) -> Option<Value> {
        self.all
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
        self.join(&value);
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
    pub(super) fn known(&self) -> Enclosure {
        let lanes = self.lanes;
        let (false, Some(first)) = (self.is_open, self.first) else { return Enclosure::Open };
        if !self.is_many {
            return if self.has_nan { Enclosure::AnyNan(first) } else { Enclosure::Bits(first) };
        }
        let is_nan = |lane| lanes.ranks(lane)[1] >= n_numbers(lanes.format);
        if self.has_nan || (0..lanes.packing.lanes).any(is_nan) {
            return Enclosure::Open;
        }
        Enclosure::Within(lanes)
    }
}
