//! `mma --batch`: many elements, a line each.

use std::collections::HashMap;

use ptxfp::format::Format;
use ptxfp::tensor::{Elements, Mma, Open, Tensor, written_width};

use super::parse;
use crate::context::{context, one_line, shown};
use crate::eval_batch::{parse_hex, push_hex, read};

/// The number of instructions that are remembered.
const MAX_PLANS: usize = 1 << 12;

/// An instruction on a target.
type Plan = Result<(Mma, Tensor), String>;

/// Answers lines, and remembers what their instructions mean.
#[derive(Default)]
pub(crate) struct Evaluator {
    /// By version, target and name.
    plans: HashMap<[Box<str>; 3], Plan>,
}

impl Evaluator {
    /// Appends the answer to a line; returns whether it is no error.
    pub(crate) fn answer(&mut self, line: &[u8], answer: &mut Vec<u8>) -> bool {
        let evaluated = self.evaluate(line);
        match &evaluated {
            Ok((bits, digits)) => {
                answer.extend_from_slice(b"@ ");
                push_hex(answer, *bits, *digits);
            }
            Err(reason) => {
                answer.extend_from_slice(b"! ");
                answer.extend_from_slice(one_line(reason).as_bytes());
            }
        }
        evaluated.is_ok()
    }

    /// The bits of an element, and the number of their digits.
    fn evaluate(&mut self, line: &[u8]) -> Result<(u64, u8), String> {
        let text = read(line)?;
        let words: Vec<_> = text.split_ascii_whitespace().collect();
        let (head, lists) = words.split_at(words.len().min(3));
        let [version, target, name] = head else {
            return Err(match words.len() {
                0 => "empty line".into(),
                _ => "a line is `ISA TARGET STATEMENT A B C`, with the scales of A and of B at its end".into(),
            });
        };
        let key = [version, target, name].map(|word| Box::from(*word));
        if self.plans.len() >= MAX_PLANS {
            self.plans.clear();
        }
        let plan = self.plans.entry(key).or_insert_with(|| plan(version, target, name));
        let (mma, tensor) = plan.as_ref().map_err(Clone::clone)?;
        let row = row(mma, lists)?;
        let bits = tensor.evaluate(&row.operands()).map_err(|error| error.to_string())?;
        Ok((bits, mma.d.width().div_ceil(4)))
    }
}

fn plan(version: &str, target: &str, name: &str) -> Plan {
    let context = context(version, target)?;
    let mma = parse(name)?;
    let tensor =
        Tensor::new(&mma, &context).map_err(|open| match (open, mma.unavailable(&context)) {
            (Open::Illegal, Some(reason)) => reason.replace('`', ""),
            (open, _) => open.to_string(),
        })?;
    Ok((mma, tensor))
}

/// Reads the lists of a line.
fn row(mma: &Mma, lists: &[&str]) -> Result<Elements, String> {
    let n_lists = if mma.scale.is_some() { 5 } else { 3 };
    if lists.len() != n_lists {
        return Err(format!("the line has {} lists; expected {n_lists}", lists.len()));
    }
    let list = |index: usize| lists.get(index).copied().unwrap_or_default();
    let scale = mma.scale.map(|scale| Format::Float(scale.format));
    let scales = |index: usize, name: &str| {
        scale.map_or_else(|| Ok(Vec::new()), |_| elements(name, list(index), SCALE_WIDTH))
    };
    let c = elements("c", list(2), written_width(mma.c))?;
    let [c] = c[..] else { return Err(format!("c has {} elements; expected 1", c.len())) };
    Ok(Elements {
        lists: [
            elements("a", list(0), written_width(mma.a))?,
            elements("b", list(1), written_width(mma.b))?,
            scales(3, "the scales of a")?,
            scales(4, "the scales of b")?,
        ],
        c,
    })
}

/// The bits of a scale, of which the highest may be ignored.
const SCALE_WIDTH: u8 = 8;

/// Reads a list of bits.
fn elements(name: &str, list: &str, width: u8) -> Result<Vec<u64>, String> {
    let read = |text: &str| {
        parse_hex(text, width, "element")
            .map_err(|reason| format!("{name}, `{}`, {reason}", shown(text)))
    };
    list.split(',').map(read).collect()
}
