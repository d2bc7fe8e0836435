//! Requirements: which generations of GPUs have the instruction and the other forms of its opcode.

use std::sync::Arc;

use leptos::prelude::*;
use ptxfp_view::explorer::tabs::requirements::RequirementsView;

use crate::explorer::Explorer;
use crate::pieces::support::support;
use crate::pieces::table::table;
use crate::pieces::text::section_link;
use crate::store::Live;

/// The tab.
pub(super) fn panel(page: Explorer) -> AnyView {
    let view = page.data(|screen| screen.requirements().cloned());
    view! { <Requirements view/> }.into_any()
}

#[component]
fn Requirements(view: Live<Arc<RequirementsView>>) -> impl IntoView {
    view.draw(|view| requirements(view))
}

fn requirements(view: &RequirementsView) -> AnyView {
    let forms = support(&view.forms);
    let forms = if view.is_long {
        let caption = view.forms.caption.clone();
        view! { <details><summary>{caption}</summary>{forms}</details> }.into_any()
    } else {
        forms
    };
    view! {
        {support(&view.support)}
        <div class="split">{table(&view.needs)}</div>
        <p class="note">{section_link(&view.section)}</p>
        {forms}
    }
    .into_any()
}
