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
    /// Whether nothing of the link could be read, so that something else is shown.
    pub is_lost: bool,
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
    let link: Vec<_> = pieces(fragment.len(), spans).into_iter().filter_map(piece).collect();
    NoticeView {
        is_about_link: true,
        // Punctuation around may be left, which is not wrong.
        is_lost: link.iter().all(|(piece, is_wrong)| *is_wrong || !has_words(piece)),
        messages: problems.iter().map(|problem| sentence(&problem.message)).collect(),
        // A link that is too long to read is too long to show.
        link: if fragment.len() <= MAX_LENGTH { link } else { Vec::new() },
    }
}

fn has_words(text: &str) -> bool {
    text.contains(char::is_alphanumeric)
}

impl NoticeView {
    /// A notice about a link of which nothing could be read.
    pub fn of_broken_link(message: &str) -> Self {
        Self { is_about_link: true, is_lost: true, ..Self::of_message(message.to_owned()) }
    }

    /// A notice that has nothing to do with the link.
    pub fn of_message(message: String) -> Self {
        Self { is_about_link: false, is_lost: false, messages: vec![message], link: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use ptxfp::link::{MAX_LENGTH, parse};

    use super::notice;

    #[test]
    fn a_link_is_lost_if_nothing_of_it_could_be_read() {
        for (link, is_lost) in [
            ("hello world", true),
            ("(hello%20world).", true),
            ("gallery/fma", true),
            ("v1/add.f16@sm_9000?a=0x3c00&b=0x3c00", false),
            ("v2/add.f16@sm_90?a=0x3c00&b=0x3c00", false),
            ("add.f16", false),
        ] {
            let notice = notice(link, &parse(link).problems);
            assert!(!notice.messages.is_empty(), "{link}");
            assert_eq!(notice.is_lost, is_lost, "{link}");
        }
    }

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
