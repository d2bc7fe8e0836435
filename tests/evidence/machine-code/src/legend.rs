//! The meaning of mnemonics and constants of machine instructions, in our words.

use crate::Sequence;
use crate::class::base;
use crate::kernel::UNKNOWN;

/// The meanings of instructions, by the first part of the mnemonic.
pub const MNEMONICS: [(&str, &str); 56] = [
    (UNKNOWN, "an instruction that the disassembler does not know"),
    ("BRA", "branch"),
    ("CALL", "call of a routine"),
    ("CS2R", "sets a pair of registers"),
    ("DADD", "f64 addition"),
    ("DFMA", "f64 multiply-add"),
    ("DMUL", "f64 multiplication"),
    ("DSETP", "f64 comparison"),
    ("F2F", "from one floating-point format to another"),
    ("F2FP", "converts and packs"),
    ("F2I", "floating point to integer"),
    ("F2IP", "f32 to integers, packed"),
    ("FADD", "f32 addition"),
    ("FADD2", "two f32 additions"),
    ("FCHK", "asks whether a division needs the slow path"),
    ("FFMA", "f32 multiply-add"),
    ("FFMA2", "two f32 multiply-adds"),
    ("FHADD", "addition of a half to an f32"),
    ("FHADD2", "two additions, of f32 and half precision"),
    ("FHFMA", "multiply-add of halves and an f32"),
    ("FHFMA2", "two multiply-adds, of f32 and half precision"),
    ("FHMUL2", "two multiplications of f32, to half precision"),
    ("FMNMX", "f32 minimum (PT) or maximum (!PT)"),
    ("FMNMX3", "minimum or maximum of three"),
    ("FMUL", "f32 multiplication"),
    ("FMUL2", "two f32 multiplications"),
    ("FRND", "rounding to an integer in a floating-point format"),
    ("FSEL", "choice between two f32"),
    ("FSETP", "f32 comparison"),
    ("HADD2", "addition of pairs of halves"),
    ("HFMA2", "multiply-add of pairs of halves"),
    ("HMNMX2", "minimum (PT) or maximum (!PT) of pairs of halves"),
    ("HMUL2", "multiplication of pairs of halves"),
    ("I2F", "integer to floating point"),
    ("I2FP", "integer to f32, in the main pipe"),
    ("I2I", "integer to integer"),
    ("IADD", "integer addition"),
    ("IADD3", "integer addition of three"),
    ("IMAD", "integer multiply-add; also moves, adds and shifts"),
    ("IMNMX", "integer minimum or maximum"),
    ("ISETP", "integer comparison"),
    ("LEA", "shift and add"),
    ("LOP3", "logic on three operands"),
    ("MOV", "move"),
    ("MUFU", "special-function unit"),
    ("PLOP3", "logic on conditions"),
    ("PRMT", "bytes picked from two registers"),
    ("QADD4", "four additions in 8 bits"),
    ("QFMA4", "four multiply-adds in 8 bits"),
    ("QMUL4", "four multiplications in 8 bits"),
    ("SEL", "choice between two registers"),
    ("SHF", "shift"),
    ("UMOV", "move, for all threads together"),
    ("VIADD", "integer addition"),
    ("VIMNMX", "integer minimum or maximum"),
    ("VISET", "integer comparison"),
];

/// The meanings of constants.
pub const CONSTANTS: [(&str, &str); 29] = [
    ("1.175494350822287508e-38", "2^\u{2212}126, the smallest normal f32"),
    ("8.50705917302346158658e+37", "2^126"),
    ("16777216", "2^24"),
    ("0x4b800000", "2^24 as f32"),
    ("-24", "takes 2^24 back out of a logarithm"),
    ("4096", "2^12, the root of 2^24"),
    ("0.000244140625", "2^\u{2212}12, one over the root of 2^24"),
    ("0.15915493667125701904", "1/2\u{3c0} as f32"),
    ("-126", "the exponent of the smallest normal f32"),
    ("1.84467440737095516160e+19", "2^64"),
    ("8.98846567431157953865e+307", "2^1023"),
    ("1.469367938527859385e-39", "the upper half of the smallest normal f64"),
    ("0x80000", "the quiet bit of an f64, in its upper half"),
    ("0x7f800000", "infinity as f32"),
    ("0x7ff00000", "the upper half of infinity as f64"),
    ("0x3ff00000", "the upper half of 1 as f64"),
    ("0x7fffffff", "all bits but the sign; also the canonical NaN, and the largest s32"),
    ("0x80000000", "the sign bit"),
    ("0x800000", "the smallest normal f32"),
    ("0x5410", "two lower halves"),
    ("0x9910", "16 bits with their sign"),
    ("0x8880", "8 bits with their sign"),
    ("0x7710", "16 bits, then zeros"),
    ("0x7770", "8 bits, then zeros"),
    ("4.5736980577097704378e-41", "the bits 7f7f: the scale factor 2^0 for both lanes"),
    ("3.38953138925153547590e+38", "the bits 7f7f0000: the scale factor 2^0 for both lanes"),
    ("0x1000", "half of the last place of tf32"),
    ("0xffffe000", "clears what tf32 does not have"),
    (
        "c[0x2][0x0]",
        "a constant in memory, 0x380ffffff0000000: 2^\u{2212}126 \u{2212} 2^\u{2212}151, the least f64 \
         that rounds to a normal f32",
    ),
];

/// Terms of a sequence with their meaning, in the order of the tables.
pub fn legend(sequence: &Sequence) -> Vec<(&'static str, &'static str)> {
    let code = &sequence.code;
    let mnemonics = MNEMONICS.iter().filter(|(name, _)| code.iter().any(|it| base(it) == *name));
    let constants = CONSTANTS.iter().filter(|(name, _)| {
        let mut words = code.iter().flat_map(|it| it.split([' ', ',']));
        words.any(|it| it == *name || it.strip_prefix(*name).is_some_and(|it| it.starts_with(".H")))
    });
    mnemonics.chain(constants).copied().collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::legend;
    use crate::class::base;
    use crate::{RECORD, Record, Sequence};

    #[test]
    fn a_legend_has_the_terms_of_its_sequence() {
        let code = ["FSETP.GEU.AND |R|, 1.175494350822287508e-38", "@P FMUL R, 16777216"];
        let found = legend(&Sequence::new(code.map(str::to_owned).to_vec()));
        let terms: Vec<_> = found.into_iter().map(|(term, _)| term).collect();
        assert_eq!(terms, ["FMUL", "FSETP", "1.175494350822287508e-38", "16777216"]);
    }

    #[test]
    fn every_recorded_mnemonic_is_in_the_table_and_every_term_is_recorded() {
        let record = Record::parse(RECORD).unwrap();
        let all = record.entries.values().flatten().flatten();
        let all: BTreeSet<_> = all.map(|kernel| Sequence::of(kernel)).collect();
        let mut unused: Vec<_> = super::MNEMONICS.iter().chain(&super::CONSTANTS).collect();
        for sequence in all {
            let found = legend(&sequence);
            for instruction in &sequence.code {
                let name = base(instruction);
                assert!(found.iter().any(|(term, _)| *term == name), "{instruction}");
            }
            unused.retain(|term| !found.contains(term));
        }
        assert!(unused.is_empty(), "{unused:?}");
    }
}
