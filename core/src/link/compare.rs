//! The comparisons of a link.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;

use super::parse::Reader;
use super::part::{Pair, Part, recased};
use super::{DEFAULT_ISA, WITH, write_register};
use crate::catalog::{Context, Instruction, IsaVersion, Target};
use crate::syntax::register;
use crate::syntax::{check, overloads};
use crate::text::quote::quoted;

/// An instruction beside that of the link, for the same operands or for some of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// The instruction: as many sources as that of the link, of the same widths.
    pub instruction: Instruction,
    /// The context.
    pub context: Context,
    /// The registers of its own operands, if it has some.
    pub registers: Option<Vec<u64>>,
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
        if self.context.isa != DEFAULT_ISA {
            write!(f, "@{}", self.context.isa)?;
        }
        let registers = self.registers.iter().flatten();
        let mut separator = ":";
        for (operand, bits) in self.instruction.form.sources().iter().zip(registers) {
            f.write_str(separator)?;
            write_register(f, *bits, self.instruction.operand_type(operand).packing())?;
            separator = ",";
        }
        Ok(())
    }
}

impl Reader {
    /// Reads `SPELLING@TARGET[@VERSION][:REGISTER,…]`; wrong parts are reported, and left out.
    pub(super) fn compared(&mut self, pair: &Pair<'_>, main: &Instruction) -> Option<Compared> {
        // Neither a target nor a version has a colon.
        let colon = pair.value.text.find('@').and_then(|place| {
            let behind = pair.value.text.get(place..)?.find(':')?;
            Some(place + behind)
        });
        let (part, own) = match colon {
            Some(place) => {
                let (part, own) = pair.value.cut(place, 1);
                (part, Some(own))
            }
            None => (pair.value, None),
        };
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
                    "{} is not a target or version; `{WITH}` is written like `{main}@sm_90@8.6`",
                    quoted(wrong)
                );
                self.report(part.span(), message);
                return None;
            }
        };
        let resolution = check(&spelling, &context);
        let Some(instruction) = resolution.instruction else {
            let message = resolution.diagnostics.into_iter().next().map(|first| first.message);
            let message = message.unwrap_or_else(|| "missing instruction".into());
            let mark = if message.ends_with('?') { "" } else { ";" };
            self.report(part.span(), format!("{message}{mark} it is left out"));
            return None;
        };
        let all = core::iter::once(instruction).chain(overloads(&instruction));
        let mut legal = all.filter(|each| each.is_available(&context));
        let Some(instruction) = legal.find(|each| Compared::is_fit(each, main)) else {
            let message =
                format!("{spelling} does not take the operands of {main}; it is left out");
            self.report(part.span(), message);
            return None;
        };
        let registers = match own {
            Some(own) => Some(self.own_registers(own, &instruction)?),
            None => None,
        };
        Some(Compared { instruction, context, registers })
    }

    /// Reads the operands of an instruction, with commas between them.
    fn own_registers(&mut self, part: Part<'_>, instruction: &Instruction) -> Option<Vec<u64>> {
        let sources = instruction.form.sources();
        let mut registers = Vec::new();
        let mut rest = Some(part);
        while let Some(part) = rest {
            let (text, behind) = part.split(',').map_or((part, None), |(a, b)| (a, Some(b)));
            rest = behind;
            let operand = sources.get(registers.len()).or(sources.last())?;
            match register(text.text, instruction.operand_type(operand)) {
                Ok(entry) => registers.push(entry.bits),
                Err(error) => {
                    let message =
                        format!("an operand cannot be read: {}; it is left out", error.message);
                    let span = text.start + error.span.start..text.start + error.span.end;
                    self.report(span, message);
                    return None;
                }
            }
        }
        if registers.len() != sources.len() {
            let (count, given) = (sources.len(), registers.len());
            let message =
                format!("expected {count} values for {instruction}, found {given}; it is left out");
            self.report(part.span(), message);
            return None;
        }
        Some(registers)
    }
}
