//! A device as a process, which reads requests from its standard input and writes answers to its output.
//!
//! At its start it says in a line what it is. Then, for each `run MODULE KERNEL N_SOURCES COUNT`,
//! a line that is followed by the source registers as little-endian 64-bit words, it answers `ok`
//! and the results in as many words, or `error` and why. For `sum MODULE KERNEL BITS PARTS` it answers
//! `ok` and a word for each part of the numbers below 2^BITS ([sums](crate::sums)). `cuda.py` speaks this for a GPU,
//! [`simulate`](crate::simulate) for the evaluator.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::Result;
use crate::kernel::WORD;

/// A running device.
pub struct Device {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// The name that it reports.
    pub name: String,
}

impl Device {
    /// Starts a device.
    ///
    /// # Errors
    ///
    /// If it does not start, or reports an error.
    pub fn start(command: &[String]) -> Result<Self> {
        let [program, arguments @ ..] = command else { return Err("no device".to_owned()) };
        let mut process = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{program}: {error}"))?;
        let input = process.stdin.take();
        let output = process.stdout.take().ok_or("the device has no output")?;
        let mut device =
            Self { process, input, output: BufReader::new(output), name: String::new() };
        device.name = device.line()?;
        match device.name.strip_prefix("error ") {
            Some(error) => Err(error.to_owned()),
            None => Ok(device),
        }
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        let length = self.output.read_line(&mut line).map_err(|error| error.to_string())?;
        if length == 0 {
            return Err("the device has ended".to_owned());
        }
        Ok(line.trim_end().to_owned())
    }

    /// Runs a kernel, and returns a result for each element.
    ///
    /// # Errors
    ///
    /// If the device has none.
    pub fn run(
        &mut self,
        module: &str,
        kernel: usize,
        n_sources: usize,
        registers: &[u64],
    ) -> Result<Vec<u64>> {
        let count = registers.len() / n_sources.max(1);
        let mut request = format!("run {module} k{kernel} {n_sources} {count}\n").into_bytes();
        request.extend(registers.iter().flat_map(|word| word.to_le_bytes()));
        self.ask(&request, count)
    }

    /// Adds up the results for the numbers below 2^`bits` in parts.
    ///
    /// # Errors
    ///
    /// If the device has none.
    pub fn sum(&mut self, module: &str, kernel: usize, bits: u32, parts: u32) -> Result<Vec<u64>> {
        let request = format!("sum {module} s{kernel} {bits} {parts}\n");
        self.ask(request.as_bytes(), parts as usize)
    }

    /// Sends a request, and returns the words of the answer.
    fn ask(&mut self, request: &[u8], count: usize) -> Result<Vec<u64>> {
        let input = self.input.as_mut().ok_or("the device has no input")?;
        input
            .write_all(request)
            .and_then(|()| input.flush())
            .map_err(|error| format!("the device does not listen: {error}"))?;
        let answer = self.line()?;
        if answer != "ok" {
            return Err(answer.strip_prefix("error ").unwrap_or(&answer).to_owned());
        }
        let mut bytes = vec![0; count * WORD];
        self.output.read_exact(&mut bytes).map_err(|error| error.to_string())?;
        Ok(words(&bytes))
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        // Without an input it ends.
        self.input = None;
        let _ = self.process.wait();
    }
}

/// The words of these bytes.
#[must_use]
pub fn words(bytes: &[u8]) -> Vec<u64> {
    let word = |bytes: &[u8; WORD]| u64::from_le_bytes(*bytes);
    bytes.as_chunks().0.iter().map(word).collect()
}
