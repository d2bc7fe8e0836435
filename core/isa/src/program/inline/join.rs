//! Several statements of inline assembly: the registers that they share.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Direction, Reader, is_word};

/// The present state of a variable of the other language.
struct Variable {
    expression: String,
    /// The register that it is.
    name: String,
    /// The operand that wrote it, if one did.
    writer: Option<usize>,
}

impl Reader<'_> {
    /// Gives operands names of their own, and the same one to those that are one variable.
    ///
    /// A variable that is written is another register from then on: what else a statement reads
    /// by its name it reads before.
    pub(super) fn join(&mut self) {
        let mut variables: Vec<Variable> = Vec::new();
        let mut taken: Vec<String> = Vec::new();
        let mut end = None;
        for (index, (first, span)) in self.statements.iter().enumerate() {
            let next = self.statements.get(index + 1).map(|(first, _)| *first);
            let last = next.unwrap_or(self.operands.len());
            let between = end.and_then(|end| self.text.get(end..span.start));
            end = Some(span.end);
            let between = between.unwrap_or_default();
            if leaves_block(between) {
                variables.clear();
            }
            variables.retain(|variable| !assigns(between, &variable.expression));
            // Everything is read before anything is written.
            let is_written = |place: &usize| {
                self.operands.get(*place).is_some_and(|it| it.direction == Direction::Out)
            };
            let (written, read): (Vec<_>, Vec<_>) = (*first..last).partition(is_written);
            for (places, is_read) in [(read, true), (written, false)] {
                for place in places {
                    let Some(operand) = self.operands.get(place) else { continue };
                    let expression = operand.expression.clone();
                    let is_in = operand.direction == Direction::In;
                    let is_dollar = operand.names.first().is_some_and(|name| name.starts_with('$'));
                    let known = variables.iter_mut().find(|it| it.expression == expression);
                    let known = known.filter(|it| is_read && !it.expression.is_empty());
                    let name = if let Some(variable) = known {
                        let writer = variable.writer;
                        if !is_in {
                            variable.writer = Some(place);
                        }
                        let name = variable.name.clone();
                        if let Some(before) = writer.and_then(|it| self.operands.get_mut(it)) {
                            before.is_result = false;
                        }
                        name
                    } else {
                        let name = self.fresh(&expression, is_dollar, &taken);
                        taken.push(name.clone());
                        variables.retain(|it| it.expression != expression);
                        let writer = (!is_in).then_some(place);
                        variables.push(Variable { expression, name: name.clone(), writer });
                        name
                    };
                    let Some(operand) = self.operands.get_mut(place) else { continue };
                    operand.names.push(name);
                    if let Some(derived) = &mut operand.derived {
                        let mut inputs = variables.iter().filter(|it| it.writer.is_none());
                        let own = inputs.find(|it| it.expression == derived.variable);
                        derived.from = own.map(|own| own.name.clone());
                    }
                }
            }
        }
    }

    /// A name that no register has.
    fn fresh(&self, expression: &str, is_dollar: bool, taken: &[String]) -> String {
        let mut base = String::from(if is_dollar { "$" } else { "%" });
        for byte in expression.bytes() {
            if is_word(byte) {
                base.push(char::from(byte));
            } else if !base.ends_with('_') {
                base.push('_');
            }
        }
        let end = base.trim_end_matches('_').len();
        base.truncate(end.min(24));
        // Names begin with a letter.
        if !base.get(1..2).is_some_and(|first| first.starts_with(|c: char| c.is_ascii_alphabetic()))
        {
            base.insert_str(1.min(base.len()), "value");
        }
        let is_free =
            |name: &String| !taken.contains(name) && !contains(&self.kept, name.as_bytes());
        if is_free(&base) {
            return base;
        }
        let others = (2_usize..).map(|number| [&*base, "_", &*number.to_string()].concat());
        others.into_iter().find(is_free).unwrap_or(base)
    }
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len().max(1)).any(|window| window == part)
}

/// Whether a text closes a block that it does not open.
fn leaves_block(text: &str) -> bool {
    let mut depth = 0_i32;
    text.bytes().any(|byte| {
        depth += i32::from(byte == b'{') - i32::from(byte == b'}');
        depth < 0
    })
}

/// Whether a text between statements may change a variable.
fn assigns(text: &str, expression: &str) -> bool {
    let root: usize = expression.bytes().take_while(|byte| is_word(*byte)).count();
    let Some(root) = expression.get(..root).filter(|root| !root.is_empty()) else {
        return !text.trim_matches([')', ';', '\n', ' ', '\t', '\r']).is_empty();
    };
    let mut from = 0;
    while let Some(start) = super::word(text, root, from) {
        from = start + root.len();
        let behind = text.get(from..).unwrap_or_default().trim_start();
        let before = text.get(..start).unwrap_or_default().trim_end();
        let is_assigned = behind.starts_with('=') && !behind.starts_with("==");
        let is_compound =
            ["+=", "-=", "*=", "/=", "|=", "&=", "^=", "%=", "<<=", ">>=", "++", "--"]
                .iter()
                .any(|operator| behind.starts_with(operator));
        let is_element = behind.starts_with(['[', '.']) && text.contains('=');
        let is_taken = before.ends_with(['&']) || before.ends_with("++") || before.ends_with("--");
        if is_assigned || is_compound || is_element || is_taken {
            return true;
        }
    }
    false
}
