//! `i/companions/index.html`: the companion instructions.

use ptxfp::internals::companion::{Form, ROWS, forms_of, opcodes};
use ptxfp::internals::quote::code;
use ptxfp::link::CompanionState;

use crate::markup::Markup;
use crate::shell::{About, page as shell, root};
use crate::site::{COMPANIONS as FOLDER, COMPANIONS_LEAD, File, Site};
use crate::table::{Cell, table};
use crate::words::count;

/// The title of the page.
const TITLE: &str = "PTX instructions around floating-point code: integers, bits, predicates";
const OPCODES: [&str; 3] = ["opcode", "computes", "forms"];

/// The page.
pub(crate) fn page(site: &Site) -> File {
    let about = About {
        folder: FOLDER,
        title: TITLE,
        description: "setp, selp, prmt, lop3, shf, bfe and others: syntax lines, what each computes \
                      and needs, and examples to run in the browser.",
        opcode: Some("companions"),
    };
    let root = root(FOLDER);
    let content = shell(site, &about, |markup| {
        markup.leaf("h1", "headline", TITLE);
        markup.leaf("p", "lead", COMPANIONS_LEAD);
        let rows = opcodes().into_iter().map(|opcode| {
            let words = forms_of(opcode).next().map(Form::words).unwrap_or_default();
            let forms = forms_of(opcode).count().to_string();
            vec![Cell::link(code(opcode), format!("#{opcode}")), words.into(), forms.into()]
        });
        let caption = count(ROWS.len(), "form", "forms");
        table(markup, "opcode-table", &caption, OPCODES, rows);
        for opcode in opcodes() {
            section(markup, opcode, &root);
        }
    });
    File::new([FOLDER, "index.html"].concat(), content)
}

/// The forms of an opcode and their modifiers.
fn section(markup: &mut Markup, opcode: &str, root: &str) {
    markup.open("h2").attribute("id", opcode).open("code").text(opcode).close().close();
    let mut said = Vec::new();
    for form in forms_of(opcode) {
        let words = form.words();
        if !said.contains(&words) {
            markup.open("p").rich(&words).close();
            said.push(words);
        }
    }
    let caption = format!("Forms of {}", code(opcode));
    let rows = forms_of(opcode).map(|form| row(form, root));
    table(markup, "form-table", &caption, ["form", "types", "example", "needs", "section"], rows);
    let modifiers = modifiers(opcode);
    if !modifiers.is_empty() {
        let caption = format!("Modifiers of {}", code(opcode));
        table(markup, "", &caption, ["modifier", "meaning"], modifiers);
    }
}

fn row(form: &'static Form, root: &str) -> Vec<Cell> {
    let example = CompanionState::example(form).map(|state| {
        Cell::link(code(&state.instruction.to_string()), [root, "#", &state.to_fragment()].concat())
    });
    let source = form.source.to_string();
    vec![
        code(&form.syntax()).into(),
        form.type_choices().into(),
        example.unwrap_or_else(|| String::new().into()),
        form.requires.to_string().into(),
        match form.source.url() {
            Some(url) => Cell::link(source, url),
            None => source.into(),
        },
    ]
}

/// Each modifier of an opcode other than types, once for each meaning.
fn modifiers(opcode: &str) -> Vec<Vec<Cell>> {
    let mut all: Vec<(&str, &str)> = Vec::new();
    for slot in forms_of(opcode).flat_map(|form| form.slots).filter(|slot| !slot.is_type()) {
        for choice in slot.choices {
            let entry = (choice.modifier, slot.meaning(choice.modifier));
            if !all.contains(&entry) {
                all.push(entry);
            }
        }
    }
    let row =
        |(choice, meaning): (&str, &str)| vec![code(choice).into(), meaning.to_owned().into()];
    all.into_iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_companion_is_on_the_page() {
        let page = page(&Site { address: None, sheets: Vec::new() });
        for form in &ROWS {
            assert!(page.content.contains(&form.syntax()), "{}", form.syntax());
        }
        assert_eq!(page.content.matches("href=\"../../#v1/sequence@").count(), ROWS.len());
    }
}
