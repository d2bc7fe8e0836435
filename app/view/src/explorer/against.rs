//! A fused instruction beside product and sum, each rounded: both results, side by side.

use ptxfp::eval::Prepared;
use ptxfp::format::Format;
use ptxfp::internals::arith::Dyadic;
use ptxfp::link::{State, unfused};
use ptxfp::text::{grouped, hex_digits};

use crate::number::{value, with_minus};
use crate::playground::operand::lane_words;
use crate::search::AnswerView;

/// The comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgainstView {
    /// The label of the button that shows it.
    pub label: String,
    /// The results, while they are shown.
    pub results: Option<ResultsView>,
}

/// Both results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultsView {
    /// The fused one, and the other; the digits of both that differ are marked.
    pub answers: [AnswerView; 2],
    /// How far they are apart, in a sentence for each lane.
    pub words: String,
    /// The link to both as programs.
    pub link: String,
}

/// The comparison, if the instruction is a fused one; `is_open` says whether the results are shown.
pub(super) fn against(state: &State, is_open: bool) -> Option<AgainstView> {
    let found = unfused(state)?;
    let sum = found.opcodes.join(" + ");
    let label = ["Compare with ", &sum].concat();
    let results = is_open.then(|| {
        let prepared = Prepared::new(&state.instruction, &state.context);
        let registers = [prepared.evaluate(&state.registers).destination, found.register];
        let packing = prepared.destination();
        let width = u32::from(packing.register_width());
        let digits = registers.map(|register| hex_digits(register, width));
        let answer = |name: String, place: usize| {
            let marked = digits[place].chars().zip(digits[1 - place].chars());
            let values = (0..packing.lanes).rev().map(|lane| {
                value(packing.extract(registers[place], lane), prepared.lane_op().result)
            });
            AnswerView {
                name,
                digits: marked.map(|(own, other)| (own, own != other)).collect(),
                values: values.collect::<Vec<_>>().join(", "),
            }
        };
        let words = (0..packing.lanes).rev().map(|lane| {
            let [fused, other] = registers.map(|register| packing.extract(register, lane));
            let place = lane_words(&packing, lane);
            let colon = if place.is_empty() { "" } else { ": " };
            [&*place, colon, &distance(fused, other, prepared.lane_op().result)].concat()
        });
        ResultsView {
            words: words.collect::<Vec<_>>().join(" "),
            answers: [answer(state.instruction.to_string(), 0), answer(sum, 1)],
            link: ["#", &found.link].concat(),
        }
    });
    Some(AgainstView { label, results })
}

/// The number of digits of a distance.
const DIGITS: usize = 9;

/// Describes how far two results are apart, in units in the last place of the fused one.
fn distance(fused: u64, other: u64, format: Format) -> String {
    if fused == other {
        return String::from("The same result.");
    }
    let numbers = [fused, other].map(|bits| Dyadic::from_datum(&format.decode(bits)));
    let [Some(fused_value), Some(other_value)] = numbers else {
        return String::from("They differ.");
    };
    let apart = other_value.sub(&fused_value);
    if apart.is_zero() {
        return String::from("They differ in the sign of 0.");
    }
    let ulp = Dyadic::new(false, &1_u64.into(), -format.ulp_exponent(fused));
    let size = Dyadic::new(false, apart.magnitude(), apart.exponent());
    let ulps = size.mul(&ulp).to_decimal_shortened(DIGITS);
    let ulps = ulps.parse().map_or_else(|_| with_minus(&ulps), grouped);
    ["They differ by ", &*ulps, " ulp of the fused result."].concat()
}

#[cfg(test)]
mod tests {
    use ptxfp::link::parse;

    use super::*;

    fn results(link: &str) -> ResultsView {
        against(&parse(link).sound().unwrap(), true)
            .expect("it is fused")
            .results
            .expect("they are shown")
    }

    #[test]
    fn a_fused_result_is_beside_that_of_product_and_sum() {
        // The product is 1 + 2^-10 + 2^-22, and the sum cancels all but its tail.
        let link = "v1/fma.rn.f32@sm_90?a=0x3f801000&b=0x3f801000&c=0xbf802000";
        let shown = results(link);
        let [fused, other] = &shown.answers;
        assert_eq!((&*fused.name, &*fused.values), ("fma.rn.f32", "2.3841858e\u{2212}7"));
        assert_eq!((&*other.name, &*other.values), ("mul + add", "2.3841858e\u{2212}7"));
        assert_eq!(shown.words, "The same result.");
        let link = "v1/fma.rn.f32@sm_90?a=0x3f800800&b=0x3f800800&c=0xbf801000";
        let shown = results(link);
        assert_eq!(
            (&*shown.answers[0].values, &*shown.answers[1].values),
            ("5.9604645e\u{2212}8", "0")
        );
        assert!(shown.answers[0].digits.iter().any(|(_, is_marked)| *is_marked));
        assert_eq!(shown.words, "They differ by 8,388,608 ulp of the fused result.");
        assert!(shown.link.contains("&with=mul.rn.f32~t,a,b~~add.rn.f32~d,t,c"), "{}", shown.link);
        let closed = against(&parse(link).sound().unwrap(), false).expect("it is fused");
        assert_eq!((&*closed.label, closed.results), ("Compare with mul + add", None));
        assert_eq!(against(&parse("v1/add.f32@sm_90?a=0x0&b=0x0").sound().unwrap(), true), None);
    }

    #[test]
    fn every_lane_has_its_distance() {
        let link = "v1/fma.rn.bf16x2@sm_90?a=0x3f813f80&b=0x3f813f80&c=0xbf82bf80";
        let words = results(link).words;
        assert!(words.starts_with("high half: They differ by "), "{words}");
        assert!(words.ends_with("low half: The same result."), "{words}");
    }
}
