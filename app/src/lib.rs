//! The page of the PTX Float Playground.
//!
//! The core ([`ptxfp`]) says what an instruction is and returns; this crate shows it.
//!
//! - [`state`]: what the page remembers, a plain model behind one signal, and the screen that
//!   follows from it; the address.
//! - [`present`]: from the core's types to [`view_model`], plain data for the screen.
//! - [`components`]: from view models to [`markup`], which is text, and from what happens in them
//!   to edits; [`pages`] puts them together.
//! - [`lessons`]: what surprises people, with results to try.
//! - [`browser`]: the few functions of the browser, made unable to fail; it brings the document to
//!   new markup.
//!
//! # Hooks for browser tests
//!
//! | selector | what |
//! | --- | --- |
//! | `#instruction` | the statement, a text area |
//! | `#opcode`, `#target`, `#isa` | selects |
//! | `#examples` | a select: what was used before, and lessons |
//! | `#legality` | the pill: `documented`, `undocumented` or `rejected` |
//! | `#diagnostics [data-code]` | one element per diagnostic, with fix buttons |
//! | `[data-chip=".rn"]` | a chip; `aria-pressed`, `aria-disabled` when dead |
//! | `#chip-line` | why a chip is dead, with ways out |
//! | `[data-register=a] header input` | the register of an operand, in hex |
//! | `[data-register=a] .preset` | the presets of an operand |
//! | `[data-operand=a][data-lane="0"] input` | the value field of a lane; lane 0 is the lowest |
//! | `[data-operand=a][data-lane="0"] [data-bit="15"]` | a bit switch |
//! | `[data-operand=a][data-lane="0"] .entry-note` | what became of an entry |
//! | `#result-register[data-value]` | the destination register, as `0x` and digits |
//! | `[data-result-lane="0"][data-bits]` | a result lane and its bits |
//! | `[data-result-lane="0"] .guarantee`, `.result-value strong` | its guarantee and value |
//! | `#linked` | whether the result is the one that the link recorded |
//! | `#trace .step` | the steps |
//! | `#banner` | what is wrong with the link |
//! | `#share`, `#theme` | buttons |
//! | `#announcement` | the live region |
//! | `#views a` | links to the views |
//! | `#query`, `#count`, `#problems` | the search of the reference, what it finds, what is wrong |
//! | `[data-press]` | in the reference: queries to try, and ways out of an empty list |
//! | `.form`, `[data-fold]` | a form, and what opens and closes it |
//! | `#format-e4m3` | the heading of a format |
//! | `#failure` | shown if the program stops |

pub mod browser;
pub mod components;
pub mod lessons;
pub mod markup;
pub mod pages;
pub mod present;
pub mod state;
pub mod view_model;

use leptos::mount::mount_to;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::browser::failure;
use crate::components::nav::{self, nav};
use crate::components::part::Part;
use crate::components::tools::{self, tools};
use crate::pages::PlaygroundPage;
use crate::state::Playground;

/// Puts the page into the shell that `index.html` has: the tools into its header, the view
/// in place of its waiting text.
pub fn start() {
    failure::show_panics();
    let (Some(main), Some(header), Some(views)) = (shell("app"), shell("tools"), shell("views"))
    else {
        return;
    };
    // The state outlives everything on the page.
    let owner = Owner::new();
    owner.set();
    let playground = Playground::open();
    main.set_inner_html("");
    views.set_inner_html("");
    mount_to(views, move || view! { <Part playground draw=nav edit=nav::edit /> }).forget();
    mount_to(header, move || view! { <Part playground draw=tools edit=tools::edit /> }).forget();
    mount_to(main, move || view! { <PlaygroundPage playground /> }).forget();
    std::mem::forget(owner);
}

/// An element of the shell.
fn shell(id: &str) -> Option<HtmlElement> {
    let element = web_sys::window()?.document()?.get_element_by_id(id)?;
    element.dyn_into().ok()
}
