//! Claims about records in `tests/vectors/` agree with the records.

use ptxfp::source::claim::ALL;
use ptxfp::text::grouped;

const MACHINE_CODE: &str = include_str!("../vectors/machine-code.txt");
const FOLDED: &str = include_str!("../vectors/ptxas-fold.txt");
const FOLDED_FUNCTIONS: &str = include_str!("../vectors/ptxas-fold-functions.txt");
const HOST: &str = include_str!("../vectors/nvidia-host.txt");
const HOST_DIGESTS: &str = include_str!("../vectors/nvidia-host-digests.txt");

/// The number of lines of a record that state a result.
fn results(record: &str) -> String {
    let is_result = |line: &&str| !line.starts_with('#') && line.contains(" = ");
    grouped(record.lines().filter(is_result).count() as u64)
}

/// The line of a record that begins with a word, without it.
fn header<'r>(record: &'r str, word: &str) -> &'r str {
    record.lines().find_map(|line| line.strip_prefix(word)).expect(word).trim()
}

#[test]
fn numbers_and_dates_are_those_of_the_records() {
    let is_instruction = |line: &&str| line.split(' ').next().is_some_and(|it| it.contains('/'));
    let instructions = MACHINE_CODE.lines().filter(is_instruction).count() as u64;
    let targets: Vec<_> = header(MACHINE_CODE, "targets ").split(' ').collect();
    let assembled = format!("{} instructions on {} targets", grouped(instructions), targets.len());
    let folded = format!(
        "{} results of arithmetic and {} of functions",
        results(FOLDED),
        results(FOLDED_FUNCTIONS)
    );
    let host =
        format!("in {} digests, and {} listed results", results(HOST_DIGESTS), results(HOST));
    for (id, number, date) in [
        ("emitted-nan", &assembled, header(MACHINE_CODE, "origin ")),
        ("tf32", &assembled, header(MACHINE_CODE, "origin ")),
        ("folded-nan", &folded, header(FOLDED, "# date:")),
        ("host-nan", &host, header(HOST, "# date:")),
    ] {
        let claim = ALL.iter().find(|claim| claim.id == id).expect(id);
        assert!(claim.count.ends_with(number.as_str()), "{id}: {number}");
        assert!(date.ends_with(claim.date), "{id}: {date}");
    }
    let emitted = ALL.iter().find(|claim| claim.id == "emitted-nan").expect("a claim");
    assert_eq!(emitted.place, targets.join(", "));
}
