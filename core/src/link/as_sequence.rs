//! Links to an instruction as a sequence.
//!
//! They are written without a sequence, so code with instructions alone needs none.

use alloc::string::String;
use alloc::vec::Vec;

use super::code::encode;
use super::sequence::link_of;
use super::{State, WITH};
use crate::explore::sequence::plain_statement;

/// The link to an instruction as a sequence that is compared with itself, to go on from.
///
/// ```
/// use ptxfp::link::{parse, sequence_of};
///
/// let state = parse("v1/add.f32@sm_90?a=0x3f800000&b=0x40000000").sound().unwrap();
/// assert_eq!(
///     sequence_of(&state),
///     "v1/sequence@sm_90?code=add.f32~d,a,b&a=0x3f800000&b=0x40000000&with=add.f32~d,a,b"
/// );
/// ```
#[must_use]
pub fn sequence_of(state: &State) -> String {
    beside(state, &encode(&plain_statement(&state.instruction)))
}

/// The link to an instruction beside another code, which may begin with its place.
pub(super) fn beside(state: &State, other: &str) -> String {
    let mut pairs = String::new();
    for (name, value) in operands_of(state) {
        pairs.extend(["&", &*name, "=", &value]);
    }
    let code = encode(&plain_statement(&state.instruction));
    [&link_of(&code, &pairs, &state.context), "&", WITH, "=", other].concat()
}

/// The operands as registers, and their bits as a link has them.
fn operands_of(state: &State) -> Vec<(String, String)> {
    let bare = State::new(state.instruction, state.context, state.registers.clone());
    let link = bare.to_fragment();
    let pairs = link.split(['?', '&']).skip(1).filter_map(|pair| pair.split_once('='));
    let sources = state.instruction.form.sources().len();
    pairs.take(sources).map(|(name, value)| (name.replace('-', "_"), value.into())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{Context, LATEST_ISA, TARGETS, forms, instructions_of};
    use crate::link::parse_sequence;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn every_form_is_read_as_a_sequence() {
        for instruction in forms().filter_map(|form| instructions_of(form).next()) {
            let mut contexts = TARGETS.iter().map(|target| Context { isa: LATEST_ISA, target });
            let Some(context) = contexts.find(|it| instruction.is_available(it)) else { continue };
            let registers = alloc::vec![0; instruction.form.sources().len()];
            let link = sequence_of(&State::new(instruction, context, registers));
            let parsed = parse_sequence(&link).expect("a sequence");
            assert_eq!(parsed.problems, [], "{link}");
            assert_eq!(parsed.state.to_fragment(), link);
        }
    }
}
