//! The arguments of commands.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use ptxfp::internals::export::Kind;

mod place;
pub(crate) mod proposed;
mod site;

pub(crate) use place::{ContextArgs, Module};
pub(crate) use site::SiteArgs;

/// A program in place of a statement.
#[derive(Args)]
pub(crate) struct ProgramArgs {
    /// A program, as `ptxfp run` takes it, in place of a statement
    #[arg(long, value_name = "FILE")]
    pub(crate) program: Option<String>,
    /// The value of an input of the program, such as x=1.5; repeat for other inputs
    #[arg(long, value_name = "NAME=VALUE", requires = "program", allow_hyphen_values = true)]
    pub(crate) set: Vec<String>,
}

#[derive(Args)]
pub(crate) struct LinkArgs {
    /// A statement with its operands, in quotes, or a link
    #[arg(
        value_name = "STATEMENT|LINK",
        required_unless_present = "program",
        conflicts_with = "program"
    )]
    pub(crate) source: Option<String>,
    #[command(flatten)]
    pub(crate) given: ProgramArgs,
    /// Do not compress a long link
    #[arg(long)]
    pub(crate) readable: bool,
    #[command(flatten)]
    pub(crate) place: ContextArgs,
    #[command(flatten)]
    pub(crate) site: SiteArgs,
    /// Add the result, so that linkcheck can compare it
    #[arg(long)]
    pub(crate) record: bool,
    /// Further parts of the page to show, such as cases
    #[arg(long, value_name = "VIEW")]
    pub(crate) view: Option<String>,
}

#[derive(Args)]
pub(crate) struct ExportArgs {
    /// The kind of text to write
    #[arg(value_parser = kinds())]
    pub(crate) kind: Kind,
    /// A link, or a statement with its operands, in quotes
    #[arg(
        value_name = "LINK|STATEMENT",
        required_unless_present = "program",
        conflicts_with = "program"
    )]
    pub(crate) source: Option<String>,
    #[command(flatten)]
    pub(crate) given: ProgramArgs,
    #[command(flatten)]
    pub(crate) place: ContextArgs,
    #[command(flatten)]
    pub(crate) site: SiteArgs,
}

/// Reads the name of a kind.
fn kinds() -> impl TypedValueParser<Value = Kind> {
    let names = PossibleValuesParser::new(Kind::ALL.map(Kind::name));
    names.try_map(|name| Kind::parse(&name).ok_or("no kind"))
}

#[derive(Args)]
pub(crate) struct EvalArgs {
    #[command(flatten)]
    pub(crate) module: Module,
    /// Print JSON
    #[arg(long, conflicts_with = "batch")]
    pub(crate) json: bool,
    /// With --batch: end each answer for an approximate instruction with the bits that GPUs were observed to
    /// return
    #[arg(long)]
    pub(crate) observed: bool,
}

#[derive(Args)]
pub(crate) struct CornersArgs {
    /// The statement, in quotes
    pub(crate) statement: String,
    #[command(flatten)]
    pub(crate) place: ContextArgs,
    /// The operands of the matrix, such as a,c
    #[arg(long, value_name = "NAMES")]
    pub(crate) vary: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) module: Module,
    /// Print JSON
    #[arg(long, conflicts_with = "batch")]
    pub(crate) json: bool,
}
