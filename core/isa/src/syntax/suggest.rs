//! The word that was probably meant.

use alloc::vec::Vec;

/// The candidate nearest to `word`, if it differs in one letter of three, and in two at most. A word
/// of two letters may lack the third.
pub(super) fn nearest_word<'c>(
    word: &str,
    candidates: impl Iterator<Item = &'c str>,
) -> Option<&'c str> {
    let limit = 2.min(word.len() / 3);
    // Nothing longer than the longest modifier can be near one.
    if word.len() > 32 {
        return None;
    }
    let is_cut = |candidate: &str| {
        let start = candidate.get(..2).filter(|_| candidate.len() == 3);
        start.is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    let near = candidates.map(|candidate| (distance(word, candidate), candidate));
    near.filter(|(distance, candidate)| *distance <= limit || is_cut(candidate))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, c)| c)
}

/// The number of letters to insert, delete, replace or swap with their neighbor (optimal string
/// alignment), ignoring case.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.to_ascii_lowercase(), b.to_ascii_lowercase());
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let at = |row: &[usize], index: usize| row.get(index).copied().unwrap_or(0);
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = alloc::vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let replaced = at(&last, j) + usize::from(x != y);
            let mut best = replaced.min(at(&row, j) + 1).min(at(&last, j + 1) + 1);
            let is_swapped = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if is_swapped {
                best = best.min(at(&before, j - 1) + 1);
            }
            row.push(best);
        }
        before = core::mem::replace(&mut last, row);
    }
    at(&last, b.len())
}

#[cfg(test)]
mod tests {
    use super::nearest_word;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        let words = || ["add", "sub", "mul", "fma"].into_iter();
        assert_eq!(nearest_word("FMA", words()), Some("fma"));
        assert_eq!(nearest_word("fmad", words()), Some("fma"));
        assert_eq!(nearest_word("aad", words()), Some("add"));
        assert_eq!(nearest_word("ad", words()), Some("add"));
        assert_eq!(nearest_word("dd", words()), None);
        assert_eq!(nearest_word("min", words()), None);
        assert_eq!(nearest_word(".f23", [".ftz", ".f16", ".f32"].into_iter()), Some(".f32"));
        assert_eq!(nearest_word("texture", words()), None);
        assert_eq!(nearest_word("", words()), None);
    }
}
