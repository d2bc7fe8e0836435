//! Several operations, as a program: a statement for each, in the order of C, none fused.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::mem;

use super::asked::Asked;
use super::conversion::integral;
use super::found::{Found, lack, needed};
use super::named::{conversion_named, has_format, read_as, types};
use super::reading::{IN_OTHER_FORMATS, Means, Note, Reading, Truth};
use super::tree::{Node, opcode_of};
use crate::catalog::elsewhere::{Meaning, Means as Meant, meanings};
use crate::catalog::{Context, Form, Group, Modifier, Operation, Role, Type, forms_of};
use crate::syntax::{Intended, Statement, parse};
use crate::text::parse as number;
use crate::text::quote::code;

/// Reads an expression of several operations as a program.
pub(super) fn read(asked: Asked, node: &Node, context: &Context) -> Option<Reading> {
    let mut chain = Chain::of(asked, &[node], context)?;
    let result = chain.value(node)?;
    chain.conclude(&result, context)
}

/// The text of PTX lacks something: its name, and the reason.
pub(super) type Lacking = (String, String);

/// A value in a program: a register, or a number that has no register yet.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The name of its register.
    pub(super) name: String,
    /// Its type.
    pub(super) kind: Type,
}

/// A number that a program begins with.
#[derive(Clone, Debug)]
pub(super) struct Input {
    /// The place of it.
    pub(super) place: Place,
    /// Its text.
    pub(super) number: String,
}

/// A program that is being written.
pub(super) struct Chain {
    pub(super) asked: Asked,
    /// The type of the numbers.
    pub(super) kind: Type,
    /// The inputs.
    pub(super) inputs: Vec<Input>,
    /// The variables of the text, with their present places.
    pub(super) variables: Vec<(String, Place)>,
    /// The names of variables, which no other register has.
    pub(super) reserved: Vec<String>,
    /// The statements.
    pub(super) lines: Vec<String>,
    /// The temporary registers so far.
    n_temporaries: usize,
    /// The context that has all of it.
    place: Context,
    lacking: Option<Lacking>,
    /// Remarks that are made once.
    remarks: Vec<&'static str>,
}

impl Chain {
    /// An empty program for some expressions, in the format that is asked for, or that their
    /// functions have.
    pub(super) fn of(mut asked: Asked, nodes: &[&Node], context: &Context) -> Option<Self> {
        asked.offer_formats(context);
        let own = nodes.iter().find_map(|node| own_type(node));
        let kind = match (asked.kind, own) {
            (Some(kind), _) | (None, Some(kind)) => kind,
            (None, None) => {
                asked.note_usual(Type::F32, context);
                Type::F32
            }
        };
        let is_packed = matches!(kind, Type::F16x2 | Type::Bf16x2 | Type::F32x2);
        if kind.is_integer() || is_packed || asked.from.is_some() {
            return None;
        }
        Some(Self {
            asked,
            kind,
            inputs: Vec::new(),
            variables: Vec::new(),
            reserved: Vec::new(),
            lines: Vec::new(),
            n_temporaries: 0,
            place: *context,
            lacking: None,
            remarks: Vec::new(),
        })
    }

    /// The place of an expression, whose statements are added; `None` if it cannot be read.
    pub(super) fn value(&mut self, node: &Node) -> Option<Place> {
        match node {
            Node::Number(text) => self.input(text),
            Node::Name(name) => {
                let found = self.variables.iter().rev().find(|(own, _)| own == name);
                found.map(|(_, place)| place.clone())
            }
            Node::Cast(kind, inner) => self.cast(*kind, inner),
            Node::Call(name, arguments) => {
                if let Some(fraction) = self.fraction(name, arguments) {
                    return self.input(&fraction);
                }
                if let [argument] = &arguments[..]
                    && let Some((meaning, from)) = conversion_named(name)
                {
                    let place = self.value_in(argument, from)?;
                    let empty = Statement::default();
                    return self.operation(Intended::named(meaning, &empty)?, &[place]);
                }
                let places = arguments.iter().map(|each| self.value(each));
                let places = places.collect::<Option<Vec<_>>>()?;
                self.call(name, &places)
            }
        }
    }

    /// The places of two expressions.
    pub(super) fn values(&mut self, ends: [&Node; 2]) -> Option<[Place; 2]> {
        let [first, second] = ends;
        Some([self.value(first)?, self.value(second)?])
    }

    /// The place of an expression whose numbers have another type than the rest of the program.
    pub(super) fn value_in(&mut self, node: &Node, kind: Type) -> Option<Place> {
        let own = mem::replace(&mut self.kind, kind);
        let place = self.value(node);
        self.kind = own;
        place
    }

    /// An f32 as f64.
    pub(super) fn widened(&mut self, place: &Place) -> Place {
        self.raw("cvt.f64.f32", &[&place.name], Type::F64)
    }

    /// The register of a number; equal texts share one.
    fn input(&mut self, text: &str) -> Option<Place> {
        number(text, self.kind.format()).ok()?;
        let kind = self.kind;
        let is_it = |input: &&Input| input.number == text && input.place.kind == kind;
        let is_number = |input: &&Input| !self.reserved.contains(&input.place.name);
        if let Some(input) = self.inputs.iter().filter(is_it).find(is_number) {
            return Some(input.place.clone());
        }
        // `d` is the result, `t` begins temporary names.
        let letters = "abcefghijklmnopqrsuvwxyz".chars().map(|letter| letter.to_string());
        let more = (1..100).map(|index| ["x", &*index.to_string()].concat());
        let is_free = |name: &String| !self.reserved.contains(name) && !self.is_input(name);
        let name = letters.chain(more).find(is_free)?;
        let place = Place { name, kind };
        self.inputs.push(Input { place: place.clone(), number: text.to_string() });
        Some(place)
    }

    /// A fraction of two numbers in a format that has no division: it is one number.
    fn fraction(&mut self, name: &str, arguments: &[Node]) -> Option<String> {
        let [Node::Number(over), Node::Number(under)] = arguments else { return None };
        let is_division = name == opcode_of(Operation::Div);
        if !is_division || has_type(name, self.kind) {
            return None;
        }
        let fraction = [&**over, "/", under].concat();
        number(&fraction, self.kind.format()).ok()?;
        self.asked.note(["the fraction ", &fraction, " is one number"].concat());
        Some(fraction)
    }

    /// A new register.
    pub(super) fn temporary(&mut self) -> String {
        loop {
            self.n_temporaries += 1;
            let name = ["t", &*self.n_temporaries.to_string()].concat();
            if !self.reserved.contains(&name) {
                return name;
            }
        }
    }

    /// The conversion of an expression.
    fn cast(&mut self, kind: Type, inner: &Node) -> Option<Place> {
        let place = self.value(inner)?;
        if place.kind == kind {
            return Some(place);
        }
        let empty = Statement::default();
        let mut meant = Intended::new(opcode_of(Operation::Convert), &empty);
        meant.types = alloc::vec![kind, place.kind];
        meant.others.clone_from(&self.asked.modifiers);
        if kind.is_integer() && !place.kind.is_integer() {
            meant.others = meant.others.into_iter().map(integral).collect();
            if !meant.others.iter().any(|it| it.group() == Group::Rounding) {
                meant.others.push(Modifier::Rzi);
                self.remark("towards zero, as a cast in C");
            }
        }
        self.statement(&meant, &[place])
    }

    /// The call of a function.
    pub(super) fn call(&mut self, name: &str, places: &[Place]) -> Option<Place> {
        let all = meanings(name);
        let empty = Statement::default();
        if all.is_empty() {
            let statement = parse(name).0;
            return self.operation(Intended::of(&statement)?, places);
        }
        let of_kind =
            |meaning: &&Meaning| meaning.takes(places.len()) && has_format(meaning, self.kind);
        let Some(meaning) = all.iter().find(of_kind) else {
            let name = [&*code(name), " in ", self.kind.format().name()].concat();
            return Some(self.lack((name, String::from("it has another format"))));
        };
        let row = meaning.row;
        if !row.note.is_empty() && meaning.is_instruction() {
            self.remark(row.note);
        }
        match row.means {
            Meant::Nothing { .. } | Meant::As(_) => {
                Some(self.lack((code(name), row.note.to_string())))
            }
            Meant::Program { text, .. } => Some(self.inlined(text, places)),
            Meant::Instruction(_) => {
                let places = if meaning.sources.is_empty() {
                    places.to_vec()
                } else {
                    meaning
                        .sources
                        .split(", ")
                        .map(|source| match ["a", "b", "c"].iter().position(|it| *it == source) {
                            Some(place) => places.get(place).cloned(),
                            None => self.input(source),
                        })
                        .collect::<Option<Vec<_>>>()?
                };
                self.operation(Intended::named(meaning.clone(), &empty)?, &places)
            }
        }
    }

    /// Makes a remark, once.
    fn remark(&mut self, text: &'static str) {
        if !self.remarks.contains(&text) {
            self.remarks.push(text);
        }
    }

    /// Notes that PTX lacks something; the rest of the text is read, as far as that goes.
    fn lack(&mut self, lacking: Lacking) -> Place {
        self.lacking.get_or_insert(lacking);
        Place { name: self.temporary(), kind: self.kind }
    }

    /// One operation in the format of its operands.
    fn operation(&mut self, mut meant: Intended<'_>, places: &[Place]) -> Option<Place> {
        let operation = forms_of(meant.opcode).next()?.operation;
        let kind = places.first().map_or(self.kind, |place| place.kind);
        if places.iter().any(|place| place.kind != kind) {
            let reason = String::from("its operands have two formats");
            return Some(self.lack((code(meant.opcode), reason)));
        }
        let is_conversion = operation == Operation::Convert;
        let is_typed = !meant.types.is_empty();
        if is_conversion && !is_typed {
            let is_integral = meant.others.iter().any(|it| it.group() == Group::Rounding);
            if !is_integral && !meant.others.contains(&Modifier::Sat) {
                return None;
            }
            meant.types = alloc::vec![kind, kind];
        }
        if !is_conversion && !is_typed {
            if !has_type(meant.opcode, kind) {
                return Some(self.lack(lack(meant.opcode, kind)));
            }
            meant.types = alloc::vec![kind];
        }
        let is_rounding = |each: &Modifier| each.group() == Group::Rounding;
        let has_own = meant.others.iter().any(is_rounding);
        let asked = self.asked.modifiers.clone();
        for modifier in asked.iter().filter(|each| !(has_own && is_rounding(each))) {
            meant.others.push(*modifier);
        }
        if !has_own && !is_typed && !asked.iter().any(is_rounding) {
            meant.others.push(Modifier::Rn);
        }
        self.statement(&meant, places)
    }

    /// Adds the statement of an instruction.
    pub(super) fn statement(&mut self, meant: &Intended<'_>, places: &[Place]) -> Option<Place> {
        let Found { instruction, context } = Found::of(meant, places.len(), &self.place)?;
        let sources = instruction.form.sources();
        let is_plain = |role: Role| matches!(role, Role::Lanes | Role::Lane(_));
        if sources.iter().any(|source| !is_plain(source.role)) {
            return None;
        }
        let name = code(&instruction.to_string());
        let rounds = instruction.form.choices().any(|it| it.modifier.group() == Group::Rounding);
        let is_missing = |each: &&Modifier| {
            !instruction.has(**each) && (rounds || each.group() != Group::Rounding)
        };
        if let Some(modifier) =
            meant.others.iter().filter(|it| self.is_asked(**it)).find(is_missing)
        {
            let name = [&*name, " with ", &code(modifier.spelling())].concat();
            return Some(self.lack((name, String::from("the instruction does not take it"))));
        }
        // The operand of a packed conversion that is asked for is the lowest lane.
        let mut names: Vec<String> = Vec::new();
        let n_more = sources.len().checked_sub(places.len())?;
        for _ in 0..n_more {
            names.push(self.zero());
        }
        for (source, place) in sources.iter().skip(n_more).zip(places) {
            if instruction.operand_type(source).format() != place.kind.format() {
                return Some(self.lack((name, String::from("its operand has another format"))));
            }
            names.push(place.name.clone());
        }
        self.place = context;
        let kind = instruction.destination_type();
        let destination = self.temporary();
        let line = [&instruction.to_string(), " ", &destination, ", ", &names.join(", ")].concat();
        self.lines.push(line);
        Some(Place { name: destination, kind })
    }

    /// Whether a modifier is one of the question.
    fn is_asked(&self, modifier: Modifier) -> bool {
        self.asked.modifiers.contains(&modifier)
    }

    /// The register of zero.
    fn zero(&mut self) -> String {
        self.input("0").map_or_else(String::new, |place| place.name)
    }

    /// Adds a statement of any text: a name, its modifiers, and its operands behind a new
    /// destination.
    pub(super) fn raw(&mut self, head: &str, sources: &[&str], kind: Type) -> Place {
        let name = self.temporary();
        self.lines.push([head, " ", &name, ", ", &sources.join(", ")].concat());
        Place { name, kind }
    }

    /// Whether a register is an input.
    pub(super) fn is_input(&self, name: &str) -> bool {
        self.inputs.iter().any(|input| input.place.name == name)
    }

    /// The reading of the program.
    pub(super) fn finish(
        mut self,
        result: &Place,
        context: &Context,
        means: impl FnOnce(String) -> Means,
    ) -> Option<Reading> {
        if let Some((name, reason)) = self.lacking {
            let instead = self.asked.in_formats(&["f32"], context);
            return Some(
                Reading::nothing(&name, &reason, None, *context)
                    .offering(IN_OTHER_FORMATS, instead),
            );
        }
        let n_statements = self.lines.len();
        if n_statements == 0 {
            return None;
        }
        let is_free =
            !self.reserved.contains(&result.name) && !self.reserved.iter().any(|it| it == "d");
        if is_free && !self.is_input(&result.name) {
            self.rename(&result.name, "d");
        }
        let mut text = String::new();
        for Input { place, number } in &self.inputs {
            text.extend(["// ptxfp: ", &*place.name, " = ", number, "\n"]);
        }
        text.push_str(&self.lines.join(";\n"));
        text.push_str(";\n");
        let summary = read_as(n_statements, "in the order of C, none fused");
        let mut notes = self.asked.notes;
        notes.extend(self.remarks.iter().map(|note| Note::from((*note).to_string())));
        notes.extend(needed(&self.place, context));
        Some(Reading::new(means(text), self.place, summary, notes))
    }

    /// The reading of the program whose result is in a register: a predicate is true or false.
    pub(super) fn conclude(self, result: &Place, context: &Context) -> Option<Reading> {
        if result.kind != Type::Pred {
            return self.finish(result, context, Means::Program);
        }
        let last = self.lines.last()?.clone();
        let (head, operands) = last.split_once(' ')?;
        let sides = operands.split(", ").skip(1).map(str::to_string).collect();
        let sign = head.split('.').nth(1).unwrap_or_default().to_string();
        self.finish(result, context, |program| Means::Truth(Truth { program, sides, sign }))
    }
}

/// Whether an opcode computes in a type alone.
fn has_type(opcode: &str, kind: Type) -> bool {
    let forms = forms_of(opcode).filter(|form| form.is_documented());
    forms.flat_map(Form::signatures).any(|types| types.iter().eq([kind]))
}

/// The type of the first function in an expression that has one of its own.
fn own_type(node: &Node) -> Option<Type> {
    match node {
        Node::Number(_) | Node::Name(_) => None,
        Node::Cast(_, inner) => own_type(inner),
        Node::Call(name, arguments) => {
            let own = || {
                let meaning = meanings(name).into_iter().next()?;
                types(&meaning).next().filter(|kind| !kind.is_integer())
            };
            // `__float2int_rz`
            let taken =
                || conversion_named(name).map(|(_, from)| from).filter(|it| !it.is_integer());
            own().or_else(taken).or_else(|| arguments.iter().find_map(own_type))
        }
    }
}
