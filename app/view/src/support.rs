//! The generations of GPUs and versions of PTX that have something: a matrix for the playground and the
//! reference.

use ptxfp::catalog::{ANY, Form, Instruction, Requires, Support, forms_of, support};

/// A matrix of forms and generations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SupportView {
    /// A line about the rows.
    pub caption: String,
    /// The generations, each with the range of its targets.
    pub generations: Vec<(&'static str, String)>,
    /// The rows.
    pub rows: Vec<SupportRowView>,
}

/// Which generations have something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SupportRowView {
    /// The lines of code that it is.
    pub names: Vec<String>,
    /// A remark on them; may be empty.
    pub note: &'static str,
    /// A cell for each generation.
    pub cells: Vec<CellView>,
}

/// The part of something that a generation has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellView {
    /// The generation.
    pub generation: &'static str,
    /// How much of it: the class of the cell.
    pub look: &'static str,
    /// The versions of PTX; a dash where it has nothing.
    pub versions: String,
    /// The targets that have it, where not all do; may be empty.
    pub only: String,
}

impl SupportView {
    /// A matrix without rows.
    fn new(caption: String) -> Self {
        let generation = |each: Support| {
            let numbers: Vec<_> = each.targets.iter().map(|target| target.sm).collect();
            let name = |sm: u16| sm.to_string();
            let range = match numbers[..] {
                [first, .., last] if first != last => {
                    ["sm_", &*name(first), "–", &name(last)].concat()
                }
                [first, ..] => ["sm_", &*name(first)].concat(),
                [] => String::new(),
            };
            (each.generation, range)
        };
        let generations = support(&[]).into_iter().map(generation).collect();
        Self { caption, generations, rows: Vec::new() }
    }

    /// Adds a row; what has the same cells as an earlier row with a remark like it joins that row.
    fn add(&mut self, name: String, note: &'static str, requires: &[Requires]) {
        let cells: Vec<_> = support(requires).iter().map(CellView::new).collect();
        match self.rows.iter_mut().find(|row| row.cells == cells && row.note == note) {
            Some(row) if row.names.contains(&name) => {}
            Some(row) => row.names.push(name),
            None => self.rows.push(SupportRowView { names: vec![name], note, cells }),
        }
    }
}

impl CellView {
    fn new(support: &Support) -> Self {
        let look = match () {
            () if support.having.is_empty() => "lacking",
            () if support.is_whole() && support.until.is_none() => "whole",
            () => "partial",
        };
        let versions = support.versions();
        Self {
            generation: support.generation,
            look,
            versions: if versions.is_empty() { String::from("–") } else { versions },
            only: support.only(),
        }
    }
}

/// The present instruction, with what it would have without those of its modifiers that need more.
pub fn of_instruction(instruction: &Instruction) -> SupportView {
    let mut view = SupportView::new(String::from("First PTX version on each generation of GPUs"));
    view.add(instruction.to_string(), "", &instruction.requires());
    let form = instruction.form;
    for modifier in instruction.modifiers() {
        let mut choices = form.choices().filter(|choice| choice.modifier == modifier);
        let Some(choice) = choices.find(|choice| choice.requires != ANY) else { continue };
        view.add(modifier.spelling().to_owned(), "the modifier", &[choice.requires]);
    }
    if view.rows.len() > 1 {
        view.add(form.opcode.to_owned(), "the form without them", &[form.requires]);
    }
    view
}

/// All forms of an opcode.
pub fn of_opcode(opcode: &str) -> SupportView {
    let mut view = SupportView::new(["All forms of ", opcode].concat());
    for form in forms_of(opcode).filter(|form| form.is_assembled()) {
        view.add(head(form), "", &[form.requires]);
    }
    view
}

/// One form, and its modifiers that need more.
pub fn of_form(form: &'static Form) -> SupportView {
    let mut view = SupportView::new(String::from("First PTX version on each generation of GPUs"));
    view.add(head(form), "", &[form.requires]);
    for choice in form.choices().filter(|choice| choice.requires != ANY) {
        let name = choice.modifier.spelling().to_owned();
        view.add(name, "with it", &[form.requires, choice.requires]);
    }
    view
}

/// A form without its operands.
fn head(form: &Form) -> String {
    let syntax = form.syntax();
    syntax.split(' ').next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ptxfp::catalog::{forms, opcodes};
    use ptxfp::link;

    fn cell<'v>(row: &'v SupportRowView, generation: &str) -> &'v CellView {
        row.cells.iter().find(|cell| cell.generation == generation).unwrap()
    }

    #[test]
    fn an_instruction_is_first_and_what_it_needs_more_for_follows() {
        let link = "v1/cvt.rn.satfinite.e4m3x2.f32@sm_90?a=0x43fa0000&b=0x00000000";
        let state = link::parse(link).sound().unwrap();
        let view = of_instruction(&state.instruction);
        let first = &view.rows[0];
        assert_eq!(first.names, ["cvt.rn.satfinite.e4m3x2.f32"]);
        for (generation, look, versions) in
            [("Ampere", "lacking", "–"), ("Ada", "whole", "8.1"), ("Hopper", "whole", "7.8")]
        {
            let cell = cell(first, generation);
            assert_eq!((cell.look, &*cell.versions), (look, versions), "{generation}");
        }
    }

    #[test]
    fn generations_have_the_range_of_their_targets() {
        let view = of_opcode("add");
        let range = |name| &*view.generations.iter().find(|each| each.0 == name).unwrap().1;
        assert_eq!((range("Hopper"), range("Ampere")), ("sm_90", "sm_80–88"));
        assert_eq!((range("Blackwell"), range("Ada")), ("sm_100–121", "sm_89"));
    }

    #[test]
    fn some_targets_of_a_generation_are_named() {
        let view = of_opcode("cvt");
        let row =
            view.rows.iter().find(|row| row.names.iter().any(|name| name.starts_with("cvt.rs")));
        let blackwell = cell(row.unwrap(), "Blackwell");
        assert_eq!((blackwell.look, &*blackwell.only), ("partial", "sm_100a, sm_103a"));
    }

    #[test]
    fn every_form_is_in_the_matrix_of_its_opcode() {
        for opcode in opcodes() {
            let view = of_opcode(opcode);
            let n_names = view.rows.iter().map(|row| row.names.len()).sum::<usize>();
            assert!(n_names > 0 && n_names <= forms_of(opcode).count(), "{opcode}");
            let width = view.generations.len();
            assert!(view.rows.iter().all(|row| row.cells.len() == width));
        }
        for form in forms() {
            assert!(of_form(form).rows[0].names[0].starts_with(form.opcode));
        }
    }
}
