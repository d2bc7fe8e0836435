//! Building and serving the page with Trunk.

// The address of the site, as the static pages read it; xtask does not depend on their package.
#[path = "../../../app/static/src/address.rs"]
mod address;
pub(crate) mod chunks;
mod embed;
mod finish;
mod html;
mod integrity;
#[cfg(test)]
mod nesting;
mod offline;
mod programs;
mod sheets;
mod short_names;

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::Command;
use std::time::Duration;
use std::{env, fs, thread};

use anyhow::{Context as _, Result, bail};

pub(crate) use address::Address;
pub(crate) use embed::{ELEMENT, FOLDER as EMBED};
pub(crate) use finish::{
    MACHINE_CODE, finish_from_trunk, is_of_program, is_of_static_pages, optimize_for_size,
    report_path,
};
pub(crate) use html::{meta_files, start_files as files_of, third_party_addresses};
pub(crate) use integrity::of as digest_of;
use programs::Profile;
pub(crate) use programs::{APP, PROGRAMS, later as later_programs};
pub(crate) use sheets::sources as style_sheets;

use crate::cli::{BuildOptions, ServeOptions};
use crate::progress::step;
use crate::setup::{bindgen, cargo_tool, npm_tool, wasm_opt, wasm_target};
use crate::{process, workspace};

/// The variable through which Trunk's hook (Trunk.toml) finds this program again, without asking
/// Cargo.
const SELF_VARIABLE: &str = "PTXFP_XTASK";

/// The variable with the site's address, for Trunk's hook and the program that writes static pages.
const ADDRESS_VARIABLE: &str = "PTXFP_BASE_URL";

/// Trunk's messages. Its JavaScript minifier does not parse what wasm-bindgen writes,
/// and warns each time; esbuild takes its place in [`finish`], which says so where it cannot.
const TRUNK_LOG: &str = "error,trunk=info,trunk::hooks=warn,trunk::processing::minify=error";

/// The beginning of the line with the address of the served page.
pub(crate) const SERVED: &str = "the page is at";

/// Builds the release page into `dist/`.
pub(crate) fn build_release(options: &BuildOptions) -> Result<()> {
    wasm_opt::ensure();
    npm_tool::ensure_esbuild();
    let mut trunk = trunk(Profile::Release)?;
    let flags = flags_without_home();
    trunk.envs(flags.clone());
    if let Some(address) = &options.base_url {
        trunk.env(ADDRESS_VARIABLE, address.of(""));
    }
    programs::build(Profile::Release, flags.as_ref())?;
    step(
        "the release page, into dist/: trunk build --release",
        "1 min the first time, then seconds",
        || process::run(trunk.args(["build", "--release"])),
    )
}

/// Serves the page and rebuilds it on every change, until interrupted.
pub(crate) fn serve(options: &ServeOptions) -> Result<()> {
    let port = options.port;
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).with_context(|| {
        format!(
            "port {port} cannot be used; choose another one with: cargo xtask serve --port NUMBER"
        )
    })?;
    // Not dist/, which holds the release page that `size` and the tests look at.
    let folder = workspace::target_dir().join("serve");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    if options.release {
        wasm_opt::ensure();
        npm_tool::ensure_esbuild();
    }
    let profile = if options.release { Profile::Release } else { Profile::Dev };
    let mut trunk = trunk(profile)?;
    trunk
        .args(["serve", "--address", "127.0.0.1", "--port", &port.to_string(), "--dist"])
        .arg(folder);
    if options.release {
        let flags = flags_without_home();
        trunk.envs(flags.clone()).arg("--release");
        programs::build(Profile::Release, flags.as_ref())?;
    } else {
        let flags = (programs::DEBUG_VARIABLE.to_owned(), "false".to_owned());
        trunk.env(&flags.0, &flags.1);
        programs::build(Profile::Dev, Some(&flags))?;
    }
    if options.open {
        trunk.arg("--open");
    }
    let mut server = step("the page: trunk serve", "20 s, then seconds for each change", || {
        let mut server =
            trunk.spawn().with_context(|| format!("cannot start `{}`", process::shown(&trunk)))?;
        while at(port).is_none() {
            if let Some(status) = server.try_wait().context("cannot wait for trunk")? {
                bail!("`{}` ended with {status}", process::shown(&trunk));
            }
            thread::sleep(Duration::from_millis(100));
        }
        Ok(server)
    })?;
    eprintln!("[xtask] {SERVED} http://127.0.0.1:{port}/ until Ctrl+C; each change rebuilds it");
    let status = server.wait().context("cannot wait for trunk")?;
    if !status.success() {
        bail!("`{}` ended with {status}", process::shown(&trunk));
    }
    Ok(())
}

/// The page that is served on a port of this machine, if one is.
pub(crate) fn at(port: u16) -> Option<String> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).ok()?;
    let host = format!("127.0.0.1:{port}");
    let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, page) = answer.split_once("\r\n\r\n")?;
    head.split(' ').nth(1).filter(|status| *status == "200").map(|_| page.to_owned())
}

/// Keeps the place of Cargo's folder out of messages about panics, so that the page is the same
/// wherever it is built (`cargo xtask reproduce`). Paths in this repository are relative as it is.
pub(crate) fn flags_without_home() -> Option<(String, String)> {
    let home = workspace::cargo_home()?.display().to_string();
    // Cargo takes white space for the end of a flag here.
    let is_usable = !home.contains(char::is_whitespace) && env::var_os(WASM_FLAGS).is_none();
    is_usable.then(|| (WASM_FLAGS.to_owned(), format!("{FLAGS} --remap-path-prefix={home}=/cargo")))
}

/// The flags of `.cargo/config.toml`, which the variable takes the place of.
const FLAGS: &str = "--cfg=erase_components -Ctarget-feature=+simd128";

/// The variable with the compiler's flags for the browser.
const WASM_FLAGS: &str = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS";

/// Trunk with all it needs, installed where it is missing.
fn trunk(profile: Profile) -> Result<Command> {
    let compiler = wasm_target::ensure()?;
    let bindgen = bindgen::ensure()?;
    let trunk = cargo_tool::ensure_trunk()?;
    let mut command = process::command(trunk.join("trunk"));
    compiler.apply(&mut command);
    command
        .current_dir(workspace::root())
        .env("PATH", process::path_with(&[&bindgen])?)
        .env(chunks::VARIABLE, chunks::folder(profile == Profile::Release))
        .env(SELF_VARIABLE, env::current_exe().context("the path of this program is unknown")?)
        // Some shells set NO_COLOR=1, which Trunk 0.21 takes for a value that it cannot read.
        .env_remove("NO_COLOR")
        .args(["--log", TRUNK_LOG]);
    Ok(command)
}

/// A short digest of a content.
fn digest(content: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
