//! Short lessons about surprises, with results to try.

mod conversion;
mod kernels;
mod matrices;
mod rounding;
mod threads;
mod values;

/// A lesson. Code is between back quotes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// Its name in an address.
    pub slug: &'static str,
    /// The surprise, in a phrase.
    pub title: &'static str,
    /// Questions that it answers: phrases, separated by commas.
    pub asked: &'static str,
    /// The fragment that shows it, with the recorded result.
    pub link: &'static str,
    /// The reason.
    pub text: &'static str,
    /// The point of the link's result.
    pub says: &'static str,
    /// Results to try next.
    pub more: &'static [Try],
    /// Programs and elements of matrices, with their results.
    pub programs: &'static [Program],
}

/// A result to try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Try {
    /// A fragment, with the recorded result.
    pub link: &'static str,
    /// Its point.
    pub says: &'static str,
}

/// Statements, or an element of a product of matrices, that a lesson shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Program {
    /// The fragment that leads there.
    pub link: &'static str,
    /// The statements, or a few words about the element.
    pub code: &'static str,
    /// Every possible value of their result, first the one without fusion.
    pub results: &'static [&'static str],
    /// Their point.
    pub says: &'static str,
}

/// The lessons, in the order of the view.
pub const LESSONS: [Lesson; 37] = [
    values::MIN_OF_NAN,
    rounding::FMA_KEEPS_WHAT_MUL_DROPS,
    rounding::CONTRACTION,
    conversion::PACKING_ORDER,
    values::COPYSIGN_ORDER,
    conversion::NAN_TO_INTEGER,
    conversion::INTEGER_OVERFLOW_CLAMPS,
    conversion::SATURATION_BY_FORMAT,
    values::E2M1_NAN,
    values::UE8M0,
    rounding::FLUSH_TO_ZERO,
    rounding::DOUBLE_ROUNDING,
    values::SIGNED_ZERO,
    values::NAN_PAYLOAD,
    values::SAT_EATS_NAN,
    values::RELU,
    rounding::APPROXIMATE,
    values::TESTP_ZERO,
    rounding::STOCHASTIC,
    rounding::DIRECTIONS,
    rounding::OLD_MACHINES,
    rounding::KNOWN_OPERANDS,
    kernels::SHIFTED_E5M2,
    kernels::EXPF,
    kernels::POLYNOMIAL_EX2,
    kernels::SCALE_BY_LG2,
    kernels::MAXIMUM_BY_COMPARISON,
    kernels::BF16_BY_FMA,
    threads::ORDER_OF_A_REDUCTION,
    threads::SCALE_OR_ITS_INVERSE,
    threads::SOFTMAX,
    threads::CONTRACTED_STENCIL,
    matrices::FP8_ACCUMULATOR,
    matrices::ORDER_OF_A_SUM,
    matrices::SUBNORMALS_AND_THE_FLOOR,
    matrices::TWO_INSTRUCTIONS,
    matrices::BLOCK_SCALES,
];

/// The part of a lesson that the playground shows beside an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Example {
    /// The name of the lesson in an address.
    pub slug: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Questions that it answers.
    pub asked: &'static str,
    /// Its link.
    pub link: &'static str,
    /// The reason.
    pub text: &'static str,
    /// The point of the link's result.
    pub says: &'static str,
    /// Results to try next.
    pub more: &'static [Try],
}

impl Example {
    /// The results, the first one among them.
    pub fn tries(&self) -> impl Iterator<Item = Try> + '_ {
        let first = Try { link: self.link, says: self.says };
        core::iter::once(first).chain(self.more.iter().copied())
    }
}

/// The examples: one for each lesson.
///
/// They are selected at compile time: the playground does not include programs.
pub const EXAMPLES: [Example; LESSONS.len()] = {
    let none = Example { slug: "", title: "", asked: "", link: "", text: "", says: "", more: &[] };
    let mut examples = [none; LESSONS.len()];
    let mut index = 0;
    while index < LESSONS.len() {
        let Lesson { slug, title, asked, link, text, says, more, programs: _ } = LESSONS[index];
        examples[index] = Example { slug, title, asked, link, text, says, more };
        index += 1;
    }
    examples
};

#[cfg(test)]
mod tests {
    use crate::number::{value, with_minus};
    use crate::program::lens::values_of;
    use ptxfp::eval::Prepared;
    use ptxfp::link::{parse, parse_sequence, parse_tensor};
    use ptxfp::tensor::{Tensor, written_element};

    use super::LESSONS;

    #[test]
    fn every_link_is_canonical_and_its_result_is_still_that() {
        let more = LESSONS.iter().flat_map(|lesson| lesson.more.iter().map(|each| each.link));
        for link in LESSONS.iter().map(|lesson| lesson.link).chain(more) {
            let state =
                parse(link).sound().unwrap_or_else(|problems| panic!("{link}: {problems:?}"));
            let prepared = Prepared::new(&state.instruction, &state.context);
            let now = prepared.evaluate(&state.registers).destination;
            assert_eq!(Some(now), state.recorded, "{link}");
            assert_eq!(state.to_fragment(), link);
        }
    }

    #[test]
    fn slugs_are_unique_and_can_stand_in_an_address() {
        for (index, lesson) in LESSONS.iter().enumerate() {
            assert!(
                lesson
                    .slug
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
            );
            assert!(LESSONS[..index].iter().all(|other| other.slug != lesson.slug));
        }
    }

    #[test]
    fn programs_come_to_what_the_lessons_say() {
        for program in LESSONS.iter().flat_map(|lesson| lesson.programs) {
            if let Some(parsed) = parse_tensor(program.link) {
                assert_eq!(parsed.problems, [], "{}", program.link);
                let state = parsed.state.expect("an instruction");
                assert_eq!(state.to_fragment(), program.link);
                let tensor = Tensor::new(&state.mma, &state.context).expect("it is known");
                let bits = tensor.evaluate(&state.operands()).expect("a result");
                assert_eq!([with_minus(&written_element(bits, state.mma.d))], program.results);
                continue;
            }
            let parsed = parse_sequence(program.link).expect("a sequence");
            assert_eq!(parsed.problems, [], "{}", program.link);
            assert_eq!(parsed.state.to_fragment(), program.link);
            if parsed.state.start.is_none() {
                assert_eq!(parsed.state.code.replace('\n', " "), program.code);
            }
            let sequence = parsed.state.sequence();
            let outcomes = sequence.outcomes(&parsed.state.registers);
            let [output] = sequence.outputs() else { panic!("one result") };
            let kind = sequence.registers()[*output].kind;
            let values = outcomes.of(*output).iter().map(|it| match kind.packing().lanes {
                1 => value(it.bits, kind.format()),
                _ => values_of(it.bits, kind),
            });
            assert_eq!(values.collect::<Vec<_>>(), program.results, "{}", program.link);
        }
    }
}
