//! Tabs below the steps; only the chosen one is drawn.

use ptxfp_view::explorer::tabs::{CornersView, PanelView, Tab};
use ptxfp_view::explorer::{Edit, Screen};

use super::bound_plot::bound_plot;
use super::chip_line::section_link;
use super::class_matrix::{CELL, class_matrix, reached};
use super::compare_panel::compare_panel;
use super::copies_panel::copies_panel;
use super::machine_panel::machine_panel;
use super::part::PRESS;
use super::result_panel::{RIGHT, WRONG, sign};
use super::sweep_panel::sweep_panel;
use super::table::table;
use super::{compare_panel, sweep_panel};
use crate::browser::events::{Happening, focus};
use crate::markup::Markup;

/// The attribute that carries the name of a tab.
const TAB: &str = "data-tab";

/// The edit of a press: a tab, a documented case, a cell. Keys move among tabs and cells.
pub fn edit(happening: &Happening, screen: &Screen) -> Option<Edit> {
    let own = match &screen.panel {
        PanelView::Sweep(view) => sweep_panel::edit(happening, view),
        PanelView::Compare(_) => compare_panel::edit(happening),
        _ => None,
    };
    if own.is_some() {
        return own;
    }
    let tab = happening.part(TAB).and_then(|name| Tab::named(&name));
    let cell = happening.part(CELL).and_then(|place| parse_cell(&place));
    match (happening.kind().as_str(), tab, cell) {
        ("click", Some(tab), _) => Some(Edit::Tab(tab)),
        ("click", _, Some(cell)) => Some(Edit::Cell(cell)),
        ("click", ..) => Some(Edit::Corner(happening.part(PRESS)?.parse().ok()?)),
        ("change", ..) => Some(Edit::Pair(happening.value()?.parse().ok()?)),
        ("focusin" | "pointerdown", Some(Tab::Sweep), _) => reach(screen),
        ("focusin", _, Some(cell)) => Some(Edit::Point(cell)),
        ("keydown", Some(tab), _) => {
            let step = match happening.key().as_str() {
                "ArrowRight" => 1,
                "ArrowLeft" => Tab::ALL.len() - 1,
                _ => return None,
            };
            let next = Tab::ALL.into_iter().cycle().skip_while(|each| *each != tab).nth(step)?;
            focus(&["[", TAB, "=", next.name(), "]"].concat());
            None
        }
        ("keydown", _, Some(cell)) => {
            let PanelView::Corners(corners) = &screen.panel else { return None };
            let key = happening.key();
            if key == "Enter" || key == " " {
                happening.take();
                return Some(Edit::Cell(cell));
            }
            let (row, column) = reached(corners.matrix.as_ref()?, &key, cell)?;
            happening.take();
            focus(&["[", CELL, "='", &cell_name(row, column), "']"].concat());
            None
        }
        _ => None,
    }
}

/// The edit of what a pointer does.
pub fn gesture(happening: &Happening, screen: &Screen) -> Option<Edit> {
    let is_over = happening.kind() == "pointerover";
    match happening.part(TAB).filter(|_| is_over) {
        Some(tab) if tab == Tab::Sweep.name() => reach(screen),
        _ => sweep_panel::gesture(happening, screen),
    }
}

/// Whoever reaches for sweeps will look at one.
fn reach(screen: &Screen) -> Option<Edit> {
    (screen.tab != Tab::Sweep).then_some(Edit::Reach)
}

/// A cell as its attribute has it.
pub(super) fn cell_name(row: usize, column: usize) -> String {
    [&row.to_string(), " ", &*column.to_string()].concat()
}

fn parse_cell(name: &str) -> Option<(usize, usize)> {
    let (row, column) = name.split_once(' ')?;
    Some((row.parse().ok()?, column.parse().ok()?))
}

/// The tabs, and what the chosen one shows.
pub fn tab_panel(markup: &mut Markup, screen: &Screen) {
    markup.open_class("section", "tabs").attribute("aria-label", "more");
    markup.open_class("div", "tab-list").attribute("role", "tablist");
    for tab in Tab::ALL {
        let is_chosen = tab == screen.tab;
        markup.open("button").attributes(&[
            ("type", "button"),
            ("role", "tab"),
            ("id", &["tab-", tab.name()].concat()),
            (TAB, tab.name()),
            ("aria-selected", if is_chosen { "true" } else { "false" }),
            ("tabindex", if is_chosen { "0" } else { "-1" }),
        ]);
        if is_chosen {
            markup.attribute("aria-controls", "panel");
        }
        markup.text(tab.title()).close();
    }
    markup.close();
    let label = ["tab-", screen.tab.name()].concat();
    markup.open("div").attributes(&[
        ("id", "panel"),
        ("role", "tabpanel"),
        ("aria-labelledby", &label),
    ]);
    match &screen.panel {
        PanelView::Corners(corners) => corner_cases(markup, corners),
        PanelView::Sweep(view) => sweep_panel(markup, view),
        PanelView::Compare(view) => compare_panel(markup, view),
        PanelView::Copies(copies) => copies_panel(markup, copies),
        PanelView::Machine(view) => machine_panel(markup, view),
        PanelView::Tables { tables, plot, section } => {
            markup.open_class("div", "split");
            for each in tables {
                table(markup, each);
            }
            markup.close();
            if let Some(plot) = plot {
                bound_plot(markup, plot);
            }
            markup.open_class("p", "note");
            section_link(markup, section);
            markup.close();
        }
    }
    markup.close().close();
}

/// The matrix beside what is documented.
fn corner_cases(markup: &mut Markup, corners: &CornersView) {
    markup.open_class("div", "cases");
    if let Some(matrix) = &corners.matrix {
        class_matrix(markup, matrix);
    }
    markup.open_class("div", "documented-cases").open("h3").text("What is documented").close();
    if corners.rows.is_empty() {
        markup.open_class("p", "note").rich(&corners.silence).close().close().close();
        return;
    }
    let scrolls = [("tabindex", "0"), ("role", "group"), ("aria-label", "documented corner cases")];
    markup.open_class("div", "scroll").attributes(&scrolls).open("table");
    markup.open("caption").text("Press a row\u{2019}s operands to load them.").close().open("tr");
    let operands = corners.operands.join(", ");
    for head in [&*operands, "documented", "returned", "section"] {
        markup.open("th").attribute("scope", "col").text(head).close();
    }
    markup.close();
    for (index, row) in corners.rows.iter().enumerate() {
        markup.open("tr").open("th").attribute("scope", "row");
        markup
            .open_class("button", "text-button")
            .attributes(&[("type", "button"), (PRESS, &index.to_string())]);
        markup.text(&row.operands.join(", ")).close().close();
        markup.open("td").text(row.documented).close();
        markup.open_class("td", if row.agrees { "agrees" } else { "differs" });
        sign(markup, if row.agrees { RIGHT } else { WRONG });
        markup.leaf("span", "unseen", if row.agrees { "agrees: " } else { "differs: " });
        markup.text(&row.live).close().open("td");
        section_link(markup, &row.section);
        markup.close().close();
    }
    markup.close().close().close().close();
}
