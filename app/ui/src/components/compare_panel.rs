//! Instructions beside one another, and the search for operands on which they differ.

use ptxfp_view::explorer::Edit;
use ptxfp_view::explorer::compare::Edit as Change;
use ptxfp_view::explorer::compare::view::{CompareView, ComparedView};

use super::hunt::{ACT, button, hunt, result, verdict};
use super::part::PRESS;
use crate::browser::events::Happening;
use crate::markup::Markup;

/// The edit of what happens here.
pub(super) fn edit(happening: &Happening) -> Option<Edit> {
    let change = match &*happening.kind() {
        "input" => Change::Draft(happening.value()?),
        "keydown" if happening.part("id").as_deref() == Some("compare-draft") => {
            (happening.key() == "Enter").then_some(())?;
            Change::Add(happening.value()?)
        }
        "click" => {
            if let Some(offer) = happening.part(PRESS) {
                Change::Add(offer)
            } else {
                let act = happening.part(ACT)?;
                let (name, place) = act.split_once(' ').unwrap_or((&act, ""));
                let place = place.parse().unwrap_or(0);
                match name {
                    "remove" => Change::Remove(place),
                    "swap" => Change::Swap(place),
                    "hunt" => Change::Hunt(place),
                    "load" => Change::Load(place),
                    "stop" => Change::Stop,
                    _ => return None,
                }
            }
        }
        _ => return None,
    };
    Some(Edit::Compare(change))
}

/// The tab.
pub(super) fn compare_panel(markup: &mut Markup, view: &CompareView) {
    markup.open_class("div", "compare").open_class("ol", "compared");
    for (index, row) in view.rows.iter().enumerate() {
        compared(markup, row, index.checked_sub(1));
    }
    markup.close().open_class("div", "compare-add");
    let id = "compare-draft";
    markup.open("label").attribute("for", id).text("Compare with").close();
    markup.open("input").attributes(&[
        ("id", id),
        ("type", "text"),
        ("value", &view.draft),
        ("spellcheck", "false"),
        ("autocomplete", "off"),
        ("aria-describedby", "compare-wrong"),
        ("placeholder", "add.rz.f32, or add.f32@sm_13@1.4"),
    ]);
    markup.close();
    button(markup, "button", (PRESS, &view.draft), "Add");
    markup.close();
    markup
        .open_class("p", "entry-note wrong")
        .attribute("id", "compare-wrong")
        .rich(&view.wrong)
        .close();
    markup.open_class("p", "note compare-offers");
    if !view.offers.is_empty() {
        markup.text("Near it: ");
        for offer in &view.offers {
            button(markup, "text-button", (PRESS, offer), offer);
            markup.text(" ");
        }
    }
    markup.open("a").attribute("href", &view.sequence).text("Compare with a sequence").close();
    markup.close();
    markup.close();
}

/// One instruction; the present one has no place among the others.
fn compared(markup: &mut Markup, row: &ComparedView, place: Option<usize>) {
    markup.open("li").open_class("p", "compared-head").leaf("code", "", &row.spelling);
    markup.leaf("span", "muted", &[" on ", &row.place].concat()).close();
    result(markup, "", &row.digits, &row.values);
    let Some(place) = place else {
        markup.leaf("p", "note", "the present instruction").close();
        return;
    };
    let place = place.to_string();
    verdict(markup, row.verdict, row.is_same, row.reason.as_ref());
    hunt(markup, &row.hunt, &place);
    markup.open_class("p", "compared-acts");
    button(markup, "text-button", (ACT, &["swap ", &place].concat()), "Look at this one");
    markup.text(" ");
    button(markup, "text-button", (ACT, &["remove ", &place].concat()), "Remove");
    markup.close().close();
}
