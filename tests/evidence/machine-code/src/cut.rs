//! From the whole code of an entry to the instructions that do the work.

use crate::kernel::{Kernel, STEP};

/// The number of instructions of a sequence that are kept.
const KEPT: usize = 24;

/// The instructions that do the work, with their operands reduced to what says something.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sequence {
    /// The first instructions.
    pub code: Vec<String>,
    /// The length of the whole sequence.
    pub length: usize,
}

impl Sequence {
    /// A sequence, of which the beginning is kept.
    pub fn new(mut code: Vec<String>) -> Self {
        let length = code.len();
        code.truncate(KEPT);
        Self { code, length }
    }

    /// The sequence of an entry.
    pub fn of(kernel: &Kernel) -> Self {
        let lines: Vec<_> =
            kernel.instructions().map(|(address, line)| Line::new(address, line)).collect();
        let work = lines.iter().enumerate().filter(|(index, line)| !line.is_frame(&lines, *index));
        Self::new(work.map(|(_, line)| line.shown()).collect())
    }
}

/// A line of the disassembly.
#[derive(Debug)]
struct Line<'t> {
    address: usize,
    /// `@P0` or `@!P0`.
    guard: &'t str,
    mnemonic: &'t str,
    operands: Vec<&'t str>,
}

impl<'t> Line<'t> {
    /// Takes `@!P0 FMUL R0, R0, 2` apart.
    fn new(address: usize, line: &'t str) -> Self {
        let (guard, rest) = match line.split_once(' ') {
            Some((guard, rest)) if guard.starts_with('@') => (guard, rest.trim()),
            _ => ("", line),
        };
        let (mnemonic, operands) = rest.split_once(' ').unwrap_or((rest, ""));
        let operands = operands.split(',').map(str::trim).filter(|it| !it.is_empty()).collect();
        Self { address, guard, mnemonic, operands }
    }

    fn base(&self) -> &'t str {
        self.mnemonic.split('.').next().unwrap_or_default()
    }

    /// Whether it belongs to the module and not to the instruction.
    fn is_frame(&self, code: &[Self], index: usize) -> bool {
        let parameter = || self.operands.iter().any(|it| it.starts_with("c[0x0]"));
        match self.base() {
            "LDG" | "STG" | "EXIT" | "NOP" => true,
            "LDC" | "ULDC" | "LDCU" | "UMOV" if parameter() => true,
            "MOV" | "IMAD" if parameter() => self.base() == "MOV" || self.mnemonic == MOVE,
            // A jump to itself follows the end.
            "BRA" => self.guard.is_empty() && index > 0 && code[index - 1].ends(),
            "MOV" | "IMAD" if self.guard.is_empty() => {
                self.is_copy() || self.is_return(code, index)
            }
            _ => false,
        }
    }

    fn ends(&self) -> bool {
        self.guard.is_empty() && matches!(self.base(), "EXIT" | "RET")
    }

    /// Whether it copies a register, as register allocation has it.
    fn is_copy(&self) -> bool {
        match self.operands.as_slice() {
            [_, from] if self.mnemonic == "MOV" => is_plain_register(from),
            [_, "RZ", "RZ", from] if self.mnemonic == MOVE => is_plain_register(from),
            _ => false,
        }
    }

    /// Whether it is the address that a call returns to.
    fn is_return(&self, code: &[Self], index: usize) -> bool {
        let Some(value) = self.operands.last().and_then(|it| it.strip_prefix("0x")) else {
            return false;
        };
        let Ok(value) = usize::from_str_radix(value, 16) else { return false };
        let mut rest = code[index..].iter();
        rest.any(|line| line.base() == "CALL" && line.address + STEP == value)
    }

    /// Mnemonic, and operands where one of them is more than a register.
    fn shown(&self) -> String {
        let mut text = String::new();
        if !self.guard.is_empty() {
            text.push_str("@P ");
        }
        text.push_str(self.mnemonic);
        if matches!(self.base(), "BRA" | "CALL" | "RET" | "BSSY" | "BSYNC" | "WARPSYNC") {
            return text;
        }
        // The destination and predicates carry no information, except for the last predicate of a
        // minimum or maximum, which tells the two apart.
        let (mut operands, mut is_plain) = (Vec::new(), true);
        for (index, operand) in self.operands.iter().enumerate().skip(1) {
            let chooses = self.base().contains("MNMX") && index + 1 == self.operands.len();
            if chooses || !is_predicate(operand) {
                let operand = generic(operand);
                is_plain &= operand == "R";
                operands.push(operand);
            }
        }
        if !is_plain {
            text.push(' ');
            text.push_str(&operands.join(", "));
        }
        text
    }
}

const MOVE: &str = "IMAD.MOV.U32";

fn is_predicate(operand: &str) -> bool {
    let name = operand.trim_start_matches('!').trim_start_matches('U');
    let number = name.strip_prefix('P').unwrap_or_default();
    number == "T" || !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit())
}

fn is_plain_register(operand: &str) -> bool {
    generic(operand) == "R"
}

/// An operand with `R` for every register but the one that is always zero, `RZ`.
fn generic(operand: &str) -> String {
    let mut text = String::new();
    let mut rest = operand;
    while let Some(first) = rest.chars().next() {
        let name_end =
            rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        if !first.is_ascii_alphabetic() {
            text.push(first);
            rest = &rest[first.len_utf8()..];
            if first == '|' && rest.starts_with('.') {
                break;
            }
            // A number to its end: `1.5e-38`, `0x3f800000`.
            if first.is_ascii_digit() {
                let end = rest.find([',', '|', ']', ' ']).unwrap_or(rest.len());
                text.push_str(&rest[..end]);
                rest = &rest[end..];
            }
            continue;
        }
        let (name, behind) = rest.split_at(name_end);
        let number = name.strip_prefix("UR").or_else(|| name.strip_prefix('R'));
        match number {
            Some("Z") => text.push_str("RZ"),
            Some(digits) if digits.bytes().all(|it| it.is_ascii_digit()) => text.push('R'),
            _ => text.push_str(name),
        }
        // Which part of the register, and whether it is read again.
        let is_register = number.is_some();
        let end = behind.find(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '_');
        rest = if is_register { &behind[end.unwrap_or(behind.len())..] } else { behind };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{KEPT, Sequence, generic};
    use crate::kernel::kernels;

    #[test]
    fn what_the_module_needs_is_cut_away() {
        let text = "
.text.k14:
        /*0000*/                   LDC R1, c[0x0][0x28] ;
        /*0010*/                   ULDC.64 UR4, c[0x0][0x208] ;
        /*0020*/                   LDG.E R0, desc[UR4][R2.64] ;
        /*0030*/                   IMAD.MOV.U32 R4, RZ, RZ, 0x4b800000 ;
        /*0040*/                   IMAD.MOV.U32 R4, RZ, RZ, R5.reuse ;
        /*0050*/                   FSETP.GEU.AND P1, PT, |R0|, 1.175494350822287508e-38, PT ;
        /*0060*/              @!P0 FMUL R0, R0, R5 ;
        /*0070*/                   MUFU.RCP R0, R0 ;
        /*0080*/                   HADD2 R0, -R0.H0_H0, R4.H1_H1 ;
        /*0090*/                   FMNMX R0, R0, R4, !PT ;
        /*00a0*/                   MOV R8, 0xc0 ;
        /*00b0*/                   CALL.REL.NOINC `($__internal_1_$__routine) ;
        /*00c0*/                   STG.E desc[UR4][R2.64], R5 ;
        /*00d0*/                   EXIT ;
.L_x_1:
        /*00e0*/                   BRA `(.L_x_1);
        /*00f0*/                   NOP;
";
        let sequence = Sequence::of(&kernels(text).expect("addresses in order")[&14]);
        let expected = [
            "IMAD.MOV.U32 RZ, RZ, 0x4b800000",
            "FSETP.GEU.AND |R|, 1.175494350822287508e-38",
            "@P FMUL",
            "MUFU.RCP",
            "HADD2 -R, R",
            "FMNMX R, R, !PT",
            "CALL.REL.NOINC",
        ];
        assert_eq!(sequence, Sequence::new(expected.map(str::to_owned).to_vec()));
    }

    #[test]
    fn a_long_sequence_is_kept_by_its_beginning() {
        let sequence = Sequence::new(vec!["FADD R, -R".to_owned(); KEPT + 3]);
        assert_eq!((sequence.code.len(), sequence.length), (KEPT, KEPT + 3));
    }

    #[test]
    fn registers_lose_their_numbers_and_constants_stay() {
        let cases = [
            ("R12.reuse", "R"),
            ("-|R3|.reuse", "-|R|"),
            ("|R3|.H1_H1", "|R|"),
            ("UR4", "R"),
            ("RZ", "RZ"),
            ("-RZ.H0_H0", "-RZ"),
            ("0x3f800000", "0x3f800000"),
            ("+INF", "+INF"),
            ("-1.5e-38", "-1.5e-38"),
            ("c[0x2][0x10]", "c[0x2][0x10]"),
        ];
        for (operand, expected) in cases {
            assert_eq!(generic(operand), expected, "{operand}");
        }
    }
}
