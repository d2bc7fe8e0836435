//! `docs/differences.md`: where the ISA's text and NVIDIA's assembler differ.

use std::fmt::Write as _;

use ptxfp::catalog::{Form, Modifier, Status, forms};
use ptxfp::observation::{DIVERGENCES, DIVERGENCES_ORIGIN};
use ptxfp::quote::{code, sentence};
use ptxfp::source::{Document, PTXAS, Source};

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
         A GPU may return another permitted value, so an observation of the assembler says nothing about it.\n\n",
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
    text += &results();
    text.truncate(text.trim_end().len());
    text + "\n"
}

/// Results of the assembler that are not those of the text.
fn results() -> String {
    let rows = DIVERGENCES.iter().map(|each| {
        vec![code(each.statement), sentence(each.says), sentence(each.seen), sourced(&each.source)]
    });
    format!(
        "## Results\n\n\
         What the assembler makes of these operands is not what the text says, or folding and code differ. \
         The playground answers by the text. Seen with {DIVERGENCES_ORIGIN}.\n\n{}",
        table(&["statement", "the text", "what was seen", "source"], rows)
    )
}

fn sourced(source: &Source) -> String {
    section(source)
}
