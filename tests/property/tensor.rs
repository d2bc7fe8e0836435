//! Sums of tensor cores.

use std::sync::LazyLock;

use conformance::Random;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use ptxfp::catalog::{Context, LATEST_ISA, TARGETS, Target, spelled};
use ptxfp::eval::Prepared;
use ptxfp::format::table::{F16, F32, F64};
use ptxfp::format::{FloatFormat, Format, mask};
use ptxfp::internals::arith::rounding::{Rounding, Subnormals, round};
use ptxfp::internals::arith::{Value, mul};
use ptxfp::tensor::{Fused, Lowering, Mma, Operands, Refusal, Step, Tensor, written_width};

use crate::strategies::config;

/// Spellings of every type and kind.
const SPELLINGS: [&str; 30] = [
    "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32",
    "mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16",
    "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32",
    "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
    "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16",
    "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32",
    "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32",
    "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32",
    "mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e5m2.f32",
    "mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32",
    "mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e4m3.f16",
    "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e3m2.e2m3.f32",
    "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f16.e2m1.e4m3.f16",
    "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.f32.e5m2.e2m3.f32.ue8m0",
    "mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.f32.e2m1.e2m1.f32.ue8m0",
    "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3",
    "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue8m0",
    "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64.rm",
    "mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32",
    "mma.sync.aligned.m16n8k64.row.col.satfinite.s32.u4.s4.s32",
    "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32",
    "wmma.mma.sync.aligned.row.col.m16n16k16.f16.f16",
    "wmma.mma.sync.aligned.row.col.m16n16k8.f32.tf32.tf32.f32",
    "wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16",
    "wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32",
    "wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3",
    "wgmma.mma_async.sync.aligned.m64n8k32.f16.e5m2.e4m3",
    "tcgen05.mma.cta_group::1.kind::f16{f16.f16.f16}",
    "tcgen05.mma.cta_group::1.kind::f8f6f4{f32.e4m3.e2m1}",
    "tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block16{f32.e2m1.e2m1.ue4m3}",
];

/// Every pair of an instruction and a target of which something is known.
static KNOWN: LazyLock<Vec<(Mma, Tensor)>> = LazyLock::new(|| {
    let on = |spelling: &&str| {
        let mma = Mma::parse(spelling).expect("a spelling");
        let known = |target| Tensor::new(&mma, &Context { isa: LATEST_ISA, target }).ok();
        let all: Vec<_> = TARGETS.iter().filter_map(known).collect();
        assert!(!all.is_empty(), "{spelling}");
        all.into_iter().map(move |tensor| (mma.clone(), tensor)).collect::<Vec<_>>()
    };
    SPELLINGS.iter().flat_map(on).collect()
});

/// Random operands of an instruction.
struct Drawn {
    a: Vec<u64>,
    b: Vec<u64>,
    c: u64,
    scales: [Vec<u64>; 2],
}

impl Drawn {
    fn new(mma: &Mma, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut list = |count: usize| (0..count).map(|_| random.bits()).collect::<Vec<_>>();
        let (a, b) = (list(mma.k), list(mma.k));
        let scales = [list(mma.n_scales()), list(mma.n_scales())];
        Self { a, b, c: random.bits(), scales }
    }

    fn operands(&self) -> Operands<'_> {
        let [scales_a, scales_b] = &self.scales;
        Operands { a: &self.a, b: &self.b, c: self.c, scales_a, scales_b }
    }
}

/// A pair of [`KNOWN`] with operands of any bits.
fn call() -> impl Strategy<Value = (&'static (Mma, Tensor), Drawn)> {
    (any::<Index>(), any::<u64>()).prop_map(|(index, seed)| {
        let known = index.get(&KNOWN);
        (known, Drawn::new(&known.0, seed))
    })
}

impl std::fmt::Debug for Drawn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { a, b, c, scales } = self;
        write!(f, "{a:x?} {b:x?} {c:x} {scales:x?}")
    }
}

/// The sums of a trace.
fn sums(steps: &[Step]) -> impl Iterator<Item = &Fused> {
    steps.iter().filter_map(|step| match step {
        Step::Sum { fused, .. } => Some(fused),
        Step::Add { .. } | Step::Fma { .. } | Step::Convert { .. } | Step::Integer { .. } => None,
    })
}

/// A finite number of a format, near 1.
fn near_one(format: Format, random: &mut Random) -> u64 {
    let Some(float) = format.float() else { return random.bits() };
    let one = float.one();
    let bits = random.bits() & mask(float.trailing_width());
    let sign = if random.bits() & 1 == 1 { float.sign_mask() } else { 0 };
    let exponent = random.bits() % 3;
    let bits = sign | (one + (exponent << float.trailing_width()) + bits).min(float.max_finite());
    bits << (written_width(format) - format.width())
}

proptest! {
    #![proptest_config(config(6_000))]

    #[test]
    fn any_bits_have_a_result(((mma, tensor), drawn) in call()) {
        match tensor.trace(&drawn.operands()) {
            Ok(trace) => {
                prop_assert_eq!(trace.bits & !mask(mma.d.width().into()), 0);
                prop_assert_eq!(trace.steps.last().map(Step::bits), Some(trace.bits));
                for fused in sums(&trace.steps) {
                    let kept: i64 = fused.terms.iter().map(|term| term.kept).sum();
                    prop_assert_eq!(kept, fused.sum);
                    prop_assert!(fused.terms.iter().all(|term| term.exponent <= fused.exponent));
                }
            }
            Err(Refusal::Open(_)) => {}
            Err(other @ Refusal::Count { .. }) => prop_assert!(false, "{}", other),
        }
    }

    #[test]
    fn any_text_is_an_instruction_or_an_error(text in crate::strategies::nearly_ptx(), head in select(&["", "mma.sync.", "wgmma.mma_async.sync", "tcgen05.mma.cta_group::1.kind::f16{"][..])) {
        let text = format!("{head}{text}");
        if let Err(error) = Mma::parse(&text) {
            prop_assert!(text.get(error.span.clone()).is_some());
            prop_assert!(!error.to_string().is_empty());
        }
    }

    #[test]
    fn the_order_of_products_in_a_sum_does_not_matter(index in any::<Index>(), drawn in any::<u64>(), seed in any::<u64>()) {
        let known: Vec<_> = KNOWN.iter().filter(|(mma, tensor)| {
            tensor.lowering().steps(mma.k).len() == 1 && mma.n_scales() < 2
        }).collect();
        let (mma, tensor) = index.get(&known);
        let drawn = Drawn::new(mma, drawn);
        let mut random = Random::new(seed);
        let mut order: Vec<usize> = (0..mma.k).collect();
        order.sort_by_cached_key(|_| random.bits());
        let turned = |list: &[u64]| order.iter().map(|index| list[*index]).collect::<Vec<_>>();
        let (a, b) = (turned(&drawn.a), turned(&drawn.b));
        let other = Operands { a: &a, b: &b, ..drawn.operands() };
        prop_assert_eq!(tensor.evaluate(&drawn.operands()), tensor.evaluate(&other));
    }

    #[test]
    fn a_power_of_two_scales_the_result((index, seed, up) in (any::<Index>(), any::<u64>(), 0_u64..3)) {
        let known: Vec<_> = KNOWN.iter().filter(|(mma, _)| mma.d == Format::Float(&F32)).collect();
        let (mma, tensor) = index.get(&known);
        prop_assume!(mma.n_scales() == 0);
        let mut random = Random::new(seed);
        let mut list = |format| (0..mma.k).map(|_| near_one(format, &mut random)).collect::<Vec<_>>();
        let (a, b) = (list(mma.a), list(mma.b));
        let c = near_one(mma.c, &mut random);
        let Some(float) = mma.a.float() else { return Ok(()) };
        let shift = float.trailing_width() + u32::from(written_width(mma.a) - mma.a.width());
        let limit = float.max_finite() << (shift - float.trailing_width());
        let larger: Vec<_> = a.iter().map(|bits| bits + (up << shift)).collect();
        prop_assume!(larger.iter().all(|bits| bits & limit_mask(mma.a) <= limit));
        let (Ok(plain), Ok(scaled)) = (
            tensor.evaluate(&Operands::new(&a, &b, c)),
            tensor.evaluate(&Operands::new(&larger, &b, c + (up << 23))),
        ) else { return Ok(()) };
        let expected = if plain & mask(31) == 0 { plain } else { plain + (up << 23) };
        prop_assert_eq!(scaled, expected, "{} {:x?} {:x?} {:x}", mma, a, b, c);
    }

    #[test]
    fn f64_is_a_chain_of_the_scalar_instruction(rounding in select(&["rn", "rz", "rm", "rp"][..]), seed in any::<u64>()) {
        let spelling = format!("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64.{rounding}");
        let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").unwrap() };
        let mma = Mma::parse(&spelling).unwrap();
        let tensor = Tensor::new(&mma, &context).unwrap();
        let scalar = format!("fma.{rounding}.f64");
        let scalar = spelled(&scalar).into_iter().next().unwrap();
        let scalar = Prepared::new(&scalar, &context);
        let mut random = Random::new(seed);
        // Mostly numbers of a size, so that sums cancel, and some of any bits.
        let format = Format::from(&F64);
        let mut element = || if random.below(16) == 0 { random.bits() } else { near_one(format, &mut random) };
        let lists = [0; 2].map(|_| (0..16).map(|_| element()).collect::<Vec<_>>());
        let c = if seed % 3 == 0 { seed << 63 } else { element() };
        let [a, b] = &lists;
        let chain = a.iter().zip(b).fold(c, |sum, (a, b)| scalar.evaluate(&[*a, *b, sum]).destination);
        // Which NaN it is, nobody measured.
        match tensor.evaluate(&Operands::new(a, b, c)) {
            Ok(found) => prop_assert_eq!(found, chain),
            Err(_) => prop_assert!(format.is_nan(chain)),
        }
    }

    #[test]
    fn one_product_is_rounded(seed in any::<u64>(), index in any::<Index>(), place in any::<Index>()) {
        let known: Vec<_> = KNOWN.iter().filter(|(mma, tensor)| {
            mma.n_scales() == 0 && matches!(tensor.lowering(), Lowering::Sums { .. })
        }).collect();
        let (mma, tensor) = index.get(&known);
        let mut random = Random::new(seed);
        let (x, y) = (near_one(mma.a, &mut random), near_one(mma.b, &mut random));
        let (mut a, mut b) = (vec![0; mma.k], vec![0; mma.k]);
        let place = place.index(mma.k);
        (a[place], b[place]) = (x, y);
        let given = tensor.evaluate(&Operands::new(&a, &b, 0));
        let value = |format: Format, bits: u64| {
            Value::from(format.decode(bits >> (written_width(format) - format.width())))
        };
        let Value::Finite(exact) = mul(value(mma.a, x), value(mma.b, y)) else { return Ok(()) };
        let Lowering::Sums { dot, .. } = tensor.lowering() else { return Ok(()) };
        let (format, rounding) = match mma.d {
            Format::Float(format) if *format == F16 => (&F16, Rounding::TiesToEven),
            _ => (&F32, Rounding::TowardZero),
        };
        let expected = format.encode(&round(&exact, format, rounding, Subnormals::Keep).datum);
        // The units with 14 bits have products of at most 8.
        prop_assert!(dot.last.precision() != 14 || mma.a.width() == 8);
        prop_assert_eq!(given, Ok(expected), "{} {:x} {:x}", mma, x, y);
    }
}

/// The magnitude bits of an element as it is written.
fn limit_mask(format: Format) -> u64 {
    let magnitude = format.float().map_or(0, FloatFormat::magnitude_mask);
    magnitude << (written_width(format) - format.width())
}
