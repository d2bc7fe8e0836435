//! Pieces of sentences.

/// Ascending numbers as ranges: `0 to 7, 9`.
pub(super) fn ranges(numbers: &[usize]) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => ranges.push((*number, *number)),
        }
    }
    let text = |(first, last): &(usize, usize)| match last - first {
        0 => first.to_string(),
        1 => [&*first.to_string(), ", ", &last.to_string()].concat(),
        _ => [&*first.to_string(), " to ", &last.to_string()].concat(),
    };
    ranges.iter().map(text).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn neighbors_are_a_range() {
        assert_eq!(ranges(&[0, 1, 2, 5, 8, 9]), "0 to 2, 5, 8, 9");
        assert_eq!(ranges(&[]), "");
    }
}
