//! Case files: one case a line, fields between bars.
//!
//! ```text
//! # comment
//! context 9.1 sm_90
//! fma.rn.relu.bf16x2 | 3f803f80 3f803f80 bf803f80 | 00004000 | source or reason
//! add.f32            | nan 1                      | any nan  | operands and results may be text
//! fma.rn.f16 d0, a0, b0, c0; | legal              |          | a statement without values
//! ```
//!
//! Operands are register bits in hexadecimal as wide as the register, or else operand text of the
//! core for a register of one lane. A result that the ISA does not determine has a word after the
//! bits:
//!
//! - `reading`: the text leaves open what decides the bits; they follow from a reading;
//! - `nan`: any NaN; the bits are those that were observed;
//! - `within LO HI`: anything between; the bits are those of the correctly rounded result;
//! - `unbounded`: the result is approximate, and no error is documented for the operand;
//! - `open`: the text can be read in more than one way.

/// A line of a case file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Its position, for messages.
    pub place: String,
    /// The PTX ISA version.
    pub isa: String,
    /// The target.
    pub target: String,
    /// Opcode and modifiers, or a whole statement.
    pub statement: String,
    /// The second field.
    pub operands: Vec<String>,
    /// The third field.
    pub result: String,
    /// The source of the case.
    pub reason: String,
}

/// Reads a case file.
///
/// # Panics
///
/// If a line has not four fields, or no reason.
pub fn parse(name: &str, text: &str) -> Vec<Case> {
    let (mut isa, mut target) = (String::new(), String::new());
    let mut cases = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let place = format!("{name}:{}", index + 1);
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(context) = line.strip_prefix("context ") {
            let (version, name) =
                context.split_once(' ').unwrap_or_else(|| panic!("{place}: context"));
            (isa, target) = (version.to_owned(), name.trim().to_owned());
            continue;
        }
        let fields: Vec<_> = line.split('|').map(str::trim).collect();
        let [statement, operands, result, reason] = fields[..] else {
            panic!("{place}: four fields are expected");
        };
        assert!(!reason.is_empty() && !isa.is_empty(), "{place}: no reason, or no context above");
        cases.push(Case {
            place,
            isa: isa.clone(),
            target: target.clone(),
            statement: statement.to_owned(),
            operands: operands.split_whitespace().map(str::to_owned).collect(),
            result: result.to_owned(),
            reason: reason.to_owned(),
        });
    }
    cases
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn a_case_has_a_context_and_four_fields() {
        let cases = parse("x", "# c\ncontext 9.1 sm_90\nadd.f32 | 1 2 | 3 | because\n");
        assert_eq!(cases.len(), 1);
        let case = &cases[0];
        assert_eq!(
            (case.place.as_str(), case.isa.as_str(), case.target.as_str()),
            ("x:3", "9.1", "sm_90")
        );
        assert_eq!((case.operands.len(), case.result.as_str()), (2, "3"));
    }
}
