//! Changes of a sweep.

use ptxfp::explore::domain::Domain;
use ptxfp::link::{Shown, State, Sweep as Choice};

use crate::explorer::tabs::sweep::Sweep;
use crate::explorer::tabs::sweep::drag;
use crate::explorer::tabs::sweep::map::others;
use crate::explorer::tabs::sweep::places::places;
use crate::explorer::tabs::sweep::zoom::spread;

/// A change of a sweep.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// Another operand varies; the value is its index in the list.
    Place(usize),
    /// A second operand varies too: its index in the list, from 1; 0 for none.
    Across(usize),
    /// Values are being typed.
    Draft(String),
    /// These values are evaluated; an empty text means all.
    Domain(String),
    /// Another kind of result is shown.
    Shown(Shown),
    /// Fewer operands are shown, around the present one.
    In,
    /// More operands are shown.
    Out,
    /// Fewer operands (true) or more (false) are shown around a point of the plot, in 65536ths of
    /// its width.
    Near(u32, bool),
    /// Smaller operands are shown.
    Left,
    /// Larger operands are shown.
    Right,
    /// All operands are shown.
    Reset,
    /// The pointer was pressed, moved or released.
    Drag(drag::Edit),
    /// Every operand is evaluated, instead of an evenly spread sample.
    Whole,
    /// The evaluation stops.
    Stop,
    /// A cell of the map is selected.
    Look(usize),
}

impl Sweep {
    /// Makes a change; the choice is then in the link.
    pub fn apply(&mut self, edit: &Edit, state: &State) -> Option<String> {
        let before = self.choice?;
        if let Edit::Look(cell) = edit {
            self.cell = Some(*cell);
            return None;
        }
        if let Edit::Drag(edit) = edit {
            self.drag(*edit, state);
        } else {
            if self.is_stopped {
                self.leave();
            }
            self.is_stopped = *edit == Edit::Stop;
            self.choose(edit, state);
        }
        let now = self.choice.filter(|now| *now != before)?;
        Some(now.text(&state.instruction, &state.context))
    }

    fn choose(&mut self, edit: &Edit, state: &State) {
        let Some(choice) = &mut self.choice else { return };
        match edit {
            Edit::Place(index) => {
                let place = places(state).get(*index).copied();
                *choice =
                    Choice { shown: choice.shown, ..Choice::of(place.unwrap_or(choice.place)) };
                choice.across = None;
                if choice.shown == Shown::Inexact {
                    choice.shown = Shown::Results;
                }
            }
            Edit::Across(index) => {
                let other = index.checked_sub(1);
                choice.across = other.and_then(|it| others(state, choice.place).get(it).copied());
                choice.domain = None;
                let is_map = choice.across.is_some();
                choice.shown = match choice.shown {
                    Shown::Inexact if !is_map => Shown::Results,
                    Shown::Observed if is_map => Shown::Errors,
                    shown => shown,
                };
            }
            Edit::Draft(text) => self.draft = Some(text.clone()),
            Edit::Domain(text) => self.enter(text, state),
            Edit::Shown(shown) => choice.shown = *shown,
            Edit::In => self.zoom(state, None, |width| (width / 4).max(1)),
            Edit::Out => self.zoom(state, None, |width| width.saturating_mul(4)),
            Edit::Near(at, true) => self.zoom(state, Some(*at), |width| (width / 2).max(1)),
            Edit::Near(at, false) => self.zoom(state, Some(*at), |width| width.saturating_mul(2)),
            Edit::Left => self.pan(state, u64::saturating_sub),
            Edit::Right => self.pan(state, u64::saturating_add),
            Edit::Reset => choice.domain = None,
            Edit::Whole => {
                let all = self.domain(state).and_then(|domain| {
                    Domain::new(domain.format(), domain.set(), domain.order(), 1).ok()
                });
                self.evaluate(state, all);
            }
            Edit::Stop | Edit::Look(_) | Edit::Drag(_) => {}
        }
    }

    /// Evaluates other values.
    pub(super) fn evaluate(&mut self, state: &State, domain: Option<Domain>) {
        let usual = self.operand(state).and_then(|(_, format)| spread(format, None));
        if let Some(choice) = &mut self.choice {
            choice.domain = domain.filter(|domain| Some(*domain) != usual);
        }
        self.draft = None;
    }

    /// Takes the values that were typed.
    fn enter(&mut self, text: &str, state: &State) {
        let Some((_, format)) = self.operand(state) else { return };
        match Domain::parse(text.trim(), format) {
            _ if text.trim().is_empty() => self.evaluate(state, None),
            Ok(domain) => self.evaluate(state, Some(domain)),
            Err(_) => self.draft = Some(text.to_owned()),
        }
    }
}
