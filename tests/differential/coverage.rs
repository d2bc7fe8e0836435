//! Every instruction of the catalogue has a judge.

use conformance::Subject;

#[test]
fn the_catalogue_offers_every_type_and_direction_of_the_first_families() {
    let all: Vec<_> = Subject::all().map(|subject| subject.text).collect();
    let mut wanted = Vec::new();
    for opcode in ["add", "sub", "mul", "fma"] {
        for rounding in ["rn", "rz", "rm", "rp"] {
            for types in ["f32", "f32x2", "f64", "f32.f16", "f32.bf16"] {
                if opcode != "mul" || !types.contains("f32.") {
                    wanted.push(format!("{opcode}.{rounding}.{types}"));
                }
            }
        }
        wanted
            .extend(["f16", "f16x2", "bf16", "bf16x2"].map(|types| format!("{opcode}.rn.{types}")));
    }
    let missing: Vec<_> = wanted.iter().filter(|text| !all.contains(text)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
