//! Programs beyond their text: long links, files, several targets.

use std::fmt::Write as _;

use serde_json::json;

use crate::accessibility::{SCHEMES, look_in};
use crate::page::Page;
use crate::session::{run, run_at_each_size};

/// A program of that many statements, none of which looks like another one.
fn long(n_statements: u32) -> String {
    let mut text = String::from("fma.rn.f32 %f0, x, x, 0f3F800000;\n");
    for index in 0..n_statements {
        let bits = index.wrapping_mul(0x9e37_79b9) >> 4 | 0x3000_0000;
        let next = index + 1;
        writeln!(text, "fma.rn.f32 %f{next}, %f{index}, x, 0f{bits:08X};").expect("a text");
    }
    text
}

/// Types a long text at once.
async fn paste(page: &Page, text: &str) {
    let script = "const field = document.querySelector('#sequence-code');
        field.value = arguments[0];
        field.dispatchEvent(new Event('input', { bubbles: true }))";
    page.script(script, vec![json!(text)]).await;
}

async fn length(page: &Page) -> usize {
    page.fragment().await.len()
}

/// Whether the address has a compressed link.
async fn is_packed(page: &Page) -> String {
    page.fragment().await.contains("@sm_90?~z1=").to_string()
}

#[test]
fn a_long_link_is_compressed_and_brings_everything_back() {
    run_at_each_size(|page| async move {
        page.open("sequence").await;
        let text = long(80);
        paste(&page, &text).await;
        page.expect("a compressed link", "true", || is_packed(&page)).await;
        assert!((500..1_600).contains(&length(&page).await), "{}", page.fragment().await);
        let before = page.fragment().await;
        page.type_over("[data-input=\"0\"] input", "0.25\u{e004}").await;
        page.expect_text("[data-input=\"0\"] output", "0x3e800000").await;
        let last = "[data-line=\"81\"] [data-result]";
        let result = page.attribute(last, "data-value").await;
        // The link follows after a pause.
        let is_new = || async { (page.fragment().await != before).to_string() };
        page.expect("another link", "true", is_new).await;
        page.expect("a compressed link", "true", || is_packed(&page)).await;
        let link = page.fragment().await;
        page.reload().await;
        page.expect("the text", text.trim_end(), || page.value("#sequence-code")).await;
        page.expect_text("[data-input=\"0\"] output", "0x3e800000").await;
        page.expect("the result", &result, || page.attribute(last, "data-value")).await;
        assert_eq!((page.count("#banner").await, page.fragment().await), (0, link.clone()));
        // A step forth and back.
        page.choose("#sequence-examples", "mul and add, and fma").await;
        page.expect_fragment("fma.rn.f32~one,a,a,c").await;
        page.back().await;
        page.expect("the text", text.trim_end(), || page.value("#sequence-code")).await;
        assert_eq!(page.fragment().await, link);
        page.assert_no_errors().await;
    });
}

#[test]
fn a_damaged_link_is_reported_and_what_there_is_stays() {
    run_at_each_size(|page| async move {
        page.open("v1/sequence@sm_90?code=neg.f32~d,a&a=0x3f800000").await;
        page.expect_visible("[data-line=\"1\"]").await;
        let go = "location.hash = arguments[0]";
        // Seven bytes that no stream begins with, a stream that stops, a character that none has.
        for damaged in ["YWJjZGVmZw", "eAEBHQDi_2NvZGU9", "eAEB*HQDi"] {
            let link = format!("v1/sequence@sm_90?~z1={damaged}");
            page.script(go, vec![json!(link)]).await;
            page.expect_text("#banner", "damaged or cut off").await;
            assert_eq!(page.value("#sequence-code").await, "neg.f32 d, a;");
            assert_eq!(page.fragment().await, link);
            page.click("#banner button").await;
        }
        page.type_over("[data-input=\"0\"] input", "2\u{e004}").await;
        page.expect_fragment("code=neg.f32~d,a&a=0x40000000").await;
    });
}

#[test]
fn a_link_that_comes_to_too_much_is_refused() {
    run(|page| async move {
        page.open("sequence").await;
        let make = "const [done] = arguments;
            const zeros = new Blob([new Uint8Array(1 << 23)]).stream();
            new Response(zeros.pipeThrough(new CompressionStream('deflate'))).arrayBuffer().then(all => {
                const text = btoa(String.fromCharCode(...new Uint8Array(all)));
                location.hash = 'v1/sequence@sm_90?~z1=' +
                    text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
                done(text.length);
            })";
        let length = page.script_async(make, vec![]).await;
        assert!(length.as_u64().is_some_and(|length| length < 16_000), "{length}");
        page.expect_text("#banner", "more than 65536 bytes").await;
    });
}

#[test]
fn a_link_that_is_too_long_to_share_says_so_and_the_program_is_a_file() {
    run_at_each_size(|page| async move {
        page.open("sequence").await;
        let keep = "const before = URL.createObjectURL;
            window.names = [];
            HTMLAnchorElement.prototype.click = function () { names.push(this.download) };
            URL.createObjectURL = blob => { blob.text().then(text => window.saved = text); return before(blob) }";
        page.script(keep, vec![]).await;
        paste(&page, &long(1_000)).await;
        page.expect_text("#sequence-files + .entry-note", "Chats and mail may cut off").await;
        paste(&page, "// A product.\nmul.rn.f32 d, x, 0f3F800000;").await;
        page.type_over("[data-input=\"0\"] input", "1.5\u{e004}").await;
        page.expect("no remark", "0", || async {
            page.count("#sequence-files + .entry-note").await.to_string()
        })
        .await;
        page.click("#sequence-files button:nth-of-type(2)").await;
        let saved = || async {
            page.script("return window.saved ?? ''", vec![]).await.as_str().unwrap_or("").to_owned()
        };
        let file = "// ptxfp: x = 0x3fc00000\n.version 9.5\n.target sm_90\n// A product.\n\
                    mul.rn.f32 d, x, 0f3F800000;\n";
        page.expect("the file", file, saved).await;
        page.click("#sequence-files button:nth-of-type(3)").await;
        let has_test =
            || async { saved().await.contains("mul.rn.f32 d, x, 0f3F800000;\\n").to_string() };
        page.expect("the test", "true", has_test).await;
        let names = page.script("return window.names", vec![]).await;
        assert_eq!(names, json!(["program.ptx", "ptx-program.cu"]));

        // Opened by choice, and dropped.
        let give = "const [how, text] = arguments;
            const data = new DataTransfer();
            data.items.add(new File([text], 'program.ptx'));
            if (how === 'drop')
                return document.querySelector('#sequence-code').dispatchEvent(
                    new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }));
            const field = document.querySelector('#sequence-file');
            field.files = data.files;
            field.dispatchEvent(new Event('change', { bubbles: true }))";
        page.script(give, vec![json!("choose"), json!("// ptxfp: y = 2\nneg.f32 d, y;")]).await;
        page.expect("the text", "neg.f32 d, y;", || page.value("#sequence-code")).await;
        page.expect_fragment("&y=0x40000000").await;
        page.script(give, vec![json!("drop"), json!(file)]).await;
        page.expect_fragment("mul.rn.f32~d,x,0f3F800000&x=0x3fc00000").await;
        // The page says why a kernel cannot be made.
        paste(&page, "ld.param.u8 %r1, [x];\ncvt.rn.f32.u32 d, %r1;").await;
        page.click("#sequence-files button:nth-of-type(3)").await;
        page.expect_text("#sequence-files + .entry-note", "There is no test").await;
        page.assert_no_errors().await;
    });
}

const TARGETS: &str =
    "v1/sequence@sm_90?code=add.rn.f32~s,a,a~~cvt.rn.bf16x2.f32~d,s,s&a=0x00000001&isa=9.5";

#[test]
fn a_program_is_shown_on_several_targets() {
    run_at_each_size(|page| async move {
        page.open(TARGETS).await;
        page.click("#sequence-targets button").await;
        page.expect_text("#sequence-targets [data-target=sm_75]", "Line 2").await;
        page.expect_text("#sequence-targets [data-target=sm_100a]", "legal").await;
        page.expect_fragment("&view=targets").await;
        page.choose("#sequence-add-target", "sm_13").await;
        page.expect_text("#sequence-targets [data-target=sm_13]", "differs").await;
        page.click("[aria-label=\"remove target sm_75\"]").await;
        page.expect_fragment("&view=targets:sm_80,sm_100a,sm_13").await;
        page.reload().await;
        page.expect_text("#sequence-targets [data-target=sm_13]", "differs").await;
        assert_eq!(page.count("#sequence-targets tbody tr").await, 4);
        page.click("[aria-label=\"use target sm_80\"]").await;
        page.expect("the target", "sm_80", || page.value("#sequence-target")).await;
        page.click("[aria-label=\"hide targets\"]").await;
        page.expect("no table", "0", || async {
            page.count("#sequence-targets table").await.to_string()
        })
        .await;
        page.assert_no_errors().await;
    });
}

#[test]
fn axe_finds_nothing_in_targets_and_remarks() {
    look_in(SCHEMES, |look| async move {
        let page = &look.page;
        page.open(&format!("{TARGETS}&view=targets:sm_13,sm_75,sm_80")).await;
        page.expect_visible("#sequence-targets table").await;
        paste(page, "add.rn.f32 s, a, a;\nld.param.u8 %r1, [x];\ncvt.rn.bf16x2.f32 d, s, s;").await;
        page.click("#sequence-files button:nth-of-type(3)").await;
        page.expect_visible("#sequence-files + .entry-note").await;
        look.is_clean("targets, and a remark").await;
        page.type_over("#sequence-code", "add.f32").await;
        page.expect_visible(".sequence-words").await;
        look.is_clean("completions").await;
    });
}

#[test]
fn companions_complete_the_text_of_a_program() {
    run_at_each_size(|page| async move {
        page.open("v1/sequence@sm_90?code=neg.f32~d,a&a=0x3f800000").await;
        page.type_over("#sequence-code", "neg.f32 d, a;\nse").await;
        let words = ".sequence-words";
        page.expect_text(words, "setp").await;
        page.click(".sequence-words button:nth-of-type(3)").await;
        page.expect("the text", "neg.f32 d, a;\nselp.", || page.value("#sequence-code")).await;
        page.expect_text(words, ".f32").await;
        page.keys("#sequence-code", "b3").await;
        page.expect("the text", "neg.f32 d, a;\nselp.b3", || page.value("#sequence-code")).await;
        page.expect_text(words, ".b32").await;
        // The tabulator goes to the first word, which Enter takes.
        page.keys("#sequence-code", "\u{e004}").await;
        let focused = "return document.activeElement.innerText";
        assert_eq!(page.script(focused, vec![]).await, json!(".b32"));
        page.keys(".sequence-words button", "\u{e007}").await;
        page.expect("the text", "neg.f32 d, a;\nselp.b32", || page.value("#sequence-code")).await;
        page.keys("#sequence-code", " e, d, a, p;").await;
        page.expect_visible("[data-line=\"2\"] [data-result=e]").await;
        assert_eq!(page.count(words).await, 0);
        page.assert_no_errors().await;
    });
}
