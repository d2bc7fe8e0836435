//! A use of the library's front door, by a crate that knows nothing else of it.

use std::error::Error;

use ptxfp::{Guarantee, Instruction, Verdict};

fn main() -> Result<(), Box<dyn Error>> {
    let fma = Instruction::parse("fma.rn.relu.bf16x2", "sm_90")?;
    let d = fma.evaluate(&[0x3f80_3f80, 0x3f80_3f80, 0xbf80_3f80])?;
    println!("{fma}: {:#010x}, {}", d.bits(), d.guarantee());

    let convert = Instruction::parse("cvt.rn.satfinite.e4m3x2.f32", "sm_90")?;
    let pair = convert.evaluate_values(&[500.0_f32, -0.3])?;
    let lanes: Vec<_> = pair.lanes().map(|lane| lane.text()).collect();
    println!("{convert}: {:#06x}, lanes {}", pair.bits(), lanes.join(" and "));

    let exp = Instruction::parse("ex2.approx.f32", "sm_90")?.evaluate(&[0x3f00_0000])?;
    let Guarantee::Within { lo, hi } = exp.guarantee() else { return Err("no interval".into()) };
    println!("ex2.approx.f32: {:#x}, between {lo:#x} and {hi:#x}", exp.bits());

    let Err(rejected) = Instruction::parse("fma.rn.ftz.bf16 d, a, b, c", "sm_90") else {
        return Err("an illegal instruction was taken".into());
    };
    println!("{rejected}");
    let Err(too_few) = fma.evaluate(&[0]) else { return Err("no operand is missing".into()) };
    println!("{too_few}");

    assert_eq!(d.verdict(0x0000_4000), Verdict::Reproduced);

    #[cfg(feature = "full")]
    {
        let link: ptxfp::Link = d.link().to_string().parse()?;
        assert_eq!((link.verdict(), link.evaluate().bits()), (Some(Verdict::Reproduced), d.bits()));
        println!("{link}");
    }
    #[cfg(feature = "half")]
    {
        use half::f16;
        let product = Instruction::parse("mul.rn.f16x2", "sm_90")?
            .evaluate_values(&[[1.5, 2.0], [2.0, 0.25]].map(|it: [f32; 2]| it.map(f16::from_f32)))?;
        println!("f16: {:?}", product.value::<[f16; 2]>());
    }
    #[cfg(feature = "serde")]
    println!("JSON: {}", serde_json::to_string(&d)?);
    Ok(())
}
