//! The page's programs: the one table of them, and how they are built.
//!
//! Trunk builds one program after the other, without times. Built here, several are linked at once,
//! and each step has its time; Trunk then finds them up to date.

use anyhow::Result;

use super::chunks;
use crate::progress::step;
use crate::setup::wasm_target::{self, TARGET};
use crate::{process, workspace};

/// The way in which programs are built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Profile {
    /// Fast to build.
    Dev,
    /// Optimized, to be published.
    Release,
}

/// The variable that leaves debug information out of the profile [`Profile::Dev`]: nobody debugs
/// WebAssembly that is served, and linking and wasm-bindgen take a multiple of the time with it.
pub(super) const DEBUG_VARIABLE: &str = "CARGO_PROFILE_DEV_DEBUG";

/// A program of the page.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Program {
    /// Its name: that of its `[[bin]]`, of its files, and of the `<meta>` that says where they are.
    pub(crate) name: &'static str,
    /// Its subject, in the table of sizes.
    pub(crate) subject: &'static str,
    /// The time at which it is fetched, and whether it is optimized for size or speed.
    pub(crate) kind: Kind,
    /// Whether the page that others embed has it.
    pub(crate) is_embedded: bool,
    /// The limits of its WebAssembly and of its JavaScript, in bytes, gzipped.
    pub(crate) limits: [u64; 2],
}

/// The time when a program is fetched, and whether it is optimized for size or speed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// At once: it draws the first view.
    Start,
    /// Fetched by the page that others embed, in its smaller views.
    Embedded,
    /// Fetched when there is work in the background; optimized for size.
    Worker,
    /// Fetched when there is long work in the background; optimized for speed.
    QuickWorker,
}

impl Kind {
    /// The folder of its package.
    const fn folder(self) -> &'static str {
        match self {
            Self::Start | Self::Embedded => "app/ui",
            Self::Worker | Self::QuickWorker => "app/worker",
        }
    }

    /// The profile of the release page.
    const fn profile(self) -> &'static str {
        match self {
            Self::QuickWorker => "release",
            Self::Start | Self::Embedded | Self::Worker => "page",
        }
    }
}

/// The program that draws the page. The build splits it (`xtask/bindgen`); its budget is that of the
/// main chunk.
pub(crate) const APP: &str = "app";

/// Every program. `index.html` has an entry for each, which a test compares with this table; everything
/// else that needs the programs reads the table.
pub(crate) const PROGRAMS: [Program; 4] = [
    Program {
        name: APP,
        subject: "app",
        kind: Kind::Start,
        is_embedded: true,
        limits: [384_000, 12_000],
    },
    Program {
        name: "card",
        subject: "embedded card",
        kind: Kind::Embedded,
        is_embedded: true,
        limits: [245_000, 8_000],
    },
    Program {
        name: "questions",
        subject: "worker for questions",
        kind: Kind::Worker,
        is_embedded: true,
        limits: [475_000, 5_000],
    },
    Program {
        name: "sweeps",
        subject: "workers for sweeps",
        kind: Kind::QuickWorker,
        is_embedded: true,
        limits: [395_000, 5_000],
    },
];

/// The programs that a page does not start with.
pub(crate) fn later() -> impl Iterator<Item = &'static Program> {
    PROGRAMS.iter().filter(|program| program.kind != Kind::Start)
}

impl Program {
    /// Whether it is optimized for speed.
    pub(super) fn is_quick(&self) -> bool {
        self.kind == Kind::QuickWorker
    }

    /// The elements of `index.html` for it: Trunk's, and the `<meta>` that says where its files are,
    /// which Trunk writes for the program that the page starts with.
    #[cfg(test)]
    fn entry(&self) -> String {
        let Self { name, kind, .. } = self;
        let rust = format!(
            "<link data-trunk rel=\"rust\" href=\"{}/Cargo.toml\" data-bin=\"{name}\"",
            kind.folder()
        );
        let worker = "data-type=\"worker\" data-bindgen-target=\"web\" data-wasm-opt=\"0\"";
        let profile = match kind.profile() {
            "release" => String::new(),
            other => format!(" data-cargo-profile-release=\"{other}\""),
        };
        match kind {
            Kind::Start => format!("{rust} data-wasm-opt=\"0\"{profile}>"),
            Kind::Embedded => format!(
                "{rust} {worker}{profile}>\n    <meta name=\"{name}\" \
                 content=\"./{name}.js ./{name}_bg.wasm ./later.css\">"
            ),
            Kind::Worker | Kind::QuickWorker => format!(
                "{rust} {worker}{profile}>\n    <meta name=\"{name}\" \
                 data-scripts=\"./work.js ./{name}.js\" content=\"./{name}_bg.wasm\">"
            ),
        }
    }
}

/// The programs of one call of Cargo: their description, the time of the first build on two cores for
/// each profile, and the kind of one of them.
struct Group {
    what: &'static str,
    expected: [&'static str; 2],
    kind: Kind,
}

const GROUPS: [Group; 3] = [
    Group { what: "the page's programs", expected: ["1 min", "1 min 30 s"], kind: Kind::Start },
    Group {
        what: "the workers' program for searches",
        expected: ["10 s", "20 s"],
        kind: Kind::Worker,
    },
    Group {
        what: "the workers' program for sweeps",
        expected: ["10 s", "30 s"],
        kind: Kind::QuickWorker,
    },
];

/// Builds them, with a variable that Trunk has too.
pub(super) fn build(profile: Profile, variable: Option<&(String, String)>) -> Result<()> {
    let compiler = wasm_target::ensure()?;
    for Group { what, expected: [dev_time, release_time], kind } in GROUPS {
        let mut build = process::cargo();
        compiler.apply(&mut build);
        build
            .current_dir(workspace::root().join(kind.folder()))
            .args(["build", "--quiet", "--target", TARGET])
            .env(chunks::VARIABLE, chunks::folder(profile == Profile::Release))
            .envs(variable.map(|(name, value)| (name, value)));
        let expected = match profile {
            Profile::Dev => dev_time,
            Profile::Release => {
                build.args(["--profile", kind.profile()]);
                release_time
            }
        };
        let is_built_with = |it: &&Program| {
            (it.kind.folder(), it.kind.profile()) == (kind.folder(), kind.profile())
        };
        for program in PROGRAMS.iter().filter(is_built_with) {
            build.args(["--bin", program.name]);
        }
        let expected = format!("{expected} the first time, then seconds");
        step(&format!("{what}: cargo build"), &expected, || process::run(&mut build))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::PROGRAMS;

    #[test]
    fn the_page_has_an_entry_for_every_program_and_no_other() {
        let page = include_str!("../../../index.html");
        for program in &PROGRAMS {
            let entry = program.entry();
            assert!(page.contains(&entry), "index.html should have:\n    {entry}");
        }
        assert_eq!(page.matches("rel=\"rust\"").count(), PROGRAMS.len());
    }

    #[test]
    fn every_program_is_a_binary_of_its_package() {
        let root = crate::workspace::root();
        for program in &PROGRAMS {
            let source = root.join(program.kind.folder()).join("src/bin").join(program.name);
            let is_there =
                source.with_extension("rs").is_file() || source.join("main.rs").is_file();
            assert!(is_there, "{}", source.display());
        }
    }
}
