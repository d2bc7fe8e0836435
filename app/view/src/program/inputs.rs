//! The initial values of registers, and the texts in their fields.

use ptxfp::catalog::Type;
use ptxfp::explore::sequence::kernel::OTHERWISE;
use ptxfp::explore::sequence::{Register, Sequence};
use ptxfp::syntax;
use ptxfp::text::hex;

use crate::message::sentence;
use crate::number::with_minus;
use crate::playground::operand::{self, EntryView, FieldView};
use crate::program::code::Which;
use crate::program::lens::{shown, values_of};
use crate::program::register::register_hex;
use crate::program::{Model, Screen};

/// An input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputView {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: &'static str,
    /// Its register.
    pub hex: String,
    /// The type that its values are shown as; empty for its own.
    pub lens: &'static str,
    /// The values of its lanes as that type; may be empty.
    pub values: String,
    /// The field of its value.
    pub field: FieldView,
    /// Its place among the registers of the program.
    pub register: usize,
}

/// An input, and whether its register is selected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputRow {
    /// The input.
    pub view: InputView,
    /// Its place among the inputs.
    pub place: usize,
    /// Whether its register is selected, so that the lines that use it are marked.
    pub is_looked: bool,
    /// Whether it was pressed for that.
    pub is_pressed: bool,
}

impl Screen {
    /// The registers of the inputs, as keys of their rows; `None` without inputs.
    pub fn input_keys(&self) -> Option<Vec<usize>> {
        // Those of a kernel are in its listing.
        let keys = self.view.inputs.iter().map(|input| input.register);
        (self.view.thread.is_none() && !self.view.inputs.is_empty()).then(|| keys.collect())
    }

    /// The input of a register.
    pub fn input(&self, register: usize) -> Option<InputRow> {
        let mut all = self.view.inputs.iter().enumerate();
        let (place, view) = all.find(|(_, input)| input.register == register)?;
        let looked = self.debug.looked.filter(|looked| looked.0 == (Which::First, register));
        Some(InputRow {
            view: view.clone(),
            place,
            is_looked: looked.is_some(),
            is_pressed: looked.is_some_and(|looked| looked.1),
        })
    }
}

/// The values set for registers, by name, including registers no longer in the statements.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    set: Vec<Input>,
    drafts: Vec<Draft>,
}

/// The value set for a register.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Input {
    name: String,
    kind: Type,
    bits: u64,
}

/// The text in the field of an input, and how it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    name: String,
    /// The text.
    pub text: String,
    /// The result of reading it.
    pub entry: EntryView,
    /// The value after it was read.
    stored: u64,
}

impl Inputs {
    /// The draft in the field of an input.
    pub fn draft(&self, name: &str) -> Option<&Draft> {
        self.drafts.iter().find(|draft| draft.name == name)
    }

    /// The bits of an input: the value set for it, converted to its present type; 1 if none was
    /// set.
    pub fn bits(&self, register: &Register) -> u64 {
        self.own(register).unwrap_or_else(|| syntax::value(OTHERWISE, register.kind).unwrap_or(0))
    }

    /// The values that are set, as a trace takes them.
    pub(super) fn texts(&self) -> Vec<(String, String)> {
        let text = |input: &Input| {
            let width = input.kind.packing().register_width();
            (input.name.clone(), hex(input.bits, width.into()))
        };
        self.set.iter().map(text).collect()
    }

    /// The values that are set for these inputs, converted to their types.
    pub(super) fn texts_for(&self, registers: &[Register]) -> Vec<(String, String)> {
        let text = |register: &Register| {
            Some((register.name.clone(), register_hex(self.own(register)?, register)))
        };
        registers.iter().filter_map(text).collect()
    }

    /// The bits of all inputs of a program: those that are set, those that follow from others, and 1.
    pub(super) fn all(&self, sequence: &Sequence) -> Vec<u64> {
        let known: Vec<_> = sequence.input_registers().map(|it| Some(self.bits(it))).collect();
        let bits = |(place, register): (usize, &Register)| {
            let derived = || sequence.derived_value(place, &known);
            self.own(register).or_else(derived).unwrap_or_else(|| self.bits(register))
        };
        sequence.input_registers().enumerate().map(bits).collect()
    }

    /// Sets the inputs that follow from one that was entered.
    pub(super) fn follow(&mut self, sequence: &Sequence, entered: &Register) {
        let is_entered = |it: &Register| it.name == entered.name;
        let known = sequence.input_registers().map(|it| is_entered(it).then(|| self.bits(it)));
        let mut known: Vec<Option<u64>> = known.collect();
        sequence.derive_values(&mut known);
        for (register, bits) in sequence.input_registers().zip(known) {
            if let Some(bits) = bits.filter(|_| !is_entered(register)) {
                self.set(register.name.clone(), register.kind, bits);
            }
        }
    }

    /// The value set for an input, converted to its present type.
    fn own(&self, register: &Register) -> Option<u64> {
        let kind = register.kind;
        let width = |kind: Type| kind.packing().register_width();
        let input = self.set.iter().find(|input| input.name == register.name)?;
        Some(if width(input.kind) == width(kind) {
            input.bits
        } else {
            operand::converted(input.bits, input.kind, kind)
        })
    }

    /// Sets an input.
    pub(super) fn set(&mut self, name: String, kind: Type, bits: u64) {
        self.set.retain(|input| input.name != name);
        self.set.push(Input { name, kind, bits });
    }

    /// Enters a text for an input.
    pub(super) fn enter(&mut self, register: &Register, text: String) {
        let Register { name, kind, .. } = register;
        let entry = entry(*kind, &text);
        if let EntryView::Exact(bits) | EntryView::Rounded { bits, .. } = entry {
            self.set(name.clone(), *kind, bits);
        }
        let stored = self.bits(register);
        self.drafts.retain(|draft| draft.name != *name);
        self.drafts.push(Draft { name: name.clone(), text, entry, stored });
    }

    /// Discards the draft of an input; with `is_exact`, only if its value is exact.
    pub(super) fn leave(&mut self, name: &str, is_exact: bool) {
        self.drafts.retain(|draft| {
            draft.name != name || is_exact && !matches!(draft.entry, EntryView::Exact(_))
        });
    }

    /// Discards the drafts that no longer belong to these registers.
    pub(super) fn settle<'r>(&mut self, registers: &(impl Iterator<Item = &'r Register> + Clone)) {
        let mut drafts = core::mem::take(&mut self.drafts);
        drafts.retain(|draft| {
            let input = registers.clone().find(|register| register.name == draft.name);
            input.is_some_and(|register| self.bits(register) == draft.stored)
        });
        self.drafts = drafts;
    }

    /// Discards all drafts.
    pub(super) fn forget(&mut self) {
        self.drafts.clear();
    }
}

/// The view of an input.
pub(super) fn input(model: &Model, register: &Register, bits: u64, index: usize) -> InputView {
    let hex = register_hex(bits, register);
    let lens = model.lenses.of(register);
    let field = match model.inputs.draft(&register.name) {
        Some(draft) => FieldView { text: draft.text.clone(), entry: Some(draft.entry.clone()) },
        None if register.is_typed => {
            FieldView { text: values_of(bits, register.kind), entry: None }
        }
        None => FieldView { text: hex.clone(), entry: None },
    };
    InputView {
        name: register.name.clone(),
        kind: register.kind.spelling(),
        lens,
        values: with_minus(&shown(bits, register, lens)),
        hex,
        field,
        register: index,
    }
}

/// Reads a text entered for an input, as [`syntax::input`] does, with a remark on rounding.
fn entry(kind: Type, typed: &str) -> EntryView {
    if kind.is_integer() || kind == Type::Pred {
        // Nothing is rounded.
        return match syntax::input(typed.trim(), kind) {
            Ok(bits) => EntryView::Exact(bits),
            Err(error) => EntryView::Wrong(sentence(&error.message)),
        };
    }
    let packing = kind.packing();
    if packing.lanes == 1 {
        return match operand::entry(kind, typed) {
            EntryView::Exact(bits) => EntryView::Exact(packing.insert(0, 0, bits)),
            EntryView::Rounded { bits, note } => {
                EntryView::Rounded { bits: packing.insert(0, 0, bits), note }
            }
            wrong @ EntryView::Wrong(_) => wrong,
        };
    }
    let bits = match syntax::value(typed.trim(), kind) {
        Ok(bits) => bits,
        Err(error) => return EntryView::Wrong(sentence(&error.message)),
    };
    let list = typed.trim().trim_matches(['{', '}']);
    for each in list.split(',') {
        if let EntryView::Rounded { note, .. } = operand::entry(kind, each) {
            return EntryView::Rounded { bits, note };
        }
    }
    EntryView::Exact(bits)
}

#[cfg(test)]
mod tests {
    use crate::module::Module;
    use crate::program::code::{Change, Which};
    use crate::program::debug::Edit as Following;
    use crate::program::{Edit, Model};

    #[test]
    fn an_input_knows_its_place_and_whether_it_is_selected() {
        let mut model = Model::default();
        assert_eq!(model.screen(None).input_keys(), None);
        let text = String::from("add.f32 d, a, b;");
        model.apply(Edit::Code(Which::First, Change::Type(text)));
        let keys = model.screen(None).input_keys().expect("two inputs");
        let [a, b] = *keys else { panic!("{keys:?}") };
        model.apply(Edit::Debug(Following::Press((Which::First, b))));
        let screen = model.screen(None);
        let rows = [a, b].map(|key| screen.input(key).expect("an input"));
        let shown = rows.map(|row| (row.view.name, row.place, row.is_looked, row.is_pressed));
        let expected = [("a", 0, false, false), ("b", 1, true, true)];
        assert_eq!(shown.each_ref().map(|it| (&*it.0, it.1, it.2, it.3)), expected);
        assert_eq!(screen.input(1000), None);
    }
}
