//! The values that special registers have if none is given: those of one thread in a block of its own.

use super::super::special;
use crate::syntax::is_word;

/// The name of the input that `activemask` reads: the lanes that run.
pub(super) const ACTIVE: &str = "activemask";

/// The value of a special register; `given` has those that are known already.
pub(super) fn default(name: &str, given: &dyn Fn(&str) -> Option<u64>) -> Option<u64> {
    let plain = match name.rsplit_once('_') {
        // A counter that is read again.
        Some((base, number)) if number.bytes().all(|it| it.is_ascii_digit()) => base,
        _ => name,
    };
    let is_special = special::kind(plain).is_some() || plain == ACTIVE;
    is_special.then_some(())?;
    let number = |name: &str, otherwise: u64| given(name).unwrap_or(otherwise);
    let lane = || {
        let place = |axis: &str| number(&["%tid.", axis].concat(), 0);
        let size = |axis: &str| number(&["%ntid.", axis].concat(), 1);
        let plane = place("y").wrapping_add(size("y").wrapping_mul(place("z")));
        place("x").wrapping_add(size("x").wrapping_mul(plane))
    };
    let own_lane = || number("%laneid", lane() % 32) & 31;
    Some(match plain {
        "%laneid" => lane() % 32,
        "%warpid" => lane() / 32,
        "%nwarpid" => {
            let size = ["x", "y", "z"].map(|axis| number(&["%ntid.", axis].concat(), 1));
            size.iter().fold(1, |all: u64, each| all.wrapping_mul(*each)).div_ceil(32)
        }
        ACTIVE | "%lanemask_eq" => 1 << own_lane(),
        "%lanemask_le" => (2 << own_lane()) - 1,
        "%lanemask_lt" => (1 << own_lane()) - 1,
        "%lanemask_ge" => 0xffff_ffff & !((1 << own_lane()) - 1),
        "%lanemask_gt" => 0xffff_ffff & !((2 << own_lane()) - 1),
        "%nsmid" | "%cluster_nctarank" => 1,
        _ if is_count(plain) => 1,
        _ => 0,
    })
}

/// Whether it is the number of threads, blocks or clusters in a dimension.
fn is_count(name: &str) -> bool {
    let base = name.split('.').next().unwrap_or_default();
    let base = base.trim_start_matches(|c: char| !is_word(c));
    ["%ntid", "%nctaid", "%nclusterid", "%cluster_nctaid"].contains(&base)
}
