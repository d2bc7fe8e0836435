//! Where the elements sit: the thread and the register of each, and a test of them in CUDA.

use ptxfp::internals::export::{element_explorer, element_test};
use ptxfp::internals::order::push_new;
use ptxfp::link::{TensorState, parse_tensor};
use ptxfp::tensor::{Matrix, Mma, Opcode, Seat, written_width};

/// The places of the elements that are multiplied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatsView {
    /// The row and the column of the element of d.
    pub chosen: [usize; 2],
    /// The number of rows and of columns of d, and of products; `None` where the spelling has no
    /// shape.
    pub size: Option<[usize; 3]>,
    /// The places of each operand.
    pub lines: Vec<SeatView>,
    /// A sentence about those that the ISA does not define; code is between back quotes.
    pub remark: String,
    /// The link of which a test in CUDA can be made.
    pub tested: Option<String>,
}

/// The places of an operand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatView {
    /// The operand: `a, row 5`.
    pub what: String,
    /// The threads and registers: `lanes 20 to 23: a0, a2`.
    pub places: String,
}

/// The places of the element of a state in a row and a column.
pub(super) fn seats(state: &TensorState, [row, column]: [usize; 2]) -> SeatsView {
    let mma = &state.mma;
    let size = mma.size(Matrix::D).map(|[rows, columns]| [rows, columns, mma.k]);
    let chosen = size.map_or([0, 0], |[rows, columns, _]| {
        [row.min(rows.saturating_sub(1)), column.min(columns.saturating_sub(1))]
    });
    let [row, column] = chosen;
    let place = |matrix, what: [&str; 3], all: Vec<Option<Seat>>| {
        let all = all.into_iter().collect::<Option<Vec<_>>>()?;
        let number = if matrix == Matrix::B { column } else { row };
        let what = [what[0], ", ", what[1], &*number.to_string(), what[2]].concat();
        Some(SeatView { what, places: words(mma, matrix, &all) })
    };
    let of_column = [", column ", &*column.to_string()].concat();
    let one = |matrix| vec![mma.seat(matrix, row, column)];
    let lines = [
        place(Matrix::D, ["d", "row ", &of_column], one(Matrix::D)),
        place(
            Matrix::A,
            ["a", "row ", ""],
            (0..mma.k).map(|k| mma.seat(Matrix::A, row, k)).collect(),
        ),
        place(
            Matrix::B,
            ["b", "column ", ""],
            (0..mma.k).map(|k| mma.seat(Matrix::B, k, column)).collect(),
        ),
    ];
    let is_tested = mma.opcode == Opcode::Mma;
    SeatsView {
        chosen,
        size,
        lines: lines.into_iter().flatten().collect(),
        remark: String::from(remark(mma.opcode)),
        tested: is_tested.then(|| state.to_fragment()),
    }
}

/// A sentence about matrices that are not in registers, or not in defined ones.
const fn remark(opcode: Opcode) -> &'static str {
    match opcode {
        Opcode::Mma => "",
        Opcode::Wmma => {
            "The ISA leaves open which thread holds an element; `wmma.load` and `wmma.store` know."
        }
        Opcode::Wgmma => "b is in shared memory, and a may be. Threads are those of four warps.",
        Opcode::Tcgen05 => {
            "a and b are in shared memory, d is in tensor memory: its row is a lane there, its column a column."
        }
    }
}

/// Numbers without repetition; those of seats ascend.
fn distinct(numbers: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut all = Vec::new();
    numbers.for_each(|number| push_new(&mut all, number));
    all
}

/// Threads and registers in words.
fn words(mma: &Mma, matrix: Matrix, all: &[Seat]) -> String {
    let threads = distinct(all.iter().map(|seat| seat.thread));
    let kind = if mma.opcode == Opcode::Wgmma { "thread" } else { "lane" };
    let threads = match threads.as_slice() {
        [one] => [kind, " ", &one.to_string()].concat(),
        [first, .., last] if last - first + 1 == threads.len() => {
            [kind, "s ", &first.to_string(), " to ", &last.to_string()].concat()
        }
        many => {
            let many: Vec<_> = many.iter().map(ToString::to_string).collect();
            [kind, "s ", &many.join(", ")].concat()
        }
    };
    let registers = distinct(all.iter().map(|seat| seat.register));
    let name = match matrix {
        Matrix::A => "a",
        Matrix::B => "b",
        Matrix::C => "c",
        Matrix::D => "d",
    };
    let registers: Vec<_> = registers.iter().map(|it| [name, &*it.to_string()].concat()).collect();
    let mut text = [&threads, ": ", &*registers.join(", ")].concat();
    let format = if matrix == Matrix::D { mma.d } else { mma.a };
    if let [Seat { bit, .. }] = all
        && written_width(format) < mma.register_width(matrix)
    {
        let last = bit + written_width(format) - 1;
        text.extend([", bits ", &bit.to_string(), " to ", &last.to_string()]);
    }
    text
}

/// The state of a link, for a test of the element in a row and a column.
fn tested(link: &str) -> Result<TensorState, String> {
    let parsed = parse_tensor(link).and_then(|parsed| parsed.state);
    parsed.ok_or_else(|| String::from("There is no instruction."))
}

/// The test as a program in CUDA C++, or the reason why there is none.
///
/// # Errors
///
/// A sentence.
pub fn cuda(link: &str, place: [usize; 2], base: &str) -> Result<String, String> {
    element_test(&tested(link)?, place, base)
}

/// A link to Compiler Explorer with the test, or the reason why there is none.
///
/// # Errors
///
/// A sentence.
pub fn explorer(link: &str, place: [usize; 2], base: &str) -> Result<String, String> {
    element_explorer(&tested(link)?, place, base)
}
