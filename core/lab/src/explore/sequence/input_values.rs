//! The values of inputs, from names and texts.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{
    Action, Missing, NoRun, Register, Sequence, Statement, inputs_in_text, line_and_column,
};
use crate::syntax::{self, Diagnostic, is_word};
use crate::text::quote::quoted;

/// A diagnostic of a program with its line and column, and its first fix.
///
/// ```
/// use ptxfp::catalog::{Context, LATEST_ISA, Target};
/// use ptxfp::explore::sequence::{Sequence, located};
///
/// let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
/// let text = "neg.f32 b, a;\nadd.f33 d, a, b;";
/// let sequence = Sequence::new(text, &context);
/// let all: Vec<_> = sequence.diagnostics().iter().map(|each| located(text, each)).collect();
/// assert_eq!(all, ["2:4: `.f33` is not a modifier of `add`; did you mean `.f32`?; try add.f32"]);
/// ```
#[must_use]
pub fn located(text: &str, diagnostic: &Diagnostic) -> String {
    let (line, column) = line_and_column(text, diagnostic.span.start);
    let fix = diagnostic.fixes.first().map_or(String::new(), |fix| format!("; {fix}"));
    format!("{line}:{column}: {diagnostic}{fix}")
}

/// The name of a register without the sign before it.
fn bare(name: &str) -> &str {
    name.trim_start_matches('%')
}

impl Sequence {
    /// The register of each input that the text [gives a value](inputs_in_text).
    ///
    /// # Errors
    ///
    /// A value that is none of the input's type; the message names the input.
    pub fn values_in_text(&self, text: &str) -> Result<Vec<Option<u64>>, String> {
        let stated = inputs_in_text(text);
        let value = |register: &Register| {
            let (_, value) = stated.iter().rev().find(|(name, _)| *name == register.name)?;
            Some(syntax::input(value, register.kind).map_err(|error| {
                format!("input {}, in a comment: {}", register.name, error.message)
            }))
        };
        self.input_registers().map(|register| value(register).transpose()).collect()
    }

    /// The register of each input that is given a value, from pairs of a name and a text as
    /// [`syntax::input`] reads it. The `%` before a name may be left out. `text` is that of the
    /// program, for messages.
    ///
    /// # Errors
    ///
    /// A name that is no input, with the reason; one that is given twice; and a value that is none
    /// of its type.
    ///
    /// ```
    /// use ptxfp::catalog::{Context, LATEST_ISA, Target};
    /// use ptxfp::explore::sequence::Sequence;
    ///
    /// let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
    /// let text = "add.f32 %f3, %f1, %f2;";
    /// let sequence = Sequence::new(text, &context);
    /// let given = |name, value| sequence.values_by_name(text, &[(name, value)]);
    /// assert_eq!(given("f2", "1.5"), Ok(vec![None, Some(0x3fc0_0000)]));
    /// assert_eq!(given("f3", "1"), Err("`f3` is not an input; the inputs are %f1, %f2".into()));
    /// ```
    pub fn values_by_name(
        &self,
        text: &str,
        given: &[(&str, &str)],
    ) -> Result<Vec<Option<u64>>, String> {
        let mut values: Vec<Option<u64>> = self.input_registers().map(|_| None).collect();
        for (name, value) in given {
            let name = name.trim();
            let place = |is_it: &dyn Fn(&str) -> bool| {
                self.input_registers().position(|register| is_it(&register.name))
            };
            let place =
                place(&|other| other == name).or_else(|| place(&|other| bare(other) == bare(name)));
            let found = place.and_then(|place| {
                Some((values.get_mut(place)?, self.input_registers().nth(place)?))
            });
            let Some((own, register)) = found else { return Err(self.no_input(text, name)) };
            let bits = syntax::input(value.trim(), register.kind)
                .map_err(|error| format!("input {}: {}", register.name, error.message))?;
            if own.replace(bits).is_some() {
                return Err(format!("input {} is set twice", register.name));
            }
        }
        Ok(values)
    }

    /// The register of each input: the value in `given`, as [`Self::values_by_name`] reads it, or else the
    /// one in `before`, or the one that [follows](Self::derive_values) from those.
    ///
    /// # Errors
    ///
    /// Those of [`Self::values_by_name`], and an input without a value.
    pub fn start(
        &self,
        text: &str,
        before: Vec<Option<u64>>,
        given: &[(&str, &str)],
    ) -> Result<Vec<u64>, NoRun> {
        let given = self.values_by_name(text, given)?.into_iter();
        let before = before.into_iter().chain(core::iter::repeat(None));
        let mut values: Vec<_> = given.zip(before).map(|(given, own)| given.or(own)).collect();
        self.derive_values(&mut values);
        let inputs = self.input_registers().zip(&values);
        let missing: Vec<_> = inputs.filter(|(_, bits)| bits.is_none()).map(|it| it.0).collect();
        match Missing::of(&missing) {
            Some(missing) => Err(NoRun::Missing(missing)),
            None => Ok(values.into_iter().flatten().collect()),
        }
    }

    /// Says why a name is not an input.
    fn no_input(&self, text: &str, name: &str) -> String {
        let shown = quoted(name);
        let names: Vec<_> = self.input_registers().map(|it| it.name.as_str()).collect();
        let is_part = |c| c == '.' || c != '%' && is_word(c);
        let names_it =
            |each: &&Statement| each.text.split(|c| !is_part(c)).any(|word| word == bare(name));
        let is_unknown = |each: &&Statement| matches!(each.action, Action::Unknown(_));
        let own = self.statements().iter().filter(is_unknown).find(names_it);
        let any = self.statements().iter().find(is_unknown).filter(|_| names.is_empty());
        let cause = own.or(any).map(|each| {
            if let Some(problem) = each.diagnostics.first() {
                return located(text, problem);
            }
            // Whether it runs is not known.
            let (line, _) = line_and_column(text, each.span.start);
            format!("line {line} is behind a jump: {}", each.text)
        });
        let reads = if own.is_some() {
            "only statements that are not evaluated read it"
        } else {
            "there are none"
        };
        match (cause, names.as_slice()) {
            (Some(cause), _) => format!("{shown} is not an input: {reads} ({cause})"),
            (None, []) => format!(
                "{shown} is not an input: there are none, since every register is written before it is read"
            ),
            (None, names) => {
                format!("{shown} is not an input; the inputs are {}", names.join(", "))
            }
        }
    }
}
