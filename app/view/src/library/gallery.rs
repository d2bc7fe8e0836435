//! The lessons.

use ptxfp::catalog::{Role, Type};
use ptxfp::eval::Prepared;
use ptxfp::internals::quote::quoted;
use ptxfp::link::{self, State};
use ptxfp::text::hex;

use crate::lessons::{LESSONS, Lesson, Program};
use crate::number::value;
use crate::playground::lanes::certainty;
use crate::playground::result::Certainty;

/// All lessons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GalleryView {
    /// The error in the address; may be empty.
    pub problem: String,
    /// The lessons.
    pub lessons: Vec<LessonView>,
}

/// A lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonView {
    /// Its name in an address.
    pub slug: &'static str,
    /// The surprise.
    pub title: &'static str,
    /// The explanation; code is between back quotes.
    pub text: &'static str,
    /// The examples to try.
    pub tries: Vec<TryView>,
    /// Programs to try.
    pub programs: Vec<&'static Program>,
}

/// Something to try.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TryView {
    /// The fragment of the playground.
    pub link: &'static str,
    /// The instruction.
    pub spelling: String,
    /// Its target, if it is not the default.
    pub target: &'static str,
    /// Its operands.
    pub operands: String,
    /// Its result.
    pub result: String,
    /// The guarantee.
    pub certainty: Certainty,
    /// The lesson of it; code is between back quotes.
    pub says: &'static str,
}

/// All lessons; `slug` is the one requested by the address.
pub fn gallery(slug: &str) -> GalleryView {
    let is_known = slug.is_empty() || LESSONS.iter().any(|lesson| lesson.slug == slug);
    let lessons = LESSONS.iter().map(|lesson| {
        let Lesson { slug, title, link, text, says, more, programs } = *lesson;
        let more = more.iter().map(|each| attempt(each.link, each.says));
        LessonView {
            slug,
            title,
            text,
            tries: std::iter::once(attempt(link, says)).chain(more).collect(),
            programs: programs.iter().collect(),
        }
    });
    GalleryView {
        problem: if is_known {
            String::new()
        } else {
            ["Unknown lesson ", &quoted(slug), "."].concat()
        },
        lessons: lessons.collect(),
    }
}

/// Something to try, with its result.
fn attempt(link: &'static str, says: &'static str) -> TryView {
    let State { instruction, context, registers, .. } =
        link::parse_lightly(link).linked.legal().unwrap_or_default();
    let prepared = Prepared::new(&instruction, &context);
    let lanes = 0..prepared.destination().lanes;
    let results: Vec<_> =
        lanes.rev().map(|lane| prepared.evaluate_lane(lane, &registers, &mut ())).collect();
    let format = instruction.destination_type().format();
    let values: Vec<_> = results.iter().map(|result| value(result.bits, format)).collect();
    let sources = instruction.form.sources().iter().zip(&registers);
    let operands: Vec<_> = sources
        .map(|(operand, register)| {
            let kind = instruction.operand_type(operand);
            let value = match operand.role {
                Role::RandomBits => hex(*register, u32::from(kind.packing().register_width())),
                Role::Lanes | Role::Lane(_) | Role::ScaleFactor | Role::SharedScale => {
                    shown(kind, *register)
                }
            };
            [operand.name, " = ", &value].concat()
        })
        .collect();
    let target = context.target.name;
    TryView {
        link,
        spelling: instruction.to_string(),
        target: if context == State::default().context { "" } else { target },
        operands: operands.join(", "),
        result: braced(&values),
        certainty: results.first().map_or(Certainty::Bits, |result| certainty(result.guarantee)),
        says,
    }
}

/// A register in its lanes, the most significant first.
fn shown(kind: Type, register: u64) -> String {
    let packing = kind.packing();
    let lane = |lane| value(packing.extract(register, lane), kind.format());
    braced(&(0..packing.lanes).rev().map(lane).collect::<Vec<_>>())
}

fn braced(values: &[String]) -> String {
    match values {
        [value] => value.clone(),
        _ => ["{", &values.join(", "), "}"].concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::gallery;
    use crate::playground::result::Certainty;

    #[test]
    fn lessons_show_their_results() {
        let view = gallery("");
        assert!(view.lessons.len() >= 15 && view.problem.is_empty());
        let first = &view.lessons[0].tries[0];
        assert_eq!((&*first.operands, &*first.result), ("a = NaN, b = 1", "1"));
        let packed = view.lessons.iter().find(|lesson| lesson.slug == "packing-order").unwrap();
        assert_eq!(packed.tries[0].result, "{1, 2}");
        assert_eq!(packed.tries[2].target, "sm_100a");
        let all = || view.lessons.iter().flat_map(|lesson| &lesson.tries);
        for certainty in [Certainty::Bits, Certainty::AnyNan, Certainty::Within, Certainty::Open] {
            assert!(all().any(|each| each.certainty == certainty), "{certainty:?}");
        }
    }

    #[test]
    fn an_unknown_lesson_is_reported() {
        assert!(gallery("nonsense").problem.contains("nonsense"));
    }
}
