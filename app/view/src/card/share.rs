//! The copies of a state for sharing: its link, a line of text, snippets for documents and pages, a
//! picture.

use ptxfp::eval::Prepared;
use ptxfp::internals::export::{
    self, Kind, Theme, export_explained, export_rejected, rejected_sentence,
};
use ptxfp::internals::quote::{code, one_line};
use ptxfp::internals::typed::is_statement;
use ptxfp::link::{Linked, Rejected, State};

use crate::card::view::CardView;
use crate::card::{FaceView, Screen};
use crate::number::with_hyphen;
use crate::playground::glance::values;

/// The copies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShareView {
    /// The whole link.
    pub link: String,
    /// Whether it has no result; `None` for a text that has no result to record.
    pub is_bare: Option<bool>,
    /// Statement and result in a line.
    pub text: String,
}

/// A text for a document or another page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SnippetView {
    /// Its name in identifiers.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// A few words about it.
    pub note: &'static str,
    /// The text.
    pub text: String,
}

/// The kinds of snippets, with their titles.
const SNIPPETS: [(Kind, &str); 3] = [
    (Kind::Markdown, "Markdown"),
    (Kind::Iframe, "Embed: frame"),
    (Kind::Element, "Embed: element"),
];

impl SnippetView {
    fn of((kind, title): (Kind, &'static str), note: &'static str, text: &str) -> Self {
        Self { name: kind.name(), title, note, text: text.trim_end().to_owned() }
    }
}

/// Returns the copies of a state.
pub(super) fn share(state: &State, card: &CardView, home: &str, is_bare: bool) -> ShareView {
    let State { instruction, context, registers, .. } = state;
    let result = || Prepared::new(instruction, context).evaluate(registers).destination;
    let state = State { recorded: (!is_bare).then(result), ..state.clone() };
    let tag = match &card.lanes[..] {
        [lane] => [", ", &lane.tag].concat(),
        _ => String::new(),
    };
    let spelling = instruction.to_string();
    let values = values(&card.lanes);
    ShareView {
        link: [home, "#", &state.to_fragment()].concat(),
        is_bare: Some(is_bare),
        // It is copied.
        text: with_hyphen(
            &[
                &spelling,
                " ",
                &card.operands,
                " = ",
                &values,
                " (",
                &card.hex,
                ")",
                &tag,
                "; ",
                &card.place,
            ]
            .concat(),
        ),
    }
}

/// Returns the copies of a statement that is rejected: its link, which records that unless it is to be
/// bare, and the reason.
pub(super) fn rejected(linked: &Linked, home: &str, is_bare: bool) -> ShareView {
    if let Linked::Rejected(rejected) = linked
        && !is_statement(rejected.statement())
    {
        return question(rejected, home);
    }
    let mut linked = linked.clone();
    let text = match &mut linked {
        Linked::Legal(_) => String::new(),
        Linked::Rejected(rejected) => {
            rejected.is_recorded = !is_bare;
            rejected_sentence(rejected)
        }
    };
    ShareView { link: [home, "#", &linked.to_fragment()].concat(), is_bare: Some(is_bare), text }
}

/// The result with its reason, for documents and other pages. It is no part of the screen, as the
/// card in other pages does without the code for it.
pub fn snippets(screen: &Screen) -> Option<Vec<SnippetView>> {
    let home = screen.share.as_ref()?.link.split('#').next()?;
    let text = |kind: Kind| match (&screen.linked, &screen.face) {
        (Linked::Legal(state), FaceView::Result(card)) => {
            export_explained(kind, state, home, &card.why)
        }
        (Linked::Rejected(asked), _) if !is_statement(asked.statement()) => {
            (kind == Kind::Markdown).then(|| question_in_markdown(asked, home))
        }
        (Linked::Rejected(rejected), _) => export_rejected(kind, rejected, home),
        (Linked::Legal(_), _) => None,
    };
    let note = match screen.share.as_ref()?.is_bare {
        None => "a link to the answer",
        Some(_) => "with the result and the reason",
    };
    let snippet = |kind: (Kind, &'static str)| Some(SnippetView::of(kind, note, &text(kind.0)?));
    Some(SNIPPETS.into_iter().filter_map(snippet).collect())
}

/// Returns the copies of a text that is no statement of PTX: its link, which opens its answer.
fn question(asked: &Rejected, home: &str) -> ShareView {
    let link = [home, "#", &asked.to_fragment()].concat();
    ShareView { link, is_bare: None, text: one_line(asked.statement().into()) }
}

/// A link to the answer of a text that is no statement of PTX.
fn question_in_markdown(asked: &Rejected, home: &str) -> String {
    let text = code(&one_line(asked.statement().into()));
    ["[", &*text, "](", home, "#", &asked.to_fragment(), ")"].concat()
}

/// The card as SVG; a statement that is rejected has none.
pub fn picture(screen: &Screen, is_dark: bool) -> Option<String> {
    let theme = if is_dark { Theme::Dark } else { Theme::Light };
    match (&screen.linked, &screen.face) {
        (Linked::Legal(state), FaceView::Result(card)) => {
            Some(export::picture(state, &card.why, theme))
        }
        (Linked::Legal(_) | Linked::Rejected(_), _) => None,
    }
}
