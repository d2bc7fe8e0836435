//! Files: a program is opened and saved, and exported as a test.

use js_sys::futures::{JsFuture, spawn_local};
use leptos::ev::{DragEvent, Event, MouseEvent};
use leptos::html::Input;
use leptos::prelude::*;
use ptxfp_view::program::Edit;
use ptxfp_view::program::code::Which;
use ptxfp_view::program::file::{FilesView, cuda, ptx};
use web_sys::{File, HtmlInputElement};

use super::Program;
use super::comparison::begin;
use crate::browser::save::save;
use crate::events::handler;
use crate::store::Live;
use crate::tasks::drawn;

/// The longest file that is read, in bytes; most of it may be comments.
const MAX_BYTES: f64 = 1_048_576.0;

/// The buttons, with the one that begins a comparison, and what is to be said of the link.
#[component]
pub(super) fn Files(page: Program, view: Live<FilesView>) -> impl IntoView {
    view.draw(move |view| files(page, view))
}

fn files(page: Program, view: &FilesView) -> AnyView {
    let field = NodeRef::<Input>::new();
    let choose = handler(move |event: Event| {
        let field: HtmlInputElement = event_target(&event);
        if let Some(file) = field.files().and_then(|files| files.get(0)) {
            open(page, Which::First, file);
        }
        // Without this, choosing one file twice in a row is no change.
        field.set_value("");
    });
    let browse = move || {
        if let Some(field) = drawn(field) {
            field.click();
        }
    };
    let export = move || match cuda(&page.screen().view, &page.home()) {
        Ok(test) => save("ptx-program.cu", &test),
        Err(reason) => page.send(Edit::Refuse(reason)),
    };
    let remark = view.remark.as_ref().map(|remark| {
        view! { <p class="entry-note wrong" role="status">{remark.clone()}</p> }.into_any()
    });
    view! {
        <div class="sequence-add" id="sequence-files">
            <input node_ref=field type="file" id="sequence-file" accept=".ptx,.cu,.txt" hidden on:change=choose/>
            {button("Open a file", browse)}
            {button("Save as a file", move || save("program.ptx", &ptx(&page.screen().view)))}
            {button("Save a CUDA test", export)}
            {view.is_alone.then(|| begin(page))}
        </div>
        {remark}
    }
    .into_any()
}

fn button(words: &'static str, press: impl Fn() + 'static) -> AnyView {
    let press = handler(move |_: MouseEvent| press());
    view! { <button class="button" type="button" on:click=press>{words}</button> }.into_any()
}

/// Opens a file that is dropped; other things that are dragged are the browser's.
pub(super) fn drop(page: Program, which: Which, event: &DragEvent) {
    let files = event.data_transfer().and_then(|data| data.files());
    if let Some(file) = files.and_then(|files| files.get(0)) {
        event.prevent_default();
        open(page, which, file);
    }
}

fn open(page: Program, which: Which, file: File) {
    if file.size() > MAX_BYTES {
        return page.send(Edit::Refuse(String::from("The file is longer than a megabyte.")));
    }
    spawn_local(async move {
        if let Ok(text) = JsFuture::from(file.text()).await
            && let Some(text) = text.as_string()
        {
            page.send(Edit::Open(which, text));
        }
    });
}
