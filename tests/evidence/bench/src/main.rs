//! Measures the evaluator and other implementations; `cargo xtask bench` runs it.
#![expect(unexpected_cfgs, reason = "MPFR takes minutes to build: --cfg mpfr asks for it")]

#[cfg(not(target_arch = "wasm32"))]
mod judged;
#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(not(target_arch = "wasm32"))]
mod oracles;

fn main() {
    #[cfg(not(target_arch = "wasm32"))]
    {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["cases", instruction, file] => judged::run(instruction, file),
            ref arguments => native::run(arguments),
        }
    }
}
