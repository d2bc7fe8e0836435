//! The answer at a glance: the size of its values, and its shortest wording.

use crate::playground::lanes::{NEIGHBORS, PERMITTED};
use crate::playground::result::{FactView, ResultLaneView};

/// The style class of a value by its length, to be appended to others: values of several lanes have
/// less room.
pub fn length_class(value: &str, is_alone: bool) -> &'static str {
    let (room, more) = if is_alone { (13, 18) } else { (11, 14) };
    match value.chars().count() {
        length if length <= room => "",
        length if length <= more => " long",
        _ => " longer",
    }
}

/// The values of all lanes, most significant first; braces hold those of several.
pub fn values(lanes: &[ResultLaneView]) -> String {
    let values: Vec<_> = lanes.iter().map(|lane| lane.value.as_str()).collect();
    let all = values.join(", ");
    if values.len() > 1 { ["{", &all, "}"].concat() } else { all }
}

/// The facts about a lane that its ruler does not show; a truth value has none.
pub fn facts(lane: &ResultLaneView) -> impl Iterator<Item = &FactView> {
    let line = lane.line.as_ref();
    let has_values = line.is_some_and(|line| line.marks.iter().any(|mark| !mark.value.is_empty()));
    let has_bound = line.is_some_and(|line| line.bound.is_some() && line.is_open == [false; 2]);
    let is_truth = lane.bits.nibbles.iter().map(|nibble| nibble.bits.len()).sum::<usize>() == 1;
    lane.facts.iter().filter(move |fact| match fact.term {
        _ if is_truth => false,
        NEIGHBORS => !has_values,
        PERMITTED => !has_bound,
        _ => true,
    })
}

/// The first sentence of several.
pub fn first_sentence(text: &str) -> &str {
    // A search for two characters would cost more code than this.
    let end = text.as_bytes().windows(2).position(|pair| pair == b". ");
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}

/// Returns the number of characters of a statement up to its operands, which should not break
/// across lines.
pub fn head_length(statement: &str) -> usize {
    statement.split(' ').next().map_or(0, str::len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_values_are_written_smaller() {
        for (value, alone, beside) in [
            ("0.30078125", "", ""),
            ("0.2998046875", "", " long"),
            ("0.00799560546875", " long", " longer"),
            ("-1.7976931348623157e308", " longer", " longer"),
        ] {
            assert_eq!((length_class(value, true), length_class(value, false)), (alone, beside));
        }
    }

    #[test]
    fn a_dot_before_a_modifier_ends_no_sentence() {
        assert_eq!(
            first_sentence("`add.f16` needs sm_53. `.rn` is fine."),
            "`add.f16` needs sm_53"
        );
        assert_eq!(first_sentence("To nearest."), "To nearest.");
    }

    #[test]
    fn the_head_of_a_statement_ends_at_its_operands() {
        assert_eq!(head_length("add.rn.bf16 0.1, 0.2"), "add.rn.bf16".len());
        assert_eq!(head_length(""), 0);
    }
}
