//! The comparison of an ordinary instruction.

use ptxfp::catalog::{Context, Instruction};
use ptxfp::eval::{Guarantee, Prepared};
use ptxfp::link::Verdict as Permission;
use ptxfp::observed::Observed;
use ptxfp::syntax::overloads;

use super::record::numbers;
use super::{Compared, Difference, Outcome, Verdict, place};
use crate::context::resolve;

/// An instruction of a record, ready to compare.
struct Subject {
    instruction: Instruction,
    context: Context,
    prepared: Prepared,
    observed: Option<Observed>,
}

/// Compares results; an error is in the record.
pub(super) fn compare(
    spelling: &str,
    operands: &[String],
    results: &str,
    context: &Context,
    limit: usize,
) -> Result<Compared, String> {
    let found = match resolve(spelling, context) {
        Ok((instruction, _)) => instruction,
        Err(rejection) => {
            return Ok(Compared::without(Verdict::Unknown, rejection.message()));
        }
    };
    let all = std::iter::once(found).chain(overloads(&found));
    let mut all = all.filter(|each| each.is_available(context));
    let fits = |each: &Instruction| each.form.sources().len() == operands.len();
    let Some(instruction) = all.find(fits) else {
        return Err(format!("it has {} operands in the record", operands.len()));
    };
    let subject = Subject {
        prepared: Prepared::new(&instruction, context),
        observed: Observed::of(&instruction, context),
        instruction,
        context: *context,
    };
    subject.compare(operands, results, limit)
}

impl Subject {
    fn compare(
        &self,
        operands: &[String],
        results: &str,
        limit: usize,
    ) -> Result<Compared, String> {
        let width = self.prepared.destination().register_width();
        let results = numbers("results", results, width)?;
        let mut columns = Vec::new();
        for (index, (text, operand)) in
            operands.iter().zip(self.instruction.form.sources()).enumerate()
        {
            let width = self.prepared.source(index).register_width();
            let column = numbers(&format!("operand {}", operand.name), text, width)?;
            if column.len() != results.len() {
                let (given, expected) = (column.len(), results.len());
                return Err(format!(
                    "operand {} has {given} values; expected {expected}, one for each result",
                    operand.name
                ));
            }
            columns.push(column);
        }
        let mut compared = Compared::default();
        for (index, found) in results.into_iter().enumerate() {
            let registers: Vec<_> =
                columns.iter().filter_map(|column| column.get(index).copied()).collect();
            compared.add(self.outcome(&registers, found), limit);
        }
        Ok(compared.concluded())
    }

    /// Compares a result.
    fn outcome(&self, registers: &[u64], found: u64) -> Outcome {
        let evaluation = self.prepared.evaluate(registers);
        let is_known = evaluation.lanes().iter().all(|lane| {
            matches!(lane.guarantee, Guarantee::Bits | Guarantee::Reading | Guarantee::AnyNan)
        });
        let observed = self.observed.and_then(|observed| observed.bits(registers));
        let expected = observed.or(is_known.then_some(evaluation.destination));
        let permission = Permission::of(found, &self.prepared, registers, &evaluation);
        let permitted = permission != Permission::Differs;
        match expected {
            Some(expected) if expected == found => Outcome::Agrees,
            None if permitted => Outcome::Within { is_nearest: found == evaluation.destination },
            _ => Outcome::Differs(self.difference(
                registers,
                expected.unwrap_or(evaluation.destination),
                found,
                permitted,
            )),
        }
    }

    fn difference(
        &self,
        registers: &[u64],
        expected: u64,
        found: u64,
        permitted: bool,
    ) -> Difference {
        let sources = (0..)
            .zip(registers)
            .map(|(index, bits)| hex(*bits, self.prepared.source(index).register_width()));
        let sources: Vec<_> = sources.collect();
        let names: Vec<_> =
            std::iter::once("d").chain(sources.iter().map(String::as_str)).collect();
        let width = self.prepared.destination().register_width();
        let instruction = self.instruction;
        let operands = instruction.form.operand_list_of(&names);
        let operands = operands.trim_start_matches("d, ");
        Difference {
            command: format!("ptxfp eval '{instruction} {operands}' {}", place(&self.context)),
            expected: hex(expected, width),
            found: hex(found, width),
            permitted: Some(permitted),
        }
    }
}

/// A number with all digits of a width.
pub(super) fn hex(bits: u64, width: u8) -> String {
    format!("0x{bits:0digits$x}", digits = usize::from(width.div_ceil(4)))
}
