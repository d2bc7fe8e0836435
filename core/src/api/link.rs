//! Links to evaluations.

use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

use super::diagnostics::write_place;
use super::evaluation::Evaluation;
use super::instruction::Instruction;
use crate::catalog::Context;
use crate::link::{self, Linked, Problem, Rejected, State, Verdict};
use crate::text::quote::one_line;

/// A link to an evaluation, as the page, its embeds and documents use it: an instruction, its
/// operands, perhaps the result that was recorded. [`link`](crate::link) has the grammar.
///
/// ```
/// use ptxfp::{Link, Verdict};
///
/// let link: Link = "#v1/add.f32@sm_90?a=1.5&b=2&d=0x40600000".parse()?;
/// assert_eq!(link.verdict(), Some(Verdict::Reproduced));
/// assert_eq!(link.evaluate().lanes().next().unwrap().text(), "3.5");
/// assert_eq!(link.to_string(), "v1/add.f32@sm_90?a=0x3fc00000&b=0x40000000&d=0x40600000");
/// # Ok::<(), ptxfp::LinkError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    state: State,
}

impl Evaluation {
    /// Returns the link to it, with its result recorded.
    #[must_use]
    pub fn link(&self) -> Link {
        let instruction = self.instruction();
        let registers = self.registers().to_vec();
        let state = State::new(*instruction.row(), *instruction.context(), registers);
        Link { state: State { recorded: Some(self.bits()), ..state } }
    }
}

impl Link {
    /// Returns the instruction.
    #[must_use]
    pub fn instruction(&self) -> Instruction {
        let State { instruction, context, .. } = &self.state;
        Instruction::of(*instruction, *context)
    }

    /// Returns the result now.
    #[must_use]
    pub fn evaluate(&self) -> Evaluation {
        Evaluation::new(self.instruction(), &self.state.registers)
    }

    /// Returns the destination register that was recorded, if one was.
    #[must_use]
    pub fn recorded(&self) -> Option<u64> {
        self.state.recorded
    }

    /// Compares the recorded result with the present one, if one was recorded.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.recorded().map(|bits| self.evaluate().verdict(bits))
    }

    /// Returns the same link without the recorded result.
    #[must_use]
    pub fn without_record(mut self) -> Self {
        self.state.recorded = None;
        self
    }

    /// Returns everything that the link holds, including what else the page shows.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }
}

impl FromStr for Link {
    type Err = LinkError;

    /// Reads a link as tolerantly as [`link::parse`], or returns all its errors. A link to a
    /// statement that is not legal is an error too, and says which statement that is.
    fn from_str(text: &str) -> Result<Self, LinkError> {
        let parsed = link::parse(text);
        let rejected = match &parsed.linked {
            Linked::Rejected(rejected) => Some(rejected.clone()),
            Linked::Legal(_) => None,
        };
        match parsed.sound() {
            Ok(state) => Ok(Self { state }),
            Err(problems) => Err(LinkError { text: text.into(), problems, rejected }),
        }
    }
}

impl fmt::Display for Link {
    /// Writes the canonical link, without a `#` before it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.state.fmt(f)
    }
}

/// The error for a link that cannot be read: at least one [`Problem`], in the order of the link.
///
/// ```
/// use ptxfp::Link;
///
/// let wrong = "v1/add.f32@sm_90?a=1&b=0x1g".parse::<Link>().unwrap_err();
/// assert_eq!(wrong.problems()[0].span, 26..27);
///
/// let illegal = "v1/fma.rn.ftz.bf16@sm_90?a=1&b=2&c=3".parse::<Link>().unwrap_err();
/// assert_eq!(illegal.rejected().unwrap().statement(), "fma.rn.ftz.bf16 1, 2, 3");
/// assert!(illegal.to_string().starts_with("\
/// `fma.rn.ftz.bf16 1, 2, 3` on sm_90, PTX ISA 9.1:
/// rejected: `fma` takes `.ftz` only with `.f32`"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkError {
    text: String,
    problems: Vec<Problem>,
    rejected: Option<Rejected>,
}

impl LinkError {
    /// Returns the errors, and the reasons why its statement is rejected; not all of them if there
    /// are very many.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Returns the statement of the link, if that is not legal where the link says.
    #[must_use]
    pub fn rejected(&self) -> Option<&Rejected> {
        self.rejected.as_ref()
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(rejected) = &self.rejected {
            let Context { isa, target } = rejected.context;
            let statement = one_line(rejected.statement().into());
            writeln!(f, "`{statement}` on {}, PTX ISA {isa}:", target.name)?;
        }
        for (index, problem) in self.problems.iter().enumerate() {
            write!(f, "{}{problem}", if index == 0 { "" } else { "\n" })?;
            write_place(f, &self.text, &problem.span)?;
        }
        Ok(())
    }
}

impl Error for LinkError {}
