//! The lesson that the present example belongs to.

use crate::library::lessons::{EXAMPLES, Try};
use crate::library::route::Route;
use crate::playground::answer::LessonView;

/// A place in the lessons.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Place {
    /// Which lesson.
    pub(super) lesson: usize,
    /// Which of its results.
    pub(super) result: usize,
}

impl Place {
    /// The result there.
    pub(super) fn get(self) -> Option<Try> {
        EXAMPLES.get(self.lesson)?.tries().nth(self.result)
    }

    /// The place of a link; in the lesson that is open, if it is there.
    pub(super) fn of(fragment: &str, open: Option<Self>) -> Option<Self> {
        let within = |lesson: usize| {
            let mut tries = EXAMPLES.get(lesson)?.tries();
            let result = tries.position(|each| is_same(each.link, fragment))?;
            Some(Self { lesson, result })
        };
        let open = open.and_then(|open| within(open.lesson));
        open.or_else(|| (0..EXAMPLES.len()).find_map(within))
    }

    /// What the page shows of it; `fragment` is that of the present state.
    pub(super) fn view(self, fragment: &str) -> Option<LessonView> {
        let example = EXAMPLES.get(self.lesson)?;
        let Try { link, says } = self.get()?;
        Some(LessonView {
            title: example.title,
            text: example.text,
            says: if is_same(link, fragment) { says } else { "" },
            place: self.result,
            count: example.more.len() + 1,
            href: ["#", &Route::Gallery(String::from(example.slug)).fragment()].concat(),
        })
    }
}

/// Whether two links show the same, recorded or not.
fn is_same(one: &str, other: &str) -> bool {
    let parts = |link| str::split(link, '&').filter(|part: &&str| !part.starts_with("d="));
    parts(one).eq(parts(other))
}
