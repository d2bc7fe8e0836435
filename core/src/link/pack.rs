//! Long code in few characters.
//!
//! Each bit of a character is coded by how likely it is behind the characters before it. Five models
//! with contexts of zero to four characters are mixed, and have read some statements before, so that
//! short programs gain too. Reader and writer are the same model, so there is little code: deflate
//! takes half as many characters again (ARCHITECTURE.md has the measurements).
//!
//! Every number here is part of what links promise: none may change.

use alloc::string::String;
use alloc::vec::Vec;

/// What packed code begins with.
pub(super) const MARK: char = ':';
/// Code longer than this is packed.
const LONGEST: usize = 2000;
/// Digits of six bits.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-/";
/// Bytes before the coded characters: how many there are, and a checksum.
const HEAD: usize = 4;
/// What the models have read before.
const BEFORE: &str = "fma.rn.f32~/f4,/f3,/f2,/f1~~mul.rn.f32~/f5,/f4,0f3F800000~~\
    add.rn.ftz.f32~/f6,/f5,0fBF800000~~sub.f32~/f7,/f6,/f2~~ex2.approx.ftz.f32~/f8,/f7~~\
    rcp.approx.ftz.f32~/f9,/f8~~cvt.rn.bf16x2.f32~/r1,/f9,/f8~~cvt.rn.f16.f32~/rs1,/f9~~\
    mov.b32~/r2,/rs1:/rs2~~setp.gt.f32~/p1,/f9,/f8~~selp.f32~/f10,/f9,/f8,/p1~~\
    fma.rn.bf16x2~/r3,/r2,/r1,/r4~~max.f32~/f11,/f10,/f9~~min.f32~/f12,/f11,0f41000000~~\
    add.f64~/fd1,/fd2,0d3FF0000000000000~~shl.b32~/r5,/r4,16~~and.b32~/r6,/r5,-65536~~";

/// Code as a link has it: as it is, or packed where it is long and becomes shorter.
pub(super) fn packed(code: String) -> String {
    if code.len() <= LONGEST || !code.is_ascii() {
        return code;
    }
    let Ok(length) = u16::try_from(code.len()) else { return code };
    let mut bytes = Vec::from(length.to_be_bytes());
    bytes.extend(checksum(code.as_bytes()).to_be_bytes());
    let mut model = Model::new();
    let (mut low, mut high) = (0, u32::MAX);
    for byte in code.bytes() {
        for place in (0..7).rev() {
            let bit = byte >> place & 1 == 1;
            narrow(&mut low, &mut high, model.likelihood, bit);
            model.learn(bit);
            while (low ^ high) >> 24 == 0 {
                bytes.extend(high.to_be_bytes().first());
                (low, high) = (low << 8, high << 8 | 0xff);
            }
        }
    }
    // The shortest number in the interval, whatever is behind it.
    bytes.extend(high.to_be_bytes().first());
    let mut text = String::from(MARK);
    for group in bytes.chunks(3) {
        let byte = |index: usize| u32::from(group.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..=group.len() {
            let digit = DIGITS.get((bits >> (18 - 6 * place) & 63) as usize);
            text.extend(digit.map(|digit| char::from(*digit)));
        }
    }
    text
}

/// The code that was packed; `None` if the text is not all of what was written.
pub(super) fn unpacked(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let digits: Vec<u32> = text.strip_prefix(MARK)?.bytes().map(value).collect::<Option<_>>()?;
    for group in digits.chunks(4) {
        let bits = (0..4).fold(0, |bits, place| bits << 6 | group.get(place).copied().unwrap_or(0));
        bytes.extend(bits.to_be_bytes().into_iter().skip(1).take(group.len().checked_sub(1)?));
    }
    let (head, rest) = bytes.split_at_checked(HEAD)?;
    let [high_length, low_length, high_sum, low_sum] = *head else { return None };
    let length = u16::from_be_bytes([high_length, low_length]);
    let mut rest = rest.iter().copied();
    let mut next = || u32::from(rest.next().unwrap_or(0));
    let mut number = (0..4).fold(0, |number, _| number << 8 | next());
    let (mut low, mut high) = (0, u32::MAX);
    let mut model = Model::new();
    let mut code = Vec::new();
    for _ in 0..length {
        let mut character = 0;
        for _ in 0..7 {
            let bit = number <= middle(low, high, model.likelihood);
            character = character << 1 | u8::from(bit);
            narrow(&mut low, &mut high, model.likelihood, bit);
            model.learn(bit);
            while (low ^ high) >> 24 == 0 {
                (low, high) = (low << 8, high << 8 | 0xff);
                number = number << 8 | next();
            }
        }
        code.push(character);
    }
    let is_whole = checksum(&code) == u16::from_be_bytes([high_sum, low_sum]);
    String::from_utf8(code).ok().filter(|_| is_whole)
}

/// What a digit stands for.
fn value(digit: u8) -> Option<u32> {
    let place = DIGITS.iter().position(|other| *other == digit)?;
    u32::try_from(place).ok()
}

/// A number that depends on every byte.
fn checksum(bytes: &[u8]) -> u16 {
    bytes.iter().fold(1, |sum: u16, byte| sum.wrapping_mul(31).wrapping_add(u16::from(*byte)))
}

/// Where an interval is parted: what is up to there is a 1.
const fn middle(low: u32, high: u32, likelihood: u32) -> u32 {
    low + (high - low) / 4096 * likelihood
}

/// Narrows an interval to a bit.
const fn narrow(low: &mut u32, high: &mut u32, likelihood: u32, bit: bool) {
    let middle = middle(*low, *high, likelihood);
    if bit {
        *high = middle;
    } else {
        *low = middle + 1;
    }
}

/// How many models there are: one for each length of a context.
const N_MODELS: usize = 5;
/// How many likelihoods a model has, as a power of two.
const SLOTS: u32 = 15;
/// How fast likelihoods of each model change: they move by this power of two.
const RATES: [u32; N_MODELS] = [4, 4, 3, 2, 2];
/// An odd number whose multiples are spread over all numbers.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// What is likely to come next.
struct Model {
    /// The likelihood of a 1, in 65,536ths, of each model in each context.
    slots: Vec<u16>,
    /// How much each model counts, by the bits of the character so far.
    weights: Vec<[i32; N_MODELS]>,
    /// The logarithms of odds, of likelihoods in 4,096ths.
    odds: Vec<i32>,
    /// The last characters, and the bits of the present one behind a 1.
    before: u64,
    bits: usize,
    /// Of each model, the slot in use and the odds that it gives.
    used: [(usize, i32); N_MODELS],
    /// The likelihood of a 1, in 4,096ths.
    likelihood: u32,
}

impl Model {
    fn new() -> Self {
        let mut odds = Vec::new();
        for logarithm in -2047..=2047 {
            let end = likelihood(logarithm) as usize + 1;
            odds.resize(end.max(odds.len()), logarithm);
        }
        let mut model = Self {
            slots: alloc::vec![1 << 15; N_MODELS << SLOTS],
            weights: alloc::vec![[26_214; N_MODELS]; 128],
            odds,
            before: 0,
            bits: 1,
            used: [(0, 0); N_MODELS],
            likelihood: 0,
        };
        model.predict();
        for byte in BEFORE.bytes() {
            (0..7).rev().for_each(|place| model.learn(byte >> place & 1 == 1));
        }
        model
    }

    fn predict(&mut self) {
        let weights = self.weights.get(self.bits).copied().unwrap_or_default();
        let mut sum = 0_i64;
        for (index, (used, weight)) in self.used.iter_mut().zip(weights).enumerate() {
            let context = self.before & ((1 << (8 * index)) - 1);
            let spread = (context + index as u64).wrapping_mul(SPREAD) ^ self.bits as u64;
            let slot = spread.wrapping_mul(SPREAD) >> (64 - SLOTS);
            let slot = (index << SLOTS) + slot as usize;
            let chance = self.slots.get(slot).map_or(0, |chance| usize::from(chance >> 4));
            *used = (slot, self.odds.get(chance).copied().unwrap_or(2047));
            sum += i64::from(used.1) * i64::from(weight);
        }
        let sum = (sum >> 16).clamp(-2047, 2047);
        self.likelihood = likelihood(i32::try_from(sum).unwrap_or(0)).clamp(1, 4094);
    }

    /// Takes a bit.
    fn learn(&mut self, bit: bool) {
        let actual = if bit { 4096 } else { 0 };
        let error = (actual - self.likelihood.cast_signed()) * 7;
        let mut none = [0; N_MODELS];
        let weights = self.weights.get_mut(self.bits).unwrap_or(&mut none);
        for (((slot, odds), weight), rate) in self.used.iter().zip(weights).zip(RATES) {
            *weight = weight.saturating_add((odds * error + (1 << 15)) >> 16);
            if let Some(chance) = self.slots.get_mut(*slot) {
                if bit {
                    *chance += (u16::MAX - *chance) >> rate;
                } else {
                    *chance -= *chance >> rate;
                }
            }
        }
        self.bits = self.bits << 1 | usize::from(bit);
        if self.bits >= 128 {
            self.before = self.before << 8 | (self.bits & 127) as u64;
            self.bits = 1;
        }
        self.predict();
    }
}

/// The likelihood of a logarithm of odds, in 4,096ths: from points at every 128, by straight lines.
fn likelihood(logarithm: i32) -> u32 {
    const POINTS: [u32; 33] = [
        1, 2, 3, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546, 2047, 2549, 2994,
        3348, 3607, 3785, 3901, 3975, 4024, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094,
    ];
    let place = (logarithm + 2048).clamp(0, 4095).cast_unsigned();
    let point = |index: u32| POINTS.get(index as usize).copied().unwrap_or(4095);
    let (index, part) = (place / 128, place % 128);
    (point(index) * (128 - part) + point(index + 1) * part + 64) / 128
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    /// Statements as a compiler writes them.
    fn program(n_statements: u32) -> String {
        let statement = |n: u32| {
            let bits = n.wrapping_mul(0x9e37_79b9);
            match n % 4 {
                0 => format!("fma.rn.f32~/f{},/f{},/f1,/f{}", n + 2, n + 1, n / 2 + 1),
                1 => format!("mul.ftz.f32~/f{},/f{},0f{bits:08X}", n + 2, n + 1),
                2 => format!("add.f32~/f{},/f{},/f{}", n + 2, n + 1, n % 7 + 1),
                _ => format!("ex2.approx.ftz.f32~/f{},/f{}", n + 2, n + 1),
            }
        };
        (0..n_statements).map(statement).collect::<Vec<_>>().join("~~")
    }

    #[test]
    fn short_code_stays_readable_and_long_code_becomes_a_third() {
        let short = program(60);
        assert!(short.len() < LONGEST);
        assert_eq!(packed(short.clone()), short);
        for n_statements in [100, 300, 1500] {
            let long = program(n_statements);
            let text = packed(long.clone());
            assert!(text.len() * 3 < long.len(), "{} of {}", text.len(), long.len());
            assert_eq!(unpacked(&text).as_deref(), Some(&*long));
            let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '/' | MARK);
            assert!(text.chars().all(is_plain), "{text}");
        }
    }

    #[test]
    fn what_is_packed_stays_as_it_is() {
        // FNV-1a of packed code.
        let digest = |text: String| {
            let step = |digest: u64, byte| (digest ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
            (text.len(), text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
        };
        assert_eq!(digest(packed(program(100))), (819, 7_594_916_175_121_277_577));
    }

    #[test]
    fn what_is_cut_or_changed_is_noticed() {
        let long = program(100);
        let text = packed(long.clone());
        for end in (0..text.len()).step_by(13) {
            let found = unpacked(text.get(..end).expect("ASCII"));
            assert!(found.is_none_or(|found| found == long), "{end}");
        }
        for place in (1..text.len()).step_by(29) {
            let mut changed = text.clone().into_bytes();
            changed[place] = if changed[place] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).expect("ASCII");
            assert_ne!(unpacked(&changed).as_deref(), Some(&*long), "{place}");
        }
        for text in ["", ":", ":A", ":AAAA", ":AAAAAA", ":////////////", ":é", "AAAAAAAA", ":~~~~"]
        {
            assert_ne!(unpacked(text).as_deref(), Some("A"), "{text}");
        }
    }
}
