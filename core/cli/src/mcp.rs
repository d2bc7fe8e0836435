//! `mcp`: the answers of the command line for assistants, by the Model Context Protocol.

use std::io;

use ptxfp::catalog::Context;
use ptxfp::explore::sequence::NoRun;
use ptxfp::explore::sequence::kernel::{Kernel, Settings, is_kernel};
use rmcp::handler::server::common::schema_for_type;
use rmcp::model::{CallToolResult, Implementation, JsonObject, ServerCapabilities, ServerConfig};
use rmcp::{ServerHandler, ServiceExt as _, tool, tool_handler, tool_router};
use serde::Serialize;
use serde_json::Value;

use self::answered::{Answered, answer};
use self::asked::{bounded, list, read};
use crate::check::Verdict;
use crate::diff::DiffArgs;
use crate::eval::{Answer, evaluate};
use crate::list::{Line, lines};
use crate::mma::ElementArgs;
use crate::program::Source;
use crate::{diff, evaluated, listed, sequence};

mod answered;
mod asked;

pub(crate) const HELP: &str = "\
The server speaks the Model Context Protocol over standard input and output, until its input ends.
Its tools are evaluate, explain, check, run, mma, difference and list. Their structured content is that of
`ptxfp eval --json`, `check --json`, `run --json`, `mma --json` and `diff --json`; beside it is a short text.
They read no files, change nothing, and each answer is bounded in length and time. An argument that does not
exist is an error. An answer is an error (isError) if the question cannot be answered: `check` answers for an
illegal statement that it is rejected, and every other tool needs a legal one. This setting makes an
assistant start it:

  { \"mcpServers\": { \"ptxfp\": { \"command\": \"ptxfp\", \"args\": [\"mcp\"] } } }";

/// The introduction that an assistant reads before it asks.
const INSTRUCTIONS: &str = "\
Evaluates PTX floating-point instructions of NVIDIA GPUs bit for bit and reports what the ISA guarantees. \
A statement has values as operands: `fma.rn.f16 1.5, 0x3c00, -0`. Values are numbers, inf, nan, or bits as \
0x3c00; a register of several lanes is its bits or a list in braces, the highest lane first. In arguments, \
a JSON number is that number and never bits; bits are a text, \"0x3c00\". \
`guarantee` says whether the PTX ISA promises the bits. Do not report as certain what it leaves open. \
isError means that there is no answer. Whether a statement is legal is the question of `check`, which \
answers for an illegal one with legality `rejected` and isError false; every other tool needs a legal \
statement, and answers an illegal one with isError true.";

/// The most operands that a search tries.
const MAX_TRIED: u64 = 1 << 26;
/// The number of operands that a search tries by default.
const USUAL_TRIED: u64 = 1 << 22;
/// The most lines of a list in an answer.
const PAGE: usize = 40;

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

/// The server; it holds no state of a conversation.
#[derive(Clone, Copy)]
struct Server;

#[tool_router]
impl Server {
    #[tool(
        title = "Evaluate an instruction",
        annotations(read_only_hint = true, destructive_hint = false, idempotent_hint = true, open_world_hint = false),
        input_schema = schema_for_type::<asked::Evaluate>(),
        output_schema = answered::evaluation(),
        description = "Evaluates an instruction with values as operands, or answers a question: every bit of the result, its guarantee, the permitted interval, the exact value, the steps, and a link."
    )]
    async fn evaluate(&self, given: JsonObject) -> CallToolResult {
        answer(move || {
            let (statement, place) = read::<asked::Evaluate>(given)?.placed()?;
            evaluation(&statement, &place.context(&statement)?)
        })
        .await
    }

    #[tool(
        title = "Explain a result",
        annotations(read_only_hint = true, destructive_hint = false, idempotent_hint = true, open_world_hint = false),
        input_schema = schema_for_type::<asked::Evaluate>(),
        output_schema = answered::explanation(),
        description = "Explains in words, step by step, what an instruction returns for values as operands, and what the ISA guarantees."
    )]
    async fn explain(&self, given: JsonObject) -> CallToolResult {
        answer(move || {
            let (statement, place) = read::<asked::Evaluate>(given)?.placed()?;
            let text = evaluated(&statement, &place.context(&statement)?, false)?;
            Ok(Answered::of_text(&text, "explanation"))
        })
        .await
    }

    #[tool(
        title = "Check legality",
        annotations(read_only_hint = true, destructive_hint = false, idempotent_hint = true, open_world_hint = false),
        input_schema = schema_for_type::<asked::Check>(),
        output_schema = answered::verdict(),
        description = "Checks whether NVIDIA's assembler accepts a statement for a target and PTX ISA version: documented, undocumented, or rejected with the reasons and fixes."
    )]
    async fn check(&self, given: JsonObject) -> CallToolResult {
        answer(move || {
            let (statement, place) = read::<asked::Check>(given)?.placed()?;
            let verdict = Verdict::new(&statement, &place.context(&statement)?);
            let data = serde_json::to_value(&verdict).map_err(|error| error.to_string())?;
            let said =
                verdict.text().unwrap_or_else(|wrong| ["rejected: ", &*wrong.message].concat());
            Answered::new(&said, &data)
        })
        .await
    }

    #[tool(
        title = "Run a program or kernel",
        annotations(read_only_hint = true, destructive_hint = false, idempotent_hint = true, open_world_hint = false),
        input_schema = schema_for_type::<asked::Run>(),
        output_schema = answered::program(),
        description = "Evaluates PTX or inline assembly, statement by statement: every register, whether its bits are guaranteed, and what is not evaluated. Of a kernel, one thread runs: its loads are inputs, its stores outputs."
    )]
    async fn run(&self, given: JsonObject) -> CallToolResult {
        answer(move || program(read(given)?)).await
    }

    #[tool(
        title = "Compute an element on tensor cores",
        annotations(read_only_hint = true, destructive_hint = false, idempotent_hint = true, open_world_hint = false),
        input_schema = schema_for_type::<asked::Product>(),
        output_schema = answered::element(),
        description = "Computes an element of d = c + row · column of an instruction of tensor cores (mma, wmma, wgmma, tcgen05.mma) as GPUs were observed to return it, bit for bit: on a target with each term and the bits that are cut off, or on every generation side by side. It is no guarantee."
    )]
    async fn mma(&self, given: JsonObject) -> CallToolResult {
        answer(move || element(read(given)?)).await
    }

    #[tool(
        title = "Find a difference",
        annotations(read_only_hint = true, destructive_hint = false, idempotent_hint = true, open_world_hint = false),
        input_schema = schema_for_type::<asked::Difference>(),
        output_schema = answered::difference(),
        description = "Looks for operands on which two instructions or programs return different results, or shows that there are none."
    )]
    async fn difference(&self, given: JsonObject) -> CallToolResult {
        answer(move || difference(read(given)?)).await
    }

    #[tool(
        title = "Search the catalog",
        annotations(read_only_hint = true, destructive_hint = false, idempotent_hint = true, open_world_hint = false),
        input_schema = schema_for_type::<asked::Search>(),
        output_schema = answered::listing(),
        description = "Lists syntax lines with status, section, PTX ISA versions and targets, 40 at a time; `next` is the offset of those after them."
    )]
    async fn list(&self, given: JsonObject) -> CallToolResult {
        answer(move || page(&read(given)?)).await
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

/// Answers with an evaluation; its text leaves the steps to the data.
fn evaluation(text: &str, context: &Context) -> Result<Answered, String> {
    match evaluate(text, context)? {
        Answer::Statement(mut report) => {
            let data = serde_json::to_value(&*report).map_err(|error| error.to_string())?;
            for lane in &mut report.lanes {
                lane.steps.clear();
            }
            Answered::new(&crate::eval::text(&report), &data)
        }
        Answer::Program(program) => Answered::new(&sequence::text(&program), &program),
        Answer::Value(number) => Answered::new(&crate::eval::number_text(&number), &number),
        Answer::Form(_) | Answer::View(_) | Answer::Message(_) => {
            let data: Value = parsed(&evaluated(text, context, true)?)?;
            Answered::new(&evaluated(text, context, false)?, &data)
        }
    }
}

/// The data of JSON that the command prints.
fn parsed(json: &str) -> Result<Value, String> {
    serde_json::from_str(json).map_err(|error| error.to_string())
}

fn program(asked: asked::Run) -> Result<Answered, String> {
    let place = asked.place()?;
    let asked::Run { text, inputs, loads, function, .. } = asked;
    let context = place.context_of_sequence(&text)?;
    let values = inputs.iter().map(|(name, value)| (name.clone(), value.text().to_owned()));
    let report = if is_kernel(&text) || !loads.is_empty() || function.is_some() {
        let loads = loads.iter().map(|value| value.text().to_owned()).collect();
        let settings =
            Settings { function, values: values.collect(), loads, ..Settings::default() };
        let kernel = Kernel::new(&text, &context, &settings).map_err(by_argument)?;
        ptxfp::report::Program::of_kernel(&text, &kernel, &context)
    } else {
        let inputs: Vec<_> = values.map(|(name, value)| [name, value].join("=")).collect();
        sequence::report(&Source::new(text, context, &inputs).map_err(by_argument)?)
    };
    Answered::new(&sequence::text(&report), &report)
}

fn element(asked: asked::Product) -> Result<Answered, String> {
    let lists = [&asked.a, &asked.b, &asked.scale_a, &asked.scale_b].map(|it| list(it));
    for text in lists.iter().chain([&asked.instruction]) {
        bounded(text)?;
    }
    let [a, b, scale_a, scale_b] = lists;
    let c = asked.c.as_ref().map_or("0", asked::Given::text).to_owned();
    let mut asked = ElementArgs {
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
    let (data, _) = asked.answer(str::to_owned)?;
    asked.json = false;
    let (text, _) = asked.answer(str::to_owned)?;
    Answered::new(&text, &parsed(&data)?)
}

fn difference(asked: asked::Difference) -> Result<Answered, String> {
    let limit = asked.limit.unwrap_or(USUAL_TRIED).min(MAX_TRIED);
    for text in [&asked.a, &asked.b] {
        bounded(text)?;
    }
    let asked = diff::Asked {
        first: asked.a,
        second: asked.b,
        target: asked.target,
        target_b: asked.target_b,
        isa: asked.isa,
        isa_b: asked.isa_b,
        by: asked.by.unwrap_or(diff::By::Reference),
    };
    // The arguments are called so.
    let named = |message: String| match message.split_at_checked(3) {
        Some(("A: ", reason)) => ["a: ", reason].concat(),
        Some(("B: ", reason)) => ["b: ", reason].concat(),
        _ => message,
    };
    let report = DiffArgs::of(asked.placed()?, limit).search().map_err(named)?;
    Answered::new(&diff::text(&report), &report)
}

/// A part of a list.
#[derive(Serialize)]
struct Page<'l> {
    total: usize,
    offset: usize,
    next: Option<usize>,
    lines: &'l [Line],
}

fn page(asked: &asked::Search) -> Result<Answered, String> {
    bounded(&asked.query)?;
    let all = lines(&listed(&asked.query, asked.companions)?);
    let (offset, total) = (asked.offset, all.len());
    let end = offset.saturating_add(PAGE).min(total);
    let Some(lines) = all.get(offset..end).filter(|lines| !lines.is_empty()) else {
        return Err(format!("offset: there are {total} lines, counted from 0"));
    };
    let next = (end < total).then_some(end);
    let mut text = crate::list::text(lines);
    if let Some(next) = next {
        let rest = format!("\n{total} lines; those from offset {next} on follow\n");
        text.push_str(&rest);
    }
    Answered::new(&text, &Page { total, offset, next, lines })
}

/// Why nothing runs; a missing value is given with an argument.
fn by_argument(reason: NoRun) -> String {
    match reason {
        NoRun::Missing(missing) => {
            let (name, value) =
                missing.example.split_once('=').unwrap_or((&missing.example, "1.5"));
            format!("{missing}; give it in `inputs`, such as {{\"{name}\": {value}}}")
        }
        NoRun::Wrong(message) => message,
    }
}
