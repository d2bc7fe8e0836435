//! The card: a state and its result in a few lines. Other pages embed it, and it is the preview of
//! a state that is being shared.

mod rejected;
mod share;
pub(crate) mod statement;
mod view;

use std::sync::Arc;

use ptxfp::link::{self, Linked, Parsed, State};

pub use crate::card::rejected::RejectedView;
pub use crate::card::share::{ShareView, SnippetView, picture, snippets};
pub use crate::card::statement::PieceView;
pub use crate::card::view::{CardView, OperandView, RecordView};
use crate::module::{Module, Summary, Visit};
use crate::notice::{NoticeView, notice};
use crate::route::is_sequence;

/// The state of the card, and of sharing it.
#[derive(Clone, Debug)]
pub struct Model {
    linked: Linked,
    notice: Option<NoticeView>,
    /// The address of the playground, where the state is shared from there.
    home: Option<String>,
    /// Whether the link leaves the result out.
    is_bare: bool,
}

/// A change.
#[derive(Clone, Debug)]
pub enum Edit {
    /// Takes over the state of a link.
    Follow(String),
    /// Omits the result from the shared link, or includes it again.
    Bare(bool),
    /// Dismisses the notice.
    Dismiss,
}

/// The contents of the card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FaceView {
    /// A statement with its result.
    Result(Arc<CardView>),
    /// A statement that is rejected.
    Rejected(RejectedView),
}

impl FaceView {
    /// Returns the card of a statement with its result.
    pub fn result(&self) -> Option<&CardView> {
        match self {
            Self::Result(card) => Some(card),
            Self::Rejected(_) => None,
        }
    }

    /// The contents in one sentence, to be said.
    fn spoken(&self) -> &str {
        match self {
            Self::Result(card) => &card.spoken,
            Self::Rejected(rejected) => &rejected.spoken,
        }
    }
}

/// Everything that is shown.
#[derive(Clone, Debug)]
pub struct Screen {
    /// The card.
    pub face: FaceView,
    /// The notice about the link.
    pub notice: Option<NoticeView>,
    /// The copies, while the state is being shared.
    pub share: Option<ShareView>,
    /// The subject of the card.
    pub linked: Linked,
    /// The subject of the page: the instruction and its target.
    pub heading: String,
    /// The state as the fragment of an address, with what a link recorded.
    pub fragment: String,
}

/// The card with the links around it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedView {
    /// The card.
    pub face: FaceView,
    /// The link to the state in the playground; none while it is being shared, where the card is a
    /// preview.
    pub link: Option<String>,
    /// The path from the document to the page.
    pub home: &'static str,
}

impl Screen {
    /// The card with the links around it.
    pub fn placed(&self) -> PlacedView {
        let is_alone = self.share.is_none();
        PlacedView {
            face: self.face.clone(),
            link: is_alone.then(|| ["../#", &self.fragment].concat()),
            home: if is_alone { "../" } else { "" },
        }
    }
}

impl Model {
    /// A card without a link yet; with the address of the playground, for sharing.
    pub fn new(home: Option<String>) -> Self {
        Self { linked: Linked::Legal(State::default()), notice: None, home, is_bare: false }
    }

    /// Loads the state of a link, with a notice about its errors.
    fn read(&mut self, fragment: &str) {
        if is_sequence(fragment) {
            return;
        }
        let Parsed { linked, problems, .. } = link::parse_lightly(fragment);
        self.notice =
            (!fragment.is_empty() && !problems.is_empty()).then(|| notice(fragment, &problems));
        // The card has no tab, comparison or sweep.
        self.linked = match linked {
            Linked::Legal(state) => {
                Linked::Legal(State { view: None, compared: Vec::new(), sweep: None, ..state })
            }
            Linked::Rejected(mut rejected) => {
                rejected.view = None;
                Linked::Rejected(rejected)
            }
        };
    }
}

impl Module for Model {
    type Edit = Edit;
    type Screen = Screen;

    fn apply(&mut self, edit: Edit) {
        match edit {
            Edit::Follow(fragment) => self.read(&fragment),
            Edit::Bare(is_bare) => self.is_bare = is_bare,
            Edit::Dismiss => self.notice = None,
        }
    }

    fn screen(&self, _: Option<&Screen>) -> Screen {
        let (face, heading) = match &self.linked {
            Linked::Legal(state) => {
                let State { instruction, context, .. } = state;
                let heading = [&instruction.to_string(), " on ", context.target.name].concat();
                (FaceView::Result(Arc::new(view::card(state))), heading)
            }
            Linked::Rejected(rejected) => {
                let view = RejectedView::new(rejected);
                let heading = [&*view.statement, " on ", rejected.context.target.name].concat();
                (FaceView::Rejected(view), heading)
            }
        };
        let share = |home: &String| match (&self.linked, face.result()) {
            (Linked::Legal(state), Some(card)) => share::share(state, card, home, self.is_bare),
            (linked, _) => share::rejected(linked, home, self.is_bare),
        };
        Screen {
            share: self.home.as_ref().map(share),
            notice: self.notice.clone(),
            heading,
            fragment: self.linked.to_fragment(),
            linked: self.linked.clone(),
            face,
        }
    }

    fn visit(&self) -> Visit {
        Visit::Edit
    }

    /// The address belongs to the playground.
    fn owns(_: &str) -> bool {
        false
    }

    fn follow(&mut self, fragment: &str) -> Option<String> {
        self.read(fragment);
        None
    }

    fn summary(screen: &Screen) -> Summary<'_> {
        Summary {
            heading: &screen.heading,
            fragment: &screen.fragment,
            spoken: screen.face.spoken(),
        }
    }
}

#[cfg(test)]
mod tests;
