//! A line in, a line out.

use std::io::{self, BufRead, ErrorKind, Write};

/// The number of bytes that are read and written at once.
pub(crate) const CAPACITY: usize = 1 << 16;

/// The longest line that is read, in bytes, without its end.
pub(crate) const MAX_LINE: usize = 1 << 16;

/// Answers every line of `input`; `answer` appends to what it is given, without the line feed, and
/// returns whether the line is good. Returns whether all are.
///
/// A line that is longer than [`MAX_LINE`] comes cut, one byte longer than that.
/// Answers are written before more input is awaited, so that a program may talk through
/// a pipe, line by line.
pub(crate) fn answer(
    mut input: impl BufRead,
    mut output: impl Write,
    mut answer: impl FnMut(&[u8], &mut Vec<u8>) -> bool,
) -> io::Result<bool> {
    // The beginning of a line whose end is not there yet.
    let mut partial: Vec<u8> = Vec::new();
    let mut answers = Vec::with_capacity(2 * CAPACITY);
    let mut is_good = true;
    loop {
        let buffer = match input.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            buffer => buffer?,
        };
        let available = buffer.len();
        let is_end = available == 0;
        let mut rest = buffer;
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            let (line, behind) = rest.split_at(end);
            rest = behind.get(1..).unwrap_or_default();
            if partial.is_empty() {
                is_good &= answer(line, &mut answers);
            } else {
                extend(&mut partial, line);
                is_good &= answer(&partial, &mut answers);
                partial.clear();
            }
            answers.push(b'\n');
            if answers.len() >= CAPACITY {
                output.write_all(&answers)?;
                answers.clear();
            }
        }
        extend(&mut partial, rest);
        if is_end && !partial.is_empty() {
            is_good &= answer(&partial, &mut answers);
            answers.push(b'\n');
        }
        input.consume(available);
        output.write_all(&answers)?;
        output.flush()?;
        answers.clear();
        if is_end {
            return Ok(is_good);
        }
    }
}

fn extend(partial: &mut Vec<u8>, bytes: &[u8]) {
    let room = (MAX_LINE + 1).saturating_sub(partial.len());
    partial.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
}
