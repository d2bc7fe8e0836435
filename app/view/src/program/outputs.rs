//! The outputs of a program, in view below its text.

use crate::program::Screen;
use crate::program::register::ResultView;

/// The maximum number of outputs that are shown; all are among the statements.
const N_SHOWN: usize = 4;

/// The first registers that nothing reads afterwards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutputsView {
    /// The outputs.
    pub outputs: Vec<ResultView>,
    /// The number of others.
    pub n_more: usize,
}

impl Screen {
    /// The outputs, unless there are none, or two programs are compared.
    pub fn outputs(&self) -> Option<OutputsView> {
        if self.view.beside.is_some() {
            return None;
        }
        let statements = self.view.code.statements.iter();
        let straight = statements.flat_map(|it| &it.results).filter(|it| it.is_output);
        let stored = self.view.thread.iter().flat_map(|thread| thread.outputs());
        let mut all = straight.chain(stored);
        let outputs: Vec<ResultView> = all.by_ref().take(N_SHOWN).cloned().collect();
        (!outputs.is_empty()).then(|| OutputsView { outputs, n_more: all.count() })
    }
}

#[cfg(test)]
mod tests {
    use crate::module::Module;
    use crate::program::code::{Change, Which};
    use crate::program::{Edit, Model};

    #[test]
    fn the_first_outputs_are_shown_and_the_others_counted() {
        let mut model = Model::default();
        let text: Vec<_> = (0..6).map(|i| format!("add.f32 %d{i}, 1.0, {i}.0;")).collect();
        model.apply(Edit::Code(Which::First, Change::Type(text.join("\n"))));
        let view = model.screen(None).outputs().expect("outputs");
        assert_eq!((view.outputs.len(), view.n_more), (4, 2));
        model.apply(Edit::Code(Which::First, Change::Type(String::new())));
        assert_eq!(model.screen(None).outputs(), None);
    }
}
