//! `docs/differences.md`: where the ISA's text and NVIDIA's assembler differ.

use std::fmt::Write as _;

use ptxfp::catalog::{
    Context, EMITTED, Emitted, Form, LATEST_ISA, Modifier, Status, TARGETS, forms,
};
use ptxfp::eval::Prepared;
use ptxfp::quote::{code, sentence};
use ptxfp::source::{Document, PTXAS, Source};
use ptxfp::syntax::check;

use crate::text::{requires, section, table};

pub(crate) fn text() -> String {
    let isa = Document::PtxIsa.name();
    let repeatable: Vec<_> = Modifier::all()
        .filter(|each| each.is_repeatable())
        .map(|each| code(each.spelling()))
        .collect();
    let first: Vec<_> =
        Modifier::all().filter(|each| each.is_first()).map(|each| code(each.spelling())).collect();
    let mut text = format!(
        "# Differences between ISA and assembler\n\n\
         What {isa} says, and what {PTXAS} was seen to do where that differs.\n\
         Observations are no promises: another release may behave otherwise.\n\
         The playground and `ptxfp check` answer *documented*, *undocumented* or *rejected* by these rows.\n\n\
         ## In general\n\n\
         - Modifiers may stand in any order, the types among themselves excepted; the ISA gives one order.\n\
         - {} may stand twice; any other modifier may not. The ISA does not speak of repetition.\n\
         - {} stands right behind the opcode only. The ISA gives it that place, like any other.\n\
         - An approximate f32 function of constants is folded. Most results are the correctly rounded ones; a few are \
         1 ulp off, as if rounded to f64 first, and `div.approx` often is. tanh and f64 are not folded. \
         Hardware may return another permitted value, so an observation of the assembler says nothing about it.\n\n",
        repeatable.join(", "),
        first.join(", ")
    );
    let note = |form: &Form| match form.status {
        Status::Undocumented { note, .. } | Status::Refused { note } => note,
        Status::Documented => form.tolerated.map_or("", |other| other.note),
    };
    let row = |form: &'static Form| {
        let place = match form.tolerated {
            Some(other) if form.is_documented() => requires(other.requires),
            Some(_) | None => requires(form.requires),
        };
        vec![code(&form.syntax()), sentence(note(form)), place, sourced(&form.source)]
    };
    let head = ["form", "what was seen", "where", "source"];
    let mut part = |title: &str, about: &str, is_in: &dyn Fn(&Form) -> bool| {
        let rows = forms().filter(|form| is_in(form)).map(row);
        let _ = write!(text, "## {title}\n\n{about}\n\n{}", table(&head, rows));
    };
    part(
        "Undocumented",
        "The assembler takes these forms, and the ISA does not list them. Where their meaning is plain they are evaluated; where the emitted code does something else, the result is unspecified.",
        &|form| matches!(form.status, Status::Undocumented { .. }),
    );
    part(
        "Refused",
        "The ISA lists these forms, and the assembler rejects them: no program can use them.",
        &|form| matches!(form.status, Status::Refused { .. }),
    );
    part(
        "Earlier than documented",
        "The assembler takes these documented forms for versions and targets that the ISA's notes leave out.",
        &|form| form.is_documented() && form.tolerated.is_some(),
    );
    text += &emitted_code();
    text.truncate(text.trim_end().len());
    text + "\n"
}

/// Where emitted code and text differ.
fn emitted_code() -> String {
    let head = ["instruction", "operand", "by the text", "emitted", "what was seen"];
    format!(
        "## Emitted code\n\n\
         The assembler takes these documented instructions, and emits code that returns something else than the text says, here for one operand. \
         The playground answers with the text's result.\n\n{}",
        table(&head, EMITTED.iter().map(emitted))
    )
}

/// An instruction whose emitted code returns something else, with the result by the text.
fn emitted(each: &Emitted) -> Vec<String> {
    let context = Context { isa: LATEST_ISA, target: &TARGETS[TARGETS.len() - 1] };
    let found = check(each.spelling, &context).instruction.expect("a documented instruction");
    let prepared = Prepared::new(&found, &context);
    let result = prepared.evaluate(&[each.operand]);
    let hex = |bits: u64, width: u8| format!("`0x{bits:0w$x}`", w = usize::from(width / 4));
    let [from, to] = [prepared.source(0), prepared.destination()].map(|it| it.register_width());
    let by_text =
        if prepared.lane_op().result.is_nan(result.lanes()[0].bits) && found.form.opcode == "cvt" {
            "a NaN".to_owned()
        } else {
            hex(result.destination, to)
        };
    let (operand, emitted) = (hex(each.operand, from), hex(each.result, to));
    vec![code(each.spelling), operand, by_text, emitted, sentence(each.note)]
}

fn sourced(source: &Source) -> String {
    section(source)
}
