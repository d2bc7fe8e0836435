//! Tables.

use crate::markup::Markup;

/// The content of a cell: text with code between back quotes, perhaps as a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    /// The text.
    pub(crate) text: String,
    /// The address of the link.
    pub(crate) href: Option<String>,
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self { text, href: None }
    }
}

impl Cell {
    /// A link.
    pub(crate) fn link(text: String, href: String) -> Self {
        Self { text, href: Some(href) }
    }
}

/// A table whose first column names the rows.
pub(crate) fn table<'h>(
    markup: &mut Markup,
    class: &str,
    caption: &str,
    head: impl IntoIterator<Item = &'h str>,
    rows: impl IntoIterator<Item = Vec<Cell>>,
) {
    markup.open_class("table", class).open("caption").rich(caption).close();
    markup.open("thead").open("tr");
    for name in head {
        markup.open("th").attribute("scope", "col").text(name).close();
    }
    markup.close().close().open("tbody");
    for row in rows {
        markup.open("tr");
        for (index, cell) in row.into_iter().enumerate() {
            if index == 0 {
                markup.open("th").attribute("scope", "row");
            } else {
                markup.open("td");
            }
            match cell.href {
                Some(href) => markup.open("a").attribute("href", &href).rich(&cell.text).close(),
                None => markup.rich(&cell.text),
            };
            markup.close();
        }
        markup.close();
    }
    markup.close().close();
}
