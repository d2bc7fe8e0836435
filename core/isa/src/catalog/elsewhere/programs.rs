//! Names of CUDA and C that `nvcc` 13.5 compiles to several statements: those that it emits, without
//! copies of registers and of constants, and with guards in place of branches.

use super::row::{Row, program};
use crate::arith::elementary::Base::{E, Ten};
use crate::arith::elementary::Composed::{Approximated, Logarithm, Power};
use crate::arith::elementary::Function;

/// Functions of f32 and f64.
pub(super) const ROWS: &[Row] = &[
    program(
        "__expf",
        "mul.f32 t1, a, 0f3FB8AA3B; ex2.approx.f32 d, t1",
        "ex2.approx.f32",
        "it is 2 to the power of the operand",
    )
    .of(Power(E)),
    program(
        "__exp10f",
        "mul.f32 t1, a, 0f40549A78; ex2.approx.f32 d, t1",
        "ex2.approx.f32",
        "it is 2 to the power of the operand",
    )
    .of(Power(Ten)),
    program(
        "__logf",
        "lg2.approx.f32 t1, a; mul.f32 d, t1, 0f3F317218",
        "lg2.approx.f32",
        "it is the logarithm to the base 2",
    )
    .of(Logarithm(E)),
    program(
        "__log10f",
        "lg2.approx.f32 t1, a; mul.f32 d, t1, 0f3E9A209B",
        "lg2.approx.f32",
        "it is the logarithm to the base 2",
    )
    .of(Logarithm(Ten)),
    program(
        "__tanf",
        "sin.approx.f32 t1, a; cos.approx.f32 t2, a; div.approx.f32 d, t1, t2",
        "sin.approx.f32",
        "a tangent is the quotient of sine and cosine",
    ),
    program(
        "__powf",
        "lg2.approx.f32 t1, a; mul.f32 t2, t1, b; ex2.approx.f32 d, t2",
        "ex2.approx.f32",
        "it is 2 to the power of the operand, and the base is a factor of that",
    ),
    program(
        "__frsqrt_rn",
        "abs.f32 t1, a; setp.lt.f32 t2, t1, 0f00800000; mul.f32 t3, a, 0f4B800000; selp.f32 \
        t4, t3, a, t2; add.s32 t5, t4, -8388608; setp.lt.u32 t6, t5, 2130706432; and.b32 t7, \
        t4, 16777215; or.b32 t8, t7, 1056964608; sub.s32 t9, t8, t4; add.s32 t10, t9, \
        201326592; selp.b32 t11, t10, t9, t2; rsqrt.approx.ftz.f32 t12, t8; mul.f32 t13, \
        t12, t12; neg.f32 t14, t13; fma.rn.f32 t15, t12, t12, t14; neg.f32 t16, t8; \
        fma.rn.f32 t17, t13, t16, 0f3F800000; fma.rn.f32 t18, t15, t16, t17; fma.rn.f32 t19, \
        0f3EC00000, t18, 0f3F000000; mul.f32 t20, t12, t18; fma.rn.f32 t21, t19, t20, t12; \
        shr.s32 t22, t11, 1; add.s32 d, t22, t21; @!t6 rsqrt.approx.ftz.f32 d, t4",
        "rsqrt.approx.f32",
        "it is not correctly rounded",
    ),
    program(
        "expf",
        "fma.rn.f32 t1, a, 0f3BBB989D, 0f3F000000; cvt.sat.f32.f32 t2, t1; fma.rm.f32 t3, t2, \
        0f437C0000, 0f4B400001; add.f32 t4, t3, 0fCB40007F; neg.f32 t5, t4; fma.rn.f32 t6, \
        a, 0f3FB8AA3B, t5; fma.rn.f32 t7, a, 0f32A57060, t6; shl.b32 t8, t3, 23; \
        ex2.approx.ftz.f32 t9, t7; mul.f32 d, t9, t8",
        "ex2.approx.f32",
        "it is 2 to the power of the operand",
    )
    .of(Power(E))
    .fast("mul.ftz.f32 t1, a, 0f3FB8AA3B; ex2.approx.ftz.f32 d, t1"),
    program(
        "exp10f",
        "fma.rn.f32 t1, a, 0f3C57FA62, 0f3F000000; cvt.sat.f32.f32 t2, t1; fma.rm.f32 t3, t2, \
        0f437C0000, 0f4B400001; add.f32 t4, t3, 0fCB40007F; neg.f32 t5, t4; fma.rn.f32 t6, \
        a, 0f40549A78, t5; fma.rn.f32 t7, a, 0f33979A37, t6; shl.b32 t8, t3, 23; \
        ex2.approx.ftz.f32 t9, t7; mul.f32 d, t9, t8",
        "ex2.approx.f32",
        "it is 2 to the power of the operand",
    )
    .of(Power(Ten))
    .fast("mul.ftz.f32 t1, a, 0f40549A78; ex2.approx.ftz.f32 d, t1"),
    program(
        "expm1f",
        "abs.f32 t1, a; setp.gt.f32 t2, t1, 0f42B17218; copysign.f32 t3, a, 0f42B17218; \
        selp.f32 t4, t3, a, t2; fma.rn.f32 t5, t4, 0f3FB8AA3B, 0f4B40007F; add.f32 t6, t5, \
        0fCB40007F; neg.f32 t7, t6; fma.rn.f32 t8, t7, 0f3F317217, t4; fma.rn.f32 t9, t7, \
        0f3377D1CF, t8; shl.b32 t10, t5, 23; setp.ge.f32 t11, t6, 0f41C80000; add.s32 t12, \
        t10, -8388608; selp.b32 t13, t12, t10, t11; setp.eq.f32 t14, t6, 0fC3000000; \
        selp.f32 t15, 0f00000000, t13, t14; fma.rn.f32 t16, 0f3AB5B2C6, t9, 0f3C091356; \
        fma.rn.f32 t17, t16, t9, 0f3D2AA9AF; fma.rn.f32 t18, t17, t9, 0f3E2AAA59; fma.rn.f32 \
        t19, t18, t9, 0f3F000003; fma.rn.f32 t20, t19, t9, 0f00000000; fma.rn.f32 t21, t20, \
        t9, t9; sub.f32 t22, 0f3F800000, t15; neg.f32 t23, t22; fma.rn.f32 t24, t21, t15, \
        t23; add.f32 t25, t24, t24; selp.f32 d, t25, t24, t11",
        "ex2.approx.f32",
        "it is 2 to the power of the operand",
    ),
    program(
        "logf",
        "mul.f32 t1, a, 0f4B000000; setp.lt.f32 t2, a, 0f00800000; selp.f32 t3, t1, a, t2; \
        selp.f32 t4, 0fC1B80000, 0f00000000, t2; add.s32 t5, t3, -1059760811; and.b32 t6, \
        t5, -8388608; sub.s32 t7, t3, t6; cvt.rn.f32.s32 t8, t6; fma.rn.f32 t9, t8, \
        0f34000000, t4; add.f32 t10, t7, 0fBF800000; fma.rn.f32 t11, 0fBE055027, t10, \
        0f3E1039F6; fma.rn.f32 t12, t11, t10, 0fBDF8CDCC; fma.rn.f32 t13, t12, t10, \
        0f3E0F2955; fma.rn.f32 t14, t13, t10, 0fBE2AD8B9; fma.rn.f32 t15, t14, t10, \
        0f3E4CED0B; fma.rn.f32 t16, t15, t10, 0fBE7FFF22; fma.rn.f32 t17, t16, t10, \
        0f3EAAAA78; fma.rn.f32 t18, t17, t10, 0fBF000000; mul.f32 t19, t10, t18; fma.rn.f32 \
        t20, t19, t10, t10; fma.rn.f32 t21, t9, 0f3F317218, t20; setp.lt.u32 t22, t3, \
        2139095040; @!t22 fma.rn.f32 t21, t3, 0f7F800000, 0f7F800000; setp.eq.f32 t23, t3, \
        0f00000000; selp.f32 d, 0fFF800000, t21, t23",
        "lg2.approx.f32",
        "it is the logarithm to the base 2",
    )
    .of(Logarithm(E))
    .fast("lg2.approx.ftz.f32 t1, a; mul.ftz.f32 d, t1, 0f3F317218"),
    program(
        "log2f",
        "mul.f32 t1, a, 0f4B000000; setp.lt.f32 t2, a, 0f00800000; selp.f32 t3, t1, a, t2; \
        selp.f32 t4, 0fC1B80000, 0f00000000, t2; add.s32 t5, t3, -1060439283; and.b32 t6, \
        t5, -8388608; sub.s32 t7, t3, t6; cvt.rn.f32.s32 t8, t6; fma.rn.f32 t9, t8, \
        0f34000000, t4; add.f32 t10, t7, 0fBF800000; fma.rn.f32 t11, 0f3DC6B27F, t10, \
        0fBE2C7F30; fma.rn.f32 t12, t11, t10, 0f3E2FCF2A; fma.rn.f32 t13, t12, t10, \
        0fBE374E43; fma.rn.f32 t14, t13, t10, 0f3E520BF4; fma.rn.f32 t15, t14, t10, \
        0fBE763C8B; fma.rn.f32 t16, t15, t10, 0f3E93BF99; fma.rn.f32 t17, t16, t10, \
        0fBEB8AA49; fma.rn.f32 t18, t17, t10, 0f3EF6384A; fma.rn.f32 t19, t18, t10, \
        0fBF38AA3B; mul.f32 t20, t10, t19; mul.f32 t21, t10, t20; fma.rn.f32 t22, t10, \
        0f3FB8AA3B, t21; add.f32 t23, t9, t22; setp.lt.u32 t24, t3, 2139095040; @!t24 \
        fma.rn.f32 t23, t3, 0f7F800000, 0f7F800000; setp.eq.f32 t25, t3, 0f00000000; \
        selp.f32 d, 0fFF800000, t23, t25",
        "lg2.approx.f32",
        "it is less accurate near 1",
    )
    .of(Approximated(Function::Log2))
    .fast("lg2.approx.ftz.f32 d, a"),
    program(
        "log10f",
        "mul.f32 t1, a, 0f4B000000; setp.lt.f32 t2, a, 0f00800000; selp.f32 t3, t1, a, t2; \
        selp.f32 t4, 0fC1B80000, 0f00000000, t2; add.s32 t5, t3, -1059760811; and.b32 t6, \
        t5, -8388608; sub.s32 t7, t3, t6; cvt.rn.f32.s32 t8, t6; fma.rn.f32 t9, t8, \
        0f34000000, t4; add.f32 t10, t7, 0fBF800000; fma.rn.f32 t11, 0fBE055027, t10, \
        0f3E1039F6; fma.rn.f32 t12, t11, t10, 0fBDF8CDCC; fma.rn.f32 t13, t12, t10, \
        0f3E0F2955; fma.rn.f32 t14, t13, t10, 0fBE2AD8B9; fma.rn.f32 t15, t14, t10, \
        0f3E4CED0B; fma.rn.f32 t16, t15, t10, 0fBE7FFF22; fma.rn.f32 t17, t16, t10, \
        0f3EAAAA78; fma.rn.f32 t18, t17, t10, 0fBF000000; mul.f32 t19, t10, t18; fma.rn.f32 \
        t20, t19, t10, t10; fma.rn.f32 t21, t9, 0f3F317218, t20; setp.lt.u32 t22, t3, \
        2139095040; @!t22 fma.rn.f32 t21, t3, 0f7F800000, 0f7F800000; mul.f32 t23, t21, \
        0f3EDE5BD9; setp.eq.f32 t24, t3, 0f00000000; selp.f32 d, 0fFF800000, t23, t24",
        "lg2.approx.f32",
        "it is the logarithm to the base 2",
    )
    .of(Logarithm(Ten))
    .fast("lg2.approx.ftz.f32 t1, a; mul.ftz.f32 d, t1, 0f3E9A209B"),
    program(
        "tanhf",
        "abs.f32 t1, a; mul.f32 t2, t1, 0f4038AA3B; ex2.approx.ftz.f32 t3, t2; add.f32 t4, \
        t3, 0f3F800000; rcp.approx.ftz.f32 t5, t4; fma.rn.f32 t6, t5, 0fC0000000, \
        0f3F800000; setp.ge.f32 t7, t1, 0f41102CB4; selp.f32 t8, 0f3F800000, t6, t7; \
        copysign.f32 t9, a, t8; mul.f32 t10, a, a; fma.rn.f32 t11, 0f3C80F082, t10, \
        0fBD563CAE; fma.rn.f32 t12, t11, t10, 0f3E085941; fma.rn.f32 t13, t12, t10, \
        0fBEAAA9ED; fma.rn.f32 t14, t13, t10, 0f00000000; fma.rn.f32 t15, t14, a, a; \
        setp.ge.f32 t16, t1, 0f3F19999A; selp.f32 d, t9, t15, t16",
        "tanh.approx.f32",
        "it is less accurate",
    )
    .of(Approximated(Function::Tanh))
    .fast("tanh.approx.f32 d, a"),
    program(
        "sinhf",
        "abs.f32 t1, a; mul.rn.f32 t2, t1, 0f3FB8AA3B; cvt.rzi.f32.f32 t3, t2; abs.f32 t4, \
        t3; setp.gt.f32 t5, t4, 0f42FC0000; copysign.f32 t6, t3, 0f42FC0000; selp.f32 t7, \
        t6, t3, t5; fma.rn.f32 t8, t7, 0fBF317218, t1; fma.rn.f32 t9, t7, 0f3102E308, t8; \
        mul.f32 t10, t9, 0f3FB8AA3B; add.f32 t11, t7, 0f4B40007D; shl.b32 t12, t11, 23; \
        ex2.approx.ftz.f32 t13, t10; mul.f32 t14, t13, t12; div.approx.ftz.f32 t15, \
        0fBE000000, t14; fma.rn.f32 t16, 0f40000000, t14, t15; mul.f32 t17, a, a; fma.rn.f32 \
        t18, 0f363D0ADA, t17, 0f394FFF49; fma.rn.f32 t19, t18, t17, 0f3C08889A; fma.rn.f32 \
        t20, t19, t17, 0f3E2AAAAB; mul.f32 t21, t17, t20; fma.rn.f32 t22, t21, a, a; \
        setp.ge.f32 t23, t1, 0f3F800000; copysign.f32 t24, a, t16; selp.f32 d, t24, t22, t23",
        "ex2.approx.f32",
        "it is 2 to the power of the operand",
    ),
    program(
        "coshf",
        "abs.f32 t1, a; mul.rn.f32 t2, t1, 0f3FB8AA3B; cvt.rzi.f32.f32 t3, t2; abs.f32 t4, \
        t3; setp.gt.f32 t5, t4, 0f42FC0000; copysign.f32 t6, t3, 0f42FC0000; selp.f32 t7, \
        t6, t3, t5; fma.rn.f32 t8, t7, 0fBF317218, t1; fma.rn.f32 t9, t7, 0f3102E308, t8; \
        mul.f32 t10, t9, 0f3FB8AA3B; add.f32 t11, t7, 0f4B40007D; shl.b32 t12, t11, 23; \
        ex2.approx.ftz.f32 t13, t10; mul.f32 t14, t13, t12; div.approx.ftz.f32 t15, \
        0f3E000000, t14; fma.rn.f32 d, 0f40000000, t14, t15",
        "ex2.approx.f32",
        "it is 2 to the power of the operand",
    ),
    program(
        "asinf",
        "abs.f32 t1, a; neg.f32 t2, t1; fma.rn.f32 t3, 0f3F000000, t2, 0f3F000000; \
        rsqrt.approx.ftz.f32 t4, t3; mul.f32 t5, t3, t4; mul.f32 t6, t4, 0f3F000000; neg.f32 \
        t7, t5; fma.rn.f32 t8, t7, t6, 0f3F000000; fma.rn.f32 t9, t5, t8, t5; setp.eq.f32 \
        t10, t1, 0f3F800000; selp.f32 t11, 0f00000000, t9, t10; setp.gt.f32 t12, t1, \
        0f3F0F5C29; selp.f32 t13, t11, t1, t12; mul.f32 t14, t13, t13; fma.rn.f32 t15, \
        0f3D4DD2F7, t14, 0f3C99CA97; fma.rn.f32 t16, t15, t14, 0f3D3F90E8; fma.rn.f32 t17, \
        t16, t14, 0f3D993CCF; fma.rn.f32 t18, t17, t14, 0f3E2AAC04; mul.f32 t19, t14, t18; \
        fma.rn.f32 t20, t19, t13, t13; mul.f32 t21, t20, 0fC0000000; fma.rn.f32 t22, \
        0f3F6EE581, 0f3FD774EB, t21; selp.f32 t23, t22, t20, t12; setp.le.f32 t24, t23, \
        0f7F800000; copysign.f32 t25, a, t23; selp.f32 d, t25, t23, t24",
        "sin.approx.f32",
        "it is the inverse function",
    ),
    program(
        "acosf",
        "abs.f32 t1, a; neg.f32 t2, t1; fma.rn.f32 t3, 0f3F000000, t2, 0f3F000000; \
        rsqrt.approx.ftz.f32 t4, t3; mul.f32 t5, t3, t4; mul.f32 t6, t4, 0f3F000000; neg.f32 \
        t7, t5; fma.rn.f32 t8, t7, t6, 0f3F000000; fma.rn.f32 t9, t5, t8, t5; setp.eq.f32 \
        t10, t1, 0f3F800000; selp.f32 t11, 0f00000000, t9, t10; setp.gt.f32 t12, t1, \
        0f3F0F5C29; selp.f32 t13, t11, t1, t12; copysign.f32 t14, a, t13; mul.f32 t15, t14, \
        t14; fma.rn.f32 t16, 0f3D10ECEF, t15, 0f3C8B1ABB; fma.rn.f32 t17, t16, t15, \
        0f3CFC028C; fma.rn.f32 t18, t17, t15, 0f3D372139; fma.rn.f32 t19, t18, t15, \
        0f3D9993DB; fma.rn.f32 t20, t19, t15, 0f3E2AAAC6; mul.f32 t21, t15, t20; fma.rn.f32 \
        t22, t21, t14, t14; neg.f32 t23, t22; selp.f32 t24, t22, t23, t12; fma.rn.f32 t25, \
        0f3F6EE581, 0f3FD774EB, t24; setp.gt.f32 t26, a, 0f3F0F5C29; selp.f32 t27, t22, t25, \
        t26; add.f32 t28, t27, t27; selp.f32 d, t28, t27, t12",
        "cos.approx.f32",
        "it is the inverse function",
    ),
    program(
        "atanf",
        "abs.f32 t1, a; setp.leu.f32 t2, t1, 0f3F800000; setp.gt.f32 t3, t1, 0f3F800000; \
        rcp.approx.ftz.f32 t4, t1; selp.f32 t5, t4, t1, t3; mul.f32 t6, t5, t5; fma.rn.f32 \
        t7, 0f3B2090AA, t6, 0fBC6BE14F; fma.rn.f32 t8, t7, t6, 0f3D23397E; fma.rn.f32 t9, \
        t8, t6, 0fBD948A7A; fma.rn.f32 t10, t9, t6, 0f3DD76B21; fma.rn.f32 t11, t10, t6, \
        0fBE111E88; fma.rn.f32 t12, t11, t6, 0f3E4CAF60; fma.rn.f32 t13, t12, t6, \
        0fBEAAAA27; mul.f32 t14, t6, t13; fma.rn.f32 t15, t14, t5, t5; neg.f32 t16, t15; \
        @!t2 fma.rn.f32 t15, 0f3F6EE581, 0f3FD774EB, t16; copysign.f32 t17, a, t15; \
        setp.le.f32 t18, t1, 0f7F800000; selp.f32 d, t17, t15, t18",
        "sin.approx.f32",
        "PTX has no tangent, of which this is the inverse",
    ),
    program(
        "erff",
        "abs.f32 t1, a; setp.ltu.f32 t2, t1, 0f3F807B28; setp.ge.f32 t3, t1, 0f3F807B28; \
        mul.f32 t4, a, a; selp.f32 t5, t1, t4, t3; selp.f32 t6, 0f388E49B7, 0f388D8E09, t3; \
        selp.f32 t7, 0fBA73C723, 0fBA487A7D, t3; fma.rn.f32 t8, t6, t5, t7; selp.f32 t9, \
        0f3BE3E044, 0f3BA886C1, t3; fma.rn.f32 t10, t8, t5, t9; selp.f32 t11, 0fBD19B6F7, \
        0fBCDBC4CF, t3; fma.rn.f32 t12, t10, t5, t11; selp.f32 t13, 0f3E2072AB, 0f3DE712BB, \
        t3; fma.rn.f32 t14, t12, t5, t13; selp.f32 t15, 0f3F6A18F3, 0fBEC09388, t3; \
        fma.rn.f32 t16, t14, t5, t15; selp.f32 t17, 0f3F20F3EB, 0f3E0375D4, t3; fma.rn.f32 \
        t18, t16, t5, t17; fma.rn.f32 d, t18, a, a; abs.f32 t20, d; neg.f32 t21, t20; \
        ex2.approx.ftz.f32 t22, t21; sub.f32 t23, 0f3F800000, t22; @!t2 copysign.f32 d, a, \
        t23",
        "ex2.approx.f32",
        "it is 2 to the power of the operand",
    ),
    program(
        "cbrtf",
        "abs.f32 t1, a; lg2.approx.f32 t2, t1; mul.f32 t3, t2, 0fBF2AAAAB; ex2.approx.ftz.f32 \
        t4, t3; mul.f32 t5, t1, t4; mul.f32 t6, t4, t5; neg.f32 t7, t6; fma.rn.f32 t8, t5, \
        t7, 0f3F800000; mul.f32 t9, t8, 0f3EAAAAAB; fma.rn.f32 t10, t5, t9, t5; setp.lt.f32 \
        t11, a, 0f00000000; neg.f32 t12, t10; selp.f32 t13, t12, t10, t11; add.f32 t14, a, \
        a; setp.eq.f32 t15, t14, a; selp.f32 d, t14, t13, t15",
        "lg2.approx.f32",
        "a root is a power of a fraction",
    ),
    program(
        "hypotf",
        "abs.f32 t1, a; abs.f32 t2, b; min.s32 t3, t2, t1; max.s32 t4, t2, t1; and.b32 t5, \
        t4, -33554432; sub.s32 t6, 2122317824, t5; mul.f32 t7, t3, t6; mul.f32 t8, t4, t6; \
        mul.f32 t9, t7, t7; fma.rn.f32 t10, t8, t8, t9; sqrt.rn.f32 t11, t10; or.b32 t12, \
        t5, 8388608; mul.f32 t13, t11, t12; setp.eq.f32 t14, t3, 0f00000000; selp.f32 t15, \
        t4, t13, t14; setp.eq.f32 t16, t3, 0f7F800000; selp.f32 d, 0f7F800000, t15, t16",
        "sqrt.rn.f32",
        "it is the root of one number",
    ),
    program(
        "fdimf",
        "sub.rn.f32 t1, a, b; setp.le.f32 t2, a, b; selp.f32 d, 0f00000000, t1, t2",
        "sub.rn.f32",
        "it may be negative",
    ),
    program(
        "roundf",
        "copysign.f32 t1, a, 0f3F000000; add.rz.f32 t2, a, t1; cvt.rzi.f32.f32 d, t2",
        "cvt.rni.f32.f32",
        "it rounds ties to even",
    ),
    program(
        "lroundf llroundf",
        "copysign.f32 t1, a, 0f3F000000; add.rz.f32 t2, a, t1; cvt.rzi.f32.f32 t3, t2; \
        cvt.rzi.s64.f32 d, t3",
        "cvt.rni.s64.f32",
        "it rounds ties to even",
    ),
    program(
        "round",
        "copysign.f64 t1, a, 0d3FE0000000000000; add.rz.f64 t2, a, t1; cvt.rzi.f64.f64 d, t2",
        "cvt.rni.f64.f64",
        "it rounds ties to even",
    ),
    program(
        "fdim",
        "sub.rn.f64 t1, a, b; setp.le.f64 t2, a, b; selp.f64 d, 0d0000000000000000, t1, t2",
        "sub.rn.f64",
        "it may be negative",
    ),
];
