//! Exports: the state as text for other places.

use ptxfp::internals::export::{Kind, Seen, export_with};
use ptxfp::internals::observed::ObservedText;
use ptxfp::link::State;

use crate::explorer::Model;

/// The state as text for another place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CopyView {
    /// The name in commands.
    pub name: &'static str,
    /// The name in the page.
    pub title: &'static str,
    /// The purpose.
    pub note: &'static str,
    /// The text.
    pub text: String,
    /// How much there is to show.
    pub length: String,
    /// The address, if it leads to another site.
    pub address: Option<String>,
}

/// The tab.
pub(super) fn view(model: &Model) -> Vec<CopyView> {
    copies(&model.state, &model.home, model.observed.as_ref())
}

/// Every copy of a state; `home` is the address of the playground.
fn copies(state: &State, home: &str, observed: Option<&ObservedText>) -> Vec<CopyView> {
    // The copies need not open this tab.
    let state = State { view: None, compared: Vec::new(), sweep: None, ..state.clone() };
    let copy = |kind: Kind| {
        let seen =
            observed.map(|observed| Seen { bits: observed.bits, grade: observed.grade.clone() });
        let text = export_with(kind, &state, home, seen);
        let address = (kind == Kind::CompilerExplorer).then(|| text.clone());
        let length = match text.lines().count() {
            1 => [&*text.chars().count().to_string(), " characters"].concat(),
            lines => [&*lines.to_string(), " lines"].concat(),
        };
        CopyView { name: kind.name(), title: kind.title(), note: note(kind), text, length, address }
    };
    Kind::ALL.into_iter().map(copy).collect()
}

/// The purpose of a copy.
const fn note(kind: Kind) -> &'static str {
    match kind {
        Kind::Link => "With the result: the page reports whether it is still the same.",
        Kind::Markdown => "Works where frames are not allowed. `ptxfp linkcheck` verifies it.",
        Kind::Iframe => "The playground inside another page.",
        Kind::Element => "The same, sized to its content, with text for readers without scripts.",
        Kind::Svg => "The statement with its result, for slides and other places without links.",
        Kind::Ptx => {
            "A complete module for `ptxas`. The operands stay in memory, so that `ptxas` cannot fold them."
        }
        Kind::Cuda => "Runs the instruction on a GPU and prints the result beside this one.",
        Kind::CompilerExplorer => {
            "That program, compiled on a third-party server: nothing is sent until you open it. It has CUDA 13.3 (PTX ISA 9.3)."
        }
        Kind::Json => "Machine-readable: the output of `ptxfp eval --json` without the steps.",
    }
}
