//! From the disassembler's text to the whole code of each entry.

use std::collections::BTreeMap;

/// The whole machine code of an entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kernel {
    /// Instructions with their registers, without `;`, and labels, each with `:`.
    pub lines: Vec<String>,
}

/// The length of an instruction, in bytes.
pub const STEP: usize = 16;

/// An instruction that the disassembler skips, because it does not know it.
pub const UNKNOWN: &str = "?";

/// The name of every entry, which routines return to.
pub const NAME: &str = "kernel";

/// The code of each entry of a module, by the entry's number.
///
/// Labels are numbered within the entry, those that nothing leads to are left out, and so is the
/// padding at the end.
///
/// # Errors
///
/// The first line whose address is not a possible one.
pub fn kernels(text: &str) -> Result<BTreeMap<usize, Kernel>, String> {
    let mut found: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    let (mut current, mut address) = (None, 0);
    for line in text.lines() {
        let line = line.trim();
        if let Some(name) = line.strip_prefix(".text.k").and_then(|rest| rest.strip_suffix(':')) {
            (current, address) = (name.parse().ok(), 0);
        } else if let Some(number) = current {
            let lines = found.entry(number).or_default();
            if let Some((own, code)) = line.strip_prefix("/*").and_then(|it| it.split_once("*/")) {
                let Ok(own) = usize::from_str_radix(own, 16) else { return Err(line.to_owned()) };
                while address < own {
                    lines.push(UNKNOWN);
                    address += STEP;
                }
                if address != own {
                    return Err(line.to_owned());
                }
                address += STEP;
                lines.push(code.trim().trim_end_matches(';').trim_end());
            } else if is_inner_label(line) {
                lines.push(line);
            }
        }
    }
    Ok(found.into_iter().map(|(number, lines)| (number, Kernel::new(lines))).collect())
}

/// Whether a line is a label inside an entry or the name of a routine.
fn is_inner_label(line: &str) -> bool {
    line.ends_with(':') && (line.starts_with(".L") || is_routine(line))
}

fn is_routine(name: &str) -> bool {
    name.starts_with('$')
}

/// Takes `BRA ` `` `(.L_x_1)`` apart around the label, and `.L_x_1:`, too.
fn around_label(line: &str) -> Option<[&str; 3]> {
    if let Some(label) = line.strip_suffix(':') {
        return Some(["", label, ":"]);
    }
    let start = line.find("`(")? + 2;
    let end = start + line[start..].find(')')?;
    Some([&line[..start], &line[start..end], &line[end..]])
}

impl Kernel {
    fn new<'t>(mut lines: Vec<&'t str>) -> Self {
        let led_to = |line: &&'t str| {
            around_label(line).filter(|_| !line.ends_with(':')).map(|[_, label, _]| label)
        };
        let wanted: Vec<_> = lines.iter().filter_map(led_to).collect();
        lines.retain(|line| {
            let label = line.strip_suffix(':');
            label.is_none_or(|label| is_routine(label) || wanted.contains(&label))
        });
        while lines.last() == Some(&"NOP") {
            lines.pop();
        }
        let (mut names, mut counts) = (BTreeMap::new(), [0; 2]);
        for label in lines.iter().filter_map(|line| line.strip_suffix(':')) {
            let count = &mut counts[usize::from(is_routine(label))];
            names.insert(label, own_name(label, *count));
            *count += 1;
        }
        let renamed = |line: &&str| match around_label(line) {
            Some([before, label, behind]) => {
                let name = names.get(label).map_or(NAME, |name| &**name);
                [before, name, behind].concat()
            }
            None => (*line).to_owned(),
        };
        Self { lines: lines.iter().map(renamed).collect() }
    }

    /// The instructions with their addresses, in bytes from the start.
    pub fn instructions(&self) -> impl Iterator<Item = (usize, &str)> {
        let all = self.lines.iter().map(|line| &**line).filter(|line| !line.ends_with(':'));
        (0..).step_by(STEP).zip(all)
    }
}

/// `$__internal_0_$routine` for `$__internal_17_$routine`, `.L_x_0` for `.L_x_33`.
fn own_name(label: &str, number: usize) -> String {
    let digits = |text: &str| text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
    let start = label.find(|it: char| it.is_ascii_digit()).unwrap_or(label.len());
    let (before, rest) = label.split_at(start);
    format!("{before}{number}{}", &rest[digits(rest)..])
}

#[cfg(test)]
mod tests {
    use super::{UNKNOWN, kernels};

    const TEXT: &str = "
\t.section\t.text.k3,\"ax\",@progbits
.text.k3:
        .type           k3,@function
k3:
        /*0000*/                   LDC R1, c[0x0][0x28] ;
        /*0010*/              @!P0 BRA `(.L_x_7) ;
        /*0020*/                   MOV R2, 0x40 ;
        /*0030*/                   CALL.REL.NOINC `($__internal_2_$__cuda_sm3x_div) ;
.L_x_7:
        /*0040*/                   STG.E desc[UR4][R2.64], R7 ;
.L_x_21:
        /*0050*/                   EXIT ;
        .type           $__internal_2_$__cuda_sm3x_div,@function
$__internal_2_$__cuda_sm3x_div:
        /*0060*/                   FSETP.GTU.FTZ.AND P0, PT, |R0|, +INF , PT ;
        /*0070*/                   RET.REL.NODEC R2 `(k3) ;
.L_x_12:
        /*0080*/                   BRA `(.L_x_12);
        /*0090*/                   NOP;
        /*00a0*/                   NOP;
.L_x_26:
.text.k12:
k12:
        /*0000*/                   EXIT ;
";

    #[test]
    fn code_is_whole_and_labels_are_those_of_the_entry() {
        let all = kernels(TEXT).expect("addresses in order");
        let expected = [
            "LDC R1, c[0x0][0x28]",
            "@!P0 BRA `(.L_x_0)",
            "MOV R2, 0x40",
            "CALL.REL.NOINC `($__internal_0_$__cuda_sm3x_div)",
            ".L_x_0:",
            "STG.E desc[UR4][R2.64], R7",
            "EXIT",
            "$__internal_0_$__cuda_sm3x_div:",
            "FSETP.GTU.FTZ.AND P0, PT, |R0|, +INF , PT",
            "RET.REL.NODEC R2 `(kernel)",
            ".L_x_1:",
            "BRA `(.L_x_1)",
        ];
        assert_eq!(all[&3].lines, expected);
        assert_eq!(all[&12].lines, ["EXIT"]);
        assert_eq!(all[&3].instructions().nth(4), Some((0x40, "STG.E desc[UR4][R2.64], R7")));
    }

    #[test]
    fn what_the_disassembler_skips_is_in_its_place() {
        let text = TEXT.replace("        /*0020*/                   MOV R2, 0x40 ;\n", "");
        let all = kernels(&text).expect("addresses in order");
        assert_eq!(all[&3].instructions().nth(2), Some((0x20, UNKNOWN)));
        for wrong in ["/*0018*/", "/*0010*/", "/*x*/"] {
            let text = TEXT.replace("/*0020*/", wrong);
            assert!(kernels(&text).is_err_and(|line| line.contains("MOV")), "{wrong}");
        }
    }
}
