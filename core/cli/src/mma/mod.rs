//! `mma`: an element of a product of matrices, as tensor cores compute it.

pub(crate) mod batch;
mod files;
mod product;
mod search;
mod text;

use std::io::StdoutLock;

use clap::Args;
use ptxfp::catalog::{Context, LATEST_ISA, USUAL_TARGET};
use ptxfp::report::tensor::{Beside, Report};
use ptxfp::tensor::{Elements, Generation, Mma, Tensor, Texts};

use self::product::{Files, product};
use self::search::search;
use crate::arguments::proposed::TargetName;
use crate::context::context;
use crate::{FAILURE, Failure, SUCCESS, json_text, stream, write_all};

/// The number of elements that a search tries by default.
const TRIES: u64 = 100_000;

/// An element, and where it is computed.
#[derive(Args)]
pub(crate) struct ElementArgs {
    /// The instruction, in quotes
    #[arg(required_unless_present = "batch", conflicts_with = "batch")]
    pub(crate) statement: Option<String>,
    /// The row of a, in ascending k; elements that are missing are 0; or @ and a file with a matrix
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, default_value = "")]
    pub(crate) a: String,
    /// The column of b, in ascending k, or @ and a file
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, default_value = "")]
    pub(crate) b: String,
    /// The element of c, or @ and a file
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
        conflicts_with_all = ["batch", "targets"],
        value_parser = TargetName,
        hide_possible_values = true
    )]
    pub(crate) target: Option<String>,
    /// The results of every generation side by side
    #[arg(long, conflicts_with = "batch")]
    pub(crate) targets: bool,
    /// The PTX ISA version [default: the latest]
    #[arg(long, value_name = "VERSION", conflicts_with = "batch")]
    pub(crate) isa: Option<String>,
    /// Print JSON
    #[arg(long, conflicts_with = "batch")]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct MmaArgs {
    #[command(flatten)]
    element: ElementArgs,
    /// Answer the lines of standard input, one by one
    #[arg(long)]
    batch: bool,
    #[arg(
        long,
        value_name = "OTHER",
        help = "Search for elements on which it differs from another target, from another instruction with the same operands, or from the `exact` sum, rounded once",
        conflicts_with_all = ["batch", "a", "b", "c", "scale_a", "scale_b", "targets"]
    )]
    against: Option<String>,
    /// The number of elements to try
    #[arg(long, value_name = "N", default_value_t = TRIES, requires = "against")]
    tries: u64,
    /// The number that the elements follow from
    #[arg(long, value_name = "N", default_value_t = 1, requires = "against")]
    seed: u64,
    /// The file for the product of matrices, .npy or lines of numbers [default: lines on standard output]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["batch", "json", "targets", "against"])]
    output: Option<String>,
}

pub(crate) const HELP: &str = "\
The answer is an element d = c + the sum of a[k] * b[k], as GPUs were observed to return it, with the steps
that lead to it, the evidence and its grade. It is no guarantee: the ISA leaves the bits open.

Lists have the elements in ascending k, separated by commas:
  1.5, -0, 2^-14, inf, nan       numbers, rounded once to nearest even
  0x3e00                         bits: 8 digits for tf32, of which the low 13 bits are dropped; without
                                 padding for formats of 6 and 4 bits
  ptxfp mma mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 --a 2048,0.5 --b -4096,1 --c 2^23 --targets

Whole matrices come from files: .npy, as NumPy saves them, or lines of numbers. a is M by K and b K by N;
K is that of the instruction or a multiple, for which each instruction takes the result of the one before.
  ptxfp mma mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 --a @a.npy --b @b.npy --output d.npy

--against searches for elements that differ, random ones that follow from a seed, and shows the first
without the products that do not matter, and the one that differs most:
  ptxfp mma mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 --target sm_80 --against sm_90
  ptxfp mma wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3 --target sm_90a \
    --against mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32

The types of tcgen05.mma are in its instruction descriptor; they stand in braces, that of d first:
  tcgen05.mma.cta_group::1.kind::f16{f32.bf16.bf16}

With --batch, each line of standard input is
  ISA TARGET STATEMENT a0,a1,... b0,b1,... c
in hexadecimal, with two more lists for the scales of a and of b. Each answer is `@ ` and the bits of d, or
`! ` and a reason; there are as many as lines, in the same order.

The exit status is 1 if nobody knows the result, if --against finds a difference, or if a line is in error.";

impl MmaArgs {
    pub(crate) fn run(&self, output: StdoutLock<'static>) -> Result<u8, Failure> {
        if self.batch {
            let input =
                std::io::BufReader::with_capacity(stream::CAPACITY, std::io::stdin().lock());
            let mut evaluator = batch::Evaluator::default();
            let answer = |line: &[u8], answer: &mut Vec<u8>| evaluator.answer(line, answer);
            let is_good = stream::answer(input, output, answer)?;
            return Ok(if is_good { SUCCESS } else { FAILURE });
        }
        let element = &self.element;
        if let Some(files) = element.files()? {
            let (mma, context) = element.placed()?;
            let d = product(&mma, &context, &files)?;
            match &self.output {
                Some(path) => d.write(path, mma.d)?,
                None => write_all(output, &d.text(mma.d))?,
            }
            return Ok(SUCCESS);
        }
        if self.output.is_some() {
            return Err(String::from("--output is for matrices from files").into());
        }
        if let Some(other) = &self.against {
            let (mma, context) = element.placed()?;
            let report = search(&mma, &context, other, self.seed, self.tries)?;
            let text = if element.json { json_text(&report) } else { report.text() };
            write_all(output, &text)?;
            return Ok(if report.is_different() { FAILURE } else { SUCCESS });
        }
        let option = |name: &str| format!("--{}", name.replace('_', "-"));
        let (text, is_known) = element.answer(option)?;
        write_all(output, &text)?;
        Ok(if is_known { SUCCESS } else { FAILURE })
    }
}

impl ElementArgs {
    /// The answer for an element, and whether anybody knows the result; `named` is what the list that is
    /// wrong is called. It reads no files.
    pub(crate) fn answer(&self, named: fn(&str) -> String) -> Result<(String, bool), String> {
        let mma = self.mma()?;
        let texts = Texts {
            a: &self.a,
            b: &self.b,
            c: &self.c,
            scales_a: &self.scale_a,
            scales_b: &self.scale_b,
        };
        let elements =
            Elements::read(&mma, texts).map_err(|wrong| named(wrong.name) + &wrong.reason)?;
        if self.targets {
            let beside = Beside::of(&mma, &self.contexts(&mma)?, &elements.operands());
            let text = if self.json { json_text(&beside) } else { text::beside(&beside) };
            return Ok((text, true));
        }
        let context = self.context(&mma)?;
        available(&mma, &context)?;
        let report = Report::of(&mma, &context, &elements.operands());
        let text = if self.json { json_text(&report) } else { text::answer(&report) };
        Ok((text, report.brief.result.is_some()))
    }

    /// The files of matrices, if the operands are such.
    fn files(&self) -> Result<Option<Files<'_>>, String> {
        let all = [&self.a, &self.b, &self.c, &self.scale_a, &self.scale_b];
        let [a, b, c, scale_a, scale_b] = all.map(|text| text.trim().strip_prefix('@'));
        if [a, b, c, scale_a, scale_b].iter().all(Option::is_none) {
            return Ok(None);
        }
        if self.json || self.targets {
            return Err("matrices from files have neither --json nor --targets".into());
        }
        let (Some(a), Some(b)) = (a, b) else {
            return Err("--a and --b are both files, or neither is".into());
        };
        if c.is_none() && self.c.trim() != "0" {
            return Err("--c is a file, too, or left out".into());
        }
        Ok(Some(Files { a, b, c, scales: scale_a.zip(scale_b).map(|(a, b)| [a, b]) }))
    }

    fn mma(&self) -> Result<Mma, String> {
        parse(self.statement.as_deref().unwrap_or_default())
    }

    /// The instruction, and its context.
    fn placed(&self) -> Result<(Mma, Context), String> {
        let mma = self.mma()?;
        let context = self.context(&mma)?;
        Ok((mma, context))
    }

    /// The context: the given one, or the usual one that has the instruction.
    fn context(&self, mma: &Mma) -> Result<Context, String> {
        let isa = self.isa.clone().unwrap_or_else(|| LATEST_ISA.to_string());
        if let Some(target) = &self.target {
            return context(&isa, target);
        }
        Ok(mma.usual_context(&context(&isa, USUAL_TARGET.name)?))
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
}

/// Reads the name of an instruction; an error comes with its column.
pub(crate) fn parse(statement: &str) -> Result<Mma, String> {
    Mma::parse(statement).map_err(|error| {
        let before = statement.get(..error.span.start).unwrap_or(statement);
        format!("column {}: {}", before.chars().count() + 1, error.to_string().replace('`', ""))
    })
}

/// Refuses an instruction that a context does not have.
fn available(mma: &Mma, context: &Context) -> Result<(), String> {
    match mma.unavailable(context) {
        Some(reason) => Err(format!("{}, not {context}", reason.replace('`', ""))),
        None => Ok(()),
    }
}

/// The observed behavior of an instruction.
fn known(mma: &Mma, context: &Context) -> Result<Tensor, String> {
    available(mma, context)?;
    Tensor::new(mma, context).map_err(|open| format!("{mma} on {}: {open}", context.target.name))
}
