//! Finding or installing the tools that the commands need.
//!
//! One file per tool, each with the same order of preference: an installed tool, the ordinary
//! route, then the routes for machines that cannot reach the ordinary one. Tools go to the user's
//! cache folder ([`cache`]), so that every clean clone finds them; only the wasm32 target and
//! Debian's packages go where their own package manager puts them.

pub(crate) mod apt;
mod archive;
pub(crate) mod bindgen;
pub(crate) mod browser;
mod cache;
pub(crate) mod cargo_tool;
pub(crate) mod cccl;
pub(crate) mod components;
pub(crate) mod doc_tools;
pub(crate) mod firefox;
pub(crate) mod mmasim;
pub(crate) mod narrow;
pub(crate) mod npm_tool;
pub(crate) mod nvcc;
pub(crate) mod nvdisasm;
pub(crate) mod ptxas;
mod pypi;
mod python;
pub(crate) mod testfloat;
mod version;
pub(crate) mod wasm_opt;
pub(crate) mod wasm_target;
pub(crate) mod wheel_tools;

use anyhow::Result;

use crate::progress;

/// Installs everything that any command needs.
pub(crate) fn everything() -> Result<()> {
    for_tests()?;
    if let Err(error) = nvdisasm::ensure() {
        progress::note(&format!("machine code will not be recorded: {error:#}"));
    }
    if let Err(error) = firefox::ensure() {
        progress::note(&format!("the page will not be tested in Firefox: {error:#}"));
    }
    doc_tools::ensure();
    if let Err(error) = doc_tools::ensure_python() {
        progress::note(&format!("Sphinx and notebooks will not be tested: {error:#}"));
    }
    if let Err(error) = wheel_tools::ensure() {
        progress::note(&format!("the wheel for Python will not be tested: {error:#}"));
    }
    progress::note("all tools are installed");
    Ok(())
}

/// Installs what the default checks need.
pub(crate) fn for_tests() -> Result<()> {
    components::ensure()?;
    wasm_target::ensure()?;
    cargo_tool::ensure_wasm_bindgen()?;
    bindgen::ensure()?;
    cargo_tool::ensure_trunk()?;
    wasm_opt::ensure();
    npm_tool::ensure_esbuild();
    browser::ensure()?;
    if let Err(error) = npm_tool::ensure_axe() {
        progress::note(&format!("accessibility will not be tested: {error:#}"));
    }
    if let Err(error) = ptxas::ensure(None) {
        progress::note(&format!("PTX modules will not be assembled: {error:#}"));
    }
    if let Err(error) = nvcc::ensure() {
        progress::note(&format!("CUDA programs will not be compiled: {error:#}"));
    }
    if let Err(error) = cccl::ensure() {
        progress::note(&format!("names of CUDA will not be compiled: {error:#}"));
    }
    Ok(())
}
