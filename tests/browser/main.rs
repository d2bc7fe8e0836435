//! The built page in a real browser, one test for each thing a visitor does.
//!
//! `cargo xtask test --only browser` builds the page and runs them. By hand they take
//!
//! | variable | meaning |
//! | --- | --- |
//! | `PTXFP_DIST` | the folder of the built page; without it every test of the page fails |
//! | `PTXFP_CHROMIUM` | Chromium or Chrome, if it is not `chromium` on the path |
//! | `PTXFP_CHROMEDRIVER` | the chromedriver of the same version, if it is not `chromedriver` |
//! | `PTXFP_FIREFOX` | Firefox, for its own tests; without it they are skipped |
//! | `PTXFP_GECKODRIVER` | its driver, if it is not `geckodriver` on the path |
//! | `PTXFP_AXE` | `axe.min.js` of the npm package axe-core, for the accessibility tests |
//! | `PTXFP_NIGHTLY` | also runs tests that take minutes, such as more random actions |
//! | `PTXFP_TEST_TIMES` | a file to which each test appends its name and how many seconds it took |
//! | `PTXFP_PICTURES` | a folder for a picture of each main state on a desktop and a phone; `xtask` keeps them in `target/pictures` |
//! | `PTXFP_FRESH_SEED`, `PTXFP_FRESH_ROUNDS` | other edits, and how many rounds of them, of a page that is to equal a fresh one |
//! | `PTXFP_SKIPPED` | a file to which each test that is skipped appends its name and why |
//! | `PTXFP_SCREENSHOTS` | a folder for pictures of the page: `cargo xtask screenshots` |
//! | `PTXFP_SCREENSHOTS_ONLY` | the states to show there, with commas between; without it all |
//! | `PTXFP_SPEED` | a file for measurements: `cargo xtask bench --page` |
//! | `PTXFP_COMMAND` | with that, the command `ptxfp` that sweeps beside the page |
//! | `PTXFP_SWEEP` | `all` sweeps over all 2^32 operands of a form and reports the time; nightly without it over 2^28 |

mod accessibility;
mod across_sites;
mod brought;
mod busy;
mod cards;
mod commands;
mod completion;
mod differences;
mod driver;
mod editing;
mod element;
mod embed;
mod examples;
mod explorer;
mod firefox;
mod fresh;
mod hostile;
mod hosting;
mod isolation;
mod kernels;
mod keyboard;
mod layout;
mod learn;
mod lessons;
mod links;
mod looks;
mod machine_code;
mod messages;
mod modules;
mod monkey;
mod observed;
mod offline;
mod operands;
mod page;
mod picker;
mod policy;
mod pool;
mod program_links;
mod questions;
mod recovery;
mod reference;
mod rejected;
mod sandbox;
mod screenshots;
mod sequence;
mod server;
mod session;
mod share;
mod speed;
mod states;
mod static_pages;
mod sweep;
mod tabs;
mod tensor;
mod typing;
mod work;
