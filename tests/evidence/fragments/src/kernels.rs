//! Kernels of public projects: the list, and what one thread stores beside what is expected.

use std::fmt;

use ptxfp::catalog::{Context, LATEST_ISA, Target};
use ptxfp::explore::sequence::ContextDirectives;
use ptxfp::explore::sequence::kernel::{Kernel as Traced, Settings};
use ptxfp::report::{Moved, Program};
use toml::Table;

use crate::compare::{is_exactly, permits};
use crate::list::{Expected, Place, Project, entries, expected, text_of, texts_of};

/// The list of kernels.
#[derive(Debug)]
pub(crate) struct Kernels {
    /// The projects.
    pub(crate) projects: Vec<Project>,
    /// The kernels.
    pub(crate) kernels: Vec<Kernel>,
}

/// A kernel in a module.
#[derive(Debug)]
pub(crate) struct Kernel {
    /// The lines of the module, or of the kernel alone where the module is large.
    pub(crate) place: Place,
    /// Its name.
    function: String,
    /// Inputs with the expected stores.
    cases: Vec<Case>,
}

/// The inputs and the stores of a thread.
#[derive(Debug, PartialEq, Eq)]
struct Case {
    /// The values of parameters and special registers.
    values: Vec<(String, String)>,
    /// The values of loads.
    loads: Vec<String>,
    /// The elements that are stored.
    stores: Vec<Stored>,
}

/// An element that is stored.
#[derive(Debug, PartialEq, Eq)]
enum Stored {
    /// An address, whose bits are free.
    Address,
    /// A value.
    Value(Expected),
}

/// How many stores were compared, and how.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    cases: usize,
    /// The stores with guaranteed bits, which are those that were expected.
    determined: usize,
    /// The stores of which what is expected is among what is permitted.
    permitted: usize,
    /// The stores for which no limit is known, and addresses.
    open: usize,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cases, determined, permitted, open } = self;
        write!(
            f,
            "{cases} cases, {determined} determined, {permitted} permitted and {open} open stores"
        )
    }
}

impl Kernels {
    /// Reads the list.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let (projects, kernels) = entries(text, "kernel", kernel)?;
        Ok(Self { projects, kernels })
    }
}

fn kernel(table: &Table, place: Place) -> Result<Kernel, String> {
    let cases = texts_of(table, "cases")?;
    let cases = cases.iter().map(|line| case(line).ok_or_else(|| format!("the case `{line}`")));
    Ok(Kernel {
        place,
        function: text_of(table, "function")?,
        cases: cases.collect::<Result<_, _>>()?,
    })
}

/// Reads `n=00000003 %tid.x=1 | 3f800000 = 40400000 ~3e1081c3 nan.f32 &`.
fn case(line: &str) -> Option<Case> {
    let (inputs, stores) = line.split_once(" =")?;
    let (values, loads) = inputs.split_once('|')?;
    let value = |word: &str| {
        let (name, bits) = word.split_once('=')?;
        let is_special = name.starts_with('%');
        let bits = if is_special { bits.to_owned() } else { format!("0x{bits}") };
        Some((name.to_owned(), bits))
    };
    let stored = |word: &str| match word {
        "&" => Some(Stored::Address),
        _ => expected(word).map(Stored::Value),
    };
    Some(Case {
        values: values.split_whitespace().map(value).collect::<Option<_>>()?,
        loads: loads.split_whitespace().map(|word| format!("0x{word}")).collect(),
        stores: stores.split_whitespace().map(stored).collect::<Option<_>>()?,
    })
}

/// Runs one thread of a kernel on all its cases; returns what differs.
pub(crate) fn differences(kernel: &Kernel, text: &str, tally: &mut Tally) -> Vec<String> {
    let mut all = Vec::new();
    for case in &kernel.cases {
        tally.cases += 1;
        let found = run(kernel, case, text).and_then(|stores| compared(case, &stores, tally));
        if let Err(problem) = found {
            let (place, function, inputs) = (&kernel.place, &kernel.function, case.inputs());
            all.push(format!("{place}, {function}, with {inputs}: {problem}"));
        }
    }
    all
}

impl Case {
    fn inputs(&self) -> String {
        let values = self.values.iter().map(|(name, value)| format!("{name}={value}"));
        values.chain(self.loads.iter().cloned()).collect::<Vec<_>>().join(" ")
    }
}

fn run(kernel: &Kernel, case: &Case, text: &str) -> Result<Vec<Moved>, String> {
    // A kernel without the head of its module is evaluated as for sm_90.
    let target = Target::parse("sm_90").ok_or("no sm_90")?;
    let context = ContextDirectives::of(text).context(Context { isa: LATEST_ISA, target });
    let settings = Settings {
        values: case.values.clone(),
        loads: case.loads.clone(),
        function: Some(kernel.function.clone()),
        ..Settings::default()
    };
    let traced = Traced::new(text, &context, &settings).map_err(|problem| problem.to_string())?;
    let program = Program::of_kernel(text, &traced, &context);
    if let Some(problem) = program.problems.first() {
        return Err(problem.clone());
    }
    Ok(program.kernel.map(|kernel| kernel.stores).unwrap_or_default())
}

/// Compares the stores of a case, in order.
fn compared(case: &Case, stores: &[Moved], tally: &mut Tally) -> Result<(), String> {
    if stores.len() != case.stores.len() {
        return Err(format!("{} stores, not {}", stores.len(), case.stores.len()));
    }
    for (index, (moved, expected)) in stores.iter().zip(&case.stores).enumerate() {
        let shown = &moved.shown;
        let is_determined = shown.standing == "determined";
        let is_bounded = is_determined || !shown.within.is_empty();
        let is_right = match expected {
            Stored::Address => true,
            Stored::Value(Expected::Permits(bits)) => !is_bounded || permits(shown, *bits),
            Stored::Value(Expected::Lanes(lanes)) => {
                let own = |bits: &str| {
                    let mut other = shown.clone();
                    other.bits = Some(bits.to_owned());
                    is_exactly(&other, lanes)
                };
                is_exactly(shown, lanes)
                    || !is_determined && shown.others.iter().any(|other| own(&other.bits))
            }
        };
        if !is_right {
            let found = shown.bits.as_deref().unwrap_or("unknown");
            let place = format!("store {} (line {}, {})", index + 1, moved.line, moved.address);
            let standing = shown.standing;
            return Err(format!("{place} is {found} ({standing}), but should be {expected:x?}"));
        }
        match expected {
            Stored::Value(_) if is_determined => tally.determined += 1,
            Stored::Value(Expected::Lanes(_)) => tally.permitted += 1,
            Stored::Value(Expected::Permits(_)) if is_bounded => tally.permitted += 1,
            _ => tally.open += 1,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Case, Kernel, Kernels, Stored, Tally, case, differences};
    use crate::list::{Expected, Lane, Place, Project};

    const TEXT: &str = "
.version 8.0
.target sm_80
.address_size 64
.visible .entry scaled(.param .u64 to, .param .f32 by) {
    .reg .b64 %rd<2>;
    .reg .f32 %f<5>;
    ld.param.u64 %rd1, [to];
    ld.param.f32 %f1, [by];
    ld.global.f32 %f2, [%rd1];
    mul.rn.f32 %f3, %f1, %f2;
    st.global.f32 [%rd1], %f3;
    ex2.approx.f32 %f4, %f2;
    st.global.f32 [%rd1+4], %f4;
    ret;
}";

    fn found(line: &str) -> (Vec<String>, Tally) {
        let place = Place {
            project: Project { name: "owner/name".into(), commit: String::new() },
            file: "file.ptx".into(),
            lines: [7, 20],
            digest: String::new(),
        };
        let cases = vec![case(line).expect("a case")];
        let mut tally = Tally::default();
        let kernel = Kernel { place, function: "scaled".into(), cases };
        (differences(&kernel, TEXT, &mut tally), tally)
    }

    #[test]
    fn stores_are_compared_in_order() {
        // By hand: 1.5 · 2 = 3, and 2² = 4.
        let (differing, tally) = found("by=3fc00000 | 40000000 = 40400000 ~40800000");
        assert!(differing.is_empty(), "{differing:?}");
        assert_eq!((tally.determined, tally.permitted, tally.open), (1, 1, 0));
        for wrong in [
            "by=3fc00000 | 40000000 = 40400001 ~40800000",
            "by=3fc00000 | 40000000 = 40400000 ~40800100",
            "by=3fc00000 | 40000000 = 40400000",
            "by=3fc00000 | = 40400000 ~40800000",
        ] {
            let (differing, _) = found(wrong);
            let [only] = differing.as_slice() else { panic!("{wrong}: {differing:?}") };
            assert!(only.contains("owner/name file.ptx:7, scaled, with by=0x3fc00000"), "{only}");
        }
    }

    #[test]
    fn a_case_has_values_loads_and_stores() {
        let expected = Case {
            values: vec![("n".into(), "0x03".into()), ("%tid.x".into(), "2".into())],
            loads: vec!["0x3f80".into()],
            stores: vec![
                Stored::Value(Expected::Lanes(vec![Lane::Bits(0x4040, 16)])),
                Stored::Address,
            ],
        };
        assert_eq!(case("n=03 %tid.x=2 | 3f80 = 4040 &"), Some(expected));
        for wrong in ["n | 3f80 = 4040", "n=3 3f80 = 4040", "| 3f80 4040", "| = x"] {
            assert_eq!(case(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_list_names_at_least_100_kernels_of_18_projects() {
        let list = Kernels::parse(crate::KERNELS).expect("a list that can be read");
        let kernels: BTreeSet<_> = list
            .kernels
            .iter()
            .map(|it| (&it.place.project.name, &it.place.file, it.place.lines, &it.function))
            .collect();
        assert!(kernels.len() >= 100 && kernels.len() == list.kernels.len(), "{}", kernels.len());
        let projects: BTreeSet<_> = list.kernels.iter().map(|it| &it.place.project.name).collect();
        assert!(projects.len() >= 18 && projects.len() == list.projects.len(), "{projects:?}");
        assert!(list.projects.iter().all(|it| it.commit.len() == 40));
        for kernel in &list.kernels {
            assert!(kernel.place.digest.len() == 64 && !kernel.cases.is_empty(), "{kernel:?}");
        }
    }
}
