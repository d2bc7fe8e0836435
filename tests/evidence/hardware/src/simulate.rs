//! A device that is the evaluator itself, to try everything else without a GPU.

use std::io::{BufRead, Write};
use std::path::Path;

use crate::device::words;
use crate::expected::Expected;
use crate::kernel::WORD;
use crate::plan::{Plan, statement};
use crate::sums::Sums;
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
        if let ["sum", _, kernel, bits, parts] = parts[..] {
            let answer = sums(&plan, wrong, [kernel, bits, parts])?;
            output.write_all(&answer).and_then(|()| output.flush()).map_err(text)?;
            request.clear();
            continue;
        }
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
        let expected = Expected::of(instruction, &plan.context);
        let is_wrong = wrong == Some(&*statement(instruction));
        let mut answer = b"ok\n".to_vec();
        for (index, registers) in words(&bytes).chunks(n_sources).enumerate() {
            let result = expected.result(registers);
            let flip = u64::from(is_wrong && index % 100 == 50);
            answer.extend((result ^ flip).to_le_bytes());
        }
        output.write_all(&answer).and_then(|()| output.flush()).map_err(text)?;
        request.clear();
    }
    Ok(())
}

/// The answer to a request for sums; those of the wrong statement are.
fn sums(plan: &Plan, wrong: Option<&str>, [kernel, bits, parts]: [&str; 3]) -> Result<Vec<u8>> {
    let number = |text: &str| text.parse::<u32>().map_err(|_| format!("{text} is no number"));
    let (kernel, bits, parts) =
        (number(kernel.trim_start_matches('s'))?, number(bits)?, number(parts)?);
    let instruction = plan.instructions.get(kernel as usize).ok_or("no such kernel")?;
    let expected = Sums::of(instruction, &plan.context);
    let error = u64::from(wrong == Some(&*statement(instruction)));
    let mut answer = b"ok\n".to_vec();
    for part in 0..parts {
        // Where nobody knows what a GPU returns, any sum will do.
        let sum = expected.as_ref().map_or(0, |it| it.sum(part, parts, bits));
        answer.extend(sum.wrapping_add(error).to_le_bytes());
    }
    Ok(answer)
}
