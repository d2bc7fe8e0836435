//! The statement: highlighting, legality, diagnostics, values among its operands.

use core::ops::Range;

use ptxfp::catalog::{Context, Instruction, Modifier, Type};
use ptxfp::link;
use ptxfp::number::text;
use ptxfp::quote::with_code;
use ptxfp::source::{Document, Source};
use ptxfp::syntax::{self, Action, Code, Diagnostic, Fix, OperandText, Statement};

use crate::cuts::pieces;
use crate::playground::instruction::{
    DiagnosticView, FixAction, FixView, Flag, InstructionView, Legality, SectionView, TokenKind,
    TokenView,
};
use crate::playground::operand::sentence;

/// What a statement comes to.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// What the page shows of it.
    pub view: InstructionView,
    /// The instruction, if it is legal.
    pub instruction: Option<Instruction>,
    /// Source operands that are values, with their registers.
    pub values: Vec<(usize, u64)>,
}

/// Reads a statement.
pub fn analyse(text: &str, context: &Context) -> Analysis {
    let (statement, _) = syntax::parse(text);
    let resolution = syntax::check(text, context);
    let legality = match &resolution.legality {
        syntax::Legality::Documented => Legality::Documented,
        syntax::Legality::Undocumented(_) => Legality::Undocumented,
        syntax::Legality::Rejected => Legality::Rejected,
    };
    let mut diagnostics: Vec<DiagnosticView> =
        resolution.diagnostics.iter().map(diagnostic).collect();
    let several = resolution.diagnostics.iter().position(|each| each.code == Code::Several);
    if let Some(diagnostic) = several.and_then(|index| diagnostics.get_mut(index)) {
        diagnostic.section = Some(SectionView {
            label: String::from("Evaluate all of it in Sequence"),
            href: ["#", &*link::sequence_of_text(text, context)].concat(),
        });
    }
    if let syntax::Legality::Undocumented(note) = &resolution.legality {
        diagnostics.push(observation(note));
    }
    let values = resolution.instruction.map_or_else(Vec::new, |found| values(&statement, &found));
    Analysis {
        view: InstructionView {
            tokens: tokens(text, &statement, &resolution.diagnostics, legality),
            legality,
            diagnostics,
        },
        instruction: resolution.instruction,
        values,
    }
}

/// Whether a statement spells an instruction as the syntax line does.
pub fn is_canonical(text: &str, instruction: &Instruction) -> bool {
    let (statement, _) = syntax::parse(text);
    text.get(statement.head_span()) == Some(&instruction.to_string())
}

/// A statement with another opcode and other modifiers, and its own operands.
pub fn respelled(text: &str, spelling: &str) -> String {
    let (statement, _) = syntax::parse(text);
    let span = statement.head_span();
    let before = text.get(..span.start).unwrap_or_default();
    let after = text.get(span.end..).unwrap_or_default();
    [before, spelling, after].concat()
}

/// The statement in pieces for highlighting; together they are the text.
fn tokens(
    text: &str,
    statement: &Statement<'_>,
    diagnostics: &[Diagnostic],
    legality: Legality,
) -> Vec<TokenView> {
    let mut parts: Vec<(Range<usize>, TokenKind)> = Vec::new();
    if let Some(opcode) = &statement.opcode {
        parts.push((opcode.span.clone(), TokenKind::Opcode));
    }
    for modifier in &statement.modifiers {
        let is_type = matches!(Modifier::parse(modifier.text), Some(Modifier::Type(_)));
        let kind = if is_type { TokenKind::Type } else { TokenKind::Modifier };
        parts.push((modifier.span.clone(), kind));
    }
    // It is cut where a diagnostic starts or ends too, so that only what is wrong is marked.
    let reported = diagnostics.iter().map(|diagnostic| diagnostic.span.clone());
    let spans = parts.iter().map(|(span, _)| span.clone()).chain(reported);
    let piece = |span: Range<usize>| {
        let inside = |outer: &Range<usize>| outer.start <= span.start && span.end <= outer.end;
        let kind = parts.iter().find(|(part, _)| inside(part)).map(|(_, kind)| *kind);
        let wrong = diagnostics.iter().any(|d| inside(&d.span));
        let of_head = kind == Some(TokenKind::Modifier);
        let flag = match legality {
            _ if wrong => Flag::Wrong,
            Legality::Undocumented if of_head => Flag::Undocumented,
            _ => Flag::None,
        };
        let text = text.get(span.clone())?.to_owned();
        Some(TokenView { kind: kind.unwrap_or(TokenKind::Operand), flag, text })
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

/// What is said of an instruction that the ISA does not list.
fn observation(note: &str) -> DiagnosticView {
    let message = with_code(&sentence(note));
    DiagnosticView { code: "", fatal: false, message, section: None, fixes: Vec::new() }
}

/// A way out for the page.
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

/// A section as a link.
pub(crate) fn section(source: &Source) -> SectionView {
    let document = source.document;
    let label = match (document, source.section) {
        (_, "") => document.name().to_owned(),
        (Document::PtxIsa, section) => ["§", section].concat(),
        (_, section) => [document.name(), " §", section].concat(),
    };
    SectionView { label, href: source.url().unwrap_or_default() }
}

/// The source operands of a legal statement that are values, with their registers.
fn values(statement: &Statement<'_>, instruction: &Instruction) -> Vec<(usize, u64)> {
    let form = instruction.form;
    let skipped = usize::from(statement.operands.len() == form.operand_count());
    let mut values = Vec::new();
    let mut index = 0;
    for (group, text) in form.operand_groups().skip(1).zip(statement.operands.iter().skip(skipped))
    {
        for (place, operand) in group.iter().enumerate() {
            // Operands in braces are registers of their own.
            let alone = text.elements.get(place).filter(|_| operand.is_braced).map(OperandText::of);
            let text = alone.as_ref().unwrap_or(text);
            let kind = instruction.operand_type(operand);
            let register = text.is_value().then(|| register(text, kind)).flatten();
            values.extend(register.map(|register| (index, register)));
            index += 1;
        }
    }
    values
}

/// The register that an operand's text stands for: its bits, one value for every lane, or a
/// braced value for each lane, the most significant first.
fn register(operand: &OperandText<'_>, kind: Type) -> Option<u64> {
    let packing = kind.packing();
    let element = |index: usize| operand.elements.get(index).map(|element| element.text);
    if let (false, Ok(entry)) = (operand.is_vector, link::register(element(0)?, kind)) {
        return Some(entry.bits);
    }
    (0..packing.lanes).try_fold(0, |register, lane| {
        let index = if operand.is_vector { usize::from(packing.lanes - 1 - lane) } else { 0 };
        let entry = text::parse(element(index)?, kind.format()).ok()?;
        Some(packing.insert(register, lane, entry.bits))
    })
}
