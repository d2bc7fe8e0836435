//! The word that was probably meant.

use alloc::vec::Vec;

/// The candidate nearest to `word`, if it differs in at most two letters and keeps at least one.
pub(super) fn nearest_word<'c>(
    word: &str,
    candidates: impl Iterator<Item = &'c str>,
) -> Option<&'c str> {
    let limit = 2.min(word.len().saturating_sub(1));
    // Nothing longer than the longest modifier can be near one.
    if word.len() > 32 {
        return None;
    }
    let near = candidates.map(|candidate| (distance(word, candidate), candidate));
    near.filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, c)| c)
}

/// The number of letters to insert, delete or replace (Levenshtein), ignoring case.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (y, cell) in b.bytes().zip(row.iter_mut().skip(1)) {
            let replaced = diagonal + usize::from(!x.eq_ignore_ascii_case(&y));
            diagonal = *cell;
            left = replaced.min(left + 1).min(*cell + 1);
            *cell = left;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or(0)
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
        assert_eq!(nearest_word("ad", words()), Some("add"));
        assert_eq!(nearest_word("texture", words()), None);
        assert_eq!(nearest_word("", words()), None);
    }
}
