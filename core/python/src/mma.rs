//! Products of matrices by tensor cores.

use ptxfp::Format;
use ptxfp::catalog::USUAL_TARGET;
use ptxfp::tensor::{Mma, Tensor, read_element, written_width};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::columns::{Column, Narrow, Registers, computed};
use crate::{context, wrong};

/// An instruction of tensor cores for a target.
#[pyclass(frozen, module = "ptxfp._ptxfp")]
pub(crate) struct Matrix {
    mma: Mma,
    tensor: Tensor,
    target: &'static str,
    isa: String,
}

/// The matrices of a batch, one after the other; those of b with the columns as rows.
struct Matrices<'a> {
    a: Registers<'a>,
    b: Registers<'a>,
    c: Registers<'a>,
    scales: Option<[Registers<'a>; 2]>,
    /// The number of rows and of columns of each.
    size: [usize; 2],
}

#[pymethods]
impl Matrix {
    #[new]
    #[pyo3(signature = (text, target=None, isa=None))]
    fn new(text: &str, target: Option<&str>, isa: Option<&str>) -> PyResult<Self> {
        let mma = Mma::parse(text).map_err(wrong)?;
        let given = context(text, target.or(Some(USUAL_TARGET.name)), isa)?;
        let context = if target.is_some() { given } else { mma.usual_context(&given) };
        if let Some(reason) = mma.unavailable(&context) {
            return Err(wrong(reason));
        }
        let tensor = Tensor::new(&mma, &context)
            .map_err(|open| wrong(format_args!("`{mma}` on {}: {open}", context.target.name)))?;
        Ok(Self { mma, tensor, target: context.target.name, isa: context.isa.to_string() })
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> (Bound<'py, PyType>, (String, &'static str, String)) {
        let own = slf.get();
        (slf.get_type(), (own.mma.to_string(), own.target, own.isa.clone()))
    }

    fn __str__(&self) -> String {
        self.mma.to_string()
    }

    #[getter]
    fn target(&self) -> &'static str {
        self.target
    }

    #[getter]
    fn isa(&self) -> &str {
        &self.isa
    }

    /// The number of products that are added to an element of c.
    #[getter]
    fn k(&self) -> usize {
        self.mma.k
    }

    /// The number of elements that share a scale; 0 without scales.
    #[getter]
    fn block(&self) -> usize {
        self.mma.scale.map_or(0, |scale| scale.block)
    }

    /// The name of the format of a, b, c, d or the scales, and the bits of an element.
    fn format(&self, name: &str) -> PyResult<(&'static str, u8)> {
        self.format_of(name).map(|format| (format.name(), written_width(format)))
    }

    /// The grade of the evidence; nothing for integers, which the ISA defines.
    #[getter]
    fn grade(&self) -> Option<&'static str> {
        self.tensor.grade().map(ptxfp::observed::Grade::name)
    }

    /// Reads an element of a, b, c, d or the scales: a number or bits.
    fn read(&self, name: &str, text: &str) -> PyResult<u64> {
        let entry = read_element(text, self.format_of(name)?);
        entry.map(|entry| entry.bits).map_err(|error| wrong(format_args!("{name}: {error}")))
    }

    /// The elements of d of a batch of matrices.
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        matrices: (Column<'py>, Column<'py>, Column<'py>),
        scales: Option<(Column<'py>, Column<'py>)>,
        shape: (usize, usize, usize),
    ) -> PyResult<Bound<'py, PyAny>> {
        let (n, rows, columns) = shape;
        let scales = scales.as_ref().map(|(a, b)| Ok::<_, PyErr>([a.registers()?, b.registers()?]));
        let given = Matrices {
            a: matrices.0.registers()?,
            b: matrices.1.registers()?,
            c: matrices.2.registers()?,
            scales: scales.transpose()?,
            size: [rows, columns],
        };
        let n = n * rows * columns;
        match self.mma.d.width() {
            ..=16 => computed::<u16>(py, n, |results| self.fill(&given, results)),
            17..=32 => computed::<u32>(py, n, |results| self.fill(&given, results)),
            _ => computed::<u64>(py, n, |results| self.fill(&given, results)),
        }
    }
}

impl Matrix {
    fn format_of(&self, name: &str) -> PyResult<Format> {
        Ok(match (name, self.mma.scale) {
            ("a", _) => self.mma.a,
            ("b", _) => self.mma.b,
            ("c", _) => self.mma.c,
            ("d", _) => self.mma.d,
            ("scales_a" | "scales_b", Some(scale)) => Format::Float(scale.format),
            _ => return Err(wrong(format_args!("`{}` has no {name}", self.mma))),
        })
    }

    /// Fills the elements of d, matrix by matrix.
    fn fill<T: Narrow>(&self, given: &Matrices<'_>, results: &mut [T]) -> PyResult<()> {
        let [rows, columns] = given.size;
        let (k, n_scales) = (self.mma.k, self.mma.n_scales());
        let [of_a, of_b] = [rows, columns].map(|n| (n * k, n * n_scales));
        let mut places = [of_a.0, of_b.0, rows * columns, of_a.1, of_b.1].map(|n| vec![0; n]);
        let mut d = vec![0; rows * columns];
        for (index, results) in results.chunks_mut((rows * columns).max(1)).enumerate() {
            let of_scales = |side: usize| given.scales.map(|all| all[side]);
            let sources = [Some(given.a), Some(given.b), Some(given.c), of_scales(0), of_scales(1)];
            for (place, source) in places.iter_mut().zip(sources) {
                let first = index * place.len();
                if let Some(source) = source {
                    source.copy_to(first, place);
                }
            }
            let [a, b, c, scales_a, scales_b] = &places;
            let matrices = ptxfp::tensor::Matrices { a, b, c, scales_a, scales_b };
            let found = self.tensor.multiply(&matrices, &mut d);
            found.map_err(|error| wrong(format_args!("matrix {index}, {error}")))?;
            for (result, bits) in results.iter_mut().zip(&d) {
                *result = T::narrow(*bits);
            }
        }
        Ok(())
    }
}
