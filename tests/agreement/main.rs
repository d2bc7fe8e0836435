//! Native code and WebAssembly give the same results on the same operands.
//!
//! Both compare with one recorded file of digests: natively under `cargo test`, as WebAssembly in a
//! browser under `wasm-bindgen-test`. `cargo xtask golden` rewrites the file natively.

mod batch;
mod observed;

use conformance::digest;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[test]
fn results_have_the_recorded_digests() {
    let table = digest::table();
    assert!(table.lines().count() > 100);
    compare(&table);
}

#[cfg(not(target_arch = "wasm32"))]
fn compare(table: &str) {
    expect_test::expect_file!["../vectors/digests.txt"].assert_eq(table);
}

#[cfg(target_arch = "wasm32")]
fn compare(table: &str) {
    for (recorded, found) in include_str!("../vectors/digests.txt").lines().zip(table.lines()) {
        assert_eq!(recorded, found);
    }
    assert_eq!(include_str!("../vectors/digests.txt"), table);
}
