//! Expressions beside the assembler's.

use alloc::string::String;

use super::{Number, Wrong, evaluate};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[test]
fn types_are_those_of_the_isa() {
    let signed = |value: i64| Ok(Number::Signed(value.cast_unsigned()));
    let unsigned = |value: u64| Ok(Number::Unsigned(value));
    for (text, number) in [
        // Literals.
        ("5", signed(5)),
        ("0x7fffffffffffffff", signed(i64::MAX)),
        ("0x8000000000000000", unsigned(1 << 63)),
        ("-9223372036854775808", unsigned(1 << 63)),
        ("017U", unsigned(15)),
        ("0b101U", unsigned(5)),
        ("WARP_SZ", signed(32)),
        // Unary operators.
        ("- -5", signed(5)),
        ("--5", signed(5)),
        ("-1U", unsigned(u64::MAX)),
        ("~0", unsigned(u64::MAX)),
        ("!5U", signed(0)),
        ("!!7", signed(1)),
        ("(.u64)-1", unsigned(u64::MAX)),
        ("( .s64 ) -1U", signed(-1)),
        ("-(.s64)1U", signed(-1)),
        ("(.u64)(.s64)-1>>63", unsigned(1)),
        // Binary operators.
        ("1+2*3", signed(7)),
        ("1+2U", unsigned(3)),
        ("3U-4U", unsigned(u64::MAX)),
        ("-7/2", signed(-3)),
        ("-1U/2", unsigned(u64::MAX / 2)),
        ("7%-3", unsigned(7)),
        ("-1%16", unsigned(15)),
        ("7 % 4", unsigned(3)),
        ("-8>>1", signed(-4)),
        ("-8>>1U", signed(-4)),
        ("-8U>>1", unsigned(0x7fff_ffff_ffff_fffc)),
        ("~0>>63", unsigned(1)),
        ("1<<63", signed(i64::MIN)),
        ("-1<1U", signed(0)),
        ("-1 < 0", signed(1)),
        ("1==1U", signed(1)),
        ("5 || 0 && 0", signed(1)),
        ("1|2^3&4", signed(3)),
        ("1&-1U", unsigned(1)),
        ("1 < 2 ? 0x10 : 3", signed(16)),
        ("1 ? 5 : 3U", unsigned(5)),
        ("0 ? 2 : 0 ? 4 : 5", signed(5)),
        ("((1 << 5)) - 1", signed(31)),
        ("1.0<2.0", signed(1)),
        ("-0.0 == 0.0", signed(1)),
        ("0d7ff8000000000000 != 1.0", signed(1)),
        ("0d7ff8000000000000 >= 1.0", signed(0)),
    ] {
        assert_eq!(evaluate(text), number, "{text}");
    }
}

#[test]
fn floating_point_expressions_are_of_f64() {
    for (text, bits) in [
        ("1.0+2.0", 0x4008_0000_0000_0000),
        ("1.0/3.0", 0x3fd5_5555_5555_5555),
        ("0.1+0.2", 0x3fd3_3333_3333_3334),
        ("-(-1.0)", 0x3ff0_0000_0000_0000),
        ("2.5e-3-1e-3", 0x3f58_9374_bc6a_7efa),
        ("1.0e+3+2.0", 0x408f_5000_0000_0000),
        ("0.0*-1.0", 1 << 63),
        ("1.0-1.0", 0),
        ("1e308*10.0", 0x7ff0_0000_0000_0000),
        ("0d0000000000000003/2.0", 2),
        ("-0d3ff0000000000000", 0xbff0_0000_0000_0000),
        (".5+.5", 0x3ff0_0000_0000_0000),
        ("3.0 > 2.0 ? 1.5 : 0.5", 0x3ff8_0000_0000_0000),
    ] {
        assert_eq!(evaluate(text), Ok(Number::Double(bits)), "{text}");
    }
}

#[test]
fn what_has_no_value_is_refused_with_the_reason() {
    for (text, reason) in [
        ("1/0", "division by zero"),
        ("1%0", "division by zero"),
        ("1||1/0", "division by zero"),
        ("1.0/0.0", "division by zero"),
        ("(.s64)0x8000000000000000/-1", "does not fit in .s64"),
        ("1<<64", "shift by 64 or more places"),
        ("1>>-1", "shift by 64 or more places"),
        ("1.5+1", "`+` with an integer takes no floating-point operand"),
        ("~1.0", "`~` takes no floating-point operand"),
        ("!0.0", "`!` takes no floating-point operand"),
        ("(.s64)1.0", "a cast takes no floating-point operand"),
        ("(.s32)1", "there is no cast to `.s32`"),
        ("1.0<<1.0", "`<<` takes no floating-point operands"),
        ("1.0&&1.0", "`&&` takes no floating-point operands"),
        ("1.0?1:2", "the condition of `?:` must be an integer"),
        ("1?1:2.0", "the operands of `?:`"),
        // Unsigned in the ISA, signed for ptxas 13.5.37.
        ("(1?-1:2U)<0", "keeps the type of the chosen one"),
        ("(1?-1:2U)>>63", "keeps the type of the chosen one"),
        ("0f3f800000+1.0", "0f may not be part of an expression"),
        ("0d7ff8000000000001+1.0", "the result is a NaN"),
        ("1e400", "too large for f64"),
        ("0d3ff", "0d takes 16 hexadecimal digits"),
    ] {
        let Err(Wrong::Undefined(message)) = evaluate(text) else { panic!("{text}") };
        assert!(message.contains(reason), "{text}: {message}");
    }
    for text in [
        "", "1 +", "(1", "a+1", "5u", "08", "0b2", "0x", "1.0f", "1 2", "1,2", "()", "1 = 1", "+",
        "1?2", "1_000", "WARP_SZU", "0x1p0", "1e", "1?2,3", "ä",
    ] {
        assert_eq!(evaluate(text), Err(Wrong::Syntax), "{text}");
    }
    for part in ["(", "-", "1?", "(.s64)", "!"] {
        let text: String = core::iter::repeat_n(part, 10_000).collect();
        assert_eq!(evaluate(&text), Err(Wrong::Syntax), "{part}");
    }
}
