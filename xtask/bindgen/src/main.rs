//! `wasm-bindgen` as Trunk calls it, for the page's programs.
//!
//! One program, the app, is split first: the parts that a visit does not start with become files of
//! their own (chunks), which the main file fetches through a script, the link module. Where to cut is
//! marked in the source (`app/ui/src/bin/app/chunks.rs`).
//!
//! The chunks, the link module and a list of the chunks that each view needs go to the folder that
//! [`FOLDER`] names, and from there beside the page by Trunk's hook (`xtask/src/page/chunks.rs`). Without
//! that variable nothing is split.

use std::env;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use wasm_bindgen_cli_support::Bindgen;
use wasm_split_cli_support::{Options, transform};

/// The version of wasm-bindgen that this program is, which Trunk asks for.
const VERSION: &str = "0.2.130";
/// The variable with the folder for chunks.
const FOLDER: &str = "PTXFP_CHUNKS";
/// The program that is split.
const SPLIT: &str = "app";
/// The link module, as the main file imports it.
const LINK: &str = "./__wasm_split.js";
/// The file in the folder for chunks with a line for each view: its name, and those of its chunks.
const LIST: &str = "chunks.txt";

fn main() -> Result<()> {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--version") {
        use std::io::Write as _;
        return Ok(writeln!(std::io::stdout(), "wasm-bindgen {VERSION}")?);
    }
    let call = Call::read(&arguments)?;
    let folder = env::var_os(FOLDER).map(PathBuf::from).filter(|_| call.name == SPLIT);
    let mut bindgen = Bindgen::new();
    bindgen.web(true)?.typescript(false).out_name(&call.name);
    match folder {
        None => bindgen.input_path(&call.input),
        Some(folder) => {
            let main = split(&call, &folder)?;
            // The chunks import what the linker has exported, by its names.
            bindgen.input_path(main).keep_lld_exports(true).demangle(false)
        }
    };
    bindgen.generate(&call.folder)
}

/// The part of wasm-bindgen's command line that Trunk uses.
struct Call {
    input: PathBuf,
    folder: PathBuf,
    name: String,
}

impl Call {
    fn read(arguments: &[OsString]) -> Result<Self> {
        let (mut input, mut folder, mut name) = (None, None, None);
        for argument in arguments {
            let text = argument.to_string_lossy();
            match text.split_once('=') {
                Some(("--out-dir", value)) => folder = Some(PathBuf::from(value)),
                Some(("--out-name", value)) => name = Some(value.to_owned()),
                Some(("--target", "web")) => {}
                _ if text == "--no-typescript" => {}
                _ if text.starts_with('-') => bail!("this wasm-bindgen does not know {text}"),
                _ => input = Some(PathBuf::from(argument)),
            }
        }
        Ok(Self {
            input: input.context("the WebAssembly file is missing")?,
            folder: folder.context("--out-dir is missing")?,
            name: name.context("--out-name is missing")?,
        })
    }
}

/// Splits the program into an empty folder, and returns the main file, which is not there.
fn split(call: &Call, folder: &Path) -> Result<PathBuf> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    let input =
        fs::read(&call.input).with_context(|| format!("cannot read {}", call.input.display()))?;
    let main = call.folder.join("main").join(format!("{}.wasm", call.name));
    if let Some(parent) = main.parent() {
        fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
    }
    let script = format!("./{}.js", call.name);
    let mut options = Options::new(&input);
    options.output_dir = folder;
    options.main_out_path = &main;
    options.link_name = LINK;
    options.main_module = &script;
    let done = transform(options)
        .map_err(|error| anyhow!("{error:#}"))
        .with_context(|| format!("cannot split {}", call.input.display()))?;
    let mut list = String::new();
    let mut views: Vec<_> = done.prefetch_map.into_iter().collect();
    views.sort();
    for (view, chunks) in views {
        writeln!(list, "{view} {}", chunks.join(" "))?;
    }
    fs::write(folder.join(LIST), list).context("cannot write the list of chunks")?;
    Ok(main)
}
