//! An instruction that a text names without being a statement of it.

use ptxfp::catalog::{Context, nearest_context, spelled};
use ptxfp::internals::quote::code;
use ptxfp::link::State;
use ptxfp::syntax::{check, operand_values};

use super::{ReadingView, ReplyView, Target, ask, in_reference};
use crate::message::sentence;

/// The answer: what the instruction computes, the meaning of each modifier, and a statement to try, on the
/// nearest version and target that have it; `None` if the text is a statement of it.
pub(super) fn reply(text: &str, spelling: &str, context: &Context) -> Option<ReplyView> {
    if check(text, context).instruction.is_some() {
        return None;
    }
    // Some old forms share their spelling with later ones.
    let here = check(spelling, context).instruction;
    let instruction = here.or_else(|| spelled(spelling).into_iter().next())?;
    let meaning = |modifier: &str, gloss: &str| [&*code(modifier), ": ", gloss].concat();
    let meanings = instruction.modifiers().map(|it| meaning(it.spelling(), &it.gloss()));
    let meanings = meanings.collect::<Vec<_>>().join("; ");
    let formula = sentence(&code(&instruction.formula()));
    let place = nearest_context(&instruction.requires(), context)?;
    let state = State::example_of(instruction, place);
    let values = operand_values(&instruction, &state.registers);
    let mut example = ask("Try", &[spelling, " ", &values].concat());
    if place != *context {
        example.note = ["on ", place.target.name, ", PTX ISA ", &place.isa.to_string()].concat();
        example.target = Target::Address(["#", &*state.to_fragment()].concat());
    }
    Some(ReplyView {
        reading: ReadingView {
            what: ["Read as the instruction ", &*code(spelling)].concat(),
            notes: Vec::new(),
        },
        sentence: [&*formula, " ", &*sentence(&meanings)].concat(),
        hits: vec![example, in_reference(spelling)],
        ..ReplyView::default()
    })
}

#[cfg(test)]
mod tests {
    use ptxfp::catalog::{self, Context, LATEST_ISA, forms, instructions_of, nearest_context};
    use ptxfp::syntax::read;

    use super::reply;
    use crate::reply::{HitView, Target};

    #[test]
    fn an_instruction_is_described_and_can_be_tried() {
        let context = Context { isa: LATEST_ISA, target: catalog::Target::parse("sm_90").unwrap() };
        let said = |text, spelling| {
            let view = reply(text, spelling, &context)?;
            Some((view.sentence, view.hits[0].title.clone()))
        };
        assert_eq!(
            said("what does fma.rn.relu.bf16 do", "fma.rn.relu.bf16"),
            Some((
                String::from(
                    "`d = a × b + c`. `.rn`: to nearest, ties to even; `.relu`: negative becomes +0; `.bf16`: 8-bit exponent, 8-bit precision."
                ),
                String::from("`fma.rn.relu.bf16 0.1, 0.30078125, 0.2`"),
            ))
        );
        assert_eq!(said("add.f32 %f3, %f1, %f2;", "add.f32"), None);
        let late = "cvt.rs.satfinite.e4m3x4.f32";
        let example = reply("what does it do", late, &context).unwrap().hits.remove(0);
        assert_eq!(example.note, "on sm_100a, PTX ISA 9.5");
        let Target::Address(address) = example.target else { panic!("{example:?}") };
        assert!(address.starts_with("#v1/cvt.rs.satfinite.e4m3x4.f32@sm_100a?"), "{address}");
    }
    /// With random bits, scale factors and integers, too.
    #[test]
    fn what_is_to_try_has_a_value_for_each_operand() {
        let home = Context { isa: LATEST_ISA, target: catalog::Target::parse("sm_90").unwrap() };
        for form in forms().filter(|form| form.is_assembled()) {
            let Some(instruction) = instructions_of(form).last() else { continue };
            let Some(context) = nearest_context(&instruction.requires(), &home) else { continue };
            let spelling = instruction.to_string();
            let Some(view) = reply("what does it do", &spelling, &context) else {
                panic!("{spelling}")
            };
            let text = view.hits.first().map(HitView::text).unwrap();
            let is_whole =
                read(text, &context).is_ok_and(|(_, all)| all.iter().all(Option::is_some));
            assert!(is_whole, "{text}");
        }
    }
}
