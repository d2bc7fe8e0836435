//! A sweep: what varies, how far it is, a plot, and what is worst.

use ptxfp::link::Shown;
use ptxfp_view::explorer::sweep::plot::HEIGHT;
use ptxfp_view::explorer::sweep::view::{
    HistogramView, OutcomesView, PlotView, SweepView, WorstView,
};
use ptxfp_view::explorer::sweep::{DragEdit, Edit as Change};
use ptxfp_view::explorer::tabs::PanelView;
use ptxfp_view::explorer::{Edit, Screen};

use super::number_line::label;
use super::part::PRESS;
use super::sweep_map;
use super::sweep_map::sweep_map;
use super::table::table;
use crate::browser::events::Happening;
use crate::markup::Markup;

/// The attribute of what is pressed here.
const ACT: &str = "data-sweep";
/// The attribute of the plot.
const PLOT: &str = "data-plot";
/// The fields.
const OPERAND: &str = "sweep-operand";
const OTHER: &str = "sweep-other";
const VALUES: &str = "sweep-values";

/// What changes the operands in view, with its words.
const ACTS: [(&str, &str, Change); 6] = [
    ("in", "Zoom in", Change::In),
    ("out", "Zoom out", Change::Out),
    ("left", "Left", Change::Left),
    ("right", "Right", Change::Right),
    ("all", "Whole range", Change::Reset),
    ("stop", "Stop", Change::Stop),
];

/// What can be done with the plot that no button says.
const GESTURES: &str = "Drag over the plot to zoom in, with Shift to move. Ctrl and the wheel zoom too, and two presses show the whole range.";

/// The edit of a press, or of a field.
pub(super) fn edit(happening: &Happening, view: &SweepView) -> Option<Edit> {
    let kind = happening.kind();
    if kind == "change" || kind == "input" {
        let value = happening.value()?;
        return Some(Edit::Sweep(match (&*happening.part("id")?, &*kind) {
            (OPERAND, "change") => Change::Place(value.parse().ok()?),
            (OTHER, "change") => Change::Across(value.parse().ok()?),
            (VALUES, "change") => Change::Domain(value),
            (VALUES, _) => Change::Draft(value),
            _ => return None,
        }));
    }
    if let Some(map) = &view.map
        && let Some(edit) = sweep_map::edit(happening, map)
    {
        return Some(edit);
    }
    if let Some(fragment) = happening.press(PRESS) {
        return Some(Edit::Load(fragment));
    }
    if happening.part(PLOT).is_some() {
        let [across, _] = happening.place(PLOT)?;
        let is_press = view.is_ordered && happening.is_first();
        return match &*kind {
            "click" => happening.is_first().then_some(Edit::SweepPoint(across)),
            "pointerdown" if is_press => {
                happening.follow_pointer();
                let [is_pan, _] = happening.held();
                Some(Edit::Sweep(Change::Drag(DragEdit::Press(across, is_pan))))
            }
            _ => None,
        };
    }
    match &*happening.press(ACT)? {
        "whole" => Some(Edit::Sweep(Change::Whole)),
        "csv" => Some(Edit::SweepFile),
        name => {
            let act = ACTS.into_iter().find(|act| act.0 == name).map(|act| act.2);
            let shown = view.shown.iter().find(|(shown, _)| shown.name() == name);
            Some(Edit::Sweep(act.or_else(|| Some(Change::Shown(shown?.0)))?))
        }
    }
}

/// The edit of what a pointer does over the tab.
pub fn gesture(happening: &Happening, screen: &Screen) -> Option<Edit> {
    let PanelView::Sweep(view) = &screen.panel else { return None };
    let kind = happening.kind();
    if kind == "pointermove"
        && let Some(map) = &view.map
    {
        return sweep_map::look(happening, map);
    }
    let [across, _] = happening.place(PLOT)?;
    let is_held = view.plot.as_ref().is_some_and(|plot| plot.is_held);
    Some(Edit::Sweep(match &*kind {
        "pointermove" if is_held => Change::Drag(DragEdit::To(across)),
        "pointerup" if is_held => Change::Drag(DragEdit::Drop(across)),
        "pointercancel" if is_held => Change::Drag(DragEdit::Cancel),
        "dblclick" => Change::Reset,
        "wheel" if happening.held()[1] && view.is_ordered => {
            happening.take();
            Change::Near(across, !happening.is_turned_down())
        }
        _ => return None,
    }))
}

/// What can be chosen.
fn bar(markup: &mut Markup, view: &SweepView) {
    markup.open_class("div", "sweep-bar");
    select(markup, "Operand ", OPERAND, &view.places, view.place);
    select(markup, "and ", OTHER, &view.others, view.other);
    let group = [("role", "group"), ("aria-label", "plotted")];
    markup.open_class("span", "segmented").attributes(&group);
    for (shown, is_pressed) in &view.shown {
        let words = match shown {
            Shown::Results => "Results",
            Shown::Errors => "Errors",
            Shown::Inexact => "Inexact",
        };
        button(markup, "", shown.name(), words, Some(*is_pressed));
    }
    markup.close();
    if let Some(domain) = &view.domain {
        values(markup, view, domain);
    }
    if !view.whole.is_empty() {
        button(markup, "button", "whole", &view.whole, None);
    }
    if view.is_running {
        button(markup, "button", "stop", "Stop", None);
    } else if view.plot.is_some() || view.map.is_some() {
        button(markup, "button ghost to-end", "csv", "Save as CSV", None);
    }
    markup.close();
}

/// Which values are evaluated.
fn values(markup: &mut Markup, view: &SweepView, domain: &str) {
    let is_wrong = if view.wrong.is_empty() { "false" } else { "true" };
    markup.open("label").text("Values ").open("input").attributes(&[
        ("id", VALUES),
        ("value", domain),
        ("spellcheck", "false"),
        ("autocomplete", "off"),
        ("autocapitalize", "off"),
        ("aria-invalid", is_wrong),
        ("aria-describedby", "sweep-wrong"),
    ]);
    markup.close().close();
    for (name, words, _) in &ACTS[..5] {
        let is_shown = match *name {
            "in" => view.is_ordered,
            "all" => view.is_zoomed,
            _ => view.is_zoomed && view.is_ordered,
        };
        if is_shown {
            button(markup, "button ghost", name, words, None);
        }
    }
}

/// The tab.
pub(super) fn sweep_panel(markup: &mut Markup, view: &SweepView) {
    markup.open_class("div", "sweep");
    bar(markup, view);
    let class = if view.wrong.is_empty() { "" } else { "failure" };
    markup.open_class("p", class).attribute("id", "sweep-wrong").rich(&view.wrong);
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
    if let Some(plotted) = &view.plot {
        plot(markup, plotted, view.is_ordered);
    }
    if let Some(map) = &view.map {
        sweep_map(markup, map);
    }
    markup.close();
}

/// A choice, where there is one.
fn select(markup: &mut Markup, words: &str, id: &str, options: &[impl AsRef<str>], chosen: usize) {
    if options.len() < 2 {
        return;
    }
    markup.open("label").text(words).open("select");
    markup.attributes(&[("id", id), ("value", &chosen.to_string())]);
    for (index, option) in options.iter().enumerate() {
        markup.open("option").attribute("value", &index.to_string()).text(option.as_ref()).close();
    }
    markup.close().close();
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

fn button(markup: &mut Markup, class: &str, name: &str, words: &str, pressed: Option<bool>) {
    markup.open_class("button", class).attributes(&[("type", "button"), (ACT, name)]);
    if let Some(pressed) = pressed {
        markup.attribute("aria-pressed", if pressed { "true" } else { "false" });
    }
    markup.text(words).close();
}

/// The plot with its scale, and what stands below it.
fn plot(markup: &mut Markup, view: &PlotView, is_ordered: bool) {
    markup.open_class("figure", "sweep-plot");
    scale(markup, &view.scale);
    drawing(markup, &view.label, view.width).attribute(PLOT, "");
    let width = view.width.to_string();
    for (down, _) in &view.scale {
        path(markup, "axis", &["M0 ", &down.to_string(), "H", &width].concat());
    }
    let moved = match view.drag {
        Some((true, [from, to])) if to < from => ["translate(-", &(from - to).to_string(), ")"],
        Some((true, [from, to])) => ["translate(", &(to - from).to_string(), ")"],
        _ => ["", "", ""],
    };
    markup.open("g").attribute("transform", &moved.concat());
    for (class, shape) in ["permitted", "results"].into_iter().zip(&view.paths) {
        path(markup, class, shape);
    }
    markup.close();
    if let Some(present) = view.present {
        let line = ["M", &present.to_string(), ".5 0V", &HEIGHT.to_string()].concat();
        path(markup, "present", &line);
    }
    if let Some((false, [from, to])) = view.drag {
        let [left, right] = [from.min(to), from.max(to)].map(|column| column.to_string());
        let down = HEIGHT.to_string();
        path(markup, "chosen", &["M", &left, " 0H", &right, "V", &down, "H", &left, "z"].concat());
    }
    markup.close();
    caption(markup, &view.ends, "press the plot to load an operand");
    markup.close();
    if is_ordered {
        markup.leaf("p", "note", GESTURES);
    }
    markup.leaf("p", "note sweep-summary", &view.summary);
    markup.open_class("div", "split");
    worst(markup, &["operand", "bits", "result", "error in ulp"], &view.worst);
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

pub(super) fn path(markup: &mut Markup, class: &str, shape: &str) {
    let stroke = ("vector-effect", "non-scaling-stroke");
    markup.shape("path", &[("d", shape), ("class", class), stroke]);
}

/// The results with the largest errors, under the heads of their columns.
pub(super) fn worst(markup: &mut Markup, heads: &[&str], all: &[WorstView]) {
    markup.open_class("div", "scroll");
    if all.is_empty() {
        markup.leaf("p", "note", "No result has an error.").close();
        return;
    }
    let scrolls = [("tabindex", "0"), ("role", "group"), ("aria-label", "largest errors")];
    markup.attributes(&scrolls).open("table");
    markup.leaf("caption", "", "The largest errors; press one to load it").open("tr");
    for head in heads {
        markup.open("th").attribute("scope", "col").text(head).close();
    }
    markup.close();
    for each in all {
        let [first, rest @ ..] = &each.cells;
        markup.open("tr").open("th").attribute("scope", "row").open_class("button", "text-button");
        markup.attributes(&[("type", "button"), (PRESS, &each.fragment)]);
        markup.text(first).close().close();
        for cell in rest {
            markup.open("td").text(cell).close();
        }
        markup.close();
    }
    markup.close().close();
}

/// What stands at the left of a drawing, at its heights.
pub(super) fn scale(markup: &mut Markup, places: &[(u32, String)]) {
    markup.open_class("svg", "sweep-scale").attribute("aria-hidden", "true");
    for (down, text) in places {
        label(markup, "", "100%", &percent(*down), text);
    }
    markup.close();
}

/// Thousandths as a percentage.
pub(super) fn percent(thousandths: u32) -> String {
    let tenths = (thousandths % 10).to_string();
    [&*(thousandths / 10).to_string(), ".", &tenths, "%"].concat()
}

fn histogram(markup: &mut Markup, view: &HistogramView) {
    markup.open_class("figure", "histogram");
    drawing(markup, &view.label, view.width);
    path(markup, "results", &view.path);
    markup.close();
    caption(markup, &view.ends, "errors in ulp, and how often each occurs");
    markup.close();
}
