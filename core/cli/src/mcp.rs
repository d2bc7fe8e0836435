//! `mcp`: the answers of the command line for assistants, by the Model Context Protocol.

use std::collections::BTreeMap;
use std::io;

use ptxfp::explore::sequence::NoRun;
use ptxfp::explore::sequence::kernel::{Kernel, Settings, is_kernel};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ContentBlock, Implementation, ServerCapabilities, ServerConfig};
use rmcp::{ServerHandler, ServiceExt as _, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::arguments::ContextArgs;
use crate::context::{one_line, shown};
use crate::diff::{Asked, DiffArgs};
use crate::mma::ElementArgs;
use crate::program::Source;
use crate::{check, diff, evaluated, json_text, listed, sequence};

pub(crate) const HELP: &str = "\
The server speaks the Model Context Protocol over standard input and output, until its input ends.
Its tools are evaluate, explain, check, run, mma, difference and list, with the answers of `ptxfp eval
--json`, `eval`, `check`, `run --json`, `mma --json`, `diff --json` and `list`. They read no files, and
each answer is bounded in length and time. This setting makes an assistant start it:

  { \"mcpServers\": { \"ptxfp\": { \"command\": \"ptxfp\", \"args\": [\"mcp\"] } } }";

/// The introduction that an assistant reads before it asks.
const INSTRUCTIONS: &str = "\
Evaluates PTX floating-point instructions of NVIDIA GPUs bit for bit and reports what the ISA guarantees. \
A statement has values as operands: `fma.rn.f16 1.5, 0x3c00, -0`. Values are numbers, inf, nan, or bits as \
0x3c00; a register of several lanes is its bits or a list in braces, the highest lane first. \
`guarantee` says whether the PTX ISA promises the bits. Do not report as certain what it leaves open.";

/// The longest text that is accepted, in bytes.
const MAX_TEXT: usize = 64 * 1024;
/// The most operands that a search tries.
const MAX_TRIED: u64 = 1 << 26;
/// The number of operands that a search tries by default.
const USUAL_TRIED: u64 = 1 << 22;
/// The most characters of an answer.
const MAX_ANSWER: usize = 256 * 1024;

/// Serves until standard input ends.
pub(crate) fn run() -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    runtime.block_on(async {
        let transport = (tokio::io::stdin(), tokio::io::stdout());
        let service = Server.serve(transport).await.map_err(io::Error::other)?;
        service.waiting().await.map_err(io::Error::other)?;
        Ok(())
    })
}

/// A statement, and where it runs.
#[derive(Deserialize, JsonSchema)]
struct Statement {
    /// The statement with values as operands, such as `add.rn.bf16 0.1, 0.2`, or a question such as
    /// `500 in e4m3`.
    statement: String,
    #[serde(flatten)]
    place: Where,
}

/// The context of an instruction.
#[derive(Deserialize, JsonSchema)]
struct Where {
    /// The target, such as `sm_90`, which is the default unless only newer targets have the instruction.
    target: Option<String>,
    /// The PTX ISA version, such as `9.1`; the latest by default.
    isa: Option<String>,
}

/// A program, or a kernel of which one thread runs.
#[derive(Deserialize, JsonSchema)]
struct Program {
    /// PTX, one statement a line or separated by semicolons, or inline assembly of C++, Rust, LLVM or Triton.
    text: String,
    /// The value of each input, by name: registers that are read before they are written.
    #[serde(default)]
    inputs: BTreeMap<String, String>,
    /// The values of the loads of a kernel, in the order in which they run, one for each element.
    #[serde(default)]
    loads: Vec<String>,
    /// The function of a kernel that runs; the first entry by default.
    function: Option<String>,
    #[serde(flatten)]
    place: Where,
}

/// Two subjects.
#[derive(Deserialize, JsonSchema)]
struct Difference {
    /// A spelling such as `add.rn.f32`, or statements with registers.
    a: String,
    /// The other.
    b: String,
    /// The target of `a`.
    target: Option<String>,
    /// The target of `b`; that of `a` by default.
    target_b: Option<String>,
    /// The PTX ISA version of `a`.
    isa: Option<String>,
    /// The PTX ISA version of `b`; that of `a` by default.
    isa_b: Option<String>,
    /// The results to compare: `reference` (the default), `permitted`, or `observed`, those that
    /// GPUs were observed to return.
    by: Option<diff::By>,
    /// The largest number of operands to try: 4,194,304 by default, and at most 67,108,864.
    limit: Option<u64>,
}

/// An element of a product of matrices.
#[derive(Deserialize, JsonSchema)]
struct Product {
    /// The instruction with its types, such as `mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32`; the
    /// types of tcgen05.mma are in braces behind it, that of d first.
    instruction: String,
    /// The row of a in ascending k: numbers, or bits as 0x3c00; elements that are missing are 0.
    #[serde(default)]
    a: Vec<Number>,
    /// The column of b.
    #[serde(default)]
    b: Vec<Number>,
    /// The element of c; 0 by default.
    c: Option<Number>,
    /// The scales of the row, for instructions with scales.
    #[serde(default)]
    scale_a: Vec<Number>,
    /// The scales of the column.
    #[serde(default)]
    scale_b: Vec<Number>,
    /// The target, such as `sm_90`; without one, the results of every generation of GPUs.
    target: Option<String>,
    /// The PTX ISA version; the latest by default.
    isa: Option<String>,
}

/// A number, or its text.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Number {
    Number(serde_json::Number),
    Text(String),
}

impl Number {
    fn text(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.clone(),
        }
    }
}

/// A list as the command takes it.
fn list(numbers: &[Number]) -> String {
    numbers.iter().map(Number::text).collect::<Vec<_>>().join(",")
}

/// The query.
#[derive(Deserialize, JsonSchema)]
struct Search {
    /// Terms that all must hold, such as `type:e4m3 sm>=100 !approx`; everything without any.
    #[serde(default)]
    query: String,
    /// Whether to look among the companion instructions, which compute with integers, bits and
    /// predicates.
    #[serde(default)]
    companions: bool,
}

/// The server; it holds no state of a conversation.
#[derive(Clone, Copy)]
struct Server;

#[tool_router]
impl Server {
    #[tool(
        description = "Evaluates an instruction with values as operands, or answers a question: every bit of the result, its guarantee, the permitted interval, the exact value, the steps, and a link. JSON, as from `ptxfp eval --json`."
    )]
    async fn evaluate(&self, Parameters(asked): Parameters<Statement>) -> CallToolResult {
        answer(move || {
            let Statement { statement, place } = asked;
            let context = place.of(&statement)?.context(&statement)?;
            evaluated(&statement, &context, true)
        })
        .await
    }

    #[tool(
        description = "Explains in words, step by step, what an instruction returns for values as operands, and what the ISA guarantees. Text, as from `ptxfp eval`."
    )]
    async fn explain(&self, Parameters(asked): Parameters<Statement>) -> CallToolResult {
        answer(move || {
            let Statement { statement, place } = asked;
            let context = place.of(&statement)?.context(&statement)?;
            let text = evaluated(&statement, &context, false)?;
            Ok(anstream::adapter::strip_str(&text).to_string())
        })
        .await
    }

    #[tool(
        description = "Checks whether NVIDIA's assembler accepts a statement for a target and PTX ISA version: ok, ok undocumented, or the error with a fix."
    )]
    async fn check(&self, Parameters(asked): Parameters<Statement>) -> CallToolResult {
        answer(move || {
            let Statement { statement, place } = asked;
            let context = place.of(&statement)?.context(&statement)?;
            // An illegal statement has an answer, too.
            Ok(check::text(&statement, &context).unwrap_or_else(|wrong| format!("error: {wrong}")))
        })
        .await
    }

    #[tool(
        description = "Evaluates PTX or inline assembly, statement by statement: every register, whether its bits are guaranteed, and what is not evaluated. Of a kernel, one thread runs: its loads are inputs, its stores outputs. JSON, as from `ptxfp run --json`."
    )]
    async fn run(&self, Parameters(asked): Parameters<Program>) -> CallToolResult {
        answer(move || {
            let Program { text, inputs, loads, function, place } = asked;
            let context = place.of(&text)?.context_of_sequence(&text)?;
            if is_kernel(&text) || !loads.is_empty() || function.is_some() {
                let values = inputs.into_iter().collect();
                let settings = Settings { function, values, loads, ..Settings::default() };
                let kernel = Kernel::new(&text, &context, &settings).map_err(by_argument)?;
                return Ok(json_text(&ptxfp::report::Program::of_kernel(&text, &kernel, &context)));
            }
            let inputs: Vec<_> =
                inputs.into_iter().map(|(name, value)| format!("{name}={value}")).collect();
            let program = Source::new(text, context, &inputs).map_err(by_argument)?;
            Ok(json_text(&sequence::report(&program)))
        })
        .await
    }

    #[tool(
        description = "Computes an element of d = c + row · column of an instruction of tensor cores (mma, wmma, wgmma, tcgen05.mma) as GPUs were observed to return it, bit for bit: on a target with each term and the bits that are cut off, or on every generation side by side. It is no guarantee. JSON, as from `ptxfp mma --json`."
    )]
    async fn mma(&self, Parameters(asked): Parameters<Product>) -> CallToolResult {
        answer(move || {
            let lists = [&asked.a, &asked.b, &asked.scale_a, &asked.scale_b].map(|it| list(it));
            for text in lists.iter().chain([&asked.instruction]) {
                bounded(text)?;
            }
            let [a, b, scale_a, scale_b] = lists;
            let c = asked.c.as_ref().map_or(String::from("0"), Number::text);
            let asked = ElementArgs {
                statement: Some(asked.instruction),
                a,
                b,
                c,
                scale_a,
                scale_b,
                targets: asked.target.is_none(),
                target: asked.target,
                isa: asked.isa,
                json: true,
            };
            asked.answer(str::to_owned).map(|(text, _)| text)
        })
        .await
    }

    #[tool(
        description = "Looks for operands on which two instructions or programs return different results, or shows that there are none. JSON, as from `ptxfp diff --json`."
    )]
    async fn difference(&self, Parameters(asked): Parameters<Difference>) -> CallToolResult {
        answer(move || {
            let limit = asked.limit.unwrap_or(USUAL_TRIED).min(MAX_TRIED);
            for text in [&asked.a, &asked.b] {
                bounded(text)?;
            }
            let asked = Asked {
                first: asked.a,
                second: asked.b,
                target: asked.target,
                target_b: asked.target_b,
                isa: asked.isa,
                isa_b: asked.isa_b,
                by: asked.by.unwrap_or(diff::By::Reference),
            };
            DiffArgs::of(asked.placed()?, limit).search().map(|report| json_text(&report))
        })
        .await
    }

    #[tool(
        description = "Lists syntax lines with status, section, PTX ISA versions and targets. Text, as from `ptxfp list`."
    )]
    async fn list(&self, Parameters(asked): Parameters<Search>) -> CallToolResult {
        answer(move || {
            bounded(&asked.query)?;
            listed(&asked.query, asked.companions, false)
        })
        .await
    }
}

#[tool_handler]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("ptxfp", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }
}

impl Where {
    /// Returns the context for a text, unless that is too long.
    fn of(self, text: &str) -> Result<ContextArgs, String> {
        bounded(text)?;
        Ok(ContextArgs { target: self.target, isa: self.isa })
    }
}

/// Why nothing runs; a missing value is given with an argument.
fn by_argument(reason: NoRun) -> String {
    match reason {
        NoRun::Missing(missing) => format!("{missing}; give it in inputs, as {}", missing.example),
        NoRun::Wrong(message) => message,
    }
}

/// Refuses a text that is too long.
fn bounded(text: &str) -> Result<(), String> {
    if text.len() > MAX_TEXT {
        return Err(format!("`{}` has more than {MAX_TEXT} bytes", shown(text)));
    }
    Ok(())
}

/// Answers, on a thread beside the conversation.
async fn answer(work: impl FnOnce() -> Result<String, String> + Send + 'static) -> CallToolResult {
    let text = |text: String| vec![ContentBlock::text(text)];
    match tokio::task::spawn_blocking(work).await {
        Ok(Ok(answer)) if answer.len() > MAX_ANSWER => CallToolResult::error(text(format!(
            "the answer has {} bytes, more than {MAX_ANSWER}; ask for less",
            answer.len()
        ))),
        Ok(Ok(answer)) => CallToolResult::success(text(answer)),
        Ok(Err(message)) => CallToolResult::error(text(one_line(&message))),
        Err(error) => CallToolResult::error(text(error.to_string())),
    }
}
