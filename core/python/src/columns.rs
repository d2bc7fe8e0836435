//! Columns of registers, as `NumPy` has them: unsigned integers as wide as the register or wider.

use std::iter;
use std::num::NonZeroUsize;
use std::thread;

use numpy::{Element, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;

/// A column that Python passed.
#[derive(FromPyObject)]
pub(crate) enum Column<'py> {
    U8(PyReadonlyArray1<'py, u8>),
    U16(PyReadonlyArray1<'py, u16>),
    U32(PyReadonlyArray1<'py, u32>),
    U64(PyReadonlyArray1<'py, u64>),
}

/// Its registers.
#[derive(Clone, Copy)]
pub(crate) enum Registers<'a> {
    U8(&'a [u8]),
    U16(&'a [u16]),
    U32(&'a [u32]),
    U64(&'a [u64]),
}

impl Column<'_> {
    pub(crate) fn registers(&self) -> PyResult<Registers<'_>> {
        Ok(match self {
            Self::U8(array) => Registers::U8(array.as_slice()?),
            Self::U16(array) => Registers::U16(array.as_slice()?),
            Self::U32(array) => Registers::U32(array.as_slice()?),
            Self::U64(array) => Registers::U64(array.as_slice()?),
        })
    }
}

impl Registers<'_> {
    /// Whether there is one register, for every row.
    const fn is_one(self) -> bool {
        let n = match self {
            Self::U8(all) => all.len(),
            Self::U16(all) => all.len(),
            Self::U32(all) => all.len(),
            Self::U64(all) => all.len(),
        };
        n == 1
    }

    /// The register of a row; a column of one has the same in every row.
    pub(crate) fn at(self, row: usize) -> u64 {
        fn get<T: Copy + Into<u64>>(all: &[T], row: usize) -> u64 {
            let row = if all.len() == 1 { 0 } else { row };
            all.get(row).map_or(0, |register| (*register).into())
        }
        match self {
            Self::U8(all) => get(all, row),
            Self::U16(all) => get(all, row),
            Self::U32(all) => get(all, row),
            Self::U64(all) => get(all, row),
        }
    }

    /// Fills `places` with the registers from a row on; returns the existing ones, or the one
    /// that is the same in every row.
    pub(crate) fn copy_to(self, first: usize, places: &mut [u64]) -> &[u64] {
        fn copy<'p, T: Copy + Into<u64>>(
            all: &[T],
            first: usize,
            places: &'p mut [u64],
        ) -> &'p [u64] {
            let rest = if all.len() == 1 { all } else { all.get(first..).unwrap_or_default() };
            let mut n = 0;
            for (place, register) in places.iter_mut().zip(rest) {
                *place = (*register).into();
                n += 1;
            }
            places.get(..n).unwrap_or_default()
        }
        match self {
            Self::U8(all) => copy(all, first, places),
            Self::U16(all) => copy(all, first, places),
            Self::U32(all) => copy(all, first, places),
            Self::U64(all) => copy(all, first, places),
        }
    }
}

/// Columns with 64 bits for each register.
pub(crate) fn all(columns: &[Column<'_>], n: usize) -> PyResult<Vec<Vec<u64>>> {
    let wide = |column: &Column<'_>| {
        let registers = column.registers()?;
        let mut places = vec![0; if registers.is_one() { 1 } else { n }];
        registers.copy_to(0, &mut places);
        Ok(places)
    };
    columns.iter().map(wide).collect()
}

/// A register of a result in the narrowest integer that holds it.
pub(crate) trait Narrow: Element + Copy + Default + Send {
    fn narrow(register: u64) -> Self;
}

macro_rules! narrow {
    ($($integer:ty),*) => {$(
        impl Narrow for $integer {
            #[allow(clippy::cast_possible_truncation, reason = "the destination is that wide")]
            #[allow(clippy::allow_attributes, reason = "nothing is cut off of u64")]
            fn narrow(register: u64) -> Self {
                register as Self
            }
        }
    )*};
}
narrow!(u8, u16, u32, u64);

/// A new array of `n` results that `fill` computes, without the interpreter's lock.
pub(crate) fn computed<T: Narrow>(
    py: Python<'_>,
    n: usize,
    fill: impl FnOnce(&mut [T]) -> PyResult<()> + Send,
) -> PyResult<Bound<'_, PyAny>> {
    let mut results = vec![T::default(); n];
    py.detach(|| fill(&mut results))?;
    Ok(PyArray1::from_vec(py, results).into_any())
}

/// The least number of rows for which another thread pays.
const ROWS_OF_A_THREAD: usize = 1 << 16;

/// A new array of `width` results for each of `n` rows, on every core, without the interpreter's lock.
///
/// `fill` computes the results of some rows, the first of which it is given.
pub(crate) fn computed_rows<T: Narrow>(
    py: Python<'_>,
    (n, width): (usize, usize),
    fill: impl Fn(usize, &mut [T]) -> PyResult<()> + Send + Sync,
) -> PyResult<Bound<'_, PyAny>> {
    computed(py, n * width, |results| {
        let n_cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let n_threads = (n / ROWS_OF_A_THREAD).clamp(1, n_cores);
        let n_rows = n.div_ceil(n_threads).max(1);
        thread::scope(|scope| {
            let mut parts = results.chunks_mut(n_rows * width).enumerate();
            // This thread takes the first part.
            let own = parts.next();
            let others: Vec<_> = parts
                .map(|(number, part)| {
                    let fill = &fill;
                    scope.spawn(move || fill(number * n_rows, part))
                })
                .collect();
            let own = own.map_or(Ok(()), |(_, part)| fill(0, part));
            let joined = others.into_iter().map(|thread| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            iter::once(own).chain(joined).collect()
        })
    })
}
