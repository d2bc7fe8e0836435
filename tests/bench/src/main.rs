//! Measures the evaluator beside other implementations; `cargo xtask bench` runs it.

#[cfg(not(target_arch = "wasm32"))]
mod judges;
#[cfg(not(target_arch = "wasm32"))]
mod native;

fn main() {
    #[cfg(not(target_arch = "wasm32"))]
    native::run();
}
