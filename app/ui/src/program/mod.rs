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
mod thread;
mod words;

use std::rc::Rc;

use leptos::prelude::*;
use ptxfp_view::program::code::Which;
use ptxfp_view::program::{Edit, Model, Screen};
use ptxfp_view::views::Place;

use self::answer::Outputs;
use self::cases::Cases;
use self::comparison::Comparison;
use self::debug::Watched;
use self::editor::Editor;
use self::file::Files;
use self::inputs::Inputs;
use self::results::Results;
use self::targets::Targets;
use self::thread::Thread;
use crate::browser::elements::{focus, set_caret};
use crate::browser::questions::{self, Asker};
use crate::lazy::Draw;
use crate::pieces::frame::{announcement, heading};
use crate::pieces::notice::Notice;
use crate::shared::Shared;
use crate::store::Store;
use crate::tasks::next_task;

/// The state of a program and of its comparison.
pub(crate) type Program = Store<Model>;

/// Opens the view of programs.
pub fn open(shared: Shared) -> Draw {
    let page = Store::new(Model::default(), shared, follow);
    questions::connect(Asker::Program, move |reply| page.send(Edit::Answer(Box::new(reply))));
    let page = page.opened();
    Rc::new(move || view! { <Page page/> }.into_any())
}

/// Moves the focus if its element was removed, and sends the next question to a worker.
fn follow(screen: &Screen, shared: Shared) {
    if let Some(selector) = screen.focus {
        let caret = screen.caret.and_then(|(_, caret)| u32::try_from(caret).ok());
        next_task(move || {
            focus(selector);
            if let Some(caret) = caret {
                set_caret(selector, caret);
            }
        });
    }
    // Nothing runs while another view is shown.
    let question = screen.question.clone();
    questions::want(Asker::Program, question.filter(|_| shared.is_in_view(Place::Program)));
}

/// The whole view.
#[component]
fn Page(page: Program) -> impl IntoView {
    let notice = page.data(|screen| screen.notice.clone());
    let other = page.data(|screen| screen.editor(Which::Other));
    let dependent = page.data(|screen| Some(screen.view.dependent.clone()));
    let files =
        move || view! { <Files page view=page.data(|screen| Some(screen.files()))/> }.into_any();
    let kernel = page.data(|screen| screen.view.thread.is_some().then_some(()));
    let straight = page.data(|screen| screen.view.thread.is_none().then_some(()));
    view! {
        <Notice view=notice dismiss=move || page.send(Edit::Dismiss)/>
        {heading(page)}
        <div class:sequence-both=other.is_some()>
            <Editor page view=page.data(|screen| screen.editor(Which::First))/>
            <Editor page view=other/>
        </div>
        <Outputs view=page.data(Screen::outputs)/>
        {straight.shown(files)}
        <Inputs page keys=page.data(Screen::input_keys) notes=dependent/>
        <Cases page view=page.data(Screen::cases)/>
        <Comparison page view=page.data(Screen::sides)/>
        <Thread page/>
        {kernel.shown(files)}
        {straight.shown(move || view! {
            <Results
                page
                other=page.data(|screen| screen.places(Which::Other))
                registers=page.data(Screen::registers)
            />
        }.into_any())}
        <Watched page view=page.data(Screen::watched)/>
        <Targets page view=page.data(|screen| Some(screen.view.targets_beside.clone()))/>
        {announcement(page, "sequence-announcement")}
    }
}
