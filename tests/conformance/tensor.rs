//! Captured results of tensor cores.

use std::collections::BTreeSet;

use conformance::files;
use ptxfp::catalog::{Context, LATEST_ISA};
use ptxfp::observed::Grade;
use ptxfp::tensor::{Matrix, Mma, Operands, Seat, Tensor};

/// The number of captures, and of rows of each.
const SIZE: (usize, usize) = (48, 25);

/// The target of a GPU.
fn target(gpu: &str) -> &'static str {
    match gpu {
        "V100" => "sm_70",
        "A100" => "sm_80",
        "A2" => "sm_86",
        "Ada" | "L40S" => "sm_89",
        "H100" | "H200" => "sm_90a",
        "B200" => "sm_100a",
        _ => panic!("{gpu}"),
    }
}

/// The spellings of an instruction, each of which computes the row.
fn spellings(gpu: &str, path: &str, input: &str, accumulator: &str) -> Vec<String> {
    let short = |name: &str| name.replace("fp", "f");
    let (input, acc) = (short(input), short(accumulator));
    match path.split([' ', ',']).next().unwrap_or_default() {
        "mma.m16n8k32" => {
            vec![format!("mma.sync.aligned.m16n8k32.row.col.{acc}.{input}.{input}.{acc}")]
        }
        "wgmma" => vec![format!("wgmma.mma_async.sync.aligned.m64n8k32.{acc}.{input}.{input}")],
        "wmma" if input == "tf32" => vec![
            format!("wmma.mma.sync.aligned.row.col.m16n16k8.{acc}.{input}.{input}.{acc}"),
            format!("mma.sync.aligned.m16n8k4.row.col.{acc}.{input}.{input}.{acc}"),
        ],
        "wmma" => {
            let types = if input == "f16" { acc.clone() } else { format!("{acc}.{input}.{input}") };
            let shape = if gpu == "V100" { "m8n8k4" } else { "m16n8k16" };
            vec![
                format!("wmma.mma.sync.aligned.row.col.m16n16k16.{types}.{acc}"),
                format!("mma.sync.aligned.{shape}.row.col.{acc}.{input}.{input}.{acc}"),
            ]
        }
        _ => panic!("{path}"),
    }
}

/// The elements of a list, as many as an instruction takes: those that are missing are zero, which
/// changes nothing.
fn elements(list: &str, k: usize) -> Vec<u64> {
    let mut elements: Vec<_> = list.split(',').map(number).collect();
    assert!(elements.len() <= k, "{list}");
    elements.resize(k, 0);
    elements
}

fn number(text: &str) -> u64 {
    u64::from_str_radix(text, 16).expect("hexadecimal")
}

/// Every captured result is what the model of its GPU returns, by each way to ask for it.
#[test]
fn every_capture_of_a_tensor_core_is_reproduced() {
    let text = files::read("vectors/tensor-cores.tsv");
    let rows = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    let (mut count, mut different) = (0, Vec::new());
    for row in rows {
        let cells: Vec<_> = row.split('\t').collect();
        let [gpu, path, input, accumulator, a, b, c, d] = cells[..] else { panic!("{row}") };
        let context = Context { isa: LATEST_ISA, target: target(gpu).parse().expect(gpu) };
        for spelling in spellings(gpu, path, input, accumulator) {
            let mma = Mma::parse(&spelling).expect("a spelling");
            let tensor = Tensor::new(&mma, &context).expect("a measured instruction");
            assert_eq!(tensor.grade(), Some(Grade::Replayed), "{row}");
            let (a, b) = (elements(a, mma.k), elements(b, mma.k));
            let ours = tensor.evaluate(&Operands::new(&a, &b, number(c)));
            if ours != Ok(number(d)) {
                different.push(format!("{spelling} {row}: {ours:x?}"));
            }
        }
        count += 1;
    }
    assert_eq!(count, SIZE.0 * SIZE.1);
    assert!(different.is_empty(), "{} of {count}:\n{}", different.len(), different.join("\n"));
}

/// A second implementation of the description returns the same for every kind, those with scales and
/// those without public captures included.
#[test]
fn a_second_implementation_of_tensor_cores_agrees() {
    assert!(compare("vectors/tensor-model.txt") > 700);
}

/// A GPU returns the same where the assembler calls a function.
#[test]
fn captures_of_a_shape_that_tensor_cores_lack_are_reproduced() {
    assert_eq!(compare("vectors/hardware/sm_90-h200-mma.txt"), 192);
}

/// Evaluates each line of a file, a target, an instruction, operands and the result, and returns how many
/// there are.
fn compare(file: &str) -> usize {
    let text = files::read(file);
    let (mut count, mut different) = (0, Vec::new());
    for row in text.lines().filter(|line| !line.starts_with('#')) {
        let (row, expected) = row.split_once(" @ ").expect("a result");
        let words: Vec<_> = row.split(' ').collect();
        let [target, spelling, a, b, c, scales @ ..] = &words[..] else { panic!("{row}") };
        let list = |text: &str| text.split(',').map(number).collect::<Vec<_>>();
        let scales: Vec<_> = scales.iter().map(|text| list(text)).collect();
        let scales_of = |index: usize| scales.get(index).map_or(&[][..], |list| list);
        let context = Context { isa: LATEST_ISA, target: target.parse().expect(target) };
        let mma = Mma::parse(spelling).expect("a spelling");
        let tensor = Tensor::new(&mma, &context).expect("a known instruction");
        let (a, b, c) = (list(a), list(b), number(c));
        let operands = Operands { a: &a, b: &b, c, scales_a: scales_of(0), scales_b: scales_of(1) };
        let ours = tensor.evaluate(&operands);
        if ours.as_ref().ok() != (expected != "-").then(|| number(expected)).as_ref() {
            different.push(format!("{row}: {expected}, ours {ours:x?}"));
        }
        count += 1;
    }
    assert!(different.is_empty(), "{} of {count}:\n{}", different.len(), different.join("\n"));
    count
}

/// Every element has a place of its own, and no register has room left.
#[test]
fn every_element_has_a_place_of_its_own() {
    let mut n_checked = 0;
    let recorded = files::read("vectors/ptxas-mma.txt");
    for mma in recorded.lines().filter_map(|line| Mma::parse(line.trim()).ok()) {
        for matrix in [Matrix::A, Matrix::B, Matrix::C, Matrix::D] {
            let Some([rows, columns]) = mma.size(matrix) else { continue };
            let elements = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
            let seats: Option<Vec<Seat>> =
                elements.map(|(row, column)| mma.seat(matrix, row, column)).collect();
            let (Some(seats), Some(n_registers)) = (seats, mma.n_registers(matrix)) else {
                continue;
            };
            let seats: BTreeSet<_> =
                seats.iter().map(|seat| (seat.thread, seat.register, seat.bit)).collect();
            assert_eq!(seats.len(), rows * columns, "{mma} {matrix:?}");
            let threads: BTreeSet<_> = seats.iter().map(|seat| seat.0).collect();
            let in_register = seats.iter().filter(|seat| (seat.0, seat.1) == (0, 0)).count();
            assert_eq!(seats.len(), threads.len() * n_registers * in_register, "{mma} {matrix:?}");
            n_checked += 1;
        }
    }
    assert!(n_checked > 500, "{n_checked}");
}
