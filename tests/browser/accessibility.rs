//! The findings of axe-core, and the theme.

use std::fs;
use std::future::Future;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::layout::WIDER;
use crate::page::Page;
use crate::session::{SIZES, built_page, is_nightly, run, skip, variable};

/// Runs all rules, or those alone whose answer depends on colors.
const RUN_AXE: &str = "
    const [colors, done] = arguments;
    const options = { resultTypes: ['violations'], preload: false };
    if (colors) options.runOnly = ['color-contrast', 'link-in-text-block'];
    axe.run(document, options).then(
        found => done(found.violations.map(v => v.id + ': ' + v.help + ' ' + v.nodes.map(n => n.target.join(' ')).slice(0, 4).join('; '))),
        error => done([String(error)]))";

/// The source of axe-core; says so on the terminal where there is none.
fn axe() -> Option<String> {
    let Some(path) = variable("PTXFP_AXE") else {
        skip("PTXFP_AXE names no axe.min.js; cargo xtask test --only browser fetches it from npm");
        return None;
    };
    Some(fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// A page that is checked at phone and desktop size, in both themes.
#[derive(Clone, Debug)]
pub(crate) struct Look {
    pub(crate) page: Page,
    axe: Arc<str>,
    schemes: &'static [&'static str],
}

impl Look {
    /// In what is shown now axe-core finds nothing, and nothing is wider than the view.
    ///
    /// Themes differ in colors alone, which style sheets choose: only rules about colors are run
    /// for each at night. By default each theme is looked at in one of the sizes, by all rules.
    pub(crate) async fn is_clean(&self, what: &str) {
        let Self { page, schemes, .. } = self;
        let one_each = !is_nightly() && schemes.len() == SIZES.len();
        for (place, (width, height)) in SIZES.into_iter().enumerate() {
            page.resize(width, height).await;
            for (order, scheme) in schemes.iter().enumerate() {
                if one_each && order != place {
                    continue;
                }
                page.prefer(scheme).await;
                let found = self.violations(order > 0 && !one_each).await;
                assert_eq!(found, json!([]), "{scheme}, {width} px, {what}");
            }
            assert_eq!(page.script(WIDER, vec![]).await, json!([0, []]), "{width} px, {what}");
        }
        page.prefer(schemes[0]).await;
    }

    /// Returns the findings of axe-core.
    async fn violations(&self, colors: bool) -> Value {
        if self.page.script("return typeof axe", vec![]).await == json!("undefined") {
            self.page.script(&self.axe, vec![]).await;
        }
        self.page.script_async(RUN_AXE, vec![json!(colors)]).await
    }
}

/// Runs a test that looks at the page in themes, the first of them before it begins.
pub(crate) fn look_in<F>(
    schemes: &'static [&'static str],
    test: impl Fn(Look) -> F + Send + Sync + 'static,
) where
    F: Future<Output = ()> + Send + 'static,
{
    // Without a page it fails, whatever else is missing.
    built_page();
    let Some(axe) = axe() else { return };
    let axe = Arc::from(axe);
    run(move |page| async move {
        page.prefer(schemes[0]).await;
        test(Look { page, axe, schemes }).await;
    });
}

/// Both themes.
pub(crate) const SCHEMES: &[&str] = &["light", "dark"];

#[test]
fn axe_finds_nothing_in_the_playground() {
    look_in(SCHEMES, |look| async move {
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
        page.open("").await;
        page.type_statement("fma.rn.ftz.bf16x2").await;
        page.expect_legality("rejected").await;
        page.enter("a", 0, "banana").await;
        look.is_clean("with mistakes").await;
        page.open_choices().await;
        look.is_clean("with all choices").await;
    });
}

/// The findings of axe-core in a page that has mistakes of each kind, in order.
const MISTAKES: &str = "
    document.body.style.backgroundColor = matchMedia('(prefers-color-scheme: dark)').matches ? '#fff' : '#000';
    for (const name of ['aria-label', 'placeholder']) document.querySelector('#instruction').removeAttribute(name);
    document.querySelector('#instruction').removeAttribute('aria-labelledby');
    for (const label of document.querySelectorAll('label[for=instruction]')) label.remove();";

#[test]
fn axe_finds_mistakes_where_there_are_some() {
    look_in(&["light"], |look| async move {
        look.page.open("").await;
        look.page.script(MISTAKES, vec![]).await;
        let all = look.violations(false).await.to_string();
        assert!(all.contains("label: ") && all.contains("color-contrast: "), "{all}");
        look.page.prefer("dark").await;
        look.page.script(MISTAKES, vec![]).await;
        let colors = look.violations(true).await.to_string();
        assert!(!colors.contains("label: ") && colors.contains("color-contrast: "), "{colors}");
    });
}

#[test]
fn the_theme_can_be_changed_and_is_remembered() {
    run(|page| async move {
        page.open("").await;
        let background = || async {
            let color =
                page.script("return getComputedStyle(document.body).backgroundColor", vec![]).await;
            color.as_str().unwrap_or_default().to_owned()
        };
        let mut seen = vec![background().await];
        for _ in 0..2 {
            page.click("#theme").await;
            seen.push(background().await);
        }
        assert!(seen.iter().any(|color| *color != seen[0]), "{seen:?}");
        page.reload().await;
        assert_eq!(background().await, seen[2]);
    });
}
