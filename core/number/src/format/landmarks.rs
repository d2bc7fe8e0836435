//! The encodings that people look up.

use alloc::vec::Vec;

use super::{FixedFormat, FloatFormat, Format};

impl FloatFormat {
    /// Returns the number of encodings that are NaNs.
    pub const fn n_nans(&self) -> u64 {
        let numbers = match self.infinity() {
            Some(infinity) => infinity,
            None => self.max_finite(),
        };
        let per_sign = self.magnitude_mask() - numbers;
        if self.signed { 2 * per_sign } else { per_sign }
    }

    /// The encoding of the largest positive subnormal datum, where the format has any.
    pub const fn max_subnormal(&self) -> Option<u64> {
        if self.min_subnormal().is_some() { Some(self.min_normal() - 1) } else { None }
    }
}

impl Format {
    /// The encodings that people look up, with their names, in the order of their values.
    #[must_use]
    pub fn landmarks(self) -> Vec<(&'static str, u64)> {
        match self {
            Self::Float(format) => float(format),
            Self::Fixed(format) => fixed(format),
        }
    }
}

fn float(format: &FloatFormat) -> Vec<(&'static str, u64)> {
    let mut found = Vec::new();
    if format.subnormals {
        found.push(("zero", 0));
        if format.signed {
            found.push(("negative zero", format.sign_mask()));
        }
    }
    add(&mut found, "smallest subnormal", format.min_subnormal());
    add(&mut found, "largest subnormal", format.max_subnormal());
    found.push(("smallest normal", format.min_normal()));
    found.push(("one", format.one()));
    found.push(("largest finite", format.max_finite()));
    add(&mut found, "infinity", format.infinity());
    add(&mut found, "canonical NaN", format.canonical_nan);
    found
}

fn add(found: &mut Vec<(&'static str, u64)>, name: &'static str, bits: Option<u64>) {
    if let Some(bits) = bits {
        found.push((name, bits));
    }
}

fn fixed(format: &FixedFormat) -> Vec<(&'static str, u64)> {
    let mut found = alloc::vec![("least", format.min())];
    if format.fraction > 0 {
        found.push(("smallest above zero", 1));
    }
    found.push(("one", 1 << format.fraction));
    found.push(("largest", format.max()));
    found
}

#[cfg(test)]
mod tests {
    use crate::format::{Class, Format, table};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn landmarks_are_what_they_are_called() {
        for format in table::FLOATS {
            for (name, bits) in Format::Float(format).landmarks() {
                let class = match name {
                    "zero" | "negative zero" => Class::Zero,
                    "infinity" => Class::Infinite,
                    "canonical NaN" => Class::QuietNan,
                    _ if name.ends_with("subnormal") => Class::Subnormal,
                    _ => Class::Normal,
                };
                assert_eq!(format.classify(bits), class, "{} {name}", format.name);
            }
            if format.width <= 19 {
                let all = 0..=crate::bits::mask(u32::from(format.width));
                let nans = all.filter(|bits| format.decode(*bits).is_nan()).count();
                assert_eq!(format.n_nans(), nans as u64, "{}", format.name);
            }
        }
    }

    #[test]
    fn landmarks_of_fixed_point_are_in_order() {
        for format in table::FIXEDS {
            let names = Format::Fixed(format).landmarks();
            assert_eq!(names.first().map(|mark| mark.1), Some(format.min()));
            assert_eq!(names.last().map(|mark| mark.1), Some(format.max()));
        }
    }
}
