//! The part of the course that the fragment of the address asks for.

use ptxfp::internals::course::{GENERATORS, generator};

use crate::chapters::{CHAPTERS, Listed};

/// A part of the course.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The list of chapters: `learn`.
    Contents,
    /// A page of a chapter: `learn/rounding/tie-2049`.
    Page {
        /// The index of the chapter.
        chapter: usize,
        /// The index of the page.
        page: usize,
    },
    /// The exercise of a page alone: `exercise/tie-2049`.
    Exercise {
        /// The index of the chapter.
        chapter: usize,
        /// The index of the page.
        page: usize,
    },
    /// An exercise of a generator: `exercise/ties/7`.
    Practice {
        /// The name of the generator.
        name: &'static str,
        /// The seed.
        seed: u32,
    },
    /// A sheet of exercises: `sheet/7`, or `sheet/7/20/ties,zeros`.
    Sheet {
        /// The seed.
        seed: u32,
        /// The number of exercises.
        count: u32,
        /// Their topics.
        topics: Topics,
    },
    /// Something that there is not.
    Unknown,
}

/// Topics of a sheet: a set of generators, by their places; the empty set means all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Topics(u32);

impl Topics {
    /// The set of some names; `None` if one is unknown.
    fn read(names: &str) -> Option<Self> {
        let mut topics = Self::default();
        for name in names.split(',').filter(|name| !name.is_empty()) {
            let index = GENERATORS.iter().position(|generator| generator.name == name)?;
            topics.0 |= Self::bit(index);
        }
        Some(topics)
    }

    fn bit(index: usize) -> u32 {
        u32::try_from(index).ok().and_then(|index| 1_u32.checked_shl(index)).unwrap_or(0)
    }

    /// Whether a topic is chosen.
    pub fn has(self, index: usize) -> bool {
        self.0 & Self::bit(index) != 0
    }

    /// Chooses a topic, or leaves it out.
    pub(super) fn toggle(&mut self, index: usize) {
        self.0 ^= Self::bit(index);
    }

    /// The names of the chosen ones.
    pub(super) fn names(self) -> Vec<&'static str> {
        let chosen = GENERATORS.iter().enumerate().filter(|(index, _)| self.has(*index));
        chosen.map(|(_, generator)| generator.name).collect()
    }
}

/// The usual number of exercises of a sheet.
pub const USUAL_COUNT: u32 = 12;

/// Numbers of exercises to choose from; the core makes no more.
pub const COUNTS: [u32; 5] = [6, USUAL_COUNT, 20, 30, 50];

/// The first words of fragments of the course.
const FIRST: [&str; 3] = ["learn", "exercise", "sheet"];

/// Whether a fragment asks for the course; `app/embed/embed.js` makes the same test.
pub fn is_learn(fragment: &str) -> bool {
    FIRST.contains(&fragment.split('/').next().unwrap_or_default())
}

/// The chapter and the page of an exercise.
pub fn find(slug: &str) -> Option<(usize, usize)> {
    CHAPTERS.iter().enumerate().find_map(|(chapter, listed)| {
        let page = listed.pages.iter().position(|page| page.slug == slug)?;
        Some((chapter, page))
    })
}

impl Place {
    /// The part that a fragment asks for.
    pub fn of(fragment: &str) -> Self {
        let mut parts = fragment.split('/');
        let [first, second, third, fourth] = [(); 4].map(|()| parts.next());
        let second = second.unwrap_or_default();
        match (first.unwrap_or_default(), third) {
            ("learn", _) if second.is_empty() => Self::Contents,
            ("learn", third) => {
                let found = CHAPTERS.iter().position(|chapter| chapter.slug == second);
                let Some(chapter) = found else { return Self::Unknown };
                let pages = CHAPTERS.get(chapter).map_or(&[][..], |listed| listed.pages);
                match third {
                    None | Some("") => Self::Page { chapter, page: 0 },
                    Some(slug) => pages
                        .iter()
                        .position(|page| page.slug == slug)
                        .map_or(Self::Unknown, |page| Self::Page { chapter, page }),
                }
            }
            ("exercise", None) => find(second)
                .map_or(Self::Unknown, |(chapter, page)| Self::Exercise { chapter, page }),
            ("exercise", Some(seed)) => match (generator(second), seed.parse()) {
                (Some(found), Ok(seed)) => Self::Practice { name: found.name, seed },
                _ => Self::Unknown,
            },
            ("sheet", third) => sheet(second, third, fourth).unwrap_or(Self::Unknown),
            _ => Self::Unknown,
        }
    }

    /// Its fragment.
    pub fn fragment(self) -> String {
        let listed = |chapter: usize, page: usize| {
            let listed = CHAPTERS.get(chapter)?;
            Some((listed.slug, listed.pages.get(page)?.slug))
        };
        match self {
            Self::Contents | Self::Unknown => String::from("learn"),
            Self::Page { chapter, page } => listed(chapter, page)
                .map_or(String::new(), |(chapter, page)| ["learn/", chapter, "/", page].concat()),
            Self::Exercise { chapter, page } => listed(chapter, page)
                .map_or(String::new(), |(_, page)| ["exercise/", page].concat()),
            Self::Practice { name, seed } => ["exercise/", name, "/", &*seed.to_string()].concat(),
            Self::Sheet { seed, count, topics } => {
                let mut text = ["sheet/", &*seed.to_string()].concat();
                let names = topics.names().join(",");
                if count != USUAL_COUNT || !names.is_empty() {
                    text.extend(["/", &*count.to_string()]);
                }
                if !names.is_empty() {
                    text.extend(["/", &*names]);
                }
                text
            }
        }
    }

    /// The chapter whose text it needs.
    pub fn chapter(self) -> Option<usize> {
        match self {
            Self::Page { chapter, .. } | Self::Exercise { chapter, .. } => Some(chapter),
            Self::Contents | Self::Practice { .. } | Self::Sheet { .. } | Self::Unknown => None,
        }
    }
}

/// The sheet of a seed, a number and topics; without a seed, the first one.
fn sheet(seed: &str, count: Option<&str>, topics: Option<&str>) -> Option<Place> {
    let seed = if seed.is_empty() { 1 } else { seed.parse().ok()? };
    let count = count.map_or(Some(USUAL_COUNT), |count| count.parse().ok())?;
    let topics = topics.map_or(Some(Topics::default()), Topics::read)?;
    Some(Place::Sheet { seed, count: count.clamp(1, COUNTS[4]), topics })
}

/// The chapter to which a lesson belongs.
pub fn chapter_of_lesson(slug: &str) -> Option<&'static Listed> {
    CHAPTERS.iter().find(|chapter| chapter.lessons.contains(&slug))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_have_fragments() {
        for fragment in [
            "learn",
            "learn/bits/minus-one",
            "learn/rounding/order-of-three",
            "exercise/minus-one",
            "exercise/ties/7",
            "sheet/12",
            "sheet/12/20",
            "sheet/12/20/ties",
            "sheet/12/12/ties,zeros",
        ] {
            assert!(is_learn(fragment));
            assert_eq!(Place::of(fragment).fragment(), fragment);
        }
        assert_eq!(Place::of("learn/bits").fragment(), "learn/bits/minus-one");
        for fragment in [
            "learn/nonsense",
            "exercise/x",
            "exercise/ties/x",
            "exercise",
            "learn/bits/x",
            "sheet/x",
            "sheet/1/x",
            "sheet/1/6/x",
        ] {
            assert_eq!(Place::of(fragment), Place::Unknown, "{fragment}");
        }
        assert!(!is_learn("gallery") && !is_learn("learned"));
    }
}
