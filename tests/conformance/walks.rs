//! Digests recorded from other implementations over all operands of a walk.
//!
//! The walks are those of `vectors/nvidia_host.cpp`.

use conformance::subject::context;
use conformance::{Subject, files};

/// The ways to enumerate operands.
#[derive(Clone, Copy, Debug)]
enum Walk {
    /// All of 8 bits.
    All8,
    /// All of 16 bits.
    All16,
    /// f32 with every upper half, and some lower ones.
    Top16,
    /// f32 with every 19 upper bits, and some lower ones.
    Top19,
    /// Integers of every length.
    Mixed,
    /// f64 with exponents around 0.
    Doubles,
    /// Two of 16 bits.
    Pairs,
}

const LOW_16: [u64; 12] =
    [0, 1, 0x1000, 0x1fff, 0x4000, 0x6000, 0x7fff, 0x8000, 0x8001, 0xa000, 0xc000, 0xffff];
const LOW_13: [u64; 6] = [0, 1, 0xfff, 0x1000, 0x1001, 0x1fff];

fn mix(index: u64) -> u64 {
    let z = (index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Walk {
    fn read(name: &str) -> Self {
        match name {
            "all8" => Self::All8,
            "all16" => Self::All16,
            "top16" => Self::Top16,
            "top19" => Self::Top19,
            "mixed" => Self::Mixed,
            "doubles" => Self::Doubles,
            "pairs" => Self::Pairs,
            other => panic!("{other} is no walk"),
        }
    }

    const fn length(self) -> u64 {
        match self {
            Self::All8 => 1 << 8,
            Self::All16 => 1 << 16,
            Self::Top16 => 12 << 16,
            Self::Top19 => 6 << 19,
            Self::Mixed | Self::Doubles => 1 << 18,
            Self::Pairs => 1 << 20,
        }
    }

    fn operand(self, index: u64) -> u64 {
        let mixed = mix(index);
        let choose = |low: &[u64], width: u32| {
            let n_choices = low.len() as u64;
            let choice = usize::try_from(index % n_choices).expect("small");
            ((index / n_choices) << width) | low[choice]
        };
        match self {
            Self::All8 | Self::All16 => index,
            Self::Top16 => choose(&LOW_16, 16),
            Self::Top19 => choose(&LOW_13, 13),
            Self::Mixed => mixed >> (index % 64),
            Self::Doubles => {
                let exponent = 1023 - 160 + (mixed >> 52) % 320;
                let low =
                    if index.is_multiple_of(3) { u64::MAX << (38 + index % 9) } else { u64::MAX };
                ((mixed & 0x800f_ffff_ffff_ffff) | exponent << 52) & low
            }
            Self::Pairs => mixed >> 32,
        }
    }

    /// The registers of an instruction for a value: of two f32 the second is the first with the
    /// other sign, of two lanes the upper one is the complement of the lower.
    fn registers(self, subject: &Subject, value: u64) -> [u64; 2] {
        let sources = &subject.spelling.sources;
        let first = sources[0].register;
        let lane = |value: u64| value & first.element.mask();
        if let Self::Pairs = self {
            [value >> 16, value & 0xffff]
        } else if first.n_lanes == 2 {
            [first.place(lane(value), 0) | first.place(lane(!value), 1), 0]
        } else {
            [lane(value), if sources.len() == 2 { value ^ 0x8000_0000 } else { 0 }]
        }
    }
}

/// Evaluates a whole walk.
fn digest(subject: &Subject, walk: Walk) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for index in 0..walk.length() {
        let registers = walk.registers(subject, walk.operand(index));
        for byte in subject.evaluate(&registers).destination.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash
}

#[test]
fn nvidia_host_code_gives_the_same_on_every_walk() {
    let text = files::read("vectors/nvidia-host-digests.txt");
    let (mut different, mut n_operands) = (Vec::new(), 0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (call, expected) = line.split_once(" = ").expect("an equals sign");
        let (walk, spelling) = call.split_once(' ').expect("a walk");
        let subject = Subject::in_context(spelling, &context("9.1", "sm_100f"));
        let walk = Walk::read(walk);
        n_operands += walk.length();
        let found = format!("{:016x}", digest(&subject, walk));
        if found != expected {
            different.push(format!("{line}, core {found}"));
        }
    }
    eprintln!("{n_operands} operands");
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));
    assert!(n_operands > 40_000_000, "{n_operands}");
}
