//! `mma` with matrices from files.

use ptxfp::catalog::Context;
use ptxfp::format::Format;
use ptxfp::tensor::{Matrices, Mma};

use super::files::Matrix;
use super::known;

/// The names of the files, without the sign before them; those that are missing are `None`.
pub(super) struct Files<'f> {
    pub(super) a: &'f str,
    pub(super) b: &'f str,
    pub(super) c: Option<&'f str>,
    pub(super) scales: Option<[&'f str; 2]>,
}

/// Multiplies matrices. K may be a multiple of the instruction's: each instruction takes the result of
/// the one before as its c.
pub(super) fn product(mma: &Mma, context: &Context, files: &Files<'_>) -> Result<Matrix, String> {
    let tensor = known(mma, context)?;
    let a = Matrix::read(files.a, mma.a)?;
    let b = Matrix::read(files.b, mma.b)?.transposed();
    if a.columns != b.columns || a.columns == 0 || a.columns % mma.k != 0 {
        return Err(format!(
            "a has rows of {} elements, and b columns of {}; expected a multiple of {}",
            a.columns, b.columns, mma.k
        ));
    }
    let (rows, columns) = (a.rows, b.rows);
    let mut d = match files.c {
        Some(path) => Matrix::read(path, mma.c)?,
        None => Matrix { rows, columns, elements: vec![0; rows * columns] },
    };
    if (d.rows, d.columns) != (rows, columns) {
        let (own, other) = (d.rows, d.columns);
        return Err(format!("c is {own} by {other}; expected {rows} by {columns}"));
    }
    let scales = match (mma.scale, files.scales) {
        (Some(scale), Some([of_a, of_b])) => {
            let format = Format::Float(scale.format);
            Some([Matrix::read(of_a, format)?, Matrix::read(of_b, format)?.transposed()])
        }
        (None, None) => None,
        (Some(_), None) => return Err("the instruction takes scales, as files too".into()),
        (None, Some(_)) => return Err("the instruction takes no scales".into()),
    };
    let (n_steps, n_scales) = (a.columns / mma.k, mma.n_scales());
    let sides = [("scale-a", rows, "rows"), ("scale-b", columns, "columns")];
    for (scales, (name, n, lines)) in scales.iter().flatten().zip(sides) {
        let expected = n_steps * n_scales;
        if (scales.rows, scales.columns) != (n, expected) {
            return Err(format!("--{name}: expected {expected} scales for each of {n} {lines}"));
        }
    }
    for index in 0..n_steps {
        let part = |matrix: &Matrix, n: usize| matrix.part(index * n, (index + 1) * n);
        let of_block = |side: usize| {
            scales
                .as_ref()
                .and_then(|all| all.get(side))
                .map_or(Vec::new(), |it| part(it, n_scales))
        };
        let (of_a, of_b) = (part(&a, mma.k), part(&b, mma.k));
        let (scales_a, scales_b) = (of_block(0), of_block(1));
        let given = Matrices {
            a: &of_a,
            b: &of_b,
            c: &d.elements,
            scales_a: &scales_a,
            scales_b: &scales_b,
        };
        let mut results = vec![0; rows * columns];
        tensor.multiply(&given, &mut results).map_err(|error| error.to_string())?;
        d.elements = results;
    }
    Ok(d)
}
