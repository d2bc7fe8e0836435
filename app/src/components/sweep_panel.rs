//! A sweep: what varies, how far it is, a plot, and what is worst.

use super::number_line::label;
use super::part::PRESS;
use super::table::table;
use crate::browser::events::Happening;
use crate::explorer::Edit;
use crate::explorer::sweep::{Edit as Change, Plot};
use crate::markup::Markup;
use crate::present::sweep::HEIGHT;
use crate::view_model::sweep::{HistogramView, OutcomesView, PlotView, SweepView};

/// The attribute of what is pressed here.
const ACT: &str = "data-sweep";
/// The attribute of the plot.
const PLOT: &str = "data-plot";

/// Everything that is pressed here, with its words.
const ACTS: [(&str, &str, Change); 8] = [
    ("values", "Results", Change::Plot(Plot::Values)),
    ("errors", "Errors", Change::Plot(Plot::Errors)),
    ("in", "Zoom in", Change::In),
    ("out", "Zoom out", Change::Out),
    ("left", "Left", Change::Left),
    ("right", "Right", Change::Right),
    ("all", "Whole range", Change::Reset),
    ("stop", "Stop", Change::Stop),
];

/// The edit of a press.
pub(super) fn edit(happening: &Happening) -> Option<Edit> {
    if happening.kind() == "change" {
        return Some(Edit::Sweep(Change::Place(happening.value()?.parse().ok()?)));
    }
    if let Some(fragment) = happening.press(PRESS) {
        return Some(Edit::Load(fragment));
    }
    if happening.press(PLOT).is_some() {
        return Some(Edit::SweepPoint(happening.across(PLOT)?));
    }
    match &*happening.press(ACT)? {
        "whole" => Some(Edit::Sweep(Change::Whole)),
        "csv" => Some(Edit::SweepFile),
        name => {
            let act = ACTS.into_iter().find(|act| act.0 == name)?;
            Some(Edit::Sweep(act.2))
        }
    }
}

/// The tab.
pub(super) fn sweep_panel(markup: &mut Markup, view: &SweepView) {
    markup.open_class("div", "sweep").open_class("div", "sweep-bar");
    if view.places.len() > 1 {
        markup.open("label").text("Operand ").open("select");
        markup.attributes(&[("id", "sweep-operand"), ("value", &view.place.to_string())]);
        for (index, place) in view.places.iter().enumerate() {
            markup.open("option").attribute("value", &index.to_string()).text(place).close();
        }
        markup.close().close();
    }
    let group = [("role", "group"), ("aria-label", "plotted")];
    markup.open_class("span", "segmented").attributes(&group);
    for (name, pressed) in [("values", !view.is_error), ("errors", view.is_error)] {
        act(markup, "", name, Some(pressed));
    }
    markup.close();
    for name in ["in", "out", "left", "right", "all"] {
        if name == "in" || view.is_zoomed {
            act(markup, "button ghost", name, None);
        }
    }
    if !view.whole.is_empty() {
        button(markup, "button", "whole", &view.whole, None);
    }
    if view.is_running {
        act(markup, "button", "stop", None);
    } else if view.plot.is_some() {
        button(markup, "button ghost to-end", "csv", "Save as CSV", None);
    }
    markup.close().open_class("p", "note").attribute("id", "sweep-progress");
    markup.text(&view.progress).close();
    let percent = view.percent.to_string();
    let class = if view.is_running { "sweep-meter" } else { "sweep-meter idle" };
    markup.open_class("progress", class);
    markup.attributes(&[("max", "100"), ("value", &percent), ("aria-label", "evaluated")]).close();
    if !view.failure.is_empty() {
        markup.leaf("p", "failure", view.failure);
    }
    for view in &view.outcomes {
        outcomes(markup, view);
    }
    if let Some(view) = &view.plot {
        plot(markup, view);
    }
    markup.close();
}

/// The results of a lane for all random bits.
fn outcomes(markup: &mut Markup, view: &OutcomesView) {
    markup.open_class("table", "outcomes").leaf("caption", "", &view.title).open("tr");
    for head in ["result", "patterns", "share"] {
        markup.open("th").attribute("scope", "col").text(head).close();
    }
    markup.close();
    let total = view.total.to_string();
    for ([value, patterns], share) in &view.rows {
        markup.open("tr").open("th").attribute("scope", "row").text(value).close();
        markup.leaf("td", "", patterns).open("td").open_class("progress", "sweep-meter");
        let label = [&**patterns, " patterns"].concat();
        markup.attributes(&[
            ("max", &total),
            ("value", &share.to_string()),
            ("aria-label", &label),
        ]);
        markup.close().close().close();
    }
    markup.close().leaf("p", "note", &view.words);
}

fn act(markup: &mut Markup, class: &str, name: &str, pressed: Option<bool>) {
    let words = ACTS.iter().find(|act| act.0 == name).map_or("", |act| act.1);
    button(markup, class, name, words, pressed);
}

fn button(markup: &mut Markup, class: &str, name: &str, words: &str, pressed: Option<bool>) {
    markup.open_class("button", class).attributes(&[("type", "button"), (ACT, name)]);
    if let Some(pressed) = pressed {
        markup.attribute("aria-pressed", if pressed { "true" } else { "false" });
    }
    markup.text(words).close();
}

/// The plot with its scale, and what stands below it.
fn plot(markup: &mut Markup, view: &PlotView) {
    markup.open_class("figure", "sweep-plot");
    markup.open_class("svg", "sweep-scale").attribute("aria-hidden", "true");
    for (down, text) in &view.scale {
        let tenths = (down % 10).to_string();
        let down = [&*(down / 10).to_string(), ".", &tenths, "%"].concat();
        label(markup, "", "100%", &down, text);
    }
    markup.close();
    drawing(markup, &view.label, view.width).attribute(PLOT, "");
    let width = view.width.to_string();
    for (down, _) in &view.scale {
        path(markup, "axis", &["M0 ", &down.to_string(), "H", &width].concat());
    }
    for (class, shape) in ["permitted", "results"].into_iter().zip(&view.paths) {
        path(markup, class, shape);
    }
    if let Some(present) = view.present {
        let line = ["M", &present.to_string(), ".5 0V", &HEIGHT.to_string()].concat();
        path(markup, "present", &line);
    }
    markup.close();
    caption(markup, &view.ends, "press the plot to load an operand");
    markup.close();
    markup.leaf("p", "note sweep-summary", &view.summary);
    markup.open_class("div", "split");
    worst(markup, view);
    markup.open("div");
    table(markup, &view.counts);
    if let Some(view) = &view.histogram {
        histogram(markup, view);
    }
    markup.close().close();
}

/// Opens a drawing that is stretched over its place, a unit wide for each column.
fn drawing<'m>(markup: &'m mut Markup, label: &str, width: usize) -> &'m mut Markup {
    let size = ["0 0 ", &width.to_string(), " ", &HEIGHT.to_string()].concat();
    markup.open("svg").attributes(&[
        ("role", "img"),
        ("aria-label", label),
        ("viewBox", &size),
        ("preserveAspectRatio", "none"),
    ])
}

/// What stands below a drawing: both ends of its axis, and words between them.
fn caption(markup: &mut Markup, [first, last]: &[String; 2], words: &str) {
    markup.open_class("figcaption", "sweep-ends").leaf("span", "", first);
    markup.leaf("span", "muted", words).leaf("span", "", last).close();
}

fn path(markup: &mut Markup, class: &str, shape: &str) {
    let stroke = ("vector-effect", "non-scaling-stroke");
    markup.shape("path", &[("d", shape), ("class", class), stroke]);
}

fn worst(markup: &mut Markup, view: &PlotView) {
    markup.open_class("div", "scroll");
    if view.worst.is_empty() {
        markup.leaf("p", "note", "No result has an error.").close();
        return;
    }
    let scrolls = [("tabindex", "0"), ("role", "group"), ("aria-label", "largest errors")];
    markup.attributes(&scrolls).open("table");
    markup.leaf("caption", "", "The largest errors; press one to load it").open("tr");
    for head in ["operand", "bits", "result", "error in ulp"] {
        markup.open("th").attribute("scope", "col").text(head).close();
    }
    markup.close();
    for each in &view.worst {
        let [operand, bits, result, error] = &each.cells;
        markup.open("tr").open("th").attribute("scope", "row").open_class("button", "text-button");
        markup.attributes(&[("type", "button"), (PRESS, &each.fragment)]);
        markup.text(operand).close().close();
        for cell in [bits, result, error] {
            markup.open("td").text(cell).close();
        }
        markup.close();
    }
    markup.close().close();
}

fn histogram(markup: &mut Markup, view: &HistogramView) {
    markup.open_class("figure", "histogram");
    drawing(markup, &view.label, view.width);
    path(markup, "results", &view.path);
    markup.close();
    caption(markup, &view.ends, "errors in ulp, and how often each occurs");
    markup.close();
}
