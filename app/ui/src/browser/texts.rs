//! Texts that the build has put beside the page: fetched when needed, one after the other.

use std::cell::RefCell;

use ptxfp_view::explorer::tabs::machine::FILE;
use ptxfp_view::explorer::tabs::machine::whole::Text;

use super::files::{beside, fetch_text, file};

/// Takes a text with its contents, or without after a failure.
type Receiver = Box<dyn Fn(Text, Option<String>)>;

#[derive(Default)]
struct Texts {
    asked: Option<Text>,
    receiver: Option<Receiver>,
}

thread_local! {
    static TEXTS: RefCell<Texts> = RefCell::new(Texts::default());
}

/// Sets the receiver of texts and failures.
pub fn connect(receiver: impl Fn(Text, Option<String>) + 'static) {
    TEXTS.with_borrow_mut(|texts| texts.receiver = Some(Box::new(receiver)));
}

/// Ensures that a text is fetched, after the one that is on its way.
pub fn want(text: Option<Text>) {
    let Some(text) = text else { return };
    if TEXTS.with_borrow(|texts| texts.asked.is_some()) {
        return;
    }
    let record = || Some(file(FILE)?.0);
    let file = match &text {
        Text::Record => record(),
        Text::Whole(name, integrity) => {
            record().and_then(|record| beside(&record, name, integrity))
        }
    };
    TEXTS.with_borrow_mut(|texts| texts.asked = Some(text));
    fetch_text(file, report);
}

fn report(content: Option<String>) {
    // The receiver may request another one at once.
    let (asked, receiver) =
        TEXTS.with_borrow_mut(|texts| (texts.asked.take(), texts.receiver.take()));
    if let (Some(text), Some(receiver)) = (asked, &receiver) {
        receiver(text, content);
    }
    TEXTS.with_borrow_mut(|texts| texts.receiver = receiver);
}
