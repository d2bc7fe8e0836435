//! What a spelling says, read without the core.

use crate::layout::Layout;

/// What is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// *a* + *b*.
    Add,
    /// *a* - *b*.
    Sub,
    /// *a* × *b*.
    Mul,
    /// *a* × *b* + *c*.
    Fma,
}

/// A rounding direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// To nearest, ties to even.
    Nearest,
    /// Towards zero.
    Zero,
    /// Towards negative infinity.
    Down,
    /// Towards positive infinity.
    Up,
}

impl Rounding {
    /// Every direction.
    pub const ALL: [Self; 4] = [Self::Nearest, Self::Zero, Self::Down, Self::Up];

    /// The PTX modifier.
    pub const fn modifier(self) -> &'static str {
        match self {
            Self::Nearest => ".rn",
            Self::Zero => ".rz",
            Self::Down => ".rm",
            Self::Up => ".rp",
        }
    }
}

/// A limit on the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// None.
    No,
    /// `.sat`.
    Sat,
    /// `.relu`.
    Relu,
}

/// The meaning of opcode and modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// What is computed.
    pub operation: Operation,
    /// The layout of a result lane.
    pub result: Layout,
    /// The layouts of the source lanes.
    pub sources: [Layout; 3],
    /// How many sources there are.
    pub n_sources: usize,
    /// How many lanes there are.
    pub n_lanes: u32,
    /// The direction; to nearest where none is spelled.
    pub rounding: Rounding,
    /// Whether `.ftz` is there.
    pub flushes: bool,
    /// Whether `.oob` is there.
    pub drops_out_of_bounds: bool,
    /// `.sat` or `.relu`.
    pub limit: Limit,
}

impl Spelling {
    /// Reads opcode and modifiers, in any order.
    ///
    /// # Panics
    ///
    /// If the opcode, a modifier or the types are none of those the tests know.
    pub fn read(text: &str) -> Self {
        let mut parts = text.split('.');
        let operation = match parts.next() {
            Some("add") => Operation::Add,
            Some("sub") => Operation::Sub,
            Some("mul") => Operation::Mul,
            Some("fma") => Operation::Fma,
            _ => panic!("the tests do not know the opcode of {text}"),
        };
        let (mut rounding, mut limit) = (Rounding::Nearest, Limit::No);
        let (mut flushes, mut drops_out_of_bounds, mut types) = (false, false, Vec::new());
        for part in parts {
            match part {
                "rn" => rounding = Rounding::Nearest,
                "rz" => rounding = Rounding::Zero,
                "rm" => rounding = Rounding::Down,
                "rp" => rounding = Rounding::Up,
                "ftz" => flushes = true,
                "oob" => drops_out_of_bounds = true,
                "sat" => limit = Limit::Sat,
                "relu" => limit = Limit::Relu,
                other => types.push(other),
            }
        }
        let read_type = |name: &str| -> (Layout, u32) {
            let (element, n_lanes) = name.strip_suffix("x2").map_or((name, 1), |it| (it, 2));
            let layout = Layout::of_type(element);
            (layout.unwrap_or_else(|| panic!("the tests do not know .{name} of {text}")), n_lanes)
        };
        let (result, n_lanes) = types.first().map(|name| read_type(name)).expect("a type");
        let narrow = types.get(1).map_or(result, |name| read_type(name).0);
        let (n_sources, sources) = match operation {
            Operation::Fma => (3, [narrow, narrow, result]),
            Operation::Add | Operation::Sub | Operation::Mul => (2, [narrow, result, result]),
        };
        Self {
            operation,
            result,
            sources,
            n_sources,
            n_lanes,
            rounding,
            flushes,
            drops_out_of_bounds,
            limit,
        }
    }

    /// A lane's element of a register that holds elements of `layout`.
    pub const fn lane(register: u64, layout: Layout, lane: u32) -> u64 {
        register >> (lane * layout.width) & layout.mask()
    }

    /// The source elements of a lane, 0 where there is none.
    pub fn elements(&self, registers: &[u64], lane: u32) -> [u64; 3] {
        let mut elements = [0; 3];
        for ((element, register), layout) in elements.iter_mut().zip(registers).zip(self.sources) {
            *element = Self::lane(*register, layout, lane);
        }
        elements
    }

    /// Hexadecimal digits of the destination register.
    pub const fn digits(&self) -> usize {
        (self.result.width * self.n_lanes / 4) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::{Limit, Operation, Rounding, Spelling};
    use crate::layout::{BF16, F16, F32};

    #[test]
    fn spellings_are_read_in_any_order() {
        let mixed = Spelling::read("sub.rz.f32.f16.sat");
        assert_eq!((mixed.operation, mixed.rounding), (Operation::Sub, Rounding::Zero));
        assert_eq!((mixed.result, mixed.sources[0], mixed.sources[1]), (F32, F16, F32));
        assert_eq!((mixed.limit, mixed.n_lanes, mixed.digits()), (Limit::Sat, 1, 8));
        let pair = Spelling::read("fma.rn.oob.relu.bf16x2");
        assert_eq!((pair.result, pair.n_lanes, pair.n_sources), (BF16, 2, 3));
        assert!(pair.drops_out_of_bounds && !pair.flushes);
        assert_eq!(pair.elements(&[0x1234_5678, 0, 1], 1), [0x1234, 0, 0]);
    }
}
