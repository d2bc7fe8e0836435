//! Everything on the explorer's screen that follows from its state.

use std::sync::Arc;

use ptxfp::internals::tasks::Task;

use crate::background::Question;
use crate::explorer::against::{AgainstView, against};
use crate::explorer::tabs::machine::Machine;
use crate::explorer::tabs::machine::whole::Text;
use crate::explorer::tabs::{PanelView, Tab};
use crate::explorer::trace::{TraceView, trace};
use crate::explorer::{Model, tabs};
use crate::search;

/// One state of the screen.
#[derive(Clone, Debug)]
pub struct Screen {
    /// The steps of a lane.
    pub trace: Arc<TraceView>,
    /// The comparison of a fused instruction with a product and a sum.
    pub against: Option<AgainstView>,
    /// The tab.
    pub tab: Tab,
    /// The contents.
    pub panel: PanelView,
    /// The request to the playground.
    pub asked: Option<String>,
    /// Whether the tab is brought into view.
    pub is_revealed: bool,
    /// The file to save: its name and its contents.
    pub saved: Option<(String, String)>,
    /// The task for workers, and the number of its parts.
    pub job: Option<(Task, u64)>,
    /// The question for a worker.
    pub question: Option<Question>,
    /// The text to fetch.
    pub text: Option<Text>,
    /// The outcome of the last edit.
    pub spoken: String,
}

/// Returns the screen of a state.
pub(super) fn screen(model: &Model) -> Screen {
    let is_compared = model.tab == Tab::Compare;
    Screen {
        trace: Arc::new(trace(&model.operands(), model.shown_lane(), model.observed().as_ref())),
        against: against(&model.state, model.is_against),
        tab: model.tab,
        panel: tabs::panel(model),
        asked: model.asked.clone(),
        is_revealed: model.is_revealed,
        saved: model.saved.clone(),
        job: match model.tab {
            tab if tab == Tab::Sweep || model.is_reached => {
                model.sweep.wanted().map(|(task, len)| (task.clone(), len))
            }
            _ => None,
        },
        question: if is_compared { model.compare.wanted() } else { None },
        text: match &model.machine {
            _ if model.tab != Tab::Machine => None,
            Machine::Awaited => Some(Text::Record),
            Machine::Missing => None,
            Machine::Here(record) => model.whole.wanted(record, &model.state),
        },
        spoken: if is_compared {
            search::spoken(model.compare.searches.iter().flatten())
        } else {
            String::new()
        },
    }
}
