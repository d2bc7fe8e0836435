//! `i/index.html`: every opcode and every modifier.

use ptxfp::catalog::{Form, Group, LATEST_ISA, Modifier, forms, forms_of, opcodes};
use ptxfp::internals::quote::code;

use crate::data::{CATALOG, CATALOG_SCHEMA, VECTORS, VECTORS_SCHEMA};
use crate::markup::Markup;
use crate::shell::{About, page as shell};
use crate::site::{COMPANIONS_LEAD, File, Site, folder};
use crate::table::{Cell, table};
use crate::words::{count, summary};

/// The page.
pub(crate) fn page(site: &Site) -> File {
    let forms = count(forms().count(), "form", "forms");
    let about = About {
        folder: "i/",
        title: "PTX floating-point instructions: forms, special operands, error bounds",
        description: &format!(
            "{} and {forms} of the PTX ISA {LATEST_ISA}: versions and targets, documented \
             special operands, error bounds, and examples to run in the browser.",
            count(opcodes().count(), "opcode", "opcodes")
        ),
        opcode: None,
    };
    let content = shell(site, &about, |markup| {
        markup.leaf("h1", "headline", "PTX floating-point instructions");
        markup.open_class("p", "lead").text(&format!(
            "What each opcode computes, its forms with the versions and targets that they need, and \
             the documented special operands and error bounds: {forms} of PTX ISA {LATEST_ISA}. \
             Links open the playground, which runs in the browser."
        ));
        markup.close();
        markup.leaf("h2", "", "Opcodes");
        table(
            markup,
            "opcode-table",
            "Opcodes and what they compute",
            OPCODES,
            opcodes().map(opcode),
        );
        markup.leaf("h2", "", "Modifiers");
        table(markup, "", "Modifiers and what they do", MODIFIERS, modifiers().map(modifier));
        markup
            .leaf("h2", "", "Around floating-point code")
            .open("p")
            .text(COMPANIONS_LEAD)
            .text(" ");
        markup.open("a").attribute("href", "companions/").text("Companion instructions").close();
        markup.text(".").close();
        markup.leaf("h2", "", "What GPUs return").open("p");
        markup.text("For approximate instructions, the ISA doesn’t fix the bits. ");
        markup.open("a").attribute("href", "evidence/").text("The evidence").close();
        markup.text(" shows what GPUs return for some of them.").close();
        machines(markup);
    });
    File::new("i/index.html", content)
}

const OPCODES: [&str; 3] = ["opcode", "computes", "forms"];
const MODIFIERS: [&str; 3] = ["modifier", "meaning", "with"];

fn opcode(opcode: &'static str) -> Vec<Cell> {
    let link = Cell::link(code(opcode), ["../", &folder(opcode)].concat());
    vec![link, summary(opcode).into(), forms_of(opcode).count().to_string().into()]
}

/// Every modifier other than types, by group.
fn modifiers() -> impl Iterator<Item = Modifier> {
    let plain = || Modifier::all().filter(|each| each.group() != Group::Type);
    Group::ALL.into_iter().flat_map(move |group| plain().filter(move |each| each.group() == group))
}

fn modifier(modifier: Modifier) -> Vec<Cell> {
    let has = |form: &Form| form.choices().any(|choice| choice.modifier == modifier);
    let with: Vec<_> = opcodes().filter(|opcode| forms_of(opcode).any(has)).map(code).collect();
    vec![code(modifier.spelling()).into(), modifier.meaning().into(), with.join(" ").into()]
}

/// Writes the list of files for programs.
fn machines(markup: &mut Markup) {
    markup.leaf("h2", "", "For programs").open("p");
    markup.text("All of this is in ").open("a").attribute("href", &["../", CATALOG].concat());
    markup.text(CATALOG).close().text(", whose ").open("a");
    markup.attribute("href", &["../", CATALOG_SCHEMA].concat()).text("schema").close();
    markup.rich(" describes every field; `ptxfp list --json` writes it too. ");
    markup.open("a").attribute("href", &["../", VECTORS].concat()).text("Test vectors").close();
    markup.text(" have operands and results of every form (").open("a");
    markup.attribute("href", &["../", VECTORS_SCHEMA].concat()).text("schema").close();
    markup.rich("); `ptxfp vectors` writes them, and more. ");
    markup.open("a").attribute("href", "../llms.txt").text("llms.txt").close();
    markup.text(" describes how to build links.").close();
}
