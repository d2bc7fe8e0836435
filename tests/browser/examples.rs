//! `docs/examples/`: the playground in what other people's tools write.
//!
//! Each example is copied, made to name the tests' own server, built by the real tool and opened.
//! `cargo xtask test --only tools` brings the tools; a test without its tool says that it is skipped.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command};

use crate::across_sites::{assert_isolated, elsewhere};
use crate::embed::{enter_frame, shown};
use crate::page::Page;
use crate::server::FileServer;
use crate::session::{run, skip, variable};

/// The address of the playground in the examples.
const PLAYGROUND: &str = "https://playground.example/";

/// A copy of an example, removed when it is dropped.
struct Example {
    folder: PathBuf,
    /// The number of times that its files have the address of the playground.
    n_addresses: usize,
}

impl Example {
    /// Copies an example for a playground at another address.
    fn copy(name: &str, playground: &str) -> Self {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples").join(name);
        let folder = env::temp_dir().join(format!("ptxfp-example-{}-{name}", process::id()));
        let n_addresses = copy(&source, &folder, playground);
        Self { folder, n_addresses }
    }

    /// Runs a tool in the copy; what it says is shown if it fails.
    fn build(&self, command: &mut Command) -> Vec<u8> {
        let output = command.current_dir(&self.folder).output();
        let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let said = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
        assert!(output.status.success(), "{command:?}:\n{}\n{}", said[0], said[1]);
        output.stdout
    }

    /// Runs a tool that is to fail, with a text in what it says.
    fn fail(&self, command: &mut Command, expected: &str) {
        let output = command.current_dir(&self.folder).output();
        let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let said = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
        assert!(!output.status.success(), "{command:?} does not fail");
        assert!(said.concat().contains(expected), "{command:?}:\n{}\n{}", said[0], said[1]);
    }

    /// Replaces a text that a file has once.
    fn change(&self, file: &str, before: &str, after: &str) {
        let path = self.folder.join(file);
        let text = fs::read_to_string(&path).expect("text");
        assert_eq!(text.matches(before).count(), 1, "{before} in {file}");
        fs::write(path, text.replace(before, after)).expect("a change");
    }

    /// Installs archives of npm packages, which need nothing else, as npm would.
    fn install(&self, archives: &Path, names: &[&str]) {
        let version = env!("CARGO_PKG_VERSION").split('+').next().unwrap_or_default();
        for name in names {
            let folder = self.folder.join("node_modules").join(name);
            fs::create_dir_all(&folder).expect("a folder can be made");
            let archive = archives.join(format!("{name}-{version}.tgz"));
            let mut tar = Command::new("tar");
            tar.arg("-xzf").arg(archive).args(["--strip-components=1", "-C"]).arg(folder);
            self.build(&mut tar);
        }
    }

    /// Serves a folder of the copy.
    fn serve(&self, folder: &str) -> FileServer {
        let folder = self.folder.join(folder);
        // Browsers ask for it on every site.
        fs::write(folder.join("favicon.ico"), []).expect("an icon can be written");
        FileServer::start(&folder)
    }
}

impl Drop for Example {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Copies the files of a folder that are text, and says how often they had the address.
fn copy(from: &Path, to: &Path, playground: &str) -> usize {
    fs::create_dir_all(to).expect("a folder can be made");
    let mut n_addresses = 0;
    for entry in fs::read_dir(from).unwrap_or_else(|error| panic!("{}: {error}", from.display())) {
        let entry = entry.expect("an entry").path();
        let name = entry.file_name().expect("a name");
        if IGNORED.iter().any(|ignored| name == *ignored) {
            continue;
        }
        if entry.is_dir() {
            n_addresses += copy(&entry, &to.join(name), playground);
        } else {
            let text = fs::read_to_string(&entry).expect("text");
            n_addresses += text.matches(PLAYGROUND).count();
            fs::write(to.join(name), text.replace(PLAYGROUND, playground)).expect("a copy");
        }
    }
    n_addresses
}

/// The files that tools write into the folder of an example.
const IGNORED: [&str; 7] =
    ["book", "_build", "__pycache__", "build", ".docusaurus", "node_modules", ".ipynb_checkpoints"];

/// Returns the tool that a variable names; where there is none, the test is skipped.
fn tool(name: &str) -> Option<OsString> {
    let found = variable(name);
    if found.is_none() {
        skip(&format!("{name} names no tool; cargo xtask test --only tools brings it"));
    }
    found
}

/// Waits until the frame has replaced the placeholder and shows the recorded result.
async fn expect_frame(page: &Page) {
    page.expect("what is shown", "frame", || shown(page)).await;
    assert!(!page.is_visible("ptx-float code").await, "the placeholder is still shown");
    let frame = enter_frame(page, "ptx-float").await;
    page.expect_text("[data-verdict]", "reproduced").await;
    page.expect_result("0x6800").await;
    frame.client().enter_parent_frame().await.expect("the page around it");
}

/// Opens a page of an example, on a server of the playground's site, on that of another one, and as a
/// file; each time first where there is no playground, to see the placeholder.
async fn check(page: &Page, site: &FileServer, path: &str) {
    let near = format!("{}{path}", site.address);
    for address in elsewhere(site, path).iter().chain([&near]) {
        page.refuse(&["*/ptx-float.js"]).await;
        page.visit(address).await;
        page.expect_visible("ptx-float code").await;
        page.allow_errors();
        page.refuse(&[]).await;
        page.visit(address).await;
        expect_frame(page).await;
        if *address != near {
            assert_isolated(page).await;
        }
    }
}

#[test]
fn plain_html_shows_the_playground() {
    run(|page| async move {
        let example = Example::copy("plain", page.address());
        assert_eq!(example.n_addresses, 1);
        let site = example.serve("");
        check(&page, &site, "").await;
    });
}

#[test]
fn the_html_of_the_document_shows_the_playground() {
    run(|page| async move {
        let document = include_str!("../../docs/embed.md");
        let block = document.split("```html\n").nth(1).and_then(|rest| rest.split("```").next());
        let html = block.expect("a block").replace("https://HOST/", page.address());
        let site = FileServer::host("document", &html);
        for address in [site.address.clone(), site.at_another_site("")] {
            page.visit(&address).await;
            page.expect("what is shown", "frame", || shown(&page)).await;
            let frame = enter_frame(&page, "ptx-float").await;
            page.expect_text("[data-verdict]", "reproduced").await;
            page.expect_result("0x40400000").await;
            frame.client().enter_parent_frame().await.expect("the page around it");
        }
    });
}

#[test]
fn mdbook_shows_the_playground() {
    let Some(mdbook) = tool("PTXFP_MDBOOK") else { return };
    let Some(command) = tool("PTXFP_COMMAND") else { return };
    run(|page| async move {
        let example = Example::copy("mdbook", page.address());
        assert_eq!(example.n_addresses, 1);
        // mdBook runs the command, which is found where a user would have it.
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = [PathBuf::from(command)].into_iter().chain(env::split_paths(&path));
        let path = env::join_paths(folders).expect("folders");
        let build = || {
            let mut build = Command::new(&mdbook);
            build.arg("build").env("PATH", &path);
            build
        };
        example.build(&mut build());
        let site = example.serve("book");
        for file in ["f16.html", "print.html"] {
            check(&page, &site, file).await;
        }
        example.change("src/f16.md", "d=0x6800", "d=0x6801");
        example.fail(&mut build(), "f16.md:5");
    });
}

#[test]
fn sphinx_shows_the_playground() {
    let Some(python) = tool("PTXFP_PYTHON") else { return };
    run(|page| async move {
        let example = Example::copy("sphinx", page.address());
        assert_eq!(example.n_addresses, 1);
        let build = |builder| {
            let mut build = Command::new(&python);
            build.args(["-m", "sphinx", "-q", "-W", "-b", builder, ".", "_build"]);
            build
        };
        for builder in ["html", "text"] {
            example.build(&mut build(builder));
        }
        let text = fs::read_to_string(example.folder.join("_build/index.txt")).expect("a text");
        assert!(text.contains("is 0x6800 (2048)") && !text.contains("ptx-float"), "{text}");
        let site = example.serve("_build");
        check(&page, &site, "").await;
        example.change("index.rst", "d=0x6800", "d=0x6801");
        example.fail(&mut build("html"), "the recorded result differs: d=0x6801");
    });
}

#[test]
fn a_notebook_shows_the_playground() {
    let Some(python) = tool("PTXFP_PYTHON") else { return };
    run(|page| async move {
        let convert = |example: &Example, arguments: &[&str]| {
            let all = [&["-m", "nbconvert", "--log-level=ERROR"], arguments, &["f16.ipynb"]];
            example.build(Command::new(&python).args(all.concat()))
        };
        // The address is in the code and, through it, twice in the output.
        let recorded = Example::copy("jupyter", PLAYGROUND);
        assert_eq!(recorded.n_addresses, 3);
        let outputs = |notebook: &[u8]| {
            let notebook: serde_json::Value =
                serde_json::from_slice(notebook).expect("a notebook in JSON");
            notebook["cells"][1]["outputs"].clone()
        };
        let run_again = convert(&recorded, &["--to=notebook", "--execute", "--stdout"]);
        let file = fs::read(recorded.folder.join("f16.ipynb")).expect("the notebook");
        assert_eq!(outputs(&file), outputs(&run_again));
        drop(recorded);

        let example = Example::copy("jupyter", page.address());
        // These libraries would be fetched from elsewhere, for other kinds of output.
        let html = ["require_js", "mathjax", "mermaid_js"]
            .map(|library| format!("--HTMLExporter.{library}_url="));
        let html: Vec<_> =
            std::iter::once("--to=html").chain(html.iter().map(|it| &**it)).collect();
        convert(&example, &html);
        let site = example.serve("");
        check(&page, &site, "f16.html").await;
    });
}

#[test]
fn docusaurus_shows_the_playground() {
    let Some(packages) = tool("PTXFP_DOCUSAURUS") else { return };
    let Some(archives) = tool("PTXFP_NPM") else { return };
    run(|page| async move {
        let example = Example::copy("docusaurus", page.address());
        assert_eq!(example.n_addresses, 1);
        example.install(Path::new(&archives), &["ptxfp", "docusaurus-plugin-ptx-float"]);
        // The packages of others, installed once for all runs.
        let others = fs::read_dir(Path::new(&packages).join("node_modules")).expect("packages");
        for entry in others.map(|entry| entry.expect("a package")) {
            link(&entry.path(), &example.folder.join("node_modules").join(entry.file_name()));
        }
        let build = || {
            let mut build = Command::new("node");
            build.args(["node_modules/@docusaurus/core/bin/docusaurus.mjs", "build"]);
            build.env("CI", "1");
            build
        };
        example.build(&mut build());
        let site = example.serve("build");
        for folder in ["", "markdown/"] {
            check(&page, &site, folder).await;
        }
        // From page to page without loading anew.
        page.visit(&site.address).await;
        page.click("article [href='/markdown']").await;
        page.expect_text("h1", "in Markdown").await;
        expect_frame(&page).await;

        example.change("docs/markdown.md", "= 2048", "= 2050");
        let message = "the recorded result differs: d=0x6801";
        example.fail(&mut build(), message);
        example.change("docs/markdown.md", "= 2050", "= 2048");
        example.change("docs/mdx.mdx", "result=\"2048\"", "result=\"2050\"");
        example.fail(&mut build(), message);
    });
}

#[test]
fn the_package_of_the_element_shows_the_playground() {
    let Some(archives) = tool("PTXFP_NPM") else { return };
    run(|page| async move {
        let example = Example::copy("element", page.address());
        assert_eq!(example.n_addresses, 1);
        example.install(Path::new(&archives), &["ptx-float-element"]);
        let site = example.serve("");
        // A module that is a file cannot import another one: a bundler makes one script of both.
        let module = example.folder.join("node_modules/ptx-float-element/index.js");
        let module = fs::read_to_string(module).expect("the module of the element");
        let import = "import { define } from \"ptx-float-element\";";
        fs::copy(example.folder.join("index.html"), example.folder.join("bundle.html"))
            .expect("a copy");
        example.change("bundle.html", import, &module.replace("export function", "function"));
        let file = site.as_a_file("bundle.html");
        for address in [site.address.clone(), site.at_another_site(""), file] {
            page.visit(&address).await;
            expect_frame(&page).await;
        }
        assert_isolated(&page).await;
    });
}

/// Makes a folder appear in another.
fn link(folder: &Path, name: &Path) {
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder, name).expect("a link");
    #[cfg(windows)]
    std::os::windows::fs::symlink_dir(folder, name).expect("a link");
}
