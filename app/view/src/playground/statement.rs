//! The statement: highlighting, legality, diagnostics, values among its operands.

use core::ops::Range;

use ptxfp::catalog::{Context, Instruction, Modifier};
use ptxfp::internals::quote::{unquoted, with_code};
use ptxfp::link;
use ptxfp::source::{Document, Source};
use ptxfp::syntax::{
    self, Action, Code, Diagnostic, Fix, Legality, Statement, valued_destination, written_sources,
};

use crate::cuts::pieces;
use crate::message::sentence;
use crate::playground::instruction::{
    DiagnosticView, FixAction, FixView, Flag, InstructionView, SectionView, TokenKind, TokenView,
};
use crate::playground::operand::EntryView;
use crate::playground::repair;
use crate::playground::values::{Value, values};
use crate::questions::Asked;
use crate::reply::ReplyView;

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
    pub question: Option<Asked>,
    /// Whether the question is of a link, whose state it has: a worker has not read it yet.
    pub(super) is_from_link: bool,
    /// The answer, if it is neither a statement nor a question that is one.
    pub reply: Option<ReplyView>,
}

impl Analysis {
    /// Whether it may be a question in other words, code or a link: it is no legal statement.
    pub(super) fn may_be_question(&self, text: &str) -> bool {
        self.instruction.is_none() && !text.trim().is_empty()
    }

    /// A text with its answer, which is not one statement's.
    pub(super) fn replied(text: &str, reply: ReplyView) -> Self {
        Self {
            view: no_statement(text),
            instruction: None,
            values: Vec::new(),
            question: None,
            is_from_link: false,
            reply: Some(reply),
        }
    }

    /// Keeps the answer to the text before, while a worker reads this one, if it is no statement.
    pub(super) fn keep(&mut self, before: Option<ReplyView>) {
        if self.instruction.is_none() && self.reply.is_none() {
            self.reply = before;
        }
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
            legality: Some(resolution.legality),
            diagnostics,
        },
        instruction: resolution.instruction,
        values,
        question: None,
        is_from_link: false,
        reply: None,
    }
}

/// Analyses a question in other words as the statement that it is read as.
pub(super) fn question(text: &str, asked: Asked) -> Option<Analysis> {
    let found = analyze(&asked.statement, &asked.context);
    found.instruction?;
    let view = InstructionView { legality: found.view.legality, ..no_statement(text) };
    Some(Analysis { view, question: Some(asked), ..found })
}

/// The view of a text that is no statement.
pub(super) fn no_statement(text: &str) -> InstructionView {
    InstructionView { tokens: vec![unread(text)], legality: None, diagnostics: Vec::new() }
}

/// A text as one piece.
pub(super) fn unread(text: &str) -> TokenView {
    TokenView { kind: TokenKind::Operand, flag: Flag::None, operand: None, text: one_line(text) }
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
        Action::Statement(text) => FixAction::Text(text.clone()),
        Action::Context(isa, target) => FixAction::Context {
            target: target.name.to_owned(),
            isa: isa.to_string(),
            spelling: None,
        },
    };
    FixView { label: with_code(sentence(&fix.label).trim_end_matches('.')), action }
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
