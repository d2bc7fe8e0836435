//! Files for programs.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use machine_code::{RECORD, Record, page, whole};
use ptxfp::catalog::{LATEST_ISA, forms, opcodes};
use ptxfp::link::State;
use ptxfp_view::chapters::CHAPTERS;
use sha2::{Digest as _, Sha256};

use crate::address::Address;
use crate::course;
use crate::data::{CATALOG, CATALOG_SCHEMA, VECTORS, VECTORS_SCHEMA};
use crate::site::{CAPTURE, COMPANIONS, COMPANIONS_LEAD, EVIDENCE, File, NAME, Site, folder};
use crate::words;

/// `machine-code.txt`: the machine code of every instruction, for the explorer, and
/// `machine-code/fma-….txt`: the whole code of an opcode's instructions.
pub(crate) fn machine_code() -> Result<Vec<File>, String> {
    let record =
        Record::parse(RECORD).map_err(|line| format!("the record of machine code: {line}"))?;
    let (mut files, mut listed) = (Vec::new(), Vec::new());
    for (opcode, content) in whole::files(&record) {
        let hash = Sha256::digest(content.as_bytes());
        // Browsers may keep a file under its name.
        let digest = hash.first_chunk().map_or(0, |bytes| u64::from_be_bytes(*bytes));
        let name = format!("machine-code/{opcode}-{digest:016x}.txt");
        let integrity = format!("sha256-{}", BASE64_STANDARD.encode(hash));
        files.push(File::new(&*name, content));
        listed.push(page::File { opcode: opcode.to_owned(), name, integrity });
    }
    files.push(File::new("machine-code.txt", page::file(&record, &listed)));
    Ok(files)
}

/// `sitemap.xml`: the pages.
pub(crate) fn sitemap(address: &Address) -> File {
    let folders = [String::new(), "i/".to_owned(), EVIDENCE.to_owned(), COMPANIONS.to_owned()]
        .into_iter()
        .chain(["learn/".to_owned()])
        .chain(CHAPTERS.iter().map(course::folder))
        .chain(opcodes().map(folder));
    let mut pages = String::new();
    for folder in folders {
        pages.extend(["  <url><loc>", &address.of(&folder), "</loc></url>\n"]);
    }
    let content = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{pages}</urlset>\n"
    );
    File::new("sitemap.xml", content)
}

/// `capture.py`: the program that records what a GPU returns.
pub(crate) fn capture() -> File {
    File::new(CAPTURE, include_str!("../../../tests/evidence/hardware/capture.py").to_owned())
}

/// `llms.txt`: a description of the site and its links.
pub(crate) fn llms(site: &Site) -> File {
    let at = |path: &str| site.address.as_ref().map_or(path.to_owned(), |site| site.of(path));
    let State { instruction, context, registers, .. } = State::default();
    let example = State::default().to_fragment();
    let operands: Vec<_> = registers.iter().map(|register| format!("{register:#x}")).collect();
    let mut text = format!(
        "# {NAME}\n\n\
         > Evaluates PTX floating-point instructions bit for bit, and shows why and what the ISA guarantees. \
         {} of {} with PTX ISA {LATEST_ISA}, in the browser or on the command line. \
         No server: everything is computed where it is shown.\n\n\
         ## Link an example\n\n\
         A state is the fragment of the page’s address, in plain text:\n\n\
         \x20   {}#{example}\n\n\
         - `v1/`, the instruction as in PTX, `@`, the target;\n\
         - `?` and the register of each source operand in hex, by the names of the syntax line, \
         joined by `&`; the lowest lane has the lowest bits;\n\
         - `&d=` a recorded result, which the page compares with its own: *reproduced*, *observed* (on GPUs), \
         *permitted* (by the ISA) or *differs*;\n\
         - `&isa=` the PTX ISA version, if it is not 9.1.\n\n\
         One datum may also be written as text: `a=1.5`, `a=-inf`, `a=nan`, `a=0f3f800000`. \
         Nothing fails silently: the page says what is wrong with a link.\n\n\
         ## Command line\n\n\
         \x20   ptxfp eval '{instruction} {}' --target {} --json\n\
         \x20   ptxfp check '{}' --target {}\n\
         \x20   ptxfp corners '{instruction}' --json\n\
         \x20   ptxfp list --json\n\
         \x20   ptxfp vectors '{instruction}' --random 100\n\
         \x20   ptxfp run FILE.ptx --set a=1.5 --json\n\n\
         `ptxfp mcp` is a server of the Model Context Protocol with the tools evaluate, \
         explain, check, run, difference and list.\n\n\
         ## Pages without scripts\n\n\
         - [All opcodes]({}): what each computes, and every modifier\n",
        words::count(forms().count(), "form", "forms"),
        words::count(opcodes().count(), "opcode", "opcodes"),
        at(""),
        operands.join(", "),
        context.target.name,
        instruction.statement(),
        context.target.name,
        at("i/"),
    );
    for opcode in opcodes() {
        let (page, summary) = (at(&folder(opcode)), words::summary(opcode));
        text.extend(["- [", opcode, "](", &page, "): ", &summary, "\n"]);
    }
    let page = at(COMPANIONS);
    text.extend(["- [Companions](", &page, "): ", COMPANIONS_LEAD, "\n"]);
    data(&mut text, at);
    File::new("llms.txt", text)
}

/// Adds the list of data, with their addresses.
fn data(text: &mut String, at: impl Fn(&str) -> String) {
    text.extend([
        "\n## Data\n\n- [catalog.json](",
        &at(CATALOG),
        "): every form with slots, operands, versions and targets, accuracy, section and special \
         operands, and every companion; the output of `ptxfp list --json` and of `ptxfp list \
         --companions --json`\n- [catalog.schema.json](",
        &at(CATALOG_SCHEMA),
        "): its JSON Schema, with a description of each field\n- [vectors](",
        &at(VECTORS),
        "): test vectors of every form, operands with results and guarantees, a file for each opcode with \
         its size and SHA-256; `ptxfp vectors --output FOLDER` writes them\n- [the schema of vectors](",
        &at(VECTORS_SCHEMA),
        ")\n- [capture.py](",
        &at(CAPTURE),
        "): records what a GPU computes where the ISA leaves bits open, with Python and the driver only; \
         `ptxfp capture` compares the record\n",
    ]);
}
