//! Has the app's linker keep what the splitter needs, where the app is to be split into chunks
//! (`xtask/bindgen`); otherwise it stays one file, as any wasm-bindgen makes it.

use std::env;

/// The variable with the folder for chunks, which xtask sets.
const FOLDER: &str = "PTXFP_CHUNKS";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={FOLDER}");
    println!("cargo::rustc-check-cfg=cfg(split)");
    let is_wasm = env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm");
    if is_wasm && env::var_os(FOLDER).is_some() {
        println!("cargo::rustc-cfg=split");
        println!("cargo::rustc-link-arg-bin=app=--emit-relocs");
    }
}
