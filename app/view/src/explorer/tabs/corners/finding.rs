//! The findings of a matrix of classes, in sentences.

use ptxfp::explore::corner::{Cell, Kind, Landmark};
use ptxfp::text::grouped;

/// A cell with the classes of its operands.
pub(super) struct Seen<'m> {
    /// The result.
    pub(super) cell: &'m Cell,
    /// The class of the operand that varies down, if two vary.
    pub(super) down: Option<Landmark>,
    /// The class of the operand that varies across.
    pub(super) across: Landmark,
    /// Whether the result is that operand.
    pub(super) is_across: bool,
    /// Whether the format of the result has a NaN.
    pub(super) has_nan: bool,
}

const fn is_nan(landmark: Landmark) -> bool {
    matches!(landmark, Landmark::QuietNan | Landmark::SignalingNan)
}

impl Seen<'_> {
    /// Returns the number of operands that are NaNs.
    fn n_nans(&self) -> usize {
        usize::from(self.down.is_some_and(is_nan)) + usize::from(is_nan(self.across))
    }

    /// Whether the result is a NaN.
    const fn is_nan(&self) -> bool {
        matches!(self.cell.kind, Kind::Nan | Kind::AnyNan)
    }

    /// Whether a NaN was ignored in favor of another operand.
    pub(super) fn is_ignored(&self) -> bool {
        let may = self.has_nan && self.down.is_some() && !self.cell.is_clamped;
        may && self.n_nans() > 0 && !self.is_nan()
    }

    /// Whether finite operands gave an infinity.
    fn is_overflow(&self) -> bool {
        let is_infinite = |landmark: Landmark| {
            matches!(landmark, Landmark::NegativeInfinity | Landmark::PositiveInfinity)
        };
        let operands = [self.down, Some(self.across)].into_iter().flatten();
        let is_finite = !operands.into_iter().any(|each| is_infinite(each) || is_nan(each));
        is_finite && self.cell.kind == Kind::Infinite
    }
}

/// The common properties of the cells of a matrix.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Found {
    /// Whether two operands vary.
    is_pair: bool,
    has_nan: bool,
    /// The number of cells that ignore a NaN.
    ignored: u64,
    /// The number of cells that give a NaN though only one operand of two is one.
    passed: u64,
    /// The number of cells that give a NaN without a NaN as operand.
    invalid: u64,
    overflowed: u64,
    clamped: u64,
    flushed: u64,
    /// Whether the present operands ignore a NaN, and then whether the result is the operand
    /// across.
    here: Option<bool>,
}

impl Found {
    /// Counts a cell; `is_loaded` says whether it is that of the present operands.
    pub(super) fn add(&mut self, seen: &Seen<'_>, is_loaded: bool) {
        self.is_pair = seen.down.is_some();
        self.has_nan |= seen.has_nan;
        self.ignored += u64::from(seen.is_ignored());
        self.passed += u64::from(self.is_pair && seen.n_nans() == 1 && seen.is_nan());
        self.invalid += u64::from(seen.n_nans() == 0 && seen.is_nan());
        self.overflowed += u64::from(seen.is_overflow());
        self.clamped += u64::from(seen.cell.is_clamped);
        self.flushed += u64::from(seen.cell.is_flushed);
        if is_loaded && seen.is_ignored() {
            self.here = Some(seen.is_across && !is_nan(seen.across));
        }
    }

    /// Describes the treatment of NaNs.
    fn of_nans(&self, [down, across]: [&str; 2]) -> Option<String> {
        let invalid = grouped(self.invalid);
        let operands = if self.is_pair { "pairs of other operands" } else { "other operands" };
        Some(match self.here {
            Some(true) => ["NaN is ignored, so the result is ", across, "."].concat(),
            Some(false) => ["NaN is ignored, so the result is ", down, "."].concat(),
            None if self.ignored > 0 => {
                String::from("NaN is ignored: the result is the other operand.")
            }
            None if !self.has_nan => return None,
            None if self.invalid == 0 => String::from("Only a NaN gives a NaN."),
            None => ["A NaN gives a NaN, and so do ", &*invalid, " ", operands, "."].concat(),
        })
    }
}

/// Describes a matrix, first what matters most, and how to load a cell; `names` are the operands
/// that vary, and `lane` is the lane in words, if there are several.
pub(super) fn finding(found: &Found, names: [&str; 2], lane: &str) -> [String; 2] {
    let mut all = Vec::new();
    all.extend(found.of_nans(names));
    if found.ignored > 0 && found.passed == 0 {
        all.push(String::from("Only two NaNs give a NaN."));
    }
    for (count, one, many) in [
        (
            found.overflowed,
            " cell of finite operands is infinite.",
            " cells of finite operands are infinite.",
        ),
        (found.clamped, " result is clamped.", " results are clamped."),
        (found.flushed, " result is flushed.", " results are flushed."),
    ] {
        if count > 0 {
            all.push([&*grouped(count), if count == 1 { one } else { many }].concat());
        }
    }
    if all.is_empty() {
        all.push(String::from("No result is clamped or flushed."));
    }
    let lead = all.remove(0);
    all.push(if lane.is_empty() {
        String::from("Press a cell to try it.")
    } else {
        ["Press a cell to try it (", lane, ")."].concat()
    });
    [lead, all.join(" ")]
}

#[cfg(test)]
mod tests {
    use ptxfp::link::parse_lightly;

    use crate::explorer::operands::Operands;

    fn found(link: &str) -> [String; 2] {
        let state = parse_lightly(link).sound().unwrap();
        let (instruction, context) = (&state.instruction, &state.context);
        let operands = Operands { instruction, context, registers: &state.registers };
        let lanes = ptxfp::eval::Prepared::new(instruction, context).lanes();
        operands.view(lanes - 1, 0, (0, 0)).matrix.expect("a matrix").finding
    }

    #[test]
    fn a_finding_is_about_the_instruction_and_the_loaded_cell() {
        for (link, lead, rest) in [
            (
                "v1/max.f32@sm_90?a=0x7fc00000&b=0x3f800000",
                "NaN is ignored, so the result is b.",
                "Only two NaNs give a NaN. Press a cell to try it.",
            ),
            (
                "v1/max.f32@sm_90?a=0x3f800000&b=0x7fc00000",
                "NaN is ignored, so the result is a.",
                "Only two NaNs give a NaN. Press a cell to try it.",
            ),
            (
                "v1/max.NaN.f16x2@sm_90?a=0x00000000&b=0x00000000",
                "Only a NaN gives a NaN.",
                "Press a cell to try it (high half).",
            ),
            (
                "v1/add.f32@sm_90?a=0x0&b=0x0",
                "A NaN gives a NaN, and so do 2 pairs of other operands.",
                "2 cells of finite operands are infinite. Press a cell to try it.",
            ),
            (
                "v1/sqrt.rn.f32@sm_90?a=0x0",
                "A NaN gives a NaN, and so do 5 other operands.",
                "Press a cell to try it.",
            ),
        ] {
            let found = found(link);
            assert_eq!([&*found[0], &*found[1]], [lead, rest], "{link}");
        }
    }
}
