//! Cutting a text where something in it starts or ends.

use core::ops::Range;

/// The pieces of a text of this length, cut at the ends of spans, in order.
pub(crate) fn pieces(
    length: usize,
    spans: impl Iterator<Item = Range<usize>>,
) -> Vec<Range<usize>> {
    let mut cuts = vec![0];
    spans.for_each(|span| {
        add(&mut cuts, span.start);
        add(&mut cuts, span.end);
    });
    add(&mut cuts, length);
    cuts.windows(2).filter_map(|pair| Some(*pair.first()?..*pair.get(1)?)).collect()
}

/// Adds a cut in order, unless it is there.
fn add(cuts: &mut Vec<usize>, at: usize) {
    let place = cuts.partition_point(|cut| *cut < at);
    if cuts.get(place) != Some(&at) {
        cuts.insert(place, at);
    }
}

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn pieces_follow_one_another() {
        assert_eq!(pieces(9, [4..6, 2..4, 6..6].into_iter()), [0..2, 2..4, 4..6, 6..9]);
        assert!(pieces(0, std::iter::empty()).is_empty());
    }
}
