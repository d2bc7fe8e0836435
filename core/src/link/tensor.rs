//! Links to an element of a product of matrices.
//!
//! ```text
//! fragment = "v1/tensor@" target "?code=" spelling *("&" pair)
//! pair     = ("a" | "b" | "sa" | "sb") "=" list    zeros at its end are left out
//!          | "c=" element
//!          | "isa=" version                        as in a link to an instruction
//! list     = [element *("," element)]              in ascending k
//! element  = bits, or a number
//! spelling = that of the instruction, with "/" before the types of tcgen05.mma instead of braces
//! ```
//!
//! `sa` and `sb` are the scales of the row of a and of the column of b.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::parse::{Reader, Worded, read_worded};
use super::part::Pair;
use super::{CODE, DEFAULT_ISA, ISA, Problem};
use crate::catalog::Context;
use crate::format::Format;
use crate::tensor::{Elements, Mma, Operands, read_element, read_list, written_width};
use crate::text::hex;

/// The word that a link to an element has in place of an instruction.
const TENSOR: &str = "tensor";
/// The keys of the lists, in their order, and that of c.
const LISTS: [&str; 4] = ["a", "b", "sa", "sb"];
const C: &str = "c";
/// The character that stands for the braces around the types of `tcgen05.mma`.
const TYPES: char = '/';

/// The contents of a link to an element.
#[derive(Clone, Debug)]
pub struct TensorState {
    /// The instruction.
    pub mma: Mma,
    /// The version and the target.
    pub context: Context,
    /// The operands, each list as long as the instruction takes.
    pub elements: Elements,
}

/// The outcome of reading such a link.
#[derive(Clone, Debug)]
pub struct ParsedTensor {
    /// The state; `None` if the instruction cannot be read.
    pub state: Option<TensorState>,
    /// The problems, in the order of the link.
    pub problems: Vec<Problem>,
}

impl TensorState {
    /// An instruction with zeros.
    #[must_use]
    pub fn new(mma: Mma, context: Context) -> Self {
        Self { elements: Elements::zeros(&mma), mma, context }
    }

    /// The operands.
    #[must_use]
    pub fn operands(&self) -> Operands<'_> {
        self.elements.operands()
    }

    /// The canonical link, without a `#` before it.
    ///
    /// ```
    /// use ptxfp::link::parse_tensor;
    ///
    /// let text = "v1/tensor@sm_90?code=mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32\
    ///             &a=0x3f80,0x4000&b=0x4040&c=0x00000000&isa=9.5";
    /// let parsed = parse_tensor(text).unwrap();
    /// assert_eq!(parsed.problems, []);
    /// let state = parsed.state.unwrap();
    /// assert_eq!(state.elements.lists[0], [0x3f80, 0x4000, 0, 0, 0, 0, 0, 0]);
    /// assert_eq!(state.to_fragment(), text);
    /// ```
    #[must_use]
    pub fn to_fragment(&self) -> String {
        self.to_string()
    }
}

impl fmt::Display for TensorState {
    /// Writes the canonical link.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = self.mma.to_string().replace('{', &TYPES.to_string()).replace('}', "");
        write!(f, "v1/{TENSOR}@{}?{CODE}={code}", self.context.target.name)?;
        let lists = LISTS.iter().zip(&self.elements.lists).zip(self.mma.lists());
        for ((key, list), (format, _)) in lists {
            let length = list.iter().rposition(|bits| *bits != 0).map_or(0, |last| last + 1);
            for (index, bits) in list.iter().take(length).enumerate() {
                let bits = hex(*bits, written_width(format).into());
                if index == 0 {
                    write!(f, "&{key}={bits}")?;
                } else {
                    write!(f, ",{bits}")?;
                }
            }
        }
        write!(f, "&{C}={}", hex(self.elements.c, written_width(self.mma.c).into()))?;
        if self.context.isa != DEFAULT_ISA {
            write!(f, "&{ISA}={}", self.context.isa)?;
        }
        Ok(())
    }
}

/// Reads a link to an element of a product of matrices; `None` if it is a link to something else.
///
/// It never fails otherwise: errors are reported, and elements that cannot be read are 0.
#[must_use]
pub fn parse_tensor(text: &str) -> Option<ParsedTensor> {
    let (state, problems) = read_worded(text, TENSOR, Reader::element)?;
    Some(ParsedTensor { state, problems })
}

impl Reader {
    fn element(&mut self, worded: &Worded<'_>) -> Option<TensorState> {
        let Worded { target, head, pairs, end } = *worded;
        let target = self.target(target, head);
        let pairs = self.pairs(pairs, true);
        let context = Context { isa: self.isa(&pairs), target };
        let Some(code) = pairs.iter().find(|pair| pair.is(CODE)) else {
            let message = format!("the instruction is missing; expected `{CODE}=mma.sync.…`");
            self.report(end..end, message);
            return None;
        };
        let spelling = match code.value.text.split_once(TYPES) {
            Some((name, types)) => format!("{name}{{{types}}}"),
            None => code.value.text.to_string(),
        };
        let mma = match Mma::parse(&spelling) {
            Ok(mma) => mma,
            Err(wrong) => {
                let start = code.value.start;
                self.report(start + wrong.span.start..start + wrong.span.end, wrong.to_string());
                return None;
            }
        };
        let mut state = TensorState::new(mma, context);
        let formats = state.mma.lists();
        for pair in &pairs {
            let list = LISTS.iter().position(|key| pair.is(key));
            if let Some((list, format)) = list.and_then(|place| {
                Some((state.elements.lists.get_mut(place)?, formats.get(place)?.0))
            }) {
                self.list(pair, list, format);
            } else if pair.is(C) {
                match read_element(pair.value.text, state.mma.c) {
                    Ok(entry) => state.elements.c = entry.bits,
                    Err(error) => self.unreadable(pair, &error.message),
                }
            } else if !pair.is(CODE) && !pair.is(ISA) {
                let mut known = Vec::from([CODE]);
                known.extend(LISTS);
                known.extend([C, ISA]);
                self.unknown_key(pair, &known);
            }
        }
        Some(state)
    }

    /// Reads a list into one that has the right length.
    fn list(&mut self, pair: &Pair<'_>, list: &mut [u64], format: Format) {
        match read_list(pair.value.text, format) {
            Ok(entries) if entries.len() > list.len() => {
                let (key, given, length) = (pair.key.text, entries.len(), list.len());
                let message = format!("`{key}` has {given} elements; at most {length} are read");
                self.report(pair.value.span(), message);
                fill(list, entries.iter().map(|entry| entry.bits));
            }
            Ok(entries) => fill(list, entries.iter().map(|entry| entry.bits)),
            Err((index, error)) => {
                self.unreadable(pair, &format!("element {index}: {}", error.message));
            }
        }
    }

    fn unreadable(&mut self, pair: &Pair<'_>, why: &str) {
        let message = format!("`{}` cannot be read: {why}; 0 is used", pair.key.text);
        self.report(pair.value.span(), message);
    }
}

/// Writes numbers into the beginning of a list.
fn fill(list: &mut [u64], numbers: impl Iterator<Item = u64>) {
    for (place, bits) in list.iter_mut().zip(numbers) {
        *place = bits;
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::parse_tensor;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    const F16: &str = "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32";
    const TCGEN05: &str = "tcgen05.mma.cta_group::1.kind::f16/f32.bf16.bf16";

    #[test]
    fn numbers_are_read_and_bits_are_written() {
        let link = alloc::format!("#v1/tensor@sm_90?code={F16}&a=1.5,%200,-2&b=[0x3c00]&c=2^23");
        let parsed = parse_tensor(&link).unwrap();
        assert_eq!(parsed.problems, []);
        let state = parsed.state.unwrap();
        assert_eq!(
            state.to_fragment(),
            alloc::format!(
                "v1/tensor@sm_90?code={F16}&a=0x3e00,0x0000,0xc000&b=0x3c00&c=0x4b000000"
            )
        );
        let link = alloc::format!("v1/tensor@sm_100a?code={TCGEN05}&c=0x00000000&isa=9.5");
        assert_eq!(parse_tensor(&link).unwrap().state.unwrap().to_fragment(), link);
    }

    #[test]
    fn problems_are_reported_where_they_are() {
        let problems = |text: &str| {
            let parsed = parse_tensor(text).unwrap();
            let list = parsed.problems.into_iter();
            list.map(|problem| alloc::format!("{:?} {}", problem.span, problem.message))
                .collect::<alloc::vec::Vec<_>>()
                .join("\n")
        };
        assert!(parse_tensor("v1/add.f32@sm_90?a=1").is_none());
        assert!(problems("v1/tensor@sm_90").contains("the instruction is missing"));
        assert!(problems("v1/tensor@sm_90?code=mma.sync.aligned.m16n8k9").contains("m16n8k"));
        let link = |rest: &str| alloc::format!("v1/tensor@sm_90?code={F16}{rest}").to_string();
        let text = problems(&link("&a=1,x,2&c=hello&d=1"));
        assert!(text.contains("`a` cannot be read: element 1"), "{text}");
        assert!(text.contains("`c` cannot be read"), "{text}");
        assert!(text.contains("`d` is not a key"), "{text}");
        let text = problems(&link("&b=1,2,3,4,5,6,7,8,9"));
        assert!(text.contains("`b` has 9 elements; at most 8 are read"), "{text}");
    }
}
