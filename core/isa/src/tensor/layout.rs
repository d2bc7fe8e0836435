//! Where an element sits: the thread that holds it, and its place in that thread's registers.
//!
//! The ISA defines it for `mma.sync` (PTX ISA 9.1 §9.7.14.5) and for a and d of `wgmma.mma_async`
//! (§9.7.15.5). The fragments of `wmma` are opaque, and `tcgen05.mma` has its matrices in shared and
//! tensor memory.

use super::name::{Kind, Mma, Opcode};
use super::number::written_width;

/// A matrix of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matrix {
    /// The left factor, m rows of k.
    A,
    /// The right factor, k rows of n.
    B,
    /// The addend.
    C,
    /// The result, as large as c.
    D,
}

/// The place of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The thread: the lane of a warp, or for `wgmma` the place in the four warps.
    pub thread: usize,
    /// The register of the operand, the first being 0.
    pub register: usize,
    /// The lowest bit of the element in the register.
    pub bit: u8,
}

/// The elements beside each other in a register, of the threads of a group, and of the groups.
#[derive(Clone, Copy)]
struct Packed {
    /// Bits of the container of an element.
    width: u8,
    /// The number of containers in a register.
    n: usize,
    /// The lowest bit of the element in its container.
    low: u8,
}

/// The threads that hold a row of d, or a chunk of k.
const GROUP: usize = 4;
/// The rows of d that the groups of a warp hold, each one.
const ROWS: usize = 8;
/// The number of threads in a warp.
const WARP: usize = 32;

impl Mma {
    /// The number of registers of a thread that an operand takes; `None` where the ISA does not define
    /// them.
    #[must_use]
    pub fn n_registers(&self, matrix: Matrix) -> Option<usize> {
        let [rows, columns] = self.size(matrix)?;
        let last = self.seat(matrix, rows.checked_sub(1)?, columns.checked_sub(1)?)?;
        Some(last.register + 1)
    }

    /// The numbers of rows and of columns of a matrix, if the spelling has them.
    #[must_use]
    pub fn size(&self, matrix: Matrix) -> Option<[usize; 2]> {
        let (m, rest) = self.shape().strip_prefix('m')?.split_once('n')?;
        let (n, _) = rest.split_once('k')?;
        let (m, n) = (m.parse().ok()?, n.parse().ok()?);
        Some(match matrix {
            Matrix::A => [m, self.k],
            Matrix::B => [self.k, n],
            Matrix::C | Matrix::D => [m, n],
        })
    }

    /// Bits of a register that holds elements of a matrix.
    #[must_use]
    pub fn register_width(&self, matrix: Matrix) -> u8 {
        self.packed(matrix).width.max(32)
    }

    /// The place of an element; a row of a and of d, a column of b and of d, or for the other side
    /// of a and b the place in k. `None` outside the matrix, and where the ISA does not define it.
    ///
    /// ```
    /// use ptxfp::tensor::{Matrix, Mma, Seat};
    ///
    /// let mma = Mma::parse("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32")?;
    /// let seat = mma.seat(Matrix::D, 5, 3);
    /// assert_eq!(seat, Some(Seat { thread: 21, register: 1, bit: 0 }));
    /// assert_eq!(mma.seat(Matrix::A, 13, 9), Some(Seat { thread: 20, register: 3, bit: 16 }));
    /// # Ok::<(), ptxfp::tensor::WrongName>(())
    /// ```
    #[must_use]
    pub fn seat(&self, matrix: Matrix, row: usize, column: usize) -> Option<Seat> {
        let [rows, columns] = self.size(matrix)?;
        if row >= rows || column >= columns {
            return None;
        }
        match self.opcode {
            Opcode::Mma if self.is_of_quads() => self.in_quads(matrix, row, column),
            Opcode::Mma => Some(self.in_warp(matrix, row, column)),
            // A warp has 16 rows, as the one of `mma.sync` does; b is in shared memory.
            Opcode::Wgmma if matrix != Matrix::B => {
                let seat = self.in_warp(matrix, row % 16, column);
                Some(Seat { thread: row / 16 * WARP + seat.thread, ..seat })
            }
            Opcode::Wgmma | Opcode::Wmma | Opcode::Tcgen05 => None,
        }
    }

    /// Whether it is the instruction of Volta, in which eight threads compute a product of their own.
    fn is_of_quads(&self) -> bool {
        self.shape() == "m8n8k4" && self.a.width() == 16
    }

    /// The containers of a matrix.
    fn packed(&self, matrix: Matrix) -> Packed {
        let format = match matrix {
            Matrix::A => self.a,
            Matrix::B => self.b,
            Matrix::C => self.c,
            Matrix::D => self.d,
        };
        let (width, low) = match (self.kind, format.width()) {
            // Containers of 8 bits; four bits are in their middle.
            (Some(Kind::F8f6f4 | Kind::Mxf8f6f4), 4) => (8, 2),
            (Some(Kind::F8f6f4 | Kind::Mxf8f6f4), 6) => (8, 0),
            _ => (written_width(format), 0),
        };
        Packed { width, low, n: usize::from(32 / width.clamp(1, 32)) }
    }

    /// The place in a warp of which four threads hold each row, or column of b.
    fn in_warp(&self, matrix: Matrix, row: usize, column: usize) -> Seat {
        let packed = self.packed(matrix);
        // The chunk of k that a group holds with one register each, the thread, and the container.
        let along = |k: usize| {
            let chunk = GROUP * packed.n;
            (k / chunk, k % chunk / packed.n, k % packed.n)
        };
        let halves = if self.shape().starts_with("m8") { 1 } else { 2 };
        let (thread, register, place) = match matrix {
            Matrix::A => {
                let (chunk, thread, place) = along(column);
                (row % ROWS * GROUP + thread, chunk * halves + row / ROWS, place)
            }
            Matrix::B => {
                let (chunk, thread, place) = along(row);
                (column % ROWS * GROUP + thread, chunk, place)
            }
            Matrix::C | Matrix::D => {
                let index = column / ROWS * 4 + row / ROWS * 2 + column % 2;
                let thread = row % ROWS * GROUP + column % ROWS / 2;
                (thread, index / packed.n, index % packed.n)
            }
        };
        packed.seat(thread, register, place)
    }

    /// The place in the first eight threads of `mma.m8n8k4` of f16.
    fn in_quads(&self, matrix: Matrix, row: usize, column: usize) -> Option<Seat> {
        let packed = self.packed(matrix);
        let upper = |index: usize| if index >= 4 { 16 } else { 0 };
        let mut layouts = self.layouts();
        let [of_a, of_b] = [layouts.next()?, layouts.next()?];
        let (thread, index) = match (matrix, of_a, of_b) {
            (Matrix::A, "row", _) => (row % 4 + upper(row), column),
            (Matrix::A, ..) => (column + upper(row), row % 4),
            (Matrix::B, _, "col") => (column % 4 + upper(column), row),
            (Matrix::B, ..) => (row + upper(column), column % 4),
            _ if packed.width == 16 => (row % 4 + upper(row), column),
            _ => ((row & 1) + (column & 2) + upper(row), (row & 2) + (column & 4) + (column & 1)),
        };
        Some(packed.seat(thread, index / packed.n, index % packed.n))
    }
}

impl Packed {
    fn seat(self, thread: usize, register: usize, place: usize) -> Seat {
        let bit = place * usize::from(self.width) + usize::from(self.low);
        Seat { thread, register, bit: u8::try_from(bit).unwrap_or(u8::MAX) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn mma(spelling: &str) -> Mma {
        Mma::parse(spelling).unwrap()
    }

    /// Places from the tables of PTX ISA 9.1 §9.7.14.5.1 to .12, and §9.7.15.5.1.
    #[test]
    fn places_are_those_of_the_tables() {
        let f16 = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32";
        let f16_d = "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16";
        let tf32 = "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32";
        let f8 = "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32";
        let f64 = "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64";
        let quad = "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32";
        let f4 = "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m1.e2m1.f32";
        let wgmma = "wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16";
        for (spelling, matrix, row, column, expected) in [
            (f16, Matrix::A, 0, 2, (1, 0, 0)),
            (f16, Matrix::A, 8, 1, (0, 1, 16)),
            (f16, Matrix::B, 9, 3, (12, 1, 16)),
            (f16, Matrix::D, 12, 5, (18, 3, 0)),
            (f16_d, Matrix::D, 12, 5, (18, 1, 16)),
            (tf32, Matrix::A, 3, 6, (14, 2, 0)),
            (tf32, Matrix::B, 5, 7, (29, 1, 0)),
            (f8, Matrix::A, 9, 21, (5, 3, 8)),
            (f8, Matrix::B, 30, 0, (3, 1, 16)),
            (f4, Matrix::B, 30, 0, (3, 1, 18)),
            (f64, Matrix::A, 6, 3, (27, 0, 0)),
            (f64, Matrix::D, 6, 3, (25, 1, 0)),
            (quad, Matrix::A, 5, 2, (17, 1, 0)),
            (quad, Matrix::B, 2, 5, (17, 1, 0)),
            (quad, Matrix::D, 5, 6, (19, 4, 0)),
            (wgmma, Matrix::D, 40, 11, (65, 7, 0)),
        ] {
            let (thread, register, bit) = expected;
            let seat = mma(spelling).seat(matrix, row, column);
            assert_eq!(seat, Some(Seat { thread, register, bit }), "{spelling} {matrix:?}");
        }
        assert_eq!(mma(f16).seat(Matrix::A, 16, 0), None);
        assert_eq!(mma(wgmma).seat(Matrix::B, 0, 0), None);
        let wmma = mma("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32");
        assert_eq!(wmma.seat(Matrix::A, 0, 0), None);
    }
}
