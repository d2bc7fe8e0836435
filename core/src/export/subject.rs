//! The common parts of the copies: a state with its result, in pieces of text.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Seen;
use super::text::add;
use crate::bits::{hex, hex_digits};
use crate::catalog::Context;
use crate::eval::Guarantee;
use crate::link::State;
use crate::present::{Lane, Presented, Register};
use crate::syntax::legality;

/// A state with its result.
pub(super) struct Subject {
    /// The state, with the present result as the recorded one.
    pub(super) state: State,
    pub(super) presented: Presented,
    /// The observed result.
    pub(super) seen: Option<Seen>,
    /// The reason for the result, in a sentence with code between backquotes; may be empty.
    pub(super) why: String,
    /// Opcode and modifiers.
    pub(super) spelling: String,
    /// The address of the site's folder, with a slash at its end, or nothing.
    pub(super) base: String,
}

impl Subject {
    pub(super) fn new(mut state: State, base: &str) -> Self {
        let presented = Presented::new(&state.instruction, &state.context, &state.registers);
        state.recorded = Some(presented.result.destination);
        Self {
            spelling: state.instruction.to_string(),
            state,
            presented,
            seen: None,
            why: String::new(),
            base: folder(base),
        }
    }

    /// The subject with its state in another context.
    pub(super) fn moved(self, context: Context) -> Self {
        Self::new(State { context, ..self.state }, &self.base)
    }

    /// The canonical link with its address.
    pub(super) fn link(&self) -> String {
        [&self.base, "#", &self.state.to_fragment()].concat()
    }

    /// `fma.rn.f32 d, a, b, c;` with other names for the operands, in their order.
    pub(super) fn statement(&self, names: &[String]) -> String {
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        let list = self.state.instruction.form.operand_list_of(&names);
        [&self.spelling, " ", &list, ";"].concat()
    }

    /// The values of the source operands, as a statement has them: `1, {2, 3}`.
    pub(super) fn operands(&self) -> String {
        self.presented.operands_as(Register::short)
    }

    /// `add.f32 1, 2`.
    pub(super) fn line(&self) -> String {
        [&self.spelling, " ", &self.operands()].concat()
    }

    /// The values of the result.
    pub(super) fn answer(&self) -> String {
        self.presented.registers().first().map(Register::short).unwrap_or_default()
    }

    /// Appends notes on the instruction and its result, as comments.
    pub(super) fn comment(&self, text: &mut String) {
        add(text, &["// ", &self.spelling, " on ", &self.presented.place(), "\n"]);
        if let Some(note) = legality(&self.state.instruction, &self.state.context).note() {
            add(text, &["// undocumented: ", note, "\n"]);
        }
        add(text, &["// ", &self.link(), "\n"]);
        self.comment_operands(text);
        self.comment_result(text);
    }

    /// Appends a comment for each source operand.
    pub(super) fn comment_operands(&self, text: &mut String) {
        for register in self.presented.registers().iter().skip(1) {
            comment(register, text);
        }
    }

    /// Appends the result and its guarantee: once, or for each lane, the highest first.
    pub(super) fn comment_result(&self, text: &mut String) {
        for register in self.presented.registers().iter().take(1) {
            comment(register, text);
        }
        let clauses: Vec<_> = self.presented.lanes().map(|lane| self.guarantee(&lane)).collect();
        let is_one = clauses.iter().all(|clause| Some(clause) == clauses.first());
        for (lane, clause) in clauses.iter().enumerate().rev() {
            if is_one && lane > 0 {
                continue;
            }
            text.push_str("// ");
            if !is_one {
                add(text, &["lane ", &lane.to_string(), ": "]);
            }
            add(text, &[clause, "\n"]);
        }
        if let Some(Seen { bits, grade }) = &self.seen {
            let bits = hex(*bits, self.presented.prepared.destination().register_width().into());
            add(text, &["// GPUs were observed to return ", &bits, " (", grade, ")\n"]);
        }
    }

    fn guarantee(&self, lane: &Lane) -> String {
        let words = lane.guarantee.words();
        match lane.guarantee {
            Guarantee::Within { lo, hi } => {
                let width = self.presented.prepared.lane_op().result.width().into();
                let (before, behind) = words.split_at(words.find(';').unwrap_or(words.len()));
                [before, " (", &hex(lo, width), " to ", &hex(hi, width), ")", behind].concat()
            }
            Guarantee::Reading | Guarantee::AnyNan => {
                let basis = self.presented.prepared.basis(
                    lane.index,
                    &self.state.registers,
                    lane.guarantee,
                );
                [words, " (", &basis.names(), ")"].concat()
            }
            Guarantee::Bits | Guarantee::Unbounded | Guarantee::Unspecified => words.into(),
        }
    }
}

/// Appends the name and the content of a register, as a comment.
fn comment(register: &Register, text: &mut String) {
    add(text, &["// ", register.name, " = ", &register.words(), "\n"]);
}

/// The name of a register as an identifier of PTX and C++.
pub(super) fn identifier(register: &Register) -> String {
    register.name.chars().map(|c| if c == '-' { '_' } else { c }).collect()
}

/// A base address with a slash at its end, and without what would mean something in HTML, Markdown
/// or a comment.
pub(super) fn folder(base: &str) -> String {
    let mut folder = String::new();
    for character in base.chars().take_while(|character| !matches!(character, '#' | '?')) {
        if matches!(character, '\0'..=' ' | '"' | '\'' | '(' | ')' | '*' | '<' | '>' | '\\' | '`' | '{'..='}')
        {
            add(&mut folder, &["%", &hex_digits(u32::from(character).into(), 8)]);
        } else {
            folder.push(character);
        }
    }
    if !folder.is_empty() && !folder.ends_with('/') {
        folder.push('/');
    }
    folder
}
