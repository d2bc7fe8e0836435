//! A sequence, the results of its statements with their reasons, and the sequence compared with it.

use std::sync::Arc;

use ptxfp::catalog::query::Message;
use ptxfp::catalog::{ISA_VERSIONS, TARGETS, Type};
use ptxfp::eval::{Step, explain};
use ptxfp::explore::sequence::{
    Action, Consequence, Consequences, Enclosure, Enclosures, Lanes, Outcomes, Register, Sequence,
    Standing, Statement, Value, differs_words, line_and_column,
};
use ptxfp::internals::quote::one_line;
use ptxfp::link::{State, Verdict};
use ptxfp::syntax;
use ptxfp::text::concise;
use ptxfp::text::hex;

use crate::number::with_minus;
use crate::playground::operand::{EntryView, FieldView, entry as lane_entry, lane_name, sentence};
use crate::playground::statement::{diagnostic, of_message};
use crate::program::code::Code;
use crate::program::debug::uses::pieces;
use crate::program::lens::{choices, labelled, shown, values_of};
use crate::program::view::{
    BesideView, CodeView, DetailsView, FollowedView, InputView, ProblemView, ReasonView,
    RecordView, ResultView, SequenceView, StandingView, StatementView,
};
use crate::program::{Model, cases, comparison, flow, targets};

/// The view of a state.
pub(super) fn view(model: &Model) -> SequenceView {
    let registers = model.registers();
    let values = Evaluated::new(&model.code, &registers);
    let both = comparison::both(model, &values, &registers);
    let [parting, other_parting] = both.as_ref().map_or([None; 2], |both| both.parting);
    let code = code(model, &model.code, Some(("", &values, parting)));
    let beside = model.beside.as_ref().map(|beside| BesideView {
        code: self::code(
            model,
            &beside.code,
            both.as_ref().map(|both| (OTHER, &both.values, other_parting)),
        ),
        mismatch: match &beside.order {
            Err(wrong) if !wrong.is_empty() => sentence(wrong),
            Ok(_) | Err(_) => String::new(),
        },
        compared: both.as_ref().map(comparison::Both::view),
    });
    SequenceView {
        targets: TARGETS.iter().map(|target| target.name.to_owned()).collect(),
        isas: ISA_VERSIONS.iter().rev().map(ToString::to_string).collect(),
        inputs: model
            .inputs()
            .zip(&registers)
            .zip(model.code.sequence.inputs())
            .map(|((register, bits), index)| input(model, register, *bits, *index))
            .collect(),
        dependent: dependent(model, &registers),
        cases: cases::view(model),
        targets_beside: targets::view(model, &registers),
        linked: linked(model),
        spoken: spoken(&code, beside.as_ref(), model),
        code,
        beside,
    }
}

fn dependent(model: &Model, registers: &[u64]) -> Vec<String> {
    let all = model.code.sequence.dependent_inputs(registers);
    all.iter().map(|note| sentence(note)).collect()
}

/// The registers of a sequence.
pub(super) struct Evaluated {
    /// Their values; where contraction leaves a choice, those where nothing is fused.
    pub(super) values: Vec<Value>,
    /// All of them.
    pub(super) outcomes: Outcomes,
    /// Their guarantees.
    pub(super) enclosed: Enclosures,
    /// The values that follow from observed results.
    followed: Option<Consequences>,
}

impl Evaluated {
    pub(super) fn new(code: &Code, inputs: &[u64]) -> Self {
        let sequence = &code.sequence;
        let outcomes = sequence.outcomes(inputs);
        let registers = 0..sequence.registers().len();
        Self {
            values: registers.map(|register| outcomes.value(register)).collect(),
            outcomes,
            enclosed: sequence.enclose(inputs, MAX_SETS),
            followed: sequence.consequences(inputs, &code.context),
        }
    }

    /// The consequences of observed and of permitted results for a register.
    fn consequence(&self, index: usize) -> Option<Consequence> {
        self.followed.as_ref()?.of(index, &self.outcomes, &self.enclosed)
    }

    /// The value that follows from observed results, for a register whose bits are not guaranteed.
    fn followed(&self, code: &Code, index: usize, lens: &str) -> Option<FollowedView> {
        let register = code.sequence.register(index)?;
        let consequence = self.consequence(index)?;
        let bits = consequence.observed?;
        Some(FollowedView {
            hex: register_hex(bits, register),
            values: with_minus(&shown(bits, register, lens)),
            words: consequence.several.is_many().map_or("", differs_words),
        })
    }
}

/// The number of sets of operands tried to find the guarantees.
const MAX_SETS: u64 = 32 * 1024;
/// The maximum number of statements whose registers can be pointed at and shown as other types.
const MAX_LENSES: usize = 128;
/// The prefix of the keys of statements of the other sequence.
const OTHER: &str = "other-";

/// The view of statements, with their results if they are evaluated: from the prefix of their keys,
/// the values of registers, and the statement at which the two sequences diverge.
fn code(
    model: &Model,
    code: &Code,
    evaluated: Option<(&str, &Evaluated, Option<usize>)>,
) -> CodeView {
    let all = evaluated.into_iter().flat_map(|(prefix, values, parting)| {
        let indices = 0..code.sequence.statements().len();
        indices.filter_map(move |index| {
            let view = statement(model, code, index, (prefix, values))?;
            Some(Arc::new(StatementView { is_parting: parting == Some(index), ..view }))
        })
    });
    let message = message(code);
    CodeView {
        text: code.text.clone(),
        target: code.context.target.name,
        isa: code.context.isa.to_string(),
        // It has no statements, although its words were tried.
        statements: if message.is_some() { Vec::new() } else { all.collect() },
        problems: message.map_or_else(|| problems(&code.text, &code.sequence), |it| vec![it]),
    }
}

/// Reads a text entered for an input, as [`syntax::input`] does, with a remark on rounding.
pub(super) fn entry(kind: Type, typed: &str) -> EntryView {
    if kind.is_integer() || kind == Type::Pred {
        // Nothing is rounded.
        return match syntax::input(typed.trim(), kind) {
            Ok(bits) => EntryView::Exact(bits),
            Err(error) => EntryView::Wrong(sentence(&error.message)),
        };
    }
    let packing = kind.packing();
    if packing.lanes == 1 {
        return match lane_entry(kind, typed) {
            EntryView::Exact(bits) => EntryView::Exact(packing.insert(0, 0, bits)),
            EntryView::Rounded { bits, note } => {
                EntryView::Rounded { bits: packing.insert(0, 0, bits), note }
            }
            wrong @ EntryView::Wrong(_) => wrong,
        };
    }
    let bits = match syntax::value(typed.trim(), kind) {
        Ok(bits) => bits,
        Err(error) => return EntryView::Wrong(sentence(&error.message)),
    };
    let list = typed.trim().trim_matches(['{', '}']);
    for each in list.split(',') {
        if let EntryView::Rounded { note, .. } = lane_entry(kind, each) {
            return EntryView::Rounded { bits, note };
        }
    }
    EntryView::Exact(bits)
}

fn register_hex(bits: u64, register: &Register) -> String {
    hex(bits, u32::from(register.width()))
}

fn input(model: &Model, register: &Register, bits: u64, index: usize) -> InputView {
    let hex = register_hex(bits, register);
    let lens = model.lenses.of(register);
    let field = match model.inputs.draft(&register.name) {
        Some(draft) => FieldView { text: draft.text.clone(), entry: Some(draft.entry.clone()) },
        None if register.is_typed => {
            FieldView { text: values_of(bits, register.kind), entry: None }
        }
        None => FieldView { text: hex.clone(), entry: None },
    };
    InputView {
        name: register.name.clone(),
        kind: register.kind.spelling(),
        lens,
        values: with_minus(&shown(bits, register, lens)),
        hex,
        field,
        register: index,
    }
}

/// The answer to a message of the assembler in place of statements.
fn message(code: &Code) -> Option<ProblemView> {
    let mut all = code.sequence.statements().iter();
    if !all.all(|each| matches!(each.action, Action::Unknown(_))) {
        return None;
    }
    let item = of_message(&Message::of(&code.text)?);
    Some(ProblemView { line: 1, column: 1, item, head: 0..0 })
}

fn problems(text: &str, sequence: &Sequence) -> Vec<ProblemView> {
    let diagnostics = sequence.diagnostics().into_iter();
    diagnostics
        .map(|each| {
            let (line, column) = line_and_column(text, each.span.start);
            let mut all = sequence.statements().iter();
            let owner = all.find(|statement| statement.diagnostics.contains(each));
            let head = owner.map_or(each.span.clone(), |statement| statement.head.clone());
            ProblemView { line, column, item: diagnostic(each), head }
        })
        .collect()
}

/// A statement that computes, copies, or is not known.
fn statement(
    model: &Model,
    code: &Code,
    index: usize,
    (prefix, evaluated): (&str, &Evaluated),
) -> Option<StatementView> {
    let sequence = &code.sequence;
    let statement = sequence.statements().get(index)?;
    if matches!(statement.action, Action::Declaration) {
        return None;
    }
    let values = &*evaluated.values;
    let key = [prefix, &*index.to_string()].concat();
    let call = sequence.call(index, values);
    Some(StatementView {
        index,
        line: flow::line(code, index).unwrap_or_default(),
        pieces: pieces(
            code,
            statement,
            &one_line([&*statement.text, ";"].concat()),
            sequence.statements().len() <= MAX_LENSES,
        ),
        contraction: sequence.contraction(index).filter(|_| {
            let all = statement.destinations().into_iter();
            all.into_iter().any(|register| evaluated.outcomes.of(register).len() > 1)
        }),
        results: results(model, code, statement, evaluated, prefix.is_empty()),
        details: model.open.contains(&key).then(|| DetailsView {
            reads: flow::reads(code, statement, evaluated, &model.lenses),
            reasons: reasons(sequence, index, values),
            uses: flow::uses(code, statement),
        }),
        link: call.map(|(call, registers)| {
            let n_sources = call.sources.len();
            let state = State::new(
                call.instruction,
                code.context,
                registers.iter().copied().take(n_sources).collect(),
            );
            ["#", &state.to_fragment()].concat()
        }),
        is_parting: false,
        key,
    })
}

fn results(
    model: &Model,
    code: &Code,
    statement: &Statement,
    evaluated: &Evaluated,
    is_first: bool,
) -> Vec<ResultView> {
    let sequence = &code.sequence;
    let is_short = sequence.statements().len() <= MAX_LENSES;
    let destinations = statement.destinations();
    let result = |index: &usize| {
        let register = sequence.register(*index)?;
        let value = evaluated.outcomes.value(*index);
        let is_known = value.standing != Standing::Unknown;
        let lens = model.lenses.of(register);
        let shown =
            |bits: u64| (register_hex(bits, register), with_minus(&shown(bits, register, lens)));
        let all = evaluated.outcomes.of(*index).iter().skip(1);
        let (hex, values) = if is_known { shown(value.bits) } else { Default::default() };
        let line = |statement: usize| flow::line(code, statement);
        let is_own = |since: &usize| register.writer == Some(*since);
        let is_borrow = sequence.is_borrow(*index);
        let known = evaluated.enclosed.of(*index);
        let consequence = evaluated.consequence(*index);
        let shown_standing = value.shown(register, known);
        let shown_standing = consequence.map_or(shown_standing, |it| it.settle(shown_standing));
        let is_open = shown_standing != Standing::Determined || is_borrow;
        let since = evaluated.enclosed.since(*index);
        let since = since.filter(|since| is_known && is_open && !is_own(since));
        Some(ResultView {
            name: register.name.clone(),
            kind: if register.is_typed { register.kind.spelling() } else { "" },
            hex,
            lens,
            lenses: if is_short { choices(register) } else { Vec::new() },
            values,
            others: all.map(|value| shown(value.bits)).collect(),
            unknown_since: register.unknown_since.and_then(line),
            within: match known {
                Enclosure::Within(lanes) if shown_standing == Standing::Reference => within(&lanes),
                _ => String::new(),
            },
            open_since: since.and_then(line),
            standing: standing(match shown_standing {
                Standing::Determined if is_borrow => Standing::Reference,
                own => own,
            }),
            observed: evaluated.followed(code, *index, lens),
            is_output: sequence.outputs().contains(index),
            register: *index,
            is_watched: is_first.then(|| model.debug.watches(&register.name)),
        })
    };
    destinations.iter().filter_map(result).collect()
}

/// The intervals of lanes, the highest lane first.
fn within(lanes: &Lanes) -> String {
    let range = |lane: u8| lanes.lane(lane).map(|bits| concise(bits, lanes.format)).join(" to ");
    let all: Vec<_> = (0..lanes.packing.lanes).rev().map(range).collect();
    with_minus(&labelled(&all))
}

/// The guarantee of a value with a standing as shown.
pub(super) const fn standing(standing: Standing) -> StandingView {
    let (words, class) = match standing {
        Standing::Determined => ("exact bits guaranteed", ""),
        Standing::OpenNan => ("a NaN, bits unspecified", "any-nan"),
        Standing::Contracted => ("contracted or not", "within"),
        Standing::Reference => ("one of several; nearest shown", "within"),
        Standing::Unknown => ("not known", "open"),
    };
    StandingView { words, class }
}

/// The reason for the value of each lane of a statement: its last rounding, or else the last step
/// that changed something.
fn reasons(sequence: &Sequence, index: usize, values: &[Value]) -> Vec<ReasonView> {
    let Some((call, _)) = sequence.call(index, values) else { return Vec::new() };
    let packing = call.prepared.destination();
    let reason = |lane: u8| {
        let trace = sequence.trace(index, lane, values)?;
        let explained = explain(&call.instruction, &call.prepared, lane, &trace);
        let rounded = trace.steps.iter().rposition(|step| matches!(step, Step::Round { .. }));
        let place = rounded.or_else(|| explained.iter().rposition(|step| !step.is_idle));
        let step = explained.into_iter().nth(place?)?;
        let lane = lane_name(&packing, lane);
        Some(ReasonView { lane, title: step.title, sentence: step.sentence })
    };
    (0..packing.lanes).rev().filter_map(reason).collect()
}

/// The results that the link recorded, compared with the present ones. Results that depend on a
/// reference value or on unspecified NaN bits are not guaranteed.
fn linked(model: &Model) -> Option<RecordView> {
    let mut view = RecordView { verdict: Verdict::Reproduced, differences: Vec::new() };
    for each in model.recorded()?.changed_outputs()? {
        let Some(register) = model.code.sequence.register(each.register) else { continue };
        let then = register_hex(each.recorded, register);
        view.differences.push([&register.name, " was ", &then].concat());
        view.verdict = view.verdict.max(each.verdict);
    }
    Some(view)
}

/// The first error, or the results, and their comparison with the other sequence.
fn spoken(code: &CodeView, beside: Option<&BesideView>, model: &Model) -> String {
    let mut spoken = String::new();
    if let Some(first) = code.problems.first() {
        let line = first.line.to_string();
        let message = first.item.message.replace('`', "");
        spoken = ["Line ", &line, ": ", &message, " "].concat();
    }
    let results = code.statements.iter().flat_map(|statement| &statement.results);
    for result in results.filter(|result| result.is_output) {
        let value = [&result.values, &result.hex].into_iter().find(|text| !text.is_empty());
        let value = value.map_or(result.standing.words, String::as_str);
        spoken.push_str(&[&result.name, " is ", value].concat());
        for (hex, values) in &result.others {
            spoken.extend([" or ", if values.is_empty() { hex } else { values }]);
        }
        spoken.push_str(". ");
    }
    if let Some(beside) = beside {
        let problem = beside.code.problems.first().map(|first| first.item.message.replace('`', ""));
        let compared = beside.compared.as_ref().map(|compared| compared.verdict.to_owned());
        let what = problem.or(compared).unwrap_or_else(|| beside.mismatch.replace('`', ""));
        spoken.push_str(&["The other program: ", &*what, ". "].concat());
        spoken.push_str(&crate::search::spoken(model.search()));
    }
    spoken
}
