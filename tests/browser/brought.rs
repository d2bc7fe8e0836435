//! Text that people bring from elsewhere: a compiler's kernel, functions of other languages,
//! messages of the assembler.

use crate::page::Page;
use crate::session::{run, run_at_each_size};

/// A kernel as a compiler prints it.
const KERNEL: &str = "\
.version 8.5
.target sm_90
.visible .entry scale(.param .u64 scale_param_0, .param .f32 scale_param_1)
{
    .reg .b16 %rs<2>; .reg .f32 %f<4>; .reg .b32 %r<3>; .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [scale_param_0];
    ld.param.b32 %r1, [scale_param_1];
    cvta.to.global.u64 %rd2, %rd1;
    mov.u32 %r2, %tid.x;
    mul.wide.u32 %rd3, %r2, 4;
    add.s64 %rd3, %rd2, %rd3;
    ld.global.f32 %f1, [%rd3];
    mov.b32 %f2, %r1;
    mul.rn.f32 %f3, %f1, %f2;
    st.global.f32 [%rd3], %f3;
    ret;
}";

/// Sets the value that a line loads.
async fn set(page: &Page, line: usize, text: &str) {
    let field = format!("#thread-rows [data-line=\"{line}\"] input");
    page.type_over(&field, &format!("{text}\u{e004}")).await;
}

#[test]
fn a_kernel_runs_as_a_compiler_prints_it() {
    run_at_each_size(|page| async move {
        page.open("sequence").await;
        page.type_over("#sequence-code", KERNEL).await;
        page.expect_text(".sequence-output", "scale_param_0").await;
        // Pointers need no value; numbers of threads are in a group.
        assert_eq!(page.count("#thread-rows input").await, 2);
        assert_eq!(page.count(".thread-free input").await, 1);
        set(&page, 7, "1.5").await;
        set(&page, 12, "-4").await;
        page.expect_text(".sequence-output", "−6").await;
        assert_eq!(page.text("#sequence-problems").await, "");
        // The link holds the same program.
        page.expect_fragment("=0xc0800000").await;
        page.reload().await;
        page.expect_text(".sequence-output", "−6").await;
        assert_eq!(page.count("#banner").await, 0);
    });
}

#[test]
fn a_function_of_several_statements_opens_as_a_program() {
    run_at_each_size(|page| async move {
        page.open("").await;
        for (question, result) in [("expf(1)", "2.7182817"), ("std::round(2.5)", "3")] {
            page.type_statement(question).await;
            page.expect_text("#reading", "nvcc").await;
            page.click("#say a[href^='#v1/sequence']").await;
            page.expect_text(".sequence-result.output", result).await;
            page.back().await;
            page.expect_visible("#instruction").await;
        }
    });
}

#[test]
fn what_ptx_does_not_have_is_refused_with_what_comes_nearest() {
    run(|page| async move {
        page.open("").await;
        for (question, reason) in [
            ("sinf(1)", "sin.approx.f32"),
            ("ml_dtypes.float8_e4m3(300)", "240"),
            ("__cosf_of_nothing(1)", "Not understood"),
        ] {
            page.type_statement(question).await;
            page.expect_text("#say", reason).await;
            page.expect_visible("#hits").await;
            assert_eq!(page.statement().await, question);
        }
    });
}

#[test]
fn a_message_of_the_assembler_leads_to_the_instructions_it_is_about() {
    run(|page| async move {
        page.open("").await;
        for message in [
            "ptxas k.ptx, line 6; error   : Feature 'cvt.e4m3x2.f32 on sm_89' requires PTX ISA .version 8.1 or later",
            "Illegal modifier '.NaN' for instruction 'max'",
        ] {
            page.open("").await;
            page.type_statement(message).await;
            page.expect_text("#reading", "message of the assembler").await;
            page.click("#hits a[href^='#reference']").await;
            page.expect_text("#count", "form").await;
        }
    });
}
