//! A CUDA C++ program that computes one element of a product of matrices.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::cuda::{END, options_for};
use super::explorer;
use super::subject::folder;
use crate::bits::{hex, mask};
use crate::catalog::{Context, LATEST_ISA};
use crate::link::TensorState;
use crate::tensor::{Matrix, Mma, Opcode, Seat, Tensor, written_width};

/// A program that puts the row of a, the column of b and the element of c of a state into the
/// registers of a warp, executes the instruction, and prints the element of d beside the expected one.
///
/// ```
/// use ptxfp::internals::export::element_test;
/// use ptxfp::link::parse_tensor;
///
/// let link = "v1/tensor@sm_90?code=mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32&a=1&b=2&c=3";
/// let state = parse_tensor(link).unwrap().state.unwrap();
/// let program = element_test(&state, [5, 3], "https://example.org/").unwrap();
/// assert!(program.contains("if (threadIdx.x == 21)\n        result = d[1];"));
/// assert!(program.contains("expected 0x40a00000"));
/// ```
///
/// # Errors
///
/// Says why there is none: the ISA does not define where the elements sit, or the element is outside
/// the matrix.
pub fn element_test(state: &TensorState, place: [usize; 2], base: &str) -> Result<String, String> {
    let seats = Seats::of(state, place)?;
    let context = compiled(state);
    let mut text = format!(
        "// {} on {}, PTX ISA {}\n",
        state.mma, state.context.target.name, state.context.isa
    );
    let (row, column) = (place[0], place[1]);
    let _ = writeln!(text, "// {}#{}", folder(base), state.to_fragment());
    let _ = writeln!(
        text,
        "// The element in row {row} and column {column} of d; the rest of a, b and c is zero."
    );
    if context.target != state.context.target {
        let (asked, found) = (state.context.target.name, context.target.name);
        let _ = writeln!(text, "// CUDA 13 does not compile for {asked}; this is for {found}.");
    }
    let options = options_for(context.target);
    let _ = writeln!(text, "//\n// nvcc {options} -run ptx-mma.cu\n#include <cstdio>\n");
    let kind = c_type(state.mma.register_width(Matrix::D));
    let _ = writeln!(text, "__device__ {kind} result;\n\n__global__ void ptx_mma()\n{{");
    seats.kernel(&state.mma, state, &mut text);
    let _ = write!(text, "}}\n\nint main()\n{{\n    ptx_mma<<<1, 32>>>();\n    {kind}{END}");
    let width = written_width(state.mma.d);
    let expected = match Tensor::new(&state.mma, &state.context) {
        Ok(tensor) => tensor.evaluate(&state.operands()).map_err(|refusal| refusal.to_string()),
        Err(open) => Err(open.to_string()),
    };
    let expected = match expected {
        Ok(bits) => ["expected ", &hex(bits, width.into())].concat(),
        Err(reason) => ["nothing is expected: ", &reason.replace(['"', '\\', '%'], "")].concat(),
    };
    let n_digits = width.div_ceil(4);
    let _ = writeln!(text, "{n_digits}llx\\n{expected}\\n\", (unsigned long long)returned);\n}}");
    Ok(text)
}

/// A link to Compiler Explorer with that program.
///
/// # Errors
///
/// As [`element_test`].
pub fn element_explorer(
    state: &TensorState,
    place: [usize; 2],
    base: &str,
) -> Result<String, String> {
    let program = element_test(state, place, base)?;
    Ok(explorer::session(program, options_for(compiled(state).target)))
}

/// The context in which CUDA's compiler lets the instruction run.
fn compiled(state: &TensorState) -> Context {
    let there = Context { isa: LATEST_ISA, target: state.context.target.compiled_for() };
    if state.mma.unavailable(&there).is_none() { there } else { state.context }
}

/// The registers of the threads that hold the elements of a state.
struct Seats {
    /// Matrix, thread, register and content, in this order.
    all: Vec<(Matrix, usize, usize, u64)>,
    /// The place of the element of d.
    d: Seat,
}

impl Seats {
    fn of(state: &TensorState, [row, column]: [usize; 2]) -> Result<Self, String> {
        let mma = &state.mma;
        let name = mma.opcode.name();
        if mma.opcode != Opcode::Mma {
            return Err(match mma.opcode {
                Opcode::Wmma => {
                    format!("the ISA does not define which thread of `{name}` holds an element")
                }
                Opcode::Mma | Opcode::Wgmma | Opcode::Tcgen05 => {
                    format!("`{name}` reads its matrices from shared memory")
                }
            });
        }
        let seat = |matrix, row, column| {
            mma.seat(matrix, row, column)
                .ok_or_else(|| format!("row {row} and column {column} are outside the matrix"))
        };
        let d = seat(Matrix::D, row, column)?;
        let mut seats = Self { all: Vec::new(), d };
        let [a, b, ..] = &state.elements.lists;
        for (k, bits) in a.iter().enumerate() {
            seats.put(Matrix::A, seat(Matrix::A, row, k)?, *bits);
        }
        for (k, bits) in b.iter().enumerate() {
            seats.put(Matrix::B, seat(Matrix::B, k, column)?, *bits);
        }
        seats.put(Matrix::C, seat(Matrix::C, row, column)?, state.elements.c);
        Ok(seats)
    }

    /// Puts an element into its register.
    fn put(&mut self, matrix: Matrix, seat: Seat, bits: u64) {
        let Seat { thread, register, bit } = seat;
        let bits = bits << bit;
        let known = self.all.iter_mut().find(|it| (it.0, it.1, it.2) == (matrix, thread, register));
        match known {
            Some((.., content)) => *content |= bits,
            None if bits == 0 => {}
            None => self.all.push((matrix, thread, register, bits)),
        }
    }

    /// Appends the statements of the kernel.
    fn kernel(&self, mma: &Mma, state: &TensorState, text: &mut String) {
        let operands = [Matrix::D, Matrix::A, Matrix::B, Matrix::C].map(|matrix| {
            let n = mma.n_registers(matrix).unwrap_or_default();
            (matrix, name(matrix), mma.register_width(matrix), n)
        });
        for (matrix, name, width, n) in operands {
            let zeros = if matrix == Matrix::D { "" } else { " = {}" };
            let _ = writeln!(text, "    {} {name}[{n}]{zeros};", c_type(width));
        }
        text.push_str("    switch (threadIdx.x) {\n");
        for thread in 0..32 {
            let mut held = self.all.iter().filter(|it| it.1 == thread).peekable();
            if held.peek().is_none() {
                continue;
            }
            let _ = write!(text, "    case {thread}:");
            for (matrix, _, register, bits) in held {
                let digits = hex(*bits, mma.register_width(*matrix).into());
                let _ = write!(text, " {}[{register}] = {digits};", name(*matrix));
            }
            text.push_str(" break;\n");
        }
        let mut lists = Vec::new();
        let (mut written, mut read) = (Vec::new(), Vec::new());
        for (matrix, name, width, n) in operands {
            let first = written.len() + read.len();
            let list: Vec<_> = (first..first + n).map(|index| format!("%{index}")).collect();
            lists.push(format!("{{{}}}", list.join(", ")));
            let letter = if width == 64 { 'l' } else { 'r' };
            for index in 0..n {
                if matrix == Matrix::D {
                    written.push(format!("\"={letter}\"({name}[{index}])"));
                } else {
                    read.push(format!("\"{letter}\"({name}[{index}])"));
                }
            }
        }
        for scales in scales(state) {
            // Every thread has the same scales, so that any of them may be chosen.
            let index = written.len() + read.len();
            lists.push(format!("%{index}, {{0, 0}}"));
            read.push(format!("\"r\"({})", hex(scales, 32)));
        }
        let (lists, written, read) = (lists.join(", "), written.join(", "), read.join(", "));
        let _ = writeln!(text, "    }}\n    asm volatile(\"{mma} {lists};\"");
        let _ = writeln!(text, "                 : {written}\n                 : {read});");
        let Seat { thread, register, bit } = self.d;
        let width = written_width(mma.d);
        let value = if width == mma.register_width(Matrix::D) {
            format!("d[{register}]")
        } else {
            format!("d[{register}] >> {bit} & {:#x}", mask(width.into()))
        };
        let _ = writeln!(text, "    if (threadIdx.x == {thread})\n        result = {value};");
    }
}

/// The scales of the row and of the column, each a byte of a register; none where there are none.
fn scales(state: &TensorState) -> Vec<u64> {
    let [_, _, a, b] = &state.elements.lists;
    let lists = if state.mma.scale.is_some() { vec![a, b] } else { Vec::new() };
    let packed = |list: &Vec<u64>| list.iter().rev().fold(0, |bits, scale| bits << 8 | scale);
    lists.into_iter().map(packed).collect()
}

/// The name of an operand.
const fn name(matrix: Matrix) -> &'static str {
    match matrix {
        Matrix::A => "a",
        Matrix::B => "b",
        Matrix::C => "c",
        Matrix::D => "d",
    }
}

/// The type that carries a register.
const fn c_type(width: u8) -> &'static str {
    if width == 64 { "unsigned long long" } else { "unsigned" }
}
