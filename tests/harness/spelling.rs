//! The meaning of a spelling, read without the core.

use crate::layout::{F32, F64, Layout};
use crate::operation::{Limit, Operation, Property, Rounding};
use crate::register::{Element, Register};

/// The largest number of source registers of an instruction.
pub const MAX_REGISTERS: usize = 5;

/// Version and target: what they change in the meaning of a spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Era {
    /// The PTX ISA version.
    pub isa: (u8, u8),
    /// The number of the target.
    pub sm: u16,
}

/// The newest version, on a target that has everything.
pub const TODAY: Era = Era { isa: (9, 5), sm: 100 };

/// A source operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The composition from elements.
    pub register: Register,
    /// The purpose.
    pub purpose: Purpose,
}

/// The purpose of a source operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Each of its elements is for the lane of that number.
    EveryLane,
    /// Its one element is for this lane.
    Lane(u32),
    /// Its one element is for every lane.
    AllLanes,
    /// It holds the random bits of all lanes.
    RandomBits,
}

/// The meaning of opcode and modifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "modifiers are there or not")]
pub struct Spelling {
    /// The operation.
    pub operation: Operation,
    /// The destination.
    pub result: Register,
    /// The sources.
    pub sources: Vec<Source>,
    /// The direction; to nearest where none is spelled.
    pub rounding: Rounding,
    /// Whether the result is rounded to an integral value.
    pub is_integral: bool,
    /// Whether `.ftz` is there.
    pub flushes: bool,
    /// Whether `.oob` is there.
    pub drops_out_of_bounds: bool,
    /// Whether `.NaN` is there.
    pub returns_nan: bool,
    /// Whether `.abs` is there.
    pub compares_magnitudes: bool,
    /// Whether `.xorsign` is there.
    pub multiplies_signs: bool,
    /// Whether `.satfinite` is there.
    pub saturates: bool,
    /// Whether `.pzo` is there.
    pub makes_zero_positive: bool,
    /// `.sat` or `.relu`.
    pub limit: Limit,
}

impl Spelling {
    /// Reads opcode and modifiers, in any order, or a whole statement, which tells how many
    /// operands there are.
    ///
    /// # Panics
    ///
    /// If the opcode, a modifier or the types are none of those the tests know.
    pub fn read(text: &str) -> Self {
        Self::read_in(text, TODAY)
    }

    /// Like [`Self::read`], for a version and a target.
    ///
    /// # Panics
    ///
    /// If the opcode, a modifier or the types are none of those the tests know.
    pub fn read_in(text: &str, era: Era) -> Self {
        let (head, operands) = text.split_once(' ').map_or((text, None), |(a, b)| (a, Some(b)));
        let mut parts = head.split('.');
        let opcode = parts.next().unwrap_or_default();
        let parts: Vec<_> = parts.collect();
        let has = |modifier: &str| parts.contains(&modifier);
        let types: Vec<_> = parts.iter().filter_map(|part| Register::of_type(part)).collect();
        let unknown = parts.iter().find(|part| !is_known(part));
        assert!(unknown.is_none(), "the tests do not know {unknown:?} of {text}");
        let mut first = *types.first().unwrap_or_else(|| panic!("{text} has no type"));
        if has("approx") && has("ftz") && first.element == Element::Float(F64) {
            first = Register::UPPER_WORD;
        }
        let rounding = parts.iter().find_map(|part| Rounding::read(part));
        let is_legacy = is_legacy_default(opcode, &parts, first, era);
        let operation = if is_legacy || has("approx") || has("full") {
            Operation::Approximate
        } else {
            operation(opcode, &parts, first, era).unwrap_or_else(|| panic!("what is {text}?"))
        };
        let n_usual = if ["div", "min", "max"].contains(&opcode) { 2 } else { 1 };
        let n_sources = operands.map_or(n_usual, |operands| operands.split(',').count() - 1);
        let result = if let Operation::Test(_) = operation {
            Register::of_one(Element::Truth)
        } else {
            first
        };
        let (rounding, is_integral) = rounding.unwrap_or((Rounding::Nearest, false));
        Self {
            operation,
            result,
            sources: sources(operation, first, &types, n_sources, &parts),
            rounding,
            is_integral,
            flushes: has("ftz")
                || is_legacy && first.element == Element::Float(F32)
                || flushes_early(operation, &types, era),
            drops_out_of_bounds: has("oob"),
            returns_nan: has("NaN"),
            compares_magnitudes: has("abs"),
            multiplies_signs: has("xorsign"),
            saturates: has("satfinite"),
            makes_zero_positive: has("pzo"),
            limit: if has("sat") {
                Limit::Sat
            } else if has("relu") {
                Limit::Relu
            } else {
                Limit::No
            },
        }
    }

    /// The layout of the result.
    ///
    /// # Panics
    ///
    /// If it is no floating-point number.
    pub fn layout(&self) -> Layout {
        self.result.element.layout().unwrap_or_else(|| panic!("{:?}", self.result))
    }

    /// Returns the number of lanes of the result.
    pub const fn n_lanes(&self) -> u32 {
        self.result.n_lanes
    }

    /// The elements that a lane is computed from: what they are. Random bits are left out.
    pub fn lane_sources(&self) -> impl Iterator<Item = Element> + Clone + '_ {
        let is_lane = |source: &&Source| {
            matches!(source.purpose, Purpose::EveryLane | Purpose::AllLanes | Purpose::Lane(0))
        };
        self.sources.iter().filter(is_lane).map(|source| source.register.element)
    }

    /// The elements that a lane is computed from: their bits. Random bits come last.
    pub fn elements(&self, registers: &[u64], lane: u32) -> [u64; 3] {
        let mut elements = [0; 3];
        let found =
            self.sources.iter().zip(registers).filter_map(|(source, register)| {
                match source.purpose {
                    Purpose::EveryLane => Some(source.register.extract(*register, lane)),
                    Purpose::AllLanes => Some(source.register.extract(*register, 0)),
                    Purpose::Lane(own) if own == lane => {
                        Some(source.register.extract(*register, 0))
                    }
                    Purpose::Lane(_) => None,
                    Purpose::RandomBits => Some(random_bits(self.result, *register, lane)),
                }
            });
        for (element, bits) in elements.iter_mut().zip(found) {
            *element = bits;
        }
        elements
    }

    /// Hexadecimal digits of the destination register.
    pub const fn digits(&self) -> usize {
        self.result.digits()
    }
}

const SCALED: &str = "scaled::n2::ue8m0";
const SCALED_ALIKE: &str = "scaled::n1::ue8m0";

fn is_known(part: &str) -> bool {
    const OTHERS: [&str; 13] = [
        "approx",
        "full",
        "ftz",
        "oob",
        "sat",
        "relu",
        "satfinite",
        "NaN",
        "xorsign",
        "abs",
        "pzo",
        SCALED,
        SCALED_ALIKE,
    ];
    OTHERS.contains(&part)
        || Register::of_type(part).is_some()
        || Rounding::read(part).is_some()
        || Property::read(part).is_some()
}

fn operation(opcode: &str, parts: &[&str], first: Register, era: Era) -> Option<Operation> {
    Some(match opcode {
        "add" => Operation::Add,
        "sub" => Operation::Sub,
        "mul" => Operation::Mul,
        "mad" if era.sm < 20 && first.element == Element::Float(F32) => Operation::MadTruncated,
        "fma" | "mad" => Operation::Fma,
        "div" => Operation::Div,
        "rcp" => Operation::Rcp,
        "sqrt" => Operation::Sqrt,
        "abs" => Operation::Abs,
        "neg" => Operation::Neg,
        "copysign" => Operation::CopySign,
        "min" => Operation::Min,
        "max" => Operation::Max,
        "testp" => Operation::Test(parts.iter().find_map(|part| Property::read(part))?),
        "cvt" => Operation::Convert,
        _ => return None,
    })
}

/// "For PTX ISA versions 1.0 through 1.3, sin.f32 defaults to sin.approx.ftz.f32", and so on;
/// of f64 only `rsqrt` is approximate.
fn is_legacy_default(opcode: &str, parts: &[&str], first: Register, era: Era) -> bool {
    let is_plain = parts.len() == 1 && era.isa < (1, 4);
    let is_single = first.element == Element::Float(F32);
    match opcode {
        "rsqrt" => is_plain,
        "div" | "rcp" | "sqrt" | "sin" | "cos" | "lg2" | "ex2" => is_plain && is_single,
        _ => false,
    }
}

/// On `sm_1x` f32 has no subnormals; `cvt` with 64 bits keeps them up to PTX ISA 1.4, and
/// `copysign` and `testp` do not exist there.
fn flushes_early(operation: Operation, types: &[Register], era: Era) -> bool {
    let is_single = |register: &Register| register.element == Element::Float(F32);
    let is_wide = operation == Operation::Convert
        && (types[0].width() == 64 || types.get(1).is_some_and(|it| it.layout_width() == 64));
    era.sm < 20 && types.iter().any(is_single) && !(is_wide && era.isa <= (1, 4))
}

impl Register {
    /// Bits of a floating-point element, 0 for others.
    fn layout_width(&self) -> u32 {
        self.element.layout().map_or(0, |layout| layout.width)
    }
}

fn sources(
    operation: Operation,
    first: Register,
    types: &[Register],
    n_sources: usize,
    parts: &[&str],
) -> Vec<Source> {
    let has = |modifier: &str| parts.contains(&modifier);
    let second = types.get(1).copied().unwrap_or(first);
    // Since PTX ISA 9.4 a third and a fourth type are those of further operands.
    let third = types.get(2).copied();
    let fourth = types.get(3).copied().unwrap_or(first);
    let whole = |register| Source { register, purpose: Purpose::EveryLane };
    match operation {
        Operation::Convert => {
            let mut all: Vec<_> = if first.n_lanes == second.n_lanes {
                vec![whole(second)]
            } else {
                // The first source is for the upper lane.
                let lanes = (0..first.n_lanes).rev();
                lanes
                    .map(|lane| Source { register: second, purpose: Purpose::Lane(lane) })
                    .collect()
            };
            if has(SCALED) {
                all.extend(Register::of_type("ue8m0x2").map(whole));
            }
            if has(SCALED_ALIKE) {
                let register = Register::of_one(Element::Scale);
                all.push(Source { register, purpose: Purpose::AllLanes });
            }
            if has("rs") {
                let register = Register::of_one(Element::Integer { width: 32, is_signed: false });
                all.push(Source { register, purpose: Purpose::RandomBits });
            }
            all
        }
        Operation::Fma | Operation::MadTruncated => {
            vec![whole(second), whole(third.unwrap_or(second)), whole(fourth)]
        }
        Operation::Add | Operation::Sub | Operation::Mul => {
            vec![whole(second), whole(third.unwrap_or(first))]
        }
        Operation::Div | Operation::CopySign => vec![whole(first); 2],
        Operation::Min | Operation::Max | Operation::Approximate => vec![whole(first); n_sources],
        Operation::Rcp | Operation::Sqrt | Operation::Abs | Operation::Neg | Operation::Test(_) => {
            vec![whole(first)]
        }
    }
}

/// The random bits of a lane: figures 38 to 41 of the ISA, and which lane of two has its bits in
/// reverse as captured from a B200.
fn random_bits(result: Register, register: u64, lane: u32) -> u64 {
    let byte = |index: u32| register >> (8 * index) & 0xff;
    let [b0, b1, b2, b3] = [0, 1, 2, 3].map(byte);
    let reversed = |bits: u64| bits.reverse_bits() >> 48;
    match (result.n_lanes, result.element.width(), lane) {
        (2, 16, 0) if result.element == Element::Float(crate::layout::F16) => register & 0x1fff,
        (2, 16, 1) if result.element == Element::Float(crate::layout::F16) => {
            register >> 16 & 0x1fff
        }
        (2, _, 0) => register & 0xffff,
        (2, ..) => register >> 16 & 0xffff,
        // e2m1x4: f, e, b, a.
        (_, 4, 0) => b2 << 8 | b0,
        (_, 4, 1) => reversed(b2 << 8 | b0),
        (_, 4, 2) => b3 << 8 | b1,
        (_, 4, _) => reversed(b3 << 8 | b1),
        (_, _, 0) => b1 << 8 | b0,
        (_, _, 1) => reversed(b1 << 8 | b0),
        (_, _, 2) => b3 << 8 | b2,
        (..) => reversed(b3 << 8 | b2),
    }
}

#[cfg(test)]
mod tests {
    use super::{Era, Purpose, Spelling};
    use crate::layout::{BF16, F16, F32};
    use crate::operation::{Limit, Operation, Property, Rounding};
    use crate::register::Element;

    #[test]
    fn spellings_are_read_in_any_order() {
        let mixed = Spelling::read("sub.rz.f32.f16.sat");
        assert_eq!((mixed.operation, mixed.rounding), (Operation::Sub, Rounding::Zero));
        assert_eq!(mixed.layout(), F32);
        let sources: Vec<_> = mixed.lane_sources().collect();
        assert_eq!(sources, [Element::Float(F16), Element::Float(F32)]);
        assert_eq!((mixed.limit, mixed.n_lanes(), mixed.digits()), (Limit::Sat, 1, 8));
        let pair = Spelling::read("fma.rn.oob.relu.bf16x2");
        assert_eq!((pair.layout(), pair.n_lanes(), pair.sources.len()), (BF16, 2, 3));
        assert!(pair.drops_out_of_bounds && !pair.flushes);
        assert_eq!(pair.elements(&[0x1234_5678, 0, 1], 1), [0x1234, 0, 0]);
    }

    #[test]
    fn a_statement_determines_the_number_of_operands() {
        assert_eq!(Spelling::read("min.f32").sources.len(), 2);
        assert_eq!(Spelling::read("min.f32 d, a, b, c;").sources.len(), 3);
        let test = Spelling::read("testp.normal.f64 p, a;");
        assert_eq!(test.operation, Operation::Test(Property::Normal));
        assert_eq!((test.digits(), test.sources.len()), (1, 1));
    }

    #[test]
    fn packing_conversions_take_the_upper_lane_first() {
        let four = Spelling::read("cvt.rs.satfinite.e4m3x4.f32 d, {a, b, e, f}, rbits;");
        assert_eq!(four.sources.len(), 5);
        assert_eq!(four.sources[0].purpose, Purpose::Lane(3));
        let registers = [1, 2, 3, 4, 0xf234_5679];
        assert_eq!(four.elements(&registers, 3), [1, 0x2c4f, 0]);
        assert_eq!(four.elements(&registers, 0), [4, 0x5679, 0]);
        let scaled = Spelling::read("cvt.rn.satfinite.scaled::n2::ue8m0.s2f6x2.bf16x2");
        assert_eq!(scaled.elements(&[0x3f80_4000, 0x7f80], 1), [0x3f80, 0x7f, 0]);
    }

    #[test]
    fn old_versions_and_targets_have_their_defaults() {
        let old = Era { isa: (1, 3), sm: 13 };
        let sine = Spelling::read_in("sin.f32", old);
        assert_eq!((sine.operation, sine.flushes), (Operation::Approximate, true));
        assert_eq!(Spelling::read_in("sqrt.f64", old).operation, Operation::Sqrt);
        assert_eq!(Spelling::read_in("mad.sat.f32", old).operation, Operation::MadTruncated);
        assert!(Spelling::read_in("cvt.f32.f16", old).flushes);
        assert!(!Spelling::read_in("cvt.f64.f32", old).flushes);
    }
}
