//! The statement: highlighting, legality, diagnostics, values among its operands.

use core::ops::Range;

use ptxfp::catalog::query::Message;
use ptxfp::catalog::{Context, Instruction, Modifier};
use ptxfp::format::Format;
use ptxfp::internals::quote::{unquoted, with_code};
use ptxfp::internals::typed::{Answered, Outcome, Typed};
use ptxfp::link;
use ptxfp::source::{Document, Source};
use ptxfp::syntax::ask::{Means, Reading, Truth};
use ptxfp::syntax::{
    self, Action, Code, Diagnostic, Fix, Legality, Statement, valued_destination, written_sources,
};
use ptxfp::text::{concise, hex};

use crate::cuts::pieces;
use crate::message::sentence;
use crate::playground::instruction::{
    DiagnosticView, FixAction, FixView, Flag, InstructionView, SectionView, TokenKind, TokenView,
};
use crate::playground::operand::EntryView;
use crate::playground::repair;
use crate::playground::values::{Value, values};

/// The analysis of a statement.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The view of it.
    pub view: InstructionView,
    /// The instruction, if it is legal.
    pub instruction: Option<Instruction>,
    /// The values among its source operands, including unreadable ones.
    pub values: Vec<Value>,
    /// The statement that it is read as, if it is a question in other words.
    pub question: Option<Reading>,
}

impl Analysis {
    /// Whether it may be a question in other words: it is neither an instruction nor a file.
    pub(super) fn may_be_question(&self, text: &str) -> bool {
        self.instruction.is_none() && !text.trim().is_empty() && !is_program(text)
    }

    /// Whether all of it can be read.
    pub(super) fn is_clean(&self) -> bool {
        self.view.diagnostics.iter().all(|diagnostic| !diagnostic.fatal)
    }
}

/// Reads a statement.
pub fn analyze(text: &str, context: &Context) -> Analysis {
    let bare = unquoted(text);
    let (statement, _) = syntax::parse(&bare);
    let resolution = syntax::check(&bare, context);
    if resolution.instruction.is_none()
        && let Some(found) = Message::of(text)
    {
        return other(text, of_message(&found));
    }
    if resolution.instruction.is_none() && is_program(text) {
        return program(text, context);
    }
    let mut diagnostics: Vec<DiagnosticView> =
        resolution.diagnostics.iter().map(diagnostic).collect();
    let is_for_programs = |each: &Diagnostic| matches!(each.code, Code::Several | Code::Companion);
    let of_program = resolution.diagnostics.iter().position(is_for_programs);
    if let Some(diagnostic) = of_program.and_then(|index| diagnostics.get_mut(index)) {
        diagnostic.section = Some(as_program(&with_destination(text, &statement), context));
    }
    let found = resolution.instruction.as_ref();
    let values = found.map_or_else(Vec::new, |found| values(&statement, found));
    let mut wrong: Vec<_> = resolution.diagnostics.iter().map(|each| each.span.clone()).collect();
    for value in &values {
        if let (Some(found), EntryView::Wrong(message)) = (found, &value.entry)
            && !wrong.contains(&value.span)
        {
            wrong.push(value.span.clone());
            diagnostics.push(repair::diagnostic(text, found, value, message));
        }
    }
    let valued = found.and_then(|found| valued_destination(&statement, found, context));
    if let Some(valued) = valued {
        wrong.push(valued.span.clone());
        diagnostics.push(diagnostic(&valued));
    }
    if let Legality::Undocumented(note) = &resolution.legality {
        diagnostics.push(observation(note));
    }
    Analysis {
        view: InstructionView {
            tokens: tokens(text, &statement, found, &wrong, &resolution.legality),
            legality: resolution.legality,
            diagnostics,
        },
        instruction: resolution.instruction,
        values,
        question: None,
    }
}

/// Analyses a text that is no legal statement: as the statement that it is read as, or with its
/// answer in a message and the way to it. Nothing if the statement's own errors are the answer.
pub(super) fn question(text: &str, typed: Typed) -> Option<Analysis> {
    let answered = match typed {
        Typed::Question(answered) | Typed::Code(answered) => *answered,
        Typed::Link(link) => {
            let href = ["#", link.fragment()].concat();
            let way = SectionView { label: String::from("Open it"), href };
            let message = String::from("This is a link of this page.");
            return Some(other(text, elsewhere(message, Some(way), Vec::new())));
        }
        Typed::Message(said) => {
            return Some(other(text, elsewhere(sentence(&said.sentence), None, Vec::new())));
        }
        Typed::Statement | Typed::Form(_) | Typed::Rejected => return None,
    };
    let Answered { reading, outcome } = answered;
    let message = match answer(&reading, outcome.as_ref()) {
        Some(answer) => [&answer, " ", &*reading.sentence()].concat(),
        None => reading.sentence(),
    };
    match &reading.means {
        Means::Statement(_) => {}
        Means::Program(program) | Means::Truth(Truth { program, .. }) => {
            let way = as_program(program, &reading.context);
            return Some(other(text, elsewhere(message, Some(way), Vec::new())));
        }
        Means::Value(_) => return Some(other(text, elsewhere(message, None, Vec::new()))),
        Means::Nothing(nearest) => {
            let fix = nearest.as_ref().map(|nearest| {
                let label = ["Use `", &**nearest, "`"].concat();
                FixView { label, action: to_statement(&reading) }
            });
            return Some(other(text, elsewhere(message, None, fix.into_iter().collect())));
        }
    }
    let found = analyze(reading.text(), &reading.context);
    found.instruction?;
    let view = InstructionView {
        tokens: vec![unread(text)],
        legality: found.view.legality,
        diagnostics: Vec::new(),
    };
    Some(Analysis { view, question: Some(reading), ..found })
}

/// The answer of a number, a program or a comparison, as a sentence.
fn answer(reading: &Reading, outcome: Option<&Outcome>) -> Option<String> {
    let of = |bits: u64, format: Format| {
        let width = format.width().into();
        [&*concise(bits, format), ", ", &hex(bits, width), " in ", format.name(), "."].concat()
    };
    if let Means::Value(value) = &reading.means {
        return Some(of(value.bits, value.format));
    }
    let outcome = outcome?;
    if let Some(truth) = outcome.truth() {
        return Some(String::from(if truth { "True." } else { "False." }));
    }
    let result = outcome.result()?;
    let kind = Modifier::parse(&result.kind);
    let Some(Modifier::Type(kind)) = kind else { return None };
    Some(of(kind.packing().extract(result.bits?, 0), kind.format()))
}

/// A text as one piece.
fn unread(text: &str) -> TokenView {
    TokenView { kind: TokenKind::Operand, flag: Flag::None, operand: None, text: one_line(text) }
}

/// Whether a text is a file rather than a statement: it has several lines, and directives or
/// several statements.
fn is_program(text: &str) -> bool {
    let text = text.trim();
    text.contains(['\n', '\r'])
        && (text.starts_with('.') || text.bytes().filter(|byte| *byte == b';').count() > 1)
}

/// Returns the diagnostic for a file.
fn program(text: &str, context: &Context) -> Analysis {
    let message = String::from("This looks like a PTX file.");
    other(text, elsewhere(message, Some(as_program(text, context)), Vec::new()))
}

/// The answer to a message of the assembler: what it is about, with a link to the reference.
pub(crate) fn of_message(found: &Message) -> DiagnosticView {
    let query = found.names();
    let message = if query.is_empty() {
        sentence(&found.sentence())
    } else {
        ["This is an assembler message about `", &*query, "`."].concat()
    };
    let href = ["#reference?q=", &*query.replace(' ', "%20")].concat();
    elsewhere(message, Some(SectionView { label: String::from("Look it up"), href }), Vec::new())
}

/// The diagnostic for a text that is not a statement, with a link to what answers it, or with fixes.
fn elsewhere(message: String, way: Option<SectionView>, fixes: Vec<FixView>) -> DiagnosticView {
    DiagnosticView { code: Code::Several.name(), fatal: true, message, section: way, fixes }
}

/// Analyses a text that is not a statement.
fn other(text: &str, diagnostic: DiagnosticView) -> Analysis {
    Analysis {
        view: InstructionView {
            tokens: vec![unread(text)],
            legality: Legality::Rejected,
            diagnostics: vec![diagnostic],
        },
        instruction: None,
        values: Vec::new(),
        question: None,
    }
}

/// The link to the view that accepts several statements.
fn as_program(text: &str, context: &Context) -> SectionView {
    SectionView {
        label: String::from("Open it as a program"),
        href: ["#", &*link::sequence_of_text(text, context)].concat(),
    }
}

/// A statement with a destination, if only values are typed.
fn with_destination(text: &str, statement: &Statement<'_>) -> String {
    let first = statement.operands.first().filter(|first| first.is_value());
    let place = first.map_or(0, |first| first.span.start);
    let (before, after) = text.split_at_checked(place).unwrap_or(("", text));
    [before, if first.is_some() { "d, " } else { "" }, after].concat()
}

/// A text on one line, with its length unchanged.
pub(super) fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// The opcode and the modifiers of a statement, as they are typed.
pub(super) fn head(text: &str) -> &str {
    let bare = unquoted(text);
    let (statement, _) = syntax::parse(&bare);
    text.get(statement.head_span()).unwrap_or_default()
}

/// A statement with another opcode and other modifiers, and its own operands.
pub fn respelled(text: &str, spelling: &str) -> String {
    let bare = unquoted(text);
    let (statement, _) = syntax::parse(&bare);
    let span = statement.head_span();
    let before = text.get(..span.start).unwrap_or_default();
    let after = text.get(span.end..).unwrap_or_default();
    [before, spelling, after].concat()
}

/// The statement in pieces for highlighting; together they are the text.
fn tokens(
    text: &str,
    statement: &Statement<'_>,
    instruction: Option<&Instruction>,
    wrong: &[Range<usize>],
    legality: &Legality,
) -> Vec<TokenView> {
    let mut parts: Vec<(Range<usize>, TokenKind, Option<usize>)> = Vec::new();
    if let Some(opcode) = &statement.opcode {
        parts.push((opcode.span.clone(), TokenKind::Opcode, None));
    }
    for modifier in &statement.modifiers {
        let is_type = matches!(Modifier::parse(modifier.text), Some(Modifier::Type(_)));
        let kind = if is_type { TokenKind::Type } else { TokenKind::Modifier };
        parts.push((modifier.span.clone(), kind, None));
    }
    let operands = instruction.map_or_else(Vec::new, |found| written_sources(statement, found));
    for (index, _, operand) in operands {
        parts.push((operand.span, TokenKind::Operand, Some(index)));
    }
    // It is also cut at the ends of errors, so that only those are marked.
    let spans = parts.iter().map(|(span, ..)| span.clone()).chain(wrong.iter().cloned());
    let piece = |span: Range<usize>| {
        let inside = |outer: &Range<usize>| outer.start <= span.start && span.end <= outer.end;
        let part = parts.iter().find(|(part, ..)| inside(part));
        let of_head = part.is_some_and(|(_, kind, _)| *kind == TokenKind::Modifier);
        let flag = match legality {
            _ if wrong.iter().any(inside) => Flag::Wrong,
            Legality::Undocumented(_) if of_head => Flag::Undocumented,
            _ => Flag::None,
        };
        Some(TokenView {
            kind: part.map_or(TokenKind::Operand, |(_, kind, _)| *kind),
            flag,
            operand: part.and_then(|(.., operand)| *operand),
            text: one_line(text.get(span.clone())?),
        })
    };
    pieces(text.len(), spans).into_iter().filter_map(piece).collect()
}

/// A diagnostic for the page.
pub(crate) fn diagnostic(diagnostic: &Diagnostic) -> DiagnosticView {
    DiagnosticView {
        code: diagnostic.code.name(),
        fatal: true,
        message: sentence(&diagnostic.message),
        section: diagnostic.source.as_ref().map(section),
        fixes: diagnostic.fixes.iter().map(fix).collect(),
    }
}

/// Returns the diagnostic for an instruction that the ISA does not list.
fn observation(note: &str) -> DiagnosticView {
    let message = with_code(&sentence(note));
    DiagnosticView { code: "", fatal: false, message, section: None, fixes: Vec::new() }
}

/// A fix for the page.
pub(super) fn fix(fix: &Fix) -> FixView {
    let action = match &fix.action {
        Action::Spelling(spelling) => FixAction::Spelling(spelling.clone()),
        Action::Statement(text) => FixAction::Instruction(text.clone()),
        Action::Context(isa, target) => FixAction::Context {
            target: target.name.to_owned(),
            isa: isa.to_string(),
            spelling: None,
        },
    };
    FixView { label: with_code(sentence(&fix.label).trim_end_matches('.')), action }
}

/// Takes the statement of a reading, on the version and target that have it.
pub(super) fn to_statement(reading: &Reading) -> FixAction {
    FixAction::Context {
        target: String::from(reading.context.target.name),
        isa: reading.context.isa.to_string(),
        spelling: Some(String::from(reading.text())),
    }
}

/// A section as a link.
pub(crate) fn section(source: &Source) -> SectionView {
    let document = source.document;
    let label = match (document, source.section) {
        (_, "") => document.to_string(),
        (Document::PtxIsa(_), section) => ["§", section].concat(),
        (_, section) => [&*document.to_string(), " §", section].concat(),
    };
    SectionView { label, href: source.url().unwrap_or_default() }
}
