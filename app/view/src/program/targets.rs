//! One program on several targets, side by side.
//!
//! A link has them in `view=targets:sm_70,sm_100a`; without names, the table has the program's own target
//! and a few usual ones.

use ptxfp::catalog::{TARGETS, Target};
use ptxfp::explore::sequence::{Evaluated, Register, Value, line_and_column};

use crate::message::sentence;
use crate::program::Model;
use crate::program::code::Code;
use crate::program::register::{OutcomeView, outcome};

/// The beginning of a view of targets.
const VIEW: &str = "targets";
/// The targets to begin with.
const USUAL: [&str; 4] = ["sm_75", "sm_80", "sm_90", "sm_100a"];
/// The largest number of targets besides the program's own.
const MAX: usize = 8;

/// A change of the targets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// The table is shown.
    Open,
    /// The table is hidden.
    Close,
    /// Adds a target.
    Add(String),
    /// Removes a target.
    Remove(String),
}

/// The table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TargetsView {
    /// The names of the outputs.
    pub outputs: Vec<String>,
    /// The targets, the program's own first.
    pub rows: Vec<TargetView>,
    /// The targets to add, the newest first; none if there is no room.
    pub more: Vec<String>,
}

/// The program on a target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TargetView {
    /// The target.
    pub name: &'static str,
    /// The first problems: lines and sentences.
    pub problems: Vec<(usize, String)>,
    /// The number of other problems.
    pub n_more: usize,
    /// The values of the outputs, and whether they differ from the first row; `None` where there is no
    /// such output.
    pub outputs: Vec<Option<(OutcomeView, bool)>>,
}

/// The largest number of problems of a target that are shown.
const MAX_PROBLEMS: usize = 3;

/// The targets that a view names.
pub(super) fn listed(view: &str) -> Option<Vec<&'static Target>> {
    let names = view.strip_prefix(VIEW)?;
    if names.is_empty() {
        return Some(USUAL.iter().filter_map(|name| Target::parse(name)).collect());
    }
    let names = names.strip_prefix(':')?.split(',');
    Some(names.filter_map(Target::parse).take(MAX).collect())
}

/// The view after a change; another view than that of targets stays only until there is a change.
pub(super) fn change(view: Option<&str>, edit: Edit, own: &Target) -> Option<String> {
    let mut targets = view.and_then(listed).unwrap_or_default();
    match edit {
        Edit::Open => return Some(VIEW.to_owned()),
        Edit::Close => return None,
        Edit::Add(name) => {
            targets.extend(Target::parse(&name).filter(|target| !targets.contains(target)));
        }
        Edit::Remove(name) => targets.retain(|target| target.name != name),
    }
    targets.retain(|target| target.name != own.name);
    let names: Vec<_> = targets.iter().map(|target| target.name).collect();
    // The name of the own target says that there is no other one.
    let names = if names.is_empty() { own.name.to_owned() } else { names.join(",") };
    Some([VIEW, ":", &names].concat())
}

/// The table, if the state shows it.
pub(super) fn view(model: &Model, registers: &[u64]) -> Option<TargetsView> {
    let own = model.code.context.target;
    let mut targets = vec![own];
    for target in model.targets()? {
        if !targets.contains(&target) {
            targets.push(target);
        }
    }
    let all: Vec<_> = targets.iter().map(|target| Placed::new(model, target, registers)).collect();
    let mut outputs: Vec<String> = Vec::new();
    for name in all.iter().flat_map(|placed| placed.code.sequence().output_registers()) {
        if !outputs.contains(&name.name) {
            outputs.push(name.name.clone());
        }
    }
    let rows = all.iter().map(|placed| placed.view(&outputs, all.first()));
    let more = TARGETS.iter().rev().filter(|target| !targets.contains(target));
    let more = more.map(|target| target.name.to_owned());
    Some(TargetsView {
        rows: rows.collect(),
        more: if targets.len() > MAX { Vec::new() } else { more.collect() },
        outputs,
    })
}

/// The program on a target, evaluated.
struct Placed {
    code: Code,
    values: Evaluated,
}

impl Placed {
    fn new(model: &Model, target: &'static Target, registers: &[u64]) -> Self {
        let context = ptxfp::catalog::Context { target, ..model.code.context };
        let mut code = Code::new(&model.code.text, context);
        code.function.clone_from(&model.code.function);
        code.trace(model.inputs.texts(), |registers| model.inputs.texts_for(registers));
        // Statements that are not legal on this target may be read otherwise, with other inputs, so
        // values are found by name.
        let bits = |register: &Register| {
            let mut all = model.inputs().zip(registers);
            all.find(|(each, _)| each.name == register.name).map_or(0, |(_, bits)| *bits)
        };
        let inputs = match &code.thread {
            Some(thread) => thread.inputs().to_vec(),
            None => code.sequence().input_registers().map(bits).collect(),
        };
        let values = code.sequence().evaluated(&inputs, &code.context);
        Self { code, values }
    }

    /// An output, by its name.
    fn output(&self, name: &str) -> Option<(usize, &Register)> {
        let sequence = self.code.sequence();
        let mut all = sequence.outputs().iter().zip(sequence.output_registers());
        all.find(|(_, register)| register.name == name).map(|(index, register)| (*index, register))
    }

    /// The values of an output.
    fn values(&self, name: &str) -> &[Value] {
        self.output(name).map_or(&[], |(index, _)| self.values.outcomes.of(index))
    }

    fn view(&self, outputs: &[String], first: Option<&Self>) -> TargetView {
        let sequence = self.code.sequence();
        let all = sequence.diagnostics();
        let problem = |each: &&ptxfp::syntax::Diagnostic| {
            let (line, _) = line_and_column(&self.code.text, each.span.start);
            (line, sentence(&each.message))
        };
        let output = |name: &String| {
            let (index, register) = self.output(name)?;
            let value = self.values.outcomes.value(index);
            let shown = outcome(register, value, self.values.enclosed.of(index));
            let differs = first.is_some_and(|first| first.values(name) != self.values(name));
            Some((shown, differs))
        };
        TargetView {
            name: self.code.context.target.name,
            problems: all.iter().take(MAX_PROBLEMS).map(problem).collect(),
            n_more: all.len().saturating_sub(MAX_PROBLEMS),
            outputs: outputs.iter().map(output).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use ptxfp::link::parse_sequence;

    use super::*;
    use crate::module::Module as _;
    use crate::program;
    use crate::program::code::{Change, Which};

    fn model(link: &str) -> Model {
        let mut model = Model::default();
        model.follow(link);
        model
    }

    fn table(model: &Model) -> TargetsView {
        model.screen(None).view.targets_beside.clone().expect("a table")
    }

    const LINK: &str = "v1/sequence@sm_90?code=fma.rn.f32~t,a,a,c~~cvt.rn.bf16x2.f32~d,t,t\
                        &a=0x3f800001&c=0x33c00000&isa=9.5";

    #[test]
    fn each_target_says_what_is_wrong_and_what_comes_out() {
        let mut model = model(LINK);
        assert_eq!(model.screen(None).view.targets_beside, None);
        model.apply(program::Edit::Targets(Edit::Open));
        assert!(model.screen(None).fragment.ends_with("&view=targets"));
        let names = |view: &TargetsView| view.rows.iter().map(|row| row.name).collect::<Vec<_>>();
        assert_eq!(names(&table(&model)), ["sm_90", "sm_75", "sm_80", "sm_100a"]);
        assert_eq!(table(&model).outputs, ["d"]);
        let rows = table(&model).rows;
        assert_eq!(rows[0].problems, []);
        let [(line, problem)] = &*rows[1].problems else { panic!("{:?}", rows[1]) };
        assert_eq!(*line, 2);
        assert!(problem.contains("sm_80"), "{problem}");
        assert!(
            rows[1].outputs[0]
                .as_ref()
                .is_some_and(|(shown, differs)| { *differs && shown.value.is_empty() })
        );
        for same in [&rows[2], &rows[3]] {
            assert_eq!(same.problems, []);
            assert!(same.outputs[0].as_ref().is_some_and(|(_, differs)| !differs));
        }
    }

    #[test]
    fn targets_come_and_go_and_are_in_the_link() {
        let mut model = model(LINK);
        model.apply(program::Edit::Targets(Edit::Open));
        for edit in ["sm_75", "sm_80", "sm_100a"] {
            model.apply(program::Edit::Targets(Edit::Remove(edit.to_owned())));
        }
        assert_eq!(table(&model).rows.len(), 1);
        model.apply(program::Edit::Targets(Edit::Add("sm_120a".to_owned())));
        let fragment = model.screen(None).fragment;
        assert!(fragment.ends_with("&view=targets:sm_120a"), "{fragment}");
        assert_eq!(parse_sequence(&fragment).expect("a link").problems, []);
        let again = self::model(&fragment);
        assert_eq!(table(&again), table(&model));
        for target in TARGETS {
            model.apply(program::Edit::Targets(Edit::Add(target.name.to_owned())));
        }
        assert_eq!((table(&model).rows.len(), table(&model).more.len()), (1 + MAX, 0));
        model.apply(program::Edit::Targets(Edit::Close));
        assert_eq!(model.screen(None).view.targets_beside, None);
    }

    #[test]
    fn the_target_of_before_stays_in_the_table() {
        let mut model = model(&[LINK, "&view=targets:sm_75,sm_80"].concat());
        let change = Change::Target("sm_80".to_owned());
        model.apply(program::Edit::Code(Which::First, change));
        let names: Vec<_> = table(&model).rows.iter().map(|row| row.name).collect();
        assert_eq!(names, ["sm_80", "sm_75", "sm_90"]);
    }

    #[test]
    fn results_that_differ_are_marked() {
        // Before sm_20 numbers too small for an exponent are flushed.
        let link = "v1/sequence@sm_90?code=add.rn.f32~d,a,a&a=0x00000001&isa=9.5\
                    &view=targets:sm_13,sm_80";
        let rows = table(&model(link)).rows;
        let differ = rows.iter().map(|row| (row.name, row.outputs[0].as_ref().map(|it| it.1)));
        let expected = [("sm_90", Some(false)), ("sm_13", Some(true)), ("sm_80", Some(false))];
        assert!(differ.eq(expected), "{rows:?}");
        assert!(rows.iter().all(|row| row.problems.is_empty()), "{rows:?}");
    }
}
