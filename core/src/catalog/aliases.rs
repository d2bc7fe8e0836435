//! Names from other languages for entries of the catalog, as data.
//!
//! A name is looked up without the path before it (`torch.`, `ml_dtypes.`) and in any letter case.

use alloc::vec::Vec;

use super::form::Form;
use super::modifier::Modifier;
use super::types::Type;
use crate::format::{Format, table};
use crate::order::push_new;

/// Names for one thing.
#[derive(Debug)]
pub struct Alias {
    /// The names, separated by spaces; an underscore may stand for one within a name.
    names: &'static str,
    /// The meaning: the spelling of a format, of a modifier, or of the beginning of an instruction.
    pub means: &'static str,
    /// The difference between the meaning here and elsewhere; mostly empty.
    pub note: &'static str,
}

impl Alias {
    /// The names.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.names.split(' ')
    }
}

const fn alias(means: &'static str, names: &'static str) -> Alias {
    Alias { names, means, note: "" }
}

const fn noted(means: &'static str, names: &'static str, note: &'static str) -> Alias {
    Alias { names, means, note }
}

/// Names of formats; of several formats with one name the first is the usual one.
pub const FORMATS: &[Alias] = &[
    alias("f16", "half fp16 float16 __half half_t binary16"),
    alias("bf16", "bfloat16 bfloat __nv_bfloat16 bfloat16_t"),
    alias("tf32", "TensorFloat-32 tensorfloat32 tfloat32"),
    alias("f32", "single float fp32 float32 binary32"),
    alias("f64", "double fp64 float64 binary64"),
    alias("e4m3", "fp8 float8_e4m3fn f8 float8 float8_e4m3 fp8_e4m3 __nv_fp8_e4m3 e4m3fn"),
    alias("e5m2", "fp8 float8_e5m2 fp8_e5m2 __nv_fp8_e5m2"),
    alias("e2m3", "fp6 float6_e2m3fn f6 fp6_e2m3 __nv_fp6_e2m3"),
    alias("e3m2", "fp6 float6_e3m2fn fp6_e3m2 __nv_fp6_e3m2"),
    alias("e2m1", "fp4 float4_e2m1fn f4 fp4_e2m1 __nv_fp4_e2m1 mxfp4 nvfp4"),
    alias("ue8m0", "e8m0 float8_e8m0fnu __nv_fp8_e8m0"),
    alias("s8", "int8 int8_t char"),
    alias("s16", "int16 int16_t short"),
    alias("s32", "int int32 int32_t integer"),
    alias("s64", "int64 int64_t long"),
    alias("u8", "uint8 uint8_t byte"),
    alias("u16", "uint16 uint16_t"),
    alias("u32", "uint uint32 uint32_t unsigned"),
    alias("u64", "uint64 uint64_t"),
];

/// Names of types that are no format: two numbers in a register.
const TYPES: &[Alias] = &[
    alias("f16x2", "half2 __half2"),
    alias("bf16x2", "bfloat162 __nv_bfloat162"),
    alias("f32x2", "float2"),
];

const BASE_2: &str = "it is 2 to the power of the operand; eˣ is 2 to the power x × 1.442695";
const LOG_2: &str = "it is the logarithm to the base 2; ln x is 0.6931472 × that";

/// Names of opcodes, with the modifiers and types that a name implies.
pub const OPCODES: &[Alias] = &[
    alias("add", "plus sum addition fadd hadd"),
    alias("add.f16", "__hadd"),
    alias("add.f16x2", "__hadd2"),
    alias("add.f32", "__fadd"),
    alias("add.f64", "__dadd"),
    alias("sub", "minus subtract difference fsub hsub"),
    alias("sub.f16", "__hsub"),
    alias("sub.f16x2", "__hsub2"),
    alias("sub.f32", "__fsub"),
    alias("sub.f64", "__dsub"),
    alias("mul", "times multiply product fmul hmul"),
    alias("mul.f16", "__hmul"),
    alias("mul.f16x2", "__hmul2"),
    alias("mul.f32", "__fmul"),
    alias("mul.f64", "__dmul"),
    alias("fma.rn", "ffma hfma dfma mac"),
    alias("fma.rn.f32", "fmaf"),
    alias("fma.f32", "__fmaf"),
    alias("fma.f64", "__fma"),
    alias("fma.rn.f16", "__hfma"),
    alias("fma.rn.f16x2", "__hfma2"),
    alias("fma.rn.relu.f16", "__hfma_relu"),
    alias("fma.rn.relu.f16x2", "__hfma2_relu"),
    alias("div", "divide quotient"),
    alias("div.f32", "__fdiv"),
    alias("div.f64", "__ddiv"),
    alias("div.approx.f32", "__fdividef fdividef"),
    alias("min", "minimum fmin least"),
    alias("min.f32", "fminf"),
    alias("min.f16", "__hmin"),
    alias("min.NaN.f16", "__hmin_nan"),
    alias("max", "maximum fmax greatest"),
    alias("max.f32", "fmaxf"),
    alias("max.f16", "__hmax"),
    alias("max.NaN.f16", "__hmax_nan"),
    alias("rcp", "reciprocal inverse"),
    alias("rcp.f32", "__frcp"),
    alias("rcp.f64", "__drcp"),
    alias("sqrt", "root"),
    alias("sqrt.rn.f32", "sqrtf"),
    alias("sqrt.f32", "__fsqrt"),
    alias("sqrt.f64", "__dsqrt"),
    alias("rsqrt.approx.f32", "rsqrtf __frsqrt"),
    alias("ex2.approx", "exp2 pow2"),
    alias("ex2.approx.f32", "exp2f"),
    alias("ex2.approx.f16", "hexp2"),
    alias("ex2.approx.f16x2", "h2exp2"),
    noted("ex2.approx", "exp exponential", BASE_2),
    noted("ex2.approx.f32", "expf __expf", BASE_2),
    noted("ex2.approx.f16", "hexp", BASE_2),
    noted("ex2.approx.f16x2", "h2exp", BASE_2),
    alias("lg2.approx", "log2"),
    alias("lg2.approx.f32", "log2f __log2f"),
    noted("lg2.approx", "log ln logarithm", LOG_2),
    noted("lg2.approx.f32", "logf __logf", LOG_2),
    alias("sin.approx", "sine"),
    alias("sin.approx.f32", "sinf __sinf"),
    alias("cos.approx", "cosine"),
    alias("cos.approx.f32", "cosf __cosf"),
    alias("tanh.approx.f32", "tanhf"),
    alias("tanh.approx.f16", "htanh"),
    alias("abs", "fabs magnitude absolute"),
    alias("abs.f32", "fabsf"),
    alias("neg", "negate negative"),
    alias("copysign.f32", "copysignf"),
    alias("testp.notanumber", "isnan"),
    alias("testp.infinite", "isinf"),
    alias("testp.finite", "isfinite"),
    alias("testp.normal", "isnormal"),
    alias("testp.subnormal", "issubnormal"),
    alias("cvt", "convert cast quantize"),
    alias("cvt.rn.f16.f32", "__float2half"),
    alias("cvt.rn.bf16.f32", "__float2bfloat16"),
    alias("cvt.f32.f16", "__half2float"),
    alias("cvt.f32.bf16", "__bfloat162float"),
    alias("cvt.rni.s32.f32", "__float2int_rn"),
    alias("cvt.rzi.s32.f32", "__float2int_rz"),
    alias("cvt.rmi.s32.f32", "__float2int_rd"),
    alias("cvt.rpi.s32.f32", "__float2int_ru"),
    alias("cvt.sat.f32.f32", "__saturatef saturatef"),
    alias("cvt.sat", "saturate clamp"),
    alias("cvt.rni", "rint round nearbyint"),
    alias("cvt.rzi", "trunc truncate"),
    alias("cvt.rmi", "floor"),
    alias("cvt.rpi", "ceil"),
];

/// Names of modifiers that are no types; several words are joined by underscores.
pub const MODIFIERS: &[Alias] = &[
    alias(".rn", "rne rtne nearest to_nearest ties_to_even nearest_even"),
    alias(".rz", "rtz toward_zero towards_zero truncated"),
    alias(".rm", "rd rtn rdn down round_down rounded_down rounding_down"),
    alias(".rp", "ru rtp rup up round_up rounded_up rounding_up"),
    alias(".ftz", "daz flush flushed"),
    alias(".sat", "saturate saturated clamp clamped"),
    alias(".NaN", "propagate_nan"),
    alias(".relu", "rectified"),
];

/// Opcodes of PTX that are not evaluated, separated by spaces.
const BEYOND: &str = "activemask alloca applypriority atom bar barrier bra brkpt brx call clusterlaunchcontrol cp \
    createpolicy cvta discard elect exit fence fns getctarank griddepcontrol isspacep istypep ld \
    ldmatrix ldu mad24 mapa match mbarrier membar mma movmatrix mul24 multimem nanosleep pmevent \
    prefetch prefetchu red redux rem ret setmaxnreg shfl st stackrestore stacksave stmatrix suld \
    suq sured sust tcgen05 tensormap tex tld4 trap txq vabsdiff vabsdiff2 vabsdiff4 vadd vadd2 \
    vadd4 vavrg2 vavrg4 vmad vmax vmax2 vmax4 vmin vmin2 vmin4 vote vset vset2 vset4 vshl vshr \
    vsub vsub2 vsub4 wgmma wmma";

/// Whether PTX has an opcode that is not evaluated.
pub fn is_beyond(opcode: &str) -> bool {
    BEYOND.split(' ').any(|each| each == opcode)
}

/// Opcodes that compute with integers, bits and predicates, which only programs evaluate, separated
/// by spaces. The table of them is above the catalog ([`crate::companion`]).
const COMPANIONS: &str = "addc and bfe bfi bfind bmsk brev clz cnot dp2a dp4a lop3 madc mov not or popc prmt sad selp \
    set setp shf shl shr slct subc szext xor";

/// Whether only programs evaluate an opcode.
pub(crate) fn is_companion(opcode: &str) -> bool {
    COMPANIONS.split(' ').any(|each| each == opcode)
}

/// Opcodes of the catalog that programs evaluate with integers too, separated by spaces.
const WITH_INTEGERS: &str = "abs add mad max min mul neg sub";

/// Whether programs evaluate an opcode of the catalog with integers.
pub(crate) fn has_integers(opcode: &str) -> bool {
    WITH_INTEGERS.split(' ').any(|each| each == opcode)
}

/// The first entry after some that has a name, and the number of entries before it.
fn named(list: &'static [Alias], skipped: usize, name: &str) -> Option<(usize, &'static Alias)> {
    let name = name.rsplit(['.', ':']).next().unwrap_or(name);
    let is_it = |each: &Alias| each.names().any(|known| known.eq_ignore_ascii_case(name));
    let mut all = list.iter().enumerate().skip(skipped);
    all.find(|(_, each)| !name.is_empty() && is_it(each))
}

/// The formats of a name from elsewhere, the usual one first: `fp8`, `torch.bfloat16`.
pub fn formats_named(name: &str) -> Vec<Format> {
    let (mut formats, mut skipped) = (Vec::new(), 0);
    while let Some((place, alias)) = named(FORMATS, skipped, name) {
        formats.extend(table::by_name(alias.means));
        skipped = place + 1;
    }
    formats
}

/// The type of a name: that of its own spelling or from elsewhere, with the fewest lanes.
pub(crate) fn type_named(name: &str) -> Option<Type> {
    let of_format = |format: Format| type_where(&|kind| kind.format() == format);
    let spelled = |name: &str| {
        type_where(&|kind| kind.spelling().get(1..).is_some_and(|it| it.eq_ignore_ascii_case(name)))
    };
    let own = spelled(name)
        .or_else(|| type_where(&|kind| kind.format().name().eq_ignore_ascii_case(name)));
    let packed = || spelled(named(TYPES, 0, name)?.1.means);
    own.or_else(|| of_format(*formats_named(name).first()?)).or_else(packed)
}

/// The first type that will do.
fn type_where(will_do: &dyn Fn(Type) -> bool) -> Option<Type> {
    Type::SPELLED.into_iter().find(|kind| will_do(*kind))
}

/// The modifier, other than a type, that a name from elsewhere means.
pub(crate) fn modifier_named(name: &str) -> Option<Modifier> {
    Modifier::parse(named(MODIFIERS, 0, name)?.1.means)
}

/// Returns the opcode that a name from elsewhere means, with the modifiers of its ending: `_rn`,
/// `_rz`, `_rd` and `_ru`.
pub(crate) fn opcode_named(name: &str) -> Option<(&'static Alias, Option<Modifier>)> {
    const ENDINGS: [(&str, Modifier); 4] = [
        ("_rn", Modifier::Rn),
        ("_rz", Modifier::Rz),
        ("_rd", Modifier::Rm),
        ("_ru", Modifier::Rp),
    ];
    if let Some((_, alias)) = named(OPCODES, 0, name) {
        return Some((alias, None));
    }
    let (stem, ending) = name.split_at_checked(name.len().checked_sub(3)?)?;
    let found = ENDINGS.iter().find(|(known, _)| known.eq_ignore_ascii_case(ending))?;
    Some((named(OPCODES, 0, stem)?.1, Some(found.1)))
}

/// Names from elsewhere for an opcode.
pub(crate) fn names_of_opcode(opcode: &str) -> impl Iterator<Item = &'static str> + '_ {
    let is_it = move |alias: &&Alias| alias.means.split('.').next() == Some(opcode);
    OPCODES.iter().filter(is_it).flat_map(Alias::names)
}

/// Names from elsewhere for the operation of a row, and for its formats.
pub fn names_of_form(form: &Form) -> Vec<&'static str> {
    let has =
        |part: &str| form.choices().any(|choice| choice.modifier.spelling().get(1..) == Some(part));
    let mut names: Vec<&str> = Vec::new();
    for alias in OPCODES {
        let mut parts = alias.means.split('.');
        if parts.next() == Some(form.opcode) && parts.all(has) {
            names.extend(alias.names());
        }
    }
    for choice in form.choices() {
        if let Modifier::Type(kind) = choice.modifier
            && !kind.is_integer()
        {
            names_of_format(kind.format()).for_each(|name| push_new(&mut names, name));
        }
    }
    names
}

/// Names from elsewhere for a modifier, or for the format of a type.
pub(crate) fn names_of_modifier(modifier: Modifier) -> impl Iterator<Item = &'static str> {
    let spelling = modifier.spelling();
    let format =
        if let Modifier::Type(kind) = modifier { Some(kind.format().name()) } else { None };
    let settings = MODIFIERS.iter().filter(move |alias| alias.means == spelling);
    let formats = FORMATS.iter().filter(move |alias| Some(alias.means) == format);
    settings.chain(formats).flat_map(Alias::names)
}

/// Names from elsewhere for a format.
pub fn names_of_format(format: Format) -> impl Iterator<Item = &'static str> {
    FORMATS.iter().filter(move |alias| alias.means == format.name()).flat_map(Alias::names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{forms_of, opcodes};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn every_alias_means_something_of_the_catalog() {
        for alias in FORMATS {
            assert!(table::by_name(alias.means).is_some(), "{alias:?}");
        }
        for alias in TYPES {
            assert!(alias.names().all(|name| type_named(name).is_some()), "{alias:?}");
        }
        for alias in OPCODES {
            let mut parts = alias.means.split('.');
            let opcode = parts.next().unwrap();
            assert!(forms_of(opcode).next().is_some(), "{alias:?}");
            for part in parts {
                assert!(Modifier::parse(&[".", part].concat()).is_some(), "{alias:?}");
            }
            // An opcode is never another one's alias.
            assert!(alias.names().all(|name| opcodes().all(|each| each != name)), "{alias:?}");
        }
        for alias in MODIFIERS {
            assert!(alias.names().all(|name| modifier_named(name).is_some()), "{alias:?}");
        }
        assert!(opcodes().all(|opcode| !is_beyond(opcode) && !is_companion(opcode)));
        assert!(BEYOND.split(' ').all(|opcode| !is_companion(opcode)));
        assert!(BEYOND.split(' ').is_sorted() && COMPANIONS.split(' ').is_sorted());
    }

    #[test]
    fn names_are_found_without_their_path_and_in_any_case() {
        let format = |name| formats_named(name).first().map(|format| format.name());
        assert_eq!(format("torch.float8_e4m3fn"), Some("e4m3"));
        assert_eq!(format("ml_dtypes.float8_e5m2"), Some("e5m2"));
        assert_eq!(format("BFloat16"), Some("bf16"));
        assert_eq!(format("__half"), Some("f16"));
        assert_eq!(format("np."), None);
        assert_eq!(formats_named("fp8").len(), 2);
        assert_eq!(type_named("fp8"), Some(Type::E4m3x2));
        assert_eq!(type_named("e4m3"), Some(Type::E4m3x2));
        assert_eq!(type_named("f16x2"), Some(Type::F16x2));
        assert_eq!(type_named("half2"), Some(Type::F16x2));
        let head = |name| opcode_named(name).map(|(alias, modifier)| (alias.means, modifier));
        assert_eq!(head("exp"), Some(("ex2.approx", None)));
        assert_eq!(head("__fadd_ru"), Some(("add.f32", Some(Modifier::Rp))));
        assert_eq!(head("frob_ru"), None);
    }
}
