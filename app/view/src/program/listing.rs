//! The listing of a thread on the screen.

use ptxfp::explore::sequence::kernel::demangled;

use crate::program::Screen;
use crate::program::inputs::InputView;
use crate::program::thread::bar::BarView;
use crate::program::thread::row::RowView;
use crate::program::view::RecordView;

/// The head of a listing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListingView {
    /// The function that runs, as its source calls it.
    pub name: String,
    /// The function that runs.
    pub function: String,
    /// The functions of the text.
    pub functions: Vec<String>,
    /// The steps that are not exact, in a sentence.
    pub summary: String,
    /// A sentence for a thread that stores nothing.
    pub nothing: Option<&'static str>,
    /// Assumptions and remarks, in sentences.
    pub notes: Vec<String>,
    /// The results that the link recorded, compared with the present ones.
    pub linked: Option<RecordView>,
    /// Whether the text can be edited.
    pub is_edited: bool,
}

impl Screen {
    /// The head of the listing, if there is one.
    pub fn listing(&self) -> Option<ListingView> {
        let thread = self.view.thread.as_ref()?;
        Some(ListingView {
            name: {
                let name = thread.kernel().function().unwrap_or("Thread");
                demangled(name).unwrap_or_else(|| name.to_owned())
            },
            function: thread.kernel().function().unwrap_or_default().to_owned(),
            functions: thread.kernel().functions().to_vec(),
            summary: thread.summary(),
            nothing: thread.outputs().is_empty().then_some("This thread stores nothing."),
            linked: self.view.linked.clone(),
            notes: thread.kernel().notes().to_vec(),
            is_edited: self.is_edited,
        })
    }

    /// The steps.
    pub fn thread_bar(&self) -> Option<BarView> {
        Some(self.view.thread.as_ref()?.bar(self.now()))
    }

    /// The places of its rows.
    pub fn rows(&self) -> Option<Vec<usize>> {
        Some((0..self.view.thread.as_ref()?.n_rows()).collect())
    }

    /// A row.
    pub fn row(&self, place: usize) -> Option<RowView> {
        self.view.thread.as_ref()?.row(place, self.now())
    }

    /// The places of the inputs that no row has.
    pub fn group(&self) -> Option<Vec<usize>> {
        let group = self.view.thread.as_ref()?.group();
        (!group.is_empty()).then(|| group.to_vec())
    }

    /// An input of the thread.
    pub fn thread_input(&self, place: usize) -> Option<InputView> {
        self.view.thread.as_ref()?.input(place).cloned()
    }

    /// The number of steps that have run; `None` for all.
    fn now(&self) -> Option<usize> {
        let count = self.view.thread.as_ref()?.count();
        self.now.map(|now| now.min(count))
    }
}
