//! One element of a product of matrices, bit by bit, on every generation of tensor cores.

pub(crate) mod addition;
mod answer;
mod elsewhere;
mod evidence;
mod inputs;
mod longer;
mod machine;
mod seats;
mod statement;

use std::rc::Rc;

use leptos::prelude::*;
use ptxfp_view::tensor::{Edit, Model, Screen};

use self::addition::Addition;
use self::answer::Answer;
use self::elsewhere::Elsewhere;
use self::evidence::Evidence;
use self::inputs::{Inputs, Presets};
use self::longer::Longer;
use self::machine::Machine;
use self::seats::Seats;
use crate::lazy::Draw;
use crate::pieces::frame::{announcement, heading};
use crate::pieces::notice::Notice;
use crate::shared::Shared;
use crate::store::Store;

/// The state of the view.
pub(crate) type TensorCores = Store<Model>;

/// Opens the view of tensor cores.
pub fn open(shared: Shared) -> Draw {
    let page = Store::new(Model::default(), shared, follow).opened();
    Rc::new(move || view! { <Page page/> }.into_any())
}

/// Nothing outside the view follows it.
fn follow(_: &Screen, _: Shared) {}

/// The whole view.
#[component]
fn Page(page: TensorCores) -> impl IntoView {
    let notice = page.data(|screen| screen.notice.clone());
    let answer = page.data(|screen| screen.answer.clone());
    let steps = page.data(|screen| (!screen.steps.is_empty()).then(|| screen.steps.clone()));
    view! {
        <Notice view=notice dismiss=move || page.send(Edit::Dismiss)/>
        {heading(page)}
        <Answer page answer open=page.data(|screen| screen.open.clone())/>
        <Presets
            page
            view=page.data(|screen| Some((screen.presets.clone(), screen.references.clone())))
        />
        <Inputs page view=page.data(|screen| Some(screen.inputs.clone()))/>
        <Addition view=steps/>
        <Elsewhere view=page.data(|screen| screen.elsewhere.clone())/>
        <Machine view=page.data(|screen| screen.machine.clone())/>
        <Longer
            page
            of=page.data(|screen| Some(screen.longer_of))
            view=page.data(|screen| screen.longer.clone())
        />
        <Seats page view=page.data(|screen| screen.seats.clone())/>
        <Evidence view=answer/>
        {announcement(page, "tensor-announcement")}
    }
}
