//! Random programs in which the ISA leaves results open, and other choices for those.

use conformance::Random;
use ptxfp::catalog::bound::is_between;
use ptxfp::eval::Guarantee;
use ptxfp::explore::sequence::{Call, Sequence, Value};

/// Statements whose results the ISA leaves open: `>` is the register that is written, `<` one that
/// is read, each with its width.
const OPEN: [&str; 12] = [
    "add.rn.f32 >32, <32, 0f7fc00000;",
    "add.rn.f32 >32, <32, <32;",
    "add.f16x2 >32, <32, <32;",
    "fma.rn.bf16x2 >32, <32, <32, <32;",
    "add.rn.f64 >64, <64, <64;",
    "add.f16 >16, <16, <16;",
    "rcp.approx.ftz.f64 >64, <64;",
    "rsqrt.approx.f32 >32, <32;",
    "ex2.approx.ftz.f32 >32, <32;",
    "tanh.approx.f16x2 >32, <32;",
    "sin.approx.f32 >32, <32;",
    "cvt.rna.tf32.f32 >32, <32;",
];

/// Statements that follow; `#` is a small constant and `^` a mask.
const FOLLOWING: [&str; 72] = [
    "mov.b32 {>16, >16}, <32;",
    "mov.b32 >32, {<16, <16};",
    "mov.b64 {>32, >32}, <64;",
    "mov.b64 >64, {<32, <32};",
    "mov.b32 >32, <32;",
    "and.b32 >32, <32, ^;",
    "and.b32 >32, <32, <32;",
    "or.b32 >32, <32, ^;",
    "or.b32 >32, <32, <32;",
    "xor.b32 >32, <32, ^;",
    "xor.b32 >32, <32, <32;",
    "and.b64 >64, <64, 0xffffffff;",
    "not.b32 >32, <32;",
    "cnot.b32 >32, <32;",
    "shl.b32 >32, <32, #;",
    "shr.u32 >32, <32, #;",
    "shr.s32 >32, <32, <32;",
    "shf.l.wrap.b32 >32, <32, <32, #;",
    "bfe.u32 >32, <32, #, #;",
    "bfe.s32 >32, <32, #, #;",
    "bfi.b32 >32, <32, <32, #, #;",
    "prmt.b32 >32, <32, <32, ^;",
    "lop3.b32 >32, <32, <32, <32, #;",
    "brev.b32 >32, <32;",
    "popc.b32 >32, <32;",
    "clz.b32 >32, <32;",
    "bfind.u32 >32, <32;",
    "add.u32 >32, <32, #;",
    "sub.u32 >32, <32, <32;",
    "mul.lo.u32 >32, <32, #;",
    "min.u32 >32, <32, ^;",
    "max.s32 >32, <32, <32;",
    "abs.s32 >32, <32;",
    "setp.gt.u32 >1, <32, 0x7f800000;",
    "setp.lt.s32 >1, <32, <32;",
    "setp.ne.u32 >1, <32, <32;",
    "setp.eq.and.s32 >1, <32, #, <1;",
    "setp.gtu.f32 >1, <32, <32;",
    "set.lt.u32.f32 >32, <32, <32;",
    "selp.b32 >32, <32, <32, <1;",
    "slct.f32.s32 >32, <32, <32, <32;",
    "slct.b32.f32 >32, <32, <32, <32;",
    "and.pred >1, <1, <1;",
    "xor.pred >1, <1, <1;",
    "not.pred >1, <1;",
    "mov.b32 >32, <32; @<1 mov.b32 =, <32;",
    "add.f16x2 >32, <32, <32;",
    "min.f32 >32, <32, <32;",
    "max.f16x2 >32, <32, <32;",
    "add.rn.f32 >32, <32, <32;",
    "neg.f32 >32, <32;",
    "abs.f16x2 >32, <32;",
    "copysign.f32 >32, <32, <32;",
    "testp.notanumber.f32 >1, <32;",
    "setp.nan.f32 >1, <32, <32;",
    "cvt.rn.f16.f32 >16, <32;",
    "cvt.rn.satfinite.e4m3x2.f32 >16, <32, <32;",
    "cvt.rzi.s32.f32 >32, <32;",
    "cvt.f64.f32 >64, <32;",
    "mul.rn.f16 >16, <16, <16;",
    "and.b64 >64, <64, 0x7fffffffffffffff;",
    "xor.b64 >64, <64, <64;",
    "shl.b64 >64, <64, #;",
    "shr.s64 >64, <64, #;",
    "bfe.u64 >64, <64, #, #;",
    "setp.gt.u64 >1, <64, 0x7ff0000000000000;",
    "setp.lt.s64 >1, <64, <64;",
    "setp.nan.f64 >1, <64, <64;",
    "min.s64 >64, <64, <64;",
    "clz.b64 >32, <64;",
    "slct.b64.s32 >64, <64, <64, <32;",
    "add.s64 >64, <64, <64;",
];

/// A program of such statements.
#[derive(Default)]
pub(crate) struct OpenProgram {
    /// The text.
    pub(crate) text: String,
    /// The bytes of the statements whose results are open.
    pub(crate) n_open_bytes: usize,
    /// The names of the registers.
    pub(crate) registers: Vec<String>,
}

impl OpenProgram {
    /// A few open statements, and some that follow.
    pub(crate) fn random(random: &mut Random) -> Self {
        let mut statements = Statements::default();
        for _ in 0..=random.below(3) {
            let pattern = *random.pick(&OPEN);
            statements.push(pattern, random);
        }
        let n_open_bytes = statements.text.len();
        for _ in 0..=random.below(8) {
            let pattern = *random.pick(&FOLLOWING);
            statements.push(pattern, random);
        }
        let registers = statements.registers.into_iter().map(|(_, name)| name).collect();
        Self { text: statements.text, n_open_bytes, registers }
    }
}

/// Statements, with the registers that they have, each with its width.
#[derive(Default)]
struct Statements {
    text: String,
    n_registers: usize,
    registers: Vec<(u8, String)>,
}

impl Statements {
    /// Adds a statement of a pattern.
    fn push(&mut self, pattern: &str, random: &mut Random) {
        let mut written = Vec::new();
        let mut rest = pattern;
        while let Some(place) = rest.find(['>', '<', '#', '^', '=']) {
            self.text += &rest[..place];
            let sign = &rest[place..=place];
            let digits = rest[place + 1..].chars().take_while(char::is_ascii_digit).count();
            let (width, after) = rest[place + 1..].split_at(digits);
            rest = after;
            let name = match sign {
                "#" => format!("{}", random.bits() % 33),
                "^" => {
                    let masks: [u32; 8] = [
                        0x7fff_ffff,
                        0x7f80_0000,
                        0x8000_0000,
                        0xffff,
                        0xffff_0000,
                        0x5410,
                        0x007f_ffff,
                        0xffff_ffff,
                    ];
                    format!("{:#x}", random.pick(&masks))
                }
                "=" => {
                    let (_, name): &(u8, String) = written.last().expect("a register before");
                    name.clone()
                }
                _ => {
                    let width: u8 = width.parse().expect("a width");
                    let known = self.registers.iter().filter(|(own, _)| *own == width);
                    let known: Vec<_> = known.collect();
                    // The newest ones mostly.
                    let back = *random.pick(&[1, 1, 1, 1, 2, 3, 4, 5, 6]);
                    let place = known.len().checked_sub(back);
                    if sign == "<"
                        && let Some(place) = place
                    {
                        known[place].1.clone()
                    } else {
                        self.n_registers += 1;
                        let name = format!("r{}", self.n_registers);
                        let list = if sign == ">" { &mut written } else { &mut self.registers };
                        list.push((width, name.clone()));
                        name
                    }
                }
            };
            self.text += &name;
        }
        self.text += rest;
        self.text.push('\n');
        self.registers.extend(written);
    }
}

/// A result of a statement that the ISA permits, chosen at random.
fn chosen(call: &Call, registers: &[u64], random: &mut Random) -> u64 {
    let evaluation = call.prepared.evaluate(registers);
    let (packing, op) = (call.prepared.destination(), call.prepared.lane_op());
    let float = op.result.float().expect("a number");
    let mut all = evaluation.destination;
    for (lane, result) in (0..).zip(evaluation.lanes()) {
        // A random payload hardly ever has a half that is 0, so some values are special.
        let one = 1 << random.below(u64::from(packing.width));
        let any = [random.bits(), one, one | float.sign_mask(), u64::MAX, 0];
        let any = *random.pick(&any);
        let any = any & (u64::MAX >> (64 - packing.width));
        let bits = match result.guarantee {
            Guarantee::Bits => result.bits,
            Guarantee::AnyNan => {
                let nan = any | (float.max_finite() + 1);
                if op.result.is_nan(nan) { nan } else { result.bits }
            }
            Guarantee::Within { lo, hi } => {
                // Another number with this sign, if there is one.
                let near = result.bits.wrapping_add(random.bits() % 5).wrapping_sub(2);
                let is_number = near.checked_shr(packing.width.into()).unwrap_or(0) == 0;
                let is_within = is_number && is_between(near, lo, hi, float);
                if is_within { near } else { [lo, hi][usize::from(any & 1 == 1)] }
            }
            Guarantee::Reading => {
                all |= any & ((1 << packing.padding_below) - 1);
                result.bits
            }
            Guarantee::Unbounded | Guarantee::Unspecified => any,
        };
        all = packing.insert(all, lane, bits);
    }
    assert!(call.widened.is_none(), "{call:?}");
    all
}

/// The registers of a program where the open results of its first statements are others.
pub(crate) fn filled(
    sequence: &Sequence,
    n_open_bytes: usize,
    values: &[Value],
    random: &mut Random,
) -> Vec<Value> {
    let mut values = values.to_vec();
    for (index, statement) in sequence.statements().iter().enumerate() {
        if statement.span.start < n_open_bytes {
            let (call, registers) = sequence.call(index, &values).expect("a call");
            values[call.destination].bits = chosen(call, &registers, random);
        }
    }
    values
}

/// An input: often with a NaN in a lane.
pub(crate) fn special(random: &mut Random) -> u64 {
    let specials = [
        0x7fc0_0001,
        0x7e00_3c00,
        0x3c00_7e00,
        0xffc0_7fc0,
        0x3f80_0000,
        0x7f80_0000,
        0x4040_0000,
        0xff80_0000_7f80_0001,
        0x7ff0_0000_0000_0000,
        0x4008_0000_0000_0000,
        0x7fff_ffff_7fff_ffff,
    ];
    if random.below(4) == 0 { random.bits() } else { *random.pick(&specials) }
}
