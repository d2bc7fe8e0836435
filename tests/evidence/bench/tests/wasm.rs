//! Times of the evaluator as WebAssembly in a browser: a line for each instruction.
//!
//! Natively there is nothing to test here.
#![cfg(target_arch = "wasm32")]

use ptxfp_bench::case::{self, ARITHMETIC, CONVERSIONS, Case, N_OPERANDS, OTHERS};
use ptxfp_bench::clock::{N_TURNS, median};
use wasm_bindgen::JsCast as _;
use wasm_bindgen_test::{console_log, wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// The browser's clock counts tenths of a millisecond: each time is of that many runs.
const N_RUNS: u32 = 8;

#[wasm_bindgen_test]
fn times() {
    let window: web_sys::Window = js_sys::global().unchecked_into();
    let clock = window.performance().expect("a clock");
    for text in ARITHMETIC.into_iter().chain(CONVERSIONS).chain(OTHERS) {
        let case = Case::new(text);
        let batch = case.prepared.batch();
        let mut results = vec![0; N_OPERANDS];
        let mut times = Vec::new();
        for _ in 0..N_TURNS / 4 {
            let start = clock.now();
            for _ in 0..N_RUNS {
                case::run(&batch, std::hint::black_box(&case.columns), &mut results);
            }
            times.push((clock.now() - start) * 1e6 / f64::from(N_RUNS) / N_OPERANDS as f64);
        }
        console_log!("time\t{text}\t{}", median(times));
    }
}
