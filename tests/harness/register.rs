//! Types: what an element is, and how elements lie in a register.

use crate::layout::Layout;

/// The kind of value that the bits of an element encode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// A floating-point number.
    Float(Layout),
    /// `.ue8m0`: a power of two, or a NaN.
    Scale,
    /// `.ue5m3`: a magnitude of four significant bits and bias 15, or a NaN.
    Magnitude,
    /// `.s2f6`: two's complement in units of 2^-6.
    Fixed,
    /// An integer.
    Integer {
        /// Its bits.
        width: u32,
        /// Whether it is two's complement.
        is_signed: bool,
    },
    /// A predicate.
    Truth,
}

impl Element {
    /// Bits of the encoding.
    pub const fn width(self) -> u32 {
        match self {
            Self::Float(layout) => layout.width,
            Self::Scale | Self::Magnitude | Self::Fixed => 8,
            Self::Integer { width, .. } => width,
            Self::Truth => 1,
        }
    }

    /// All bits.
    pub const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.width())
    }

    /// The layout of a floating-point number.
    pub const fn layout(self) -> Option<Layout> {
        if let Self::Float(layout) = self { Some(layout) } else { None }
    }

    /// Whether it is a NaN.
    pub fn is_nan(self, bits: u64) -> bool {
        match self {
            Self::Float(layout) => layout.is_nan(bits),
            Self::Scale | Self::Magnitude => bits == 0xff,
            Self::Fixed | Self::Integer { .. } | Self::Truth => false,
        }
    }

    fn of_type(name: &str) -> Option<Self> {
        if let Some(layout) = Layout::of_type(name) {
            return Some(Self::Float(layout));
        }
        let width = || name[1..].parse().ok().filter(|width| [8, 16, 32, 64].contains(width));
        match name {
            "ue8m0" => Some(Self::Scale),
            "ue5m3" => Some(Self::Magnitude),
            "s2f6" => Some(Self::Fixed),
            _ if name.starts_with('s') => Some(Self::Integer { width: width()?, is_signed: true }),
            _ if name.starts_with('u') => Some(Self::Integer { width: width()?, is_signed: false }),
            _ => None,
        }
    }
}

/// The composition of a register from elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    /// Its elements.
    pub element: Element,
    /// The number of elements.
    pub n_lanes: u32,
    /// Bits from one to the next.
    stride: u32,
    /// Unused bits below an element.
    below: u32,
}

impl Register {
    /// The upper word of f64, in its place: all that `rcp.approx.ftz.f64` and its like look at.
    pub const UPPER_WORD: Self =
        Self { element: Element::Float(Layout::ieee(32, 21)), n_lanes: 1, stride: 64, below: 32 };

    /// A register of one element.
    pub const fn of_one(element: Element) -> Self {
        Self { element, n_lanes: 1, stride: element.width(), below: 0 }
    }

    /// The register of a PTX type.
    pub fn of_type(name: &str) -> Option<Self> {
        if name == "e2m1p4x4" {
            // Each in the lower half of a byte.
            return Some(Self { stride: 8, ..Self::of_type("e2m1x4")? });
        }
        let (scalar, n_lanes) = match (name.strip_suffix("x2"), name.strip_suffix("x4")) {
            (Some(scalar), _) => (scalar, 2),
            (None, Some(scalar)) => (scalar, 4),
            (None, None) => (name, 1),
        };
        let element = Element::of_type(scalar)?;
        // Elements of 6 bits have a byte each, tf32 the upper bits of 32.
        let (stride, below) = match element.width() {
            6 => (8, 0),
            19 => (32, 13),
            width => (width, 0),
        };
        Some(Self { element, n_lanes, stride, below })
    }

    /// Its bits.
    pub const fn width(self) -> u32 {
        self.stride * self.n_lanes
    }

    /// Its hexadecimal digits.
    pub const fn digits(self) -> usize {
        self.width().div_ceil(4) as usize
    }

    /// An element.
    pub const fn extract(self, register: u64, lane: u32) -> u64 {
        register >> (lane * self.stride + self.below) & self.element.mask()
    }

    /// A register with nothing but an element.
    pub const fn place(self, element: u64, lane: u32) -> u64 {
        element << (lane * self.stride + self.below)
    }
}

#[cfg(test)]
mod tests {
    use super::{Element, Register};
    use crate::layout::{E2M3, TF32};

    #[test]
    fn types_have_their_registers() {
        let small = Register::of_type("e2m3x4").expect("a type");
        assert_eq!((small.element, small.n_lanes, small.width()), (Element::Float(E2M3), 4, 32));
        assert_eq!(small.extract(0x3f12_0304, 3), 0x3f);
        let single = Register::of_type("tf32").expect("a type");
        assert_eq!((single.element, single.digits()), (Element::Float(TF32), 8));
        assert_eq!(single.extract(0x3f80_0000, 0), 0x1fc00);
        let integer = Register::of_type("s16").expect("a type");
        assert_eq!(integer.element, Element::Integer { width: 16, is_signed: true });
        assert_eq!(Register::of_type("s2f6x2").map(|it| it.element), Some(Element::Fixed));
        assert_eq!(Register::of_type("sat"), None);
        assert_eq!(Register::of_type("x2"), None);
    }
}
