//! The tabs, and the panel of the chosen one: a module for each draws its contents.

mod compare;
mod corners;
mod error;
mod export;
mod machine;
mod requirements;
mod sweep;

use leptos::ev::{FocusEvent, KeyboardEvent, MouseEvent, PointerEvent};
use leptos::html::Div;
use leptos::prelude::*;
use ptxfp_view::explorer::Edit;
use ptxfp_view::explorer::tabs::Tab;

use crate::browser::elements::{focus_in, reveal};
use crate::events::handler;
use crate::explorer::Explorer;
use crate::store::Live;
use crate::tasks::{drawn, next_task};

/// The list of tabs, in one row that scrolls to the chosen one.
#[component]
pub(super) fn TabList(page: Explorer, view: Live<Tab>) -> impl IntoView {
    view.draw(move |chosen| tab_list(page, *chosen))
}

fn tab_list(page: Explorer, chosen: Tab) -> AnyView {
    let list = NodeRef::<Div>::new();
    let tabs = Tab::ALL.iter().copied().map(|tab| tab_button(page, tab, tab == chosen, list));
    next_task(move || {
        if let Some(list) = drawn(list) {
            reveal(&list, "[aria-selected=true]");
        }
    });
    view! { <div node_ref=list class="tab-list" role="tablist">{tabs.collect_view()}</div> }
        .into_any()
}

/// A tab. Arrow keys move among them; reaching for the tab of sweeps, by keyboard or pointer,
/// begins the first sweep.
fn tab_button(page: Explorer, tab: Tab, is_chosen: bool, list: NodeRef<Div>) -> AnyView {
    let choose = handler(move |_: MouseEvent| page.send(Edit::Tab(tab)));
    let step = handler(move |event: KeyboardEvent| {
        if let (Some(next), Some(list)) = (neighbor(tab, &event.key()), drawn(list)) {
            focus_in(&list, &["#tab-", next.name()].concat());
        }
    });
    view! {
        <button
            type="button"
            role="tab"
            id=["tab-", tab.name()].concat()
            aria-selected=if is_chosen { "true" } else { "false" }
            aria-controls=is_chosen.then_some("panel")
            tabindex=if is_chosen { "0" } else { "-1" }
            on:click=choose
            on:keydown=step
            on:focusin=handler(move |_: FocusEvent| reach(page, tab))
            on:pointerover=handler(move |_: PointerEvent| reach(page, tab))
        >{tab.title()}</button>
    }
    .into_any()
}

/// The tab that a key moves to.
fn neighbor(tab: Tab, key: &str) -> Option<Tab> {
    let step = match key {
        "ArrowRight" => 1,
        "ArrowLeft" => Tab::ALL.len() - 1,
        _ => return None,
    };
    Tab::ALL.iter().copied().cycle().skip_while(|each| *each != tab).nth(step)
}

/// Begins the first sweep before its tab is opened.
fn reach(page: Explorer, tab: Tab) {
    if tab == Tab::Sweep && page.screen().tab != tab {
        page.send(Edit::Reach);
    }
}

/// The panel of the chosen tab. It is redrawn only with another tab: its contents follow their own
/// data.
#[component]
pub(super) fn Panel(page: Explorer, view: Live<Tab>) -> impl IntoView {
    view.draw(move |tab| panel(page, *tab))
}

fn panel(page: Explorer, tab: Tab) -> AnyView {
    let shown = match tab {
        Tab::Corners => corners::panel(page),
        Tab::Error => error::panel(page),
        Tab::Sweep => sweep::panel(page),
        Tab::Compare => compare::panel(page),
        Tab::Machine => machine::panel(page),
        Tab::Requirements => requirements::panel(page),
        Tab::Export => export::panel(page),
    };
    let label = ["tab-", tab.name()].concat();
    view! { <div id="panel" role="tabpanel" aria-labelledby=label>{shown}</div> }.into_any()
}
