//! The page of the PTX Float Playground, drawn with Leptos.
//!
//! The core ([`ptxfp`]) defines instructions and their results, [`ptxfp_view`] the state of the
//! page and its contents; this crate draws them.
//!
//! The page is one program, the [`app`], which draws one of its views at a time. Each has a folder with a
//! component or a function for each part of its screen:
//!
//! - [`playground`]: one instruction, its operands and its result.
//! - [`explorer`]: below it the steps to that result, and tabs about the operands' surroundings.
//! - [`library`]: reference, formats and lessons.
//! - [`learn`]: the course, the view *Learn*.
//! - [`tensor`]: an element of a product of matrices, the view *Tensor cores*.
//! - [`program`]: statements one after the other, the view *Program*.
//! - [`card`]: a state in a few lines, for sharing. In other pages it is a program of its own, which is
//!   smaller than the app.
//!
//! All but the playground are fetched when they are about to be seen (`bin/app/chunks.rs`). The
//! signals that views share are in [`shared`]. Code that all views use:
//!
//! - `store::Live` is the data of a component as a signal, `tasks` draws later, `events` boxes handlers,
//!   `field` has the contents of fields; docs/components.md is the style guide.
//! - `pieces`: pieces that several views draw.
//! - [`store`]: the state behind one signal, the screen that follows from it, the address.
//! - [`browser`]: the few functions of the browser, made unable to fail.

#![expect(unreachable_pub, reason = "the macro `component` makes functions and properties public")]

pub mod app;
pub mod browser;
pub mod card;
mod events;
pub mod explorer;
mod field;
pub mod lazy;
pub mod learn;
pub mod library;
mod pieces;
pub mod playground;
pub mod program;
pub mod shared;
pub mod store;
mod tasks;
pub mod tensor;
