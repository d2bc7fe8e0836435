//! The command, with its functions for documents and for several machines.

use std::ffi::OsString;
use std::num::NonZeroUsize;

use pyo3::prelude::*;

use crate::wrong;

/// Runs the command `ptxfp`; its first argument is its name. Returns the exit status.
#[pyfunction]
pub(crate) fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| ptxfp_cli::main(arguments))
}

/// Checks every link in files and folders: JSON, a line for each link and one for all of them.
#[pyfunction]
pub(crate) fn linkcheck(py: Python<'_>, paths: Vec<String>, canonical: bool) -> PyResult<String> {
    py.detach(|| ptxfp_cli::linkcheck(&paths, canonical)).map_err(wrong)
}

/// Reads a statement or a link with the options of the element: its attributes, the parts of a sentence,
/// and the mistakes, without which there is an element.
#[pyfunction]
pub(crate) fn embed(
    py: Python<'_>,
    source: &str,
    options: Vec<(String, Option<String>)>,
) -> (ptxfp_cli::Element, Vec<String>) {
    match py.detach(|| ptxfp_cli::embed(source, &options)) {
        Ok(element) => (element, Vec::new()),
        Err(mistakes) => (ptxfp_cli::Element::default(), mistakes),
    }
}

/// Returns the address of a playground's folder with a slash at its end.
#[pyfunction]
pub(crate) fn site(address: &str) -> PyResult<String> {
    ptxfp_cli::site(address).map_err(wrong)
}

/// Tries a part of all operands. The question and the answer are JSON.
#[pyfunction]
pub(crate) fn diff_part(
    py: Python<'_>,
    asked: &str,
    part: &str,
    jobs: Option<NonZeroUsize>,
) -> PyResult<String> {
    py.detach(|| ptxfp_cli::diff_part(asked, part, jobs)).map_err(wrong)
}

/// Sweeps over a part of a domain. The question and the answer are JSON.
#[pyfunction]
pub(crate) fn sweep_part(
    py: Python<'_>,
    asked: &str,
    part: &str,
    jobs: Option<NonZeroUsize>,
) -> PyResult<String> {
    py.detach(|| ptxfp_cli::sweep_part(asked, part, jobs)).map_err(wrong)
}

/// Joins parts to the report of the whole, in JSON.
#[pyfunction]
pub(crate) fn merge(py: Python<'_>, parts: Vec<String>) -> PyResult<String> {
    py.detach(|| ptxfp_cli::merge(&parts)).map_err(wrong)
}
