//! Links to kernels lead to the same results as the texts and values that they were made for.

#![cfg(not(target_arch = "wasm32"))]

use std::fs;
use std::path::Path;

use ptxfp::catalog::{Context, LATEST_ISA, Target};
use ptxfp::explore::sequence::ContextDirectives;
use ptxfp::explore::sequence::kernel::{Kernel, Settings, normal};
use ptxfp::link::{SequenceState, parse_sequence};

/// The list in a field.
fn list(text: &str) -> Vec<String> {
    text.split(',').filter(|each| !each.is_empty()).map(String::from).collect()
}

/// The settings of a line of `cases.tsv`, with its name.
fn case(line: &str) -> (&str, Settings) {
    let fields: Vec<_> = line.split('\t').collect();
    let mut settings = Settings { loads: list(fields[2]), ..Settings::default() };
    for argument in fields[1].split_whitespace() {
        let (key, value) = argument.split_once('=').expect("a value");
        if key == "--function" {
            settings.function = Some(value.into());
        } else {
            settings.values.push((key.into(), value.into()));
        }
    }
    (fields[0], settings)
}

/// The bits and locations of the stores, as far as they are known.
fn stores(kernel: &Kernel) -> Vec<(Option<String>, u64)> {
    let values = kernel.sequence().outcomes(kernel.inputs());
    let all = kernel.stores().iter();
    all.map(|store| (store.location.clone(), values.value(store.register).bits)).collect()
}

#[test]
fn a_link_to_a_kernel_has_its_stores() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lab/tests/kernels");
    let cases = fs::read_to_string(folder.join("cases.tsv")).expect("cases");
    let otherwise = Context { isa: LATEST_ISA, target: Target::parse("sm_90").expect("a target") };
    let mut n_compared = 0;
    for line in cases.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (name, settings) = case(line);
        let Ok(text) = fs::read_to_string(folder.join(name)) else { continue };
        let context = ContextDirectives::of(&text).context(otherwise);
        let kernel = Kernel::new(&text, &context, &settings).expect(name);
        let state = SequenceState::of_kernel(&text, context, &kernel);
        assert_eq!(normal(&state.code), state.code, "{name}");
        let link = state.to_fragment();
        let parsed = parse_sequence(&link).expect(name);
        assert_eq!(parsed.problems, [], "{name}: {link}");
        assert_eq!(parsed.state.code, state.code, "{name}: {link}");
        assert_eq!(parsed.state.start, state.start, "{name}: {link}");
        assert_eq!(parsed.state.to_fragment(), link, "{name}");
        let again = parsed.state.kernel().expect(name);
        assert_eq!(stores(&again), stores(&kernel), "{name}: {link}");
        n_compared += 1;
    }
    assert!(n_compared > 50, "{n_compared}");
}

#[test]
fn inputs_of_kernels_are_named() {
    let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").expect("a target") };
    let text = ".visible .entry k(.param .u64 x, .param .f32 s) { ld.param.u64 %rd1, [x]; \
                ld.param.f32 %f1, [s]; mov.u32 %r1, %tid.x; setp.gt.u32 %p1, %r1, 3; @%p1 bra E; \
                ld.global.f32 %f2, [%rd1+4]; mul.f32 %f3, %f1, %f2; st.global.f32 [%rd1], %f3; E: ret; }";
    let values = [("[x+4]", "3"), ("%tid.x", "2")];
    let values = values.map(|(name, value)| (name.to_string(), value.to_string())).to_vec();
    let settings = Settings { values, otherwise: Some("1".into()), ..Settings::default() };
    let kernel = Kernel::new(text, &context, &settings).expect("a kernel");
    let link = SequenceState::of_kernel(text, context, &kernel).to_fragment();
    assert!(link.ends_with("&/tid.x=0x00000002&@5bx@2b4@5d=0x40400000&isa=9.5"), "{link}");
    let other = link.replace("tid.x=0x00000002", "tid.x=7");
    let parsed = parse_sequence(&other).expect("a link");
    assert_eq!(parsed.problems.len(), 1, "the load does not run: {:?}", parsed.problems);
    assert_eq!(parsed.state.kernel().expect("a kernel").stores(), []);
    for (wrong, message) in [
        (link.replace("/tid.x=", "/tid.w="), "/tid.w"),
        (link.replace("0x40400000", "three"), "three"),
        (format!("{link}&function=none"), "has no function `none`"),
    ] {
        let parsed = parse_sequence(&wrong).expect("a link");
        let all = format!("{:?}", parsed.problems);
        assert!(all.contains(message), "{wrong}: {all}");
        let place = &wrong[parsed.problems[0].span.clone()];
        assert!(["/tid.w", "three", "none"].contains(&place), "{wrong}: {place}");
    }
}
