//! Everything on the library's screen that follows from its state.

use ptxfp::internals::quote::quoted;

use crate::glossary;
use crate::library::across::AcrossView;
use crate::library::evidence::EvidenceView;
use crate::library::formats::FormatsView;
use crate::library::lessons::LessonsView;
use crate::library::news::NewsView;
use crate::library::reference::ReferenceView;
use crate::library::{Model, across, evidence, formats, lessons, news, reference};
use crate::route::Route;

/// One state of the screen.
#[derive(Clone, Debug)]
pub struct Screen {
    /// The subject of the view.
    pub heading: &'static str,
    /// The fragment of the address.
    pub fragment: String,
    /// The reference, if it is the view.
    pub reference: Option<ReferenceView>,
    /// The formats, if they are the view.
    pub formats: Option<FormatsView>,
    /// One value in every format, beside the formats.
    pub across: Option<AcrossView>,
    /// The lessons, if they are the view.
    pub lessons: Option<LessonsView>,
    /// The news of versions of PTX, if it is the view.
    pub news: Option<NewsView>,
    /// The evidence, if it is the view.
    pub evidence: Option<&'static EvidenceView>,
}

/// Returns the screen of a state.
pub(super) fn screen(model: &Model) -> Screen {
    let mut screen = Screen {
        heading: "",
        fragment: model.route.fragment(),
        reference: None,
        formats: None,
        across: None,
        lessons: None,
        news: None,
        evidence: None,
    };
    match &model.route {
        Route::Reference(query) => {
            screen.heading = "Reference";
            screen.reference = Some(reference::reference(query, &model.open));
        }
        Route::Formats(_) | Route::Across(_) => {
            let name = if let Route::Formats(name) = &model.route { name } else { "" };
            screen.heading = "Formats";
            screen.formats = Some(formats::formats(name, &model.open));
            screen.across = Some(across::across(&model.value));
        }
        Route::Lessons(slug) => {
            screen.heading = "Lessons";
            screen.lessons = Some(lessons::lessons(slug));
        }
        // The terms are below the lessons.
        Route::Glossary(slug) => {
            screen.heading = "Lessons";
            let problem = if slug.is_empty() || glossary::find(slug).is_some() {
                String::new()
            } else {
                ["Unknown term ", &quoted(slug), "."].concat()
            };
            screen.lessons = Some(LessonsView { problem, ..lessons::lessons("") });
        }
        Route::News(version) => {
            screen.heading = "New in PTX ISA";
            screen.news = Some(news::news(version));
        }
        Route::Evidence(_) => {
            screen.heading = "Evidence";
            screen.evidence = Some(&evidence::EVIDENCE);
        }
    }
    screen
}
