//! A CUDA C++ program that computes one element of a product of matrices.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::cuda::{END, options_for};
use super::explorer;
use super::subject::folder;
use super::text::add;
use crate::bits::{hex, mask};
use crate::catalog::{Context, LATEST_ISA};
use crate::link::TensorState;
use crate::tensor::{Matrix, Mma, Opcode, Refusal, Seat, Tensor, written_width};

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
    let TensorState { mma, context: asked, .. } = state;
    let target = compiled(state).target;
    let mut text = String::new();
    add(&mut text, &["// ", &mma.to_string(), " on ", asked.target.name, ", PTX ISA "]);
    add(&mut text, &[&asked.isa.to_string(), "\n// ", &folder(base), "#", &state.to_fragment()]);
    let [row, column] = place.map(|index| index.to_string());
    add(&mut text, &["\n// The element in row ", &row, " and column ", &column, " of d; "]);
    text.push_str("the rest of a, b and c is zero.\n");
    if target != asked.target {
        add(&mut text, &["// CUDA 13 does not compile for ", asked.target.name, "; this is for "]);
        add(&mut text, &[target.name, ".\n"]);
    }
    let options = options_for(target);
    add(&mut text, &["//\n// nvcc ", &options, " -run ptx-mma.cu\n#include <cstdio>\n\n"]);
    let kind = c_type(mma.register_width(Matrix::D));
    add(&mut text, &["__device__ ", kind, " result;\n\n__global__ void ptx_mma()\n{\n"]);
    seats.kernel(state, &mut text);
    add(&mut text, &["}\n\nint main()\n{\n    ptx_mma<<<1, 32>>>();\n    ", kind, END]);
    let width = written_width(mma.d);
    let expected = Tensor::new(mma, asked)
        .map_err(Refusal::Open)
        .and_then(|tensor| tensor.evaluate(&state.operands()));
    let expected = match expected {
        Ok(bits) => ["expected ", &*hex(bits, width.into())].concat(),
        Err(reason) => {
            let reason = reason.to_string().replace(['"', '\\', '%'], "");
            ["nothing is expected: ", &*reason].concat()
        }
    };
    add(&mut text, &[&width.div_ceil(4).to_string(), "llx\\n", &expected]);
    text.push_str("\\n\", (unsigned long long)returned);\n}\n");
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
                    ["the ISA does not define which thread of `", name, "` holds an element"]
                        .concat()
                }
                Opcode::Mma | Opcode::Wgmma | Opcode::Tcgen05 => {
                    ["`", name, "` reads its matrices from shared memory"].concat()
                }
            });
        }
        let seat = |matrix, row, column| {
            mma.seat(matrix, row, column)
                .ok_or_else(|| String::from("the row or the column is outside the matrix"))
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
    fn kernel(&self, state: &TensorState, text: &mut String) {
        let mma = &state.mma;
        let operands = [Matrix::D, Matrix::A, Matrix::B, Matrix::C].map(|matrix| {
            let n = mma.n_registers(matrix).unwrap_or_default();
            (name(matrix), mma.register_width(matrix), n)
        });
        for (name, width, n) in operands {
            let zeros = if name == "d" { "];\n" } else { "] = {};\n" };
            add(text, &["    ", c_type(width), " ", name, "[", &n.to_string(), zeros]);
        }
        self.contents(mma, text);
        let (mut lists, mut written, mut read) = (Vec::new(), Vec::new(), Vec::new());
        for (name, width, n) in operands {
            let first = written.len() + read.len();
            let list: Vec<_> =
                (first..first + n).map(|index| ["%", &*index.to_string()].concat()).collect();
            lists.push(["{", &*list.join(", "), "}"].concat());
            let letter = if width == 64 { "l\"(" } else { "r\"(" };
            for index in 0..n {
                let bound = [letter, name, "[", &index.to_string(), "])"].concat();
                if name == "d" {
                    written.push(["\"=", &*bound].concat());
                } else {
                    read.push(["\"", &*bound].concat());
                }
            }
        }
        for scales in scales(state) {
            // Every thread has the same scales, so that any of them may be chosen.
            let index = (written.len() + read.len()).to_string();
            lists.push(["%", &*index, ", {0, 0}"].concat());
            read.push(["\"r\"(", &*hex(scales, 32), ")"].concat());
        }
        add(text, &["    asm volatile(\"", &mma.to_string(), " ", &lists.join(", "), ";\"\n"]);
        add(text, &["                 : ", &written.join(", "), "\n"]);
        add(text, &["                 : ", &read.join(", "), ");\n"]);
        let Seat { thread, register, bit } = self.d;
        add(text, &["    if (threadIdx.x == ", &thread.to_string(), ")\n        result = d["]);
        add(text, &[&register.to_string(), "]"]);
        let width = written_width(mma.d);
        if width < mma.register_width(Matrix::D) {
            let kept = hex(mask(width.into()), width.into());
            add(text, &[" >> ", &bit.to_string(), " & ", &kept]);
        }
        text.push_str(";\n");
    }

    /// Appends what the registers of each thread hold.
    fn contents(&self, mma: &Mma, text: &mut String) {
        text.push_str("    switch (threadIdx.x) {\n");
        for thread in 0..32 {
            let mut held = self.all.iter().filter(|it| it.1 == thread).peekable();
            if held.peek().is_none() {
                continue;
            }
            add(text, &["    case ", &thread.to_string(), ":"]);
            for (matrix, _, register, bits) in held {
                let digits = hex(*bits, mma.register_width(*matrix).into());
                let register = register.to_string();
                add(text, &[" ", name(*matrix), "[", &register, "] = ", &digits, ";"]);
            }
            text.push_str(" break;\n");
        }
        text.push_str("    }\n");
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
