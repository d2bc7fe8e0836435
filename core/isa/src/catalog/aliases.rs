//! Names from other languages for formats, types and modifiers, as data; those of functions are in
//! [`elsewhere`].
//!
//! A name is looked up without the path before it (`torch.`, `ml_dtypes.`) and in any letter case.

use alloc::vec::Vec;

use super::elsewhere;
use super::form::Form;
use super::modifier::Modifier;
use super::types::Type;
use crate::format::{Format, table};
use crate::order::push_new;

/// Names for one thing.
#[derive(Debug)]
struct Alias {
    /// The names, separated by spaces; an underscore may stand for one within a name.
    names: &'static str,
    /// The meaning: the spelling of a format or of a modifier.
    means: &'static str,
}

impl Alias {
    /// The names.
    fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.names.split(' ')
    }
}

const fn alias(means: &'static str, names: &'static str) -> Alias {
    Alias { names, means }
}

/// Names of formats; of several formats with one name the first is the usual one.
const FORMATS: &[Alias] = &[
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

/// Names of modifiers that are no types; several words are joined by underscores.
const MODIFIERS: &[Alias] = &[
    alias(".rn", "rne rtne nearest to_nearest ties_to_even nearest_even"),
    alias(".rz", "rtz toward_zero towards_zero truncated"),
    alias(".rm", "rd rtn rdn down round_down rounded_down rounding_down"),
    alias(".rp", "ru rtp rup up round_up rounded_up rounding_up"),
    alias(".ftz", "daz flush flushed"),
    alias(".sat", "saturate saturated clamp clamped"),
    alias(".satfinite", "saturating saturation"),
    alias(".NaN", "propagate_nan"),
    alias(".relu", "rectified"),
];

/// Opcodes of PTX that are not evaluated, separated by spaces.
const BEYOND: &str = "activemask alloca applypriority atom bar barrier bra brkpt brx call \
    clusterlaunchcontrol cp createpolicy cvta discard elect exit fence fns getctarank \
    griddepcontrol isspacep istypep ld ldmatrix ldu mapa match mbarrier membar mma movmatrix \
    multimem nanosleep pmevent prefetch prefetchu red redux ret setmaxnreg shfl st stackrestore \
    stacksave stmatrix suld suq sured sust tcgen05 tensormap tex tld4 trap txq vabsdiff vabsdiff2 \
    vabsdiff4 vadd vadd2 vadd4 vavrg2 vavrg4 vmad vmax vmax2 vmax4 vmin vmin2 vmin4 vote vset \
    vset2 vset4 vshl vshr vsub vsub2 vsub4 wgmma wmma";

/// Whether PTX has an opcode that is not evaluated.
pub fn is_beyond(opcode: &str) -> bool {
    BEYOND.split(' ').any(|each| each == opcode)
}

/// The beginnings of instructions that tensor cores compute, separated by spaces. The table of them is
/// above the catalog ([`crate::tensor`]).
const TENSOR: &str = "mma.sync tcgen05.mma wgmma.mma_async wmma.mma";

/// Whether tensor cores compute an instruction that begins so, with its first modifier: `mma.sync`.
pub(crate) fn is_tensor(beginning: &str) -> bool {
    TENSOR.split(' ').any(|each| each == beginning)
}

/// Opcodes that compute with integers, bits and predicates, which only programs evaluate, separated
/// by spaces. The table of them is above the catalog ([`crate::companion`]).
const COMPANIONS: &str = "addc and bfe bfi bfind bmsk brev clz cnot dp2a dp4a lop3 mad24 madc mov mul24 not or popc prmt rem sad selp \
    set setp shf shl shr slct subc szext xor";

/// Whether only programs evaluate an opcode.
pub(crate) fn is_companion(opcode: &str) -> bool {
    COMPANIONS.split(' ').any(|each| each == opcode)
}

/// Opcodes of the catalog that programs evaluate with integers too, separated by spaces.
const WITH_INTEGERS: &str = "abs add div mad max min mul neg sub";

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

/// The first type that meets a condition.
fn type_where(will_do: &dyn Fn(Type) -> bool) -> Option<Type> {
    Type::SPELLED.into_iter().find(|kind| will_do(*kind))
}

/// The modifier, other than a type, that a name from elsewhere means.
pub(crate) fn modifier_named(name: &str) -> Option<Modifier> {
    Modifier::parse(named(MODIFIERS, 0, name)?.1.means)
}

/// Names from elsewhere for the operation of a row, and for its formats.
pub fn names_of_form(form: &Form) -> Vec<&'static str> {
    let has =
        |part: &str| form.choices().any(|choice| choice.modifier.spelling().get(1..) == Some(part));
    let mut names: Vec<&str> = Vec::new();
    for (name, meaning) in elsewhere::instructions() {
        let mut parts = meaning.parts();
        if parts.next() == Some(form.opcode) && parts.all(has) {
            push_new(&mut names, name);
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
#[cfg(feature = "full")]
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
    use crate::catalog::opcodes;
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
    }
}
