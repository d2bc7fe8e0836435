//! What else a link compares its instruction with.

use alloc::format;
use core::fmt;

use super::parse::Reader;
use super::part::{Pair, recased};
use super::{DEFAULT_ISA, WITH};
use crate::catalog::{Context, Instruction, IsaVersion, Target};
use crate::quote::quoted;
use crate::syntax::{check, namesakes};

/// An instruction beside that of the link, for the same operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// The instruction: as many sources as that of the link, of the same widths.
    pub instruction: Instruction,
    /// Where it runs.
    pub context: Context,
}

impl Compared {
    /// Whether an instruction takes the operands of another one.
    #[must_use]
    pub fn is_fit(one: &Instruction, other: &Instruction) -> bool {
        let widths = |each: &Instruction| {
            let each = *each;
            let sources = each.form.sources().iter();
            sources.map(move |source| each.operand_type(source).packing().register_width())
        };
        widths(one).eq(widths(other))
    }
}

impl fmt::Display for Compared {
    /// Writes the value of the pair.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.instruction, self.context.target.name)?;
        match self.context.isa {
            DEFAULT_ISA => Ok(()),
            isa => write!(f, "@{isa}"),
        }
    }
}

impl Reader {
    /// Reads `SPELLING@TARGET[@VERSION]`; what is wrong is told, and left out.
    pub(super) fn compared(&mut self, pair: &Pair<'_>, main: &Instruction) -> Option<Compared> {
        let part = pair.value;
        let mut pieces = part.text.splitn(3, '@');
        let spelling = recased(pieces.next().unwrap_or_default());
        let target = pieces.next().unwrap_or_default().to_ascii_lowercase();
        let version = pieces.next();
        let found = Target::parse(&target).ok_or(&*target).and_then(|target| {
            let isa = version.map_or(Some(DEFAULT_ISA), IsaVersion::parse);
            Ok(Context { isa: isa.ok_or(version.unwrap_or_default())?, target })
        });
        let context = match found {
            Ok(context) => context,
            Err(wrong) => {
                let message = format!(
                    "{} is not a target or version; a value of `{WITH}` is such as `{main}@sm_90@8.6`",
                    quoted(wrong)
                );
                self.report(part.span(), message);
                return None;
            }
        };
        let resolution = check(&spelling, &context);
        let Some(instruction) = resolution.instruction else {
            let message = resolution.diagnostics.into_iter().next().map(|first| first.message);
            let message = message.unwrap_or_else(|| "there is no instruction".into());
            let mark = if message.ends_with('?') { "" } else { ";" };
            self.report(part.span(), format!("{message}{mark} it is left out"));
            return None;
        };
        let all = core::iter::once(instruction).chain(namesakes(&instruction));
        let mut legal = all.filter(|each| each.is_available(&context));
        let Some(instruction) = legal.find(|each| Compared::is_fit(each, main)) else {
            let message =
                format!("{spelling} does not take the operands of {main}; it is left out");
            self.report(part.span(), message);
            return None;
        };
        Some(Compared { instruction, context })
    }
}
