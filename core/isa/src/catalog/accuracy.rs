//! The accuracy of the results of a row, in words.

use alloc::string::String;

use super::form::{Accuracy, Form, Operation, Status};
use super::modifier::Modifier;
use super::types::Type;

impl Form {
    /// Returns the accuracy of the result in a word or two.
    #[must_use]
    pub fn exactness(&self) -> &'static str {
        match (self.status, self.accuracy) {
            (Status::Undocumented { is_evident: false, .. }, _) => "not specified",
            (_, Accuracy::Approximate(_)) => "approximate",
            _ if self.operation == Operation::MadTruncated => "truncated product",
            _ if self.offers(Modifier::Rs) => "stochastically rounded",
            _ if self.is_to_scale() => "rounded magnitude",
            (_, Accuracy::CorrectlyRounded) => "correctly rounded",
        }
    }

    /// Returns the accuracy as a clause, with the documented errors.
    #[must_use]
    pub fn accuracy_words(&self) -> String {
        String::from(match (self.exactness(), self.bound()) {
            (_, Some(bound)) if bound.ranges.is_empty() => {
                "approximate, without a documented error bound"
            }
            (_, Some(bound)) => {
                let mut text = String::from("largest error: ");
                for (index, (over, error)) in bound.words().into_iter().enumerate() {
                    text.extend([if index == 0 { "" } else { "; " }, &over, ": ", &error]);
                }
                return text;
            }
            ("truncated product", None) => {
                "the product is truncated to 24 significant bits unless c is a zero; the sum is \
                 rounded to the nearest"
            }
            ("stochastically rounded", None) => "one of the two neighbors, chosen by random bits",
            ("rounded magnitude", None) => {
                "the magnitude is correctly rounded, the sign dropped; zeros and results beyond the \
                 largest number are special"
            }
            ("not specified", None) => "not specified",
            _ => "correctly rounded, or exact",
        })
    }

    fn offers(&self, modifier: Modifier) -> bool {
        self.choices().any(|choice| choice.modifier == modifier)
    }

    /// Whether the destination is a power of two without sign.
    fn is_to_scale(&self) -> bool {
        let destination = self.type_slots().next();
        destination.is_some_and(|slot| slot.choice(Modifier::Type(Type::Ue8m0x2)).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{forms, forms_of};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn only_what_is_rounded_correctly_is_called_so() {
        let exactness = |syntax: &str| {
            let form = forms().find(|form| form.syntax() == syntax);
            form.unwrap_or_else(|| panic!("{syntax}")).exactness()
        };
        for (syntax, expected) in [
            ("add{.rnd}{.ftz}{.sat}.f32  d, a, b;", "correctly rounded"),
            ("mad{.ftz}{.sat}.f32  d, a, b, c;", "truncated product"),
            ("cvt.rs{.relu}{.satfinite}.f16x2.f32  d, a, b, rbits;", "stochastically rounded"),
            ("fma.rnd{.oob}{.relu}.type  d, a, b, c;", "not specified"),
            ("cvt.frnd3{.satfinite}.ue8m0x2.f32  d, a, b;", "rounded magnitude"),
            ("cvt.rn.bf16x2.ue8m0x2  d, a;", "correctly rounded"),
            ("rsqrt.approx.f64  d, a;", "approximate"),
        ] {
            assert_eq!(exactness(syntax), expected, "{syntax}");
        }
    }

    #[test]
    fn errors_are_named_where_they_are_documented() {
        let words: alloc::vec::Vec<_> =
            forms_of("rsqrt").map(super::Form::accuracy_words).collect();
        assert_eq!(words[0], "largest error: finite a > 0: 2^−22.9 of the true value");
        assert_eq!(words[1], "approximate, without a documented error bound");
        for form in forms() {
            let is_exact = form.accuracy_words().contains("correctly rounded, or exact");
            assert_eq!(is_exact, form.exactness() == "correctly rounded", "{}", form.syntax());
        }
    }
}
