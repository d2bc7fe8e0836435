//! Whole kernels, as compilers and people write them, with the stores that `kernels/expected.py` computes
//! without any PTX.

#![cfg(not(target_arch = "wasm32"))]

use std::fs;
use std::path::Path;

use ptxfp_isa::catalog::{Context, LATEST_ISA, Target};
use ptxfp_lab::explore::sequence::kernel::{Kernel, Settings, is_kernel};
use ptxfp_lab::explore::sequence::{ContextDirectives, Standing};

/// A line of `cases.tsv`.
struct Case<'t> {
    name: &'t str,
    settings: Settings,
    stores: Vec<&'t str>,
    note: &'t str,
}

/// The parts of a list with commas.
fn list(text: &str) -> Vec<&str> {
    if text.is_empty() { Vec::new() } else { text.split(',').collect() }
}

fn case(line: &str) -> Case<'_> {
    let mut fields = line.split('\t');
    let mut next = || fields.next().expect("a field");
    let (name, arguments) = (next(), next());
    let mut settings = Settings::default();
    for argument in arguments.split_whitespace() {
        let (key, value) = argument.split_once('=').expect("a value");
        if key == "--function" {
            settings.function = Some(value.into());
        } else {
            settings.values.push((key.into(), value.into()));
        }
    }
    settings.loads = list(next()).into_iter().map(String::from).collect();
    Case { name, settings, stores: list(next()), note: next() }
}

/// Checks the stores of a kernel.
fn check(case: &Case<'_>, text: &str) {
    let name = case.name;
    let otherwise = Context { isa: LATEST_ISA, target: Target::parse("sm_90").expect("a target") };
    let context = ContextDirectives::of(text).context(otherwise);
    assert!(is_kernel(text), "{name}");
    let kernel = Kernel::new(text, &context, &case.settings).expect(name);
    let sequence = kernel.sequence();
    assert!(sequence.diagnostics().is_empty(), "{name}: {:?}", sequence.diagnostics());
    let evaluated = sequence.evaluated(kernel.inputs(), &context);
    let mut found = Vec::new();
    for store in kernel.stores() {
        let register = sequence.register(store.register).expect("a register");
        let standing = evaluated.standing(store.register, register);
        let value = evaluated.outcomes.value(store.register);
        let digits = usize::from(register.width().div_ceil(4));
        let is_known = standing != Standing::Unknown;
        found.push(if is_known { format!("0x{:0digits$x}", value.bits) } else { String::new() });
        let is_determined = standing == Standing::Determined;
        let is_open = standing == Standing::Contracted || standing == Standing::Reference;
        match case.note {
            "determined" => assert!(is_determined, "{name}: {} is {standing:?}", store.address),
            "near" | "contracted" => assert!(is_open, "{name}: {standing:?}"),
            _ => assert!(!is_determined || !store.is_conditional, "{name}: {standing:?}"),
        }
    }
    if case.note == "near" {
        let bits = |text: &str| u32::from_str_radix(&text[2..], 16).expect("bits");
        for (found, expected) in found.iter().zip(&case.stores) {
            assert!(bits(found).abs_diff(bits(expected)) < 16, "{name}: {found} {expected}");
        }
    } else {
        assert_eq!(found, case.stores, "{name}");
    }
}

#[test]
fn kernels_store_what_is_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect(name);
    let cases = read("cases.tsv");
    let mut names: Vec<&str> = Vec::new();
    for line in cases.lines() {
        let case = case(line);
        check(&case, &read(case.name));
        names.push(case.name);
    }
    let files = fs::read_dir(&folder).expect("the folder").map(|entry| entry.expect("an entry"));
    for file in files.map(|entry| entry.file_name().into_string().expect("a name")) {
        let kind = Path::new(&file).extension().and_then(|kind| kind.to_str());
        let is_kernel = matches!(kind, Some("ptx" | "cu"));
        assert!(!is_kernel || names.contains(&&*file), "{file} has no case");
    }
}

/// Numbers that are different each time, but the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % end.max(1)
    }
}

/// A text with lines that are left out, repeated, exchanged or taken from another text.
fn changed(text: &str, other: &str, numbers: &mut Numbers) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let others: Vec<&str> = other.lines().collect();
    for _ in 0..=numbers.below(4) {
        let (place, from) = (numbers.below(lines.len()), numbers.below(lines.len()));
        match numbers.below(4) {
            0 => drop(lines.remove(place)),
            1 => lines.insert(place, lines[from]),
            2 => lines.swap(place, from),
            _ => lines.insert(place, others[numbers.below(others.len())]),
        }
    }
    let text = lines.join("\n");
    let cut = if numbers.below(4) == 0 { numbers.below(text.len()) } else { text.len() };
    text.get(..cut).unwrap_or(&text).to_owned()
}

#[test]
fn any_text_is_answered() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect(name);
    let cases = read("cases.tsv");
    let cases: Vec<Case<'_>> = cases.lines().map(case).collect();
    let context = Context { isa: LATEST_ISA, target: Target::parse("sm_90").expect("a target") };
    let mut numbers = Numbers(1);
    for _ in 0..1500 {
        let (one, other) = (numbers.below(cases.len()), numbers.below(cases.len()));
        let text = changed(&read(cases[one].name), &read(cases[other].name), &mut numbers);
        let settings = Settings { max_steps: 500, ..cases[one].settings.clone() };
        let values = settings.values.iter().cloned();
        let known = values.chain([("n".into(), "3".into()), ("x".into(), "1".into())]).collect();
        for values in [settings.values.clone(), known] {
            let settings = Settings { values, may_leave: true, ..settings.clone() };
            if let Ok(kernel) = Kernel::new(&text, &context, &settings) {
                let evaluated = kernel.sequence().evaluated(kernel.inputs(), &context);
                assert_eq!(evaluated.values.len(), kernel.sequence().registers().len());
            }
        }
    }
}
