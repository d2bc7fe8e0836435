//! The chunks of the app: the parts that a visit does not start with.
//!
//! The program that Trunk calls as wasm-bindgen (`xtask/bindgen`) splits the app into a folder: a file
//! for each part, files that several parts share, the script that fetches them (the link module), and a
//! list. Here they get names that change with their content, as other files do, and the link module the
//! hashes of what it fetches. The page gets an entry for each part, which lists its files: the parts and
//! their sizes are known from there.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context as _, Result};

use super::finish::{read_page, write_page};
use super::programs::APP;
use super::{digest, html, integrity};
use crate::workspace;

/// The variable with the folder; without it, nothing is split.
pub(super) const VARIABLE: &str = "PTXFP_CHUNKS";
/// The link module, as the app's script imports it.
const LINK: &str = "__wasm_split.js";
/// The list: a line for each part, with its name and those of its files.
const LIST: &str = "chunks.txt";
/// The call of the link module that fetches a file.
const FETCH: &str = "fetch(new URL(\"./FILE\", import.meta.url))";
/// The call of the link module that starts a file.
const INSTANTIATE: &str = "WebAssembly.instantiateStreaming(src, imports)";
/// A function that starts a file from any server, as wasm-bindgen does: some do not declare
/// WebAssembly.
const INSTANTIATE_ANY: &str = "\
async function instantiate(src, imports) {
    const file = await src;
    if (file.headers.get(\"Content-Type\") === \"application/wasm\") {
        return WebAssembly.instantiateStreaming(file, imports);
    }
    return WebAssembly.instantiate(await file.arrayBuffer(), imports);
}
";

/// The folder for the chunks of this kind of build.
pub(super) fn folder(is_release: bool) -> PathBuf {
    let profile = if is_release { "release" } else { "dev" };
    workspace::target_dir().join("chunks").join(profile)
}

/// A part and its files.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Its name, in the source and in the page.
    pub(crate) name: String,
    /// Its files, as the page names them.
    pub(crate) files: Vec<String>,
}

/// The chunks of a build.
pub(super) struct Chunks {
    parts: Vec<Part>,
    /// The link module's text.
    link: String,
}

/// Puts the chunks into the folder that is being finished, with names for readers; none where the app
/// is not split.
pub(super) fn copy(folder: &Path) -> Result<Option<Chunks>> {
    let Some(from) = env::var_os(VARIABLE).map(PathBuf::from) else { return Ok(None) };
    let read = |file: &str| {
        let path = from.join(file);
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let chunks = renamed(&read(LIST)?, &read(LINK)?);
    for (name, old) in &chunks.1 {
        fs::copy(from.join(old), folder.join(name))
            .with_context(|| format!("cannot copy the chunk {old}"))?;
    }
    Ok(Some(chunks.0))
}

/// The chunks with names for readers, and these names with the splitter's.
fn renamed(list: &str, link: &str) -> (Chunks, Vec<(String, String)>) {
    let mut names: Vec<(String, String)> = Vec::new();
    let mut link = link.to_owned();
    let mut parts = Vec::new();
    let mut shared = 0;
    for line in list.lines() {
        let mut words = line.split_whitespace();
        let Some(name) = words.next() else { continue };
        let mut files = Vec::new();
        for old in words.map(|stem| format!("{stem}.wasm")) {
            let known = names.iter().find(|(_, known)| *known == old);
            let new = known.map_or_else(
                || {
                    if old == format!("split_{name}.wasm") {
                        return format!("{name}.wasm");
                    }
                    shared += 1;
                    format!("shared-{shared}.wasm")
                },
                |(new, _)| new.clone(),
            );
            if known.is_none() {
                link = link.replace(&FETCH.replace("FILE", &old), &FETCH.replace("FILE", &new));
                names.push((new.clone(), old));
            }
            files.push(new);
        }
        parts.push(Part { name: name.to_owned(), files });
    }
    (Chunks { parts, link }, names)
}

/// Names the files by their content, and writes the link module and the page's entries.
pub(super) fn finish(folder: &Path, mut chunks: Chunks) -> Result<()> {
    let mut names: Vec<String> = chunks.parts.iter().flat_map(|part| part.files.clone()).collect();
    names.sort();
    names.dedup();
    for name in names {
        let path = folder.join(&name);
        let content = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let new = name.replace(".wasm", &format!("-{}.wasm", digest(&content)));
        fs::rename(&path, folder.join(&new)).with_context(|| format!("cannot rename {name}"))?;
        chunks.link = with_file(&chunks.link, &name, &new, &integrity::of(&content))
            .with_context(|| format!("the link module does not fetch {name}"))?;
        for file in chunks.parts.iter_mut().flat_map(|part| &mut part.files) {
            if *file == name {
                file.clone_from(&new);
            }
        }
    }
    let page = read_page(folder)?;
    let app = html::meta(&page, APP).context("index.html does not name the app's files")?;
    let script = app.split(' ').next().and_then(|file| file.strip_prefix("./"));
    let script = script.context("the app has no script")?;
    let link = chunks.link.replace(&format!("\"./{APP}.js\""), &format!("\"./{script}\""));
    let link = [&link.replace(INSTANTIATE, "instantiate(src, imports)"), INSTANTIATE_ANY].concat();
    // Browsers may keep a file under its name.
    let name = format!("chunks-{}.js", digest(link.as_bytes()));
    fs::write(folder.join(&name), link).context("cannot write the link module")?;
    let path = folder.join(script);
    let text =
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    fs::write(&path, with_link(&text, &name))
        .with_context(|| format!("cannot write {}", path.display()))?;
    write_page(folder, &with_entries(&page, &chunks.parts)?)
}

/// The link module with another name for a file, and its hash.
fn with_file(link: &str, name: &str, new: &str, integrity: &str) -> Option<String> {
    let fetch = FETCH.replace("FILE", name);
    let checked = FETCH.replace("FILE", new);
    let checked = checked.strip_suffix(')')?;
    let checked = format!("{checked}, {{ integrity: \"{integrity}\" }})");
    link.contains(&fetch).then(|| link.replace(&fetch, &checked))
}

/// wasm-bindgen's script with another name for the link module, which it imports again for each function.
fn with_link(script: &str, name: &str) -> String {
    let import = format!("from \"./{LINK}\"");
    let key = format!("\"./{LINK}\": ");
    let mut seen = [false; 2];
    let mut text = String::new();
    for line in script.lines() {
        let found = [&import, &key].map(|part| line.contains(part));
        if (0..2).all(|index| !(found[index] && seen[index])) {
            text.extend([&line.replace(&import, &format!("from \"./{name}\"")), "\n"]);
        }
        seen = [seen[0] || found[0], seen[1] || found[1]];
    }
    text
}

/// The page with an entry for each part, after that of the app.
fn with_entries(page: &str, parts: &[Part]) -> Result<String> {
    let app = html::meta_tag(page, APP).context("index.html does not name the app's files")?;
    let mut entries = app.to_owned();
    for Part { name, files } in parts {
        let files: Vec<_> = files.iter().map(|file| format!("./{file}")).collect();
        let files = files.join(" ");
        entries.extend(["<meta name=\"", name, "\" content=\"", &files, "\">"]);
    }
    Ok(page.replacen(app, &entries, 1))
}

/// The parts of a finished page: the entries that name nothing but WebAssembly, which the programs with
/// scripts beside them do not.
pub(crate) fn parts(page: &str) -> Vec<Part> {
    let entries = html::metas(page).into_iter();
    let files = |content: &str| {
        let files: Option<Vec<_>> =
            content.split(' ').map(|file| Some(file.strip_prefix("./")?.to_owned())).collect();
        let is_module = |file: &String| Path::new(file).extension() == Some(OsStr::new("wasm"));
        files.filter(|files| files.iter().all(is_module))
    };
    entries
        .filter(|entry| !entry.has_scripts)
        .filter_map(|entry| Some(Part { files: files(&entry.content)?, name: entry.name }))
        .collect()
}

/// Whether this is the link module.
pub(super) fn is_link(script: &Path) -> bool {
    let name = script.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| name.starts_with("chunks-"))
}

#[cfg(test)]
mod tests {
    use super::{Part, parts, renamed, with_entries, with_file, with_link};

    const LINK: &str = "fetch(new URL(\"./chunk_4.wasm\", import.meta.url));
fetch(new URL(\"./split_library.wasm\", import.meta.url));
fetch(new URL(\"./split_sequence.wasm\", import.meta.url));";

    fn part(name: &str, files: &[&str]) -> Part {
        Part { name: name.to_owned(), files: files.iter().map(|&file| file.to_owned()).collect() }
    }

    #[test]
    fn chunks_have_names_for_readers_and_then_of_their_content() {
        let list = "library chunk_4 split_library\nsequence chunk_4 split_sequence\n";
        let (chunks, names) = renamed(list, LINK);
        assert_eq!(
            chunks.parts,
            [
                part("library", &["shared-1.wasm", "library.wasm"]),
                part("sequence", &["shared-1.wasm", "sequence.wasm"])
            ]
        );
        let names: Vec<_> = names.iter().map(|(new, old)| (&**new, &**old)).collect();
        assert_eq!(
            names,
            [
                ("shared-1.wasm", "chunk_4.wasm"),
                ("library.wasm", "split_library.wasm"),
                ("sequence.wasm", "split_sequence.wasm")
            ]
        );
        let link = with_file(&chunks.link, "shared-1.wasm", "shared-1-f.wasm", "sha256-a").unwrap();
        assert!(link.starts_with(
            "fetch(new URL(\"./shared-1-f.wasm\", import.meta.url), { integrity: \"sha256-a\" });"
        ));
        assert_eq!(with_file(&link, "shared-2.wasm", "shared-2-f.wasm", "sha256-a"), None);
    }

    #[test]
    fn the_link_module_is_imported_once_by_its_new_name() {
        let script = "import * as import1 from \"./__wasm_split.js\"
import * as import2 from \"./__wasm_split.js\"
    return {
        \"./app_bg.js\": import0,
        \"./__wasm_split.js\": import1,
        \"./__wasm_split.js\": import2,
    };
";
        let written = "import * as import1 from \"./chunks-1.js\"
    return {
        \"./app_bg.js\": import0,
        \"./__wasm_split.js\": import1,
    };
";
        assert_eq!(with_link(script, "chunks-1.js"), written);
    }

    #[test]
    fn the_page_lists_the_files_of_each_part() {
        let page = "<meta name=app content=\"./app.js ./app_bg.wasm\">\
                    <meta name=worker data-scripts=./work.js content=./worker_bg.wasm>\
                    <meta name=viewport content=width>";
        let own = [part("library", &["shared-1.wasm", "library.wasm"])];
        let written = with_entries(page, &own).unwrap();
        assert_eq!(parts(&written), own);
        assert!(with_entries("<p>", &own).is_err());
    }
}
