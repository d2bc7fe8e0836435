//! The cells of the inputs that are varied, and those that a lane of an output depends on.

use alloc::vec::Vec;

use super::dependence::{Dependence, dependences};
use super::subject::Subject;
use crate::bits::mask;
use crate::catalog::Type;
use crate::format::Packing;

/// A part of an input that is varied on its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    /// The index of the input.
    pub(super) input: usize,
    /// Its lowest bit in the register.
    pub(super) offset: u32,
    /// The number of bits.
    pub(super) width: u8,
    /// The types that the cell is read as: one, or several if the subjects disagree or give none.
    pub(super) kinds: Vec<Type>,
}

impl Cell {
    pub(super) fn get(&self, inputs: &[u64]) -> u64 {
        inputs.get(self.input).map_or(0, |bits| bits >> self.offset & mask(self.width.into()))
    }

    pub(super) fn set(&self, inputs: &mut [u64], bits: u64) {
        let field = mask(self.width.into());
        if let Some(register) = inputs.get_mut(self.input) {
            *register = *register & !(field << self.offset) | (bits & field) << self.offset;
        }
    }
}

/// A part of the results that is compared separately.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Focus {
    pub(super) output: usize,
    /// The lane; `None` for the whole register.
    pub(super) lane: Option<u8>,
    /// The type in each subject; if one has none, that of the other.
    pub(super) kinds: [Type; 2],
    /// The cells that the part depends on.
    pub(super) cells: Vec<usize>,
}

impl Focus {
    /// The bits of this part of an output.
    pub(super) fn extract(&self, bits: u64) -> u64 {
        let [kind, _] = self.kinds;
        self.lane.map_or(bits, |lane| kind.packing().extract(bits, lane))
    }

    /// The bits of an output that [`Self::extract`] reads.
    pub(super) fn field(&self) -> u64 {
        let [kind, _] = self.kinds;
        self.lane.map_or(u64::MAX, |lane| kind.packing().insert(0, lane, u64::MAX))
    }

    /// Whether a mask of the output has bits of this part, or bits of the register that belong to
    /// no lane.
    pub(super) fn touches(&self, mask: u64) -> bool {
        let [kind, _] = self.kinds;
        let packing = kind.packing();
        let is_own = |lane| packing.extract(mask, lane) | packing.padding(mask, lane) != 0;
        self.lane.map_or(mask != 0, is_own)
    }
}

/// An input with its type in both subjects.
pub(super) struct Seen {
    pub(super) kinds: [(Type, bool); 2],
}

const fn is_alike(a: Packing, b: Packing) -> bool {
    a.lanes == b.lanes && a.stride == b.stride && a.width == b.width
}

/// The types to try for a register of this width without a type.
fn kinds_of_width(width: u8) -> &'static [Type] {
    match width {
        16 => &[Type::F16, Type::Bf16],
        32 => &[Type::F32, Type::F16x2],
        64 => &[Type::F64, Type::F32x2],
        8 => &[Type::U8],
        _ => &[Type::Pred],
    }
}

/// The cells of inputs; `is_plain` says that each is read as its type only, so that bits between
/// lanes have no influence.
pub(super) fn cells(inputs: &[Seen], is_plain: bool) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (input, Seen { kinds }) in inputs.iter().enumerate() {
        let mut typed: Vec<Type> = Vec::new();
        for (kind, _) in kinds.iter().filter(|(_, is_typed)| *is_typed) {
            crate::order::push_new(&mut typed, *kind);
        }
        let packing = typed.first().map(|kind| kind.packing());
        let is_known = |first: &Packing| {
            (is_plain || first.width == first.stride)
                && typed.iter().all(|kind| is_alike(*first, kind.packing()))
        };
        if let Some(packing) = packing.filter(is_known) {
            for lane in 0..packing.lanes {
                let (offset, width) = (packing.offset(lane), packing.width);
                cells.push(Cell { input, offset, width, kinds: typed.clone() });
            }
        } else {
            let width = kinds[0].0.packing().register_width();
            if typed.is_empty() {
                typed.extend_from_slice(kinds_of_width(width));
            }
            cells.push(Cell { input, offset: 0, width, kinds: typed });
        }
    }
    cells
}

/// The parts of the results to compare, and the cells that each depends on. `matched` has, for each
/// input of the first subject, the index of the matching input of the second.
pub(super) fn foci(a: &Subject, b: &Subject, matched: &[usize], cells: &[Cell]) -> Vec<Focus> {
    let straight: Vec<usize> = (0..matched.len()).collect();
    let mut inverse = alloc::vec![0; matched.len()];
    for (index, place) in matched.iter().enumerate() {
        if let Some(entry) = inverse.get_mut(*place) {
            *entry = index;
        }
    }
    let first = dependences(a, &straight, cells);
    let second = dependences(b, &inverse, cells);
    let of = |found: &[Dependence], subject: &Subject, output: usize| {
        let index = subject.sequence().outputs().get(output).copied().unwrap_or(usize::MAX);
        found.get(index).copied().unwrap_or(Dependence::NONE)
    };
    let mut foci = Vec::new();
    for (output, (one, two)) in a.outputs().zip(b.outputs()).enumerate() {
        let (x, y) = (of(&first, a, output), of(&second, b, output));
        let kinds = match (one.is_typed, two.is_typed) {
            (true, false) => [one.kind; 2],
            (false, true) => [two.kind; 2],
            (true, true) | (false, false) => [one.kind, two.kind],
        };
        let [p, q] = kinds.map(Type::packing);
        let listed = |set: u64| (0..cells.len().min(64)).filter(move |i| set >> i & 1 == 1);
        if is_alike(p, q) {
            for lane in 0..p.lanes {
                let set = x.part(p.lanes, p.stride, lane) | y.part(p.lanes, p.stride, lane);
                let cells = listed(set).collect();
                foci.push(Focus { output, lane: Some(lane), kinds, cells });
            }
        } else {
            let cells = listed(x.all() | y.all()).collect();
            foci.push(Focus { output, lane: None, kinds, cells });
        }
    }
    foci
}
