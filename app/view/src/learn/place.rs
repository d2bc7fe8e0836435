//! What the fragment of the address asks of the course.

use ptxfp::internals::course::generator;

use crate::learn::contents::{CHAPTERS, Listed};

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
    /// A sheet of exercises: `sheet/7`.
    Sheet {
        /// The seed.
        seed: u32,
    },
    /// Something that there is not.
    Unknown,
}

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
        let [first, second, third] = [parts.next(), parts.next(), parts.next()];
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
            ("sheet", None) => {
                second.parse().map_or(Self::Sheet { seed: 1 }, |seed| Self::Sheet { seed })
            }
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
            Self::Sheet { seed } => ["sheet/", &*seed.to_string()].concat(),
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

/// Terms of the glossary, each with the page that teaches it.
const TAUGHT: [(&str, &str); 16] = [
    ("any-nan", "nan-bits-guaranteed"),
    ("binade", "is-2049-a-number"),
    ("canonical-nan", "nan-bits-guaranteed"),
    ("exact-bits", "div-rn-fixed"),
    ("flush", "flushed-product"),
    ("lane", "packing-bits"),
    ("nan", "inf-minus-inf"),
    ("no-bound", "ex2-open"),
    ("payload", "nan-bits-guaranteed"),
    ("round", "nearest-e4m3"),
    ("saturate", "beyond-448"),
    ("subnormal", "largest-subnormal-step"),
    ("target", "which-flushes"),
    ("tie", "tie-2049"),
    ("ulp", "half-an-ulp"),
    ("within", "ex2-open"),
];

/// The fragment of the page that teaches a term, and its title.
pub fn taught(term: &str) -> Option<(String, &'static str)> {
    let (_, slug) = TAUGHT.iter().find(|(other, _)| *other == term)?;
    let (chapter, page) = find(slug)?;
    let title = CHAPTERS.get(chapter)?.pages.get(page)?.title;
    Some((Place::Page { chapter, page }.fragment(), title))
}

/// The chapter to which a lesson belongs.
pub fn chapter_of_lesson(slug: &str) -> Option<&'static Listed> {
    CHAPTERS.iter().find(|chapter| chapter.lessons.contains(&slug))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_taught_on_pages_that_there_are() {
        for (term, _) in TAUGHT {
            assert!(crate::glossary::find(term).is_some_and(|it| it.slug == term), "{term}");
            assert!(taught(term).is_some(), "{term}");
        }
    }

    #[test]
    fn places_have_fragments() {
        for fragment in [
            "learn",
            "learn/bits/minus-one",
            "learn/rounding/order-of-three",
            "exercise/minus-one",
            "exercise/ties/7",
            "sheet/12",
        ] {
            assert!(is_learn(fragment));
            assert_eq!(Place::of(fragment).fragment(), fragment);
        }
        assert_eq!(Place::of("learn/bits").fragment(), "learn/bits/minus-one");
        for fragment in
            ["learn/nonsense", "exercise/x", "exercise/ties/x", "exercise", "learn/bits/x"]
        {
            assert_eq!(Place::of(fragment), Place::Unknown, "{fragment}");
        }
        assert!(!is_learn("gallery") && !is_learn("learned"));
    }
}
