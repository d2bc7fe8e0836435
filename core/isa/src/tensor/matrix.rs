//! Whole matrices: every element of d.

use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use super::entry::{read_element, read_list};
use super::evaluate::{Operands, Tensor};
use super::name::Mma;
use super::open::{Open, Refusal};
use super::run::Room;
use super::vector::Vector;
use crate::format::Format;

/// The elements of matrices a, b and c, row after row; those of b column after column.
#[derive(Clone, Copy, Debug)]
pub struct Matrices<'a> {
    /// The rows of a: a multiple of k elements, as [`Operands`] has them.
    pub a: &'a [u64],
    /// The columns of b: a multiple of k elements.
    pub b: &'a [u64],
    /// The rows of c: an element for each row of a and column of b.
    pub c: &'a [u64],
    /// The scales of the rows of a, row after row; none without scales.
    pub scales_a: &'a [u64],
    /// The scales of the columns of b, column after column.
    pub scales_b: &'a [u64],
}

/// The reason for which matrices have no product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoProduct {
    /// Nobody knows an element of d.
    Unknown {
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
        /// The reason.
        open: Open,
    },
    /// A matrix has another number of elements than the instruction takes.
    Refused(Refusal),
}

impl fmt::Display for NoProduct {
    /// Writes a sentence without its full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { row, column, open } => write!(f, "row {row}, column {column}: {open}"),
            Self::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl Error for NoProduct {}

impl From<Refusal> for NoProduct {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl Tensor {
    /// Fills d, row after row. Rows and columns can be of any number: an element depends on its row, its
    /// column and its element of c only.
    ///
    /// # Errors
    ///
    /// Fails if nobody knows an element, or if a list has a wrong length.
    pub fn multiply(&self, given: &Matrices<'_>, d: &mut [u64]) -> Result<(), NoProduct> {
        let rows = self.vectors(Self::row, given.a, given.scales_a)?;
        let columns = self.vectors(Self::column, given.b, given.scales_b)?;
        for (list, given) in [("elements of c", given.c.len()), ("elements of d", d.len())] {
            let expected = rows.len() * columns.len();
            if given != expected {
                return Err(Refusal::Count { list, expected, given }.into());
            }
        }
        let mut room = Room::default();
        let mut elements = given.c.iter().zip(d);
        for (row, of_a) in rows.iter().enumerate() {
            for (column, (of_b, (c, d))) in columns.iter().zip(&mut elements).enumerate() {
                let found = self.element(of_a, of_b, *c, &mut room);
                *d = found.map_err(|open| NoProduct::Unknown { row, column, open })?;
            }
        }
        Ok(())
    }

    /// Reads rows or columns, one after the other.
    fn vectors(
        &self,
        read: impl Fn(&Self, &[u64], &[u64]) -> Result<Vector, Refusal>,
        elements: &[u64],
        scales: &[u64],
    ) -> Result<Vec<Vector>, Refusal> {
        let n_scales = self.mma.n_scales();
        let each = elements.chunks(self.mma.k.max(1)).enumerate();
        let vector = |(index, elements): (usize, &[u64])| {
            let scales = scales.get(index * n_scales..(index + 1) * n_scales);
            read(self, elements, scales.unwrap_or_default())
        };
        each.map(vector).collect()
    }
}

/// The operands of an element, written as lists.
#[derive(Clone, Copy, Debug, Default)]
pub struct Texts<'t> {
    /// The row of a, in ascending k; what is missing is 0.
    pub a: &'t str,
    /// The column of b.
    pub b: &'t str,
    /// The element of c.
    pub c: &'t str,
    /// The scales of the row.
    pub scales_a: &'t str,
    /// The scales of the column.
    pub scales_b: &'t str,
}

/// The operands of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elements {
    /// The row of a, the column of b, and the scales of both: [`Mma::lists`].
    pub lists: [Vec<u64>; 4],
    /// The element of c.
    pub c: u64,
}

impl Elements {
    /// Zeros for an instruction.
    #[must_use]
    pub fn zeros(mma: &Mma) -> Self {
        Self { lists: mma.lists().map(|(_, length)| alloc::vec![0; length]), c: 0 }
    }

    /// Reads operands: numbers, which are rounded once, or bits after `0x`.
    ///
    /// # Errors
    ///
    /// Fails with the list that is wrong.
    pub fn read(mma: &Mma, texts: Texts<'_>) -> Result<Self, WrongList> {
        let mut elements = Self::zeros(mma);
        let texts_of_lists = [texts.a, texts.b, texts.scales_a, texts.scales_b];
        let lists = NAMES.into_iter().zip(texts_of_lists).zip(mma.lists());
        for (((name, text), (format, length)), place) in lists.zip(&mut elements.lists) {
            let list = list(name, text, format)?;
            let is_padded = ["a", "b"].contains(&name);
            let is_right = list.len() == length || is_padded && list.len() < length;
            if !is_right {
                let most = if is_padded { "at most " } else { "" };
                let given = list.len();
                let reason = alloc::format!(" has {given} elements; expected {most}{length}");
                return Err(WrongList { name, reason });
            }
            for (place, bits) in place.iter_mut().zip(list) {
                *place = bits;
            }
        }
        let c = if texts.c.trim().is_empty() { "0" } else { texts.c.trim() };
        let c = read_element(c, mma.c)
            .map_err(|error| WrongList { name: "c", reason: alloc::format!(": {error}") })?;
        elements.c = c.bits;
        Ok(elements)
    }

    /// The operands for an evaluation.
    #[must_use]
    pub fn operands(&self) -> Operands<'_> {
        let [a, b, scales_a, scales_b] = &self.lists;
        Operands { a, b, c: self.c, scales_a, scales_b }
    }
}

/// The names of the lists.
const NAMES: [&str; 4] = ["a", "b", "scale_a", "scale_b"];

/// A list of operands that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongList {
    /// Its name: `a`, `b`, `c`, `scale_a` or `scale_b`.
    pub name: &'static str,
    /// The error, as the sentence goes on behind the name.
    pub reason: String,
}

impl fmt::Display for WrongList {
    /// Writes a sentence without its full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.name, self.reason)
    }
}

impl Error for WrongList {}

/// Reads a list of elements.
fn list(name: &'static str, text: &str, format: Format) -> Result<Vec<u64>, WrongList> {
    let list = read_list(text, format).map_err(|(index, error)| {
        let reason = alloc::format!(", element {index}: {error}");
        WrongList { name, reason }
    })?;
    Ok(list.into_iter().map(|entry| entry.bits).collect())
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString as _;

    use super::*;
    use crate::catalog::{Context, LATEST_ISA};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    /// An instruction on a target.
    fn on(text: &str, target: &str) -> (Mma, Tensor) {
        let context = Context { isa: LATEST_ISA, target: target.parse().unwrap() };
        let mma = Mma::parse(text).unwrap();
        let tensor = Tensor::new(&mma, &context).unwrap();
        (mma, tensor)
    }

    #[test]
    fn each_element_of_a_product_is_that_of_its_row_and_column() {
        let name = "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32";
        let (_, tensor) = on(name, "sm_90");
        let a: Vec<u64> = (0..24).map(|index| 0x3000 + index * 0x123).collect();
        let b: Vec<u64> = (0..16).map(|index| 0xb000 + index * 0x0f1).collect();
        let c: Vec<u64> = (0..6).map(|index| 0x3f80_0000 + index).collect();
        let given = Matrices { a: &a, b: &b, c: &c, scales_a: &[], scales_b: &[] };
        let mut d = [0; 6];
        tensor.multiply(&given, &mut d).unwrap();
        for (index, found) in d.into_iter().enumerate() {
            let (row, column) = (index / 2 * 8, index % 2 * 8);
            let operands = Operands::new(&a[row..row + 8], &b[column..column + 8], c[index]);
            assert_eq!(tensor.evaluate(&operands), Ok(found));
        }
        let short = Matrices { a: &a[..23], ..given };
        let refusal = Refusal::Count { list: "elements of a", expected: 8, given: 7 };
        assert_eq!(tensor.multiply(&short, &mut d), Err(refusal.into()));
        assert!(tensor.multiply(&given, &mut d[..5]).is_err());
    }

    #[test]
    fn an_element_that_nobody_knows_has_its_place() {
        let name = "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64";
        let (_, tensor) = on(name, "sm_90");
        let one = 0x3ff0_0000_0000_0000;
        let (a, mut b) = ([one; 8], [one; 8]);
        b[5] = 0x7ff8_0000_0000_0000;
        let given = Matrices { a: &a, b: &b, c: &[0; 4], scales_a: &[], scales_b: &[] };
        let unknown = NoProduct::Unknown { row: 0, column: 1, open: Open::Payload };
        assert_eq!(tensor.multiply(&given, &mut [0; 4]), Err(unknown));
    }

    #[test]
    fn lists_are_padded_and_scales_are_counted() {
        let (mma, tensor) = on("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", "sm_80");
        let texts = Texts { a: "2048, 0.5", b: "-4096 -1", c: "2^23", ..Texts::default() };
        let read = Elements::read(&mma, texts).unwrap();
        assert_eq!(tensor.evaluate(&read.operands()), Ok(0xbf00_0000));
        for (texts, words) in [
            (Texts { a: "1,1,1,1,1,1,1,1,1", ..texts }, "a has 9 elements; expected at most 8"),
            (Texts { b: "1, x", ..texts }, "b, element 1: "),
            (Texts { c: "y", ..texts }, "c: "),
            (Texts { scales_a: "1", ..texts }, "scale_a has 1 elements; expected 0"),
        ] {
            let error = Elements::read(&mma, texts).unwrap_err().to_string();
            assert!(error.starts_with(words), "{error}");
        }
        assert_eq!(Elements::read(&mma, Texts::default()).unwrap().c, 0);
    }
}
