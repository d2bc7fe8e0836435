use super::*;
use crate::catalog::Type;
use crate::format::table::{BF16, E4M3, F16, F32, F64, S16};
use alloc::vec::Vec;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn list(text: &str, format: Format) -> Vec<u64> {
    let domain = Domain::parse(text, format).unwrap();
    let list: Vec<_> = (0..domain.len()).map(|index| domain.at(index)).collect();
    // `fill` returns the encodings of `at`.
    for start in [0, list.len() / 3] {
        let mut filled = alloc::vec![0; list.len() - start];
        domain.fill(start as u64, &mut filled);
        assert_eq!(filled, list[start..], "{text}");
    }
    list
}

#[test]
fn all_encodings_come_once() {
    for format in Type::SPELLED.map(Type::format).into_iter().filter(|it| it.width() <= 16) {
        for text in ["all", "all:bits"] {
            let mut all = list(text, format);
            all.sort_unstable();
            let expected: Vec<u64> = (0..1 << format.width()).collect();
            assert_eq!(all, expected, "{text} {}", format.name());
        }
    }
    assert_eq!(Domain::all(Format::Float(&F32)).unwrap().len(), 1 << 32);
    assert_eq!(Domain::all(Format::Float(&F64)), Err(DomainError::TooMany));
}

#[test]
fn values_ascend_across_zero() {
    let e4m3 = Format::Float(&E4M3);
    assert_eq!(list("0x82..0x01", e4m3), [0x82, 0x81, 0x80, 0, 1]);
    assert_eq!(list("0x82..0x01/2", e4m3), [0x82, 0x80, 1]);
    assert_eq!(list("0x01..0x82:bits", e4m3).len(), 0x82);
    assert_eq!(list("0xfffe..0x0001", Format::Fixed(&S16)), [0xfffe, 0xffff, 0, 1]);
    assert_eq!(list("0x3f80", Format::Float(&BF16)), [0x3f80]);
    assert_eq!(list("1..1.03", Format::Float(&BF16)), [0x3f80, 0x3f81, 0x3f82, 0x3f83, 0x3f84]);
    assert_eq!(list("-0x1p-9..2^-9", e4m3), [0x81, 0x80, 0, 1]);
    assert_eq!(list("-2..1", Format::Fixed(&S16)), [0xfffe, 0xffff, 0, 1]);
}

#[test]
fn an_index_beyond_the_end_is_the_last_one() {
    let domain = Domain::parse("0x82..0x01/2", Format::Float(&E4M3)).unwrap();
    assert_eq!((domain.at(3), domain.at(u64::MAX)), (1, 1));
}

#[test]
fn an_encoding_has_its_index() {
    for text in ["all", "0xc000..0x4000/3", "all/7:bits", "0x3c00"] {
        let domain = Domain::parse(text, Format::Float(&F16)).unwrap();
        for index in [0, domain.len() / 3, domain.len() - 1] {
            assert_eq!(domain.index_of(domain.at(index)), Some(index), "{text}");
        }
    }
    let domain = Domain::parse("0xc000..0x4000/3", Format::Float(&F16)).unwrap();
    assert_eq!((domain.index_of(0xc001), domain.index_of(0x4001)), (None, None));
    assert_eq!(domain.index_of(0xbfff), Some(1));
    assert_eq!(Domain::parse("random:9", Format::Float(&F16)).unwrap().index_of(0), None);
}

#[test]
fn random_encodings_depend_on_seed_and_index_alone() {
    let f32 = Format::Float(&F32);
    let list_of = |text| list(text, f32);
    assert_eq!(list_of("random:100:7"), list_of("random:200:7")[..100]);
    assert_ne!(list_of("random:100:7"), list_of("random:100:8"));
    // The author's test of `SplitMix64` with seed 1234567 begins like this; `noise` mixes the seed
    // first.
    assert_eq!(mix(1_234_567_u64.wrapping_add(0x9e37_79b9_7f4a_7c15)), 6_457_827_717_110_365_317);
    // Each bit is set about as often as not.
    let many = list_of("random:4096:1");
    for bit in 0..32 {
        let n_set = many.iter().filter(|each| *each >> bit & 1 == 1).count();
        assert!(n_set.abs_diff(2048) < 200, "bit {bit}: {n_set}");
    }
}

#[test]
fn edges_reach_every_class() {
    for format in [Format::Float(&F32), Format::Float(&F64), Format::Float(&E4M3)] {
        let classes: Vec<_> = list("edges:2000:1", format)
            .into_iter()
            .map(|bits| (format.class_name(bits), format.decode(bits).negative))
            .collect();
        for name in ["zero", "subnormal", "normal", "infinity"] {
            let exists = name != "infinity" || format.float().unwrap().infinity().is_some();
            for negative in [false, true] {
                let is_there = classes.contains(&(name, negative));
                assert_eq!(is_there, exists, "{} {name} {negative}", format.name());
            }
        }
    }
    let ends = list("edges:2000:1", Format::Fixed(&S16));
    assert!([0, 1, 0x7fff, 0x8000, 0xffff].iter().all(|bits| ends.contains(bits)));
    assert!(ends.iter().all(|bits| *bits <= 0xffff));
}

#[test]
fn text_is_read_as_it_is_written() {
    for text in [
        "all",
        "all:bits",
        "all/3",
        "all/3:bits",
        "0x3f80",
        "0x3f80..0x4000",
        "0xff80..0x7f80/128",
        "0x0000..0xffff/5:bits",
        "random:1000:7",
        "edges:1:18446744073709551615",
    ] {
        let domain = Domain::parse(text, Format::Float(&BF16)).unwrap();
        assert_eq!(domain.text(), text);
        assert_eq!(Domain::parse(&domain.text(), Format::Float(&BF16)), Ok(domain));
    }
    for (text, canonical) in
        [("0X3F80", "0x3f80"), ("random:5", "random:5:0"), ("0x1..0x2/1", "0x0001..0x0002")]
    {
        assert_eq!(Domain::parse(text, Format::Float(&BF16)).unwrap().text(), canonical);
    }
}

#[test]
fn text_has_only_what_links_leave_alone() {
    for (text, format) in [("0xff80..0x7f80/128:bits", 16), ("edges:10:3", 16)] {
        assert_eq!(format, 16);
        let kept = |c: char| c.is_ascii_alphanumeric() || "-._~@/?,:".contains(c);
        assert!(text.chars().all(kept));
        assert!(text.ends_with(|c: char| c.is_ascii_alphanumeric()));
    }
}

#[test]
fn what_is_no_domain_says_why() {
    for (text, message) in [
        ("", "a domain is"),
        ("al", "a domain is"),
        ("0x3f80:bits", "a domain is"),
        ("0x3f80/2", "a domain is"),
        ("0x", "expected hexadecimal digits"),
        ("0xg", "not a hexadecimal digit"),
        ("0x10000", "more bits than the format"),
        ("0x10000000000000000", "more bits than the format"),
        ("0x0..0x10000", "more bits than the format"),
        ("x..4", "'x' is not a number"),
        ("3..", "an operand is missing"),
        ("0x4000..0x3f80", "ends before it begins"),
        ("0x3f80..0x7fc0", "is NaN"),
        ("all/0", "the stride is 0"),
        ("all/x", "the stride must be a whole number"),
        ("all/", "the stride must be a whole number"),
        ("random", "expected a count"),
        ("random:", "the count must be a whole number"),
        ("random:0", "the count is 0"),
        ("random:5:x", "the seed must be a whole number"),
        ("edges:99999999999999999999", "the count must be a whole number"),
    ] {
        let error = Domain::parse(text, Format::Float(&BF16)).unwrap_err();
        assert!(error.message.contains(message), "{text}: {}", error.message);
        assert!(text.get(error.span).is_some());
    }
    let error = Domain::parse("all", Format::Float(&F64)).unwrap_err();
    assert!(error.message.contains("too many encodings"));
}
