//! Sharing a state of the playground: the dialog with its card, links, text and pictures.

use serde_json::{Value, json};

use crate::accessibility::{SCHEMES, look_in};
use crate::page::Page;
use crate::session::{run, run_at_each_size};

const SUM: &str = "v1/add.rn.bf16@sm_90?a=0x3dcd&b=0x3e4d";

/// Opens the dialog, which is fetched then.
async fn share(page: &Page) {
    page.click("#share").await;
    page.expect_visible("#shared .card").await;
}

#[test]
fn a_link_is_copied_with_the_result_or_without() {
    run_at_each_size(|page| async move {
        page.open(SUM).await;
        page.catch_copies().await;
        share(&page).await;
        page.expect_text("#shared .card", "0.30078125").await;
        page.click("#copy-shared").await;
        page.expect("the button", "Copied", || page.text("#copy-shared")).await;
        assert_eq!(page.copied().await, format!("{}#{SUM}&d=0x3e9a", page.address()));
        page.click("#shared .segmented button:nth-child(2)").await;
        let bare = format!("{}#{SUM}", page.address());
        page.expect("the link", &bare, || page.text("#shared-link")).await;
        page.click("#copy-line").await;
        let copied = || page.copied();
        // A link that names no version means 9.1.
        let line =
            "add.rn.bf16 0.1, 0.2 = 0.30078125 (0x3e9a), exact bits guaranteed; sm_90, PTX 9.1";
        page.expect("the text", line, copied).await;
        page.click("#copy-shared-markdown").await;
        page.expect("the button", "Copied", || page.text("#copy-shared-markdown")).await;
        let copied = page.copied().await;
        assert!(copied.starts_with("[`add.rn.bf16` of 0.1, 0.2 = 0.30078125]("), "{copied}");
        assert!(copied.contains("¼ ulp"), "the reason: {copied}");
        page.click(".snippet summary").await;
        page.expect_visible(".snippet .share-text").await;
    });
}

#[test]
fn the_dialog_follows_the_state_and_closes_by_key() {
    run(|page| async move {
        page.open(SUM).await;
        share(&page).await;
        page.keys("#shared .segmented button", "\u{e00c}").await;
        page.expect("the dialog", "", || page.text("#shared")).await;
        let focused = page.script("return document.activeElement.id", vec![]).await;
        assert_eq!(focused, json!("share"));
        page.enter("a", 0, "3").await;
        share(&page).await;
        page.expect_text("#shared-link", "a=0x4040").await;
        page.expect_text("#shared .card-statement", "3, 0.2").await;
        // The address is the playground's as before.
        page.expect_fragment("a=0x4040").await;
    });
}

/// Keeps what the page would save.
const CATCH: &str = "
    window.saved = [];
    HTMLAnchorElement.prototype.click = function () { if (this.download) saved.push([this.download, this.href]) }";

#[test]
fn pictures_are_saved_in_the_theme_of_the_page() {
    run(|page| async move {
        page.prefer("light").await;
        page.watch().await;
        page.open(SUM).await;
        page.script(CATCH, vec![]).await;
        share(&page).await;
        page.click("#save-svg").await;
        page.click("#save-png").await;
        let names = || async {
            let names = page.script("return saved.map(([name]) => name).join()", vec![]).await;
            names.as_str().unwrap_or_default().to_owned()
        };
        page.expect("what is saved", "ptx-float.svg,ptx-float.png", names).await;
        let corner = "const [done] = arguments, image = new Image();
            image.onload = () => {
                const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
                const context = canvas.getContext('2d');
                context.drawImage(image, 0, 0);
                done([image.width, ...context.getImageData(20, 20, 1, 1).data]);
            };
            image.src = saved.at(-1)[1]";
        let pixel: Value = page.script_async(corner, vec![]).await;
        assert_eq!(pixel, json!([1440, 255, 255, 255, 255]));
        page.script("document.documentElement.dataset.theme = 'dark'", vec![]).await;
        page.click("#save-png").await;
        page.expect("what is saved", "ptx-float.svg,ptx-float.png,ptx-float.png", names).await;
        let pixel: Value = page.script_async(corner, vec![]).await;
        assert_eq!(pixel, json!([1440, 18, 20, 23, 255]));
        assert_eq!(page.wrong().await, json!([]));
    });
}

#[test]
fn axe_finds_nothing_in_the_dialog() {
    look_in(SCHEMES, |look| async move {
        look.page.open("v1/fma.rn.relu.bf16x2@sm_90?a=0x3fc07fc0&b=0x3fc03f80&c=0x3c034000").await;
        share(&look.page).await;
        look.is_clean("sharing").await;
    });
}
