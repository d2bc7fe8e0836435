//! Words about the catalog.

use ptxfp::catalog::{Form, Operation, Type, forms_of};

/// Describes the operation of an opcode in sentences: that of most of its forms first.
pub(crate) fn summary(opcode: &str) -> String {
    let mut operations: Vec<(Operation, usize)> = Vec::new();
    for form in forms_of(opcode) {
        match operations.iter_mut().find(|(operation, _)| *operation == form.operation) {
            Some((_, count)) => *count += 1,
            None => operations.push((form.operation, 1)),
        }
    }
    operations.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let sentences: Vec<_> = operations.iter().map(|(each, _)| each.sentence()).collect();
    sentences.join(" ")
}

/// The types that the forms of an opcode spell, in the order of the catalog.
pub(crate) fn types(opcode: &str) -> Vec<&'static str> {
    let is_spelled = |kind: &Type| {
        let slots = forms_of(opcode).flat_map(Form::type_slots);
        slots
            .flat_map(|slot| slot.choices)
            .any(|choice| choice.modifier.spelling() == kind.spelling())
    };
    Type::SPELLED.into_iter().filter(is_spelled).map(Type::spelling).collect()
}

/// A number of things.
pub(crate) fn count(number: usize, one: &str, more: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}

#[cfg(test)]
mod tests {
    use super::{summary, types};

    #[test]
    fn an_opcode_is_described_by_what_most_of_its_forms_do() {
        assert_eq!(summary("neg"), "A number with the opposite sign.");
        assert!(summary("mad").starts_with("The product"));
        assert!(summary("mad").ends_with("before the sum."));
        assert_eq!(types("copysign"), [".f32", ".f64"]);
    }
}
