//! Everything on the explorer's screen that follows from its state.

use super::Model;
use crate::present::tabs;
use crate::view_model::tabs::{PanelView, Tab};

/// One state of the screen.
#[derive(Clone, Debug)]
pub struct Screen {
    /// The tab.
    pub tab: Tab,
    /// What it shows.
    pub panel: PanelView,
    /// What is asked of the playground.
    pub asked: Option<String>,
    /// What came of the last edit.
    pub spoken: String,
    /// What of that has been said.
    pub said: String,
}

/// What the explorer shows of a state.
pub(super) fn screen(model: &Model) -> Screen {
    Screen {
        tab: model.tab,
        panel: tabs::panel(model),
        asked: model.asked.clone(),
        spoken: String::new(),
        said: model.said.clone(),
    }
}
