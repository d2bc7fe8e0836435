//! Where the code that NVIDIA's assembler emits returns something else than the ISA says.

/// A documented instruction, an operand, and what the emitted code makes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Emitted {
    /// Opcode and modifiers.
    pub spelling: &'static str,
    /// An operand that shows it.
    pub operand: u64,
    /// What the emitted code returns for it.
    pub result: u64,
    /// What was seen, as a sentence.
    pub note: &'static str,
}

const NO_FLUSH: &str = "the emitted conversion has no .FTZ, so a subnormal operand is rounded; \
                        with .rn and .rz the result is 0 either way";
const NO_NAN: &str = "the emitted code adds half a unit unless the exponent is that of infinity, \
                      and cuts off 13 bits; a NaN whose payload lies there alone becomes infinity";

/// Every such difference.
///
/// Seen in the code of `ptxas` 13.1.115 -O3 for `sm_75`, `sm_80`, `sm_90` and `sm_100a`, which
/// nvdisasm 13.2.51 disassembled (`cargo xtask machine-code`), on 22 November 2026.
pub const EMITTED: &[Emitted] = &[
    Emitted { spelling: "cvt.rp.ftz.f16.f32", operand: 1, result: 1, note: NO_FLUSH },
    Emitted {
        spelling: "cvt.rm.ftz.f16.f32",
        operand: 0x8000_0001,
        result: 0x8001,
        note: NO_FLUSH,
    },
    Emitted {
        spelling: "abs.f64",
        operand: 0x7ff0_0000_0000_0001,
        result: 0x7ff8_0000_0000_0001,
        note: "the emitted code is an addition (DADD), which makes a signaling NaN quiet; the \
               section passes a NaN through unchanged",
    },
    Emitted {
        spelling: "cvt.rna.tf32.f32",
        operand: 0x7f80_0001,
        result: 0x7f80_0000,
        note: NO_NAN,
    },
];

#[cfg(test)]
mod tests {
    use super::EMITTED;
    use crate::catalog::{Context, LATEST_ISA, Target};
    use crate::eval::Prepared;
    use crate::syntax::{Legality, check};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn the_text_has_another_result() {
        let target = Target::parse("sm_100a").unwrap();
        let context = Context { isa: LATEST_ISA, target };
        for each in EMITTED {
            let found = check(each.spelling, &context);
            assert_eq!(found.legality, Legality::Documented, "{}", each.spelling);
            let prepared = Prepared::new(&found.instruction.unwrap(), &context);
            let result = prepared.evaluate(&[each.operand]);
            assert_ne!(result.destination, each.result, "{}", each.spelling);
            let (op, lane) = (prepared.lane_op(), result.lanes()[0].bits);
            // A NaN stays one, a number stays one.
            let [from, ..] = op.operands;
            assert_eq!(op.result.is_nan(lane), from.is_nan(each.operand), "{}", each.spelling);
        }
    }
}
