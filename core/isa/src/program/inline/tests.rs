use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Constraint, Direction, Operand, inline};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// A text, the words of its PTX, and its operands: a name, the direction and the type.
fn check(text: &str, ptx: &str, operands: &[(&str, Direction, &'static str)]) {
    let found = inline(text).expect("inline assembly");
    assert_eq!(found.text.len(), text.len(), "{text}");
    assert_eq!(words(&found.text), words(ptx), "{text}");
    assert_eq!(found.diagnostics, [], "{text}");
    let all = found.operands.iter().map(|operand| {
        let Constraint::Register(kind) = operand.constraint else { panic!("a register") };
        assert!(text.get(operand.span.clone()).is_some());
        (operand.names.last().unwrap().as_str(), operand.direction, kind)
    });
    assert_eq!(all.collect::<Vec<_>>(), operands, "{text}");
}

use Direction::{In, InOut, Out};

#[test]
fn statements_of_cpp_are_read_as_they_stand() {
    check(
        r#"asm volatile("fma.rn.f32 %0, %1, %2, %3;\n" : "=f"(d) : "f"(a), "f"(b(1, 2)), "f"(c) : "memory");"#,
        "fma.rn.f32 %0, %1, %2, %3;",
        &[("%0", Out, ".f32"), ("%1", In, ".f32"), ("%2", In, ".f32"), ("%3", In, ".f32")],
    );
    check(
        "float f(float x) {\n  __asm__ __volatile__ (\"{\\n\\t\" // a comment\n \".reg .b16 %%t;\\n\\t\"\n\"mov.b16 %%t, %1;}\" : \"+r\"(x) : \"h\"(y));\n}",
        "{ .reg .b16 %t; mov.b16 %t, %1;}",
        &[("%0", InOut, ".b32"), ("%1", In, ".b16")],
    );
    check(
        r#"asm("add.f64 %[d], %[a], %[a];" : [d] "=d"(x) : [a] "d"(y));"#,
        "add.f64 %d , %a , %a ;",
        &[("%d", Out, ".f64"), ("%a", In, ".f64")],
    );
    check(
        r#""mov.b64 {%0,%1}, %2;" : "=r"(lo), "=r"(hi) : "l"(x)"#,
        "mov.b64 {%0,%1}, %2;",
        &[("%0", Out, ".b32"), ("%1", Out, ".b32"), ("%2", In, ".b64")],
    );
    check(
        r#"asm("add.f32 %0, %0, %1;" : "=f"(x) : "f"(y), "0"(x));"#,
        "add.f32 %0, %0, %1;",
        &[("%0", InOut, ".f32"), ("%1", In, ".f32"), ("%2", In, ".f32")],
    );
}

#[test]
fn statements_of_other_languages_are_read_as_they_stand() {
    check(
        r#"core::arch::asm!("{{.reg .f32 t;", "mul.f32 {0}, {x:e}, {x};", "}}", out(reg32) d, x = in(reg32) a, options(pure));"#,
        "{.reg .f32 t; mul.f32 %0 , %x , %x ; }",
        &[("%0", Out, ".b32"), ("%x", In, ".b32")],
    );
    check(
        r#"%3 = call float asm sideeffect "add.f32 $0, $1, $2;\0A\09neg.f32 $0, $0;", "=f,f,f"(float %a, float %b)"#,
        "add.f32 $0, $1, $2; neg.f32 $0, $0;",
        &[("$0", Out, ".f32"), ("$1", In, ".f32"), ("$2", In, ".f32")],
    );
    check(
        "y = tl.inline_asm_elementwise(\n  asm=\"\"\"\n{ shl.b32 $0, $1, 3; }\n\"\"\",\n  constraints=(\"=r,r\"), args=[x])",
        "{ shl.b32 $0, $1, 3; }",
        &[("$0", Out, ".b32"), ("$1", In, ".b32")],
    );
}

#[test]
fn the_template_is_found_behind_comments_and_other_strings() {
    check(
        "asm volatile(\n  // It's \"this\" order.\n  \"neg.f32 %0, %1;\" /* and */ : \"=f\"(d) : \"f\"(a));",
        "neg.f32 %0, %1;",
        &[("%0", Out, ".f32"), ("%1", In, ".f32")],
    );
    let call = "r = llvm.inline_asm(\n  ir.Type.parse(\"!llvm.struct<(f32, f32)>\"),\n  [Float32(a).ir_value(loc=loc), b],\n  \"mov.b64 {$0, $1}, $2;\",\n  \"=f,=f,l\",\n  has_side_effects=False)\n";
    let ptx = "mov.b64 {$0, $1}, $2;";
    let operands = [("$0", Out, ".f32"), ("$1", Out, ".f32"), ("$2", In, ".b64")];
    check(call, ptx, &operands);
    // Another one is found, too, however long its arguments are.
    let found = inline(&[call, call].concat()).expect("inline assembly");
    assert_eq!(words(&found.text), words(&[ptx, " ;", ptx].concat()));
    // The template is in a variable: the next string is no part of the call.
    assert_eq!(inline("r = llvm.inline_asm(T.i32(), [a], template)\nprint(\"x\")"), None);
}

#[test]
fn strings_of_python_have_any_quotes_and_may_have_names() {
    let operands = [("$0", Out, ".b32"), ("$1", In, ".b32")];
    let ptx = "tanh.approx.f32 $0, $1;";
    for text in [
        "y = tl.inline_asm_elementwise('tanh.approx.f32 $0, $1;', '=r, r', [x], dtype=tl.float32)",
        "y = tl.inline_asm_elementwise('''tanh.approx.f32 $0, $1;''', '=r,r', [x])",
        "y = f(\n  'tanh.approx.f32 $0,'\n  ' $1;')\nASM = ('tanh.approx.f32 $0,'\n  ' $1;')\ninline_asm_elementwise(ASM, '=r,r', [x])",
        "ASM: tl.constexpr = \"tanh.approx.f32 $0, $1;\"\ny = tl.inline_asm_elementwise(ASM, \"=r, r\", [x])",
        "code = r'''tanh.approx.f32 $0, $1;'''\ny = inline_asm_elementwise(asm=code, constraints='=r,r', args=[x])",
        "y = elementwise_inline_asm(\"tanh.approx.f32 $0, $1;\", args=[x], constraints=\"=r,r\", pack=1)",
    ] {
        check(text, ptx, &operands);
    }
    // Without constraints the registers are what the statement says.
    check("y, = pl.elementwise_inline_asm('tanh.approx.f32 $0, $1;', args=[x])", ptx, &[]);
    // A name without a string is none.
    assert_eq!(inline("y = inline_asm_elementwise(asm_code, [x])\nprint('=r')"), None);
}

#[test]
fn backslashes_may_be_those_of_a_string_around() {
    check(
        r#"asm volatile("neg.f32 %0, %1;\\n" : "=f"(d) : "f"(a));"#,
        "neg.f32 %0, %1;",
        &[("%0", Out, ".f32"), ("%1", In, ".f32")],
    );
}

#[test]
fn a_constant_of_llvm_is_an_input() {
    let found = inline(r#"llvm.inline_asm(T.i32(), [a, k], "prmt.b32 $0, $1, $2, $1;", "=r,r,n")"#);
    let mut constraints =
        found.expect("inline assembly").operands.into_iter().map(|it| it.constraint);
    assert_eq!(constraints.next_back(), Some(Constraint::Other));
}

#[test]
fn what_is_no_inline_assembly_is_left_alone() {
    for text in ["", "add.f32 d, a, b;", ".pragma \"nounroll\";", ".file 1 \"asm\"", "asm"] {
        assert_eq!(inline(text), None, "{text}");
    }
}

#[test]
fn unreadable_text_is_reported_with_its_position() {
    for (text, place) in [
        (r#"asm("add.f32 %0, " NAME ";" : "=f"(d))"#, "NAME"),
        (r#"asm("ret;" : "=x"(d))"#, r#""=x"(d)"#),
        (r#"asm("ret;"#, "\""),
        (r#"asm!("{a b}")"#, "{a b}"),
        ("asm(\"ret;\"\n#if A\n\"ret;\"\n#else\n\"trap;\"\n#endif\n)", "#if A"),
    ] {
        let found = inline(text).expect("inline assembly");
        assert_eq!(found.diagnostics.len(), 1, "{text}");
        assert_eq!(&text[found.diagnostics[0].span.clone()], place, "{text}");
    }
    for text in
        ["asm(\"é\\\"%[\u{e9}]$", "\"\\", "asm!(\"{}{}{", "asm \"${1", "asm(\"\":\"=f\"(\":"]
    {
        assert_eq!(inline(text).map(|found| found.text.len()), Some(text.len()), "{text}");
    }
}

#[test]
fn a_line_may_go_on_before_the_first_string() {
    check(
        "asm volatile( \\\n  \"neg.f32 %0, %1;\" : \"=f\"(d) : \"f\"(a));",
        "neg.f32 %0, %1;",
        &[("%0", Out, ".f32"), ("%1", In, ".f32")],
    );
}

/// A text, and for each operand the register that it is and whether it is a result.
fn joined(text: &str, operands: &[(&str, bool)]) {
    let found = inline(text).expect("inline assembly");
    assert_eq!(found.diagnostics, [], "{text}");
    let all = found.operands.iter().map(|it| (it.names.last().unwrap().as_str(), it.is_result));
    assert_eq!(all.collect::<Vec<_>>(), operands, "{text}");
}

#[test]
fn statements_share_variables() {
    joined(
        r#"asm("neg.f32 %0, %1;" : "=f"(d) : "f"(a)); float e; asm("abs.f32 %0, %1;" : "=f"(e) : "f"(d));"#,
        &[("%d", false), ("%a", false), ("%e", true), ("%d", false)],
    );
    // A variable that is written is another register than the one that was read.
    joined(
        r#"asm("neg.f32 %0, %1;" : "=f"(x) : "f"(x)); asm("abs.f32 %0, %0;" : "+f"(x));"#,
        &[("%x_2", false), ("%x", false), ("%x_2", true)],
    );
    // An assignment in the other language makes a new register.
    joined(
        r#"asm("neg.f32 %0, %1;" : "=f"(y[0]) : "f"(x)); x *= 2; asm("neg.f32 %0, %1;" : "=f"(y[1]) : "f"(x));"#,
        &[("%y_0", true), ("%x", false), ("%y_1", true), ("%x_2", false)],
    );
    // Another function has variables of its own.
    joined(
        r#"void f(float x) { asm("neg.f32 %0, %0;" : "+f"(x)); } void g(float x) { asm("neg.f32 %0, %0;" : "+f"(x)); }"#,
        &[("%x", true), ("%x_2", true)],
    );
}

#[test]
fn constants_are_what_the_text_defines() {
    let expression = |text: &str| {
        let operand = inline(text).unwrap().operands[0].clone();
        (operand.constraint == Constraint::Constant).then_some(operand.expression)
    };
    let asm = r#" asm("mov.b32 t, %0;" :: "n"(K));"#;
    let of = |before: &str| expression(&[before, asm].concat());
    assert_eq!(of("constexpr uint32_t K = 0x64006400;").as_deref(), Some("(0x64006400)"));
    assert_eq!(of("#define K 5\n").as_deref(), Some("(5)"));
    assert_eq!(of("int J = 3; int K = J + 1;").as_deref(), Some("((3) + 1)"));
    assert_eq!(of(""), None);
    assert_eq!(of("int K = K + 1;"), None);
    assert_eq!(of("int K = 1; { int K = 2; }"), None);
}

#[test]
fn a_number_or_a_constant_is_the_value_of_its_register() {
    let value = |before: &str, operand: &str| {
        let text = [before, r#" asm("mov.b32 t, %0;" :: "#, operand, ");"].concat();
        inline(&text).unwrap().operands[0].value
    };
    for (operand, bits) in [
        (r#""r"(7)"#, Some(7)),
        (r#""r"(0x64006400u)"#, Some(0x6400_6400)),
        (r#""r"(-1)"#, Some(0xffff_ffff)),
        (r#""h"(-1)"#, Some(0xffff)),
        (r#""l"(18446744073709551615ULL)"#, Some(u64::MAX)),
        (r#""f"(0.f)"#, Some(0)),
        (r#""f"(-1.5f)"#, Some(0xbfc0_0000)),
        (r#""f"(1)"#, Some(0x3f80_0000)),
        (r#""d"(0.5)"#, Some(0x3fe0_0000_0000_0000)),
        (r#""r"(1 << 4)"#, Some(16)),
        (r#""r"((0x80u | 0x08u) + 1)"#, Some(0x89)),
        (r#""l"(-1)"#, Some(u64::MAX)),
        // Octal or decimal, an integer of C, no integer, and a variable.
        (r#""r"(010)"#, None),
        (r#""f"(0x3f800000)"#, None),
        (r#""r"(1.5)"#, None),
        (r#""r"(x)"#, None),
        (r#""=r"(7)"#, None),
    ] {
        assert_eq!(value("", operand), bits, "{operand}");
    }
    for (before, bits) in [
        ("constexpr uint32_t magic = 0x64006400;", Some(0x6400_6400)),
        ("static const int magic = 5;", Some(5)),
        ("#define magic 5\n", Some(5)),
        // A variable may change.
        ("int magic = 5;", None),
        ("const int magic = f(5);", None),
        ("", None),
    ] {
        assert_eq!(value(before, r#""r"(magic)"#), bits, "{before}");
    }
    assert_eq!(value("int MAGIC = 5;", r#""r"(MAGIC)"#), Some(5));
    let defined = "#define K 3\nconstexpr int J = K << 2;\n";
    assert_eq!(value(defined, r#""r"(K + 1)"#), Some(4));
    assert_eq!(value(defined, r#""r"(-(J + K))"#), Some(0xffff_fff1));
    assert_eq!(value("const float half = 0.5f;", r#""f"(half)"#), Some(0x3f00_0000));
    assert_eq!(value("", r#""f"((1.5f))"#), Some(0x3fc0_0000));
    assert_eq!(value("#define K K + 1\n", r#""r"(K)"#), None);
}

/// For each operand the register that its expression is computed from, and its value for a variable.
fn derived(text: &str, variable: u64) -> Vec<Option<(String, Option<u64>)>> {
    let found = inline(text).expect("inline assembly").operands.into_iter();
    let of = |it: Operand| {
        let derived = it.derived?;
        Some((derived.from.clone()?, derived.value(variable)))
    };
    found.map(of).collect()
}

#[test]
fn an_expression_of_an_operand_is_computed_from_it() {
    let from = |name: &str, value| Some((name.to_string(), Some(value)));
    let one = r#"asm("x" : "=r"(d) : "r"(q), "r"(q >> 4), "r"((q >> 8) & 0xff), "r"(q + K));"#;
    let values = [None, None, from("%1", 0x0765_4321), from("%1", 0x32), from("%1", 0x7654_3215)];
    assert_eq!(derived(&["#define K 5\n", one].concat(), 0x7654_3210), values);
    // The expression may be first, and the variable may be written.
    let first = r#"asm("x" : "+r"(q) : "r"(q << 1));"#;
    assert_eq!(derived(first, 3), [None, from("%0", 6)]);
    // In several statements, while nothing writes the variable.
    let with = |between: &str| {
        let two =
            [r#"asm("x" : "=r"(d) : "r"(q)); "#, between, r#" asm("x" : "=r"(e) : "r"(q ^ 1));"#];
        derived(&two.concat(), 2).pop().unwrap()
    };
    assert_eq!(with(""), from("%q", 3));
    assert_eq!(with("q >>= 8;"), None);
    assert_eq!(with(r#"asm("x" : "+r"(q));"#), None);
    // No expression of one variable, and a variable that is no operand.
    for operands in [
        r#""r"(q), "r"(q + x)"#,
        r#""r"(q), "r"(f(q))"#,
        r#""r"(q), "r"(q[1])"#,
        r#""r"(q), "f"(q * 2)"#,
        r#""r"(q >> 4), "r"(q >> 8)"#,
    ] {
        let text = [r#"asm("x" : "=r"(d) : "#, operands, ");"].concat();
        assert_eq!(derived(&text, 1), [None, None, None], "{operands}");
    }
}

#[test]
fn other_languages_have_their_own_strings() {
    let kept = |text: &str| {
        let found = inline(text).expect("inline assembly");
        assert_eq!(found.diagnostics, [], "{text}");
        (found.text.split_whitespace().collect::<Vec<_>>().join(" "), found.operands.len())
    };
    let julia = r#"@asmcall("add.rn.f32 \$0, \$1, \$2;", "=f,f,f", false, Float32, Tuple{Float32,Float32}, a, b)"#;
    assert_eq!(kept(julia), ("add.rn.f32 $0, $1, $2;".into(), 3));
    let rust = r#"ptx_asm!("fma.rn.f32 {d}, {a}, {b}, {a};", d = out(reg32) d, a = in(reg32) a, b = in(reg32) b);"#;
    assert_eq!(kept(rust).1, 3);
    let python = "asm_str = 'ex2.approx.ftz.f32 $0, $1;'";
    assert_eq!(kept(python).0, "ex2.approx.ftz.f32 $0, $1;");
    let formatted = r#"asm_str = f"{{ .reg .f32 t; neg.f32 t, $1; mov.f32 $0, t; }}""#;
    assert_eq!(kept(formatted).0, "{ .reg .f32 t; neg.f32 t, $1; mov.f32 $0, t; }");
    let found = inline(r#"asm_str = f"add.{mode}.f32 $0, $1, $2;""#).expect("inline assembly");
    let [only] = &*found.diagnostics else { panic!("{:?}", found.diagnostics) };
    assert!(only.message.contains("in place of `{mode}`"), "{}", only.message);
}
