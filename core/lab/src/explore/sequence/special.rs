//! Special registers (PTX ISA 10), which a program reads and never writes: they are inputs.

use alloc::format;

use super::Source;
use super::build::{Builder, Wanted};
use crate::catalog::Type;
use crate::syntax::{Code, Statement, Token};
use crate::text::quote::quoted;

/// Those with a component for each dimension, of 32 bits.
const VECTORS: [&str; 8] = [
    "%tid",
    "%ntid",
    "%ctaid",
    "%nctaid",
    "%clusterid",
    "%nclusterid",
    "%cluster_ctaid",
    "%cluster_nctaid",
];

/// Those whose lower 16 bits can be read: ptxas 13.5.37 takes no other ones.
const NARROW: [&str; 5] = ["%tid", "%ntid", "%ctaid", "%nctaid", "%gridid"];

/// The ending of the name of the lower 16 bits.
const LOW: &str = "_16";

/// The special register whose lower 16 bits an input is.
pub(super) fn low_half_of(name: &str) -> Option<&str> {
    name.strip_suffix(LOW).filter(|it| kind(it).is_some())
}

/// The components of a vector.
const COMPONENTS: [&str; 4] = ["x", "y", "z", "w"];

/// Those of 32 bits.
const WORDS: [&str; 19] = [
    "%laneid",
    "%warpid",
    "%nwarpid",
    "%smid",
    "%nsmid",
    "%lanemask_eq",
    "%lanemask_le",
    "%lanemask_lt",
    "%lanemask_ge",
    "%lanemask_gt",
    "%clock",
    "%clock_hi",
    "%globaltimer_lo",
    "%globaltimer_hi",
    "%cluster_ctarank",
    "%cluster_nctarank",
    "%dynamic_smem_size",
    "%total_smem_size",
    "%aggr_smem_size",
];

/// Those of 64 bits.
const DOUBLE_WORDS: [&str; 4] = ["%clock64", "%globaltimer", "%gridid", "%current_graph_exec"];

/// The predicate.
const PREDICATE: &str = "%is_explicit_cluster";

/// Those that count on: two reads may have different values.
const COUNTERS: [&str; 2] = ["%clock", "%globaltimer"];

/// The type of a special register.
pub(super) fn kind(name: &str) -> Option<Type> {
    let component = name.split_once('.');
    match component {
        Some((base, component)) => {
            (VECTORS.contains(&base) && COMPONENTS.contains(&component)).then_some(Type::U32)
        }
        None if WORDS.contains(&name) => Some(Type::U32),
        None if DOUBLE_WORDS.contains(&name) => Some(Type::U64),
        None => (name == PREDICATE).then_some(Type::Pred),
    }
}

/// Whether a word is the name of special registers, without a component.
pub(super) fn is_special(word: &str) -> bool {
    VECTORS.contains(&word) || kind(word).is_some()
}

impl<'t> Builder<'t> {
    /// Reports special registers where the assembler takes none: ptxas 13.5.37 has them as sources
    /// of `mov` and of conversions between integers.
    pub(super) fn check_special(&mut self, statement: &Statement<'t>, start: usize) {
        let is_integer = |modifier: &Token<'_>| {
            [".u", ".s"].iter().any(|class| modifier.text.starts_with(class))
        };
        let is_reader = match statement.opcode.as_ref().map(|opcode| opcode.text) {
            Some("mov") => true,
            Some("cvt") => statement.modifiers.iter().all(is_integer),
            _ => false,
        };
        for (index, operand) in statement.operands.iter().enumerate() {
            for element in &operand.elements {
                let name = quoted(element.text);
                let message = match (kind(element.text), index) {
                    (None, _) if VECTORS.contains(&element.text) => {
                        format!("{name} has several components; write {}.x", element.text)
                    }
                    (None, _) => continue,
                    (Some(_), 0) => {
                        format!("{name} is a special register, which cannot be written")
                    }
                    (Some(_), _) if is_reader => continue,
                    (Some(_), _) => format!(
                        "{name} is a special register: only `mov` and conversions of integers read it"
                    ),
                };
                let span = element.span.start + start..element.span.end + start;
                self.report(Code::Operand, span, message);
            }
        }
    }

    /// The input that a special register of a type is; one that counts on is a new input each time.
    pub(super) fn special(
        &mut self,
        name: &Token<'t>,
        kind: Type,
        wanted: Wanted,
        start: usize,
    ) -> Option<Source> {
        let span = name.span.start + start..name.span.end + start;
        let base = name.text.split('.').next().unwrap_or_default();
        let is_low = wanted.width() == 16 && NARROW.contains(&base);
        let own = Wanted::exactly(if is_low { Type::U16 } else { kind }, true);
        if own.width() != wanted.width() {
            let message = format!(
                "special register {} has {} bits; {} takes {}",
                quoted(name.text),
                own.width(),
                wanted.kind.spelling(),
                wanted.width()
            );
            self.report(Code::RegisterWidth, span, message);
            return None;
        }
        let counts = COUNTERS.iter().any(|counter| name.text.starts_with(counter));
        let mut unique = [name.text, if is_low { LOW } else { "" }].concat();
        let mut number = 1;
        while counts && self.register_of(&unique).is_some() {
            number += 1;
            unique = format!("{}_{number}", name.text);
        }
        let index = match self.register_of(&unique) {
            Some(index) => index,
            None => self.push_input(unique, own, span),
        };
        self.sequence.registers.get_mut(index)?.is_read = true;
        Some(Source::Register { index, is_reinterpreted: false })
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::super::tests::sequence;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn special_registers_are_inputs_with_a_type() {
        for (text, expected) in [
            (
                "mov.u32 r, %tid.x; mov.b32 s, %tid.x; add.u32 d, r, s;",
                [("%tid.x", ".u32")].as_slice(),
            ),
            (
                "mov.u32 r, %tid.x; mov.u32 s, %ctaid.y; add.u32 d, r, s;",
                &[("%tid.x", ".u32"), ("%ctaid.y", ".u32")],
            ),
            ("mov.b32 d, %laneid;", &[("%laneid", ".u32")]),
            ("mov.b64 d, %globaltimer;", &[("%globaltimer", ".u64")]),
            ("mov.pred p, %is_explicit_cluster;", &[("%is_explicit_cluster", ".pred")]),
            ("cvt.u64.u32 d, %ntid.z;", &[("%ntid.z", ".u32")]),
            // A counter has counted on when it is read again.
            (
                "mov.u64 a, %clock64; mov.u64 b, %clock64; sub.u64 d, b, a;",
                &[("%clock64", ".u64"), ("%clock64_2", ".u64")],
            ),
            ("asm(\"mov.u32 %0, %%tid.x;\" : \"=r\"(x));", &[("%tid.x", ".u32")]),
            ("mov.u16 h, %tid.x; cvt.u32.u16 d, h;", &[("%tid.x_16", ".u16")]),
            ("cvt.u32.u16 d, %ctaid.y;", &[("%ctaid.y_16", ".u16")]),
            ("{ mov.u32 r, %laneid; add.u32 d, r, 1; }", &[("%laneid", ".u32")]),
        ] {
            let found = sequence(text);
            assert!(found.is_complete(), "{text}: {:?}", found.diagnostics());
            let inputs: Vec<_> = found
                .input_registers()
                .map(|register| (register.name.as_str(), register.kind.spelling()))
                .collect();
            assert_eq!(inputs, expected, "{text}");
        }
    }

    /// ptxas 13.5.37 refuses each of these.
    #[test]
    fn special_registers_are_refused_where_the_assembler_takes_none() {
        for (text, message) in [
            ("add.u32 d, %tid.x, 1;", "only `mov` and conversions of integers read it"),
            ("and.b32 d, %lanemask_lt, a;", "only `mov` and conversions of integers read it"),
            ("cvt.rn.f32.u32 d, %tid.x;", "only `mov` and conversions of integers read it"),
            ("st.global.u32 [p], %tid.x;", "only `mov` and conversions of integers read it"),
            ("mov.b32 %tid.x, r;", "cannot be written"),
            ("mov.u32 %laneid, 1;", "cannot be written"),
            ("mov.u32 d, %tid;", "`%tid` has several components; write %tid.x"),
            ("mov.u64 d, %tid.x;", "special register `%tid.x` has 32 bits; .u64 takes 64"),
            ("mov.u16 d, %laneid;", "special register `%laneid` has 32 bits; .u16 takes 16"),
            ("mov.u32 d, %clock64;", "special register `%clock64` has 64 bits; .u32 takes 32"),
        ] {
            let found = sequence(text);
            let wrong = found.diagnostics();
            assert!(wrong.iter().any(|each| each.message.contains(message)), "{text}: {wrong:?}");
        }
    }
}
