//! Tables of text, which scroll by themselves.

use crate::markup::Markup;
use crate::view_model::table::TableView;

/// A table whose first column names the rows.
pub(super) fn table(markup: &mut Markup, view: &TableView) {
    let scrolls = [("tabindex", "0"), ("role", "group"), ("aria-label", &*view.caption)];
    markup.open_class("div", "scroll").attributes(&scrolls).open("table");
    markup.open("caption").text(&view.caption).close().open("tr");
    for name in &view.head {
        markup.open("th").attribute("scope", "col").rich(name).close();
    }
    markup.close();
    for row in &view.rows {
        markup.open("tr");
        for (index, cell) in row.iter().enumerate() {
            if index == 0 {
                markup.open("th").attribute("scope", "row");
            } else {
                markup.open("td");
            }
            markup.rich(cell).close();
        }
        markup.close();
    }
    markup.close().close();
}
