//! Everything on the screen that follows from the state of the view.

use crate::background::Question;
use crate::notice::NoticeView;
use crate::program::view::SequenceView;
use crate::program::{Model, statements};
use crate::search::Search;

/// One state of the screen.
#[derive(Clone, Debug)]
pub struct Screen {
    /// What the view is about.
    pub heading: String,
    /// The fragment of the address.
    pub fragment: String,
    /// The statements and what they come to.
    pub view: SequenceView,
    /// What is to be asked of a worker.
    pub question: Option<Question>,
    /// What is to be focused.
    pub focus: Option<&'static str>,
    /// What there is to say about the link.
    pub notice: Option<NoticeView>,
    /// What has been said of the last edit.
    pub said: String,
}

/// What is shown of a state.
pub(super) fn screen(model: &Model) -> Screen {
    Screen {
        heading: ["Program on ", model.code.context.target.name].concat(),
        fragment: model.snapshot().to_fragment(),
        view: statements::view(model),
        question: model.search().and_then(Search::wanted),
        focus: model.focus,
        notice: model.notice.clone(),
        said: model.said.clone(),
    }
}
