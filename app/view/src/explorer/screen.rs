//! Everything on the explorer's screen that follows from its state.

use crate::background::Question;
use crate::explorer::compare::view::against_unfused;
use crate::explorer::machine::{FILE, Machine};
use crate::explorer::tabs::{PanelView, Tab};
use crate::explorer::trace::{TraceView, trace};
use crate::explorer::{Model, tabs};
use crate::search;

/// One state of the screen.
#[derive(Clone, Debug)]
pub struct Screen {
    /// The steps of a lane.
    pub trace: TraceView,
    /// The comparison of a fused instruction with a product and a sum: what it says, and its link.
    pub against: Option<(String, String)>,
    /// The tab.
    pub tab: Tab,
    /// What it shows.
    pub panel: PanelView,
    /// What is asked of the playground.
    pub asked: Option<String>,
    /// What is saved: the name of a file, and what is in it.
    pub saved: Option<(String, String)>,
    /// What workers are to do, and how many parts it has.
    pub job: Option<(String, u64)>,
    /// What is to be asked of a worker.
    pub question: Option<Question>,
    /// The text that is to be fetched, by the name of its `<meta>`.
    pub text: Option<&'static str>,
    /// What came of the last edit.
    pub spoken: String,
    /// What of that has been said.
    pub said: String,
}

/// What the explorer shows of a state.
pub(super) fn screen(model: &Model) -> Screen {
    let is_compared = model.tab == Tab::Compare;
    Screen {
        trace: trace(&model.operands(), model.lane, model.observed().as_ref()),
        against: against_unfused(&model.state),
        tab: model.tab,
        panel: tabs::panel(model),
        asked: model.asked.clone(),
        saved: model.saved.clone(),
        job: match model.tab {
            tab if tab == Tab::Sweep || model.is_reached => {
                model.sweep.wanted().map(|(text, len)| (text.to_owned(), len))
            }
            _ => None,
        },
        question: if is_compared { model.compare.wanted() } else { None },
        text: (model.tab == Tab::Machine && model.machine == Machine::Awaited).then_some(FILE),
        spoken: if is_compared {
            search::spoken(model.compare.searches.iter().flatten())
        } else {
            String::new()
        },
        said: model.said.clone(),
    }
}
