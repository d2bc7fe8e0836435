//! Everything on the library's screen that follows from its state.

use super::{Model, Route};
use crate::present::{formats, reference};
use crate::view_model::formats::FormatsView;
use crate::view_model::reference::ReferenceView;

/// One state of the screen.
#[derive(Clone, Debug)]
pub struct Screen {
    /// What the view is about.
    pub heading: &'static str,
    /// The fragment of the address.
    pub fragment: String,
    /// The reference, if it is the view.
    pub reference: Option<ReferenceView>,
    /// The formats, if they are the view.
    pub formats: Option<FormatsView>,
    /// What has been said of the last edit.
    pub said: String,
}

/// What the library shows of a state.
pub(super) fn screen(model: &Model) -> Screen {
    let (heading, reference, formats) = match &model.route {
        Route::Reference(query) => {
            ("Reference", Some(reference::reference(query, &model.open)), None)
        }
        Route::Formats(name) => ("Formats", None, Some(formats::formats(name, &model.open))),
    };
    let (fragment, said) = (model.route.fragment(), model.said.clone());
    Screen { heading, fragment, reference, formats, said }
}
