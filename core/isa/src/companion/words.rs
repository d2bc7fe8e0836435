//! The meaning of companion instructions, in plain words.

use alloc::string::String;
use alloc::vec::Vec;

use super::form::{Form, Operation, Slot};
use super::shape::{Class, Shape};
use crate::text::quote::sentence;

impl Operation {
    /// Describes the result: lower case, no full stop.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Add => "the sum of `a` and `b`, without the bits that do not fit",
            Self::Sub => "`a` minus `b`, without the bits that do not fit",
            Self::Mul => "the product of `a` and `b`, or one half of its bits",
            Self::Mad => "the product of `a` and `b`, or one half of its bits, plus `c`",
            Self::Mul24 => "32 bits of the product of the lowest 24 bits of `a` and `b`",
            Self::Mad24 => "32 bits of the product of the lowest 24 bits of `a` and `b`, plus `c`",
            Self::Div => "`a` divided by `b`; by 0, or rounded if negative, as the machine does",
            Self::Rem => "the remainder of `a` by `b`; by 0 or if negative, as the machine does",
            Self::Sad => "the distance between `a` and `b`, plus `c`",
            Self::Abs => "the absolute value of `a`",
            Self::Neg => "`a` with the opposite sign",
            Self::Min => "the smaller of `a` and `b`",
            Self::Max => "the larger of `a` and `b`",
            Self::Popc => "the number of 1 bits of `a`",
            Self::Clz => "the number of 0 bits of `a` above its highest 1",
            Self::Bfind => {
                "the position of the highest bit of `a` that is not its sign, or all ones if there is none"
            }
            Self::Brev => "the bits of `a` in reverse order",
            Self::Bfe => {
                "`c` bits of `a` from bit `b` on, extended to the whole register with zeros, or with their sign"
            }
            Self::Bfi => "`b` with the `d` bits from bit `c` on replaced by the lowest bits of `a`",
            Self::Szext => {
                "the lowest `b` bits of `a`, extended to the whole register with zeros, or with their sign"
            }
            Self::Bmsk => "a register with `b` one bits from bit `a` on",
            Self::Dp4a => "`c` plus the products of the four bytes of `a` with those of `b`",
            Self::Dp2a => {
                "`c` plus the products of the two halves of `a` with the lower or the upper two bytes of `b`"
            }
            Self::Set => {
                "all ones, or 1.0 in a floating-point type, if the comparison holds, else 0"
            }
            Self::Setp => "a predicate: whether the comparison holds",
            Self::Selp => "`a` if the predicate `c` holds, else `b`",
            Self::Slct => "`a` if `c` is not less than 0, else `b`; a NaN counts as less",
            Self::And => "the bits set in both `a` and `b`",
            Self::Or => "the bits set in `a` or `b`",
            Self::Xor => "the bits set in only one of `a` and `b`",
            Self::Not => "the bits not set in `a`",
            Self::Cnot => "1 if `a` is 0, else 0",
            Self::Lop3 => {
                "at each position, the bit of the table `immLut` that the bits of `a`, `b` and `c` select, with weights 4, 2 and 1"
            }
            Self::Shf => {
                "one register of the pair `b` (upper) and `a` (lower), shifted by `c` places"
            }
            Self::Shl => "`a` shifted left by `b` places; 0 if `b` is at least its width",
            Self::Shr => {
                "`a` shifted right by `b` places, filled with zeros, or with the sign of a signed type"
            }
            Self::Prmt => {
                "four bytes of the pair `b` (upper) and `a` (lower), each chosen by a digit of `c`; a digit of 8 or more copies the byte's sign to all its bits"
            }
            Self::Pack => {
                "`a` above `b`, each clamped to the range of the narrow type, and above them the lower bits of `c` if given"
            }
        }
    }
}

impl Form {
    /// Describes the computation, as a sentence.
    #[must_use]
    pub fn words(&self) -> String {
        let mut text = String::from(self.operation.words());
        text.push_str(match (self.reads_carry, self.is_borrow) {
            (true, true) => ", minus the borrow",
            (true, false) => ", plus the carry",
            (false, _) => "",
        });
        if let (Operation::Setp, [_, _]) = (self.operation, self.written) {
            text.push_str(if self.is_packed() {
                ": `p` for the lower lane, `q` for the upper one"
            } else {
                " (`p`), and the opposite (`q`)"
            });
        } else if self.is_packed() {
            text.push_str(", lane by lane");
        }
        if let (Operation::Lop3, [_, _]) = (self.operation, self.written) {
            text.push_str("; `p` is set if that is not 0, combined with `q`");
        }
        sentence(&text)
    }

    /// The types that it spells, a group for each slot of types that has a choice: `.u32 .s32`.
    #[must_use]
    pub fn type_choices(&self) -> String {
        let choice = |slot: &&Slot| slot.is_type() && slot.choices.len() > 1;
        let words = |slot: &Slot| slot.choices.iter().map(|it| it.modifier).collect::<Vec<_>>();
        let groups = self.slots.iter().filter(choice).map(|slot| words(slot).join(" "));
        groups.collect::<Vec<_>>().join("; ")
    }

    /// Whether its first type has several lanes.
    fn is_packed(&self) -> bool {
        let mut choices = self.slots.iter().flat_map(|slot| slot.choices);
        choices
            .find_map(|choice| Shape::parse(choice.modifier))
            .is_some_and(|shape| shape.lanes > 1)
    }
}

impl Slot {
    /// Describes a choice of a slot: lower case, no full stop; code is between back quotes.
    #[must_use]
    pub fn meaning(&self, choice: &str) -> &'static str {
        match (self.name, choice) {
            (".CmpOp", ".ne") if self.has(".neu") => "`a` and `b` differ, and neither is a NaN",
            (".CmpOp", _) => comparison(choice),
            (".BoolOp", ".and") => "combined with the predicate: both",
            (".BoolOp", ".or") => "combined with the predicate: one or both",
            (".BoolOp", ".xor") => "combined with the predicate: exactly one of them",
            (_, ".cc") => "sets the carry, `CC.CF`",
            (_, ".sat") => "clamps to the range of the type",
            (_, ".relu") => "clamps a negative result to 0",
            (_, ".ftz") => "subnormal operands count as zeros",
            (_, ".wide") => "all bits of the product, in a register of twice the size",
            (".mode", ".lo") => "the lower two bytes of `b`",
            (".mode", ".hi") => "the upper two bytes of `b`",
            (_, ".lo") => "the lower half of the product",
            (_, ".hi") => "the upper half of the product",
            (_, ".shiftamt") => "the left shift that moves it to the top",
            (_, ".clamp") => "a shift of more than 32 places counts as 32",
            (_, ".wrap") => "the number of places counts modulo 32",
            (_, ".l") => "to the left; the upper register is the result",
            (_, ".r") => "to the right; the lower register is the result",
            (_, ".f4e") => "four bytes upwards from byte `c`",
            (_, ".b4e") => "four bytes downwards from byte `c`",
            (_, ".rc8") => "byte `c`, four times",
            (_, ".ecl") => "the bytes of `a`, those below byte `c` replaced by it",
            (_, ".ecr") => "the bytes of `a`, those above byte `c` replaced by it",
            (_, ".rc16") => "half `c`, twice",
            (_, ".pack") => "into one register",
            _ => Shape::parse(choice).map_or("", Shape::words),
        }
    }
}

/// Returns the condition of a comparison.
fn comparison(choice: &str) -> &'static str {
    match choice {
        ".eq" => "`a` equals `b`",
        ".ne" => "`a` and `b` differ",
        ".lt" | ".lo" => "`a` is less than `b`",
        ".le" | ".ls" => "`a` is at most `b`",
        ".gt" | ".hi" => "`a` is greater than `b`",
        ".ge" | ".hs" => "`a` is at least `b`",
        ".equ" => "`a` equals `b`, or one is a NaN",
        ".neu" => "`a` and `b` differ, or one is a NaN",
        ".ltu" => "`a` is less than `b`, or one is a NaN",
        ".leu" => "`a` is at most `b`, or one is a NaN",
        ".gtu" => "`a` is greater than `b`, or one is a NaN",
        ".geu" => "`a` is at least `b`, or one is a NaN",
        ".num" => "neither is a NaN",
        ".nan" => "one is a NaN, or both are",
        _ => "",
    }
}

impl Shape {
    /// Describes its data: lower case, no full stop.
    #[must_use]
    pub const fn words(&self) -> &'static str {
        match (self.class, self.width, self.lanes) {
            (Class::Bits, 1, _) => "a predicate",
            (Class::Bits, ..) => "bits, whatever they represent",
            (Class::Unsigned, _, 1) => "an unsigned integer",
            (Class::Signed, _, 1) => "an integer in two's complement",
            (Class::Unsigned, _, 2) => "two unsigned integers",
            (Class::Signed, _, 2) => "two integers in two's complement",
            (Class::Unsigned, ..) => "four unsigned integers",
            (Class::Signed, ..) => "four integers in two's complement",
            (Class::Float, _, 1) => "a floating-point number",
            (Class::Float, ..) => "two floating-point numbers",
        }
    }
}
