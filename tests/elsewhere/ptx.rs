//! Modules, assembled with code for the target, or for the oldest architecture that the assembler
//! has code for.

use ptxfp::export::{Kind, export};
use ptxfp::link::State;

use crate::parallel::find;
use crate::states;
use crate::tool::Tool;

#[test]
fn every_ptx_module_is_assembled() {
    let states: Vec<_> = states::newest().into_iter().chain(states::oldest()).collect();
    assert!(states.len() > 1_400 + 100, "{}", states.len());
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
