//! The result, beside what it would be without the rounding of the unit, and how it comes about.

use ptxfp::internals::arith::{Dyadic, ulp_error};
use ptxfp::link::TensorState;
use ptxfp::observed::{Evidence, Grade};
use ptxfp::tensor::{Tensor, Trace, written_element, written_width};
use ptxfp::text;

use crate::number::{unit_of_error, with_minus};
use crate::tensor::sentence::sentence;

/// The result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnswerView {
    /// Its value.
    pub value: String,
    /// Its bits.
    pub hex: String,
    /// Whether the ISA defines the bits; otherwise they were observed.
    pub is_defined: bool,
    /// The sum without rounding, and the error of the result.
    pub exact: Option<String>,
    /// The result of a chain of `fma`, and its error.
    pub chain: Option<String>,
    /// How it comes about, as sentences.
    pub sentence: String,
    /// The evidence.
    pub evidence: Vec<&'static Evidence>,
    /// The grade of the evidence, in a word.
    pub grade: Option<&'static str>,
    /// The texts that cannot be read: the result is that of what was there before.
    pub earlier: Option<String>,
}

/// The digits of an exact sum.
const N_DIGITS: usize = 17;

/// The result of a trace; `earlier` names the texts that it does not follow, as they cannot be read.
pub(super) fn answer(
    state: &TensorState,
    tensor: &Tensor,
    trace: &Trace,
    earlier: Option<String>,
) -> AnswerView {
    let format = state.mma.d;
    let exact = state.mma.exact(&state.operands());
    let error = |bits: u64| {
        let value = Dyadic::from_datum(&format.decode(bits))?;
        let exact = exact.as_ref()?;
        let error = ulp_error(&value, exact, unit_of_error(bits, format, exact));
        Some(if error == "0" {
            String::from("exact")
        } else {
            [&*with_minus(&error), " ulp"].concat()
        })
    };
    let is_float = format.float().is_some();
    let line = |name: &str, value: &str, bits: u64| {
        let error = error(bits)?;
        let (value, separator) = (with_minus(value), if value.is_empty() { "" } else { ": " });
        Some([name, " ", &value, separator, &error].concat())
    };
    let exact_text =
        exact.as_ref().map(|exact| exact.to_decimal_shortened(N_DIGITS)).filter(|_| is_float);
    let chain = state.mma.chained(&state.operands());
    AnswerView {
        value: with_minus(&written_element(trace.bits, format)),
        hex: text::hex(trace.bits, u32::from(written_width(format))),
        is_defined: tensor.grade().is_none(),
        exact: exact_text.and_then(|exact| line("exact", &exact, trace.bits)),
        chain: chain.and_then(|bits| {
            let value = with_minus(&written_element(bits, format));
            line("chain of fma", &value, bits).or(Some(["chain of fma ", &value].concat()))
        }),
        sentence: sentence(state, tensor, trace),
        evidence: tensor.evidence(),
        grade: tensor.grade().map(Grade::name),
        earlier,
    }
}
