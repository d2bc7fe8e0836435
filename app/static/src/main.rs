//! Static pages about every opcode, written from the core: for readers without scripts, for search
//! engines and for previews of links.
//!
//! ```text
//! ptxfp-static FOLDER SHEET...
//! ```
//!
//! writes into the folder of a built page, whose style sheets are named:
//!
//! | file | what |
//! | --- | --- |
//! | `i/index.html` | every opcode and every modifier |
//! | `i/fma/index.html` | an opcode: its forms, requirements, special operands, errors, examples |
//! | `i/companions/index.html` | companion instructions: integers, bits and predicates |
//! | `i/evidence/index.html` | the evidence for what GPUs return |
//! | `learn/index.html`, `learn/bits/index.html` | the course: its chapters, with solutions folded |
//! | `learn/bits-0123456789abcdef.txt` | the text of a chapter, which the page fetches |
//! | `catalog.json` | every form and every companion: the output of `ptxfp list --json` and of `ptxfp list --companions --json` |
//! | `catalog.schema.json` | the JSON Schema of that |
//! | `vectors/fma.json` | operands and results of an opcode: the output of `ptxfp vectors --output` |
//! | `vectors/index.json` | the list of these files |
//! | `vectors/schema.json`, `vectors/index.schema.json` | the JSON Schemas of these |
//! | `capture.py` | a program that records what a GPU returns |
//! | `machine-code.txt` | the machine code of every instruction |
//! | `machine-code/fma-0123456789abcdef.txt` | the whole machine code of an opcode's instructions |
//! | `llms.txt` | a description of the site, for programs that read text |
//! | `sitemap.xml` | only if the site's address is known |
//!
//! The address comes from the variable `PTXFP_BASE_URL`, which `cargo xtask build --base-url` sets.
//! Everything else is relative, so that the pages work in any folder of any host. `cargo xtask`
//! runs this after each build of the page, in a package of its own: so the pages follow the
//! present catalog, and the commands that build no page need not wait for it.

mod address;
mod companions;
mod course;
mod data;
mod evidence;
mod files;
mod form;
mod lesson;
mod listed;
mod machine;
mod markup;
mod opcode;
mod overview;
mod parts;
mod play;
mod shell;
mod site;
mod table;
#[cfg(test)]
mod tests;
mod words;

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use crate::address::Address;
use crate::files::files;
use crate::site::Site;

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let folder = arguments.next();
    let result = match folder {
        Some(folder) => write(Path::new(&folder), arguments.collect()),
        None => Err("usage: ptxfp-static FOLDER SHEET...".to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn write(folder: &Path, sheets: Vec<String>) -> Result<(), String> {
    let address = env::var("PTXFP_BASE_URL").ok().filter(|value| !value.is_empty());
    let address = address.map(|text| Address::parse(&text)).transpose()?;
    let machine_code = machine::machine_code()?;
    for file in files(&Site { address, sheets }).into_iter().chain(machine_code) {
        let path = folder.join(&file.path);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&path, &file.content))
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(())
}
