//! Measures the evaluator and other implementations; `cargo xtask bench` runs it.

#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(not(target_arch = "wasm32"))]
mod oracles;

fn main() {
    #[cfg(not(target_arch = "wasm32"))]
    native::run();
}
