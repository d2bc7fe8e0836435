//! `run` for a kernel: a text with jumps, calls, loads or stores.

use std::fmt::Write as _;

use ptxfp::catalog::Context;
use ptxfp::explore::sequence::kernel::{Kernel, Settings, is_kernel};
use ptxfp::report::{Moved, OfKernel, Program, Thread, Threads};

use crate::context::shown;
use crate::program::{Source, by_option, is_link};
use crate::sequence::{RunArgs, known_text, read};

/// The largest number of threads that run.
const MAX_THREADS: u32 = 1024;

/// The text of a kernel, with version and target.
pub(crate) struct Text {
    text: String,
    context: Context,
}

impl Text {
    /// Runs one thread.
    pub(crate) fn report(&self, settings: &Settings) -> Result<Program, String> {
        let kernel = Kernel::new(&self.text, &self.context, settings).map_err(by_option)?;
        Ok(Program::of_kernel(&self.text, &kernel, &self.context))
    }
}

/// The text that a command runs.
pub(crate) enum Input {
    /// A kernel.
    Kernel(Text),
    /// A straight program.
    Straight(Source),
}

impl RunArgs {
    /// Reads the file or the link.
    pub(crate) fn input(&self) -> Result<Input, String> {
        let is_asked = !self.loads.is_empty() || self.function.is_some() || self.threads.is_some();
        if is_link(&self.file) {
            if is_asked {
                return Err(
                    "--loads, --function and --threads are for a file, not for a link".into()
                );
            }
            return Source::read(&self.file, &self.place, &self.set).map(Input::Straight);
        }
        let text = read(&self.file)?;
        let context = self.place.context_of_sequence(&text)?;
        if is_asked || is_kernel(&text) {
            return Ok(Input::Kernel(Text { text, context }));
        }
        Source::of(text, context, &self.set).map(Input::Straight)
    }

    /// The choices for a thread of a block; `None` for one alone.
    pub(crate) fn settings(&self, thread: Option<(u32, u32)>) -> Result<Settings, String> {
        let mut values = Vec::new();
        for each in &self.set {
            let pair = each.split_once('=');
            let (name, value) =
                pair.ok_or_else(|| format!("`{}` is not NAME=VALUE, such as a=1.5", shown(each)))?;
            values.push((name.trim().to_owned(), value.trim().to_owned()));
        }
        let special = thread.map_or(Vec::new(), |(tid, count)| {
            vec![("%tid.x".into(), u64::from(tid)), ("%ntid.x".into(), u64::from(count))]
        });
        Ok(Settings {
            function: self.function.clone(),
            values,
            loads: self.loads.clone(),
            may_leave_loads: false,
            special,
            max_steps: self.steps,
        })
    }

    /// Runs several threads.
    pub(crate) fn block(&self, count: u32) -> Result<Threads, String> {
        let Input::Kernel(kernel) = self.input()? else {
            return Err("--threads is for a kernel".into());
        };
        if !(1..=MAX_THREADS).contains(&count) {
            return Err(format!("--threads takes 1 to {MAX_THREADS} threads"));
        }
        if self.set.iter().any(|each| each.trim_start_matches('%').starts_with("tid.x")) {
            return Err("--threads sets %tid.x; leave out one of them".into());
        }
        let mut threads = Vec::new();
        let mut n_taken = 0;
        for tid in 0..count {
            let mut settings = self.settings(Some((tid, count)))?;
            // Each thread takes its values from those that are left.
            settings.loads.drain(..n_taken.min(settings.loads.len()));
            settings.may_leave_loads = tid + 1 < count;
            let traced =
                Kernel::new(&kernel.text, &kernel.context, &settings).map_err(by_option)?;
            n_taken += traced.n_loads_taken();
            let program = Program::of_kernel(&kernel.text, &traced, &kernel.context);
            threads.push(Thread { tid, program });
        }
        Ok(Threads { threads })
    }
}

/// The stores of threads for people.
pub(crate) fn threads_text(report: &Threads) -> String {
    let mut text = String::new();
    if let Some(first) = report.threads.first() {
        // A String takes whatever is written to it.
        let _ = writeln!(text, "{}, PTX ISA {}", first.program.target, first.program.isa);
        for note in first.program.kernel.iter().flat_map(|it| &it.notes) {
            let _ = writeln!(text, "  note {note}");
        }
    }
    for Thread { tid, program } in &report.threads {
        let stores = program.kernel.as_ref().map_or(&[][..], |kernel| &kernel.stores);
        if stores.is_empty() {
            let _ = writeln!(text, "tid {tid:>4}  stores nothing");
        }
        for moved in stores {
            let _ = writeln!(text, "tid {tid:>4}  {}", moved_text(moved));
        }
        for problem in &program.problems {
            let _ = writeln!(text, "tid {tid:>4}  {}", crate::context::one_line(problem));
        }
    }
    text
}

/// A load or a store.
fn moved_text(moved: &Moved) -> String {
    let mut text = moved.address.clone();
    if let Some(location) = &moved.location {
        text.extend([" = ", location]);
    }
    let Moved { shown, .. } = moved;
    text.push_str(&known_text(shown));
    if moved.is_conditional {
        text.push_str("  (it is open whether this happens)");
    }
    if shown.standing != "unknown" {
        text.extend(["  (", shown.standing, ")"]);
    }
    text
}

/// The lines before the statements of a report on a kernel.
pub(crate) fn head_text(kernel: &OfKernel) -> String {
    let mut text = String::new();
    if let Some(name) = &kernel.function {
        let _ = writeln!(text, "  function {name}, {} steps", kernel.steps);
    }
    for note in &kernel.notes {
        let _ = writeln!(text, "  note {note}");
    }
    text
}

/// The loads and the stores of a report.
pub(crate) fn moves_text(kernel: &OfKernel) -> String {
    let mut text = String::new();
    for moved in &kernel.loads {
        let _ = writeln!(text, "  load {}", moved_text(moved));
    }
    for moved in &kernel.stores {
        let _ = writeln!(text, "  store {}", moved_text(moved));
    }
    text
}
