//! An instruction that a text names without being a statement of it.

use ptxfp::catalog::{Context, spelled};
use ptxfp::internals::quote::code;
use ptxfp::syntax::{check, operand_list};

use super::{HitView, ReadingView, ReplyView, Target, ask};
use crate::message::sentence;

/// Values of floating-point operands, to try the instruction with.
const VALUES: [&str; 4] = ["0.1", "0.2", "0.3", "0.4"];

/// The answer: what the instruction computes, the meaning of each modifier, and a statement to try;
/// `None` if the text is a statement of it.
pub(super) fn reply(text: &str, spelling: &str, context: &Context) -> Option<ReplyView> {
    if check(text, context).instruction.is_some() {
        return None;
    }
    let instruction = spelled(spelling).into_iter().next()?;
    let meaning = |modifier: &str, gloss: &str| [&*code(modifier), ": ", gloss].concat();
    let meanings = instruction.modifiers().map(|it| meaning(it.spelling(), &it.gloss()));
    let meanings = meanings.collect::<Vec<_>>().join("; ");
    let formula = sentence(&code(&instruction.formula()));
    let sources = instruction.form.sources();
    let values = operand_list(&instruction, |index| {
        let kind = sources.get(index).map(|operand| instruction.operand_type(operand));
        let is_integer = kind.is_some_and(|kind| kind.format().float().is_none());
        String::from(if is_integer { "1" } else { VALUES.get(index).copied().unwrap_or("0.1") })
    });
    let address = ["#reference?q=", spelling].concat();
    let form = HitView {
        kind: String::from("Form"),
        title: code(spelling),
        note: String::from("in the reference"),
        target: Target::Address(address),
        completes: false,
    };
    Some(ReplyView {
        reading: ReadingView {
            what: ["Read as the instruction ", &*code(spelling)].concat(),
            notes: Vec::new(),
        },
        sentence: [&*formula, " ", &*sentence(&meanings)].concat(),
        hits: vec![ask("Try", &[spelling, " ", &values].concat()), form],
        ..ReplyView::default()
    })
}

#[cfg(test)]
mod tests {
    use ptxfp::catalog::{Context, LATEST_ISA, Target};

    use super::reply;

    #[test]
    fn an_instruction_is_described_and_can_be_tried() {
        let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
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
                String::from("`fma.rn.relu.bf16 0.1, 0.2, 0.3`"),
            ))
        );
        assert_eq!(said("add.f32 %f3, %f1, %f2;", "add.f32"), None);
    }
}
