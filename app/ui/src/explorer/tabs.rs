//! The tabs, and the panel of the chosen one.

use std::time::Duration;

use leptos::ev::{FocusEvent, KeyboardEvent, MouseEvent, PointerEvent};
use leptos::prelude::*;
use ptxfp_view::explorer::tabs::{PanelView, Tab};
use ptxfp_view::explorer::{Edit, Screen};

use super::Explorer;
use super::compare::comparison;
use super::corners::corner_cases;
use super::error::tables;
use super::export::copies;
use super::machine::machine_code;
use super::sweep::sweep;
use crate::browser::elements::{focus, reveal};
use crate::part::{At, handler, part};

/// The list of tabs, in one row that scrolls to the chosen one.
pub(super) fn tab_list(page: Explorer, screen: &Screen, _: At) -> AnyView {
    let tabs = Tab::ALL.into_iter().map(|tab| tab_button(page, tab, tab == screen.tab));
    let chosen = ["#tab-", screen.tab.name()].concat();
    // It is drawn first.
    set_timeout(move || reveal(".tab-list", &chosen), Duration::ZERO);
    view! { <div class="tab-list" role="tablist">{tabs.collect_view()}</div> }.into_any()
}

/// A tab. Arrow keys move among them; reaching for the tab of sweeps, by keyboard or pointer,
/// begins the first sweep.
fn tab_button(page: Explorer, tab: Tab, is_chosen: bool) -> AnyView {
    let choose = handler(move |_: MouseEvent| page.send(Edit::Tab(tab)));
    let step = handler(move |event: KeyboardEvent| {
        if let Some(next) = neighbor(tab, &event.key()) {
            focus(&["#tab-", next.name()].concat());
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
    Tab::ALL.into_iter().cycle().skip_while(|each| *each != tab).nth(step)
}

/// Begins the first sweep before its tab is opened.
fn reach(page: Explorer, tab: Tab) {
    if tab == Tab::Sweep && page.screen().tab != tab {
        page.send(Edit::Reach);
    }
}

/// The panel. It is redrawn only with another tab: its contents are separate
/// parts.
pub(super) fn panel(page: Explorer, screen: &Screen, _: At) -> AnyView {
    let shown = match screen.tab {
        Tab::Corners => corner_cases(page),
        Tab::Sweep => sweep(page),
        Tab::Compare => comparison(page),
        Tab::Elsewhere => part(page, [0; 2], has_same_panel, copies),
        Tab::Machine => part(page, [0; 2], has_same_panel, machine_code),
        Tab::Error | Tab::Requirements => part(page, [0; 2], has_same_panel, tables),
    };
    let label = ["tab-", screen.tab.name()].concat();
    view! { <div id="panel" role="tabpanel" aria-labelledby=label>{shown}</div> }.into_any()
}

/// Whether a panel that is a single part is unchanged; a part of another tab has nothing to
/// draw.
fn has_same_panel(one: &Screen, two: &Screen, _: At) -> bool {
    use PanelView::{Compare, Copies, Corners, Machine, Sweep, Tables};
    match (&one.panel, &two.panel) {
        (Copies(one), Copies(two)) => one == two,
        (Machine(one), Machine(two)) => one == two,
        (
            Tables { tables, plot, section },
            Tables { tables: other_tables, plot: other_plot, section: other_section },
        ) => tables == other_tables && plot == other_plot && section == other_section,
        (Copies(_) | Machine(_) | Tables { .. } | Corners(_) | Compare(_) | Sweep(_), _) => {
            one.tab != two.tab
        }
    }
}
