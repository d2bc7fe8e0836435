//! The page's notices about its link.

use core::ops::Range;

use ptxfp::link::{MAX_LENGTH, Problem};

use crate::cuts::pieces;
use crate::message::sentence;

/// A notice above a view: part of the link could not be read, and the nearest valid state was loaded, or
/// a search found nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoticeView {
    /// Whether it is about the link.
    pub is_about_link: bool,
    /// The messages, each a sentence.
    pub messages: Vec<String>,
    /// The link in pieces, and whether each is wrong.
    pub link: Vec<(String, bool)>,
}

/// Returns the notice about the problems of a link.
pub fn notice(fragment: &str, problems: &[Problem]) -> NoticeView {
    let piece = |span: Range<usize>| {
        let wrong = |p: &Problem| p.span.start <= span.start && span.end <= p.span.end;
        Some((fragment.get(span.clone())?.to_owned(), problems.iter().any(wrong)))
    };
    let spans = problems.iter().map(|problem| problem.span.clone());
    NoticeView {
        is_about_link: true,
        messages: problems.iter().map(|problem| sentence(&problem.message)).collect(),
        // A link that is too long to read is too long to show.
        link: pieces(fragment.len(), spans)
            .into_iter()
            .filter(|_| fragment.len() <= MAX_LENGTH)
            .filter_map(piece)
            .collect(),
    }
}

impl NoticeView {
    /// A notice about a link of which nothing could be read.
    pub fn of_broken_link(message: &str) -> Self {
        Self { is_about_link: true, ..Self::of_message(message.to_owned()) }
    }

    /// A notice that has nothing to do with the link.
    pub fn of_message(message: String) -> Self {
        Self { is_about_link: false, messages: vec![message], link: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use ptxfp::link::{MAX_LENGTH, parse};

    use super::notice;

    #[test]
    fn link_that_is_too_long_to_be_read_is_not_shown() {
        for (length, is_shown) in [(MAX_LENGTH, true), (MAX_LENGTH + 1, false)] {
            let link = "x".repeat(length);
            let notice = notice(&link, &parse(&link).problems);
            assert!(!notice.messages.is_empty());
            assert_eq!(!notice.link.is_empty(), is_shown, "{length}");
        }
    }
}
