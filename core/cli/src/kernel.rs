//! `run` for a kernel: a text with jumps, calls, loads or stores.

use std::fmt::Write as _;

use ptxfp::catalog::{Context, Target};
use ptxfp::explore::sequence::kernel::{Kernel, Settings, demangled, is_kernel};
use ptxfp::link::{SequenceState, Start};
use ptxfp::report::{Moved, OfKernel, Program, Targets, Thread, Threads};

use crate::arguments::ContextArgs;
use crate::context::shown;
use crate::program::{OF_FILE, Source, by_option, is_link, of_link};
use crate::sequence::{RunArgs, known_text, read};

/// The largest number of threads that run.
const MAX_THREADS: u32 = 1024;

/// The text of a kernel, with version and target.
pub(crate) struct Text {
    code: String,
    context: Context,
    /// Its inputs in a link, if it is from a link.
    start: Option<Start>,
}

impl Text {
    /// A text that is not from a link.
    pub(crate) const fn new(text: String, context: Context) -> Self {
        Self { code: text, context, start: None }
    }

    /// The kernel of a link, if the link has one.
    pub(crate) fn of_link(state: &SequenceState) -> Option<Self> {
        let start = Some(state.start.clone()?);
        Some(Self { code: state.code.clone(), context: state.context, start })
    }

    /// The choices for a trace where nothing else is chosen.
    pub(crate) fn settings(&self) -> Settings {
        self.start.as_ref().map_or_else(Settings::default, Start::settings)
    }

    /// Runs one thread.
    pub(crate) fn report(&self, settings: &Settings) -> Result<Program, String> {
        let kernel = self.traced(settings)?;
        Ok(Program::of_kernel(&self.code, &kernel, &self.context))
    }

    /// Runs one thread on several targets.
    pub(crate) fn beside(
        &self,
        settings: &Settings,
        targets: &[&'static Target],
    ) -> Result<Targets, String> {
        Targets::of_kernel(&self.code, &self.context, settings, targets).map_err(by_option)
    }

    /// The state of a link to it.
    pub(crate) fn state(&self, settings: &Settings) -> Result<SequenceState, String> {
        let kernel = self.traced(settings)?;
        Ok(SequenceState::of_kernel(&self.code, self.context, &kernel))
    }

    fn traced(&self, settings: &Settings) -> Result<Kernel, String> {
        Kernel::new(&self.code, &self.context, settings).map_err(by_option)
    }
}

/// Adds `NAME=VALUE` pairs to the values of a trace; these count more than those there are.
pub(crate) fn set_values(settings: &mut Settings, set: &[String]) -> Result<(), String> {
    for each in set {
        let pair = each.split_once('=');
        let (name, value) =
            pair.ok_or_else(|| format!("`{}` is not NAME=VALUE, such as a=1.5", shown(each)))?;
        settings.values.push((name.trim().to_owned(), value.trim().to_owned()));
    }
    Ok(())
}

/// The text that a command runs.
pub(crate) enum Input {
    /// A kernel.
    Kernel(Text),
    /// A straight program.
    Straight(Source),
}

impl Input {
    /// Reads a file, standard input for `-`, or a link; `set` has values of inputs of a straight program.
    ///
    /// A text that `is_asked` for as a kernel is one.
    pub(crate) fn read(
        source: &str,
        place: &ContextArgs,
        set: &[String],
        is_asked: bool,
    ) -> Result<Self, String> {
        if is_link(source) {
            if let Some(kernel) = Text::of_link(&of_link(source)?) {
                if place.target.is_some() || place.isa.is_some() {
                    return Err(OF_FILE.into());
                }
                return Ok(Self::Kernel(kernel));
            }
            return Source::read(source, place, set).map(Self::Straight);
        }
        let text = read(source)?;
        let context = place.context_of_sequence(&text)?;
        if is_asked || is_kernel(&text) {
            return Ok(Self::Kernel(Text::new(text, context)));
        }
        Source::of(text, context, set).map(Self::Straight)
    }
}

impl RunArgs {
    /// Reads the file or the link.
    pub(crate) fn input(&self) -> Result<Input, String> {
        let is_asked = !self.loads.is_empty() || self.function.is_some() || self.threads.is_some();
        match Input::read(&self.file, &self.place, &self.set, is_asked) {
            Ok(Input::Straight(_)) if is_asked => {
                Err("--loads, --function and --threads are for a kernel".into())
            }
            other => other,
        }
    }

    /// The choices for a thread of a block; `None` for one alone.
    pub(crate) fn settings(
        &self,
        kernel: &Text,
        thread: Option<(u32, u32)>,
    ) -> Result<Settings, String> {
        let mut settings = kernel.settings();
        if kernel.start.is_some() {
            // A name counts once.
            let is_set = |name: &str| self.set.iter().any(|it| it.split('=').next() == Some(name));
            settings.values.retain(|(name, _)| !is_set(name));
        }
        set_values(&mut settings, &self.set)?;
        let special = thread.map_or(Vec::new(), |(tid, count)| {
            vec![("%tid.x".into(), u64::from(tid)), ("%ntid.x".into(), u64::from(count))]
        });
        if self.function.is_some() {
            settings.function.clone_from(&self.function);
        }
        Ok(Settings { loads: self.loads.clone(), special, max_steps: self.steps, ..settings })
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
            let mut settings = self.settings(&kernel, Some((tid, count)))?;
            // Each thread takes its values from those that are left.
            settings.loads.drain(..n_taken.min(settings.loads.len()));
            settings.may_leave |= tid + 1 < count;
            let traced =
                Kernel::new(&kernel.code, &kernel.context, &settings).map_err(by_option)?;
            n_taken += traced.n_loads_taken();
            let program = Program::of_kernel(&kernel.code, &traced, &kernel.context);
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
        let own = demangled(name).map_or(String::new(), |own| format!(" ({own})"));
        let _ = writeln!(text, "  function {name}{own}, {} steps", kernel.steps);
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
