//! The lessons.

use super::result::Certainty;
use crate::lessons::Program;

/// All lessons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GalleryView {
    /// What is wrong with the address; may be empty.
    pub problem: String,
    /// The lessons.
    pub lessons: Vec<LessonView>,
}

/// A lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonView {
    /// Its name in an address.
    pub slug: &'static str,
    /// What surprises.
    pub title: &'static str,
    /// Why it is so; code stands between back quotes.
    pub text: &'static str,
    /// What to try.
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
    /// Its target, where that is not the usual one.
    pub target: &'static str,
    /// Its operands.
    pub operands: String,
    /// Its result.
    pub result: String,
    /// How sure that is.
    pub certainty: Certainty,
    /// What it shows; code stands between back quotes.
    pub says: &'static str,
}
