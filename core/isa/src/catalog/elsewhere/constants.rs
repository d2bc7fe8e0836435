//! Numbers by name: constants of languages and libraries, and the landmarks of formats.

use crate::format::{Format, table};

/// A number that every format has, or most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landmark {
    /// The largest finite number.
    Max,
    /// The least finite number.
    Lowest,
    /// The smallest normal number above 0.
    MinNormal,
    /// The smallest number above 0.
    MinSubnormal,
    /// The distance of 1 to the next number.
    Epsilon,
}

impl Landmark {
    /// The words for it.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Max => "the largest finite number",
            Self::Lowest => "the least finite number",
            Self::MinNormal => "the smallest normal number above 0",
            Self::MinSubnormal => "the smallest number above 0",
            Self::Epsilon => "the distance of 1 to the next number",
        }
    }

    /// The bits of it in a format; `None` if that has none.
    #[must_use]
    pub const fn bits(self, format: Format) -> Option<u64> {
        let Some(float) = format.float() else {
            return match (self, format) {
                (Self::Max, _) => Some(format.max_finite()),
                (Self::Lowest, Format::Fixed(fixed)) => Some(fixed.min()),
                _ => None,
            };
        };
        match self {
            Self::Max => Some(float.max_finite()),
            Self::Lowest if float.signed => Some(float.max_finite() | float.sign_mask()),
            Self::MinNormal => Some(float.min_normal()),
            Self::MinSubnormal => match float.min_subnormal() {
                None => Some(float.min_normal()),
                least @ Some(_) => least,
            },
            Self::Lowest | Self::Epsilon => None,
        }
    }
}

/// Names of landmarks in the formats of their languages; those without a format are words that one
/// stands beside: `half max`. An underscore is between words.
const LANDMARKS: &[(&str, Landmark, &str)] = &[
    ("max largest maximum biggest greatest highest largest_finite max_finite", Landmark::Max, ""),
    ("lowest most_negative", Landmark::Lowest, ""),
    ("min minimum smallest_normal min_normal minimum_normal", Landmark::MinNormal, ""),
    ("tiny smallest_positive_normal", Landmark::MinNormal, ""),
    ("smallest sub smallest_subnormal min_subnormal smallest_positive", Landmark::MinSubnormal, ""),
    ("denorm_min true_min smallest_denormal smallest_nonzero", Landmark::MinSubnormal, ""),
    ("epsilon eps machine_epsilon machine_eps", Landmark::Epsilon, ""),
    ("finfo_max numeric_limits_max", Landmark::Max, ""),
    ("finfo_min numeric_limits_lowest", Landmark::Lowest, ""),
    ("finfo_tiny finfo_smallest_normal numeric_limits_min", Landmark::MinNormal, ""),
    ("finfo_smallest_subnormal numeric_limits_denorm_min", Landmark::MinSubnormal, ""),
    ("finfo_eps numeric_limits_epsilon", Landmark::Epsilon, ""),
    ("iinfo_max", Landmark::Max, ""),
    ("iinfo_min", Landmark::Lowest, ""),
    ("FLT_MAX CUDART_MAX_NORMAL_F MAXFLOAT", Landmark::Max, "f32"),
    ("FLT_MIN", Landmark::MinNormal, "f32"),
    ("FLT_TRUE_MIN CUDART_MIN_DENORM_F", Landmark::MinSubnormal, "f32"),
    ("FLT_EPSILON", Landmark::Epsilon, "f32"),
    ("DBL_MAX float_info_max", Landmark::Max, "f64"),
    ("DBL_MIN float_info_min", Landmark::MinNormal, "f64"),
    ("DBL_TRUE_MIN CUDART_MIN_DENORM", Landmark::MinSubnormal, "f64"),
    ("DBL_EPSILON float_info_epsilon", Landmark::Epsilon, "f64"),
    ("CUDART_MAX_NORMAL_FP16 FLT16_MAX", Landmark::Max, "f16"),
    ("CUDART_MIN_DENORM_FP16 FLT16_TRUE_MIN", Landmark::MinSubnormal, "f16"),
    ("FLT16_MIN", Landmark::MinNormal, "f16"),
    ("FLT16_EPSILON", Landmark::Epsilon, "f16"),
    ("CUDART_MAX_NORMAL_BF16", Landmark::Max, "bf16"),
    ("CUDART_MIN_DENORM_BF16", Landmark::MinSubnormal, "bf16"),
    ("INT_MAX INT32_MAX", Landmark::Max, "s32"),
    ("INT_MIN INT32_MIN", Landmark::Lowest, "s32"),
    ("UINT_MAX UINT32_MAX", Landmark::Max, "u32"),
];

/// Numbers that need no format, in more digits than any has.
const NUMBERS: &[(&str, &str)] = &[
    ("pi M_PI CUDART_PI_F CUDART_PI", "3.14159265358979323846264338327950288"),
    ("M_E", "2.71828182845904523536028747135266250"),
    ("INFINITY HUGE_VAL HUGE_VALF CUDART_INF_F CUDART_INF CUDART_INF_FP16 CUDART_INF_BF16", "inf"),
    ("NAN CUDART_NAN_F CUDART_NAN CUDART_NAN_FP16 CUDART_NAN_BF16", "nan"),
];

/// Paths of modules whose constants have short names.
const PATHS: &[&str] = &["np", "numpy", "math", "torch", "jnp", "tl"];

/// Constants with a path before them.
const BEHIND_PATHS: &[(&str, &str)] = &[
    ("pi", "3.14159265358979323846264338327950288"),
    ("e", "2.71828182845904523536028747135266250"),
    ("inf", "inf"),
    ("nan", "nan"),
];

/// The landmark that a name means, and its format if the name has one.
#[must_use]
pub fn landmark_named(name: &str) -> Option<(Landmark, Option<Format>)> {
    let is_it = |known: &str| known.eq_ignore_ascii_case(name);
    let (_, landmark, format) = LANDMARKS.iter().find(|(names, ..)| names.split(' ').any(is_it))?;
    Some((*landmark, table::by_name(format)))
}

/// The digits or the word of a number that has a name.
#[must_use]
pub fn number_named(name: &str) -> Option<&'static str> {
    if let Some((path, last)) = name.rsplit_once('.') {
        let is_path = PATHS.contains(&path);
        let found = BEHIND_PATHS.iter().find(|(known, _)| *known == last);
        return found.filter(|_| is_path).map(|(_, digits)| *digits);
    }
    let is_it = |known: &str| known == name || known == "pi" && name.eq_ignore_ascii_case(known);
    let (_, digits) = NUMBERS.iter().find(|(names, _)| names.split(' ').any(is_it))?;
    Some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn names_mean_one_number() {
        for (names, _, format) in LANDMARKS {
            assert!(format.is_empty() || table::by_name(format).is_some(), "{format}");
            for name in names.split(' ') {
                let rows = LANDMARKS
                    .iter()
                    .filter(|row| row.0.split(' ').any(|known| known.eq_ignore_ascii_case(name)));
                assert_eq!(rows.count(), 1, "{name}");
            }
        }
        for (names, digits) in NUMBERS {
            for name in names.split(' ') {
                assert_eq!(number_named(name), Some(*digits));
            }
        }
        assert_eq!(number_named("np.pi"), number_named("Pi"));
        assert_eq!(number_named("foo.pi"), None);
        assert_eq!(number_named("e"), None);
    }
}
