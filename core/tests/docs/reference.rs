//! `docs/reference.md`: every form.

use std::fmt::Write as _;

use ptxfp::catalog::{Form, Group, Modifier, forms, forms_of, instructions_of, opcodes};
use ptxfp::eval::Grounds;
use ptxfp::internals::present::form::{Special, notes, slots, special, when};
use ptxfp::internals::quote::code;
use ptxfp::source::{observation, reading};

use crate::text::{requires, section, table};

pub(crate) fn text() -> String {
    let instructions = forms().flat_map(instructions_of).count();
    let mut text = format!(
        "# Reference\n\n\
         {} forms with {instructions} instructions, by opcode.\n\
         A form is a syntax line in the notation of the ISA: parts in braces are optional.\n\
         The page has the same reference with a search; `ptxfp list QUERY` searches on the command line.\n\
         The tables list special operands of a lane, as operand text, with the modifiers that the result depends on.\n\
         `ptxfp corners` shows them for an instruction, with their sources.\n\
         See also the [differences](differences.md) between ISA and assembler, and the [formats](formats.md).\n\n",
        forms().count()
    );
    text +=
        &opcodes().map(|opcode| format!("[{opcode}](#{opcode})")).collect::<Vec<_>>().join(" · ");
    text += "\n\n## Modifiers\n\n";
    let modifiers = || Modifier::all().filter(|each| each.group() != Group::Type);
    let rows = Group::ALL.into_iter().flat_map(|group| {
        let members = modifiers().filter(move |each| each.group() == group);
        members
            .map(move |each| vec![code(each.spelling()), group.label().to_owned(), each.meaning()])
    });
    text += &table(&["modifier", "group", "effect"], rows);
    text += &readings();
    for opcode in opcodes() {
        let _ = write!(text, "## {opcode}\n\n");
        forms_of(opcode).for_each(|each| text += &form(each));
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

/// The readings of the text, and the observations.
fn readings() -> String {
    let mut text = String::from(
        "## Readings\n\n\
         Where the text is silent or ambiguous, this project chooses one reading, and marks each result that \
         another reading would change.\n\n",
    );
    for reading in reading::ALL {
        let _ = write!(
            text,
            "### {}\n\n- {}; {}\n- chosen reading: {}\n",
            reading.id,
            section(&reading.source),
            reading.question,
            reading.taken
        );
        for other in reading.alternatives {
            let _ = writeln!(text, "- alternative: {other}");
        }
        let evidence: Vec<_> = reading.evidence.iter().map(|each| each.id).collect();
        let evidence = if evidence.is_empty() { "none".into() } else { evidence.join(", ") };
        let _ = write!(text, "- evidence for the choice: {evidence}\n\n");
    }
    text += "## Observations\n\nThe origins of NaN bits that the ISA leaves open. None is a promise, and this project measured none of them. [evidence.md](evidence.md) has the evidence for each.\n\n";
    let rows = observation::ALL.iter().map(|each| {
        vec![each.id.into(), each.kind.name().into(), each.words.into(), each.origin.into()]
    });
    text + &table(&["name", "kind", "bits", "origin"], rows)
}

/// Returns the grounds of the results of a form, beside the text.
fn grounds(form: &'static Form) -> String {
    let mut text = String::new();
    let Grounds { readings, observations } = Grounds::of(form);
    if !readings.is_empty() {
        let links = readings.iter().map(|it| format!("[{0}](#{0})", it.id));
        let _ = writeln!(text, "- readings: {}", links.collect::<Vec<_>>().join(", "));
    }
    if !observations.is_empty() {
        let ids: Vec<_> = observations.iter().map(|it| it.id).collect();
        let _ = writeln!(text, "- bits of open NaNs: {}", ids.join(", "));
    }
    text
}

fn form(form: &'static Form) -> String {
    let mut text = format!("### {}\n\n", code(&form.syntax()));
    let _ = writeln!(
        text,
        "- {}; {}; {}",
        form.status.name(),
        requires(form.requires),
        section(&form.source)
    );
    if let Some(instruction) = instructions_of(form).next() {
        let _ = writeln!(
            text,
            "- for example {}: {}",
            code(&instruction.to_string()),
            code(&instruction.formula())
        );
    }
    for slot in slots(form) {
        let _ = writeln!(text, "- {}", slot.words());
    }
    for note in notes(form) {
        let _ = writeln!(text, "- {}", note.text);
    }
    text += &grounds(form);
    match special(form) {
        Special::Nothing => text += "- no special operands are documented\n\n",
        Special::As(earlier) => {
            let _ = writeln!(text, "- special operands as for {}\n", code(&earlier.syntax()));
        }
        Special::Table { columns, cases } => {
            let head: Vec<_> = ["with"].into_iter().chain(columns).collect();
            let rows = cases.iter().map(|corner| {
                let cells = corner.operands.iter().chain([&corner.result]).map(|text| code(text));
                [when(corner)].into_iter().chain(cells).collect()
            });
            let _ = write!(text, "\n{}", table(&head, rows));
        }
    }
    text
}
