//! Order in short lists.

/// Sorts by a key, keeping the order of equals.
///
/// The lists here have a handful of elements; the standard library's sort would be the largest
/// thing in the page.
pub fn sort_by_key<T>(list: &mut [T], key: impl Fn(&T) -> usize) {
    for end in 1..list.len() {
        let mut place = end;
        while let Some(before) = place.checked_sub(1) {
            let is_ordered = match (list.get(before), list.get(place)) {
                (Some(x), Some(y)) => key(x) <= key(y),
                _ => true,
            };
            if is_ordered {
                break;
            }
            list.swap(before, place);
            place = before;
        }
    }
}

/// Adds an element that the list does not have yet.
pub(crate) fn push_new<T: PartialEq>(list: &mut alloc::vec::Vec<T>, element: T) {
    if !list.contains(&element) {
        list.push(element);
    }
}

#[cfg(test)]
mod tests {
    use super::sort_by_key;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn sorting_is_stable() {
        let mut list = [(3, 'a'), (1, 'b'), (3, 'c'), (2, 'd'), (1, 'e')];
        sort_by_key(&mut list, |(key, _)| *key);
        assert_eq!(list, [(1, 'b'), (1, 'e'), (2, 'd'), (3, 'a'), (3, 'c')]);
        sort_by_key(&mut [0; 0], |key| *key);
    }
}
