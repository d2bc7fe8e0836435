//! PTX ISA versions and targets.

use alloc::string::String;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

pub use crate::source::{IsaVersion, isa};
pub use crate::versions::{ISA_VERSIONS, LATEST_ISA, UnknownIsa};

use crate::text::quote::quoted;

/// The programs that may use a target's features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Features {
    /// Features that every later target has too.
    Baseline,
    /// Also features of the family (`f`).
    Family,
    /// Also features of this architecture (`a`).
    Architecture,
}

/// A `.target`: the GPU, or family of GPUs, that a module is for.
///
/// Targets are constants, so code passes a `&'static Target`.
///
/// ```
/// use ptxfp::Target;
///
/// let target: &Target = "sm_90a".parse()?;
/// assert_eq!((target.sm, target.since.to_string()), (90, "8.0".to_string()));
/// assert_eq!(target.to_string(), "sm_90a");
/// # Ok::<(), ptxfp::UnknownTarget>(())
/// ```
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Target {
    /// The name, such as `sm_90a`.
    pub name: &'static str,
    /// The number in the name.
    pub sm: u16,
    /// The letter after the number.
    pub features: Features,
    /// The first PTX ISA version that knows the target.
    pub since: IsaVersion,
}

impl Target {
    /// Whether both have one number, with the same features or others: `sm_90` and `sm_90a`.
    #[must_use]
    pub const fn has_number_of(&self, other: &Self) -> bool {
        self.sm == other.sm
    }

    /// Finds a target by its name, such as `sm_90a`.
    pub fn parse(name: &str) -> Option<&'static Self> {
        TARGETS.iter().find(|target| target.name == name)
    }

    /// Whether f32 instructions flush subnormals without `.ftz`, as `sm_1x` does (PTX ISA 9.7.3).
    #[must_use]
    pub fn flushes_f32(&self) -> bool {
        self.sm < 20
    }

    /// Returns the target that CUDA 13 generates code for to run programs of this one: its own
    /// architecture, under today's name, or the oldest that there is.
    #[must_use]
    pub fn compiled_for(&'static self) -> &'static Self {
        let sm = if self.sm == RENAMED.0 { RENAMED.1 } else { self.sm.max(OLDEST_COMPILED) };
        let mut all = TARGETS.iter();
        all.find(|each| each.sm == sm && each.features == self.features).unwrap_or(self)
    }
}

impl FromStr for &'static Target {
    type Err = UnknownTarget;

    /// Finds a target by its name.
    fn from_str(name: &str) -> Result<Self, UnknownTarget> {
        Target::parse(name).ok_or_else(|| UnknownTarget::new(name))
    }
}

impl fmt::Display for Target {
    /// Writes the name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The error for a text that names no target.
///
/// ```
/// let unknown = "sm_99".parse::<&ptxfp::Target>().unwrap_err();
/// assert_eq!(unknown.to_string(), "unknown target `sm_99`; expected one such as sm_90 or sm_100a");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownTarget {
    shown: String,
}

impl UnknownTarget {
    /// Reports a text as unknown.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { shown: quoted(name) }
    }
}

impl fmt::Display for UnknownTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown target {}; expected one such as sm_90 or sm_100a", self.shown)
    }
}

impl Error for UnknownTarget {}

const fn sm(name: &'static str, sm: u16, since: IsaVersion) -> Target {
    let features = match name.as_bytes()[name.len() - 1] {
        b'a' => Features::Architecture,
        b'f' => Features::Family,
        _ => Features::Baseline,
    };
    Target { name, sm, features, since }
}

/// Every target that `ptxas` 13.5.37 knows, with the first version that knows it.
///
/// `sm_101` was renamed `sm_110` in PTX ISA 9.0; the old name is still accepted.
#[rustfmt::skip] // One generation a line.
pub const TARGETS: &[Target] = &[
    sm("sm_10", 10, isa(1, 0)), sm("sm_11", 11, isa(1, 0)), sm("sm_12", 12, isa(1, 2)), sm("sm_13", 13, isa(1, 2)),
    sm("sm_20", 20, isa(2, 0)), sm("sm_21", 21, isa(2, 0)),
    sm("sm_30", 30, isa(3, 0)), sm("sm_32", 32, isa(4, 0)), sm("sm_35", 35, isa(3, 1)), sm("sm_37", 37, isa(4, 1)),
    sm("sm_50", 50, isa(4, 0)), sm("sm_52", 52, isa(4, 1)), sm("sm_53", 53, isa(4, 2)),
    sm("sm_60", 60, isa(5, 0)), sm("sm_61", 61, isa(5, 0)), sm("sm_62", 62, isa(5, 0)),
    sm("sm_70", 70, isa(6, 0)), sm("sm_72", 72, isa(6, 1)), sm("sm_75", 75, isa(6, 3)),
    sm("sm_80", 80, isa(7, 0)), sm("sm_86", 86, isa(7, 1)), sm("sm_87", 87, isa(7, 4)), sm("sm_88", 88, isa(9, 0)), sm("sm_89", 89, isa(7, 8)),
    sm("sm_90", 90, isa(7, 8)), sm("sm_90a", 90, isa(8, 0)),
    sm("sm_100", 100, isa(8, 6)), sm("sm_100a", 100, isa(8, 6)), sm("sm_100f", 100, isa(8, 8)),
    sm("sm_101", 101, isa(8, 6)), sm("sm_101a", 101, isa(8, 6)), sm("sm_101f", 101, isa(8, 8)),
    sm("sm_103", 103, isa(8, 8)), sm("sm_103a", 103, isa(8, 8)), sm("sm_103f", 103, isa(8, 8)),
    sm("sm_107", 107, isa(9, 4)), sm("sm_107a", 107, isa(9, 4)), sm("sm_107f", 107, isa(9, 4)),
    sm("sm_110", 110, isa(9, 0)), sm("sm_110a", 110, isa(9, 0)), sm("sm_110f", 110, isa(9, 0)),
    sm("sm_120", 120, isa(8, 7)), sm("sm_120a", 120, isa(8, 7)), sm("sm_120f", 120, isa(8, 8)),
    sm("sm_121", 121, isa(8, 8)), sm("sm_121a", 121, isa(8, 8)), sm("sm_121f", 121, isa(8, 8)),
];

/// The target where nothing names one: `sm_90`.
pub const USUAL_TARGET: &Target = {
    let mut index = 0;
    while TARGETS[index].sm != 90 {
        index += 1;
    }
    &TARGETS[index]
};

/// The oldest architecture that CUDA 13 generates code for.
const OLDEST_COMPILED: u16 = 75;

/// The architecture that has another name since PTX ISA 9.0.
const RENAMED: (u16, u16) = (101, 110);

/// The first version with the directive `.address_size`.
pub const ADDRESS_SIZE: IsaVersion = isa(2, 3);

/// The context of an instruction: the module's `.version` and `.target`.
///
/// ```
/// use ptxfp::{Context, Instruction};
///
/// let context = Context { isa: "8.6".parse()?, target: "sm_100a".parse()? };
/// assert_eq!(context.to_string(), "PTX ISA 8.6 on sm_100a");
/// assert!(Instruction::parse_in("add.rn.f32x2", &context).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    /// The PTX ISA version.
    pub isa: IsaVersion,
    /// The target.
    pub target: &'static Target,
}

impl fmt::Display for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PTX ISA {} on {}", self.isa, self.target)
    }
}

#[cfg(test)]
mod tests {
    use super::Target;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn every_target_is_compiled_for_something() {
        for (name, expected) in [
            ("sm_10", "sm_75"),
            ("sm_75", "sm_75"),
            ("sm_90a", "sm_90a"),
            ("sm_101", "sm_110"),
            ("sm_101f", "sm_110f"),
            ("sm_121a", "sm_121a"),
        ] {
            assert_eq!(Target::parse(name).map(|it| it.compiled_for().name), Some(expected));
        }
    }
}
