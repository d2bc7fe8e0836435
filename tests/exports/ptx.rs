//! Modules, assembled with code for the target, or for the oldest architecture that the assembler
//! has code for.

use conformance::is_extensive;
use ptxfp::internals::export::{Kind, export};
use ptxfp::link::State;

use crate::parallel::find;
use crate::states;
use crate::tool::Tool;

#[test]
fn ptx_modules_are_assembled() {
    let (newest, oldest) = (states::newest(), states::oldest());
    assert!(newest.len() > 1_400 && oldest.len() > 100, "{}, {}", newest.len(), oldest.len());
    // Instructions of one form are side by side, and differ in modifiers.
    let step = if is_extensive() { 1 } else { 5 };
    let states: Vec<_> = newest.into_iter().step_by(step).chain(oldest).collect();
    let assembler = Tool::of("PTXFP_PTXAS");
    let complaints = find(&states, |state| {
        let module = export(Kind::Ptx, state, "https://example.org/");
        let option = format!("-arch={}", state.context.target.compiled_for().name);
        let complaint = assembler.complaint(&module, "ptx", &[option])?;
        Some(format!("{}: {complaint}", state.to_fragment()))
    });
    let (n_all, n_wrong) = (states.len(), complaints.len());
    assert!(complaints.is_empty(), "{n_wrong} of {n_all}:\n{}", complaints.join("\n"));
    let is_older = |state: &&State| state.context.target.compiled_for() != state.context.target;
    let n_older = states.iter().filter(is_older).count();
    eprintln!(
        "{n_all} modules are assembled, {n_older} of them for a newer architecture than their target"
    );
}
