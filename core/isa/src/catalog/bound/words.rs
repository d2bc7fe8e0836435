//! Bounds in words.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Bound, Over};
use crate::arith::elementary::Function;

impl Over {
    /// The set in terms of an operand: `2^−126 ≤ |b| ≤ 2^126`.
    pub fn words(self, operand: &str) -> String {
        let power = |exponent: i32| format!("2^{exponent}").replace('-', "−");
        match self {
            Self::Everything => "every operand".to_string(),
            Self::PositiveFinite => format!("finite {operand} > 0"),
            Self::Between(x, y) => format!("{} < {operand} < {}", power(x), power(y)),
            Self::MagnitudeWithin(x, y) => format!("{} ≤ |{operand}| ≤ {}", power(x), power(y)),
            Self::MagnitudeBetween(x, y) => format!("{} < |{operand}| < {}", power(x), power(y)),
            Self::MagnitudeUpToPi(x) => format!("|{operand}| ≤ {x}π"),
        }
    }
}

impl Bound {
    /// Returns the documented errors with their domains: pairs such as `|a| ≤ 2π` and `2^−20.5`.
    ///
    /// The first range that holds the operand counts; outside all of them there is no bound.
    pub fn words(&self) -> Vec<(String, String)> {
        let operand = if self.function == Function::Quotient { "b" } else { "a" };
        let ranges = self.ranges.iter();
        ranges.map(|range| (range.over.words(operand), range.error.to_string())).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::catalog::bound::table;
    use alloc::vec::Vec;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn bounds_read_as_the_manual_has_them() {
        let words = |bound: &crate::catalog::bound::Bound| -> Vec<_> {
            let words = bound.words().into_iter();
            words.map(|(over, error)| [over, error].join(": ")).collect()
        };
        assert_eq!(words(&table::SIN_F32), ["|a| ≤ 2π: 2^−20.5", "|a| ≤ 100π: 2^−14.7"]);
        assert_eq!(
            words(&table::DIV_APPROX_F32),
            [
                "2^−126 ≤ |b| ≤ 2^126: 2 ulp",
                "2^126 < |b| < 2^128: a zero, or NaN if the dividend is infinite"
            ]
        );
        assert_eq!(words(&table::RCP_F64), Vec::<alloc::string::String>::new());
    }
}
