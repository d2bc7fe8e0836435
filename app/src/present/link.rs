//! Mistakes in a link.

use core::ops::Range;

use ptxfp::link::Problem;

use super::cuts::pieces;
use super::operand::sentence;
use crate::view_model::notice::NoticeView;

/// What is wrong with a link, and where.
pub fn notice(fragment: &str, problems: &[Problem]) -> NoticeView {
    let piece = |span: Range<usize>| {
        let wrong = |p: &Problem| p.span.start <= span.start && span.end <= p.span.end;
        Some((fragment.get(span.clone())?.to_owned(), problems.iter().any(wrong)))
    };
    let spans = problems.iter().map(|problem| problem.span.clone());
    NoticeView {
        messages: problems.iter().map(|problem| sentence(&problem.message)).collect(),
        link: pieces(fragment.len(), spans).into_iter().filter_map(piece).collect(),
    }
}
