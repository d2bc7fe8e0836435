//! Links: the state of the playground as the fragment of a web address.
//!
//! ```text
//! fragment = "v1/" spelling "@" target ["?" pair *("&" pair)]
//! spelling = opcode and modifiers, in the order of the syntax line
//! target   = the name of a target
//! pair     = operand "=" register     one for each source operand, in the order of the syntax line
//!          | "d=" register            the recorded result
//!          | "isa=" version           the PTX ISA version, unless it is 9.1
//!          | "with=" other            an instruction to compare with; there may be several
//!          | "sweep=" sweep           the operands of a sweep, and the results shown
//!          | "asked=" code            the question that was read as this, as a statement is encoded
//!          | "view=" text             the view of the page; kept as it is
//! register = "0x" and every hexadecimal digit of the register
//! other    = spelling "@" target ["@" version] [":" register *("," register)]
//! sweep    = operand [":" lane] ["," operand] ["," domain]
//!            ["," ("errors" | "observed" | "inexact")]
//! ```
//!
//! A statement that is not legal for the target and the version is kept, with its operands and its
//! reasons: see [`Rejected`].
//!
//! ```text
//! fragment = "v1/" spelling "@" target ["?" value *("&" value)]
//!          | "v1/statement@" target "?code=" code *("&" pair)
//! value    = operand "=" register     if the instruction is legal elsewhere
//!          | ("a" | "b" | "c" | "e" | ...) "=" element *("," element)
//!          | "d=rejected"             it is recorded that the statement is rejected
//!          | "isa=" version | "view=" text
//! code     = any statement, as in a link to a sequence
//! ```
//!
//! A link is plain text of `A-Z a-z 0-9 - . _ ~ @ / ? = & , :`, which survives unchanged in
//! addresses, chats and Markdown.
//! A state prints as one canonical link, and that link reads as the same state: pairs in the order
//! above, defaults left out, lower case except for `.NaN`, registers with all their digits.
//!
//! Reading never fails and hides nothing: [`parse`] returns the state nearest to the link, of the
//! same statement, and a [`Problem`] for each error.
//! It also reads, without a problem, the forms that people and programs turn links into:
//!
//! - a whole address, with the link as its fragment or its query; a fragment with the `#`, `?` or
//!   `/` before it; text fragments that browsers add after `:~:`;
//! - percent-encoding, also repeated, and `&amp;` for `&`;
//! - punctuation that the text around the link left at either end;
//! - any letter case; modifiers in another order, and pairs in any order;
//! - as a register, bits without their leading zeros, or for one datum any operand text that
//!   [`text`](crate::text) reads, such as `0f3f800000`, `-1.5` or `1/3`;
//! - for a register of several lanes, one such text per lane, lane 0 first, as in `1.5,-0`; or in
//!   braces, as in a statement, the highest first, as in `{-0,1.5}`; or one text for all lanes.
//!
//! # Versions
//!
//! Version 1 remains readable permanently: a link without a problem today keeps its meaning in every
//! later release, and a name that has to change stays as an alias.
//! A later version would get its own grammar and its own way to a [`State`], so that an old link is
//! loaded and printed as a new one.
//! Until then a link of another version is read as version 1, and that is reported as a problem.

mod as_sequence;
mod canonical;
pub(crate) mod checked;
mod code;
mod companion;
mod compare;
#[cfg(test)]
mod compare_tests;
mod decode;
mod example;
mod packed;
mod parse;
mod parse_rejected;
mod part;
mod reason;
mod rejected;
mod sequence;
mod sequence_record;
#[cfg(test)]
mod sequence_tests;
mod start;
mod sweep;
#[cfg(test)]
mod sweep_tests;
mod tensor;
#[cfg(test)]
mod tests;
mod unfused;

pub use as_sequence::sequence_of;
pub use canonical::parse_canonical;
pub use companion::CompanionState;
pub use compare::Compared;
pub use decode::decode;
pub use packed::{MAX_READABLE, MAX_SHARED, Packed, packed, to_pack};
pub use parse::{parse, parse_lightly};
pub use reason::{reason, reason_of_strays};
pub use rejected::Rejected;
pub use sequence::{Other, ParsedSequence, SequenceState, parse_sequence, sequence_of_text};
pub use sequence_record::ChangedOutput;
pub use start::Start;
pub use sweep::Shown;
pub use tensor::{ParsedTensor, TensorState, parse_tensor};
pub use unfused::{Unfused, unfused};

pub use crate::verdict::Verdict;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::bits::mask;
use crate::catalog::{
    Context, FIRST, FIRST_EXAMPLE, Instruction, IsaVersion, MAX_SLOTS, Operand, TARGETS, Target,
    isa, spelled,
};
use crate::explore::domain::Domain;
use crate::explore::sweep::OperandLane;
use crate::format::Packing;
use crate::order::sort_by_key;

/// The longest link that is read, in bytes.
pub const MAX_LENGTH: usize = 64 * 1024;

/// The contents of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The instruction, legal in the context, though perhaps undocumented.
    pub instruction: Instruction,
    /// The context.
    pub context: Context,
    /// The register of each source operand, in the order of the syntax line.
    pub registers: Vec<u64>,
    /// The destination register that was recorded when the link was made.
    pub recorded: Option<u64>,
    /// The comparisons of the instruction, in order.
    pub compared: Vec<Compared>,
    /// The sweep, as [`Sweep::text`] writes it. Few programs need it, and reading it takes more code
    /// than the rest of a link, so it is text.
    pub sweep: Option<String>,
    /// The question in other words that was read as this state, which the page shows in its place.
    pub asked: Option<String>,
    /// The view that the page shows, in characters of a link other than `?`, `&` and `=`; without
    /// `:~:`, and with none of `.`, `,` and `:` at its end.
    pub view: Option<String>,
}

/// The operands of an instruction that are swept over, and the results that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sweep {
    /// The operand that varies; in a map of two, the one that varies down.
    pub place: OperandLane,
    /// The operand that varies across a map.
    pub across: Option<usize>,
    /// The values that are evaluated; by default all, or some that are evenly spread.
    pub domain: Option<Domain>,
    /// The results that are shown.
    pub shown: Shown,
}

/// A mistake in a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The bytes of the link that are wrong; empty at a place where something is missing.
    pub span: Range<usize>,
    /// The error and how to fix it: lower case, no full stop.
    pub message: String,
}

/// The largest number of problems of each kind that are reported: nobody reads more, and there may
/// be tens of thousands.
const MAX_PROBLEMS: usize = 128;

impl Problem {
    /// Adds one to a list, unless that is full.
    fn report(list: &mut Vec<Self>, span: Range<usize>, message: impl FnOnce() -> String) {
        if list.len() < MAX_PROBLEMS {
            list.push(Self { span, message: message() });
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// The subject of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Linked {
    /// An instruction with operands, legal in its context, though perhaps undocumented.
    Legal(State),
    /// A statement that is not legal in its context. No other instruction is read in its place.
    Rejected(Rejected),
}

impl Linked {
    /// Returns the state of an instruction that is legal.
    #[must_use]
    pub fn legal(self) -> Option<State> {
        match self {
            Self::Legal(state) => Some(state),
            Self::Rejected(_) => None,
        }
    }

    /// The canonical link, without a `#` before it.
    #[must_use]
    pub fn to_fragment(&self) -> String {
        match self {
            Self::Legal(state) => state.to_fragment(),
            Self::Rejected(rejected) => rejected.to_fragment(),
        }
    }
}

/// The outcome of reading a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The instruction with its operands, or a rejected statement. It is the nearest to the link if
    /// there are problems.
    ///
    /// It has a recorded result only if there are none: the record belongs to what the link says, not
    /// to a replacement.
    pub linked: Linked,
    /// The problems, in the order of the link; not all of them where there are very many.
    pub problems: Vec<Problem>,
    /// The reasons why the statement is rejected, each with fixes; empty for a legal one.
    pub reasons: Vec<Problem>,
}

impl Parsed {
    /// Returns the state of a legal instruction, if the link has one and no problem.
    ///
    /// # Errors
    ///
    /// The problems, and the reasons why the statement is rejected; at least one.
    pub fn sound(self) -> Result<State, Vec<Problem>> {
        let Self { linked, mut problems, mut reasons } = self;
        match linked {
            Linked::Legal(state) if problems.is_empty() => Ok(state),
            Linked::Legal(_) | Linked::Rejected(_) => {
                problems.append(&mut reasons);
                sort_by_key(&mut problems, |problem| problem.span.start);
                Err(problems)
            }
        }
    }
}

impl Default for State {
    /// The first example of the catalog, which the page opens with.
    fn default() -> Self {
        let (spelling, registers, isa, target) = FIRST_EXAMPLE;
        let context = Context { isa, target: Target::parse(target).unwrap_or(&TARGETS[0]) };
        let instruction = spelled(spelling).into_iter().next();
        debug_assert!(instruction.is_some(), "the first example is legal");
        let instruction =
            instruction.unwrap_or(Instruction { form: FIRST, filled: [None; MAX_SLOTS] });
        let registers = registers.to_vec();
        Self::new(instruction, context, registers)
    }
}

impl State {
    /// An instruction with operands, and nothing else.
    #[must_use]
    pub const fn new(instruction: Instruction, context: Context, registers: Vec<u64>) -> Self {
        Self {
            instruction,
            context,
            registers,
            recorded: None,
            compared: Vec::new(),
            sweep: None,
            asked: None,
            view: None,
        }
    }

    /// The canonical link, without a `#` before it.
    ///
    /// ```
    /// use ptxfp::link::{State, parse};
    ///
    /// let text = "v1/fma.rn.ftz.f32@sm_90?a=0x3f800001&b=0x40490fdb&c=0x80000001";
    /// let parsed = parse(text);
    /// assert_eq!(parsed.problems, []);
    /// assert_eq!(parsed.linked.to_fragment(), text);
    /// ```
    #[must_use]
    pub fn to_fragment(&self) -> String {
        alloc::format!("{self}")
    }

    /// Returns the layout of the lanes of an operand's register.
    fn packing(&self, operand: &Operand) -> Packing {
        self.instruction.operand_type(operand).packing()
    }
}

impl fmt::Display for State {
    /// Writes the canonical link.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v1/{}@{}", self.instruction, self.context.target.name)?;
        let mut separators = core::iter::once('?').chain(core::iter::repeat('&'));
        let mut separator = || separators.next().unwrap_or('&');
        let form = self.instruction.form;
        for (index, operand) in form.sources().iter().enumerate() {
            let bits = self.registers.get(index).copied().unwrap_or(0);
            write!(f, "{}{}=", separator(), operand.name)?;
            write_register(f, bits, self.packing(operand))?;
        }
        if let (Some(bits), Some(operand)) = (self.recorded, form.operands.first()) {
            write!(f, "{}{RECORDED}=", separator())?;
            write_register(f, bits, self.packing(operand))?;
        }
        if self.context.isa != DEFAULT_ISA {
            write!(f, "{}{ISA}={}", separator(), self.context.isa)?;
        }
        for compared in &self.compared {
            write!(f, "{}{WITH}={compared}", separator())?;
        }
        if let Some(sweep) = &self.sweep {
            write!(f, "{}{SWEEP}={sweep}", separator())?;
        }
        if let Some(asked) = &self.asked {
            write!(f, "{}{ASKED}={}", separator(), code::encode_text(asked))?;
        }
        match &self.view {
            Some(view) => write!(f, "{}{VIEW}={view}", separator()),
            None => Ok(()),
        }
    }
}

/// The keys of a state besides its operands.
const KEYS: [&str; 6] = [RECORDED, ISA, WITH, SWEEP, ASKED, VIEW];
/// The key of statements as text.
const CODE: &str = "code";
/// The key of the recorded result.
const RECORDED: &str = "d";
/// The key of the PTX ISA version.
const ISA: &str = "isa";
/// The version that a `v1` link without `isa=` means permanently: links outlive newer versions.
const DEFAULT_ISA: IsaVersion = isa(9, 1);
/// The key of an instruction to compare with.
const WITH: &str = "with";
/// The key of a sweep.
const SWEEP: &str = "sweep";
/// The key of a question.
const ASKED: &str = "asked";
/// The key of the view.
const VIEW: &str = "view";

fn write_register(f: &mut impl fmt::Write, bits: u64, packing: Packing) -> fmt::Result {
    let width = packing.register_width();
    let n_digits = usize::from(width.div_ceil(4));
    write!(f, "0x{:0n_digits$x}", bits & mask(u32::from(width)))
}
