//! What axe-core finds, and the theme.

use std::future::Future;
use std::sync::Arc;
use std::{env, fs};

use serde_json::{Value, json};

use crate::layout::WIDER;
use crate::page::Page;
use crate::session::{SIZES, run};

const RUN_AXE: &str = "
    const done = arguments[arguments.length - 1];
    axe.run(document, { resultTypes: ['violations'] }).then(
        found => done(found.violations.map(v => v.id + ': ' + v.help + ' ' + v.nodes.map(n => n.target.join(' ')).slice(0, 4).join('; '))),
        error => done([String(error)]))";

/// The source of axe-core; says so where there is none.
fn axe() -> Option<String> {
    let Some(path) = env::var_os("PTXFP_AXE").filter(|path| !path.is_empty()) else {
        eprintln!("skipped: PTXFP_AXE names no axe.min.js; npm install axe-core fetches one");
        return None;
    };
    Some(fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// What axe-core finds.
async fn violations(page: &Page, axe: &str) -> Value {
    page.script(axe, vec![]).await;
    page.script_async(RUN_AXE, vec![]).await
}

/// A page in a theme, on a phone or on a desktop.
#[derive(Clone, Debug)]
pub(crate) struct Look {
    pub(crate) page: Page,
    axe: Arc<str>,
    name: String,
}

impl Look {
    /// In what is shown now axe-core finds nothing, and nothing is wider than the view.
    pub(crate) async fn is_clean(&self, what: &str) {
        let Self { page, axe, name } = self;
        assert_eq!(violations(page, axe).await, json!([]), "{name}, {what}");
        assert_eq!(page.script(WIDER, vec![]).await, json!([0, []]), "{name}, {what}");
    }
}

/// Runs a test in themes, on a phone and on a desktop.
pub(crate) fn look_in<F>(
    schemes: &'static [&'static str],
    test: impl Fn(Look) -> F + Send + Sync + 'static,
) where
    F: Future<Output = ()> + Send + 'static,
{
    let Some(axe) = axe() else { return };
    let axe = Arc::from(axe);
    run(move |page| async move {
        for scheme in schemes {
            page.prefer(scheme).await;
            for (width, height) in SIZES {
                page.resize(width, height).await;
                let name = format!("{scheme}, {width} px");
                test(Look { page: page.clone(), axe: Arc::clone(&axe), name }).await;
            }
        }
    });
}

/// Both themes.
pub(crate) const SCHEMES: &[&str] = &["light", "dark"];

fn check(schemes: &'static [&'static str]) {
    look_in(schemes, |look| async move {
        let page = &look.page;
        for link in [
            "",
            "v1/fma.rn.f32x2@sm_100?a=0x0000000100000001&b=0x3f8000013f800001&c=0x7f7fffffff7fffff",
            "v1/fma.rz.bf16@sm_90?a=0x3f80&b=0x7fc0&c=0x3f80",
            "v1/fma.rn.ftz.bf16x2@sm_90?a=0x1",
        ] {
            page.open(link).await;
            look.is_clean(link).await;
        }
        page.type_statement("fma.rn.ftz.bf16x2").await;
        page.expect_legality("rejected").await;
        page.enter("a", 0, "banana").await;
        look.is_clean("with mistakes").await;
    });
}

#[test]
fn axe_finds_nothing_in_the_light_theme() {
    check(&["light"]);
}

#[test]
fn axe_finds_nothing_in_the_dark_theme() {
    check(&["dark"]);
}

#[test]
fn the_theme_can_be_changed_and_is_remembered() {
    run(|page| async move {
        page.open("").await;
        let background = || async {
            let colour =
                page.script("return getComputedStyle(document.body).backgroundColor", vec![]).await;
            colour.as_str().unwrap_or_default().to_owned()
        };
        let mut seen = vec![background().await];
        for _ in 0..2 {
            page.click("#theme").await;
            seen.push(background().await);
        }
        assert!(seen.iter().any(|colour| *colour != seen[0]), "{seen:?}");
        page.reload().await;
        assert_eq!(background().await, seen[2]);
    });
}
