//! Programs, compiled for GPU and host.

use std::collections::BTreeMap;

use conformance::{files, is_extensive};
use ptxfp::catalog::{Context, LATEST_ISA, TARGETS};
use ptxfp::format::Format;
use ptxfp::internals::export::{Kind, element_test, export};
use ptxfp::link::{State, TensorState};
use ptxfp::tensor::Mma;

use crate::parallel::find;
use crate::states;
use crate::tool::Tool;

/// Returns what distinguishes one program from another: the opcode, and the widths of its
/// registers.
fn shape(state: &State) -> (&'static str, Vec<(u8, bool)>) {
    let form = state.instruction.form;
    let shape = form.operands.iter().map(|operand| {
        (state.instruction.operand_type(operand).packing().register_width(), operand.is_braced)
    });
    (form.opcode, shape.collect())
}

#[test]
fn cuda_programs_are_compiled() {
    let mut programs = BTreeMap::new();
    let mut n_older = 0;
    for state in states::newest() {
        let program = export(Kind::Cuda, &state, "https://example.org/");
        if program.contains("an older CUDA may") {
            n_older += 1;
        } else {
            // The last form of a shape is its newest.
            programs.insert(shape(&state), program);
        }
    }
    assert!(programs.len() > 60, "{}", programs.len());
    let n_all = check_compiled(programs);
    eprintln!(
        "{n_all} programs are compiled; {n_older} instructions are too old for CUDA 13.5, and say so"
    );
}

/// The test of an element of each shape and kind of `mma.sync` is compiled where CUDA 13 has a target
/// for it.
#[test]
fn cuda_programs_of_tensor_cores_are_compiled() {
    let recorded = files::read("vectors/ptxas-mma.txt");
    let mut programs = BTreeMap::new();
    for spelling in recorded.lines().map(str::trim).filter(|line| line.starts_with("mma.sync")) {
        let Ok(mma) = Mma::parse(spelling) else { continue };
        let contexts = TARGETS.iter().map(|target| Context { isa: LATEST_ISA, target });
        let has = |context: &Context| {
            context.target.compiled_for() == context.target && mma.unavailable(context).is_none()
        };
        let Some(context) = contexts.into_iter().find(has) else { continue };
        let widths = [mma.a, mma.b, mma.c, mma.d].map(Format::width);
        let key = (mma.shape().to_owned(), widths, mma.n_scales());
        let mut state = TensorState::new(mma, context);
        state.elements.lists.iter_mut().flatten().for_each(|element| *element = 1);
        let program = element_test(&state, [5, 3], "https://example.org/").expect("a program");
        programs.entry(key).or_insert(program);
    }
    assert!(programs.len() > 20, "{}", programs.len());
    let count = check_compiled(programs);
    eprintln!("{count} programs are compiled");
}

/// Compiles every fifth program, or all of them, and returns their number.
fn check_compiled<K: Ord>(mut programs: BTreeMap<K, String>) -> usize {
    if !is_extensive() {
        // Three seconds each.
        let mut index = 0;
        programs.retain(|_, _| {
            index += 1;
            index % 5 == 0
        });
    }
    let programs: Vec<_> = programs.into_values().collect();
    let compiler = Tool::of("PTXFP_NVCC");
    let complaints = find(&programs, |program| {
        let complaint = compiler.complaint(program, "cu", &options(program))?;
        Some(format!("{complaint}\n{program}"))
    });
    let (n_all, n_wrong) = (programs.len(), complaints.len());
    assert!(
        complaints.is_empty(),
        "{n_wrong} of {n_all}:\n{}",
        complaints[..n_wrong.min(5)].join("\n")
    );
    n_all
}

/// The options that the program names, except for running it.
pub(crate) fn options(program: &str) -> Vec<&str> {
    let line = program.lines().find_map(|line| line.strip_prefix("// nvcc "));
    let line = line.expect("the program says how it is compiled");
    let options = line.split(' ').take_while(|option| *option != "-run");
    options.chain(["-c", "-Werror=all-warnings"]).collect()
}
