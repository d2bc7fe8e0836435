//! Matrices in files: `.npy`, as `NumPy` saves them, or lines of numbers.
//!
//! The reader of `.npy` is written here: it needs the simple types only, and the crates for all of them
//! bring 30 others and a C compiler.

use std::fs;
use std::path::Path;

use ptxfp::format::Format;
use ptxfp::format::table::{F16, F32, F64, TF32};
use ptxfp::tensor::{read_list, written_element, written_width};

/// A matrix, row after row, as the bits of its elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Matrix {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) elements: Vec<u64>,
}

/// The first bytes of an `.npy` file.
const MAGIC: &[u8] = b"\x93NUMPY";

/// The length of `.npy` headers is a multiple of this.
const ALIGNMENT: usize = 64;

impl Matrix {
    /// Reads a file whose elements have a format.
    pub(super) fn read(path: &str, format: Format) -> Result<Self, String> {
        let bytes = fs::read(path).map_err(|error| format!("{path}: {error}"))?;
        let found =
            if bytes.starts_with(MAGIC) { of_npy(&bytes, format) } else { of_text(&bytes, format) };
        found.map_err(|error| format!("{path}: {error}"))
    }

    /// The elements of some columns, row after row.
    pub(super) fn part(&self, from: usize, to: usize) -> Vec<u64> {
        let rows = self.elements.chunks(self.columns.max(1));
        rows.flat_map(|row| row.get(from..to).unwrap_or_default()).copied().collect()
    }

    /// The matrix with rows and columns exchanged.
    pub(super) fn transposed(&self) -> Self {
        let element = |index: usize| {
            let (row, column) = (index / self.rows.max(1), index % self.rows.max(1));
            self.elements.get(column * self.columns + row).copied().unwrap_or(0)
        };
        let elements = (0..self.elements.len()).map(element).collect();
        Self { rows: self.columns, columns: self.rows, elements }
    }

    /// The matrix as lines of numbers.
    pub(super) fn text(&self, format: Format) -> String {
        let mut text = String::new();
        for row in self.elements.chunks(self.columns.max(1)) {
            let row: Vec<_> = row.iter().map(|bits| written_element(*bits, format)).collect();
            text.push_str(&row.join(","));
            text.push('\n');
        }
        text
    }

    /// Writes a file: `.npy`, or lines of numbers.
    pub(super) fn write(&self, path: &str, format: Format) -> Result<(), String> {
        let is_npy = Path::new(path).extension().is_some_and(|extension| extension == "npy");
        let bytes = if is_npy { self.npy(format) } else { self.text(format).into_bytes() };
        fs::write(path, bytes).map_err(|error| format!("{path}: {error}"))
    }

    fn npy(&self, format: Format) -> Vec<u8> {
        let width = usize::from(written_width(format).div_ceil(8));
        let letter = if format.float().is_some() { 'f' } else { 'i' };
        let (rows, columns) = (self.rows, self.columns);
        let mut header = format!(
            "{{'descr': '<{letter}{width}', 'fortran_order': False, 'shape': ({rows}, {columns}), }}"
        );
        let start = MAGIC.len() + 4;
        while !(start + header.len() + 1).is_multiple_of(ALIGNMENT) {
            header.push(' ');
        }
        header.push('\n');
        let length = u16::try_from(header.len()).unwrap_or(u16::MAX).to_le_bytes();
        let mut bytes = [MAGIC, &[1, 0], &length, header.as_bytes()].concat();
        for element in &self.elements {
            bytes.extend(element.to_le_bytes().iter().take(width));
        }
        bytes
    }
}

/// Lines of numbers or bits, with commas or blanks between them.
fn of_text(bytes: &[u8], format: Format) -> Result<Matrix, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "neither .npy nor text")?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let mut matrix = Matrix { rows: 0, columns: 0, elements: Vec::new() };
    for (index, line) in lines {
        let row = read_list(line, format)
            .map_err(|(place, error)| format!("line {}, element {place}: {error}", index + 1))?;
        if matrix.rows > 0 && row.len() != matrix.columns {
            let (given, expected) = (row.len(), matrix.columns);
            return Err(format!("line {} has {given} elements; expected {expected}", index + 1));
        }
        matrix.rows += 1;
        matrix.columns = row.len();
        matrix.elements.extend(row.iter().map(|entry| entry.bits));
    }
    Ok(matrix)
}

/// The part of a header behind a key.
fn value<'h>(header: &'h str, key: &str) -> Option<&'h str> {
    let (_, rest) = header.split_once(key)?;
    Some(rest.trim_start_matches(['\'', ':', ' ']))
}

fn of_npy(bytes: &[u8], format: Format) -> Result<Matrix, String> {
    const BROKEN: &str = "no complete .npy file";
    let major = *bytes.get(MAGIC.len()).ok_or(BROKEN)?;
    let (start, size): (usize, usize) = if major == 1 { (10, 2) } else { (12, 4) };
    let length = bytes.get(8..8 + size).ok_or(BROKEN)?;
    let length = length.iter().rev().fold(0_usize, |sum, byte| sum << 8 | usize::from(*byte));
    let header = start.checked_add(length).and_then(|end| bytes.get(start..end)).ok_or(BROKEN)?;
    let data = bytes.get(start + length..).ok_or(BROKEN)?;
    let header = std::str::from_utf8(header).map_err(|_| BROKEN)?;
    let kind = value(header, "'descr").and_then(|rest| rest.split('\'').next()).ok_or(BROKEN)?;
    let shape = value(header, "'shape").and_then(|rest| rest.split(')').next()).ok_or(BROKEN)?;
    let shape: Vec<usize> =
        shape.split(['(', ',', ' ']).filter_map(|number| number.parse().ok()).collect();
    let [rows, columns] = shape[..] else {
        return Err(format!("an array of {} dimensions; expected 2", shape.len()));
    };
    let width = fits(kind, format)?;
    let count =
        rows.checked_mul(columns).filter(|count| count.checked_mul(width) == Some(data.len()));
    let count = count.ok_or(BROKEN)?;
    let is_big = kind.starts_with('>');
    let element = |bytes: &[u8]| {
        let add = |sum: u64, byte: &u8| sum << 8 | u64::from(*byte);
        if is_big { bytes.iter().fold(0, add) } else { bytes.iter().rev().fold(0, add) }
    };
    let mask = u64::MAX >> (64 - u32::from(written_width(format)).clamp(1, 64));
    let elements: Vec<u64> =
        data.chunks_exact(width).map(|bytes| element(bytes) & mask).take(count).collect();
    let matrix = Matrix { rows, columns, elements };
    if value(header, "'fortran_order").is_some_and(|rest| rest.starts_with("True")) {
        return Ok(Matrix { rows: columns, columns: rows, ..matrix }.transposed());
    }
    Ok(matrix)
}

/// The bytes of an element of a type of `NumPy`, if its bits are those of the format: its own type, or one
/// that stands for bits, as integers without sign and the types of `ml_dtypes` do.
fn fits(kind: &str, format: Format) -> Result<usize, String> {
    let bare = kind.trim_start_matches(['<', '>', '|', '=']);
    let (letter, width) = bare.split_at_checked(1).unwrap_or_default();
    let width: usize = width.parse().unwrap_or(0);
    let own = usize::from(written_width(format).div_ceil(8));
    let float = [&F16, &F32, &F64, &TF32].into_iter().any(|it| format == Format::Float(it));
    let is_right = match letter {
        "f" => float,
        "i" => format.float().is_none(),
        "u" | "V" => true,
        _ => false,
    };
    if is_right && width == own {
        return Ok(own);
    }
    let name = format.name();
    Err(format!("elements of type `{kind}`; expected {name}, or its bits as `u{own}`"))
}

#[cfg(test)]
mod tests {
    use ptxfp::format::table::E4M3;

    use super::*;

    const HALF: Format = Format::Float(&F16);

    fn matrix(rows: usize, elements: &[u64]) -> Matrix {
        Matrix { rows, columns: elements.len() / rows, elements: elements.to_vec() }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let given = matrix(2, &[0x3c00, 0x4000, 0xbe00, 0x7e00, 0, 0x0001]);
        assert_eq!(of_npy(&given.npy(HALF), HALF), Ok(given.clone()));
        assert_eq!(given.npy(HALF).len() % ALIGNMENT, 12);
        assert_eq!(
            of_text(given.text(HALF).as_bytes(), HALF).unwrap().elements[..3],
            given.elements[..3]
        );
        assert_eq!(given.transposed().transposed(), given);
        assert_eq!(given.transposed().elements[..2], [0x3c00, 0x7e00]);
        assert_eq!(given.part(1, 3), [0x4000, 0xbe00, 0, 0x0001]);
    }

    #[test]
    fn columns_first_and_the_other_order_of_bytes_are_read() {
        let mut bytes = matrix(2, &[0x003c, 0x0040, 0, 0]).npy(HALF);
        let header = String::from_utf8_lossy(&bytes[10..128]).into_owned();
        let other = header.replace("'<f2'", "'>f2'").replace("False", "True ");
        bytes.splice(10..128, other.bytes());
        assert_eq!(of_npy(&bytes, HALF), Ok(matrix(2, &[0x3c00, 0, 0x4000, 0])));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let bytes = matrix(1, &[0x3c00]).npy(HALF);
        let fp8 = Format::Float(&E4M3);
        let error = of_npy(&bytes, fp8).unwrap_err();
        assert_eq!(error, "elements of type `<f2`; expected e4m3, or its bits as `u1`");
        for end in [6, 9, 40, bytes.len() - 1] {
            assert!(of_npy(&bytes[..end], HALF).is_err());
        }
        let error = of_text(b"1,2\n3\n", HALF).unwrap_err();
        assert_eq!(error, "line 2 has 1 elements; expected 2");
        assert!(of_text(b"1\nx\n", HALF).unwrap_err().starts_with("line 2, element 0: "));
        assert!(of_text(&[0xff], HALF).is_err());
    }
}
