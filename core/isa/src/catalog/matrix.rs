//! The targets that have a form and its modifiers, with the first version.

use alloc::string::String;
use alloc::vec::Vec;

use super::form::Form;
use super::instruction::Instruction;
use super::modifier::Modifier;
use super::requires::{ANY, Requires, first_version, last_version};
use super::target::{IsaVersion, LATEST_ISA, TARGETS};

/// The versions in which a target has something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first one; nothing where it is the first that knows the target.
    pub from: Option<IsaVersion>,
    /// The last one, where it was withdrawn.
    pub until: Option<IsaVersion>,
}

/// The targets that have a form, and those of its modifiers that need more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// The modifiers of each column; the first column is the form without any of these.
    pub columns: Vec<Vec<Modifier>>,
    /// Targets that are alike, and what they have of each column; targets without any are left out.
    pub rows: Vec<(String, Vec<Option<Span>>)>,
}

impl core::fmt::Display for Span {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match (self.from, self.until) {
            (None, None) => f.write_str("yes"),
            (Some(from), None) => write!(f, "from {from}"),
            (None, Some(until)) => write!(f, "to {until}"),
            (Some(from), Some(until)) => write!(f, "{from} to {until}"),
        }
    }
}

impl Form {
    /// Returns the targets that have it according to the ISA, with the first version.
    #[must_use]
    pub fn matrix(&self) -> Matrix {
        self.matrix_of(|_| true)
    }

    /// Like [`Self::matrix`], with columns only for modifiers that `is_wanted` selects.
    fn matrix_of(&self, is_wanted: impl Fn(Modifier) -> bool) -> Matrix {
        let mut needs = alloc::vec![ANY];
        let mut columns = alloc::vec![Vec::new()];
        let choices = self.choices().filter(|choice| choice.requires != ANY);
        for choice in choices.filter(|choice| is_wanted(choice.modifier)) {
            let place = needs.iter().position(|each| *each == choice.requires);
            let place = place.unwrap_or_else(|| {
                needs.push(choice.requires);
                columns.push(Vec::new());
                needs.len() - 1
            });
            if let Some(column) = columns.get_mut(place) {
                column.push(choice.modifier);
            }
        }
        let needs: Vec<_> =
            needs.into_iter().map(|need| alloc::vec![self.requires, need]).collect();
        Matrix { columns, rows: rows(&needs) }
    }
}

impl Instruction {
    /// Returns the targets that have its form according to the ISA, and those of its modifiers that
    /// need more.
    #[must_use]
    pub fn matrix(&self) -> Matrix {
        self.form.matrix_of(|modifier| self.modifiers().any(|each| each == modifier))
    }

    /// Returns the targets that have it according to the ISA, with all its modifiers; targets
    /// without it are left out.
    ///
    /// ```
    /// use ptxfp::catalog::{Context, LATEST_ISA, Target};
    /// use ptxfp::syntax::check;
    ///
    /// let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
    /// let spans = check("min.NaN.f32 d, a, b;", &context).instruction.unwrap().spans();
    /// assert_eq!((spans[0].0.as_str(), &*spans[0].1.to_string()), ("sm_80 to sm_121f", "yes"));
    /// ```
    #[must_use]
    pub fn spans(&self) -> Vec<(String, Span)> {
        let rows = rows(&[self.requires()]).into_iter();
        rows.filter_map(|(targets, cells)| Some((targets, cells.first().copied()??))).collect()
    }
}

/// Returns the columns that each target has, given their requirements, with equal targets together;
/// targets without any are left out.
fn rows(columns: &[Vec<Requires>]) -> Vec<(String, Vec<Option<Span>>)> {
    let mut rows: Vec<(Vec<usize>, Vec<Option<Span>>)> = Vec::new();
    for (index, target) in TARGETS.iter().enumerate() {
        let cell = |requires: &Vec<Requires>| {
            let (first, last) = (first_version(requires, target)?, last_version(requires, target)?);
            Some(Span {
                from: (first != target.since).then_some(first),
                until: (last != LATEST_ISA).then_some(last),
            })
        };
        let cells: Vec<_> = columns.iter().map(cell).collect();
        match rows.iter_mut().find(|row| row.1 == cells) {
            _ if cells.iter().all(Option::is_none) => {}
            Some((targets, _)) => targets.push(index),
            None => rows.push((alloc::vec![index], cells)),
        }
    }
    rows.into_iter().map(|(targets, cells)| (ranges(&targets), cells)).collect()
}

/// Targets by their places in the list, those that follow one another as a range.
fn ranges(places: &[usize]) -> String {
    let name = |place: &usize| TARGETS.get(*place).map_or("", |target| target.name);
    let mut text = String::new();
    for run in places.chunk_by(|a, b| a + 1 == *b) {
        for (index, place) in run.iter().enumerate() {
            let before = match run.len() {
                _ if text.is_empty() => "",
                3.. if index + 1 == run.len() => " to ",
                3.. if index > 0 => continue,
                _ => ", ",
            };
            text.extend([before, name(place)]);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::ToString;

    use super::*;
    use crate::catalog::{Context, Target, forms};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn text(syntax: &str) -> Vec<String> {
        let form = forms().find(|form| form.syntax() == syntax).expect(syntax);
        let cell = |cell: Option<Span>| cell.map_or("no".to_string(), |span| span.to_string());
        let row = |(targets, cells): (String, Vec<Option<Span>>)| {
            let cells: Vec<_> = cells.into_iter().map(cell).collect();
            format!("{targets}: {}", cells.join(" | "))
        };
        form.matrix().rows.into_iter().map(row).collect()
    }

    #[test]
    fn targets_that_are_alike_share_a_row() {
        let add = text("add{.rnd}{.ftz}{.sat}.f32  d, a, b;");
        assert_eq!(add.last().unwrap(), "sm_20 to sm_121f: yes | yes | yes");
    }

    #[test]
    fn an_instruction_needs_what_its_form_and_its_modifiers_need() {
        let context = Context { isa: LATEST_ISA, target: Target::parse("sm_121a").unwrap() };
        let matrix = |text: &str| {
            let instruction = crate::syntax::check(text, &context).instruction.unwrap();
            (instruction.matrix(), instruction.spans())
        };
        let (plain, spans) = matrix("add.f32");
        assert_eq!(plain.columns, [Vec::<Modifier>::new()]);
        assert_eq!(spans[0].0, "sm_10 to sm_121f");
        let (directed, spans) = matrix("add.rm.f32");
        assert_eq!(directed.columns, [alloc::vec![], alloc::vec![Modifier::Rm]]);
        assert_eq!((directed.rows.len(), spans.len(), &*spans[0].0), (2, 1, "sm_20 to sm_121f"));
        for instruction in forms().flat_map(crate::catalog::instructions_of) {
            let spans = instruction.spans();
            let met = |target| Context { isa: LATEST_ISA, target };
            let requires = instruction.requires();
            let is_met = |target| requires.iter().all(|each| each.is_met(&met(target)));
            let has_latest = spans.iter().any(|(_, span)| span.until.is_none());
            assert_eq!(has_latest, TARGETS.iter().any(is_met), "{instruction}");
        }
    }

    #[test]
    fn every_form_has_a_target_and_a_requirement_has_its_cell() {
        for form in forms() {
            let matrix = form.matrix();
            assert!(!matrix.rows.is_empty(), "{}", form.syntax());
            assert!(matrix.rows.iter().all(|(_, cells)| cells.len() == matrix.columns.len()));
            let newest = TARGETS
                .iter()
                .any(|target| form.requires.is_met(&Context { isa: LATEST_ISA, target }));
            let is_had = matrix
                .rows
                .iter()
                .any(|(_, cells)| cells[0].is_some_and(|span| span.until.is_none()));
            assert_eq!(is_had, newest, "{}", form.syntax());
        }
    }
}
