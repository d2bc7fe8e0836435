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
}
