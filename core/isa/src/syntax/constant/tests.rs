//! Constants beside the assembler's.

use super::read;
use crate::catalog::Type;
use crate::syntax::Token;
use alloc::string::String;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn value(text: &str, kind: Type, is_typed: bool) -> Result<u64, String> {
    let token = Token { text, span: 0..text.len() };
    read(&token, kind, is_typed).map_err(|error| error.message)
}

/// Recorded from ptxas 13.1.115 on 22 November 2026: each in its own kernel for `sm_100a` that
/// stores the result (`ptxas -arch=sm_100a`), with the constant read from `nvdisasm -c`.
#[test]
fn constants_are_what_the_assembler_reads() {
    for (text, kind, bits) in [
        ("1.0", Type::F32, 0x3f80_0000),
        ("-1.0", Type::F32, 0xbf80_0000),
        ("- 1.0", Type::F32, 0xbf80_0000),
        (".5", Type::F32, 0x3f00_0000),
        ("1.", Type::F32, 0x3f80_0000),
        ("1e3", Type::F32, 0x447a_0000),
        ("1.0e+3", Type::F32, 0x447a_0000),
        // The f64 next to it is a tie of f32, and goes to the even one.
        ("1.000000059604644775390625000001", Type::F32, 0x3f80_0000),
        ("0d3ff0000010000000", Type::F32, 0x3f80_0000),
        ("0d3ff0000010000001", Type::F32, 0x3f80_0001),
        ("1e300", Type::F32, 0x7f80_0000),
        ("1e-50", Type::F32, 0),
        ("0d36a0000000000000", Type::F32, 1),
        ("0dfff0000000000001", Type::F32, 0xffc0_0000),
        ("0d7ff8000000000001", Type::F32, 0x7fc0_0000),
        ("0f7f800001", Type::F32, 0x7f80_0001),
        ("1.0", Type::F64, 0x3ff0_0000_0000_0000),
        // As the assembler has it: the bits are not converted.
        ("0f3f800000", Type::F64, 0x3f80_0000),
        ("-5", Type::S32, 0xffff_fffb),
        ("017", Type::U32, 15),
        ("0b101", Type::U32, 5),
        ("5U", Type::U32, 5),
        ("0x1ffffffff", Type::U32, 0xffff_ffff),
        ("65536", Type::U16, 0),
        ("2", Type::Pred, 1),
        ("0x100000000", Type::Pred, 1),
        ("-2", Type::Pred, 1),
        ("0", Type::Pred, 0),
        ("4-4", Type::Pred, 0),
        ("!2", Type::Pred, 0),
    ] {
        assert_eq!(value(text, kind, true), Ok(bits), "{text} {kind:?}");
    }
    for (text, kind, bits) in [
        ("16", Type::B32, 16),
        ("0f3f800000", Type::B32, 0x3f80_0000),
        ("1.0", Type::U64, 0x3ff0_0000_0000_0000),
        ("0d3ff0000000000000", Type::U64, 0x3ff0_0000_0000_0000),
        ("-1", Type::U64, u64::MAX),
        ("0x3c00", Type::U16, 0x3c00),
        ("-1", Type::U16, 0xffff),
    ] {
        assert_eq!(value(text, kind, false), Ok(bits), "mov {text} {kind:?}");
    }
}

/// The refused constants: the text, the type, whether it is an instruction's, and the error.
const REFUSED: [(&str, Type, bool, &str); 18] = [
    (
        "1",
        Type::F32,
        true,
        ".f32 takes a floating-point constant, but `1` is an integer; write 1.0",
    ),
    (
        "0x3f800000",
        Type::F32,
        true,
        ".f32 takes a floating-point constant, but `0x3f800000` is an integer; write 0f3F800000",
    ),
    (
        "1",
        Type::F64,
        true,
        ".f64 takes a floating-point constant, but `1` is an integer; write 1.0",
    ),
    (
        "1.0",
        Type::F16,
        true,
        "an operand of .f16 must be a register, not a constant; put the bits in a register first: mov.b16 x, 0x3c00",
    ),
    (
        "0x3c003c00",
        Type::F16x2,
        true,
        "an operand of .f16x2 must be a register, not a constant; put the bits in a register first: mov.b32 x, 0x3c003c00",
    ),
    (
        "5",
        Type::B32,
        true,
        "an operand of .b32 must be a register, not a constant; put the bits in a register first: mov.b32 x, 0x00000005",
    ),
    ("5.0", Type::S32, true, ".s32 takes an integer, but `5.0` is a floating-point constant"),
    ("inf", Type::F32, true, "`inf` is not a PTX constant; write 0f7F800000"),
    (
        "1/3",
        Type::F32,
        true,
        ".f32 takes a floating-point constant, but `1/3` is an integer; write 0f3EAAAAAB",
    ),
    ("1.0f", Type::F32, true, "`1.0f` is not a PTX constant; write 0f3F800000"),
    ("0x1p0", Type::F32, true, "`0x1p0` is not a PTX constant; write 0f3F800000"),
    (
        "-0f3f800000",
        Type::F32,
        true,
        "0f may not be part of an expression, and takes no sign; the sign is one of the bits; write 0fBF800000",
    ),
    ("0f3f80", Type::F32, true, "0f takes 8 hexadecimal digits"),
    (
        "1e400",
        Type::F32,
        true,
        "`1e400` is too large for f64, the type of decimal constants; write 0f7F800000",
    ),
    (
        "1.0",
        Type::B32,
        false,
        "a `mov` of 32 bits takes an integer or the bits of an f32, such as 0f3F800000, not `1.0`",
    ),
    (
        "0f3f800000",
        Type::U64,
        false,
        "a `mov` of 64 bits takes an integer or an f64 constant, such as 1.0, not `0f3f800000`",
    ),
    ("1.0", Type::U16, false, "a `mov` of 16 bits takes an integer, not `1.0`"),
    ("18446744073709551616", Type::U32, true, "`18446744073709551616` is not a PTX constant"),
];

#[test]
fn what_the_assembler_refuses_is_refused_with_what_would_be_right() {
    for (text, kind, is_typed, message) in REFUSED {
        assert_eq!(value(text, kind, is_typed), Err(message.into()), "{text} {kind:?}");
    }
}
