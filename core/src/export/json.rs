//! Data: the output of `ptxfp eval --json` for a state, without the steps and what follows from them.

use alloc::string::{String, ToString};

use super::Seen;
use super::subject::{Register, Subject};
use super::text::add;
use crate::bits::{hex, hex_digits};
use crate::eval::{Basis, Decision, Guarantee};
use crate::format::{Format, Packing};
use crate::source::Source;
use crate::syntax::legality;
use crate::text::concise;

pub(super) fn data(subject: &Subject) -> String {
    let (instruction, context) = (&subject.state.instruction, &subject.state.context);
    let legality = legality(instruction, context);
    let source = &instruction.form.source;
    let registers = subject.registers();
    let (destination, sources) = registers.split_at(1);
    let mut json = Json::default();
    json.open('{');
    json.member("instruction", Some(&subject.spelling));
    json.member("target", Some(context.target.name));
    json.member("isa", Some(&context.isa.to_string()));
    json.member("legality", Some(legality.name()));
    json.member("note", legality.note());
    json.member("section", Some(&source.to_string()));
    json.member("section_isa", section_isa(source).as_deref());
    json.member("source_url", source.url().as_deref());
    json.key("operands");
    json.open('[');
    for each in sources {
        json.next();
        register(&mut json, each);
    }
    json.close(']');
    for each in destination {
        json.key("destination");
        register(&mut json, each);
    }
    json.key("lanes");
    json.open('[');
    for index in 0..subject.prepared.lanes() {
        json.next();
        lane(&mut json, subject, index);
    }
    json.close(']');
    json.member("link", Some(&subject.state.to_fragment()));
    if !subject.base.is_empty() {
        json.member("url", Some(&subject.link()));
    }
    json.close('}');
    json.text.push('\n');
    json.text
}

fn register(json: &mut Json, register: &Register) {
    let Packing { lanes, width, .. } = register.kind.packing();
    json.open('{');
    json.member("name", Some(register.name));
    json.member("type", Some(register.kind.spelling()));
    json.member("bits", Some(&register.hex()));
    json.key("values");
    json.open('[');
    for lane in 0..lanes {
        json.next();
        let bits = register.kind.packing().extract(register.bits, lane);
        element(json, bits, width, register.kind.format());
    }
    json.close(']');
    json.close('}');
}

fn element(json: &mut Json, bits: u64, width: u8, format: Format) {
    json.open('{');
    datum(json, bits, width, format);
    json.member("note", None);
    json.close('}');
}

fn datum(json: &mut Json, bits: u64, width: u8, format: Format) {
    json.member("bits", Some(&hex(bits, width.into())));
    json.member("value", Some(&concise(bits, format)));
}

fn lane(json: &mut Json, subject: &Subject, index: u8) {
    let format = subject.prepared.lane_op().result;
    let Some(lane) = subject.result.lanes().get(usize::from(index)) else { return };
    json.open('{');
    json.key("index");
    json.text.push_str(&index.to_string());
    json.key("offset");
    json.text.push_str(&subject.prepared.destination().offset(index).to_string());
    datum(json, lane.bits, format.width(), format);
    json.member("class", Some(format.class_name(lane.bits)));
    json.member("guarantee", Some(lane.guarantee.name()));
    json.member("guarantee_text", Some(lane.guarantee.words()));
    basis(json, &subject.prepared.basis(index, &subject.state.registers, lane.guarantee), format);
    json.key("permitted");
    if let Guarantee::Within { lo, hi } = lane.guarantee {
        json.open('[');
        for bits in [lo, hi] {
            json.next();
            element(json, bits, format.width(), format);
        }
        json.close(']');
    } else {
        json.text.push_str("null");
    }
    // What is observed has one lane.
    if let Some(Seen { bits, grade }) = &subject.seen {
        json.key("observed");
        json.open('{');
        datum(json, *bits, format.width(), format);
        json.member("grade", Some(grade));
        json.close('}');
    }
    json.close('}');
}

/// The PTX ISA version whose section numbers a citation uses.
fn section_isa(source: &Source) -> Option<String> {
    source.isa().map(|version| version.to_string())
}

/// Writes what the guarantee rests on, beside the text.
fn basis(json: &mut Json, basis: &Basis, format: Format) {
    json.key("observation");
    if let Some(observation) = basis.observation {
        json.open('{');
        json.member("id", Some(observation.id));
        json.member("kind", Some(observation.kind.name()));
        json.member("words", Some(observation.words));
        json.member("origin", Some(observation.origin));
        json.close('}');
    } else {
        json.text.push_str("null");
    }
    json.key("readings");
    if basis.decisions.is_empty() {
        json.text.push_str("[]");
        return;
    }
    json.open('[');
    for Decision { reading, alternatives } in &basis.decisions {
        json.next();
        json.open('{');
        json.member("id", Some(reading.id));
        json.member("section", Some(&reading.source.to_string()));
        json.member("section_isa", section_isa(&reading.source).as_deref());
        json.member("question", Some(reading.question));
        json.member("taken", Some(reading.taken));
        json.key("alternatives");
        json.open('[');
        for (words, otherwise) in alternatives {
            json.next();
            json.open('{');
            json.member("words", Some(words));
            json.member(
                "bits",
                otherwise.bits().map(|bits| hex(bits, format.width().into())).as_deref(),
            );
            json.close('}');
        }
        json.close(']');
        json.close('}');
    }
    json.close(']');
}

/// JSON that is being written, an element a line.
#[derive(Default)]
pub(super) struct Json {
    pub(super) text: String,
    depth: usize,
}

impl Json {
    /// Begins an object or a list.
    pub(super) fn open(&mut self, bracket: char) {
        self.text.push(bracket);
        self.depth += 1;
    }

    /// Begins an element of a list.
    pub(super) fn next(&mut self) {
        if !self.text.ends_with(['{', '[']) {
            self.text.push(',');
        }
        self.line();
    }

    /// Ends an object or a list, which is not empty.
    pub(super) fn close(&mut self, bracket: char) {
        self.depth = self.depth.saturating_sub(1);
        self.line();
        self.text.push(bracket);
    }

    /// Begins a member; its value comes next.
    pub(super) fn key(&mut self, name: &str) {
        self.next();
        self.string(name);
        self.text.push_str(": ");
    }

    /// Adds a member with a text.
    pub(super) fn member(&mut self, name: &str, value: Option<&str>) {
        self.key(name);
        match value {
            Some(value) => self.string(value),
            None => self.text.push_str("null"),
        }
    }

    fn line(&mut self) {
        self.text.push('\n');
        (0..self.depth).for_each(|_| self.text.push_str("  "));
    }

    /// Adds a string, in ASCII.
    fn string(&mut self, value: &str) {
        self.text.push('"');
        for character in value.chars() {
            match character {
                '"' | '\\' => {
                    self.text.push('\\');
                    self.text.push(character);
                }
                '\n' => self.text.push_str("\\n"),
                ' '..='~' => self.text.push(character),
                _ => {
                    for unit in character.encode_utf16(&mut [0; 2]) {
                        add(&mut self.text, &["\\u", &hex_digits((*unit).into(), 16)]);
                    }
                }
            }
        }
        self.text.push('"');
    }
}
