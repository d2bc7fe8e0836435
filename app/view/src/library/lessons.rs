//! The lessons.

use ptxfp::eval::Guarantee;
use ptxfp::internals::present::{Presented, Register};
use ptxfp::internals::quote::quoted;
use ptxfp::link::{self, State};

use crate::lessons::{LESSONS, Lesson, Program};
use crate::number::with_minus;

/// All lessons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonsView {
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
    /// The guarantee of the highest lane.
    pub guarantee: Guarantee,
    /// The lesson of it; code is between back quotes.
    pub says: &'static str,
}

/// All lessons; `slug` is the one requested by the address.
pub fn lessons(slug: &str) -> LessonsView {
    let is_known = slug.is_empty() || LESSONS.iter().any(|lesson| lesson.slug == slug);
    let lessons = LESSONS.iter().map(|lesson| {
        let Lesson { slug, title, link, text, says, more, programs, asked: _ } = *lesson;
        let more = more.iter().map(|each| TryView::new(each.link, each.says));
        LessonView {
            slug,
            title,
            text,
            tries: std::iter::once(TryView::new(link, says)).chain(more).collect(),
            programs: programs.iter().collect(),
        }
    });
    LessonsView {
        problem: if is_known {
            String::new()
        } else {
            ["Unknown lesson ", &quoted(slug), "."].concat()
        },
        lessons: lessons.collect(),
    }
}

impl TryView {
    /// Something to try, with its result.
    pub fn new(link: &'static str, says: &'static str) -> Self {
        let State { instruction, context, registers, .. } =
            link::parse_lightly(link).linked.legal().unwrap_or_default();
        let presented = Presented::new(&instruction, &context, &registers);
        let named = |register: &Register| [register.name, " = ", &register.short()].concat();
        let registers = presented.registers();
        let operands: Vec<_> = registers.iter().skip(1).map(named).collect();
        let highest = presented.lanes().next_back();
        Self {
            link,
            spelling: instruction.to_string(),
            target: if context == State::default().context { "" } else { context.target.name },
            operands: with_minus(&operands.join(", ")),
            result: with_minus(&registers.first().map(Register::short).unwrap_or_default()),
            guarantee: highest.map_or(Guarantee::Bits, |lane| lane.guarantee),
            says,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::lessons;
    use crate::playground::guarantee::class;

    #[test]
    fn lessons_show_their_results() {
        let view = lessons("");
        assert!(view.lessons.len() >= 15 && view.problem.is_empty());
        let first = &view.lessons[0].tries[0];
        assert_eq!((&*first.operands, &*first.result), ("a = NaN, b = 1", "1"));
        let packed = view.lessons.iter().find(|lesson| lesson.slug == "packing-order").unwrap();
        assert_eq!(packed.tries[0].result, "{1, 2}");
        assert_eq!(packed.tries[2].target, "sm_100a");
        let all = || view.lessons.iter().flat_map(|lesson| &lesson.tries);
        for look in ["determined", "any-nan", "within", "open"] {
            assert!(all().any(|each| class(each.guarantee) == look), "{look}");
        }
    }

    #[test]
    fn an_unknown_lesson_is_reported() {
        assert!(lessons("nonsense").problem.contains("nonsense"));
    }
}
