//! `mma`: an element of a product of matrices, as tensor cores compute it.

pub(crate) mod batch;
mod text;

use std::io::StdoutLock;

use clap::Args;
use ptxfp::catalog::{Context, LATEST_ISA};
use ptxfp::format::Format;
use ptxfp::report::tensor::{Beside, Report};
use ptxfp::tensor::{Generation, Mma, Operands, read_element, read_list};

use crate::context::context;
use crate::{FAILURE, Failure, SUCCESS, json_text, stream, write_all};

#[derive(Args)]
pub(crate) struct MmaArgs {
    /// The instruction, in quotes
    #[arg(required_unless_present = "batch", conflicts_with = "batch")]
    pub(crate) statement: Option<String>,
    /// The row of a, in ascending k; elements that are missing are 0
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, default_value = "")]
    pub(crate) a: String,
    /// The column of b, in ascending k; elements that are missing are 0
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, default_value = "")]
    pub(crate) b: String,
    /// The element of c
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true, default_value = "0")]
    pub(crate) c: String,
    /// The scales of the row, one for each block
    #[arg(long, value_name = "LIST", default_value = "")]
    pub(crate) scale_a: String,
    /// The scales of the column, one for each block
    #[arg(long, value_name = "LIST", default_value = "")]
    pub(crate) scale_b: String,
    #[arg(
        long,
        help = "The target, such as sm_90 [default: sm_90, or that of a GPU that was measured]",
        conflicts_with_all = ["batch", "targets"]
    )]
    pub(crate) target: Option<String>,
    /// The results of every generation side by side
    #[arg(long, conflicts_with = "batch")]
    pub(crate) targets: bool,
    /// The PTX ISA version [default: the latest]
    #[arg(long, value_name = "VERSION", conflicts_with = "batch")]
    pub(crate) isa: Option<String>,
    /// Answer the lines of standard input, one by one
    #[arg(long)]
    pub(crate) batch: bool,
    /// Print JSON
    #[arg(long, conflicts_with = "batch")]
    pub(crate) json: bool,
}

pub(crate) const HELP: &str = "\
The answer is an element d = c + the sum of a[k] * b[k], as GPUs were observed to return it, with the steps
that lead to it, the evidence and its grade. It is no guarantee: the ISA leaves the bits open.

Lists have the elements in ascending k, separated by commas:
  1.5, -0, 2^-14, inf, nan       numbers, rounded once to nearest even
  0x3e00                         bits: 8 digits for tf32, of which the low 13 bits are dropped; without
                                 padding for formats of 6 and 4 bits
  ptxfp mma mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 --a 2048,0.5 --b -4096,1 --c 2^23 --targets

The types of tcgen05.mma are in its instruction descriptor; they stand in braces, that of d first:
  tcgen05.mma.cta_group::1.kind::f16{f32.bf16.bf16}

With --batch, each line of standard input is
  ISA TARGET STATEMENT a0,a1,... b0,b1,... c
in hexadecimal, with two more lists for the scales of a and of b. Each answer is `@ ` and the bits of d, or
`! ` and a reason; there are as many as lines, in the same order.

The exit status is 1 if nobody knows the result.";

/// The bits of all operands.
pub(crate) struct Row {
    pub(crate) a: Vec<u64>,
    pub(crate) b: Vec<u64>,
    pub(crate) c: u64,
    pub(crate) scales: [Vec<u64>; 2],
}

impl Row {
    pub(crate) fn operands(&self) -> Operands<'_> {
        let [scales_a, scales_b] = &self.scales;
        Operands { a: &self.a, b: &self.b, c: self.c, scales_a, scales_b }
    }
}

impl MmaArgs {
    pub(crate) fn run(&self, output: StdoutLock<'static>) -> Result<u8, Failure> {
        if self.batch {
            let input =
                std::io::BufReader::with_capacity(stream::CAPACITY, std::io::stdin().lock());
            let mut evaluator = batch::Evaluator::default();
            stream::answer(input, output, |line, answer| evaluator.answer(line, answer))?;
            return Ok(SUCCESS);
        }
        let statement = self.statement.as_deref().unwrap_or_default();
        let mma = parse(statement)?;
        let row = self.row(&mma)?;
        if self.targets {
            let beside = Beside::of(&mma, &self.contexts(&mma)?, &row.operands());
            let text = if self.json { json_text(&beside) } else { text::beside(&beside) };
            write_all(output, &text)?;
            return Ok(SUCCESS);
        }
        let context = self.context(&mma)?;
        if let Some(reason) = mma.unavailable(&context) {
            return Err(format!("{}, not {context}", reason.replace('`', "")).into());
        }
        let report = Report::of(&mma, &context, &row.operands());
        let text = if self.json { json_text(&report) } else { text::answer(&report) };
        write_all(output, &text)?;
        Ok(if report.brief.result.is_some() { SUCCESS } else { FAILURE })
    }

    /// The context: the given one, or the usual one that has the instruction.
    fn context(&self, mma: &Mma) -> Result<Context, String> {
        let isa = self.isa.clone().unwrap_or_else(|| LATEST_ISA.to_string());
        if let Some(target) = &self.target {
            return context(&isa, target);
        }
        Ok(mma.usual_context(&context(&isa, "sm_90")?))
    }

    /// A context of every generation that has the instruction.
    fn contexts(&self, mma: &Mma) -> Result<Vec<Context>, String> {
        let isa = self.isa.clone().unwrap_or_else(|| LATEST_ISA.to_string());
        let mut contexts = Vec::new();
        for (_, target) in Generation::ALL {
            let context = context(&isa, target)?;
            if mma.requires().is_met(&context) {
                contexts.push(context);
            }
        }
        if contexts.is_empty() {
            return Err(format!(
                "no generation has it in PTX ISA {isa}; it needs {}",
                mma.requires()
            ));
        }
        Ok(contexts)
    }

    /// Reads the operands.
    fn row(&self, mma: &Mma) -> Result<Row, String> {
        let scale = mma.scale.map_or(mma.a, |scale| Format::Float(scale.format));
        let n_scales = mma.n_scales();
        let scales = |name: &str, text: &str| {
            let list = elements(name, text, scale)?;
            if list.len() != n_scales {
                return Err(format!("{name} has {} elements; expected {n_scales}", list.len()));
            }
            Ok(list)
        };
        Ok(Row {
            a: padded("--a", &self.a, mma.a, mma.k)?,
            b: padded("--b", &self.b, mma.b, mma.k)?,
            c: element("--c", self.c.trim(), mma.c)?,
            scales: [scales("--scale-a", &self.scale_a)?, scales("--scale-b", &self.scale_b)?],
        })
    }
}

/// Reads the name of an instruction; an error comes with its column.
pub(crate) fn parse(statement: &str) -> Result<Mma, String> {
    Mma::parse(statement).map_err(|error| {
        let before = statement.get(..error.span.start).unwrap_or(statement);
        format!("column {}: {}", before.chars().count() + 1, error.to_string().replace('`', ""))
    })
}

/// Reads a list, and adds zeros to it.
fn padded(name: &str, text: &str, format: Format, k: usize) -> Result<Vec<u64>, String> {
    let mut list = elements(name, text, format)?;
    if list.len() > k {
        return Err(format!("{name} has {} elements; the instruction takes {k}", list.len()));
    }
    list.resize(k, 0);
    Ok(list)
}

/// Reads a list of elements.
fn elements(name: &str, text: &str, format: Format) -> Result<Vec<u64>, String> {
    let list = read_list(text, format)
        .map_err(|(index, error)| format!("{name}, element {index}: {error}"))?;
    Ok(list.into_iter().map(|entry| entry.bits).collect())
}

/// Reads an element: a number, or its bits.
fn element(name: &str, text: &str, format: Format) -> Result<u64, String> {
    read_element(text, format).map(|entry| entry.bits).map_err(|error| format!("{name}: {error}"))
}
