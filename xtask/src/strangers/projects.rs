//! The smallest project of each kind of user: the tool's own commands, and what our documents add.

use super::document::{Block, block};

/// A project.
pub(super) struct Project {
    pub(super) name: &'static str,
    pub(super) needs: &'static [Need],
    pub(super) steps: &'static [Step],
}

/// A part of the clone that a project has, or a program that is not ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// The command `ptxfp`.
    Command,
    /// The sources of the library.
    Sources,
    /// The npm packages.
    Npm,
    /// The wheel, and an environment of Python.
    Wheel,
    /// mdBook.
    MdBook,
    /// Berkeley `TestFloat`.
    TestFloat,
}

/// A step of a user.
pub(super) enum Step {
    /// A command of the user's own tool, which our documents need not have.
    Tool(&'static str),
    /// The commands of a block of our documents; each prints what the block says.
    Follow(Block),
    /// A command that prints the lines of a block.
    Prints(&'static str, Block),
    /// A file.
    File(&'static str, &'static [Part]),
    /// A text of a file becomes another one.
    Change(&'static str, &'static str, &'static str),
    /// A command that fails and says why.
    Fails(&'static str, &'static str),
}

/// A part of a file.
pub(super) enum Part {
    /// A block of our documents, word for word.
    Ours(Block),
    /// Such a block, in which each value that it states is compared.
    Checked(Block),
    /// Written by the user, or by the user's tool before.
    Own(&'static str),
}

use Part::{Checked, Ours, Own};
use Step::{Change, Fails, File, Follow, Prints, Tool};

const EMBED: &str = "docs/embed.md";
const COMMAND: &str = "docs/command.md";
const NPM: &str = "core/npm/package/README.md";
const PLUGIN: &str = "docs/plugins/docusaurus/README.md";

/// The example of the npm package, and the command that installs it.
const EXAMPLE: Block = block(NPM, "ptxfp", "js");
const INSTALL: Step = Follow(block(NPM, "ptxfp", "sh"));

/// The assertion of Node that the example's values are compared with.
const SAME: Part = Own("import { deepStrictEqual as same } from \"node:assert\";\n");

const NEW_MODULE: Step = Tool("npm init -y --init-type=module");

/// The versions are those with which the other stages test.
const BUNDLE: &[Part] = &[Ours(EXAMPLE), Own("console.log(sum.value);\n")];

/// A value of the bundled example.
const RUN_BUNDLE: Step = Tool("node dist/main.js | grep -x 0.30000001192092896");

/// All projects.
pub(super) const PROJECTS: &[Project] = &[
    Project {
        name: "The command",
        needs: &[Need::Command],
        steps: &[
            File("file.ptx", &[Own("add.rn.f32 d, a, 0f3f800000;\n")]),
            File("kernel.ptx", &[Own(include_str!("given/kernel.ptx"))]),
            File("capture.json", &[Own(include_str!("given/capture.json"))]),
            File("README.md", &[Own("No links.\n")]),
            File("docs/sums.md", &[Own("No links.\n")]),
            // A matrix of two rows, as NumPy saves it, and one of a column.
            Tool(
                "{ printf '\\223NUMPY\\001\\000v\\000%-117s\\n' \
                 \"{'descr': '<f2', 'fortran_order': False, 'shape': (2, 16), }\"; \
                 head -c 64 /dev/zero; } > a.npy; seq 16 > b.csv",
            ),
            Follow(block("README.md", "On the command line", "console")),
            Follow(block(COMMAND, "The command ptxfp", "console")),
            Follow(block(COMMAND, "Many statements", "console")),
            Follow(block(COMMAND, "Special, all and random operands", "console")),
            Follow(block(COMMAND, "Tensor cores", "console")),
            Follow(block(COMMAND, "Programs", "console")),
            Follow(block(COMMAND, "Programs", "console").next()),
            Follow(block(COMMAND, "Links and exports", "console")),
            Follow(block("docs/links.md", "Making links", "console")),
            Follow(block("docs/links.md", "Making links", "console").next()),
            Follow(block("docs/copies.md", "Exports for other tools", "console")),
        ],
    },
    Project {
        name: "Test vectors",
        needs: &[Need::Command, Need::TestFloat],
        steps: &[Follow(block(COMMAND, "Test vectors", "console"))],
    },
    Project {
        name: "Parts of a search",
        needs: &[Need::Command],
        steps: &[
            Follow(block(COMMAND, "In parts", "sh")),
            Prints("ptxfp merge *.json", block(COMMAND, "In parts", "text")),
        ],
    },
    Project {
        name: "Checked links",
        needs: &[Need::Command],
        steps: &[
            // In two parts, so that a check of these sources does not find the links.
            File("README.md", &[Own("#v1/neg.f32"), Own("@sm_90?a=0x3f800000&isa=9.5\n")]),
            Tool(
                "for i in 1 2 3 4 5 6; do cat README.md; done > more.md; mkdir docs; mv more.md docs/",
            ),
            Tool("for i in 1 2 3 4 5 6 7 8 9 10 11; do echo; done > docs/sums.md"),
            Tool(
                "printf '%13s#v1/add.f32%s\\n' '' \
                 '@sm_90?a=0x3f800000&b=0x3f800000&d=0x40000001&isa=9.5' >> docs/sums.md",
            ),
            Tool("cp README.md docs/one.md"),
            Follow(block("docs/links.md", "Checking links", "console")),
            Fails(
                "LINKCHECK_PATHS='README.md docs' PTXFP=ptxfp bash ../clone/.github/actions/linkcheck/linkcheck.sh check",
                "docs/sums.md:12:58: the recorded result differs",
            ),
            Tool(
                "rm docs/sums.md; LINKCHECK_PATHS='README.md docs' PTXFP=ptxfp \
                 bash ../clone/.github/actions/linkcheck/linkcheck.sh check",
            ),
        ],
    },
    Project {
        name: "An assistant",
        needs: &[Need::Command, Need::Npm],
        steps: &[
            File("settings.json", &[Ours(block(COMMAND, "Assistants", "json"))]),
            File("call.json", &[Ours(block(COMMAND, "Assistants", "json").next())]),
            File("client.mjs", &[Own(include_str!("given/client.mjs"))]),
            Prints("node client.mjs", block(COMMAND, "Assistants", "text")),
        ],
    },
    Project {
        name: "A Rust crate",
        needs: &[Need::Sources],
        steps: &[
            Tool("cargo init --quiet --name stranger"),
            Follow(block("core/README.md", "ptxfp", "sh")),
            File(
                "src/main.rs",
                &[
                    Own("fn main() -> Result<(), Box<dyn std::error::Error>> {\n"),
                    Ours(block("core/README.md", "ptxfp", "rust")),
                    Own("Ok(())\n}\n"),
                ],
            ),
            Tool("cargo run --quiet"),
        ],
    },
    Project {
        name: "Python",
        needs: &[Need::Wheel],
        steps: &[
            File(
                "same.py",
                &[
                    Own("from numpy import array, float32, uint8, uint16\n\n\n"),
                    Own(
                        "def same(value, stated):\n    assert repr(value) == repr(stated), value\n\n\n",
                    ),
                    Checked(block("core/python/README.md", "ptxfp for Python", "python")),
                    Checked(block("README.md", "In Python", "python")),
                ],
            ),
            Tool("python same.py"),
        ],
    },
    Project {
        name: "Node with modules",
        needs: &[Need::Npm],
        steps: &[
            NEW_MODULE,
            INSTALL,
            File("main.js", &[SAME, Checked(EXAMPLE)]),
            Tool("node main.js"),
        ],
    },
    Project {
        name: "Bun and Deno",
        needs: &[Need::Npm],
        steps: &[
            NEW_MODULE,
            Tool("npm install bun@1.4.5 deno@2.9.6"),
            INSTALL,
            File("main.js", &[SAME, Checked(EXAMPLE)]),
            Tool("npx bun run main.js"),
            Tool("npx deno run main.js"),
        ],
    },
    Project {
        name: "Node with CommonJS",
        needs: &[Need::Npm],
        steps: &[
            Tool("npm init -y --init-type=commonjs"),
            INSTALL,
            File(
                "main.js",
                &[
                    Own("const { deepStrictEqual: same } = require(\"node:assert\");\n"),
                    Checked(block(NPM, "Where it runs", "js")),
                ],
            ),
            Tool("node --no-warnings main.js"),
        ],
    },
    Project {
        name: "TypeScript",
        needs: &[Need::Npm],
        steps: &[
            NEW_MODULE,
            INSTALL,
            Tool("npm install --no-audit --no-fund typescript@5.9.3"),
            File("main.ts", BUNDLE),
            Tool("npx tsc --module nodenext --outDir dist main.ts"),
            RUN_BUNDLE,
        ],
    },
    Project {
        name: "esbuild",
        needs: &[Need::Npm],
        steps: &[
            NEW_MODULE,
            INSTALL,
            Tool("npm install --no-audit --no-fund esbuild@0.28.2"),
            File("main.js", BUNDLE),
            Tool("npx esbuild main.js --bundle --format=esm --outfile=dist/main.js"),
            RUN_BUNDLE,
        ],
    },
    Project {
        name: "Vite",
        needs: &[Need::Npm],
        steps: &[
            NEW_MODULE,
            INSTALL,
            Tool("npm install --no-audit --no-fund vite@8.3.8"),
            File("main.js", BUNDLE),
            File(
                "index.html",
                &[Own("<!doctype html><script type=\"module\" src=\"/main.js\"></script>\n")],
            ),
            Tool("npx vite build"),
            // A browser shows it in the stage `tools`.
            Tool("ls dist/index.html dist/assets/index-*.js"),
        ],
    },
    Project {
        name: "webpack",
        needs: &[Need::Npm],
        steps: &[
            NEW_MODULE,
            INSTALL,
            Tool("npm install --no-audit --no-fund webpack@5.113.0 webpack-cli@6"),
            File("src/index.js", BUNDLE),
            Tool("npx webpack --mode production"),
            RUN_BUNDLE,
        ],
    },
    Project {
        name: "Rollup",
        needs: &[Need::Npm],
        steps: &[
            NEW_MODULE,
            INSTALL,
            Tool(
                "npm install --no-audit --no-fund rollup@4.68.8 @rollup/plugin-node-resolve@16.0.3",
            ),
            File("main.js", BUNDLE),
            Tool("npx rollup main.js --plugin node-resolve --file dist/main.js"),
            RUN_BUNDLE,
        ],
    },
    Project {
        name: "The element in a page",
        needs: &[Need::Command, Need::Npm],
        steps: &[
            File("page.html", &[Ours(block(EMBED, "As an element", "html"))]),
            File("frame.html", &[Ours(block(EMBED, "As a frame", "html"))]),
            Tool("ptxfp linkcheck page.html frame.html"),
            Tool("npm init -y --init-type=module"),
            Follow(block("app/embed/package/README.md", "ptx-float-element", "sh")),
            Tool("npm install --no-audit --no-fund esbuild@0.28.2"),
            File(
                "main.js",
                &[Ours(block("app/embed/package/README.md", "ptx-float-element", "js"))],
            ),
            File(
                "index.html",
                &[Ours(block("app/embed/package/README.md", "ptx-float-element", "html"))],
            ),
            Tool("npx esbuild main.js --bundle --outfile=dist/main.js"),
            Tool("ptxfp linkcheck index.html"),
        ],
    },
    Project {
        name: "mdBook",
        needs: &[Need::Command, Need::MdBook],
        steps: &[
            Tool("mdbook init --title Notes --ignore none"),
            File(
                "book.toml",
                &[Own("[book]\ntitle = \"Notes\"\n\n"), Ours(block(EMBED, "mdBook", "toml"))],
            ),
            File("src/chapter_1.md", &[Ours(block(EMBED, "mdBook", "markdown"))]),
            Tool("mdbook build"),
            Tool("grep --quiet '<ptx-float' book/chapter_1.html"),
            Change("src/chapter_1.md", "= 2048", "= 2050"),
            Fails("mdbook build", "chapter_1.md:"),
        ],
    },
    Project {
        name: "Sphinx",
        needs: &[Need::Wheel],
        steps: &[
            Tool("pip install --quiet sphinx==8.1.3"),
            Tool("sphinx-quickstart --quiet --project Notes --author me"),
            File(
                "conf.py",
                &[Own("project = \"Notes\"\n"), Ours(block(EMBED, "Sphinx", "python"))],
            ),
            File("index.rst", &[Own("Notes\n=====\n\n"), Ours(block(EMBED, "Sphinx", "rst"))]),
            Tool("make html"),
            Tool("grep --quiet '<ptx-float' _build/html/index.html"),
            Change("index.rst", ":result: 2048", ":result: 2050"),
            Fails("make html", "the recorded result differs"),
        ],
    },
    Project {
        name: "Jupyter",
        needs: &[Need::Wheel],
        steps: &[
            Tool("pip install --quiet nbconvert==7.17.2 ipykernel==6.31.0"),
            File("cell.py", &[Ours(block(EMBED, "Jupyter", "python"))]),
            File("notebook.py", &[Own(include_str!("given/notebook.py"))]),
            Tool("python notebook.py"),
            Tool("jupyter nbconvert --to html --execute notes.ipynb"),
            Tool("grep --quiet '<ptx-float' notes.html"),
        ],
    },
    Project {
        name: "Docusaurus",
        needs: &[Need::Npm],
        steps: &[
            File("package.json", &[Own(include_str!("given/docusaurus.json"))]),
            Tool("npm install --no-audit --no-fund"),
            Follow(block(PLUGIN, "Install", "sh")),
            File("docusaurus.config.js", &[Ours(block(PLUGIN, "Use", "js"))]),
            Change(
                "docusaurus.config.js",
                "export default {\n",
                "export default {\n  title: \"Notes\",\n  url: \"https://notes.example\",\n  baseUrl: \"/\",\n  onBrokenLinks: \"warn\",\n  \
                 themes: [\"@docusaurus/theme-classic\"],\n",
            ),
            File("sidebars.js", &[Own("export default {};\n")]),
            File("docs/markdown.md", &[Own("# Notes\n\n"), Ours(block(PLUGIN, "Use", "md"))]),
            File("docs/mdx.mdx", &[Own("# More\n\n"), Ours(block(PLUGIN, "Use", "mdx"))]),
            File("docs/embed.mdx", &[Own("# Most\n\n"), Ours(block(EMBED, "Docusaurus", "md"))]),
            Tool("npx docusaurus build"),
            Tool(
                "for page in markdown mdx embed; do grep --quiet '<ptx-float' build/docs/$page/index.html; done",
            ),
            Change("docs/markdown.md", "= 2048", "= 2050"),
            Fails("npx docusaurus build", "the recorded result differs"),
        ],
    },
];
