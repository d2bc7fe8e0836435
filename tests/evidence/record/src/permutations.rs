//! Every order of some things.

/// Calls `visit` with every permutation, in lexicographic order of the positions.
pub(crate) fn permutations<T: Clone>(items: &[T], visit: &mut impl FnMut(&[T])) {
    fn extend<T: Clone>(chosen: &mut Vec<T>, rest: &[T], visit: &mut impl FnMut(&[T])) {
        if rest.is_empty() {
            visit(chosen);
        }
        for index in 0..rest.len() {
            let mut others = rest.to_vec();
            chosen.push(others.remove(index));
            extend(chosen, &others, visit);
            chosen.pop();
        }
    }
    extend(&mut Vec::new(), items, visit);
}

#[cfg(test)]
mod tests {
    use super::permutations;

    #[test]
    fn every_order_comes_once() {
        let mut found = Vec::new();
        permutations(&[1, 2, 3], &mut |each| found.push(each.to_vec()));
        assert_eq!(found.len(), 6);
        assert_eq!(found[0], [1, 2, 3]);
        assert!(found.is_sorted());
    }
}
