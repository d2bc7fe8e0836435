//! The extension module `ptxfp._ptxfp`: registers in, registers out.
//!
//! The public interface is in `python/ptxfp/`, which turns arrays of any type and shape into columns
//! of registers.

#![expect(clippy::needless_pass_by_value, reason = "what Python passes is extracted into values")]

use ptxfp::catalog::{Context, UnknownTarget};
use ptxfp::explore::sequence::usual_context;
use ptxfp::{Isa, Link, Target, syntax};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

mod columns;
mod instruction;
mod mma;
mod program;
mod tools;

// In the module where people find it, so that it can be pickled.
create_exception!(ptxfp, PtxError, PyValueError, "An error in a statement or its operands.");

/// A failure that Python sees as `PtxError`.
fn wrong(message: impl std::fmt::Display) -> PyErr {
    PtxError::new_err(message.to_string())
}

/// A version and a target: without a version the newest, without a target the usual one for the text.
fn context(text: &str, target: Option<&str>, isa: Option<&str>) -> PyResult<Context> {
    let isa = isa.map(str::parse::<Isa>).transpose().map_err(wrong)?;
    let target = target
        .map(|name| Target::parse(name).ok_or_else(|| wrong(UnknownTarget::new(name))))
        .transpose()?;
    Ok(usual_context(text, target, isa))
}

/// The findings on a statement: code, first byte, last byte and message of each, and the fixes.
type Findings = Vec<(&'static str, usize, usize, String, Vec<String>)>;

/// Returns the errors in a statement; none if it is legal.
#[pyfunction]
#[pyo3(signature = (text, target=None, isa=None))]
fn check(text: &str, target: Option<&str>, isa: Option<&str>) -> PyResult<Findings> {
    let found = syntax::errors(text, &context(text, target, isa)?);
    let findings = found.into_iter().map(|each| {
        let fixes = each.fixes.iter().map(|fix| fix.label.clone()).collect();
        (each.code.name(), each.span.start, each.span.end, each.message, fixes)
    });
    Ok(findings.collect())
}

/// Compares the result that a link recorded with the current one.
#[pyfunction]
fn verdict(text: &str) -> PyResult<Option<&'static str>> {
    let link: Link = text.parse().map_err(wrong)?;
    Ok(link.verdict().map(ptxfp::Verdict::word))
}

#[pymodule]
fn _ptxfp(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("PtxError", module.py().get_type::<PtxError>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<instruction::Instruction>()?;
    module.add_class::<mma::Matrix>()?;
    module.add_class::<program::Program>()?;
    module.add_function(wrap_pyfunction!(check, module)?)?;
    module.add_function(wrap_pyfunction!(verdict, module)?)?;
    module.add_function(wrap_pyfunction!(program::run, module)?)?;
    module.add_function(wrap_pyfunction!(tools::command, module)?)?;
    module.add_function(wrap_pyfunction!(tools::embed, module)?)?;
    module.add_function(wrap_pyfunction!(tools::linkcheck, module)?)?;
    module.add_function(wrap_pyfunction!(tools::site, module)?)?;
    module.add_function(wrap_pyfunction!(tools::diff_part, module)?)?;
    module.add_function(wrap_pyfunction!(tools::sweep_part, module)?)?;
    module.add_function(wrap_pyfunction!(tools::merge, module)?)?;
    Ok(())
}
