//! Everything on the screen that follows from the state of the view.

use std::sync::Arc;

use crate::background::Question;
use crate::notice::NoticeView;
use crate::program::debug::DebugView;
use crate::program::view::SequenceView;
use crate::program::{Model, debug, statements};
use crate::search::Search;

/// One state of the screen.
#[derive(Clone, Debug)]
pub struct Screen {
    /// What the view is about.
    pub heading: String,
    /// The fragment of the address.
    pub fragment: String,
    /// The statements and what they come to.
    pub view: Arc<SequenceView>,
    /// The step that is reached, and the registers that are looked at or watched.
    pub debug: DebugView,
    /// What came of the last edit.
    pub spoken: String,
    /// What is to be asked of a worker.
    pub question: Option<Question>,
    /// What is to be focused.
    pub focus: Option<&'static str>,
    /// What there is to say about the link.
    pub notice: Option<NoticeView>,
    /// What has been said of the last edit.
    pub said: String,
    /// The revision of the state that the view is of.
    pub revision: u64,
}

/// What is shown of a state; what the program comes to is taken from the last screen if that is of the
/// same revision.
pub(super) fn screen(model: &Model, last: Option<&Screen>) -> Screen {
    let last = last.filter(|last| last.revision == model.revision);
    let view = last.map_or_else(|| Arc::new(statements::view(model)), |last| last.view.clone());
    let debug = debug::view(model, &view);
    let spoken = debug::spoken(model, &debug).unwrap_or_else(|| view.spoken.clone());
    Screen {
        heading: ["Program on ", model.code.context.target.name].concat(),
        fragment: last.map_or_else(|| model.snapshot().to_fragment(), |last| last.fragment.clone()),
        view,
        debug,
        spoken: spoken.replace('`', ""),
        question: model.search().and_then(Search::wanted),
        focus: model.focus,
        notice: model.notice.clone(),
        said: model.said.clone(),
        revision: model.revision,
    }
}
