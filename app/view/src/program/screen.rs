//! Everything on the screen that follows from the state of the view.

use std::sync::Arc;

use crate::background::Question;
use crate::notice::NoticeView;
use crate::program::code::Which;
use crate::program::debug::DebugView;
use crate::program::view::{SequenceView, view};
use crate::program::words::Words;
use crate::program::{Model, debug, file};
use crate::search::Search;

/// One state of the screen.
#[derive(Clone, Debug)]
pub struct Screen {
    /// The subject of the view.
    pub heading: String,
    /// The fragment of the address.
    pub fragment: String,
    /// The statements and their results.
    pub view: Arc<SequenceView>,
    /// The current step, and the selected and watched registers.
    pub debug: DebugView,
    /// The announcement after the last edit.
    pub spoken: String,
    /// The question for a worker.
    pub question: Option<Question>,
    /// The element to focus.
    pub focus: Option<&'static str>,
    /// The notice about the link.
    pub notice: Option<NoticeView>,
    /// The revision of the state that the view shows.
    pub revision: u64,
    /// The completions at the caret.
    pub words: Option<Words>,
    /// A place for the caret of a text, in UTF-16 units.
    pub caret: Option<(Which, usize)>,
    /// The number of steps of a thread that have run; `None` for all.
    pub now: Option<usize>,
    /// Whether the text of a kernel can be edited.
    pub is_edited: bool,
    /// A remark on sharing or exporting.
    pub remark: Option<String>,
}

/// The screen of a state; the results of the program are taken from the last screen if that has the
/// same revision.
pub(super) fn screen(model: &Model, last: Option<&Screen>) -> Screen {
    let last = last.filter(|last| last.revision == model.revision);
    let view = last.map_or_else(|| Arc::new(view(model)), |last| last.view.clone());
    let debug = debug::view(model, &view);
    let spoken = debug::spoken(model, &view, &debug).unwrap_or_else(|| view.spoken.clone());
    let fragment =
        last.map_or_else(|| model.snapshot().to_fragment(), |last| last.fragment.clone());
    Screen {
        heading: ["Program on ", model.code.context.target.name].concat(),
        view,
        debug,
        spoken: spoken.replace('`', ""),
        question: model.search().and_then(Search::wanted),
        focus: model.focus,
        notice: model.notice.clone(),
        revision: model.revision,
        words: model.words.clone(),
        caret: model.caret,
        now: model.debug.step(),
        is_edited: model.is_edited,
        remark: model.refused.clone().or_else(|| file::too_long(&fragment, model.length)),
        fragment,
    }
}
