//! What comes out of two sequences, beside one another.

use ptxfp_view::program::beside::Edit as Change;
use ptxfp_view::program::view::{ComparisonView, OutputView};
use ptxfp_view::program::{Edit, Screen};

use super::hunt::{ACT, hunt, result, verdict};
use crate::browser::events::Happening;
use crate::markup::Markup;

/// The edit of a button's name.
pub(super) fn act(name: &str) -> Option<Edit> {
    let change = match name {
        "begin" => Change::Begin,
        "end" => Change::End,
        "swap" => Change::Swap,
        "hunt" => Change::Hunt,
        "stop" => Change::Stop,
        "load" => Change::Load,
        _ => return None,
    };
    Some(Edit::Compare(change))
}

/// What pressing a button here means.
pub fn edit(happening: &Happening, _: &Screen) -> Option<Edit> {
    act(&happening.press(ACT)?)
}

/// The results of both, and the search for a difference.
pub fn comparison(markup: &mut Markup, screen: &Screen) {
    let Some(beside) = &screen.view.beside else { return };
    markup.open_class("section", "sequence-band").attribute("aria-label", "comparison");
    markup.open_class("header", "band-head").open("h2").text("Comparison").close().close();
    match &beside.compared {
        Some(compared) => both(markup, compared),
        None if beside.mismatch.is_empty() => {
            markup.leaf("p", "note", "Both are compared once their statements are in order.");
        }
        None => {
            markup.open_class("p", "entry-note wrong").rich(&beside.mismatch).close();
        }
    }
    markup.close();
}

fn both(markup: &mut Markup, compared: &ComparisonView) {
    let [one, two] = &compared.outputs;
    let [place, other_place] = &compared.places;
    markup.open_class("ol", "compared").attribute("id", "sequence-compared");
    markup.open("li");
    side(markup, ["The first", place], one);
    markup.close().open("li");
    side(markup, ["The other", other_place], two);
    verdict(markup, compared.verdict, compared.is_same, compared.reason.as_ref());
    hunt(markup, &compared.hunt, "");
    markup.close().close();
}

/// The results of one.
fn side(markup: &mut Markup, [title, place]: [&str; 2], outputs: &[OutputView]) {
    markup.open_class("p", "compared-head").leaf("strong", "", title);
    markup.leaf("span", "muted", place).close();
    for output in outputs {
        result(markup, &output.name, &output.digits, &output.values);
        for other in &output.others {
            markup.open_class("p", "linked").text("or ").leaf("code", "", other).close();
        }
    }
}
