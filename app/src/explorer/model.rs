//! What the explorer remembers, as plain data, and how it changes.

use ptxfp::link::{self, State};

use super::screen::{Screen, screen};
use crate::browser::address::Visit;
use crate::browser::messages::ask;
use crate::present::corners::Operands;
use crate::store::{Module, Summary};
use crate::view_model::tabs::Tab;

/// The state of the explorer.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// What the playground shows.
    pub state: State,
    /// The tab that is shown.
    pub tab: Tab,
    /// The operands that vary in the matrix, by their place in the list of pairs.
    pub pair: usize,
    /// The cell of the matrix that the keyboard reaches: row and column.
    pub cell: (usize, usize),
    /// What the last edit asks of the playground: a state to take over.
    pub asked: Option<String>,
    /// What was last said of an edit.
    pub said: String,
}

/// A change of the state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// The playground shows another state, as a link has it.
    Follow(String),
    /// Another tab is shown.
    Tab(Tab),
    /// Other operands vary in the matrix, by their place in the list of pairs.
    Pair(usize),
    /// The keyboard reaches another cell of the matrix: row and column.
    Point((usize, usize)),
    /// The operands of a cell are loaded.
    Cell((usize, usize)),
    /// The operands of a documented case are loaded.
    Corner(usize),
    /// What came of an edit is said.
    Say(String),
}

impl Model {
    /// The instruction with its present operands.
    pub fn operands(&self) -> Operands<'_> {
        let State { instruction, context, registers, .. } = &self.state;
        Operands { instruction, context, registers }
    }

    fn load(&mut self, registers: Option<Vec<u64>>) {
        let state = registers.map(|registers| State { registers, ..self.state.clone() });
        self.asked = state.map(|state| state.to_fragment());
    }
}

impl Module for Model {
    type Edit = Edit;
    type Screen = Screen;

    fn apply(&mut self, edit: Edit) {
        self.asked = None;
        match edit {
            Edit::Follow(fragment) => {
                self.state = link::parse(&fragment).state;
                self.tab = self.state.view.as_deref().and_then(Tab::named).unwrap_or_default();
            }
            Edit::Tab(tab) => {
                self.tab = tab;
                // A link names every tab but the usual one.
                let view = (tab != Tab::default()).then(|| tab.name().to_owned());
                self.asked = Some(State { view, ..self.state.clone() }.to_fragment());
            }
            Edit::Pair(pair) => self.pair = pair,
            Edit::Point(cell) => self.cell = cell,
            Edit::Cell(cell) => self.load(self.operands().of_cell(self.pair, cell)),
            Edit::Corner(index) => self.load(self.operands().of_corner(index)),
            Edit::Say(text) => self.said = text,
        }
    }

    fn screen(&self, _: Option<&Screen>) -> Screen {
        screen(self)
    }

    fn visit(&self) -> Visit {
        Visit::Edit
    }

    /// The address is the playground's.
    fn owns(_: &str) -> bool {
        false
    }

    fn follow(&mut self, _: &str) -> Option<String> {
        None
    }

    fn summary(screen: &Screen) -> Summary<'_> {
        Summary { heading: "", fragment: "", spoken: &screen.spoken }
    }

    fn say(text: String) -> Edit {
        Edit::Say(text)
    }

    fn shown(screen: &Screen) {
        if let Some(fragment) = &screen.asked {
            ask(fragment);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn follow(link: &str) -> Model {
        let mut model = Model::default();
        model.apply(Edit::Follow(link.to_owned()));
        model
    }

    #[test]
    fn a_tab_is_asked_for_by_its_name_and_the_usual_one_by_none() {
        let mut model = follow("v1/add.f16@sm_90?a=0x3c00&b=0x3c00&view=error");
        assert_eq!(model.tab, Tab::Error);
        model.apply(Edit::Tab(Tab::Requirements));
        let link = "v1/add.f16@sm_90?a=0x3c00&b=0x3c00";
        assert_eq!(model.asked.as_deref(), Some(&*[link, "&view=requirements"].concat()));
        model.apply(Edit::Tab(Tab::Corners));
        assert_eq!(model.asked.as_deref(), Some(link));
        model.apply(Edit::Point((1, 2)));
        assert_eq!((model.tab, model.asked), (Tab::Corners, None));
    }

    #[test]
    fn a_cell_asks_for_its_operands_and_leaves_the_rest() {
        let mut model = follow("v1/fma.rn.f32@sm_90?a=0x3f800000&b=0x40000000&c=0x1&view=sweep");
        model.apply(Edit::Cell((0, 6)));
        let asked = "v1/fma.rn.f32@sm_90?a=0xff800000&b=0x00000000&c=0x00000001&view=sweep";
        assert_eq!(model.asked.as_deref(), Some(asked));
        model.apply(Edit::Cell((99, 0)));
        assert_eq!(model.asked, None);
    }
}
