//! Kernels in the view of programs.

use serde_json::json;

use crate::accessibility::{SCHEMES, look_in};
use crate::page::Page;
use crate::session::{run, run_at_each_size};

/// A kernel as nvcc prints it, with a guard, parameters, two loads and a store.
const SAXPY: &str = "\
.version 8.3
.target sm_90
.visible .entry saxpy(.param .u32 n, .param .f32 a, .param .u64 x, .param .u64 y)
{
  .reg .pred %p<2>; .reg .b32 %r<3>; .reg .f32 %f<5>; .reg .b64 %rd<6>;
  ld.param.u32 %r2, [n];
  ld.param.f32 %f1, [a];
  ld.param.u64 %rd1, [x];
  ld.param.u64 %rd2, [y];
  mov.u32 %r1, %tid.x;
  setp.ge.s32 %p1, %r1, %r2;
  @%p1 bra $L_END;
  mul.wide.s32 %rd3, %r1, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  ld.global.f32 %f2, [%rd4];
  ld.global.f32 %f3, [%rd5];
  fma.rn.f32 %f4, %f1, %f2, %f3;
  st.global.f32 [%rd5], %f4;
$L_END:
  ret;
}
";

/// The selector of the field in a line.
fn field(line: u8) -> String {
    format!("#thread-rows [data-line=\"{line}\"] input")
}

/// The value that a line wrote or stored.
async fn bits(page: &Page, line: u8) -> String {
    page.attribute(&format!("#thread-rows [data-line=\"{line}\"] .thread-cell"), "data-bits").await
}

/// Pastes a text.
async fn paste(page: &Page, text: &str) {
    page.open("sequence").await;
    page.expect_visible("#sequence-code").await;
    let script =
        "const field = document.querySelector('#sequence-code'); field.focus(); field.select();
        return document.execCommand('insertText', false, arguments[0])";
    page.script(script, vec![json!(text)]).await;
    page.expect_visible("#thread-rows").await;
}

#[test]
fn a_kernel_is_pasted_its_loads_are_set_and_it_is_stepped_and_shared() {
    run_at_each_size(|page| async move {
        paste(&page, SAXPY).await;
        // The listing is the only copy of the text.
        assert_eq!(page.count("#sequence-code").await, 0);
        page.type_over(&field(7), "1.5\u{e004}").await;
        page.type_over(&field(16), "0.1\u{e004}").await;
        page.type_over(&field(17), "0.2\u{e004}").await;
        page.expect("the store", "0x3eb33333", || bits(&page, 19)).await;
        page.expect_text(".sequence-output", "y").await;
        page.expect_text(".sequence-output", "0x3eb33333").await;
        page.expect_text(".thread-summary", "One step is not exact: line 18").await;
        page.click(".thread-steps .primary").await;
        page.expect("the step", "step 1 of 15", || page.text("#thread-step")).await;
        page.click(".thread-steps button:nth-of-type(3)").await;
        page.expect("the step", "step 13 of 15", || page.text("#thread-step")).await;
        page.expect("the line", "18", || {
            page.attribute("#thread-rows [aria-current]", "data-line")
        })
        .await;
        page.click(".thread-steps .primary").await;
        page.expect("the store", "0x3eb33333", || bits(&page, 19)).await;
        page.expect_fragment("@5bx@5d=0x3dcccccd&@5by@5d=0x3e4ccccd").await;
        let link = page.fragment().await;
        page.open("").await;
        page.open(&link).await;
        page.expect_text(".sequence-output", "0x3eb33333").await;
        assert_eq!(page.count("#banner").await, 0);
        // Another thread takes the other way.
        page.type_over(".thread-free input", "1\u{e004}").await;
        page.expect_text(".thread-summary", "This thread stores nothing.").await;
        assert!(page.count("#thread-rows .out").await > 4);
        page.assert_no_errors().await;
    });
}

#[test]
fn the_text_of_a_kernel_can_be_edited() {
    run(|page| async move {
        paste(&page, SAXPY).await;
        page.click("#sequence-edit").await;
        page.expect_visible("#sequence-code").await;
        let edited = SAXPY.replace("fma.rn.f32", "fma.rz.f32").replace("%f4;", "%f5;");
        page.type_over("#sequence-code", &edited).await;
        page.expect_text("#thread-rows [data-line=\"18\"]", "fma.rz.f32").await;
        page.click("#sequence-edit").await;
        page.expect("the text is folded", "0", || async {
            page.count("#sequence-code").await.to_string()
        })
        .await;
    });
}

#[test]
fn axe_finds_nothing_in_a_kernel() {
    look_in(SCHEMES, |look| async move {
        paste(&look.page, SAXPY).await;
        look.is_clean("a kernel").await;
        look.page.click(".thread-steps .primary").await;
        look.page.type_over(&field(16), "banana").await;
        look.is_clean("a kernel at a step, with a mistake").await;
    });
}
