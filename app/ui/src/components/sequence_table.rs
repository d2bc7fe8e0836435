//! What each statement of a sequence comes to.

use ptxfp::link::Verdict;
use ptxfp_view::program::view::{
    CodeView, ReasonView, RecordView, ResultView, SequenceView, StatementView,
};
use ptxfp_view::program::{Edit, Screen};

use super::fold::{fold, pressed};
use super::result_panel::{WRONG, sign};
use crate::browser::events::Happening;
use crate::markup::Markup;

/// What is pressed opens or closes the reasons of a statement.
pub fn edit(happening: &Happening, _: &Screen) -> Option<Edit> {
    pressed(happening).map(Edit::Fold)
}

/// The statements in order, then those of the other sequence.
pub fn table(markup: &mut Markup, screen: &Screen) {
    let SequenceView { code, beside, linked, .. } = &screen.view;
    let (title, label) = match beside {
        Some(_) => ("The first, statement by statement", "results of the first"),
        None => ("Statement by statement", "results"),
    };
    steps(markup, title, label, (code, linked.as_ref()));
    if let Some(beside) = beside.as_ref().filter(|beside| beside.compared.is_some()) {
        let title = "The other, statement by statement";
        steps(markup, title, "results of the other", (&beside.code, None));
    }
}

fn steps(
    markup: &mut Markup,
    title: &str,
    label: &str,
    (code, linked): (&CodeView, Option<&RecordView>),
) {
    markup.open_class("section", "sequence-band").attribute("aria-label", label);
    markup.open_class("header", "band-head").open("h2").text(title).close();
    markup.close();
    if let Some(linked) = linked {
        record(markup, linked);
    }
    if code.statements.is_empty() {
        markup.leaf("p", "note", "There is no statement yet.");
    }
    markup.open_class("ol", "sequence-steps");
    for each in &code.statements {
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
    markup.open_class("li", if statement.is_parting { "parting" } else { "" });
    markup.attribute("data-line", &line);
    markup.leaf("span", "sequence-line", &line);
    markup.open_class("div", "sequence-statement").leaf("code", "", &statement.text);
    if statement.is_parting {
        markup.open_class("span", "differs");
        sign(markup, WRONG);
        markup.text("the first to differ").close();
    }
    markup.close();
    markup.open_class("div", "sequence-results");
    for each in &statement.results {
        result(markup, each);
    }
    if let Some(contraction) = &statement.contraction {
        markup.open_class("p", "note").rich(contraction).close();
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
    if let Some(line) = result.unknown_since {
        markup.leaf("span", "muted", &["line ", &*line.to_string(), " is not evaluated"].concat());
    }
    if result.is_output {
        markup.leaf("span", "muted", "output");
    }
    markup.close();
    for (hex, values) in &result.others {
        markup.leaf("span", "muted other", "or").leaf("code", "lane-hex", hex);
        markup.leaf("strong", "sequence-value", values);
    }
    markup.close();
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
