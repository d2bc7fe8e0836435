//! Source code of languages that compilers turn into PTX.

use alloc::vec::Vec;

use crate::catalog::Context;
use crate::syntax::ask::{Means, Reading};

/// A language, texts that only its programs have, and the way to their PTX.
const LANGUAGES: &[(&str, &[&str], &str)] = &[
    (
        "CUDA C++",
        &["__global__", "__device__", "#include", "threadIdx.", "<<<"],
        "`nvcc -ptx` prints it",
    ),
    (
        "Triton",
        &["@triton.jit", "tl.load(", "tl.store(", "tl.program_id("],
        "a compiled kernel has it as `asm[\"ptx\"]`",
    ),
    ("Numba", &["@cuda.jit", "cuda.grid("], "`inspect_asm()` of a compiled kernel returns it"),
    (
        "LLVM IR",
        &["define void @", "define float @", "define ptx_kernel"],
        "`llc -march=nvptx64` prints it",
    ),
];

/// Reads source code as a language that the playground does not compile, with the way to its PTX; `None`
/// if it is no such code.
pub(super) fn read(text: &str, context: &Context) -> Option<Reading> {
    let is_in = |(_, signs, _): &&(_, &[&str], _)| signs.iter().any(|sign| text.contains(sign));
    let (language, _, way) = LANGUAGES.iter().find(is_in)?;
    let summary = [
        "This is ",
        language,
        ", which is compiled to PTX before a GPU runs it: ",
        way,
        ". Paste that PTX, or the expression that you ask about with numbers, as in `0.1f * 2.0f + 1.0f`",
    ];
    Some(Reading::new(Means::Nothing(None), *context, summary.concat(), Vec::new()))
}
