//! What surprises people, in short lessons with results to try.
//!
//! A lesson is in two lists, so that the playground, which offers the first of each as an example,
//! does not carry the texts.

mod heads;
mod programs;
mod texts;

pub use heads::HEADS;
pub use programs::{Program, programs_of};
pub use texts::LESSONS;

/// What a lesson is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    /// Its name in an address.
    pub slug: &'static str,
    /// What surprises, in a phrase.
    pub title: &'static str,
    /// The fragment that shows it, with the recorded result.
    pub link: &'static str,
}

/// What a lesson says; code stands between back quotes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// Why it is so.
    pub text: &'static str,
    /// What the link of its head shows.
    pub says: &'static str,
    /// What to try next.
    pub more: &'static [Try],
}

/// Something to try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Try {
    /// A fragment, with the recorded result.
    pub link: &'static str,
    /// What it shows.
    pub says: &'static str,
}

#[cfg(test)]
mod tests {
    use ptxfp::eval::Prepared;
    use ptxfp::link::parse;

    use super::{HEADS, LESSONS};

    #[test]
    fn every_link_is_canonical_and_its_result_is_still_that() {
        let more = LESSONS.iter().flat_map(|lesson| lesson.more.iter().map(|each| each.link));
        for link in HEADS.iter().map(|head| head.link).chain(more) {
            let parsed = parse(link);
            assert_eq!(parsed.problems, [], "{link}");
            let state = parsed.state;
            let prepared = Prepared::new(&state.instruction, &state.context);
            let now = prepared.evaluate(&state.registers).destination;
            assert_eq!(Some(now), state.recorded, "{link}");
            assert_eq!(state.to_fragment(), link);
        }
    }

    #[test]
    fn slugs_are_unique_and_can_stand_in_an_address() {
        for (index, head) in HEADS.iter().enumerate() {
            assert!(
                head.slug
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
            );
            assert!(HEADS[..index].iter().all(|other| other.slug != head.slug));
        }
    }
}
