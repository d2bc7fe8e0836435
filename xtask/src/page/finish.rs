//! The changes to the page after Trunk, as its `post_build` hook.
//!
//! - Every page: style sheets are merged; the app's chunks and the files of other programs get names
//!   that change with their content, as Trunk names the files of the app; the embedded page and the static
//!   pages beside it are written.
//!   If the page reloads itself, its Content-Security-Policy is opened for that; otherwise it stays
//!   as index.html has it.
//!   Each page gets the hashes of its files.
//! - The release page: wasm-opt on the modules, esbuild on the scripts, a service worker.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::{Path, PathBuf, absolute};
use std::{env, fs};

use anyhow::{Context as _, Result};
use walkdir::WalkDir;

use super::{chunks, digest, embed, html, integrity, offline, programs, sheets, short_names};
use crate::progress::note;
use crate::setup::{npm_tool, wasm_opt};
use crate::{parallel, process, workspace};

/// The WebAssembly features that wasm-opt may use: those of rustc's output, in every browser since
/// 2023.
const WASM_FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-simd",
];

/// Passes for small modules: 4 KB of 176 gzipped less than `-Oz` alone.
const FOR_SIZE: [&str; 7] = [
    // Rebuilding the control flow finds equal parts.
    "--flatten",
    "--rereloop",
    "-Oz",
    "-Oz",
    // A function that is called once stays one: large functions compress badly.
    "--one-caller-inline-max-function-size=20",
    // Similar neighbors compress well.
    "--reorder-functions-by-name",
    "--strip-debug",
];

/// Passes for fast modules.
const FOR_SPEED: [&str; 1] = ["-O3"];

/// The script that starts workers, in `app/worker/`.
const WORKER_SCRIPT: &str = "work.js";

/// The script that the page's and the embedded page's scripts import; esbuild puts it into both.
const SHARED_SCRIPT: &str = "files.js";

/// The name of the file with the machine code of every instruction, which the explorer fetches.
pub(crate) const MACHINE_CODE: &str = "machine-code";

/// Finishes the page that Trunk has just built; Trunk's environment says where it is.
pub(crate) fn finish_from_trunk() -> Result<()> {
    let folder = env::var_os("TRUNK_STAGING_DIR").map(PathBuf::from);
    let folder =
        folder.context("this is Trunk's hook; to build the page, run: cargo xtask build")?;
    embed::copy_scripts(&folder)?;
    copy_script(&folder, "app/worker", WORKER_SCRIPT)?;
    copy_script(&folder, "app", SHARED_SCRIPT)?;
    sheets::write(&folder)?;
    let is_release = env::var("TRUNK_PROFILE").as_deref() == Ok("release");
    let chunks = chunks::copy(&folder)?;
    let mut report = String::new();
    if is_release {
        optimize_modules(&folder, chunks.is_some(), &mut report)?;
    }
    if let Some(chunks) = chunks {
        chunks::finish(&folder, chunks)?;
    }
    if is_release {
        if minify(&folder, &mut report)? {
            name_app(&folder)?;
        }
        minify(&static_folder(&folder), &mut report)?;
        if minify(&embed::folder(&folder), &mut report)? {
            fs::remove_file(folder.join(SHARED_SCRIPT)).context("cannot remove a merged script")?;
        }
        fs::write(report_path(), report).context("cannot write the report of the build")?;
    }
    for program in programs::later() {
        name_program(&folder, program.name)?;
    }
    name_files(&folder, "work", &[WORKER_SCRIPT])?;
    name_files(&folder, "style", &[sheets::START])?;
    name_files(&folder, "later", &[sheets::LATER])?;
    write_static_pages(&folder)?;
    name_files(&folder, MACHINE_CODE, &[&format!("{MACHINE_CODE}.txt")])?;
    embed::write(&folder)?;
    allow_live_reload(&folder)?;
    for page in pages(&folder)? {
        integrity::add(&page)?;
    }
    if is_release { offline::write(&folder) } else { offline::write_none(&folder) }
}

/// The report of the last release build, with its tools.
pub(crate) fn report_path() -> PathBuf {
    workspace::target_dir().join("page-report.txt")
}

fn optimize_modules(folder: &Path, is_split: bool, report: &mut String) -> Result<()> {
    let Some(wasm_opt) = wasm_opt::find() else {
        writeln!(report, "without wasm-opt: the WebAssembly is larger than it could be")?;
        note("wasm-opt is missing or too old: the WebAssembly is not optimized");
        return Ok(());
    };
    for line in parallel::map(&files(folder, "wasm")?, |module| {
        // A chunk imports what the main file exports, by its name.
        let is_app = is_of_program(module, programs::APP) || !is_glued(module);
        optimize(&wasm_opt, module, !(is_split && is_app))
    })? {
        writeln!(report, "{line}")?;
    }
    Ok(())
}

/// Makes a module that is no part of the page small.
pub(crate) fn optimize_for_size(wasm_opt: &Path, module: &Path) -> Result<()> {
    let mut optimize = process::command(wasm_opt);
    optimize.args(FOR_SIZE).args(WASM_FEATURES);
    process::output(optimize.arg(module).arg("--output").arg(module)).map(|_| ())
}

/// Whether a module has a script of wasm-bindgen beside it.
fn is_glued(module: &Path) -> bool {
    module.to_string_lossy().ends_with("_bg.wasm")
}

/// Optimizes a module, perhaps with short names, and returns a line for the report.
fn optimize(wasm_opt: &Path, module: &Path, has_short_names: bool) -> Result<String> {
    let before = fs::metadata(module)?.len();
    let mut optimize = process::command(wasm_opt);
    let is_quick = programs::PROGRAMS
        .iter()
        .any(|program| program.is_quick() && is_of_program(module, program.name));
    let passes = if is_quick { &FOR_SPEED[..] } else { &FOR_SIZE };
    optimize.args(passes).args(has_short_names.then_some(short_names::PASS)).args(WASM_FEATURES);
    let printed = match process::output(optimize.arg(module).arg("--output").arg(module)) {
        Ok(printed) => printed,
        Err(error) => {
            note(&format!("wasm-opt failed, the WebAssembly is not optimized: {error:#}"));
            return Ok("wasm-opt failed: the WebAssembly is larger than it could be".to_owned());
        }
    };
    if has_short_names {
        let script = PathBuf::from(module.to_string_lossy().replace("_bg.wasm", ".js"));
        let text = fs::read_to_string(&script)
            .with_context(|| format!("cannot read {}", script.display()))?;
        let text = short_names::with_short_names(&text, &printed)
            .with_context(|| format!("cannot shorten the names in {}", script.display()))?;
        fs::write(&script, text).with_context(|| format!("cannot write {}", script.display()))?;
    }
    let after = fs::metadata(module)?.len();
    Ok(format!("wasm-opt {}: {before} to {after} bytes", passes.join(" ")))
}

/// Minifies the scripts and style sheets of a folder; `false` without esbuild.
fn minify(folder: &Path, report: &mut String) -> Result<bool> {
    let Some(esbuild) = npm_tool::find_esbuild() else {
        writeln!(report, "without esbuild: the JavaScript is not minified")?;
        note("esbuild is missing: the JavaScript is not minified");
        return Ok(false);
    };
    for sheet in files(folder, "css")? {
        let before = fs::metadata(&sheet)?.len();
        process::run(
            process::command(&esbuild)
                .args(["--minify", "--log-level=warning", "--allow-overwrite"])
                .arg(format!("--outfile={}", sheet.display()))
                .arg(&sheet),
        )?;
        writeln!(report, "esbuild: {before} to {} bytes", fs::metadata(&sheet)?.len())?;
    }
    // The script of wasm-bindgen exports more than the one function that app/boot.js calls; with
    // this entry the other exports are unused.
    let entry = folder.join("entry.mjs");
    // The app's script then contains the link module.
    let (links, scripts): (Vec<_>, Vec<_>) =
        files(folder, "js")?.into_iter().partition(|script| chunks::is_link(script));
    for script in scripts {
        let before = fs::metadata(&script)?.len();
        let name = script.file_name().and_then(OsStr::to_str).unwrap_or_default();
        let is_glue = folder.join(name.replace(".js", "_bg.wasm")).is_file();
        if is_glue {
            fs::write(&entry, format!("export {{ default }} from './{name}';"))?;
        }
        process::run(
            process::command(&esbuild)
                .args([
                    "--bundle",
                    "--minify",
                    "--format=esm",
                    "--target=es2022",
                    "--log-level=warning",
                    "--allow-overwrite",
                ])
                .arg(format!("--outfile={}", script.display()))
                .arg(if is_glue { &entry } else { &script }),
        )?;
        writeln!(report, "esbuild: {before} to {} bytes", fs::metadata(&script)?.len())?;
    }
    // Without glue there is no such file.
    let _ = fs::remove_file(entry);
    for link in links {
        fs::remove_file(link).context("cannot remove a merged script")?;
    }
    Ok(true)
}

/// Gives the app's files names that change with their content: Trunk's change with the program, before
/// it was split and optimized. No file may refer to the app's script, as the link module does until it
/// is merged.
fn name_app(folder: &Path) -> Result<()> {
    let page = read_page(folder)?;
    let files = html::meta_files(&page, programs::APP);
    let stem = files.first().and_then(|script| script.strip_suffix(".js"));
    let stem = stem.context("the app has no script")?;
    let mut plain = page.clone();
    let mut names = Vec::new();
    for file in &files {
        let name = file.replacen(stem, programs::APP, 1);
        fs::rename(folder.join(file), folder.join(&name))
            .with_context(|| format!("cannot rename {file}"))?;
        plain = html::with_file_renamed(&plain, file, &name)
            .with_context(|| format!("index.html does not name {file}"))?;
        names.push(name);
    }
    write_page(folder, &plain)?;
    name_files(folder, programs::APP, &names.iter().map(|name| &**name).collect::<Vec<_>>())
}

/// Gives a program's files names of their own, as Trunk names them and index.html has them.
fn name_program(folder: &Path, program: &str) -> Result<()> {
    name_files(folder, program, &[&format!("{program}.js"), &format!("{program}_bg.wasm")])
}

/// Adds a digest of the content to the names of files, after the stem, because browsers may keep a
/// file under its name.
fn name_files(folder: &Path, stem: &str, files: &[&str]) -> Result<()> {
    let mut content = Vec::new();
    for file in files {
        let path = folder.join(file);
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        content.extend(bytes);
    }
    let mut page = read_page(folder)?;
    for file in files {
        let name = file.replacen(stem, &format!("{stem}-{}", digest(&content)), 1);
        page = html::with_file_renamed(&page, file, &name)
            .with_context(|| format!("index.html does not name {file}"))?;
        fs::rename(folder.join(file), folder.join(&name))
            .with_context(|| format!("cannot rename {file}"))?;
    }
    write_page(folder, &page)
}

/// Copies a script into the folder that is being finished.
fn copy_script(folder: &Path, source: &str, script: &str) -> Result<()> {
    let from = workspace::root().join(source).join(script);
    fs::copy(&from, folder.join(script))
        .with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(())
}

/// The folders of all pages.
fn pages(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in WalkDir::new(folder) {
        let entry = entry.with_context(|| format!("cannot read {}", folder.display()))?;
        if entry.file_name() == "index.html" {
            found.extend(entry.path().parent().map(Path::to_owned));
        }
    }
    Ok(found)
}

/// Whether a file of the built page belongs to a program that it does not start with.
pub(crate) fn is_of_program(file: &Path, program: &str) -> bool {
    file.file_name().and_then(OsStr::to_str).is_some_and(|name| name.starts_with(program))
}

/// Has the static pages written, with all the page's style sheets and one of their own.
fn write_static_pages(folder: &Path) -> Result<()> {
    let own = static_folder(folder).join(sheets::STATIC);
    let content = fs::read(&own).with_context(|| format!("cannot read {}", own.display()))?;
    let name = format!("{STATIC}/static-{}.css", digest(&content));
    fs::rename(&own, folder.join(&name)).with_context(|| format!("cannot make {name}"))?;
    let page = read_page(folder)?;
    let start = html::stylesheets(&page);
    let later = html::meta(&page, "later").map(|file| file.replace("./", ""));
    // A package of its own, so that this program, which every first command waits for, compiles
    // without the core, and so that a page that is served follows the core as it is now.
    let mut write = process::cargo();
    write
        .current_dir(workspace::root())
        // Trunk may have been given another compiler, for the browser.
        .env_remove("RUSTC")
        .args(["run", "--quiet", "--package", "ptxfp-static", "--"])
        .arg(absolute(folder)?)
        .args(start.into_iter().chain(later))
        .arg(name);
    process::run(&mut write)
}

/// The folder of the static pages, which has their style sheet.
const STATIC: &str = "i";

/// The folder of the pages of the course, and of its texts.
const COURSE: &str = "learn";

pub(super) fn static_folder(folder: &Path) -> PathBuf {
    folder.join(STATIC)
}

/// Whether a file of the built page belongs to the static pages.
pub(crate) fn is_of_static_pages(dist: &Path, file: &Path) -> bool {
    let is_in = |path: &Path| path.starts_with(STATIC) || path.starts_with(COURSE);
    file.strip_prefix(dist).is_ok_and(is_in)
}

fn allow_live_reload(folder: &Path) -> Result<()> {
    let page = read_page(folder)?;
    if !html::has_live_reload(&page) {
        return Ok(());
    }
    let allowed = html::with_live_reload_allowed(&page)
        .context("index.html's policy must have `script-src 'self'` and `connect-src 'self'`")?;
    write_page(folder, &allowed)
}

pub(super) fn read_page(folder: &Path) -> Result<String> {
    let path = folder.join("index.html");
    fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
}

pub(super) fn write_page(folder: &Path, page: &str) -> Result<()> {
    let path = folder.join("index.html");
    fs::write(&path, page).with_context(|| format!("cannot write {}", path.display()))
}

/// The files with this extension, directly in the folder.
fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?
    {
        let path = entry?.path();
        if path.extension() == Some(OsStr::new(extension)) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
