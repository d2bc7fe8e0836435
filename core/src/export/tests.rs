use alloc::string::String;
use alloc::vec::Vec;

use super::explorer::base64;
use super::{Kind, Seen, export, export_with};
use crate::catalog::forms;
use crate::link::{State, parse};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const BASE: &str = "https://example.org/ptx";

fn copy(kind: Kind, link: &str) -> String {
    export(kind, &parse(link).sound().unwrap(), BASE)
}

#[test]
fn kinds_have_names() {
    for (index, kind) in Kind::ALL.into_iter().enumerate() {
        assert_eq!(Kind::parse(kind.name()), Some(kind));
        assert_eq!(Kind::ALL.iter().position(|each| each.title() == kind.title()), Some(index));
    }
    assert_eq!(Kind::parse("html"), None);
}

#[test]
fn a_link_has_the_present_result() {
    let link = "v1/add.f32@sm_90?a=1&b=2&d=7&view=cases";
    let expected = "https://example.org/ptx/#v1/add.f32@sm_90?a=0x3f800000&b=0x40000000&d=0x40400000&view=cases";
    assert_eq!(copy(Kind::Link, link), expected);
    let state = parse(link).sound().unwrap();
    for base in ["https://example.org/ptx/", "https://example.org/ptx?q#v1"] {
        assert_eq!(export(Kind::Link, &state, base), expected);
    }
    assert!(export(Kind::Link, &state, "").starts_with("#v1/add.f32@"));
}

#[test]
fn what_was_observed_stands_below_what_is_guaranteed() {
    let state = parse("v1/div.full.f32@sm_90?a=0x40960000&b=0x3f700000").sound().unwrap();
    let seen = Seen { bits: 0x40a0_0001, grade: "composed".into() };
    for kind in [Kind::Markdown, Kind::Ptx] {
        let text = export_with(kind, &state, BASE, Some(seen.clone()));
        let line = "// GPUs were observed to return 0x40a00001 (composed)\n";
        assert!(text.contains(line), "{text}");
    }
    let json = export_with(Kind::Json, &state, BASE, Some(seen));
    let json: String = json.split_whitespace().collect();
    let part = r#""observed":{"bits":"0x40a00001","value":"5.0000005","grade":"composed"}"#;
    assert!(json.contains(part), "{json}");
}

#[test]
fn every_copy_has_its_link() {
    for form in forms() {
        let Some(state) = State::example(form) else { continue };
        let link = export(Kind::Link, &state, BASE);
        let read = parse(&link).sound().unwrap();
        assert_eq!(State { recorded: None, ..read }, state);
        for kind in Kind::ALL {
            let text = export(kind, &state, BASE);
            let text = match kind {
                // CUDA may compile it for another target, and a picture cannot be pressed.
                Kind::Cuda | Kind::CompilerExplorer | Kind::Svg => continue,
                Kind::Iframe => text.replace("&amp;", "&").replace("embed/?ui=compact", ""),
                Kind::Element => text.replace("&amp;", "&"),
                Kind::Link | Kind::Markdown | Kind::Ptx | Kind::Json => text,
            };
            assert!(text.contains(&link), "{link}: {text}");
        }
    }
}

#[test]
fn any_registers_are_copied() {
    for form in forms() {
        let Some(state) = State::example(form) else { continue };
        for registers in [Vec::new(), alloc::vec![u64::MAX; 9]] {
            let state = State { registers, ..state.clone() };
            for kind in Kind::ALL {
                assert!(!export(kind, &state, "").is_empty());
            }
        }
    }
}

#[test]
fn markdown_stands_alone() {
    assert_eq!(
        copy(Kind::Markdown, "v1/ex2.approx.ftz.bf16x2@sm_90?a=1,nan"),
        "\
[`ex2.approx.ftz.bf16x2` of 0x7fff3f80 = 0x7fff4000](https://example.org/ptx/#v1/ex2.approx.ftz.bf16x2@sm_90?a=0x7fff3f80&d=0x7fff4000)

```ptx
// sm_90, PTX ISA 9.1
// a = 0x7fff3f80 ({NaN, 1})
ex2.approx.ftz.bf16x2 d, a;
// d = 0x7fff4000 ({NaN, 2})
// lane 1: a NaN, bits unspecified (measurement)
// lane 0: the ISA bounds the error but doesn't fix the bits (0x3ffe to 0x4001); nearest shown
```
"
    );
}

#[test]
fn markdown_has_every_operand() {
    assert_eq!(
        copy(
            Kind::Markdown,
            "v1/cvt.rs.satfinite.e4m3x4.f32@sm_100a?a=1&b=2&e=3&f=4&rbits=0x12345678"
        ),
        "\
[`cvt.rs.satfinite.e4m3x4.f32` of 0x3f800000, 0x40000000, 0x40400000, 0x40800000, 0x12345678 = 0x38404448](https://example.org/ptx/#v1/cvt.rs.satfinite.e4m3x4.f32@sm_100a?a=0x3f800000&b=0x40000000&e=0x40400000&f=0x40800000&rbits=0x12345678&d=0x38404448)

```ptx
// sm_100a, PTX ISA 9.1
// a = 0x3f800000 (1)
// b = 0x40000000 (2)
// e = 0x40400000 (3)
// f = 0x40800000 (4)
// rbits = 0x12345678
cvt.rs.satfinite.e4m3x4.f32 d, {a, b, e, f}, rbits;
// d = 0x38404448 ({1, 2, 3, 4})
// exact bits guaranteed
```
"
    );
}

#[test]
fn html_is_escaped() {
    let link = "v1/add.f16x2@sm_90?a=1,-0&b=inf";
    assert_eq!(
        copy(Kind::Iframe, link),
        "\
<div style=\"container-type:inline-size;max-width:720px\">
<iframe src=\"https://example.org/ptx/embed/?ui=compact#v1/add.f16x2@sm_90?a=0x80003c00&amp;b=0x7c007c00&amp;d=0x7c007c00\" title=\"add.f16x2 {-0, 1}, {inf, inf}\" width=\"720\" height=\"256\" style=\"display:block;width:100%;height:calc(256px + clamp(0px,(720px - 100cqw)*999,19px) + clamp(0px,(521px - 100cqw)*999,105px));border:0\" loading=\"lazy\" allow=\"clipboard-write\"></iframe>
</div>
"
    );
    assert_eq!(
        copy(Kind::Element, link),
        "\
<script src=\"https://example.org/ptx/ptx-float.js\" defer></script>

<ptx-float state=\"v1/add.f16x2@sm_90?a=0x80003c00&amp;b=0x7c007c00&amp;d=0x7c007c00\" ui=\"compact\">
  <code>add.f16x2</code> of 0x80003c00 ({-0, 1}), 0x7c007c00 ({inf, inf}) is 0x7c007c00 ({inf, inf}) on sm_90, PTX ISA 9.1 (<a href=\"https://example.org/ptx/#v1/add.f16x2@sm_90?a=0x80003c00&amp;b=0x7c007c00&amp;d=0x7c007c00\">try it</a>).
</ptx-float>
"
    );
}

#[test]
fn an_address_means_nothing_else() {
    let state = State::default();
    let address = "https://e.org/\"><b>&c'(d)`\\\n*/";
    let escaped = "https://e.org/%22%3e%3cb%3e&c%27%28d%29%60%5c%0a%2a/";
    for kind in Kind::ALL {
        let text = export(kind, &state, address);
        match kind {
            Kind::Iframe | Kind::Element => {
                assert!(text.contains(&escaped.replace('&', "&amp;")), "{text}");
            }
            Kind::CompilerExplorer => assert!(text.is_ascii()),
            Kind::Svg => assert!(!text.contains("e.org"), "{text}"),
            Kind::Link | Kind::Markdown | Kind::Ptx | Kind::Cuda | Kind::Json => {
                assert!(text.contains(escaped), "{text}");
            }
        }
    }
}

#[test]
fn a_module_has_operands_in_memory() {
    assert_eq!(
        copy(Kind::Ptx, "v1/cvt.rn.satfinite.scaled::n2::ue8m0.s2f6x2.f32@sm_100a?a=1&b=2&scale-factor=1"),
        "\
// cvt.rn.satfinite.scaled::n2::ue8m0.s2f6x2.f32 on sm_100a, PTX ISA 9.1
// https://example.org/ptx/#v1/cvt.rn.satfinite.scaled::n2::ue8m0.s2f6x2.f32@sm_100a?a=0x3f800000&b=0x40000000&scale-factor=0x7f7f&d=0x407f
// a = 0x3f800000 (1)
// b = 0x40000000 (2)
// scale-factor = 0x7f7f ({1, 1})
// d = 0x407f ({1, 1.984375})
// exact bits guaranteed
//
// The operands are variables. From constants, the assembler would compute the result itself, and for
// an approximate instruction that may differ from the GPU's result.
.version 9.1
.target sm_100a
.address_size 64

.visible .global .b32 a = 0x3f800000;
.visible .global .b32 b = 0x40000000;
.visible .global .b16 scale_factor = 0x7f7f;
.visible .global .b16 d;

.visible .entry ptx_float()
{
\t.reg .b16 %d;
\t.reg .b32 %a;
\t.reg .b32 %b;
\t.reg .b16 %scale_factor;
\tld.global.b32 %a, [a];
\tld.global.b32 %b, [b];
\tld.global.b16 %scale_factor, [scale_factor];
\tcvt.rn.satfinite.scaled::n2::ue8m0.s2f6x2.f32 %d, %a, %b, %scale_factor;
\tst.global.b16 [d], %d;
\tret;
}
"
    );
    let predicate = copy(Kind::Ptx, "v1/testp.finite.f64@sm_90?a=1");
    let body = predicate.split_once("\n.visible .entry").map(|(_, body)| body);
    assert_eq!(
        body,
        Some(
            " ptx_float()
{
\t.reg .pred %p;
\t.reg .b32 %truth;
\t.reg .b64 %a;
\tld.global.b64 %a, [a];
\ttestp.finite.f64 %p, %a;
\tselp.b32 %truth, 1, 0, %p;
\tst.global.b32 [p], %truth;
\tret;
}
"
        )
    );
    let braced =
        copy(Kind::Ptx, "v1/cvt.rs.satfinite.e2m1x4.f32@sm_100a?a=1&b=2&e=3&f=4&rbits=0x12345678");
    assert!(braced.contains("f32 %d, {%a, %b, %e, %f}, %rbits;\n"), "{braced}");
    let old = copy(Kind::Ptx, "v1/sin.f32@sm_13?a=1&isa=1.3");
    assert!(old.contains("\n.version 1.3\n.target sm_13\n\n.visible"), "{old}");
}

#[test]
fn a_program_prints_the_result() {
    assert_eq!(
        copy(Kind::Cuda, "v1/cvt.rn.satfinite.e2m1x2.f32@sm_101a?a=1&b=2"),
        r#"// cvt.rn.satfinite.e2m1x2.f32 on sm_110a, PTX ISA 9.5
// https://example.org/ptx/#v1/cvt.rn.satfinite.e2m1x2.f32@sm_110a?a=0x3f800000&b=0x40000000&d=0x24&isa=9.5
// a = 0x3f800000 (1)
// b = 0x40000000 (2)
// d = 0x24 ({1, 2})
// exact bits guaranteed
// CUDA 13 does not compile for sm_101a; this is for sm_110a.
//
// The operands are variables. From constants, the assembler would compute the result itself, and for
// an approximate instruction that may differ from the GPU's result.
//
// nvcc -gencode arch=compute_110a,code=sm_110a -run ptx-float.cu
#include <cstdio>

__device__ unsigned a = 0x3f800000;
__device__ unsigned b = 0x40000000;
__device__ unsigned short result;

__global__ void ptx_float()
{
    unsigned short d;
    asm volatile("{\n\t"
                 ".reg .b8 d;\n\t"
                 "cvt.rn.satfinite.e2m1x2.f32 d, %1, %2;\n\t"
                 "cvt.u16.u8 %0, d;\n\t"
                 "}"
                 : "=h"(d) : "r"(a), "r"(b));
    result = d;
}

int main()
{
    ptx_float<<<1, 1>>>();
    unsigned short returned = 0;
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
        error = cudaMemcpyFromSymbol(&returned, result, sizeof returned);
    if (error != cudaSuccess) {
        std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
        return 1;
    }
    std::printf("returned 0x%02llx\nexpected 0x24\n", (unsigned long long)returned);
}
"#
    );
    for (link, piece) in [
        ("v1/sin.f32@sm_13?a=1&isa=1.3", "compute_13,code=sm_13 -run"),
        ("v1/sin.f32@sm_13?a=1&isa=1.3", "\n// CUDA 13 no longer has this instruction;"),
        (
            "v1/add.f32@sm_35?a=1&b=2&isa=4.0",
            "\n// CUDA 13 does not compile for sm_35; this is for sm_75.\n",
        ),
        (
            "v1/cvt.rn.f16x2.e2m1x2@sm_100a?a=1",
            "\".reg .b8 a;\\n\\t\"\n                 \"cvt.u8.u16 a, %1;\\n\\t\"\n",
        ),
        ("v1/testp.normal.f64@sm_90?a=1", "\"selp.b32 %0, 1, 0, p;\\n\\t\"\n"),
        ("v1/add.f64@sm_90?a=1&b=2", "__device__ unsigned long long a = 0x3ff0000000000000;\n"),
        (
            "v1/add.rn.f32.bf16@sm_100?a=1&c=2",
            "%0, %1, %2;\"\n                 : \"=r\"(d) : \"h\"(a), \"r\"(c));\n",
        ),
    ] {
        let program = copy(Kind::Cuda, link);
        assert!(program.contains(piece), "{piece}: {program}");
    }
}

#[test]
fn bytes_are_written_in_base64() {
    for (bytes, expected) in [
        ("", ""),
        ("f", "Zg=="),
        ("fo", "Zm8="),
        ("foo", "Zm9v"),
        ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
        ("\u{7ff}~?", "379+Pw=="),
        ("???", "Pz8/"),
    ] {
        let mut text = String::new();
        base64(bytes.as_bytes(), &mut text);
        assert_eq!(text, expected);
    }
}

/// The opposite of what is tested.
fn from_base64(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u8> = text.bytes().filter(|byte| *byte != b'=').map(digit).collect();
    let bits: Vec<u8> =
        digits.iter().flat_map(|digit| (0..6).rev().map(move |bit| digit >> bit & 1)).collect();
    bits.chunks_exact(8).map(|bits| bits.iter().fold(0, |byte, bit| byte << 1 | bit)).collect()
}

#[test]
fn compiler_explorer_gets_the_program() {
    let link = "v1/fma.rn.f32@sm_90?a=1&b=2&c=3";
    let address = copy(Kind::CompilerExplorer, link);
    let state = address.strip_prefix("https://godbolt.org/clientstate/").expect("its address");
    let state = String::from_utf8(from_base64(state)).expect("a text");
    assert!(state.is_ascii());
    let program = copy(Kind::Cuda, link);
    let escaped = program.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    assert_eq!(
        state,
        [
            "{\n  \"sessions\": [\n    {\n      \"id\": 1,\n      \"language\": \"cuda\",\n      \"source\": \"",
            &escaped,
            "\",\n      \"compilers\": [\n        {\n          \"id\": \"nvcc133\",\n          \"options\": \"-gencode arch=compute_90,code=sm_90\"\n        }\n      ]\n    }\n  ]\n}",
        ]
        .concat()
    );
}
