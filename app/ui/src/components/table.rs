//! Tables of text, which scroll by themselves.

use ptxfp_view::table::TableView;

use crate::markup::Markup;

/// A table whose first column names the rows.
pub(super) fn table(markup: &mut Markup, view: &TableView) {
    let scrolls = [("tabindex", "0"), ("role", "group"), ("aria-label", &*view.caption)];
    markup.open_class("div", "scroll").attributes(&scrolls).open("table");
    markup.open("caption").text(&view.caption).close();
    for (n_above, row) in view.rows.iter().enumerate() {
        markup.open("tr");
        for (n_before, cell) in row.iter().enumerate() {
            match (n_above, n_before) {
                (0, _) => markup.open("th").attribute("scope", "col"),
                (_, 0) => markup.open("th").attribute("scope", "row"),
                _ => markup.open("td"),
            };
            markup.rich(cell).close();
        }
        markup.close();
    }
    markup.close().close();
}
