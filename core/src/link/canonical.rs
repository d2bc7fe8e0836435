//! Canonical links, as programs pass them to one another.

use alloc::string::String;
use alloc::vec::Vec;

use super::code::decode_text;
use super::{ASKED, Compared, DEFAULT_ISA, ISA, RECORDED, SWEEP, State, VIEW, WITH};
use crate::catalog::{Context, Instruction, IsaVersion, Target, spelled};

/// The state of a link as [`State::to_fragment`] writes it; nothing of any other text.
///
/// It takes much less code than [`parse`](super::parse), which reads what people make of links.
///
/// ```
/// use ptxfp::link::parse_canonical;
///
/// let text = "v1/add.f32@sm_90?a=0x3f800000&b=0x40000000&view=sweep";
/// assert_eq!(parse_canonical(text).unwrap().to_fragment(), text);
/// assert_eq!(parse_canonical("v1/add.f32@sm_90?a=1.5"), None);
/// ```
#[must_use]
pub fn parse_canonical(text: &str) -> Option<State> {
    let (head, pairs) = text.strip_prefix("v1/")?.split_once('?')?;
    let (spelling, target) = head.split_once('@')?;
    let pairs: Vec<(&str, &str)> =
        pairs.split('&').filter_map(|pair| pair.split_once('=')).collect();
    let value = |key: &str| pairs.iter().find(|(other, _)| *other == key).map(|(_, value)| *value);
    let context = context(target, value(ISA))?;
    let registers = |instruction: &Instruction| -> Option<Vec<u64>> {
        let sources = instruction.form.sources().iter();
        sources.map(|operand| bits(value(operand.name)?)).collect()
    };
    // Among the instructions with this spelling, the one for which the link has the most operands.
    let mut found: Option<(Instruction, Vec<u64>)> = None;
    for each in available(spelling, &context) {
        if let Some(registers) = registers(&each)
            && found.as_ref().is_none_or(|(_, other)| registers.len() > other.len())
        {
            found = Some((each, registers));
        }
    }
    let (instruction, registers) = found?;
    let mut state = State::new(instruction, context, registers);
    state.recorded = value(RECORDED).and_then(bits);
    state.sweep = value(SWEEP).map(String::from);
    state.asked = value(ASKED).map(decode_text);
    state.view = value(VIEW).map(String::from);
    for (key, text) in &pairs {
        if *key == WITH {
            state.compared.push(compared(text, &instruction)?);
        }
    }
    Some(state)
}

/// A target and a version, which is the usual one where it is not said.
fn context(target: &str, isa: Option<&str>) -> Option<Context> {
    let isa = match isa {
        Some(isa) => IsaVersion::parse(isa)?,
        None => DEFAULT_ISA,
    };
    Some(Context { isa, target: Target::parse(target)? })
}

/// The instructions of a spelling that a version and a target have.
fn available(spelling: &str, context: &Context) -> impl Iterator<Item = Instruction> {
    spelled(spelling).into_iter().filter(|each| each.is_available(context))
}

/// The bits of a register.
fn bits(text: &str) -> Option<u64> {
    hex(text.strip_prefix("0x")?)
}

/// The bits of hexadecimal digits.
fn hex(digits: &str) -> Option<u64> {
    u64::from_str_radix(digits, 16).ok()
}

/// An instruction that is compared with, which takes the operands of another one.
fn compared(text: &str, main: &Instruction) -> Option<Compared> {
    let (text, own) = match text.split_once(":0x") {
        Some((text, own)) => (text, Some(own)),
        None => (text, None),
    };
    let mut pieces = text.split('@');
    let (spelling, target) = (pieces.next()?, pieces.next()?);
    let context = context(target, pieces.next())?;
    let instruction = available(spelling, &context).find(|each| Compared::is_fit(each, main))?;
    let registers = match own {
        Some(own) => Some(own.split(",0x").map(hex).collect::<Option<Vec<_>>>()?),
        None => None,
    };
    Some(Compared { instruction, context, registers })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{ISA_VERSIONS, LATEST_ISA, TARGETS, forms, instructions_of};
    use crate::link::parse;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn every_canonical_link_is_read_as_by_the_tolerant_reader() {
        let contexts = || {
            let isas = [LATEST_ISA, ISA_VERSIONS[ISA_VERSIONS.len() / 2]].into_iter();
            isas.flat_map(|isa| TARGETS.iter().rev().map(move |target| Context { isa, target }))
        };
        let mut count = 0;
        for instruction in forms().flat_map(instructions_of) {
            let Some(context) = contexts().find(|it| instruction.is_available(it)) else {
                continue;
            };
            let registers = (1..=instruction.form.sources().len() as u64).collect();
            let mut state = State::new(instruction, context, registers);
            state.recorded = Some(1);
            state.compared.push(Compared { instruction, context, registers: None });
            let own = Some(state.registers.iter().map(|register| register + 1).collect());
            state.compared.push(Compared { instruction, context, registers: own });
            state.sweep = Some("a,errors".into());
            state.asked = Some("0.1 + 0.2 in bf16?".into());
            state.view = Some("sweep".into());
            let text = state.to_fragment();
            assert_eq!(parse_canonical(&text), Some(parse(&text).sound().unwrap()), "{text}");
            count += 1;
        }
        assert!(count > 500, "{count}");
    }

    #[test]
    fn what_is_not_canonical_is_not_read() {
        for text in [
            "",
            "v1/",
            "v1/add.f32@sm_90",
            "#v1/add.f32@sm_90?a=0x0&b=0x0",
            "v1/add.f32@sm_90?a=0x0",
            "v1/add.f32@sm_9000?a=0x0&b=0x0",
            "v1/add.f32@sm_90?a=0x0&b=0x0&isa=99",
            "v1/add.f32@sm_90?a=0x0&b=0x0&with=add.f64@sm_90",
            "v2/add.f32@sm_90?a=0x0&b=0x0",
        ] {
            assert_eq!(parse_canonical(text), None, "{text}");
        }
    }
}
