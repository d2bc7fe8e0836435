//! Values that are given for a kernel: which are right, and which are missing.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::split::Kind;
use super::super::{Missing, NoRun, line_and_column, special, text};
use super::given::{self, Given, Kinds};
use super::layout::Layout;
use super::{Kernel, Settings};
use crate::syntax;
use crate::text::quote::quoted;

/// A text with the function that runs, for messages.
pub(super) struct Text<'t> {
    pub(super) layout: &'t Layout<'t>,
    pub(super) function: usize,
}

impl Text<'_> {
    /// Whether a name is that of an input which this run may not need: a parameter or a special register.
    fn may_have(&self, name: &str) -> bool {
        let function = self.layout.functions.get(self.function);
        let mut formals = function.into_iter().flat_map(|it| &it.parameters);
        let base = name.split('+').next().unwrap_or_default();
        special::kind(name).is_some() || formals.any(|formal| given::is_meant(base, &formal.name))
    }

    /// The place and the text of a statement that reads a name.
    fn reader(&self, name: &str) -> Option<(usize, String)> {
        let function = self.layout.functions.get(self.function)?;
        let is_part = |c: char| c == '.' || c != '%' && syntax::is_word(c);
        let name = given::bare(name);
        let piece = function.pieces.clone().find(|piece| {
            let is_statement =
                self.layout.pieces.get(*piece).is_some_and(|it| it.kind == Kind::Statement);
            let mut words = self.layout.own(*piece).split(|c| !is_part(c));
            is_statement && words.any(|word| word == name)
        })?;
        let start = self.layout.pieces.get(piece)?.span.start;
        Some((start, text::line(self.layout.own(piece))))
    }
}

impl Kernel {
    /// The types of the inputs.
    pub(super) fn kinds(&self) -> Kinds {
        let registers = self.sequence.registers.iter();
        let inputs = registers.filter(|it| it.writer.is_none() && it.is_typed);
        inputs.map(|it| (it.name.clone(), it.kind)).collect()
    }

    /// Whether the texts of all values were read for the types that their registers have.
    pub(super) fn is_read_right(&self, given: &Given<'_>) -> bool {
        given.errors.is_empty()
            && given.texts.iter().all(|(index, text, bits)| {
                let kind = self.sequence.register(*index).map(|register| register.kind);
                kind.is_none_or(|kind| given::read(text, kind).as_ref() == Ok(bits))
            })
    }

    /// Reports what is wrong with values.
    pub(super) fn check(
        &mut self,
        given: &Given<'_>,
        settings: &Settings,
        n_in_text: usize,
        text: &Text<'_>,
    ) -> Result<(), NoRun> {
        if let Some(error) = given.errors.first() {
            return Err(error.clone().into());
        }
        let all = settings.values.get(n_in_text..).unwrap_or_default();
        let set = if settings.may_leave { &[] } else { all };
        let names = set.iter().map(|(name, _)| given::bare(name));
        for (place, name) in names.clone().enumerate() {
            if names.clone().skip(place + 1).any(|other| other == name) {
                return Err(format!("input {name} is set twice").into());
            }
        }
        for ((name, _), is_taken) in set.iter().zip(given.taken.iter().skip(n_in_text)) {
            if !is_taken && !text.may_have(name) {
                return Err(self.no_input(name, text).into());
            }
        }
        let missing = self.missing.iter().filter_map(|index| self.sequence.register(*index));
        if let Some(missing) = Missing::of(&missing.collect::<Vec<_>>()) {
            return Err(NoRun::Missing(missing));
        }
        self.note_loads_left(given, settings);
        Ok(())
    }

    /// Remarks that not all values of loads were taken: jumps may have left out the others.
    fn note_loads_left(&mut self, given: &Given<'_>, settings: &Settings) {
        let (n_given, n_taken) = (settings.loads.len(), given.n_loads);
        if n_given > n_taken && !settings.may_leave {
            self.notes.push(format!(
                "{n_given} values of loads are given, and {n_taken} elements are loaded: the other values \
                 are not used"
            ));
        }
    }

    /// Says that a name is no input.
    fn no_input(&self, name: &str, text: &Text<'_>) -> String {
        let registers = self.sequence.registers.iter();
        let inputs = registers.filter(|it| it.writer.is_none());
        let mut names: Vec<&str> = Vec::new();
        inputs.for_each(|it| crate::order::push_new(&mut names, it.name.as_str()));
        let shown = quoted(name);
        let runs = |place: usize| self.sequence.statements.iter().any(|it| it.span.start == place);
        let reader = text.reader(name).filter(|(place, _)| !runs(*place));
        match (reader, names.as_slice()) {
            (Some((place, statement)), _) => format!(
                "{shown} is not an input: only statements that are not evaluated read it (line {} is \
                 behind a jump: {statement})",
                line_and_column(&self.text, place).0
            ),
            (None, []) => format!("{shown} is not an input: there are none"),
            (None, names) => {
                format!("{shown} is not an input; the inputs are {}", names.join(", "))
            }
        }
    }
}
