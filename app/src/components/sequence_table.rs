//! What each statement of a sequence comes to.

use ptxfp::link::Verdict;

use super::fold::{fold, pressed};
use crate::browser::events::Happening;
use crate::markup::Markup;
use crate::sequence::{Edit, Screen};
use crate::view_model::sequence::{ReasonView, RecordView, ResultView, StatementView};

/// What is pressed opens or closes the reasons of a statement.
pub fn edit(happening: &Happening, _: &Screen) -> Option<Edit> {
    pressed(happening).map(Edit::Fold)
}

/// The statements in order.
pub fn table(markup: &mut Markup, screen: &Screen) {
    let statements = &screen.view.statements;
    markup.open_class("section", "sequence-band").attribute("aria-label", "results");
    markup.open_class("header", "band-head").open("h2").text("Statement by statement").close();
    markup.close();
    if let Some(linked) = &screen.view.linked {
        record(markup, linked);
    }
    if statements.is_empty() {
        markup.leaf("p", "note", "There is no statement yet.");
    }
    markup.open_class("ol", "sequence-steps");
    for each in statements {
        statement(markup, each);
    }
    markup.close().close();
}

/// Whether the results are those that the link recorded.
fn record(markup: &mut Markup, linked: &RecordView) {
    let class = match linked.verdict {
        Verdict::Reproduced => "legality documented",
        Verdict::Permitted => "legality undocumented",
        Verdict::Differs => "legality rejected",
    };
    markup.open_class("p", "linked").attribute("id", "sequence-linked");
    markup.leaf("span", class, linked.verdict.word());
    markup.text(" what the link recorded");
    for difference in &linked.differences {
        markup.text("; ").text(difference);
    }
    markup.close();
}

fn statement(markup: &mut Markup, statement: &StatementView) {
    let line = statement.line.to_string();
    markup.open("li").attribute("data-line", &line);
    markup.leaf("span", "sequence-line", &line);
    markup.leaf("code", "sequence-statement", &statement.text);
    markup.open_class("div", "sequence-results");
    for each in &statement.results {
        result(markup, each);
    }
    markup.close();
    if let Some(link) = &statement.link {
        markup.open_class("div", "sequence-why");
        why(markup, statement);
        markup.open("a").attribute("href", link).text("Open in the playground").close().close();
    }
    markup.close();
}

fn result(markup: &mut Markup, result: &ResultView) {
    let class = if result.is_output { "sequence-result output" } else { "sequence-result" };
    markup.open_class("div", class);
    markup.attributes(&[("data-result", &result.name), ("data-value", &result.hex)]);
    markup.open_class("span", "sequence-register").leaf("code", "sequence-name", &result.name);
    markup.text(" ").leaf("code", "muted", result.kind).close();
    markup.leaf("code", "lane-hex", &result.hex);
    markup.leaf("strong", "sequence-value", &result.values);
    markup.open_class("span", "sequence-signs");
    markup.leaf("span", &["legality ", result.standing.class].concat(), result.standing.words);
    if result.is_output {
        markup.leaf("span", "muted", "output");
    }
    markup.close().close();
}

/// What was rounded last, on demand.
fn why(markup: &mut Markup, statement: &StatementView) {
    fold(markup, &statement.key, statement.reasons.is_some()).text("Why").close();
    for each in statement.reasons.iter().flatten() {
        reason(markup, each);
    }
    markup.close();
}

fn reason(markup: &mut Markup, reason: &ReasonView) {
    markup.open("p");
    if !reason.lane.is_empty() {
        markup.leaf("code", "muted", &reason.lane).text(" ");
    }
    markup.leaf("strong", "", reason.title).text(" ").rich(&reason.sentence).close();
}
