//! The npm packages: the core as WebAssembly, the custom element, and the plugin of Docusaurus.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;

use crate::page;
use crate::progress::{note, step};
use crate::setup::wasm_target::{self, TARGET};
use crate::setup::{cargo_tool, wasm_opt};
use crate::{process, size, workspace};

mod test;

pub(crate) use test::{test, test_bundlers};

/// The packages: their name, and the folder of what is copied into them.
const PACKAGES: [(&str, &str); 3] = [
    ("ptxfp", "core/npm/package"),
    ("ptx-float-element", "app/embed/package"),
    ("docusaurus-plugin-ptx-float", "docs/plugins/docusaurus"),
];

/// The most that the module with the core's WebAssembly may have, in bytes compressed by gzip. It has
/// the tables of all instructions, their documentation, what was observed of GPUs, tensor cores,
/// programs, kernels and inline assembly, and columns of operands, with tables for approximate functions.
const MAX_SIZE: u64 = 490_000;

/// The expression with which the site's script for the element finds the site, and its replacement in the package.
const PLACE: (&str, &str) =
    ("document.currentScript.src", r#"`${new URL(site, location.href)}`.replace(/\/?$/, "/")"#);

/// Returns the folder for the packages.
pub(crate) fn folder() -> PathBuf {
    workspace::target_dir().join("npm")
}

/// Writes the packages into `target/npm/`, ready for `npm pack` and `npm publish`.
pub(crate) fn package() -> Result<()> {
    for (name, source) in PACKAGES {
        let folder = folder().join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder)
                .with_context(|| format!("cannot remove {}", folder.display()))?;
        }
        copy_files(&workspace::root().join(source), &folder)?;
        for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
            fs::copy(workspace::root().join(license), folder.join(license))
                .with_context(|| format!("cannot copy {license}"))?;
        }
        let list = folder.join("package.json");
        let text =
            fs::read_to_string(&list).with_context(|| format!("cannot read {}", list.display()))?;
        // The package's version, and the version of the core that it needs.
        fs::write(&list, text.replace("0.0.0", release()))
            .with_context(|| format!("cannot write {}", list.display()))?;
    }
    core(&folder().join("ptxfp"))?;
    element(&folder().join("ptx-float-element"))?;
    note(&format!("the packages are in {}", folder().display()));
    Ok(())
}

/// The version without what a registry ignores.
pub(crate) fn release() -> &'static str {
    let version = env!("CARGO_PKG_VERSION");
    version.split_once('+').map_or(version, |(release, _)| release)
}

/// Compiles the core into its package.
fn core(package: &Path) -> Result<()> {
    let compiler = wasm_target::ensure()?;
    let bindgen = cargo_tool::ensure_wasm_bindgen()?;
    let mut cargo = process::cargo();
    cargo.current_dir(workspace::root()).envs(page::flags_without_home());
    cargo.args(["build", "--quiet", "--locked", "--package", "ptxfp-npm"]);
    cargo.args(["--profile", "page", "--target", TARGET]);
    compiler.apply(&mut cargo);
    step("the core for npm: cargo build", "1 min the first time", || process::run(&mut cargo))?;
    let module = workspace::target_dir().join(TARGET).join("page/ptxfp_npm.wasm");
    let mut bind = process::command(bindgen.join("wasm-bindgen"));
    // Without the address of a file that bundlers would look for.
    bind.args(["--target", "web", "--omit-default-module-path", "--no-typescript"]);
    bind.args(["--out-name", "ptxfp", "--out-dir"]);
    process::run(bind.arg(package).arg(module))?;
    let module = package.join("ptxfp_bg.wasm");
    wasm_opt::ensure();
    match wasm_opt::find() {
        Some(program) => page::optimize_for_size(&program, &module)?,
        None => note("wasm-opt is missing: the package is larger than it could be"),
    }
    let script = as_script(&fs::read(&module).context("cannot read the module")?)?;
    let n_bytes = size::gzipped_length(script.as_bytes())?;
    if n_bytes > MAX_SIZE {
        bail!("wasm.js has {n_bytes} bytes compressed, more than {MAX_SIZE}");
    }
    note(&format!("wasm.js: {n_bytes} bytes compressed"));
    fs::write(package.join("wasm.js"), script).context("cannot write wasm.js")?;
    fs::remove_file(&module).with_context(|| format!("cannot remove {}", module.display()))
}

/// WebAssembly as a script, which every bundler takes: base64 of DEFLATE, which gzip makes as small as
/// the file.
fn as_script(module: &[u8]) -> Result<String> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(module)?;
    let text = STANDARD.encode(encoder.finish()?);
    let length = module.len();
    Ok(format!(
        "// The core's WebAssembly, compressed, as a text.\nexport const LENGTH = {length};\n\
         export const TEXT =\n  \"{text}\";\n"
    ))
}

/// Writes the element's module: the script that the site serves, as a function of its address.
fn element(package: &Path) -> Result<()> {
    let path = workspace::root().join("app/embed/ptx-float.js");
    let script =
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    if script.matches(PLACE.0).count() != 1 {
        bail!("{} does not contain `{}` exactly once", path.display(), PLACE.0);
    }
    let module = [
        "// Defines <ptx-float>, which shows the playground of a site.\n",
        "export function define(site) {\n",
        "if (typeof customElements === \"undefined\") return;\n",
        &script.replace(PLACE.0, PLACE.1),
        "}\n",
    ]
    .concat();
    fs::write(package.join("index.js"), module).context("cannot write the element's module")
}

/// Copies the files of a folder, but none of its folders.
pub(crate) fn copy_files(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("cannot create {}", to.display()))?;
    let all = fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))?;
    for entry in all {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            continue;
        }
        fs::copy(entry.path(), to.join(entry.file_name()))
            .with_context(|| format!("cannot copy {}", entry.path().display()))?;
    }
    Ok(())
}

/// Writes and packs the packages; returns the folder of the archives.
pub(crate) fn archives() -> Result<PathBuf> {
    package()?;
    let place = workspace::target_dir().join("npm-archives");
    fs::create_dir_all(&place).with_context(|| format!("cannot create {}", place.display()))?;
    pack(&place)?;
    Ok(place)
}

/// Packs the packages that are written into a folder; returns the archives.
pub(crate) fn pack(place: &Path) -> Result<Vec<PathBuf>> {
    let mut archives = Vec::new();
    for (name, _) in PACKAGES {
        let mut pack = process::command("npm");
        pack.args(["pack", "--silent", "--pack-destination"]).arg(place);
        process::output(pack.arg(folder().join(name)))?;
        archives.push(place.join(format!("{name}-{}.tgz", release())));
    }
    Ok(archives)
}
