//! A device that is the evaluator itself, to try everything else without a GPU.

use std::io::{BufRead, Write};
use std::path::Path;

use ptxfp::eval::Prepared;

use crate::device::words;
use crate::kernel::WORD;
use crate::plan::statement;
use crate::{Result, folder};

/// Serves until the input ends. `wrong` is a statement whose results have their lowest bit flipped,
/// one of each hundred: a defect that is to be found.
///
/// # Errors
///
/// If the folder is none, or the pipe breaks.
pub fn serve(
    folder: &Path,
    wrong: Option<&str>,
    mut input: impl BufRead,
    mut output: impl Write,
) -> Result<()> {
    let (plan, _) = folder::open(folder)?;
    let text = |error: std::io::Error| error.to_string();
    writeln!(output, "simulated {}", plan.context.target.name)
        .and_then(|()| output.flush())
        .map_err(text)?;
    let mut request = String::new();
    while input.read_line(&mut request).map_err(text)? > 0 {
        let parts: Vec<_> = request.split_whitespace().collect();
        let ["run", _, kernel, n_sources, count] = parts[..] else {
            return Err(format!("what is {request:?}?"));
        };
        let number = |text: &str| text.parse().map_err(|_| format!("{text} is no number"));
        let (kernel, n_sources, count): (usize, usize, usize) =
            (number(kernel.trim_start_matches('k'))?, number(n_sources)?, number(count)?);
        let mut bytes = vec![0; n_sources * count * WORD];
        input.read_exact(&mut bytes).map_err(text)?;
        let Some(instruction) = plan.instructions.get(kernel) else {
            writeln!(output, "error no kernel {kernel}").map_err(text)?;
            continue;
        };
        let prepared = Prepared::new(instruction, &plan.context);
        let is_wrong = wrong == Some(&*statement(instruction));
        let mut answer = b"ok\n".to_vec();
        for (index, registers) in words(&bytes).chunks(n_sources).enumerate() {
            let result = prepared.evaluate(registers).destination;
            let flip = u64::from(is_wrong && index % 100 == 50);
            answer.extend((result ^ flip).to_le_bytes());
        }
        output.write_all(&answer).and_then(|()| output.flush()).map_err(text)?;
        request.clear();
    }
    Ok(())
}
