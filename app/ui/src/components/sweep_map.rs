//! A map over two operands: cells, what they mean, and what is in the one that is looked at.

use ptxfp_view::explorer::Edit;
use ptxfp_view::explorer::sweep::Edit as Change;
use ptxfp_view::explorer::sweep::view::MapView;

use super::number_line::label;
use super::sweep_panel::{path, percent, scale, worst};
use crate::browser::events::Happening;
use crate::markup::Markup;

/// The attribute of the map.
const MAP: &str = "data-map";
/// How far the keys for pages lead.
const PAGE: usize = 16;

/// The edit of a press or a key in the map.
pub(super) fn edit(happening: &Happening, view: &MapView) -> Option<Edit> {
    happening.part(MAP)?;
    match &*happening.kind() {
        "click" => Some(Edit::SweepCell(cell(happening, view)?)),
        "keydown" => {
            let key = happening.key();
            let [row, column] = view.cell;
            let [rows, columns] = view.size;
            if key == "Enter" || key == " " {
                happening.take();
                return Some(Edit::SweepCell(row * columns + column));
            }
            let (row, column) = match &*key {
                "ArrowLeft" => (row, column.saturating_sub(1)),
                "ArrowRight" => (row, column + 1),
                "ArrowUp" => (row.saturating_sub(1), column),
                "ArrowDown" => (row + 1, column),
                "PageUp" => (row.saturating_sub(PAGE), column),
                "PageDown" => (row + PAGE, column),
                "Home" => (row, 0),
                "End" => (row, columns),
                _ => return None,
            };
            happening.take();
            let (row, column) = (row.min(rows - 1), column.min(columns - 1));
            Some(Edit::Sweep(Change::Look(row * columns + column)))
        }
        _ => None,
    }
}

/// The edit of a pointer over the map.
pub(super) fn look(happening: &Happening, view: &MapView) -> Option<Edit> {
    let cell = cell(happening, view)?;
    let [row, column] = view.cell;
    (cell != row * view.size[1] + column).then_some(Edit::Sweep(Change::Look(cell)))
}

/// The cell in which something happened.
fn cell(happening: &Happening, view: &MapView) -> Option<usize> {
    let [across, down] = happening.place(MAP)?;
    let [rows, columns] = view.size;
    let bin = |part: u32, n: usize| (part as usize * n) >> 16;
    Some(bin(down, rows) * columns + bin(across, columns))
}

/// The map, what its styles mean, and what is in a cell.
pub(super) fn sweep_map(markup: &mut Markup, view: &MapView) {
    let [rows, columns] = view.size.map(|size| size.to_string());
    markup.open_class("div", "sweep-map").open_class("figure", "sweep-plot");
    markup.open_class("div", "map-frame");
    scale(markup, &view.scales[0]);
    // Lines through the middles of rows, as thick as these.
    let size = ["0 -0.5 ", &*columns, " ", &rows].concat();
    markup.open("svg").attributes(&[
        (MAP, ""),
        ("role", "application"),
        ("tabindex", "0"),
        ("aria-label", &view.label),
        ("aria-describedby", "sweep-cell"),
        ("viewBox", &size),
        ("preserveAspectRatio", "none"),
    ]);
    for level in &view.levels {
        markup.shape("path", &[("d", &level.path), ("class", level.class)]);
    }
    let [row, column] = view.present.map(|place| place.to_string());
    path(markup, "present", &["M", &*column, " ", &row, "m-1 -1.5h3v3h-3z"].concat());
    let [row, column] = view.cell.map(|place| place.to_string());
    path(markup, "looked", &["M0 ", &*row, "H", &columns, "M", &column, ".5 0V", &rows].concat());
    markup.close().close();
    markup.open_class("svg", "sweep-across").attribute("aria-hidden", "true");
    for (across, text) in &view.scales[1] {
        label(markup, "", &percent(*across), "12", text);
    }
    markup.close();
    markup.open_class("figcaption", "sweep-names");
    for (arrow, name) in ["\u{2193} ", "\u{2192} "].into_iter().zip(view.names) {
        markup.open("span").text(arrow).text(name).close();
    }
    markup.leaf("span", "muted", "press a cell to load its operands");
    markup.close().close().open("div");
    markup.leaf("h3", "", view.means).open_class("ul", "sweep-legend");
    for level in &view.levels {
        markup.open("li").leaf("span", level.class, "").text(level.words);
        markup.leaf("span", "muted", &level.count).close();
    }
    markup.close();
    let [place, words] = &view.words;
    markup.open("output").attribute("id", "sweep-cell").leaf("strong", "", place);
    markup.leaf("span", "", words).close();
    markup.leaf("p", "note sweep-summary", &view.summary);
    let [down, across] = view.names;
    worst(markup, &[down, across, "result", "error in ulp"], &view.worst);
    markup.close().close();
}
