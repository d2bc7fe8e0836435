//! `i/fma/index.html`: an opcode.

use ptxfp::catalog::{Form, Group, Modifier, forms_of, instructions_of, opcodes};
use ptxfp::internals::quote::code;
use ptxfp_view::support::of_opcode;
use ptxfp_view::taught;

use crate::listed::{Listed, listed};
use crate::markup::Markup;
use crate::parts::{EACH, FORMS, LESSONS, MODIFIERS, Part, heading};
use crate::shell::{About, page as shell, root};
use crate::site::{File, Site, folder, title};
use crate::table::{Cell, table};
use crate::words::{count, summary, types};
use crate::{form, lesson, play};

/// The page of an opcode.
pub(crate) fn page(site: &Site, opcode: &'static str) -> File {
    let folder = folder(opcode);
    let (title, description) = (title(opcode), description(opcode));
    let about =
        About { folder: &folder, title: &title, description: &description, opcode: Some(opcode) };
    let content = shell(site, &about, |markup| content(markup, opcode, &root(&folder)));
    File::new([&folder, "index.html"].concat(), content)
}

fn description(opcode: &str) -> String {
    let forms = count(forms_of(opcode).count(), "form", "forms");
    format!(
        "{opcode}: {} {forms} with versions and targets, documented special operands and \
         error bounds, and examples to run in the browser.",
        summary(opcode)
    )
}

fn content(markup: &mut Markup, opcode: &'static str, root: &str) {
    markup.open_class("h1", "headline").open("code").text(opcode).close().close();
    markup.open_class("p", "lead").text(&summary(opcode)).close();
    let types: Vec<_> = types(opcode).into_iter().map(code).collect();
    markup.open_class("p", "note").rich(&format!("Types: {}.", types.join(", "))).close();
    if let Some(link) = play::first(opcode) {
        markup.open_class("p", "open").open_class("a", "button primary");
        markup.attribute("href", &[root, "#", &link].concat());
        markup.rich(&format!("Try {} in the playground", code(&play::spelling(&link))));
        markup.close().close();
    }
    learn(markup, opcode, root);
    let all = listed(opcode);
    contents(markup, opcode);
    heading(markup, FORMS);
    overview(markup, opcode, &all);
    modifiers(markup, opcode);
    lesson::section(markup, opcode, root);
    heading(markup, EACH);
    markup.open_class("p", "note about").rich(
        "Special operands are documented for one lane and depend on the modifiers named beside them. \
         `sub` is the smallest subnormal number, `min` the smallest normal one (for an integer, the \
         least), `max` the largest finite one, `nan` a quiet NaN, `snan` a signaling one; each \
         result opens the playground.",
    );
    markup.close();
    for each in &all {
        form::section(markup, each, &all, root);
    }
    neighbors(markup, opcode);
}

/// Links to the pages of the course that teach what its forms do.
fn learn(markup: &mut Markup, opcode: &str, root: &str) {
    let mut pages = Vec::new();
    for page in forms_of(opcode).filter_map(taught::form) {
        if !pages.contains(&page) {
            pages.push(page);
        }
    }
    markup.open_class("p", "note").text("Learn: ");
    for (index, page) in pages.iter().enumerate() {
        let (chapter, slug) = page.address.rsplit_once('/').unwrap_or_default();
        let chapter = chapter.trim_start_matches('#');
        markup.text(if index == 0 { "" } else { " · " }).open("a");
        markup.attribute("href", &[root, chapter, "/#", slug].concat()).text(page.title).close();
    }
    markup.close();
}

/// Links to the parts of the page, which is long.
fn contents(markup: &mut Markup, opcode: &str) {
    let is_there = |part: &Part| match *part {
        MODIFIERS => modifiers_of(opcode).next().is_some(),
        LESSONS => lesson::about(opcode).next().is_some(),
        _ => true,
    };
    markup.open_class("nav", "contents").attribute("aria-label", "on this page");
    for (id, title) in [FORMS, MODIFIERS, LESSONS, EACH].into_iter().filter(is_there) {
        markup.open("a").attribute("href", &["#", id].concat()).text(title).close();
    }
    markup.close();
}

/// The forms, and the generations of GPUs that have them.
fn overview(markup: &mut Markup, opcode: &str, all: &[Listed]) {
    let rows = all.iter().map(|Listed { form, id, .. }| {
        let example = instructions_of(form).next().map(|each| code(&each.to_string()));
        let syntax = Cell::link(code(&form.syntax()), format!("#{id}"));
        let status = String::from(form.status.name());
        vec![syntax, example.unwrap_or_default().into(), status.into()]
    });
    let caption = count(all.len(), "form", "forms");
    table(markup, "form-table", &caption, ["form", "example", "status"], rows);
    support(markup, opcode);
}

/// The generations of GPUs that have the forms, as the page's tab *Requirements* draws them.
fn support(markup: &mut Markup, opcode: &str) {
    let view = of_opcode(opcode);
    let caption = "First PTX version on each generation of GPUs; each form below has its targets";
    markup.open_class("table", "support").leaf("caption", "", caption);
    markup.open("thead").open("tr").open("th").attribute("scope", "col").text("form").close();
    for (generation, targets) in &view.generations {
        markup.open("th").attribute("scope", "col").text(generation).text(" ");
        markup.leaf("span", "support-only", targets).close();
    }
    markup.close().close().open("tbody");
    for row in &view.rows {
        markup.open("tr").open("th").attribute("scope", "row");
        for name in &row.names {
            markup.open("code").text(name).close();
        }
        markup.close();
        for cell in &row.cells {
            markup.open_class("td", &["support-cell ", cell.look].concat());
            markup.attribute("data-generation", cell.generation).text(&cell.versions);
            if !cell.only.is_empty() {
                markup.text(" ").leaf("span", "support-only", &cell.only);
            }
            markup.close();
        }
        markup.close();
    }
    markup.close().close();
}

/// The modifiers of an opcode, without types.
fn modifiers_of(opcode: &str) -> impl Iterator<Item = Modifier> {
    let is_used = move |modifier: &Modifier| {
        let is_it = |form: &Form| form.choices().any(|choice| choice.modifier == *modifier);
        modifier.group() != Group::Type && forms_of(opcode).any(is_it)
    };
    Modifier::all().filter(is_used)
}

fn modifiers(markup: &mut Markup, opcode: &str) {
    let rows = modifiers_of(opcode)
        .map(|each| vec![Cell::from(code(each.spelling())), each.meaning().into()])
        .collect::<Vec<_>>();
    if rows.is_empty() {
        return;
    }
    heading(markup, MODIFIERS);
    let caption = format!("Modifiers of {}", code(opcode));
    table(markup, "", &caption, ["modifier", "meaning"], rows);
}

/// The previous and the next opcode.
fn neighbors(markup: &mut Markup, opcode: &str) {
    let all: Vec<_> = opcodes().collect();
    let place = all.iter().position(|each| *each == opcode).unwrap_or(0);
    let before = place.checked_sub(1).and_then(|place| all.get(place));
    markup.open_class("nav", "neighbors").attribute("aria-label", "previous and next");
    for (other, rel, arrow) in [(before, "prev", "←"), (all.get(place + 1), "next", "→")] {
        let Some(other) = other else { continue };
        markup.open("a").attribute("rel", rel).attribute("href", &format!("../{other}/"));
        markup.leaf("span", "muted", arrow).text(" ").open("code").text(other).close().close();
    }
    markup.close();
}
