//! The commands, each with its arguments and its help.

use clap::{Parser, Subcommand};
use ptxfp::catalog::IsaVersion;

use crate::arguments::{CheckArgs, CornersArgs, EvalArgs, ExportArgs, LinkArgs};
use crate::{capture, explore, mdbook, mma, shell, vectors};

/// Evaluates PTX floating-point instructions bit for bit and reports what the ISA guarantees.
#[derive(Parser)]
#[command(name = "ptxfp", version, after_long_help = STATUS)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) color: colorchoice_clap::Color,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Evaluates an instruction or answers a question: 'fma.rn.f16 1.5, 0x3c00, -0', '0.1 + 0.2 in bf16'
    #[command(after_long_help = EVAL_HELP)]
    Eval(EvalArgs),
    /// Checks whether a statement is legal: ok, ok undocumented, or an error
    #[command(after_long_help = CHECK_HELP)]
    Check(CheckArgs),
    /// Shows documented corner cases, the result for every class of operands, and error bounds
    #[command(after_long_help = CORNERS_HELP)]
    Corners(CornersArgs),
    #[command(flatten)]
    Explore(explore::Explore),
    /// Computes an element of a product of matrices as tensor cores do
    #[command(after_long_help = mma::HELP)]
    Mma(mma::MmaArgs),
    /// Compares a record of a GPU with what is expected
    #[command(after_long_help = capture::HELP)]
    Capture(capture::CaptureArgs),
    /// Writes operands and results to test another implementation with
    #[command(after_long_help = vectors::HELP)]
    Vectors(vectors::VectorsArgs),
    /// Prints the link to an instruction with its operands, or to a program
    #[command(after_long_help = LINK_HELP)]
    Link(LinkArgs),
    /// Turns a link or a statement into text for other places: HTML, Markdown, PTX, CUDA C++, ...
    #[command(after_long_help = EXPORT_HELP)]
    Export(ExportArgs),
    /// Verifies every link in files and folders, and the recorded results
    #[command(after_long_help = LINKCHECK_HELP)]
    Linkcheck {
        /// Files, and folders with all their contents
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<String>,
        /// Fail on a link that is not canonical
        #[arg(long)]
        canonical: bool,
        /// Print JSON, a line for each link and one for all of them
        #[arg(long)]
        json: bool,
    },
    /// Lists the syntax lines of the catalog
    #[command(after_long_help = LIST_HELP)]
    List {
        /// Conditions that a form must meet, such as 'type:e4m3 sm>=100 !approx'
        #[arg(allow_hyphen_values = true)]
        query: Vec<String>,
        /// Only forms that a PTX ISA version brought, such as 9.1, or a later one
        #[arg(long, value_name = "VERSION")]
        since: Option<IsaVersion>,
        /// The companion instructions instead, which compute with integers, bits and predicates
        #[arg(long)]
        companions: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Shows instructions in mdBook books, as a preprocessor
    #[command(after_long_help = mdbook::HELP)]
    Mdbook(mdbook::MdbookArgs),
    /// Answers assistants, as a server of the Model Context Protocol
    #[cfg(feature = "mcp")]
    #[command(after_long_help = crate::mcp::HELP)]
    Mcp,
    #[command(flatten)]
    Shell(shell::Shell),
}

const STATUS: &str = "\
Exit status:
  0  an answer: a result, a legal statement, no difference
  1  an answer that is no: a statement that is not legal or a text without a result (eval, check), a line of a
     batch in error, a difference (diff, merge, mma --against), a statement that is not known (run), a result
     that nobody knows (mma), a result of a GPU that differs (capture), a wrong link (linkcheck), a link to a
     statement that is rejected (link)
  2  no answer: wrong arguments, or a file or another text that cannot be read

Answers go to standard output, an error to standard error, as one line. With --json that line is
  {\"error\": {\"code\": CODE, \"message\": TEXT, \"diagnostics\": [...]}}
CODE is usage (wrong arguments), input (a text, a file or a value), illegal (the statement) or io. An illegal
statement has `diagnostics`, each with `code`, `message`, `start` and `end` in characters from 0, `section`
and `fixes`: a `label` with the `spelling`, the `statement`, or the `isa` and `target` that it leads to.";

const EVAL_HELP: &str = "\
Operands are in the order of the syntax line, optionally preceded by a destination register:
  1.5, -0, 1e-7, 1/3, 0x1.8p+3   a number, rounded once to nearest even
  2^-149, 10^3                   a power of 2 or 10
  0f3f800000, 0d3ff0000000000000 a PTX constant
  inf, nan, snan, min, max, sub  a special datum
  0x3e00                         the bits of the register
A register with several lanes is written as 0x and its bits, or as a list in braces with an operand for
each lane, the highest lane first: {1.5, -0}.

A statement with a semicolon or registers such as %f1 has the constants of PTX instead: 010 is 8, (1<<4) is
16, a decimal is rounded to f64 first, and .f16 takes none.

A text that is too long for an argument comes from standard input, with `-` in its place; the version and
the target are those of its directives, if it has any.

A companion instruction, such as 'lop3.b32 0xc, 0xa, 0xf, 0x96', is answered as by `ptxfp run`.
A question is translated to a statement, which comes first in the answer:
  0.1 + 0.2 in bf16, 500 to fp8, max(nan, 1), 1/0, tanh(0.5) in half, round 2.5 to int
  0x7f e4m3 to f16               from one format to another
Several operations are a program, one statement for each in the order of C, none fused; a comparison is
true or false:
  1/3*3 - 1, sqrt(3*3 + 4*4), max(0.1 + 0.2, 0.3) in double, d = a*b + c, x = 0.1; y = x * 3
  0.1 + 0.2 == 0.3, isnan(0/0), is 1/3 less than 0.3333 in half
A number is shown in its format, with its fields:
  0.1, 0x7e in e4m3, 0x3f800000, largest half, FLT_MAX, epsilon of bf16, ulp of 1000, nextafterf(1, 2)
The sentence says what was assumed, and `Instead` which texts ask for the alternatives. In JSON these are
`reading` and `assumptions`, a list of {text, instead}; a comparison has `comparison` with `holds`, `sign`
and `sides`; a number has `value` with `format`, `bits`, `fields`, `value`, `exact`, `c_hex`, `class` and,
if it was rounded, `rounded`. Code, such as inline assembly, runs as by `ptxfp run`; its inputs are 1, 2, 3.
Links are evaluated, and a message of the assembler is explained: `message` and `forms` in JSON.
A number that is converted is rounded once, if PTX has an instruction for that; otherwise the answer has
both the number rounded once and what the instruction returns.
So are functions of CUDA, C, NumPy, PyTorch, JAX, Triton and LLVM, such as __float2half_rz(1e9) and
np.maximum(nan, 1). One that nvcc compiles to a few statements, such as expf(1), is answered by these, as by
`ptxfp run`; for any other one, the error names what comes near, if anything does.

With --batch, every line of standard input is 'VERSION TARGET SPELLING OPERAND...', such as
  9.1 sm_90 fma.rn.relu.bf16x2 3f803f80 3f803f80 bf803f80
The operands are registers in hexadecimal, in the order of the syntax line. The answer to a line is one of
  = BITS           the destination register; where the text of the ISA is unclear, by the reading
                   that `ptxfp eval` names
  ~ BITS LANE...   a reference result; for each lane, the least significant first, `=` if the bits
                   are determined and `?` if they are not specified
  ! REASON         an error in the line; the exit status is then 1 in the end
` nan` follows if a lane is a NaN whose sign and payload the ISA leaves open.
With --observed, the answer for an approximate instruction ends with ` @ BITS`, the bits that GPUs were
observed to return, which are not guaranteed, or with ` @ -` if none are known.";

const CHECK_HELP: &str = "\
With --batch, every line of standard input is 'VERSION TARGET STATEMENT', such as
  9.1 sm_90 min.f32 %f1, %f2, %f3;
The answer to a line is `ok`, `ok undocumented` or `error: REASON`; the exit status is 1 if there is an error.

In JSON, `legality` is `documented`, `undocumented` or `rejected`, with `message` and `diagnostics`.";

const LIST_HELP: &str = "\
A query is a list of terms. A form is listed if one of its instructions meets all of them:
  fma, .relu, bf16, fma.rn.bf16   an opcode, modifier, type or format, or the beginning of one
  op:abs, mod:abs, type:e4m3      the same, but only an opcode, a modifier or a type
  sm:90a, isa:8.6                 an assembler accepts it for that target, in that version
  sm>=100, isa<=7.8               the first target or version that has it
  since:9.1                       that version brought it, or a later one
  status:undocumented             or documented, or refused
  !relu, -relu                    it does not meet that term
  .e4m3x2/.e5m2x2                 one of several words
A message of the assembler, such as \"Feature '.rs' not supported on .target 'sm_120'\", is also a query,
for the instructions that the message is about. `eval` and `check` answer it with the same list.

In JSON the list is `forms`, or `companions`, of an object with `format`, the version of the fields.";

const CORNERS_HELP: &str = "\
The statement has no operands, such as 'fma.rn.f16', or values for all of them. --vary names the operands
of the matrix; by default they are the first two. The others keep their values, or are 1.
Everything refers to lane 0. In the matrix, `~` marks one of several results that the ISA permits, and `?`
a result that it does not bound or specify.";

const LINK_HELP: &str = "\
Operands are written as for eval. The link is the fragment of the page's address, with its `#`; with
--base-url it is the whole address. A link instead of a statement is printed in its canonical form.

A statement that is rejected has a link too, which opens as that statement with the reasons. It is printed
with the reasons on standard error, and the exit status is 1. With --record it says that the statement is
rejected (d=rejected), so that linkcheck fails only once it is legal.

A link to a program of more than 2,000 characters is compressed; --readable prints it as text. Every
command that takes a link takes both.";

const EXPORT_HELP: &str = "\
Kinds of exports:
  link               the canonical link
  markdown           a sentence with the link, and a listing with the same content
  iframe             HTML that shows the page in a frame
  element            HTML with the custom element, and text for readers without scripts
  ptx                a module that runs the instruction
  cuda               a CUDA C++ program that runs it and prints the result beside the expected one
  compiler-explorer  a link to Compiler Explorer with that program
  json               the output of eval --json, without the steps
Every export states the current result, whatever a link recorded. A link may have any form that linkcheck
reads; a statement has operands as for eval. Without --base-url, addresses are relative.

A program, or a link to one, has one kind of export, cuda: a test that runs it on a GPU, prints every
output beside the expected one, and fails if a guaranteed output differs.";

const LINKCHECK_HELP: &str = "\
Every text file is searched for links: addresses with a fragment such as
  #v1/add.f32@sm_90?a=0x3f800000&b=0x3f800000&d=0x40000000
and the attribute state=\"v1/...\". A link must be readable without a problem, its instruction must be
legal unless the link records that it is rejected (d=rejected), and a recorded result, d=, must be right. Problems are reported as FILE:LINE:COLUMN: MESSAGE. Lines
with the words `ptxfp: ignore` are skipped, and so are folders named .git, target and node_modules. The exit
status is 0 if all links are good, 1 if one is not, 2 if a file cannot be read.";
