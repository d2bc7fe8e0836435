//! `docs/reference.md`: every form.

use std::fmt::Write as _;

use ptxfp::catalog::{
    ANY, Form, Group, Modifier, Presence, Slot, Status, forms, forms_of, instructions_of, opcodes,
};

use ptxfp::corner::Corner;

use crate::text::{code, requires, section, sentence, table};

pub(crate) fn text() -> String {
    let instructions = forms().flat_map(instructions_of).count();
    let mut text = format!(
        "# Reference\n\n\
         {} forms with {instructions} instructions, by opcode.\n\
         A form is a syntax line in the notation of the ISA: what stands in braces may be left out.\n\
         The page has the same under *Reference*, with a search; `ptxfp list QUERY` searches on the command line.\n\
         Where assembler and ISA differ is in [differences.md](differences.md), the formats are in [formats.md](formats.md).\n\n",
        forms().count()
    );
    text +=
        &opcodes().map(|opcode| format!("[{opcode}](#{opcode})")).collect::<Vec<_>>().join(" · ");
    text += "\n\n## Modifiers\n\n";
    let modifiers = || Modifier::all().filter(|each| each.group() != Group::Type);
    let rows = Group::ALL.into_iter().flat_map(|group| {
        let members = modifiers().filter(move |each| each.group() == group);
        members.map(move |each| {
            vec![code(each.spelling()), group.label().to_owned(), each.meaning().to_owned()]
        })
    });
    text += &table(&["modifier", "about", "what it does"], rows);
    for opcode in opcodes() {
        let _ = write!(text, "## {opcode}\n\n");
        forms_of(opcode).for_each(|each| text += &form(each));
    }
    text.truncate(text.trim_end().len());
    text + "\n"
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
            let _ = writeln!(text, "- {}", choices(slot));
        }
    }
    if !form.implied.is_empty() {
        let implied: Vec<_> = form.implied.iter().map(|each| code(each.spelling())).collect();
        let _ = writeln!(text, "- in force without being spelled: {}", implied.join(", "));
    }
    match form.bound() {
        None => text += "- correctly rounded, or exact\n",
        Some(bound) if bound.ranges.is_empty() => text += "- approximate, without a bound\n",
        Some(bound) => {
            let words = bound.words().into_iter().map(|(over, error)| format!("{over}: {error}"));
            let _ = writeln!(text, "- largest error: {}", words.collect::<Vec<_>>().join("; "));
        }
    }
    text.push('\n');
    let corners: Vec<_> = form.special_cases().collect();
    if !corners.is_empty() {
        let mut head = vec!["with"];
        head.extend(form.sources().iter().map(|operand| operand.name));
        head.push(form.destination().name);
        text += &table(&head, corners.iter().map(corner));
    }
    text
}

fn corner(corner: &Corner) -> Vec<String> {
    let when = corner.when.map_or(String::new(), |modifier| code(modifier.spelling()));
    let operands = corner.operands.iter().map(|operand| code(operand));
    [when].into_iter().chain(operands).chain([code(corner.result)]).collect()
}

fn choices(slot: &Slot) -> String {
    let default = match slot.presence {
        Presence::Optional { default } => default,
        Presence::Required => None,
    };
    let choice = |choice: &ptxfp::catalog::Choice| {
        let mut text = code(choice.modifier.spelling());
        if default == Some(choice.modifier) {
            text += " (default)";
        }
        if choice.requires != ANY {
            let _ = write!(text, " ({})", requires(choice.requires));
        }
        text
    };
    let choices: Vec<_> = slot.choices.iter().map(choice).collect();
    let is_its_choice = slot.choices.len() == 1 && slot.name == slot.choices[0].modifier.spelling();
    if is_its_choice {
        choices.concat()
    } else {
        format!("{}: {}", code(slot.name), choices.join(", "))
    }
}
