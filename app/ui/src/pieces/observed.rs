//! Observed results.

use leptos::prelude::*;
use ptxfp_view::playground::observed::ObservedView;

use super::text::rich;

/// The register and its value, with a link to the evidence in the page at the address `home`.
pub(crate) fn observed(view: &ObservedView, home: &str) -> AnyView {
    // Until the result arrives, it leads to all of the evidence.
    let claim = if view.claim.is_empty() { "evidence" } else { &*view.claim };
    let href = [home, "#", claim].concat();
    view! {
        <div class="observed-line" data-observed=view.hex.clone()>
            <code class="hex">{view.hex.clone()}</code>
            <span class="observed">"observed"</span>
            <span class="observed-value">{view.value.clone()}</span>
            <a class="button ghost to-end" href=href>"Evidence"</a>
        </div>
    }
    .into_any()
}

/// The comparison with the correctly rounded result, and the evidence.
pub(crate) fn known(view: &ObservedView) -> AnyView {
    let evidence = (!view.evidence.is_empty()).then(|| {
        view! { " "<span class="muted">{["Evidence: ", &*view.evidence, "."].concat()}</span> }
            .into_any()
    });
    view! {
        <p class="observed-why"><span class="observed"></span>{rich(&view.reason)}{evidence}</p>
    }
    .into_any()
}
