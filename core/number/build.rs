//! Has the stages of an evaluation inlined where the optimizer is asked for speed.
//!
//! Constants arrive only in what is inlined, so it pays there. For size, or without an optimizer,
//! it makes large functions that take minutes to compile.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(optimized_for_speed)");
    if std::env::var("OPT_LEVEL").as_deref() == Ok("3") {
        println!("cargo::rustc-cfg=optimized_for_speed");
    }
    // The feature `vectors`, where there are any to choose from.
    println!("cargo::rustc-check-cfg=cfg(wide_vectors)");
    let is_x86_64 = std::env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("x86_64");
    if is_x86_64 && std::env::var_os("CARGO_FEATURE_VECTORS").is_some() {
        println!("cargo::rustc-cfg=wide_vectors");
    }
}
