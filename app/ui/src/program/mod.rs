//! Programs of several statements and their results, optionally compared with another program.

mod answer;
mod cases;
mod comparison;
mod debug;
mod editor;
mod file;
mod inputs;
mod problems;
mod register;
mod results;
mod statement;
mod targets;
mod words;

use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;
use ptxfp_view::program::{Edit, Model, Screen};
use ptxfp_view::views::Place;

use self::answer::answer;
use self::cases::cases;
use self::comparison::comparison;
use self::editor::Editor;
use self::file::files;
use self::inputs::inputs;
use self::results::Results;
use self::targets::targets;
use crate::app::lazy::Draw;
use crate::app::shared::Shared;
use crate::browser::elements::{focus, set_caret};
use crate::browser::questions::{self, Asker};
use crate::part::{handler, part};
use crate::pieces::frame::{announcement, heading};
use crate::pieces::notice::notice_banner;
use crate::store::Store;

/// The state of a program and of its comparison.
pub(crate) type Program = Store<Model>;

/// Opens the view of programs.
pub fn open(shared: Shared) -> Draw {
    let page = Store::new(Model::default(), shared, follow);
    questions::connect(Asker::Program, move |reply| page.send(Edit::Answer(reply)));
    let page = page.opened();
    Rc::new(move || view! { <Page page/> }.into_any())
}

/// Moves the focus if its element was removed, and sends the next question to a worker.
fn follow(screen: &Screen, shared: Shared) {
    if let Some(selector) = screen.focus {
        // It is drawn first.
        let caret = screen.caret.and_then(|(_, caret)| u32::try_from(caret).ok());
        let reach = move || {
            focus(selector);
            if let Some(caret) = caret {
                set_caret(selector, caret);
            }
        };
        set_timeout(reach, Duration::ZERO);
    }
    // Nothing runs while another view is shown.
    let question = screen.question.clone();
    questions::want(Asker::Program, question.filter(|_| shared.is_in_view(Place::Program)));
}

/// The whole view.
#[component]
fn Page(page: Program) -> impl IntoView {
    let notice = part(
        page,
        [0; 2],
        |one, two, _| one.notice == two.notice,
        |page, screen, _| {
            notice_banner(screen.notice.as_ref(), handler(move |_| page.send(Edit::Dismiss)))
        },
    );
    view! {
        {notice}
        {heading(page)}
        <Editor page/>
        {answer(page)}
        {files(page)}
        {inputs(page)}
        {cases(page)}
        {comparison(page)}
        <Results page/>
        {targets(page)}
        {announcement(page, "sequence-announcement")}
    }
}
