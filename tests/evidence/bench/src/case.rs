//! Instructions, and operands for them.

use ptxfp::catalog::{Context, LATEST_ISA, Target};
use ptxfp::eval::{Batch, Columns, LANE_OPERANDS, LaneOp, N_ROWS, Prepared};
use ptxfp::format::Format;
use ptxfp::syntax::check;

/// The number of operands that are evaluated at once: too many for the processor to learn their
/// branches, few enough for its cache.
pub const N_OPERANDS: usize = 1 << 14;

/// The operands of a lane.
pub type Operands = [u64; LANE_OPERANDS];

/// Arithmetic, by operation and format.
pub const ARITHMETIC: [&str; 20] = [
    "add.f16",
    "add.bf16",
    "add.f32",
    "add.f64",
    "mul.f16",
    "mul.bf16",
    "mul.f32",
    "mul.f64",
    "fma.rn.f16",
    "fma.rn.bf16",
    "fma.rn.f32",
    "fma.rn.f64",
    "div.rn.f32",
    "div.rn.f64",
    "rcp.rn.f32",
    "rcp.rn.f64",
    "sqrt.rn.f32",
    "sqrt.rn.f64",
    "add.rz.ftz.sat.f32",
    "fma.rp.f64",
];

/// Conversions.
pub const CONVERSIONS: [&str; 20] = [
    "cvt.rn.f16.f32",
    "cvt.f32.f16",
    "cvt.rn.bf16.f32",
    "cvt.f32.bf16",
    "cvt.rn.f32.f64",
    "cvt.f64.f32",
    "cvt.rni.f32.f32",
    "cvt.rzi.s32.f32",
    "cvt.rn.f32.s32",
    "cvt.rzi.s64.f64",
    "cvt.rn.satfinite.e4m3x2.f32",
    "cvt.rn.satfinite.e5m2x2.f32",
    "cvt.rn.satfinite.e2m3x2.f32",
    "cvt.rn.satfinite.e3m2x2.f32",
    "cvt.rn.satfinite.e2m1x2.f32",
    "cvt.rn.f16x2.e4m3x2",
    "cvt.rn.f16x2.e5m2x2",
    "cvt.rn.f16x2.e2m3x2",
    "cvt.rn.f16x2.e3m2x2",
    "cvt.rn.f16x2.e2m1x2",
];

/// Instructions that choose, and approximate functions.
pub const OTHERS: [&str; 10] = [
    "min.f32",
    "max.NaN.f16",
    "abs.f16",
    "testp.subnormal.f32",
    "tanh.approx.f16",
    "ex2.approx.f16",
    "sin.approx.f32",
    "lg2.approx.f32",
    "rsqrt.approx.f32",
    "div.full.f32",
];

/// An instruction with operands.
#[derive(Clone, Debug)]
pub struct Case {
    /// Opcode and modifiers.
    pub text: &'static str,
    /// The instruction.
    pub prepared: Prepared,
    /// Operands for a lane.
    pub operands: Vec<Operands>,
    /// These in columns, which all implementations read.
    pub columns: Vec<Columns>,
}

impl Case {
    /// The case of an instruction.
    ///
    /// # Panics
    ///
    /// If there is no such instruction.
    pub fn new(text: &'static str) -> Self {
        let target = Target::parse("sm_100a").expect("a target");
        let context = Context { isa: LATEST_ISA, target };
        let instruction = check(text, &context).instruction.expect("an instruction");
        let prepared = Prepared::new(&instruction, &context);
        let operands = operands(prepared.lane_op());
        let columns = columns(&operands);
        Self { text, prepared, operands, columns }
    }
}

/// The operands of a case, where one in five evaluations has a zero, a subnormal number, an
/// infinity or a NaN in place of one of them.
#[must_use]
pub fn mixed(case: &Case) -> Vec<Operands> {
    let mut random = Random(0xfeed);
    let op = case.prepared.lane_op();
    let mut all = case.operands.clone();
    for operands in &mut all {
        let is_rare = random.below(5) == 0;
        let place = random.below(op.source_count.into()) as usize;
        let (bits, kind) = (random.next(), random.below(4));
        let Some(Format::Float(format)) = op.operands.get(place).filter(|_| is_rare) else {
            continue;
        };
        let infinity = format.infinity().unwrap_or(format.max_finite());
        let magnitude = match kind {
            0 => 0,
            1 => bits % format.min_normal().max(1),
            2 => infinity,
            _ => format.canonical_nan.unwrap_or(infinity),
        };
        operands[place] = magnitude | bits & format.sign_mask();
    }
    all
}

/// Operands in columns; the last ones may have rows of zeros at the end.
#[must_use]
pub fn columns(operands: &[Operands]) -> Vec<Columns> {
    let of = |operands: &[Operands]| {
        let mut columns = [[0; N_ROWS]; LANE_OPERANDS];
        for (row, operands) in operands.iter().enumerate() {
            for (column, bits) in columns.iter_mut().zip(operands) {
                column[row] = *bits;
            }
        }
        columns
    };
    operands.chunks(N_ROWS).map(of).collect()
}

/// Evaluates a batch, a few columns at a time, and keeps the bits of the results.
pub fn run(batch: &Batch, columns: &[Columns], results: &mut [u64]) {
    let mut bits = [0; N_ROWS];
    for (columns, results) in columns.iter().zip(results.chunks_mut(N_ROWS)) {
        if let Ok(results) = results.try_into() {
            batch.bits(columns, N_ROWS, results);
        } else {
            batch.bits(columns, results.len(), &mut bits);
            results.copy_from_slice(&bits[..results.len()]);
        }
    }
}

/// Numbers up to eight binades above and below 1, so that terms meet, cancel and round; one operand
/// of 64 is any encoding of a format, NaNs and subnormals among them. Radicands are positive.
fn operands(op: &LaneOp) -> Vec<Operands> {
    let mut random = Random(0x5eed);
    let is_root = format!("{:?}", op.operation).contains("qrt");
    let formats = op.operands.iter().take(op.source_count.into());
    let formats: Vec<Format> = formats.copied().collect();
    let mut next = || {
        let mut operands = [0; LANE_OPERANDS];
        for (place, format) in operands.iter_mut().zip(&formats) {
            *place = number(*format, &mut random, is_root);
        }
        operands
    };
    (0..N_OPERANDS).map(|_| next()).collect()
}

fn number(format: Format, random: &mut Random, is_positive: bool) -> u64 {
    let all = u64::MAX >> (64 - u32::from(format.width()));
    let bits = random.next() & all;
    let Format::Float(float) = format else {
        // Integers of every length.
        return if format.is_signed() {
            let shift = 64 - u32::from(format.width()) + random.below(format.width().into());
            (bits << (64 - u32::from(format.width())))
                .cast_signed()
                .wrapping_shr(shift)
                .cast_unsigned()
                & all
        } else {
            bits >> random.below(format.width().into())
        };
    };
    if random.below(64) == 0 {
        return bits & if is_positive { float.magnitude_mask() } else { all };
    }
    let trailing = float.trailing_width();
    let (one, top) = (float.one() >> trailing, float.max_finite() >> trailing);
    let span = one.min(top - one).min(8);
    let field = one - span + u64::from(random.below(u32::try_from(2 * span + 1).unwrap_or(1)));
    let sign = if is_positive { 0 } else { bits & float.sign_mask() };
    (sign | field << trailing | bits & ((1 << trailing) - 1)).min(all)
}

/// `SplitMix64`.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: u32) -> u32 {
        u32::try_from(((self.next() >> 32) * u64::from(limit)) >> 32).unwrap_or(0)
    }
}
