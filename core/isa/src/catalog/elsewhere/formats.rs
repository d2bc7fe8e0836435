//! Formats of libraries whose conversions differ from those of PTX, and formats that PTX lacks.

use super::row::{Row, nothing, one};

const FNUZ: &str = "it has no negative zero and no infinity, and another bias";

/// The formats: a name means one of PTX. The usual paths are those of `ml_dtypes`, `PyTorch` and JAX.
pub const FORMATS: &[Row] = &[
    one("float8_e4m3fn", "e4m3")
        .noted("beyond 464, `ml_dtypes` and JAX give NaN, PyTorch 2.15 gives 448 as PTX, which has only `.satfinite`"),
    one("float8_e5m2", "e5m2")
        .noted("from 61440, the libraries give infinity, PTX has only `.satfinite`"),
    one("float6_e2m3fn float6_e3m2fn float4_e2m1fn", "{e2m3,e3m2,e2m1}")
        .noted("for a NaN, `ml_dtypes` gives -0, PTX the largest number"),
    one("float8_e8m0fnu", "ue8m0")
        .noted("the libraries round to nearest, PTX up or, with `.rz`, towards zero"),
    nothing("float8_e4m3", "e4m3", "it has infinities, and its largest number is 240"),
    nothing("float8_e3m4", "e4m3", "no instruction converts to it"),
    nothing("float8_e4m3b11fnuz", "e4m3", FNUZ),
    nothing("float8_e4m3fnuz", "e4m3", FNUZ),
    nothing("float8_e5m2fnuz", "e5m2", FNUZ),
];

/// The row of a format of a library, by its name with or without the library's.
///
/// `float8_e4m3` alone is often the other name of `float8_e4m3fn`; only with the library's name it is
/// a format of its own.
#[must_use]
pub fn library_format(name: &str) -> Option<&'static Row> {
    let (path, last) = name.rsplit_once('.').unwrap_or(("", name));
    let is_it = |known: &str| known.eq_ignore_ascii_case(last);
    let found = FORMATS.iter().find(|row| row.names().any(is_it))?;
    (!path.is_empty() || !is_it("float8_e4m3")).then_some(found)
}
