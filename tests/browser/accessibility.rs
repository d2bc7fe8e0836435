//! What axe-core finds, and the theme.

use std::{env, fs};

use serde_json::{Value, json};

use crate::page::Page;
use crate::session::run;

const RUN_AXE: &str = "
    const done = arguments[arguments.length - 1];
    axe.run(document, { resultTypes: ['violations'] }).then(
        found => done(found.violations.map(v => v.id + ': ' + v.help + ' ' + v.nodes.map(n => n.target.join(' ')).slice(0, 4).join('; '))),
        error => done([String(error)]))";

/// The source of axe-core; says so where there is none.
pub(crate) fn axe() -> Option<String> {
    let Some(path) = env::var_os("PTXFP_AXE").filter(|path| !path.is_empty()) else {
        eprintln!("skipped: PTXFP_AXE names no axe.min.js; npm install axe-core fetches one");
        return None;
    };
    Some(fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// What axe-core finds.
pub(crate) async fn violations(page: &Page, axe: &str) -> Value {
    page.script(axe, vec![]).await;
    page.script_async(RUN_AXE, vec![]).await
}

fn check(scheme: &'static str) {
    let Some(axe) = axe() else { return };
    run(move |page| async move {
        page.prefer(scheme).await;
        for link in [
            "",
            "v1/fma.rn.f32x2@sm_100?a=0x0000000100000001&b=0x3f8000013f800001&c=0x7f7fffffff7fffff",
            "v1/fma.rz.bf16@sm_90?a=0x3f80&b=0x7fc0&c=0x3f80",
            "v1/fma.rn.ftz.bf16x2@sm_90?a=0x1",
        ] {
            page.open(link).await;
            assert_eq!(violations(&page, &axe).await, json!([]), "{scheme}, {link}");
        }
        page.type_statement("fma.rn.ftz.bf16x2").await;
        page.expect_legality("rejected").await;
        page.enter("a", 0, "banana").await;
        assert_eq!(violations(&page, &axe).await, json!([]), "{scheme}, with mistakes");
    });
}

#[test]
fn axe_finds_nothing_in_the_light_theme() {
    check("light");
}

#[test]
fn axe_finds_nothing_in_the_dark_theme() {
    check("dark");
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
