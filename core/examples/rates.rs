//! The speed of evaluations and sweeps: `cargo run --release --example rates`.

use std::io::{self, Write as _};
use std::time::Instant;

use ptxfp::catalog::{Context, LATEST_ISA, Target};
use ptxfp::eval::Prepared;
use ptxfp::explore::domain::Domain;
use ptxfp::explore::sweep::{OperandLane, Sweep, operand_format};
use ptxfp::syntax::check;

const SPELLINGS: [&str; 14] = [
    "cvt.rn.bf16.f32",
    "cvt.rn.f16.s16",
    "cvt.rni.f16.f16",
    "cvt.rn.satfinite.e4m3x2.f16x2",
    "abs.bf16",
    "tanh.approx.f16",
    "ex2.approx.ftz.bf16",
    "add.f16",
    "fma.rn.bf16",
    "sqrt.rn.f32",
    "rcp.rn.f32",
    "ex2.approx.f32",
    "sin.approx.f32",
    "rsqrt.approx.f32",
];

/// Nanoseconds each of `count` took.
fn each(start: Instant, count: u64) -> u128 {
    start.elapsed().as_nanos() / u128::from(count)
}

fn main() -> io::Result<()> {
    const COUNT: u64 = 1 << 16;
    let mut out = io::stdout().lock();
    writeln!(out, "nanoseconds each of {COUNT}: evaluate, sweep, sweep with errors")?;
    let Some(target) = Target::parse("sm_100a") else { return Ok(()) };
    let context = Context { isa: LATEST_ISA, target };
    for spelling in SPELLINGS {
        let Some(instruction) = check(spelling, &context).instruction else { continue };
        let prepared = Prepared::new(&instruction, &context);
        let place = OperandLane { operand: 0, lane: 0 };
        let Some(format) = operand_format(&instruction, &context, place) else { continue };
        let text = if format.width() > 16 { "random:65536:1" } else { "all" };
        let Ok(domain) = Domain::parse(text, format) else { continue };
        let start = Instant::now();
        let mut sum = 0;
        for index in 0..COUNT {
            let bits = domain.at(index);
            sum ^= prepared.evaluate(&[bits, 0x3fc0, 0x3d00]).destination;
        }
        let evaluate = each(start, COUNT);
        std::hint::black_box(sum);
        let mut rates = [0; 2];
        for (rate, measures) in rates.iter_mut().zip([false, true]) {
            let registers = [0, 0x3fc0, 0x3d00];
            let sweep = Sweep::new(&instruction, &context, &registers, place, domain, measures);
            let Some(sweep) = sweep else { continue };
            let start = Instant::now();
            let mut tally = sweep.tally(1000);
            sweep.run(0..COUNT, &mut tally);
            *rate = each(start, COUNT);
            std::hint::black_box(tally.count);
        }
        writeln!(out, "{spelling:32} {evaluate:6} {:6} {:6}", rates[0], rates[1])?;
    }
    Ok(())
}
