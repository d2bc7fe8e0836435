//! The whole code of an instruction as the disassembler prints it, from a file for each opcode.

use ptxfp::link::State;

use super::{Machine, lines, places};

/// A text beside the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Text {
    /// The record of machine code.
    Record,
    /// A file with whole code: its path from the record, and the hash of its bytes.
    Whole(String, String),
}

/// The choice to show the whole code, and the file that was fetched for it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Whole {
    is_shown: bool,
    name: String,
    file: Machine,
}

/// The whole code on every recorded target.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WholeView {
    /// Whether it is shown.
    pub is_shown: bool,
    /// The reason why it is empty.
    pub note: &'static str,
    /// The code, that of targets with the same together.
    pub kernels: Vec<KernelView>,
}

/// The code on some targets.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KernelView {
    /// The targets.
    pub targets: String,
    /// Whether the present one is among them.
    pub is_present: bool,
    /// The code, to be read and copied.
    pub text: String,
}

/// The path and the hash of the file with an instruction's whole code.
fn listed<'r>(record: &'r str, state: &State) -> Option<(&'r str, &'r str)> {
    let opcode = [state.instruction.form.opcode, "\t"].concat();
    lines(record, "whole").find_map(|line| line.strip_prefix(&*opcode))?.split_once('\t')
}

impl Whole {
    /// Shows it or hides it; tries again if it could not be fetched.
    pub fn press(&mut self) {
        if self.is_shown && self.file == Machine::Missing {
            self.file.retry();
        } else {
            self.is_shown = !self.is_shown;
        }
    }

    /// Takes the file with this path, or a failure.
    pub fn take(&mut self, name: String, text: Option<String>) {
        (self.name, self.file) = (name, Machine::new(text));
    }

    /// The file of this path, if it was asked for.
    fn file(&self, name: &str) -> &Machine {
        if self.name == name { &self.file } else { &Machine::Awaited }
    }

    /// Returns the file to fetch.
    pub fn wanted(&self, record: &str, state: &State) -> Option<Text> {
        let (name, integrity) = listed(record, state).filter(|_| self.is_shown)?;
        let is_awaited = *self.file(name) == Machine::Awaited;
        is_awaited.then(|| Text::Whole(name.to_owned(), integrity.to_owned()))
    }

    /// The part of the tab.
    pub(super) fn view(&self, record: &str, state: &State) -> Option<WholeView> {
        let (name, _) = listed(record, state)?;
        if !self.is_shown {
            return Some(WholeView::default());
        }
        let (note, kernels) = match self.file(name) {
            Machine::Awaited => ("Loading the code\u{2026}", None),
            Machine::Missing => {
                ("The code could not be loaded. Press the button again to retry.", None)
            }
            Machine::Here(file) => ("", kernels(file, state)),
        };
        Some(WholeView { is_shown: true, note, kernels: kernels.unwrap_or_default() })
    }
}

/// The codes of an instruction, from the lines that the package `machine-code` writes.
fn kernels(file: &str, state: &State) -> Option<Vec<KernelView>> {
    let mut codes = file.split("\n\n");
    let head = codes.next()?;
    let codes: Vec<_> = codes.collect();
    let (origin, rest) = head.split_once('\n')?;
    let targets = rest.lines().next()?;
    let mut kernels: Vec<(KernelView, &str)> = Vec::new();
    for (target, number) in targets.split(' ').zip(places(head, state)?.split(' ')) {
        let code = number.parse().ok().and_then(|number: usize| codes.get(number));
        let Some(code) = code else { continue };
        let is_present = target == state.context.target.name;
        if let Some((same, _)) = kernels.iter_mut().find(|(_, each)| each == code) {
            same.targets.extend([", ", target]);
            same.is_present |= is_present;
        } else {
            let text = String::new();
            kernels.push((KernelView { targets: target.to_owned(), is_present, text }, code));
        }
    }
    let instruction = state.instruction.to_string();
    let listed = kernels.into_iter().map(|(kernel, code)| {
        let head = ["// ", &instruction, " on ", &kernel.targets, "\n// ", origin, "\nkernel:\n"];
        KernelView { text: listing(head.concat(), code), ..kernel }
    });
    Some(listed.collect())
}

/// The digits of an address.
const DIGITS: [&str; 16] =
    ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "a", "b", "c", "d", "e", "f"];

/// The code with the address of each instruction; conditions are in a column of their own.
fn listing(mut text: String, code: &str) -> String {
    // An instruction has 16 bytes.
    let mut number = 0;
    for line in code.lines() {
        if line.ends_with(':') {
            text.extend([line, "\n"]);
            continue;
        }
        let guarded = line.split_once(' ').filter(|_| line.starts_with('@'));
        let (guard, rest) = guarded.unwrap_or(("", line));
        let [high, middle, low] = [8, 4, 0].map(|shift| DIGITS[number >> shift & 15]);
        let column = "     ".get(guard.len()..).unwrap_or_default();
        text.extend(["/*", high, middle, low, "0*/ ", guard, column, " ", rest, " ;\n"]);
        number += 1;
    }
    text
}

#[cfg(test)]
mod tests {
    use ptxfp::link::{State, parse};

    use super::{Text, Whole};
    use crate::explorer::tabs::machine::{Machine, record};

    const RECORD: &str = "origin\ttools, day\ntargets\tsm_75 sm_80 sm_90\n\
        class\tOne\tIt is one.\nwhole\tex2\tcode/ex2-1.txt\tsha256-1\n\
        whole\tfma\tcode/fma-2.txt\tsha256-2\ncode\t0\t1\tMUFU.EX2\t\t\n\
        ex2.approx.f32/2\t- 0 0\nfma.rn.f32/4\t0 0 0\n";
    const EX2: &str = "tools, day\nsm_75 sm_80 sm_90\nex2.approx.f32/2\t- 1 1\n\n\
        EXIT\n\n\
        MUFU.EX2 R0, R0\n@!P0 BRA `(.L_x_0)\n@!UP12 FMUL R0, R0, R0\n.L_x_0:\nEXIT\n";

    fn state(link: &str) -> State {
        parse(link).sound().unwrap()
    }

    fn ex2() -> State {
        state("v1/ex2.approx.f32@sm_90?a=0x3f800000")
    }

    fn shown(whole: &Whole, state: &State) -> super::WholeView {
        record(&Machine::new(Some(RECORD.to_owned())), whole, state).whole.expect("a file")
    }

    #[test]
    fn the_file_of_the_opcode_is_wanted_while_the_code_is_shown() {
        let mut whole = Whole::default();
        assert_eq!(whole.wanted(RECORD, &ex2()), None);
        assert!(!shown(&whole, &ex2()).is_shown);
        whole.press();
        let wanted = Text::Whole("code/ex2-1.txt".to_owned(), "sha256-1".to_owned());
        assert_eq!(whole.wanted(RECORD, &ex2()), Some(wanted));
        assert_eq!(shown(&whole, &ex2()).note, "Loading the code\u{2026}");
        whole.take("code/ex2-1.txt".to_owned(), Some(EX2.to_owned()));
        assert_eq!(whole.wanted(RECORD, &ex2()), None);
        // The code of another opcode replaces it.
        let fma = state("v1/fma.rn.f32@sm_90?a=0x0&b=0x0&c=0x0");
        let wanted = Text::Whole("code/fma-2.txt".to_owned(), "sha256-2".to_owned());
        assert_eq!(whole.wanted(RECORD, &fma), Some(wanted));
        assert!(shown(&whole, &fma).note.contains("Loading"));
        whole.press();
        assert_eq!((whole.wanted(RECORD, &fma), shown(&whole, &ex2()).kernels), (None, vec![]));
    }

    #[test]
    fn code_has_addresses_labels_and_its_origin() {
        let mut whole = Whole::default();
        whole.press();
        whole.take("code/ex2-1.txt".to_owned(), Some(EX2.to_owned()));
        let [kernel] = &*shown(&whole, &ex2()).kernels else { panic!("one") };
        assert_eq!((&*kernel.targets, kernel.is_present), ("sm_80, sm_90", true));
        let expected = "// ex2.approx.f32 on sm_80, sm_90\n// tools, day\nkernel:\n\
            /*0000*/       MUFU.EX2 R0, R0 ;\n/*0010*/ @!P0  BRA `(.L_x_0) ;\n\
            /*0020*/ @!UP12 FMUL R0, R0, R0 ;\n.L_x_0:\n/*0030*/       EXIT ;\n";
        assert_eq!(kernel.text, expected);
    }

    #[test]
    fn a_file_that_is_missing_is_tried_again() {
        let mut whole = Whole::default();
        whole.press();
        whole.take("code/ex2-1.txt".to_owned(), None);
        assert_eq!(whole.wanted(RECORD, &ex2()), None);
        assert!(shown(&whole, &ex2()).note.contains("could not be loaded"));
        whole.press();
        assert!(whole.wanted(RECORD, &ex2()).is_some() && shown(&whole, &ex2()).is_shown);
        whole.take("code/ex2-1.txt".to_owned(), Some("nothing of use".to_owned()));
        assert_eq!(shown(&whole, &ex2()).kernels, []);
    }
}
