//! `docs/differences.md`: where the ISA's text and NVIDIA's assembler differ.

use std::fmt::Write as _;

use ptxfp::catalog::{
    Context, Form, ISA_VERSIONS, Modifier, Presence, Requires, Status, TARGETS, Tolerated,
    examples, forms,
};
use ptxfp::internals::companion::{self, ROWS};
use ptxfp::internals::quote::{code, sentence};
use ptxfp::source::observation::{DIVERGENCES, DIVERGENCES_ORIGIN, Divergence};
use ptxfp::source::{PTXAS, Source};
use ptxfp::tensor;

use crate::text::{requires, section, table};

pub(crate) fn text() -> String {
    let mut text = format!(
        "# Differences between ISA and assembler\n\n\
         Differences between the observed behavior of {PTXAS} and the text of the PTX ISA.\n\
         Observations are not promises: another release may behave differently.\n\
         The playground and `ptxfp check` report *documented*, *undocumented* or *rejected* accordingly.\n\n{}",
        general()
    );
    let note = |form: &Form| match form.status {
        Status::Undocumented { note, .. } | Status::Refused { note } => note,
        Status::Documented => form.tolerated.map_or("", |other| other.note),
    };
    let row = |form: &'static Form| {
        let place = match form.tolerated {
            Some(other) if form.is_documented() => requires(other.requires),
            Some(_) | None => requires(form.requires),
        };
        vec![code(&form.syntax()), sentence(note(form)), place, sourced(&form.source)]
    };
    let head = ["form", "observation", "where", "source"];
    let mut part = |title: &str, about: &str, is_in: &dyn Fn(&Form) -> bool, others: Rows| {
        let rows = forms().filter(|form| is_in(form)).map(row).chain(others);
        let _ = write!(text, "## {title}\n\n{about}\n\n{}", table(&head, rows));
    };
    part(
        "Undocumented",
        "The assembler accepts these forms, although the ISA does not list them. They are evaluated where their meaning is clear; where the generated code does something else, the result is unspecified.",
        &|form| matches!(form.status, Status::Undocumented { .. }),
        Rows::new(),
    );
    part(
        "Refused",
        "The ISA lists these forms, but the assembler rejects them, so no program can use them.",
        &|form| matches!(form.status, Status::Refused { .. }),
        Rows::new(),
    );
    part(
        "Earlier than documented",
        "The assembler accepts these documented forms for more versions and targets than the ISA's notes list.",
        &|form| form.is_documented() && form.tolerated.is_some(),
        companions(false),
    );
    part(
        "Later than documented",
        "The assembler rejects these documented forms for some versions that the ISA's notes list.",
        &|_| false,
        companions(true),
    );
    text += &results();
    text.truncate(text.trim_end().len());
    text + "\n"
}

/// Rows of a table.
type Rows = Vec<Vec<String>>;

/// Companions that the assembler has earlier, or later, than the ISA's notes say.
fn companions(is_late: bool) -> Rows {
    let rows = ROWS.iter().flat_map(|form| {
        let choices = form.slots.iter().flat_map(|slot| slot.choices);
        let choices = choices.filter(|choice| choice.tolerated.is_some());
        let modifiers = choices.map(|it| (with(form, it.modifier), it.requires, it.tolerated));
        let whole = (code(&form.syntax()), form.requires, form.tolerated);
        core::iter::once(whole).chain(modifiers).filter_map(move |(syntax, documented, other)| {
            let other = other.filter(|other| is_later(documented, *other) == is_late)?;
            let place = requires(other.requires);
            // A bar would end the cell.
            let syntax = syntax.replace('|', "\\|");
            Some(vec![syntax, sentence(other.note), place, sourced(&form.source)])
        })
    });
    rows.collect()
}

/// A form with a modifier: "`setp.CmpOp{.ftz}.f32  p{|q}, a, b;` with `.ftz`".
fn with(form: &companion::Form, modifier: &str) -> String {
    format!("{} with {}", code(&form.syntax()), code(modifier))
}

/// Whether the assembler rejects something for a version and target that the ISA's notes list.
fn is_later(documented: Requires, other: Tolerated) -> bool {
    let targets = || TARGETS.iter();
    let contexts =
        ISA_VERSIONS.iter().flat_map(|isa| targets().map(|target| Context { isa: *isa, target }));
    let mut known = contexts.filter(|context| context.isa >= context.target.since);
    known.any(|it| documented.is_met(&it) && !other.requires.is_met(&it))
}

/// Differences that are not about one form.
fn general() -> String {
    let repeatable: Vec<_> = Modifier::all()
        .filter(|each| each.is_repeatable())
        .map(|each| code(each.spelling()))
        .collect();
    let shown: Vec<_> =
        examples().map(|(spelling, source)| format!("{} ({source})", code(spelling))).collect();
    let leading =
        forms().flat_map(|form| form.slots).filter(|slot| slot.presence == Presence::Leading);
    let first: Vec<_> = leading.map(|slot| code(slot.name)).collect();
    format!(
        "## In general\n\n\
         - Modifiers may be in any order, except the types among themselves; the ISA gives one order, and another one in these examples: {}.\n\
         - Only {} may appear twice. The ISA does not mention repetition.\n\
         - {} must follow the opcode directly, which is also its place in the ISA's order.\n\
         - In integer instructions `.lo`, `.hi`, `.wide`, `.l`, `.r` and `.pack` must follow the opcode directly, and `.cc` and `.shiftamt` may appear twice, too.\n\
         - `!` may be before every source that is a predicate; the ISA has it for the last operand of `set` and `setp` only.\n\
         - In a constant expression, a shift counts modulo 64, and `a ? b : c` with one signed and one unsigned integer has the type of the chosen one. The ISA does not say what a shift by 64 or more places is, and makes `?:` unsigned; where that matters, programs report the expression instead of a value. `?:` of f64, which the ISA has, is rejected.\n\
         - After a subtraction, `CC.CF` is 1 for no borrow in the code that the assembler generates; the text \
         (9.7.2.3) has the borrow written there. Later subtractions give the same results; the flag itself is \
         shown as open, and so are additions that read it.\n\
         - An approximate f32 function of constants is folded. Most results are correctly rounded; a few, \
         often those of `div.approx`, are 1 ulp off, as if rounded to f64 first. tanh and f64 are not folded. \
         A GPU may return another permitted value, so an observation of the assembler says nothing about it.\n\n",
        shown.join(", "),
        repeatable.join(", "),
        first.join(", ")
    )
}

/// Results of the assembler that differ from the text.
fn results() -> String {
    let row = |each: &Divergence| {
        vec![code(each.statement), sentence(each.says), sentence(each.seen), sourced(&each.source)]
    };
    let (rows, others) = (DIVERGENCES.iter().map(row), tensor::DIVERGENCES.iter().map(row));
    let head = ["statement", "the text", "observation", "source"];
    format!(
        "## Results\n\n\
         For these operands the assembler's result differs from the text, or its folding differs from its code. \
         The playground follows the text. Observed with {DIVERGENCES_ORIGIN}.\n\n{}\
         ## Tensor cores\n\n\
         What GPUs return, with the evidence in [evidence.md](evidence.md#tensor-cores), and what the assembler takes.\n\n{}",
        table(&head, rows),
        table(&head, others)
    )
}

fn sourced(source: &Source) -> String {
    section(source)
}
