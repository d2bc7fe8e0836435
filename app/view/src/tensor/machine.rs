//! The machine code of an instruction, as it was recorded.

use ptxfp::tensor::Mma;

/// The record: a spelling, and below it each target with its code.
const RECORD: &str = include_str!("../../../../tests/vectors/mma-machine-code.txt");

/// The machine code of an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MachineView {
    /// The assembler.
    pub origin: &'static str,
    /// The targets, those beside each other with one code together, and the code.
    pub rows: Vec<(String, String)>,
}

/// The code of an instruction; `None` where it was not recorded.
pub(super) fn machine(mma: &Mma) -> Option<MachineView> {
    let spelling = mma.to_string();
    // The types of `tcgen05.mma` are in a register.
    let name = spelling.split('{').next().unwrap_or_default();
    let below = RECORD.lines().skip_while(|line| *line != name).skip(1);
    let mut rows: Vec<(String, String)> = Vec::new();
    for line in below.map_while(|line| line.strip_prefix("  ")) {
        let (target, code) = line.split_once(' ')?;
        let code = code.replace(" x ", " \u{d7} ");
        match rows.last_mut() {
            Some((targets, last)) if *last == code => targets.extend([", ", target]),
            _ => rows.push((String::from(target), code)),
        }
    }
    let origin = RECORD.lines().find_map(|line| line.strip_prefix("# oracle: "))?;
    (!rows.is_empty()).then_some(MachineView { origin, rows })
}
