//! Texts of chapters, which the build has put beside the page: fetched when needed.

use std::cell::RefCell;
use std::rc::Rc;

use ptxfp_view::chapters::Listed;
use ptxfp_view::explorer::tabs::machine::FILE;

use super::files::{beside, fetch_text, file};

/// Takes the index of a chapter with its text, or without after a failure.
type Receiver = Rc<dyn Fn(usize, Option<String>)>;

thread_local! {
    static RECEIVER: RefCell<Option<Receiver>> = const { RefCell::new(None) };
    static ASKED: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// Sets the receiver of texts and failures.
pub fn connect(receiver: impl Fn(usize, Option<String>) + 'static) {
    RECEIVER.with_borrow_mut(|place| *place = Some(Rc::new(receiver)));
}

/// Ensures that the text of a chapter is fetched.
pub fn want(index: usize, listed: &Listed) {
    if ASKED.with_borrow(|asked| asked.contains(&index)) {
        return;
    }
    ASKED.with_borrow_mut(|asked| asked.push(index));
    let chapter = || beside(&file(FILE)?.0, listed.file, listed.integrity);
    fetch_text(chapter(), move |content| report(index, content));
}

fn report(index: usize, content: Option<String>) {
    ASKED.with_borrow_mut(|asked| asked.retain(|other| *other != index));
    let receiver = RECEIVER.with_borrow(Clone::clone);
    if let Some(receiver) = receiver {
        receiver(index, content);
    }
}
