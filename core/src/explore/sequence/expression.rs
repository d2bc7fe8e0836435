//! Constant expressions of integers (PTX ISA 4.5.5).

use super::literal;

/// The largest depth of parentheses and signs that are read.
const MAX_DEPTH: u8 = 32;

/// The binary operators, those that bind loosest first.
const OPERATORS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// The 64 bits of an expression's value; `None` if the text is not an expression, or has no
/// operator.
pub(super) fn evaluate(text: &str) -> Option<u64> {
    if text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    let mut reader = Reader { rest: text.trim(), depth: 0 };
    let found = reader.choice()?;
    reader.rest.is_empty().then_some(found)
}

struct Reader<'t> {
    rest: &'t str,
    depth: u8,
}

impl Reader<'_> {
    fn take(&mut self, token: &str) -> bool {
        let rest = self.rest.strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest).trim_start();
        rest.is_some()
    }

    /// `a ? b : c`.
    fn choice(&mut self) -> Option<u64> {
        let condition = self.binary(0)?;
        if !self.take("?") {
            return Some(condition);
        }
        let one = self.choice()?;
        let other = if self.take(":") { self.choice()? } else { return None };
        Some(if condition != 0 { one } else { other })
    }

    fn binary(&mut self, level: usize) -> Option<u64> {
        let Some(operators) = OPERATORS.get(level) else { return self.unary() };
        let mut value = self.binary(level + 1)?;
        loop {
            let is_double = |it: &str| {
                let longer = ["&&", "||", "<<", ">>", "<=", ">="];
                longer.iter().any(|each| each.len() > it.len() && self.rest.starts_with(each))
            };
            let found = operators.iter().find(|it| self.rest.starts_with(**it) && !is_double(it));
            let Some(operator) = found else { return Some(value) };
            self.take(operator);
            let other = self.binary(level + 1)?;
            value = apply(operator, value, other)?;
        }
    }

    fn unary(&mut self) -> Option<u64> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let value = if self.take("-") {
            self.unary()?.wrapping_neg()
        } else if self.take("+") {
            self.unary()?
        } else if self.take("~") {
            !self.unary()?
        } else if self.take("!") {
            u64::from(self.unary()? == 0)
        } else if self.take("(") {
            let value = self.choice()?;
            if !self.take(")") {
                return None;
            }
            value
        } else {
            let length = self.rest.find(|c: char| !c.is_ascii_alphanumeric());
            let (number, rest) = self.rest.split_at(length.unwrap_or(self.rest.len()));
            self.rest = rest.trim_start();
            literal::integer(number)?
        };
        self.depth -= 1;
        Some(value)
    }
}

/// The result of an operator on integers in two's complement.
fn apply(operator: &str, a: u64, b: u64) -> Option<u64> {
    let (x, y) = (a.cast_signed(), b.cast_signed());
    Some(match operator {
        "||" => u64::from(a != 0 || b != 0),
        "&&" => u64::from(a != 0 && b != 0),
        "|" => a | b,
        "^" => a ^ b,
        "&" => a & b,
        "==" => u64::from(a == b),
        "!=" => u64::from(a != b),
        "<" => u64::from(x < y),
        ">" => u64::from(x > y),
        "<=" => u64::from(x <= y),
        ">=" => u64::from(x >= y),
        "<<" => u32::try_from(b).ok().and_then(|by| a.checked_shl(by)).unwrap_or(0),
        ">>" => x.wrapping_shr(u32::try_from(b).ok()?.min(63)).cast_unsigned(),
        "+" => a.wrapping_add(b),
        "-" => a.wrapping_sub(b),
        "*" => a.wrapping_mul(b),
        "/" => x.checked_div(y)?.cast_unsigned(),
        _ => x.checked_rem(y)?.cast_unsigned(),
    })
}

#[cfg(test)]
mod tests {
    use super::evaluate;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn expressions_are_those_of_c() {
        for (text, value) in [
            ("1+2*3", Some(7)),
            ("(1 << 5) - 1", Some(31)),
            ("-7/2", Some((-3_i64).cast_unsigned())),
            ("~0x0F & 0xff", Some(0xf0)),
            ("1 < 2 ? 0x10U : 3", Some(16)),
            ("!0 + 010", Some(9)),
            ("5 || 0 && 0", Some(1)),
            ("-5", Some((-5_i64).cast_unsigned())),
            ("5", None),
            ("1/0", None),
            ("1 +", None),
            ("(1", None),
            ("a+1", None),
        ] {
            assert_eq!(evaluate(text), value, "{text}");
        }
        assert_eq!(evaluate(&"(".repeat(1000)), None);
        assert_eq!(evaluate(&"-".repeat(1000)), None);
    }
}
