//! Mistakes in a link.

use ptxfp::link::Problem;

use super::operand::sentence;
use crate::view_model::notice::NoticeView;

/// What is wrong with a link, and where.
pub fn notice(fragment: &str, problems: &[Problem]) -> NoticeView {
    let mut cuts: Vec<usize> = problems.iter().flat_map(|p| [p.span.start, p.span.end]).collect();
    cuts.extend([0, fragment.len()]);
    cuts.sort_unstable();
    cuts.dedup();
    let piece = |pair: &[usize]| {
        let (start, end) = (*pair.first()?, *pair.get(1)?);
        let wrong = problems.iter().any(|p| p.span.start <= start && end <= p.span.end);
        Some((fragment.get(start..end)?.to_owned(), wrong))
    };
    NoticeView::BrokenLink {
        messages: problems.iter().map(|problem| sentence(&problem.message)).collect(),
        link: cuts.windows(2).filter_map(piece).collect(),
    }
}
