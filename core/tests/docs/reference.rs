//! `docs/reference.md`: every form.

use std::fmt::Write as _;

use ptxfp::catalog::{
    ANY, Form, Group, Modifier, Operand, Role, Status, forms, forms_of, instructions_of, opcodes,
};

use ptxfp::eval::Grounds;
use ptxfp::explore::corner::{Condition, Corner};
use ptxfp::internals::quote::{code, sentence};
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
    if let Status::Undocumented { note, .. } | Status::Refused { note } = form.status {
        let _ = writeln!(text, "- {}", sentence(note));
    }
    if let Some(other) = form.tolerated {
        let place = requires(other.requires);
        let _ =
            writeln!(text, "- {} The assembler's own condition: {place}.", sentence(other.note));
    }
    if let Some(instruction) = instructions_of(form).next() {
        let _ = writeln!(
            text,
            "- for example {}: {}",
            code(&instruction.to_string()),
            code(&instruction.formula())
        );
    }
    for slot in form.slots {
        if slot.choices.len() > 1 || slot.choices.iter().any(|choice| choice.requires != ANY) {
            let _ = writeln!(text, "- {}", slot.words());
        }
    }
    text += contraction(form);
    if !form.implied.is_empty() {
        let implied: Vec<_> = form.implied.iter().map(|each| code(each.spelling())).collect();
        let _ = writeln!(text, "- implied: {}", implied.join(", "));
    }
    let _ = writeln!(text, "- {}", form.accuracy_words());
    text += &grounds(form);
    let rows = corners(form);
    let same =
        forms_of(form.opcode).take_while(|earlier| !std::ptr::eq(*earlier, form)).find(|earlier| {
            earlier.sources().len() == form.sources().len() && corners(earlier) == rows
        });
    match same {
        _ if rows.is_empty() => text += "- no special operands are documented\n\n",
        Some(earlier) => {
            let _ = writeln!(text, "- special operands as for {}\n", code(&earlier.syntax()));
        }
        None => {
            let mut head = vec!["with"];
            head.extend(form.sources().iter().filter(|it| is_shown(it)).map(|it| it.name));
            head.push(form.destination().name);
            let _ = write!(text, "\n{}", table(&head, rows));
        }
    }
    text
}

/// A note if product and sum may be fused.
fn contraction(form: &Form) -> &'static str {
    if form.may_contract() {
        "- without a rounding modifier, `mul` and `add` or `sub` may be fused, which omits the \
         rounding of the product; `.rn` on either prevents this\n"
    } else {
        ""
    }
}

/// Whether an operand is one of lane 0, and holds numbers.
fn is_shown(operand: &Operand) -> bool {
    matches!(operand.role, Role::Lanes | Role::Lane(0)) || operand.role.is_scale()
}

/// The documented special cases.
fn corners(form: &'static Form) -> Vec<Vec<String>> {
    let row = |corner: Corner| {
        let when: Vec<_> = corner.when.iter().map(Condition::words).collect();
        let operands = corner.operands.iter().map(|operand| code(operand));
        [when.join(", ")].into_iter().chain(operands).chain([code(corner.result)]).collect()
    };
    form.special_cases().map(row).collect()
}
