//! Everything on the library's screen that follows from its state.

use crate::library::formats::FormatsView;
use crate::library::gallery::GalleryView;
use crate::library::reference::ReferenceView;
use crate::library::{Model, Route, formats, gallery, reference};

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
    /// The lessons, if they are the view.
    pub gallery: Option<GalleryView>,
    /// What has been said of the last edit.
    pub said: String,
}

/// What the library shows of a state.
pub(super) fn screen(model: &Model) -> Screen {
    let mut screen = Screen {
        heading: "",
        fragment: model.route.fragment(),
        reference: None,
        formats: None,
        gallery: None,
        said: model.said.clone(),
    };
    match &model.route {
        Route::Reference(query) => {
            screen.heading = "Reference";
            screen.reference = Some(reference::reference(query, &model.open));
        }
        Route::Formats(name) => {
            screen.heading = "Formats";
            screen.formats = Some(formats::formats(name, &model.open));
        }
        Route::Gallery(slug) => {
            screen.heading = "Gallery";
            screen.gallery = Some(gallery::gallery(slug));
        }
    }
    screen
}
