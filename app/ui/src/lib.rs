//! The page of the PTX Float Playground.
//!
//! The core ([`ptxfp`]) says what an instruction is and returns; this crate shows it.
//!
//! The page is four programs in one document, so that what is only looked up need not be fetched to
//! calculate: the playground; the [`explorer`] below it, with what surrounds the present operands;
//! the [`library`] with reference, formats and gallery; and the [`sequence`] of statements.
//! `app/boot.js` fetches each when it is about to be seen. They talk by links ([`browser::messages`]).
//!
//! - [`store`]: what is common to all: a plain model behind one signal, the screen that follows
//!   from it, the address.
//! - [`state`]: what the playground remembers.
//! - [`present`]: from the core's types to [`view_model`], plain data for the screen.
//! - [`components`]: from view models to [`markup`], which is text, and from what happens in them
//!   to edits; [`pages`], `explorer::page` and `library::page`, `sequence::page` put them together.
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
//! | `#completions [role=option]` | the words proposed for the statement |
//! | `#legality` | the pill: `documented`, `undocumented` or `rejected` |
//! | `#diagnostics [data-code]` | one element per diagnostic, with fix buttons |
//! | `[data-chip=".rn"]` | a chip; `aria-pressed`, `aria-disabled` when dead |
//! | `#chip-line` | why a chip is dead, with ways out |
//! | `[data-register=a] header input` | the register of an operand, in hex |
//! | `[data-register=a] .presets button` | what changes an operand with one press |
//! | `[data-operand=a][data-lane="0"] input` | the value field of a lane; lane 0 is the lowest |
//! | `[data-operand=a][data-lane="0"] [data-bit="15"]` | a bit switch |
//! | `[data-operand=a][data-lane="0"] .entry-note` | what became of an entry |
//! | `#result-register[data-value]` | the destination register, as `0x` and digits |
//! | `[data-result-lane="0"][data-bits]` | a result lane and its bits |
//! | `[data-result-lane="0"] .guarantee`, `.result-value strong` | its guarantee and value |
//! | `#linked` | whether the result is the one that the link recorded |
//! | `#trace .step` | the steps |
//! | `#tab-cases`, `#tab-error`, `#tab-sweep`, `#tab-compare`, `#tab-machine`, `#tab-requirements`, `#tab-elsewhere`, `#panel` | the tabs, and what the chosen one shows |
//! | `[data-cell="0 6"]`, `#pair` | a cell of the class matrix: row and column; which operands vary |
//! | `.documented-cases button` | loads a documented corner case |
//! | `#compare-draft`, `[data-compare="hunt 0"]`, `.compared li` | what is compared with, its search, each instruction |
//! | `[data-sweep=whole]`, `[data-plot]`, `#sweep-progress` | the controls of a sweep, its plot, how far it is |
//! | `#sweep-operand`, `#sweep-other`, `#sweep-values` | what varies: selects, and the values as text |
//! | `[data-map]`, `#sweep-cell` | the map of two operands, and what is in a cell of it |
//! | `#copy-link`, `#copy-ptx`, … | copies the state as that |
//! | `.machine-code` | what some targets make of the instruction |
//! | `#banner` | what is wrong with the link |
//! | `#share`, `#theme`, `#show-keys` | buttons; `#keys` is the list of keys |
//! | `[data-copy]` | copies; `#by-hand` shows the text where that is refused |
//! | `#announcement`, `#explorer-announcement`, `#library-announcement`, `#sequence-announcement` | the live regions |
//! | `#views a` | links to the views |
//! | `#playground`, `#library`, `#sequence` | the views; one of them is `hidden` |
//! | `#calculator`, `#explorer` | the places of the two programs in the first |
//! | `#query`, `#count`, `#problems` | the search of the reference, what it finds, what is wrong |
//! | `#library .chip`, `#problems button` | queries to try, and ways out of an empty list |
//! | `.form`, `[data-fold]` | a form, and what opens and closes it |
//! | `#format-e4m3`, `#lesson-relu` | the heading of a format, of a lesson |
//! | `#sequence-code`, `#sequence-target`, `#sequence-isa`, `#sequence-examples` | the statements, and selects |
//! | `#sequence-problems [data-code]` | one element per diagnostic, which begins with line and column |
//! | `[data-input="0"] input`, `output` | the value of an input, and its register |
//! | `[data-line="1"]`, `[data-result=d][data-value]` | a statement, and a register that it writes; `.output` is read by none |
//! | `#other-code`, `#other-target`, `#other-isa`, `#other-problems` | the same of the other sequence |
//! | `#sequence-compared`, `[data-compare=hunt]`, `[data-compare=begin]` | what comes out of both; buttons |
//! | `#sequence-linked` | whether the results are those that the link recorded |
//! | `#failure` | shown if a program stops |
//! | `#explorer .failure`, `#library .failure`, `#sequence .failure` | shown if that program cannot be fetched |

pub mod browser;
pub mod components;
mod field;
mod launch;
pub mod library;
pub mod markup;
pub mod pages;
mod part;
mod pieces;
pub mod program;
pub mod store;

use leptos::mount::mount_to;
use leptos::prelude::*;
use ptxfp::link::State;
use ptxfp_view::module::Module;
use ptxfp_view::{explorer as explorer_view, playground};
use wasm_bindgen::JsCast;

use crate::browser::events::{element, listen, listen_closely};
use crate::browser::{failure, messages, questions, save, texts, workers};
use crate::components::part::Place;
use crate::components::tab_panel::gesture;
use crate::pages::{explorer_page, playground_page};
use crate::store::Store;

/// Puts the playground into its place.
pub fn start_playground() {
    let model = playground::Model::new(State::default());
    let page = start("#calculator", model, playground_page, |screen| {
        messages::publish(&screen.fragment);
    });
    if let Some(page) = page {
        messages::hear(move |fragment| page.send(playground::Edit::Receive(fragment)));
    }
}

/// Puts the explorer into its place.
pub fn start_explorer() {
    let model = explorer_view::Model { home: messages::home(), ..explorer_view::Model::default() };
    let page = start("#explorer", model, explorer_page, follow_explorer);
    if let Some(page) = page {
        if let Some(place) = element("#explorer") {
            listen_closely(&place, move |happening| {
                if let Some(edit) = gesture(happening, &page.screen()) {
                    page.send(edit);
                }
            });
        }
        questions::connect(move |reply| page.send(explorer_view::Edit::Answer(reply)));
        texts::connect(move |text| page.send(explorer_view::Edit::MachineCode(text)));
        workers::connect(move |report| page.send(explorer_view::Edit::Work(report)));
        messages::follow(move |fragment| page.send(explorer_view::Edit::Follow(fragment)));
    }
}

/// Has done what the explorer wants done outside of its place.
fn follow_explorer(screen: &explorer_view::Screen) {
    // Nothing goes on while another view is shown.
    let is_in_view = element("#playground[hidden]").is_none();
    let job = screen.job.as_ref().filter(|_| is_in_view);
    workers::want(job.map(|(text, len)| (&**text, *len)));
    questions::want(screen.question.clone().filter(|_| is_in_view));
    texts::want(screen.text);
    if let Some(fragment) = &screen.asked {
        messages::ask(fragment);
    }
    if let Some((name, text)) = &screen.saved {
        save::save(name, text);
    }
}

/// Puts a module into the place that `index.html` has for it, instead of its waiting text.
fn start<M: Module>(
    place: &str,
    model: M,
    lay_out: fn(&Place<M>),
    follow: fn(&M::Screen),
) -> Option<Store<M>> {
    failure::show_panics();
    let place = element(place)?;
    // The state outlives everything on the page.
    let owner = Owner::new();
    owner.set();
    let page = Store::open(model, follow);
    // An embedded page has no header, and nothing to share.
    if let Some(header) = element("#header") {
        listen(&header, move |happening| {
            if happening.kind() == "click" {
                page.flush();
            }
        });
    }
    let parts = Place::new(place.clone(), page);
    mount_to(place.unchecked_into(), move || lay_out(&parts)).forget();
    std::mem::forget(owner);
    Some(page)
}
