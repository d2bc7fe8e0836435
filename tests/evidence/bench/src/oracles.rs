//! Other implementations of the same operations.

use ptxfp::eval::Columns;

mod apfloat;
mod crates;
mod hardware;
#[cfg(mpfr)]
mod mpfr;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod softfloat;

/// Their names.
pub(crate) const ORACLES: [&str; 5] = ["SoftFloat 3e", "rustc_apfloat", "half", "host", "MPFR"];

/// Evaluates an operation for all operands.
pub(crate) type Oracle = fn(&[Columns], &mut [u64]);

/// The implementation of an instruction by an oracle.
pub(crate) fn find(oracle: &str, text: &str) -> Option<Oracle> {
    match oracle {
        #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
        "SoftFloat 3e" => softfloat::find(text),
        "rustc_apfloat" => apfloat::find(text),
        "half" => crates::find(text),
        "host" => hardware::find(text),
        #[cfg(mpfr)]
        "MPFR" => mpfr::find(text),
        _ => None,
    }
}

/// An oracle from an expression of three operands: a loop of its own, so that the expression may be
/// compiled into it.
macro_rules! oracle {
    (|$a:ident, $b:ident, $c:ident| $value:expr) => {{
        fn all(columns: &[ptxfp::eval::Columns], results: &mut [u64]) {
            for ([a, b, c], results) in columns.iter().zip(results.chunks_mut(ptxfp::eval::N_ROWS))
            {
                for ((($a, $b), $c), result) in a.iter().zip(b).zip(c).zip(results) {
                    let ($a, $b, $c) = (*$a, *$b, *$c);
                    let _ = ($a, $b, $c);
                    *result = $value;
                }
            }
        }
        Some(all as crate::oracles::Oracle)
    }};
}
pub(crate) use oracle;
