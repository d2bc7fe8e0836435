//! A statement that is not legal where its link says.
//!
//! Its text is all that there is: the reasons, and where it would be legal, follow from it.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::code::{encode_text, escaped};
use super::{CODE, DEFAULT_ISA, ISA, Linked, RECORDED, State, VIEW, parse_lightly};
use crate::catalog::Context;
use crate::syntax::{
    Action, Diagnostic, OperandText, Statement, check, operand_values, parse, read,
};

/// The word in place of a spelling before a statement that a link holds as text.
pub(super) const STATEMENT: &str = "statement";

/// The value of a recorded result that says that there was none.
pub(super) const REJECTED: &str = "rejected";

/// The longest text of a statement, in bytes: with each escaped, a link can hold it.
const MAX_TEXT: usize = 16 * 1024;

/// The keys of operands whose instruction is unknown, in order; `d` is that of the result.
pub(super) const OPERANDS: [&str; 8] = ["a", "b", "c", "e", "f", "g", "h", "i"];

/// A statement that is not legal in its context, as a link holds it.
///
/// ```
/// use ptxfp::catalog::{Context, LATEST_ISA, Target};
/// use ptxfp::link::{Linked, Rejected, parse};
///
/// let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
/// let rejected = Rejected::new("fma.rn.ftz.bf16 1, 2, 3;", context);
/// let link = rejected.to_fragment();
/// assert_eq!(link, "v1/fma.rn.ftz.bf16@sm_90?a=1&b=2&c=3&isa=9.5");
/// assert_eq!(rejected.diagnostics()[0].span, 6..10);
/// assert_eq!(parse(&link).linked, Linked::Rejected(rejected));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The statement, with the usual spaces.
    statement: String,
    /// The version and the target for which it is rejected.
    pub context: Context,
    /// Whether the link records that the statement is rejected, so that a check of the link fails
    /// once it is legal, and not before.
    pub is_recorded: bool,
    /// The view that the page shows, as in [`State::view`].
    pub view: Option<String>,
}

impl Rejected {
    /// A statement as typed, which must be one that [`read`] rejects. A text that is too long for a
    /// link (four times as long as a statement that is read) is cut.
    #[must_use]
    pub fn new(text: &str, context: Context) -> Self {
        let end = (0..=text.len().min(MAX_TEXT)).rev().find(|end| text.is_char_boundary(*end));
        let text = end.and_then(|end| text.get(..end)).unwrap_or_default();
        Self { statement: spaced(text), context, is_recorded: false, view: None }
    }

    /// Returns the statement, with the usual spaces.
    #[must_use]
    pub fn statement(&self) -> &str {
        &self.statement
    }

    /// Returns the reasons why it is rejected, at least one.
    #[must_use]
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        read(&self.statement, &self.context).err().unwrap_or_default()
    }

    /// Returns the state nearest to it that differs in version and target alone, if the statement is
    /// legal anywhere and has a value for every operand.
    ///
    /// ```
    /// use ptxfp::link::{Linked, parse};
    ///
    /// let Linked::Rejected(rejected) = parse("v1/add.rn.bf16@sm_80?a=1&b=2").linked else { panic!() };
    /// let elsewhere = rejected.elsewhere().unwrap();
    /// assert_eq!(elsewhere.to_fragment(), "v1/add.rn.bf16@sm_90?a=0x3f80&b=0x4000");
    /// ```
    #[must_use]
    pub fn elsewhere(&self) -> Option<State> {
        let context = legal_context(&self.statement, &self.context)?;
        let (instruction, registers) = read(&self.statement, &context).ok()?;
        let registers = registers.into_iter().collect::<Option<Vec<_>>>()?;
        Some(State::new(instruction, context, registers))
    }

    /// The canonical link, without a `#` before it.
    #[must_use]
    pub fn to_fragment(&self) -> String {
        alloc::format!("{self}")
    }

    /// Spelling, target and operands; `None` for a text that does not consist of these, or that would
    /// be read as another one.
    fn in_pairs(&self) -> Option<String> {
        let (statement, _) = parse(&self.statement);
        let head = self.statement.get(statement.head_span())?;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | ':');
        if head.is_empty() || !head.chars().all(is_plain) {
            return None;
        }
        let start = ["v1/", head, "@", self.context.target.name].concat();
        let in_registers = self.elsewhere().map(|state| in_registers(&start, &state));
        let mut links = in_registers.into_iter().chain(in_text(&start, &statement));
        links.find(|link| parse_lightly(&self.whole(link)).linked == Linked::Rejected(self.clone()))
    }

    /// A link with the pairs that follow the statement.
    fn whole(&self, statement: &str) -> String {
        let mut link = String::from(statement);
        let record = if self.is_recorded { REJECTED } else { "" };
        let isa = self.context.isa.to_string();
        let isa = if self.context.isa == DEFAULT_ISA { "" } else { &isa };
        let view = self.view.as_deref().unwrap_or_default();
        for (key, value) in [(RECORDED, record), (ISA, isa), (VIEW, view)] {
            if !value.is_empty() {
                let separator = if link.contains('?') { "&" } else { "?" };
                link.extend([separator, key, "=", value]);
            }
        }
        link
    }
}

impl fmt::Display for Rejected {
    /// Writes the canonical link.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let link = self.in_pairs().unwrap_or_else(|| {
            let code = encode_text(&self.statement);
            ["v1/", STATEMENT, "@", self.context.target.name, "?", CODE, "=", &code].concat()
        });
        f.write_str(&self.whole(&link))
    }
}

/// A link with the registers of the operands, as if the instruction were legal.
fn in_registers(start: &str, state: &State) -> String {
    let bare = State { context: Context { isa: DEFAULT_ISA, ..state.context }, ..state.clone() };
    let link = bare.to_fragment();
    let (_, pairs) = link.split_once('?').unwrap_or_default();
    [start, "?", pairs].concat()
}

/// A link with the text of each operand.
fn in_text(start: &str, statement: &Statement<'_>) -> Option<String> {
    if statement.operands.len() > OPERANDS.len() {
        return None;
    }
    let mut link = String::from(start);
    let mut separator = "?";
    for (key, operand) in OPERANDS.iter().zip(&statement.operands) {
        link.extend([separator, *key, "=", &*operand_value(operand)?]);
        separator = "&";
    }
    Some(link)
}

/// The value of a pair for an operand: as in lists of lanes, the last of several in braces comes
/// first.
fn operand_value(operand: &OperandText<'_>) -> Option<String> {
    let elements = operand.elements.iter().rev().map(|element| element.text);
    let is_plain = |text: &&str| !text.is_empty() && escaped(text, "._-/") == **text;
    let values = elements.map(|text| Some(text).filter(is_plain)).collect::<Option<Vec<_>>>()?;
    let is_list = values.len() > 1;
    (is_list == operand.is_vector).then(|| values.join(","))
}

/// The operand of a statement that the value of a pair stands for.
pub(super) fn operand_of(value: &str) -> String {
    if value.starts_with('{') || !value.contains(',') {
        return value.into();
    }
    let elements: Vec<_> = value.split(',').rev().map(str::trim).collect();
    ["{", &elements.join(", "), "}"].concat()
}

/// The version and the target nearest to those of a context for which a spelling or statement is
/// legal, if its fixes name some.
pub(super) fn legal_context(text: &str, context: &Context) -> Option<Context> {
    let diagnostics = check(text, context).diagnostics;
    let fixes = diagnostics.iter().flat_map(|diagnostic| &diagnostic.fixes);
    let mut contexts = fixes.filter_map(|fix| match fix.action {
        Action::Context(isa, target) => Some(Context { isa, target }),
        Action::Spelling(_) | Action::Statement(_) => None,
    });
    contexts.find(|context| check(text, context).instruction.is_some())
}

/// A spelling with the registers of its operands.
pub(super) fn in_values(head: &str, state: &State) -> String {
    let operands = operand_values(&state.instruction, &state.registers);
    [head, if operands.is_empty() { "" } else { " " }, &operands].concat()
}

/// A statement with the usual spaces and no semicolon at its end. A text that cannot be parsed, begins
/// with a number (`1/3 in half`), or has more than the parts that are read, keeps its inner spaces.
fn spaced(text: &str) -> String {
    let text = text.trim();
    let bare = text.strip_suffix(';').unwrap_or(text).trim_end();
    let (statement, problems) = parse(bare);
    let usual = usual(&statement);
    let visible = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let is_number = bare.starts_with(|c: char| c.is_ascii_digit());
    let is_whole = problems.is_empty() && !is_number && visible(bare) == visible(&usual);
    if is_whole && is_alike(&statement, &parse(&usual).0) {
        return usual;
    }
    text.into()
}

/// The parts of a statement with the usual spaces.
fn usual(statement: &Statement<'_>) -> String {
    let head = statement.opcode.iter().chain(&statement.modifiers);
    let mut usual: String = head.map(|token| token.text).collect();
    for (index, operand) in statement.operands.iter().enumerate() {
        usual.push_str(if index == 0 { " " } else { ", " });
        let elements: Vec<_> = operand.elements.iter().map(|element| element.text).collect();
        let list = elements.join(", ");
        if operand.is_vector {
            usual.extend(["{", &*list, "}"]);
        } else {
            usual.push_str(&list);
        }
    }
    usual
}

/// Whether two statements have the same parts.
fn is_alike(one: &Statement<'_>, other: &Statement<'_>) -> bool {
    fn parts<'s>(statement: &'s Statement<'_>) -> impl Iterator<Item = (&'s str, bool)> {
        let head = statement.opcode.iter().chain(&statement.modifiers);
        let operands = statement.operands.iter();
        let elements = operands
            .flat_map(|operand| operand.elements.iter().map(|each| (each.text, operand.is_vector)));
        head.map(|token| (token.text, false)).chain(elements)
    }
    one.operands.len() == other.operands.len() && parts(one).eq(parts(other))
}
