//! The standard library and `half` as reference implementations.

use alloc::format;
use alloc::string::String;

use super::super::{c_hex, exact_decimal, shortest};
use super::{bits, next};
use crate::format::table::{BF16, F16, F32, F64, FLOATS};
use crate::number::dyadic::Dyadic;
use half::{bf16, f16};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Texts that are hard to round.
const HARD: &[&str] = &[
    "0.1",
    "1e23",
    "9007199254740993",
    "9007199254740992.99999999999999999999999",
    "9007199254740993.00000000000000000000001",
    "5e-324",
    "2.4703282292062327208299e-324",
    "2.4703282292062328e-324",
    "2.47032822920623272088e-324",
    "7.4109846876186981626485318930233205854758970392148714663837852375101326090531312779794975454245398856969484704316857659638998506553390969459816219401617281718945106978546710679176872575177347315553307795408549809608457500958111373034747658096871009590975442271004757307809711118935784838675653998783503015228055934046593739791790738723868299395818481660169122019456499931289798411362062484498678713572180352209017023903285791732520220528974020802906854021606612375549983402671300035812486479041385743401875520901590172592547146296175134159774938718574737870961645638908718119841271673056017045493004705269590165763776884908267986972573366521765567941072508764337560846003984904972149117463085539556354188641513168478436313080237596295773983001708984374e-324",
    "1.7976931348623157e308",
    "1.7976931348623158e308",
    "1.79769313486231580793728971405301e308",
    "1.797693134862315807e308",
    "1.7976931348623159e308",
    "2.2250738585072011e-308",
    "2.2250738585072012e-308",
    "2.2250738585072014e-308",
    "2.225073858507201136057409796709131975934819546351645648023426109724822222021076945516529523908135087914149158913039621106870086438694594645527657207407820621743379988141063267329253552286881372149012981122451451889849057222307285255133155755015914397476397983411801999323962548289017107081850690630666655994938275772572015763062690663332647565300009245888316433037779791869612049497390377829704905051080609940730262937128958950003583799967207254304360284078895771796150945516748243471030702609144621572289880258182545180325707018860872113128079512233426288368622321503775666622503982534335974568884423900265498198385487948292206894721689831099698365846814022854243330660339850886445804001034933970427567186443383770486037861622771738545623065874679014086723327636718751234567890123456789012345678901e-308",
    "123456789012345678901234567890e-10",
    "0.000000000000000000000000000000000000000000001",
    "1.4012984643248170709237295832899161312802619418765157e-45",
    "7.0064923216240854e-46",
    "7.0064923216240853e-46",
    "3.4028235677973366e38",
    "3.4028235677973365e38",
    "16777217",
    "16777217.0000000000000000000000000000000001",
    "1e-300000",
    "1e300000",
    "0e999999999999999999999999",
    "1e-99999999999999999999999999",
    "1e99999999999999999999999999",
];

#[test]
fn decimals_round_as_the_standard_library_rounds() {
    for text in HARD {
        let (double, single): (f64, f32) = (text.parse().unwrap(), text.parse().unwrap());
        assert_eq!(bits(text, &F64), double.to_bits(), "{text}");
        assert_eq!(bits(text, &F32), u64::from(single.to_bits()), "{text}");
        assert_eq!(bits(&format!("-{text}"), &F64), double.to_bits() | F64.sign_mask(), "{text}");
    }
    let state = &mut 3;
    for _ in 0..2_000 {
        let (digits, scale) = (next(state) >> (next(state) % 64), next(state) % 700);
        let text = format!("{digits}e-{scale}");
        assert_eq!(bits(&text, &F64), text.parse::<f64>().unwrap().to_bits(), "{text}");
        let text = format!("{}.{digits}e{}", next(state) % 10, scale / 2);
        assert_eq!(bits(&text, &F64), text.parse::<f64>().unwrap().to_bits(), "{text}");
        let text = format!("{digits}e-{}", scale / 10);
        let single = text.parse::<f32>().unwrap();
        assert_eq!(bits(&text, &F32), u64::from(single.to_bits()), "{text}");
    }
}

#[test]
fn midpoints_go_to_even_and_their_neighbors_to_the_nearest() {
    let state = &mut 4;
    for _ in 0..60 {
        let lower = next(state) % F64.max_finite();
        let value = |bits| Dyadic::from_datum(&F64.decode(bits)).unwrap();
        let sum = value(lower).add(&value(lower + 1));
        let text = Dyadic::new(false, sum.magnitude(), sum.exponent() - 1).to_decimal();
        assert_eq!(bits(&text, &F64), lower + (lower & 1), "{text}");
        assert_eq!(text.parse::<f64>().unwrap().to_bits(), lower + (lower & 1), "{text}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let point = if digits.contains('.') { "" } else { "." };
        let above = format!("{digits}{point}0001e{exponent}");
        assert_eq!(bits(&above, &F64), lower + 1, "{above}");
    }
}

#[test]
fn midpoints_of_narrow_formats_divide_the_data() {
    for format in FLOATS.iter().copied().filter(|format| format.width <= 16) {
        let stride = if format.width == 16 { 19 } else { 1 };
        for lower in (0..format.max_finite()).step_by(stride) {
            let value = |bits| Dyadic::from_datum(&format.decode(bits)).unwrap();
            let sum = value(lower).add(&value(lower + 1));
            let shifted = |distance: i8| {
                // The midpoint is sum / 2; moved by 2^-200, it is still the nearest to either side.
                let tiny =
                    Dyadic::new(distance < 0, &u64::from(distance.unsigned_abs()).into(), -200);
                let sum = sum.add(&tiny);
                bits(&Dyadic::new(false, sum.magnitude(), sum.exponent() - 1).to_decimal(), format)
            };
            // With one digit neither is even: the larger one (IEEE 754-2019 §4.3.1).
            let even = if format.precision == 1 { lower + 1 } else { lower + (lower & 1) };
            let expected = (lower, even, lower + 1);
            assert_eq!((shifted(-1), shifted(0), shifted(1)), expected, "{}", format.name);
        }
    }
}

#[test]
fn narrow_formats_round_as_half_rounds() {
    let state = &mut 5;
    for _ in 0..2_000 {
        let value = f32::from_bits(u32::try_from(next(state) >> 32).unwrap());
        if value.is_nan() {
            continue;
        }
        let single = u64::from(value.to_bits());
        for text in [exact_decimal(single, &F32), c_hex(single, &F32)] {
            assert_eq!(bits(&text, &F32), single, "{text}");
            assert_eq!(bits(&text, &F16), u64::from(f16::from_f32(value).to_bits()), "{text}");
            assert_eq!(bits(&text, &BF16), u64::from(bf16::from_f32(value).to_bits()), "{text}");
        }
    }
}

#[test]
fn shortest_agrees_with_the_standard_library() {
    let state = &mut 6;
    let edges = [1, 2, 3, 0x7fef_ffff_ffff_ffff, 0x10_0000_0000_0000, 0xf_ffff_ffff_ffff];
    let random = core::iter::repeat_with(|| next(state));
    for pattern in random.take(1_000).chain(edges) {
        let value = f64::from_bits(pattern);
        if value.is_finite() {
            assert_eq!(exponential(&shortest(pattern, &F64)), format!("{value:e}"));
        }
        let value = f32::from_bits(u32::try_from(pattern >> 32).unwrap());
        if value.is_finite() {
            assert_eq!(exponential(&shortest(pattern >> 32, &F32)), format!("{value:e}"));
        }
    }
}

/// The digits of a decimal with an exponent, in the format of `{:e}`.
fn exponential(text: &str) -> String {
    let (sign, text) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let (digits, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let point = digits.find('.').unwrap_or(digits.len());
    let all: String = digits.chars().filter(|&digit| digit != '.').collect();
    let leading = all.find(|digit| digit != '0').unwrap_or(0);
    let significant = all[leading..].trim_end_matches('0');
    if significant.is_empty() {
        return format!("{sign}0e0");
    }
    let exponent = exponent.parse::<i64>().unwrap() + i64::try_from(point).unwrap()
        - i64::try_from(leading).unwrap()
        - 1;
    let (first, rest) = significant.split_at(1);
    let point = if rest.is_empty() { "" } else { "." };
    format!("{sign}{first}{point}{rest}e{exponent}")
}
