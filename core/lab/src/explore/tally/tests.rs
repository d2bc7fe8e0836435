use super::*;
use crate::eval::{Guarantee, LaneResult};
use crate::explore::domain::mix;
use crate::explore::measure::{Exactness, ULP};
use crate::format::table::F16;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const F16_FORMAT: Format = Format::Float(&F16);

/// A measure that depends only on its index.
fn measure(index: u64) -> Measure {
    let noise = mix(index);
    let error = noise.cast_signed() >> (40 + noise % 23);
    Measure {
        result: LaneResult { bits: noise & 0xffff, guarantee: Guarantee::Bits },
        reference: noise >> 1 & 0xffff,
        nearest: noise >> 1 & 0xffff,
        exactness: Exactness::Inexact,
        error: (!noise.is_multiple_of(5)).then_some(error),
        band: noise.is_multiple_of(3).then_some([-error.abs(), ULP]),
        is_border: false,
        is_open: false,
        is_flushed: false,
    }
}

fn add(tally: &mut Tally, range: Range<u64>) {
    for index in range {
        let column = tally.column_of(index);
        tally.add((index, index ^ 0xff), column, &measure(index), F16_FORMAT);
    }
}

#[test]
fn parts_merge_to_the_whole_in_any_order() {
    let window = 100..1207;
    let empty = Tally::new(window.clone(), 50);
    let mut whole = empty.clone();
    add(&mut whole, window);
    let parts: Vec<_> = [100..101, 101..600, 600..617, 617..1207]
        .map(|range| {
            let mut part = empty.clone();
            add(&mut part, range);
            part
        })
        .into();
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
        let mut merged = empty.clone();
        for part in order {
            merged.merge(&parts[part]);
        }
        assert_eq!(merged, whole);
    }
    assert_eq!((whole.count, whole.worst().len()), (1107, N_WORST));
}

#[test]
fn the_worst_are_the_worst() {
    let mut tally = Tally::new(0..5000, 1);
    add(&mut tally, 0..5000);
    let mut errors: Vec<_> =
        (0..5000).filter_map(|index| Some((measure(index).error?.unsigned_abs(), index))).collect();
    errors.sort_by_key(|(error, index)| (core::cmp::Reverse(*error), *index));
    let worst: Vec<_> =
        tally.worst().iter().map(|worst| (worst.error.unsigned_abs(), worst.index)).collect();
    assert_eq!(worst, errors[..N_WORST]);
    assert_eq!(tally.columns()[0].peak(), Some(worst[0].1));
    assert_eq!(tally.errors.total(), errors.len() as u64);
    let sum: i128 = (0..5000).filter_map(|index| measure(index).error).map(i128::from).sum();
    assert_eq!(tally.error_sum, sum);
}

#[test]
fn equals_are_kept_in_the_order_of_their_indices() {
    let half = Measure { error: Some(-ULP / 2), ..measure(0) };
    let mut tally = Tally::new(0..100, 1);
    for index in (0..100).rev() {
        tally.add((index, index), 0, &half, F16_FORMAT);
    }
    let indices: Vec<_> = tally.worst().iter().map(|worst| worst.index).collect();
    assert_eq!(indices, (0..16).collect::<Vec<_>>());
}

#[test]
fn an_operand_that_repeats_is_kept_once() {
    // The error depends on the operand, as it does in a sweep; each comes three times.
    let error = |bits: u64| Measure { error: Some((bits / 3).cast_signed() + 1), ..measure(0) };
    let mut forwards = Tally::new(0..120, 1);
    let mut backwards = forwards.clone();
    for index in 0..120 {
        forwards.add((index, index % 40), 0, &error(index % 40), F16_FORMAT);
        let index = 119 - index;
        backwards.add((index, index % 40), 0, &error(index % 40), F16_FORMAT);
    }
    assert_eq!(forwards, backwards);
    let mut merged = Tally::new(0..120, 1);
    merged.merge(&forwards);
    assert_eq!(merged, forwards);
    let operands: Vec<_> = forwards.worst().iter().map(|worst| worst.bits).collect();
    assert_eq!(operands, [39, 36, 37, 38, 33, 34, 35, 30, 31, 32, 27, 28, 29, 24, 25, 26]);
    assert!(forwards.worst().iter().all(|worst| worst.index == worst.bits));
}

#[test]
fn columns_share_the_window_out() {
    for (window, n_columns) in [(0..10, 3), (5..65541, 1000), (7..11, 9), (3..3, 4), (0..1, 0)] {
        let tally = Tally::new(window.clone(), n_columns);
        let n = tally.columns().len();
        assert!(n <= n_columns && n as u64 <= window.end - window.start);
        let mut next = window.start;
        for column in 0..n {
            let range = tally.column_range(column);
            assert_eq!(range.start, next);
            assert!(!range.is_empty());
            for index in [range.start, range.end - 1] {
                assert_eq!(tally.column_of(index), column, "{window:?} {n_columns} {index}");
            }
            next = range.end;
        }
        assert!(n == 0 || next == window.end);
    }
    // The product of index and columns has more than 64 bits here.
    let wide = Tally::new(0..u64::MAX, MAX_COLUMNS + 1);
    assert_eq!(wide.columns().len(), MAX_COLUMNS);
    assert_eq!(wide.column_of(u64::MAX - 1), MAX_COLUMNS - 1);
    assert_eq!(wide.column_range(MAX_COLUMNS - 1).end, u64::MAX);
}

#[test]
fn words_are_read_back() {
    for tally in [Tally::new(0..0, 3), Tally::new(9..700, 7)] {
        let mut tally = tally;
        let window = tally.window().clone();
        add(&mut tally, window);
        let words = tally.words();
        assert_eq!(Tally::from_words(&words), Some(tally.clone()));
        assert_eq!(Tally::from_words(&words[..words.len() - 1]), None);
        let mut longer = words.clone();
        longer.push(0);
        assert_eq!(Tally::from_words(&longer), None);
        longer[0] ^= 1;
        assert_eq!(Tally::from_words(&longer), None);
    }
    assert_eq!(Tally::from_words(&[]), None);
    let mut words = Tally::new(0..2, 2).words();
    let at = words.len() - 2 * Column::N_WORDS - 1;
    assert_eq!(words[at], 2);
    words[at] = u64::MAX;
    assert_eq!(Tally::from_words(&words), None);
}

#[test]
fn a_column_of_nans_has_no_range() {
    let nan = Measure {
        result: LaneResult { bits: 0x7fff, guarantee: Guarantee::AnyNan },
        reference: 0x7fff,
        nearest: 0x7fff,
        exactness: Exactness::Given,
        error: None,
        band: None,
        is_border: false,
        is_open: false,
        is_flushed: false,
    };
    let mut tally = Tally::new(0..2, 1);
    tally.add((0, 0), 0, &nan, F16_FORMAT);
    let column = tally.columns()[0];
    assert_eq!((column.count, column.nans), (1, 1));
    assert_eq!((column.ranks(), column.errors(), column.peak(), column.band()), Default::default());
    assert_eq!(tally.range(F16_FORMAT), None);
    let minus_one = LaneResult { bits: 0xbc00, guarantee: Guarantee::Bits };
    tally.add((1, 1), 0, &Measure { result: minus_one, ..nan }, F16_FORMAT);
    assert_eq!(tally.range(F16_FORMAT), Some([0xbc00; 2]));
    assert_eq!((tally.guarantees.any_nan, tally.classes.nan, tally.exactness.given), (1, 1, 2));
}
