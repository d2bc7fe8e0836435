//! The card: a state and its result in a few lines. Other pages embed it, and it is the preview of
//! a state that is being shared.

mod share;
pub(crate) mod statement;
mod view;

use ptxfp::link::{self, Parsed, State};

pub use crate::card::share::{ShareView, picture};
pub use crate::card::statement::PieceView;
pub use crate::card::view::{CardView, OperandView, RecordView};
use crate::module::{Module, Summary, Visit};
use crate::notice::{NoticeView, notice};
use crate::program::is_sequence;

/// The state of the card, and of sharing it.
#[derive(Clone, Debug, Default)]
pub struct Model {
    state: State,
    notice: Option<NoticeView>,
    /// The address of the playground, where the state is shared from there.
    home: Option<String>,
    /// Whether the link leaves the result out.
    is_bare: bool,
    said: String,
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
    /// Puts a text into the live region.
    Say(String),
}

/// Everything that is shown.
#[derive(Clone, Debug)]
pub struct Screen {
    /// The card.
    pub card: CardView,
    /// The notice about the link.
    pub notice: Option<NoticeView>,
    /// The copies, while the state is being shared.
    pub share: Option<ShareView>,
    /// The state that is shown.
    pub state: State,
    /// The subject of the page: the instruction and its target.
    pub heading: String,
    /// The state as the fragment of an address, with what a link recorded.
    pub fragment: String,
    /// The part of the result that has been announced.
    pub said: String,
}

impl Model {
    /// A card without a link yet; with the address of the playground, for sharing.
    pub fn new(home: Option<String>) -> Self {
        Self { home, ..Self::default() }
    }

    /// Loads the state of a link, with a notice about its errors.
    fn read(&mut self, fragment: &str) {
        if is_sequence(fragment) {
            return;
        }
        let Parsed { state, problems } = link::parse_lightly(fragment);
        self.notice =
            (!fragment.is_empty() && !problems.is_empty()).then(|| notice(fragment, &problems));
        // What else the page shows is not on the card.
        self.state = State { view: None, compared: Vec::new(), sweep: None, ..state };
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
            Edit::Say(text) => self.said = text,
        }
    }

    fn screen(&self, _: Option<&Screen>) -> Screen {
        let State { instruction, context, .. } = &self.state;
        let card = view::card(&self.state);
        Screen {
            share: self
                .home
                .as_ref()
                .map(|home| share::share(&self.state, &card, home, self.is_bare)),
            notice: self.notice.clone(),
            heading: [&instruction.to_string(), " on ", context.target.name].concat(),
            fragment: self.state.to_fragment(),
            said: self.said.clone(),
            state: self.state.clone(),
            card,
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
            spoken: &screen.card.spoken,
            said: &screen.said,
        }
    }

    fn say(text: String) -> Edit {
        Edit::Say(text)
    }
}

#[cfg(test)]
mod tests;
