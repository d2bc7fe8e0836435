//! `docs/names.md`: names from elsewhere and their meanings.

use std::fmt::Write as _;

use ptxfp::catalog::elsewhere::{FORMATS, Means, Row, WORLDS};
use ptxfp::internals::quote::code;

use crate::text::table;

pub(crate) fn text() -> String {
    let mut text = String::from(
        "# Names from elsewhere\n\n\
         Questions may use the functions of other languages and libraries: `ptxfp eval 'expf(1)'`. \
         A name means one instruction, a program of several statements, or nothing that PTX has; then \
         the nearest instruction is named, if there is one. A name that is not here is not read.\n\n\
         Several names in a row have the alternatives in braces, in their order. `a`, `b` and `c` are \
         the arguments, and `d` is the result. Names of C++ may follow `std::`; those of LLVM's target \
         (`nvvm.`) are followed by modifiers and types. A colon stands before a constant argument.\n\n\
         What CUDA's, C's and C++'s names mean is what `nvcc` 13.5.37 emits for sm_90, or sm_100a where \
         sm_90 has no instruction; LLVM's, what LLVM 22.1 emits; Triton's, what Triton 3.9 emits. \
         Those of NumPy, PyTorch and JAX are compared with results of NumPy 2.4.6, PyTorch 2.15 and \
         JAX 0.10.2 on a CPU. The records are in `tests/vectors/`: `nvcc-names.txt`, `llvm-names.txt`, \
         `triton-names.txt`, `library-names.txt`.\n\n",
    );
    let head = ["world", "instructions", "programs", "nothing", "other names of CUDA's or C's"];
    let count = |is_it: &dyn Fn(&Means) -> bool, rows: &mut dyn Iterator<Item = &'static Row>| {
        rows.filter(|row| is_it(&row.means)).flat_map(Row::names).count().to_string()
    };
    text += &table(
        &head,
        WORLDS.iter().map(|world| {
            let of = |is_it: &dyn Fn(&Means) -> bool| count(is_it, &mut world.all());
            vec![
                world.name.to_string(),
                of(&|means| matches!(means, Means::Instruction(_))),
                of(&|means| matches!(means, Means::Program { .. })),
                of(&|means| matches!(means, Means::Nothing { .. })),
                of(&|means| matches!(means, Means::As(_))),
            ]
        }),
    );
    for world in WORLDS {
        let _ = write!(text, "## {}\n\n", world.name);
        let paths: Vec<_> =
            world.paths.split(' ').filter(|path| !path.is_empty()).map(code).collect();
        if !paths.is_empty() {
            let may = if world.is_bare { "may follow" } else { "follow" };
            let _ = write!(text, "Names {may} {}.\n\n", paths.join(", "));
        }
        text += &table(&["names", "meaning", "difference"], world.all().map(described));
    }
    text += "## Formats\n\nConversions of `ml_dtypes`, PyTorch and JAX that differ from those of PTX.\n\n";
    text += &table(&["names", "meaning", "difference"], FORMATS.iter().map(described));
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// A row in words.
fn described(row: &Row) -> Vec<String> {
    let names: Vec<_> = row.names().map(code).collect();
    let (means, mut note) = match row.means {
        Means::Instruction(text) => (code(text), row.note.to_string()),
        Means::Program { text, nearest } => {
            (code(text), format!("the nearest instruction is {}, but {}", code(nearest), row.note))
        }
        Means::Nothing { nearest, is_near } => {
            let nearest = is_near.then(|| format!("; the nearest is {}", code(nearest)));
            (String::from("nothing"), [row.note, &nearest.unwrap_or_default()].concat())
        }
        Means::As(other) => (format!("as {}", code(other)), row.note.to_string()),
    };
    if !row.fast.is_empty() {
        let semicolon = if note.is_empty() { "" } else { "; " };
        note.extend([semicolon, "with `-use_fast_math`: ", &code(row.fast)]);
    }
    if !row.instead.is_empty() {
        note.extend(["; near to it: ", &code(row.instead)]);
    }
    vec![names.join(" "), means, note]
}
