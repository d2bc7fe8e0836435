//! The common parts of the copies: a state with its result, in pieces of text.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::iter;

use super::Seen;
use super::text::add;
use crate::bits::{hex, hex_digits, mask};
use crate::catalog::{Context, Role, Type};
use crate::eval::{Evaluation, Guarantee, LaneResult, Prepared};
use crate::format::Format;
use crate::link::State;
use crate::syntax::legality;
use crate::text::concise;

/// A state with its result.
pub(super) struct Subject {
    /// The state, with the present result as the recorded one.
    pub(super) state: State,
    pub(super) prepared: Prepared,
    pub(super) result: Evaluation,
    /// The observed result.
    pub(super) seen: Option<Seen>,
    /// Opcode and modifiers.
    pub(super) spelling: String,
    /// The address of the site's folder, with a slash at its end, or nothing.
    pub(super) base: String,
}

/// A register of the instruction with its content.
pub(super) struct Register {
    /// The operand's name in the syntax line.
    pub(super) name: &'static str,
    pub(super) kind: Type,
    pub(super) bits: u64,
    /// Whether its bits encode numbers.
    has_value: bool,
}

impl Subject {
    pub(super) fn new(mut state: State, base: &str) -> Self {
        let prepared = Prepared::new(&state.instruction, &state.context);
        let result = prepared.evaluate(&state.registers);
        state.recorded = Some(result.destination);
        Self {
            spelling: state.instruction.to_string(),
            state,
            prepared,
            result,
            seen: None,
            base: folder(base),
        }
    }

    /// The same in another context.
    pub(super) fn moved(self, context: Context) -> Self {
        Self::new(State { context, ..self.state }, &self.base)
    }

    /// The canonical link with its address.
    pub(super) fn link(&self) -> String {
        [&self.base, "#", &self.state.to_fragment()].concat()
    }

    /// The destination and the source operands, in the order of the syntax line.
    pub(super) fn registers(&self) -> Vec<Register> {
        let mut registers = Vec::new();
        for (index, operand) in self.state.instruction.form.operands.iter().enumerate() {
            let source = index.checked_sub(1).map(|source| self.state.registers.get(source));
            let bits = source.map_or(self.result.destination, |bits| bits.copied().unwrap_or(0));
            let kind = self.state.instruction.operand_type(operand);
            registers.push(Register {
                name: operand.name,
                kind,
                bits: bits & mask(kind.packing().register_width().into()),
                has_value: operand.role != Role::RandomBits,
            });
        }
        registers
    }

    /// `fma.rn.f32 d, a, b, c;` with other names for the operands, in their order.
    pub(super) fn statement(&self, names: &[String]) -> String {
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        let list = self.state.instruction.form.operand_list_of(&names);
        [&self.spelling, " ", &list, ";"].concat()
    }

    /// The values of the source operands, as a statement has them: `1, {2, 3}`.
    pub(super) fn operands(&self) -> String {
        self.operands_as(Register::short)
    }

    /// The source operands, each as this text.
    pub(super) fn operands_as(&self, text: fn(&Register) -> String) -> String {
        let values: Vec<_> = self.registers().iter().skip(1).map(text).collect();
        let names: Vec<_> = iter::once("").chain(values.iter().map(String::as_str)).collect();
        let list = self.state.instruction.form.operand_list_of(&names);
        // The first is the destination.
        list.trim_start_matches([',', ' ']).into()
    }

    /// `add.f32 1, 2`.
    pub(super) fn line(&self) -> String {
        [&self.spelling, " ", &self.operands()].concat()
    }

    /// The values of the result.
    pub(super) fn answer(&self) -> String {
        self.registers().first().map(Register::short).unwrap_or_default()
    }

    /// `sm_90, PTX ISA 9.1`.
    pub(super) fn place(&self) -> String {
        let Context { isa, target } = self.state.context;
        [target.name, ", PTX ISA ", &isa.to_string()].concat()
    }

    /// Appends notes on the instruction and its result, as comments.
    pub(super) fn comment(&self, text: &mut String) {
        add(text, &["// ", &self.spelling, " on ", &self.place(), "\n"]);
        if let Some(note) = legality(&self.state.instruction, &self.state.context).note() {
            add(text, &["// undocumented: ", note, "\n"]);
        }
        add(text, &["// ", &self.link(), "\n"]);
        self.comment_operands(text, "");
        self.comment_result(text, "");
    }

    /// Appends a comment for each source operand.
    pub(super) fn comment_operands(&self, text: &mut String, indent: &str) {
        self.registers().iter().skip(1).for_each(|register| register.comment(text, indent));
    }

    /// Appends the result and its guarantee: once, or for each lane, the highest first.
    pub(super) fn comment_result(&self, text: &mut String, indent: &str) {
        self.registers().iter().take(1).for_each(|register| register.comment(text, indent));
        let lanes = (0..).zip(self.result.lanes());
        let clauses: Vec<_> = lanes.map(|(index, lane)| self.guarantee(index, lane)).collect();
        let is_one = clauses.iter().all(|clause| Some(clause) == clauses.first());
        for (lane, clause) in clauses.iter().enumerate().rev() {
            if is_one && lane > 0 {
                continue;
            }
            add(text, &[indent, "// "]);
            if !is_one {
                add(text, &["lane ", &lane.to_string(), ": "]);
            }
            add(text, &[clause, "\n"]);
        }
        if let Some(Seen { bits, grade }) = &self.seen {
            let bits = hex(*bits, self.prepared.destination().register_width().into());
            add(text, &[indent, "// GPUs were observed to return ", &bits, " (", grade, ")\n"]);
        }
    }

    fn guarantee(&self, index: u8, lane: &LaneResult) -> String {
        let words = lane.guarantee.words();
        match lane.guarantee {
            Guarantee::Within { lo, hi } => {
                let width = self.prepared.lane_op().result.width().into();
                let (before, behind) = words.split_at(words.find(';').unwrap_or(words.len()));
                [before, " (", &hex(lo, width), " to ", &hex(hi, width), ")", behind].concat()
            }
            Guarantee::Reading | Guarantee::AnyNan => {
                let registers = &self.state.registers;
                let names = self.prepared.basis(index, registers, lane.guarantee).names();
                [words, " (", &names, ")"].concat()
            }
            Guarantee::Bits | Guarantee::Unbounded | Guarantee::Unspecified => words.into(),
        }
    }
}

impl Register {
    /// Its name as an identifier of PTX and C++.
    pub(super) fn identifier(&self) -> String {
        self.name.chars().map(|c| if c == '-' { '_' } else { c }).collect()
    }

    /// Returns its width; 1 for a predicate.
    pub(super) fn width(&self) -> u32 {
        self.kind.packing().register_width().into()
    }

    /// All its bits, with `0x`.
    pub(super) fn hex(&self) -> String {
        hex(self.bits, self.width())
    }

    /// Its lanes in decimal, as a statement has them: the highest first.
    fn value(&self) -> String {
        self.lanes_as(concise)
    }

    /// The same with the bits of each NaN, as a card writes those that are not the usual one.
    pub(super) fn longest(&self) -> String {
        if !self.has_value {
            return self.hex();
        }
        self.lanes_as(|bits, format| {
            if format.decode(bits).is_nan() {
                hex(bits, u32::from(format.width()))
            } else {
                concise(bits, format)
            }
        })
    }

    /// Its lanes, each as this text: the highest first.
    fn lanes_as(&self, text: fn(u64, Format) -> String) -> String {
        let (packing, format) = (self.kind.packing(), self.kind.format());
        let lanes = (0..packing.lanes).rev();
        let values: Vec<_> =
            lanes.map(|lane| text(packing.extract(self.bits, lane), format)).collect();
        match values.as_slice() {
            [one] => one.clone(),
            all => ["{", &all.join(", "), "}"].concat(),
        }
    }

    /// Its bits, and in parentheses their values.
    pub(super) fn words(&self) -> String {
        let hex = self.hex();
        if self.has_value { [&hex, " (", &self.value(), ")"].concat() } else { hex }
    }

    /// The values of its bits, or the bits.
    pub(super) fn short(&self) -> String {
        if self.has_value { self.value() } else { self.hex() }
    }

    /// Appends its name and its content, as a comment.
    fn comment(&self, text: &mut String, indent: &str) {
        add(text, &[indent, "// ", self.name, " = ", &self.words(), "\n"]);
    }
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
