//! Names of CUDA for functions of half and bfloat16 numbers that `nvcc` 13.5 compiles to several
//! statements.

use super::row::{Row, program};
use crate::arith::elementary::Base::{E, Ten};
use crate::arith::elementary::Composed::{Approximated, Logarithm, Power};
use crate::arith::elementary::Function;

/// The rows; those of half come first.
pub(super) const ROWS: &[Row] = &[
    program(
        "hsqrt",
        "cvt.f32.f16 t1, a; sqrt.approx.ftz.f32 t2, t1; cvt.rn.f16.f32 d, t2",
        "sqrt.approx.ftz.f32",
        "it is in f32",
    )
    .of(Approximated(Function::Root)),
    program(
        "hrsqrt",
        "cvt.f32.f16 t1, a; rsqrt.approx.ftz.f32 t2, t1; cvt.rn.f16.f32 d, t2",
        "rsqrt.approx.ftz.f32",
        "it is in f32",
    )
    .of(Approximated(Function::ReciprocalRoot)),
    program(
        "hrcp",
        "cvt.f32.f16 t1, a; rcp.approx.ftz.f32 t2, t1; cvt.rn.f16.f32 d, t2",
        "rcp.approx.ftz.f32",
        "it is in f32",
    )
    .of(Approximated(Function::Reciprocal)),
    program(
        "hexp2",
        "cvt.f32.f16 t1, a; ex2.approx.ftz.f32 t2, t1; fma.rn.f32 t3, t2, 0f33800000, t2; \
        cvt.rn.f16.f32 d, t3",
        "ex2.approx.f16",
        "it is less accurate",
    )
    .of(Approximated(Function::Exp2)),
    program(
        "hexp",
        "cvt.f32.f16 t1, a; fma.rn.f32 t2, t1, 0f3FB8AA3B, 0f80000000; ex2.approx.ftz.f32 t3, \
        t2; cvt.rn.f16.f32 t4, t3; mov.b16 t5, 0X1F79; mov.b16 t6, 0x9400; set.eq.f16.f16 \
        t7, a, t5; fma.rn.f16 t8, t7, t6, t4; mov.b16 t9, 0X25CF; mov.b16 t10, 0x9400; \
        set.eq.f16.f16 t11, a, t9; fma.rn.f16 t12, t11, t10, t8; mov.b16 t13, 0XC13B; \
        mov.b16 t14, 0x0400; set.eq.f16.f16 t15, a, t13; fma.rn.f16 t16, t15, t14, t12; \
        mov.b16 t17, 0XC1EF; mov.b16 t18, 0x0200; set.eq.f16.f16 t19, a, t17; fma.rn.f16 d, \
        t19, t18, t16",
        "ex2.approx.f16",
        "it is 2 to the power of the operand",
    )
    .of(Power(E)),
    program(
        "hexp10",
        "cvt.f32.f16 t1, a; fma.rn.f32 t2, t1, 0f40549A78, 0f80000000; ex2.approx.ftz.f32 t3, \
        t2; cvt.rn.f16.f32 t4, t3; mov.b16 t5, 0x34DE; mov.b16 t6, 0x9800; set.eq.f16.f16 \
        t7, a, t5; fma.rn.f16 t8, t7, t6, t4; mov.b16 t9, 0x9766; mov.b16 t10, 0x9000; \
        set.eq.f16.f16 t11, a, t9; fma.rn.f16 t12, t11, t10, t8; mov.b16 t13, 0x9972; \
        mov.b16 t14, 0x1000; set.eq.f16.f16 t15, a, t13; fma.rn.f16 t16, t15, t14, t12; \
        mov.b16 t17, 0xA5C4; mov.b16 t18, 0x1000; set.eq.f16.f16 t19, a, t17; fma.rn.f16 \
        t20, t19, t18, t16; mov.b16 t21, 0xBF0A; mov.b16 t22, 0x8100; set.eq.f16.f16 t23, a, \
        t21; fma.rn.f16 d, t23, t22, t20",
        "ex2.approx.f16",
        "it is 2 to the power of the operand",
    )
    .of(Power(Ten)),
    program(
        "hlog2",
        "cvt.f32.f16 t1, a; lg2.approx.ftz.f32 t2, t1; cvt.rn.f16.f32 t3, t2; mov.b16 t4, \
        0xA2E2; mov.b16 t5, 0x8080; set.eq.f16.f16 t6, t3, t4; fma.rn.f16 t7, t6, t5, t3; \
        mov.b16 t8, 0xBF46; mov.b16 t9, 0x9400; set.eq.f16.f16 t10, t7, t8; fma.rn.f16 d, \
        t10, t9, t7",
        "lg2.approx.ftz.f32",
        "it is in f32",
    )
    .of(Approximated(Function::Log2)),
    program(
        "hlog",
        "cvt.f32.f16 t1, a; lg2.approx.ftz.f32 t2, t1; mul.f32 t3, t2, 0f3F317218; \
        cvt.rn.f16.f32 t4, t3; mov.b16 t5, 0X160D; mov.b16 t6, 0x9C00; set.eq.f16.f16 t7, a, \
        t5; fma.rn.f16 t8, t7, t6, t4; mov.b16 t9, 0X3BFE; mov.b16 t10, 0x8010; \
        set.eq.f16.f16 t11, a, t9; fma.rn.f16 t12, t11, t10, t8; mov.b16 t13, 0X3C0B; \
        mov.b16 t14, 0x8080; set.eq.f16.f16 t15, a, t13; fma.rn.f16 t16, t15, t14, t12; \
        mov.b16 t17, 0X6051; mov.b16 t18, 0x1C00; set.eq.f16.f16 t19, a, t17; fma.rn.f16 d, \
        t19, t18, t16",
        "lg2.approx.ftz.f32",
        "it is the logarithm to the base 2",
    )
    .of(Logarithm(E)),
    program(
        "hlog10",
        "cvt.f32.f16 t1, a; lg2.approx.ftz.f32 t2, t1; mul.f32 t3, t2, 0f3E9A209B; \
        cvt.rn.f16.f32 t4, t3; mov.b16 t5, 0x338F; mov.b16 t6, 0x1000; set.eq.f16.f16 t7, a, \
        t5; fma.rn.f16 t8, t7, t6, t4; mov.b16 t9, 0x33F8; mov.b16 t10, 0x9000; \
        set.eq.f16.f16 t11, a, t9; fma.rn.f16 t12, t11, t10, t8; mov.b16 t13, 0x57E1; \
        mov.b16 t14, 0x9800; set.eq.f16.f16 t15, a, t13; fma.rn.f16 t16, t15, t14, t12; \
        mov.b16 t17, 0x719D; mov.b16 t18, 0x9C00; set.eq.f16.f16 t19, a, t17; fma.rn.f16 d, \
        t19, t18, t16",
        "lg2.approx.ftz.f32",
        "it is the logarithm to the base 2",
    )
    .of(Logarithm(Ten)),
    program(
        "htanh",
        "cvt.f32.f16 t1, a; abs.f32 t2, t1; mul.f32 t3, t2, 0f4038AA3B; ex2.approx.ftz.f32 \
        t4, t3; add.f32 t5, t4, 0f3F800000; rcp.approx.ftz.f32 t6, t5; fma.rn.f32 t7, t6, \
        0fC0000000, 0f3F800000; setp.ge.f32 t8, t2, 0f41102CB4; selp.f32 t9, 0f3F800000, t7, \
        t8; copysign.f32 t10, t1, t9; mul.f32 t11, t1, t1; fma.rn.f32 t12, 0f3C80F082, t11, \
        0fBD563CAE; fma.rn.f32 t13, t12, t11, 0f3E085941; fma.rn.f32 t14, t13, t11, \
        0fBEAAA9ED; fma.rn.f32 t15, t14, t11, 0f00000000; fma.rn.f32 t16, t15, t1, t1; \
        setp.ge.f32 t17, t2, 0f3F19999A; selp.f32 t18, t10, t16, t17; cvt.rn.f16.f32 d, t18",
        "tanh.approx.f16",
        "it is less accurate",
    )
    .of(Approximated(Function::Tanh))
    .fast("cvt.f32.f16 t1, a; tanh.approx.f32 t2, t1; cvt.rn.f16.f32 d, t2"),
    program(
        "hsin",
        "cvt.f32.f16 t1, a; fma.rn.f32 t2, t1, 0f3F22F983, 0f4B400000; sub.rn.f32 t3, t2, \
        0f4B400000; fma.rn.f32 t4, t3, 0fBFC90FDA, t1; fma.rn.f32 t5, t3, 0fB3A22168, t4; \
        mul.f32 t6, t5, t5; and.b32 t7, t2, 1; setp.eq.b32 t8, t7, 1; selp.f32 t9, \
        0f37CCF5CE, 0fB94CA1F9, t8; selp.f32 t10, 0fBAB6061A, 0f3C08839E, t8; selp.f32 t11, \
        0f3D2AAAA5, 0fBE2AAAA3, t8; selp.f32 t12, 0fBF000000, 0f00000000, t8; selp.f32 t13, \
        t6, t5, t8; selp.f32 t14, 0f3F800000, t5, t8; fma.rn.f32 t15, t9, t6, t10; \
        fma.rn.f32 t16, t15, t6, t11; fma.rn.f32 t17, t16, t6, t12; fma.rn.f32 t18, t17, \
        t13, t14; and.b32 t19, t2, 2; setp.eq.s32 t20, t19, 0; neg.f32 t21, t18; selp.f32 \
        t22, t18, t21, t20; cvt.rn.f16.f32 t23, t22; and.b16 t24, t23, 0x8000; abs.f16 t25, \
        t23; abs.f16 t26, a; mov.b16 t27, 0X32B3; mov.b16 t28, 0x0800; set.eq.f16.f16 t29, \
        t26, t27; fma.rn.f16 t30, t29, t28, t25; mov.b16 t31, 0X5CB0; mov.b16 t32, 0x9000; \
        set.eq.f16.f16 t33, t26, t31; fma.rn.f16 t34, t33, t32, t30; or.b16 d, t34, t24",
        "sin.approx.f32",
        "it is in f32 and less accurate",
    )
    .of(Approximated(Function::Sine)),
    program(
        "hcos",
        "cvt.f32.f16 t1, a; fma.rn.f32 t2, t1, 0f3F22F983, 0f4B400000; sub.rn.f32 t3, t2, \
        0f4B400000; fma.rn.f32 t4, t3, 0fBFC90FDA, t1; fma.rn.f32 t5, t3, 0fB3A22168, t4; \
        and.b32 t6, t2, 3; add.s32 t7, t6, 1; mul.f32 t8, t5, t5; and.b32 t9, t7, 1; \
        setp.eq.b32 t10, t9, 1; selp.f32 t11, 0f37CCF5CE, 0fB94CA1F9, t10; selp.f32 t12, \
        0fBAB6061A, 0f3C08839E, t10; selp.f32 t13, 0f3D2AAAA5, 0fBE2AAAA3, t10; selp.f32 \
        t14, 0fBF000000, 0f00000000, t10; selp.f32 t15, t8, t5, t10; selp.f32 t16, \
        0f3F800000, t5, t10; fma.rn.f32 t17, t11, t8, t12; fma.rn.f32 t18, t17, t8, t13; \
        fma.rn.f32 t19, t18, t8, t14; fma.rn.f32 t20, t19, t15, t16; and.b32 t21, t7, 2; \
        setp.eq.s32 t22, t21, 0; neg.f32 t23, t20; selp.f32 t24, t20, t23, t22; \
        cvt.rn.f16.f32 t25, t24; abs.f16 t26, a; mov.b16 t27, 0X2B7C; mov.b16 t28, 0x1000; \
        set.eq.f16.f16 t29, t26, t27; fma.rn.f16 d, t29, t28, t25",
        "cos.approx.f32",
        "it is in f32 and less accurate",
    )
    .of(Approximated(Function::Cosine)),
    program(
        "hsqrt",
        "cvt.f32.bf16 t1, a; sqrt.approx.f32 t2, t1; cvt.rn.bf16.f32 d, t2",
        "sqrt.approx.f32",
        "it is in f32",
    )
    .of(Approximated(Function::Root)),
    program(
        "hrsqrt",
        "cvt.f32.bf16 t1, a; rsqrt.approx.f32 t2, t1; cvt.rn.bf16.f32 d, t2",
        "rsqrt.approx.f32",
        "it is in f32",
    )
    .of(Approximated(Function::ReciprocalRoot)),
    program(
        "hrcp",
        "cvt.f32.bf16 t1, a; rcp.approx.f32 t2, t1; cvt.rn.bf16.f32 d, t2",
        "rcp.approx.f32",
        "it is in f32",
    )
    .of(Approximated(Function::Reciprocal)),
    program(
        "hexp2",
        "cvt.f32.bf16 t1, a; ex2.approx.f32 t2, t1; cvt.rn.bf16.f32 d, t2",
        "ex2.approx.ftz.bf16",
        "it is less accurate",
    )
    .of(Approximated(Function::Exp2)),
    program(
        "hexp",
        "cvt.f32.bf16 t1, a; mul.f32 t2, t1, 0f3FB8AA3C; ex2.approx.f32 t3, t2; \
        cvt.rn.bf16.f32 d, t3",
        "ex2.approx.ftz.bf16",
        "it is 2 to the power of the operand",
    )
    .of(Power(E)),
    program(
        "hexp10",
        "cvt.f32.bf16 t1, a; mul.f32 t2, t1, 0f40549A78; ex2.approx.f32 t3, t2; \
        cvt.rn.bf16.f32 t4, t3; setp.eq.s16 t5, a, -17259; selp.b16 d, 16245, t4, t5",
        "ex2.approx.ftz.bf16",
        "it is 2 to the power of the operand",
    )
    .of(Power(Ten)),
    program(
        "hlog2",
        "cvt.f32.bf16 t1, a; lg2.approx.f32 t2, t1; cvt.rn.bf16.f32 d, t2",
        "lg2.approx.f32",
        "it is in f32",
    )
    .of(Approximated(Function::Log2)),
    program(
        "hlog",
        "cvt.f32.bf16 t1, a; lg2.approx.f32 t2, t1; mul.f32 t3, t2, 0f3F317218; \
        cvt.rn.bf16.f32 d, t3",
        "lg2.approx.f32",
        "it is the logarithm to the base 2",
    )
    .of(Logarithm(E)),
    program(
        "hlog10",
        "cvt.f32.bf16 t1, a; lg2.approx.f32 t2, t1; mul.f32 t3, t2, 0f3E9A209B; \
        cvt.rn.bf16.f32 d, t3",
        "lg2.approx.f32",
        "it is the logarithm to the base 2",
    )
    .of(Logarithm(Ten)),
    program(
        "htanh",
        "cvt.f32.bf16 t1, a; tanh.approx.f32 t2, t1; cvt.rn.bf16.f32 d, t2",
        "tanh.approx.bf16",
        "it is less accurate",
    )
    .of(Approximated(Function::Tanh)),
    program(
        "__hadd_sat",
        "mov.b16 t1, 0x3f80; mov.b16 t2, 0; fma.rn.bf16 t3, a, t1, b; max.bf16 t4, t3, t2; \
        min.bf16 d, t4, t1",
        "add.rn.bf16",
        "it does not saturate",
    ),
    program(
        "__hsub_sat",
        "mov.b16 t1, 0x3f80; mov.b16 t2, 0; mov.b16 t3, 0xbf80; fma.rn.bf16 t4, b, t3, a; \
        max.bf16 t5, t4, t2; min.bf16 d, t5, t1",
        "sub.rn.bf16",
        "it does not saturate",
    ),
    program(
        "__hmul_sat",
        "mov.b16 t1, 0x3f80; mov.b16 t2, 0; mov.b16 t3, 0x8000; fma.rn.bf16 t4, a, b, t3; \
        max.bf16 t5, t4, t2; min.bf16 d, t5, t1",
        "mul.rn.bf16",
        "it does not saturate",
    ),
    program(
        "__hfma_sat",
        "mov.b16 t1, 0x3f80; mov.b16 t2, 0; fma.rn.bf16 t3, a, b, c; max.bf16 t4, t3, t2; \
        min.bf16 d, t4, t1",
        "fma.rn.bf16",
        "it does not saturate",
    ),
    program(
        "__hdiv",
        "cvt.f32.bf16 t1, a; cvt.f32.bf16 t2, b; abs.f32 t3, t2; setp.ltu.f32 t4, t3, \
        0f7E800000; setp.ge.f32 t5, t3, 0f7E800000; mul.f32 t6, t2, 0f3E800000; selp.f32 t7, \
        t6, t2, t5; div.approx.f32 t8, t1, t7; @!t4 fma.rn.f32 t8, t8, 0f3E800000, \
        0f80000000; cvt.rn.bf16.f32 d, t8",
        "div.approx.f32",
        "it is in f32",
    ),
];
