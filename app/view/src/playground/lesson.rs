//! The lesson that the present example belongs to.

use crate::lessons::{EXAMPLES, Try};
use crate::route::Route;

/// The lesson that the present example belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonView {
    /// The surprise, in a phrase.
    pub title: &'static str,
    /// The reason; code is between back quotes.
    pub text: &'static str,
    /// The point of the result that is shown.
    pub says: &'static str,
    /// The index of the result that is shown, from 0.
    pub place: usize,
    /// The number of results.
    pub count: usize,
    /// The fragment of the whole lesson.
    pub href: String,
}

/// A result of a lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct LessonPosition {
    /// The index of the lesson.
    pub(super) lesson: usize,
    /// The index of its result.
    pub(super) result: usize,
}

impl LessonPosition {
    /// The result there.
    pub(super) fn get(self) -> Option<Try> {
        EXAMPLES.get(self.lesson)?.tries().nth(self.result)
    }

    /// The place of a link, preferably in the open lesson.
    pub(super) fn of(fragment: &str, open: Option<Self>) -> Option<Self> {
        let within = |lesson: usize| {
            let mut tries = EXAMPLES.get(lesson)?.tries();
            let result = tries.position(|each| is_same(each.link, fragment))?;
            Some(Self { lesson, result })
        };
        let open = open.and_then(|open| within(open.lesson));
        open.or_else(|| (0..EXAMPLES.len()).find_map(within))
    }

    /// Returns its view; `fragment` is that of the present state.
    pub(super) fn view(self, fragment: &str) -> Option<LessonView> {
        let example = EXAMPLES.get(self.lesson)?;
        let Try { link, says } = self.get()?;
        Some(LessonView {
            title: example.title,
            text: example.text,
            says: if is_same(link, fragment) { says } else { "" },
            place: self.result,
            count: example.more.len() + 1,
            href: ["#", &Route::Lessons(String::from(example.slug)).fragment()].concat(),
        })
    }
}

/// Whether two links show the same, recorded or not.
fn is_same(one: &str, other: &str) -> bool {
    let parts = |link| str::split(link, '&').filter(|part: &&str| !part.starts_with("d="));
    parts(one).eq(parts(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::module::Module as _;
    use crate::playground::{Edit, Introduction, Model};

    #[test]
    fn the_results_of_a_lesson_are_gone_through() {
        let mut model = Model::opening(true);
        model.apply(Edit::Example(0));
        let lesson = |model: &Model| model.screen(None).answer.lesson;
        let first = lesson(&model).expect("a lesson");
        assert_eq!((first.place, first.count), (0, EXAMPLES[0].more.len() + 1));
        assert_eq!(first.says, EXAMPLES[0].says);
        model.apply(Edit::Lesson(1));
        assert_eq!(lesson(&model).expect("the lesson").says, EXAMPLES[0].more[0].says);
        // The text is about that result alone.
        model.apply(Edit::Flip(0, 0, 0));
        assert_eq!(lesson(&model).expect("the lesson").says, "");
        model.apply(Edit::CloseLesson);
        assert_eq!(lesson(&model), None);
    }

    #[test]
    fn a_link_to_a_lesson_opens_its_lesson() {
        for (lesson, example) in EXAMPLES.iter().enumerate() {
            for (result, each) in example.tries().enumerate() {
                let place = LessonPosition { lesson, result };
                assert_eq!(LessonPosition::of(each.link, Some(place)), Some(place));
                let mut model = Model::opening(true);
                model.follow(each.link);
                let screen = model.screen(None);
                // Its record is for tests: the reader has recorded nothing.
                assert_eq!(screen.linked, None, "{}", each.link);
                let view = screen.answer;
                // Two lessons may have the same result.
                assert!(!view.lesson.expect("a lesson").says.is_empty());
                assert_eq!(screen.introduction, Introduction::None);
            }
        }
        assert_eq!(LessonPosition::of("v1/add.f32@sm_90?a=0x00000000&b=0x00000000", None), None);
    }
}
