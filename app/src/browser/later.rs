//! Going on with something after the browser has seen to what else there is.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use leptos::leptos_dom::helpers::set_timeout;

thread_local! {
    static STEP: RefCell<Option<Rc<dyn Fn()>>> = const { RefCell::new(None) };
    static IS_WAITING: Cell<bool> = const { Cell::new(false) };
}

/// Says what goes on.
pub fn connect(step: impl Fn() + 'static) {
    STEP.replace(Some(Rc::new(step)));
}

/// Has it go on soon, once however often that is asked.
pub fn soon() {
    if !IS_WAITING.replace(true) {
        let go_on = || {
            IS_WAITING.set(false);
            // The step may ask for the next one.
            if let Some(step) = STEP.with_borrow(Clone::clone) {
                step();
            }
        };
        set_timeout(go_on, Duration::ZERO);
    }
}
