//! The comparison of tensor cores.

use std::fmt::Write as _;

use ptxfp::catalog::Context;
use ptxfp::observed::Grade;
use ptxfp::tensor::{Mma, Operands, Refusal, Tensor, written_width};

use super::record::{Tile, numbers};
use super::scalar::hex;
use super::{Compared, Difference, Outcome, Verdict, place};

/// The bits of a scale, of which the highest may be ignored.
const SCALE_WIDTH: u8 = 8;

/// Compares the elements of all matrices; an error is in the record.
pub(super) fn compare(
    name: &str,
    tiles: &[Tile],
    context: &Context,
    limit: usize,
) -> Result<Compared, String> {
    let mma = Mma::parse(name).map_err(|error| error.to_string().replace('`', ""))?;
    let tensor = match Tensor::new(&mma, context) {
        Ok(tensor) => tensor,
        Err(open) => {
            let reason = mma.unavailable(context).unwrap_or_else(|| open.to_string());
            return Ok(Compared::without(Verdict::Unknown, reason.replace('`', "")));
        }
    };
    let subject = Subject { mma, tensor, context: *context };
    let mut compared =
        Compared { grade: subject.tensor.grade().map(Grade::name), ..Compared::default() };
    for (index, tile) in tiles.iter().enumerate() {
        let found = subject.compare(tile, limit, &mut compared);
        found.map_err(|error| format!("matrices {}: {error}", index + 1))?;
    }
    Ok(compared.concluded())
}

struct Subject {
    mma: Mma,
    tensor: Tensor,
    context: Context,
}

impl Subject {
    /// Compares each element of d.
    fn compare(&self, tile: &Tile, limit: usize, compared: &mut Compared) -> Result<(), String> {
        let mma = &self.mma;
        let (k, n_scales) = (mma.k, mma.n_scales());
        let a = numbers("a", &tile.a, written_width(mma.a))?;
        let b = numbers("b", &tile.b, written_width(mma.b))?;
        let c = numbers("c", &tile.c, written_width(mma.c))?;
        let d = numbers("d", &tile.d, written_width(mma.d))?;
        let scales_a = numbers("the scales of a", &tile.scales_a, SCALE_WIDTH)?;
        let scales_b = numbers("the scales of b", &tile.scales_b, SCALE_WIDTH)?;
        let (rows, columns) = (a.len() / k, b.len() / k);
        let sizes = [
            ("a", a.len(), rows * k),
            ("b", b.len(), columns * k),
            ("c", c.len(), rows * columns),
            ("d", d.len(), rows * columns),
            ("the scales of a", scales_a.len(), rows * n_scales),
            ("the scales of b", scales_b.len(), columns * n_scales),
        ];
        if let Some((name, given, expected)) = sizes.iter().find(|(_, given, size)| given != size) {
            return Err(format!("{name} has {given} elements; expected {expected}"));
        }
        for (index, (&c, &found)) in c.iter().zip(&d).enumerate() {
            let (row, column) = (index / columns, index % columns);
            let part = |list: &[u64], index: usize, size: usize| {
                list.get(index * size..(index + 1) * size).unwrap_or_default().to_vec()
            };
            let [a, b] = [part(&a, row, k), part(&b, column, k)];
            let (scales_a, scales_b) =
                (part(&scales_a, row, n_scales), part(&scales_b, column, n_scales));
            let operands = Operands { a: &a, b: &b, c, scales_a: &scales_a, scales_b: &scales_b };
            compared.add(self.outcome(&operands, found)?, limit);
        }
        Ok(())
    }

    /// Compares an element.
    fn outcome(&self, operands: &Operands<'_>, found: u64) -> Result<Outcome, String> {
        match self.tensor.evaluate(operands) {
            Ok(expected) if expected == found => Ok(Outcome::Agrees),
            Ok(expected) => Ok(Outcome::Differs(self.difference(operands, expected, found))),
            Err(Refusal::Open(_)) => Ok(Outcome::Unknown),
            Err(refusal @ Refusal::Count { .. }) => Err(refusal.to_string()),
        }
    }

    fn difference(&self, operands: &Operands<'_>, expected: u64, found: u64) -> Difference {
        let mma = &self.mma;
        let list = |list: &[u64], width: u8| {
            list.iter().map(|bits| hex(*bits, width)).collect::<Vec<_>>().join(",")
        };
        let Operands { a, b, c, scales_a, scales_b } = *operands;
        let mut command = format!(
            "ptxfp mma '{mma}' --a {} --b {} --c {}",
            list(a, written_width(mma.a)),
            list(b, written_width(mma.b)),
            hex(c, written_width(mma.c))
        );
        if mma.scale.is_some() {
            for (name, scales) in [("a", scales_a), ("b", scales_b)] {
                // A String takes whatever is written to it.
                let _ = write!(command, " --scale-{name} {}", list(scales, SCALE_WIDTH));
            }
        }
        let width = written_width(mma.d);
        Difference {
            command: format!("{command} {}", place(&self.context)),
            expected: hex(expected, width),
            found: hex(found, width),
            permitted: None,
        }
    }
}
