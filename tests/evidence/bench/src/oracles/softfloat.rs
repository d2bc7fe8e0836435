//! Berkeley `SoftFloat` 3e, called as C calls it: its directions are left as they are, to nearest.
#![expect(unsafe_code, reason = "it is C")]
#![expect(clippy::cast_possible_truncation, reason = "narrow operands lie in 64 bits")]

use softfloat_sys as sys;

use super::{Oracle, oracle};

/// Sets the direction for what follows: 0 to nearest, 3 up.
fn direct(direction: u8) {
    // SAFETY: it writes a variable of the thread.
    unsafe { sys::softfloat_roundingMode_write_helper(direction) };
}

const fn f16(bits: u64) -> sys::float16_t {
    sys::float16_t { v: bits as u16 }
}

const fn f32(bits: u64) -> sys::float32_t {
    sys::float32_t { v: bits as u32 }
}

const fn f64(bits: u64) -> sys::float64_t {
    sys::float64_t { v: bits }
}

// SAFETY of each: a function of its operands and of variables of the thread.
macro_rules! of {
    ($function:ident($a:ident)) => {
        oracle!(|a, _b, _c| unsafe { sys::$function($a(a)).v.into() })
    };
    ($function:ident($a:ident, $b:ident)) => {
        oracle!(|a, b, _c| unsafe { sys::$function($a(a), $b(b)).v.into() })
    };
    ($function:ident($a:ident, $b:ident, $c:ident)) => {
        oracle!(|a, b, c| unsafe { sys::$function($a(a), $b(b), $c(c)).v.into() })
    };
}

pub(super) fn find(text: &str) -> Option<Oracle> {
    direct(if text.contains(".rp") { 3 } else { 0 });
    match text {
        "add.f16" => of!(f16_add(f16, f16)),
        "add.f32" => of!(f32_add(f32, f32)),
        "add.f64" => of!(f64_add(f64, f64)),
        "mul.f16" => of!(f16_mul(f16, f16)),
        "mul.f32" => of!(f32_mul(f32, f32)),
        "mul.f64" => of!(f64_mul(f64, f64)),
        "fma.rn.f16" => of!(f16_mulAdd(f16, f16, f16)),
        "fma.rn.f32" => of!(f32_mulAdd(f32, f32, f32)),
        "fma.rn.f64" | "fma.rp.f64" => of!(f64_mulAdd(f64, f64, f64)),
        "div.rn.f32" => of!(f32_div(f32, f32)),
        "div.rn.f64" => of!(f64_div(f64, f64)),
        "sqrt.rn.f32" => of!(f32_sqrt(f32)),
        "sqrt.rn.f64" => of!(f64_sqrt(f64)),
        "cvt.rn.f16.f32" => of!(f32_to_f16(f32)),
        "cvt.f32.f16" => of!(f16_to_f32(f16)),
        "cvt.rn.f32.f64" => of!(f64_to_f32(f64)),
        "cvt.f64.f32" => of!(f32_to_f64(f32)),
        _ => None,
    }
}
