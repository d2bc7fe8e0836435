//! The data of each component of the tab, gathered from the screen.

use ptxfp::explore::difference::By;

use crate::explorer::Screen;
use crate::explorer::tabs::compare::view::ComparedView;

/// The instructions that are compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowsView {
    /// The kind of results that are compared, where there is a choice.
    pub by: Option<By>,
    /// The present instruction, then the others.
    pub rows: Vec<ComparedView>,
}

/// Instructions and programs to compare with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OffersView {
    /// The reason why the text that is typed cannot be compared.
    pub wrong: String,
    /// The suggestions.
    pub offers: Vec<String>,
    /// The link to compare the present instruction as a sequence.
    pub sequence: String,
    /// The comparison of a fused instruction with a product and a sum: its label and link.
    pub unfused: Option<(String, String)>,
}

impl Screen {
    /// The instructions that are compared.
    pub fn compared(&self) -> Option<RowsView> {
        self.compare().map(|view| RowsView { by: view.by, rows: view.rows.clone() })
    }

    /// The instruction that is typed for the comparison.
    pub fn draft(&self) -> Option<String> {
        self.compare().map(|view| view.draft.clone())
    }

    /// Instructions and programs to compare with.
    pub fn offers(&self) -> Option<OffersView> {
        self.compare().map(|view| OffersView {
            wrong: view.wrong.clone(),
            offers: view.offers.clone(),
            sequence: view.sequence.clone(),
            unfused: view.unfused.clone(),
        })
    }
}
