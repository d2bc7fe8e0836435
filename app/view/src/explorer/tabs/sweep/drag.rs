//! Zooming and moving by a pointer that is dragged over the plot.

use ptxfp::explore::rank::rank;
use ptxfp::link::State;

use crate::explorer::tabs::sweep::Sweep;
use crate::explorer::tabs::sweep::zoom::share;

/// A movement of the pointer; positions are in 65536ths of the plot's width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edit {
    /// It is pressed at a place, to move the view or to choose a part of it.
    Press(u32, bool),
    /// It has moved there.
    To(u32),
    /// It was released there.
    Drop(u32),
    /// The drag is canceled.
    Cancel,
}

/// A pointer that is pressed on the plot, or was pressed last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drag {
    /// The position where it was pressed.
    pub from: u32,
    /// The present position.
    pub to: u32,
    /// Whether it moves the view.
    pub is_pan: bool,
    /// Whether it is still pressed.
    pub is_held: bool,
}

/// Less than this part of the width is a press, not a drag.
const LEAST: u32 = (1 << 16) / 100;

impl Drag {
    /// Whether it is more than a press.
    pub const fn is_far(&self) -> bool {
        self.from.abs_diff(self.to) >= LEAST
    }
}

impl Sweep {
    pub(super) fn drag(&mut self, edit: Edit, state: &State) {
        match (edit, &mut self.drag) {
            (Edit::Press(from, is_pan), drag) => {
                *drag = Some(Drag { from, to: from, is_pan, is_held: true });
            }
            (Edit::Cancel, drag) => *drag = None,
            (Edit::To(to), Some(drag)) if drag.is_held => drag.to = to,
            (Edit::Drop(to), Some(drag)) if drag.is_held => {
                drag.to = to;
                drag.is_held = false;
                let drag = *drag;
                if drag.is_far() {
                    self.let_go(drag, state);
                }
            }
            (Edit::To(_) | Edit::Drop(_), _) => {}
        }
    }

    fn let_go(&mut self, Drag { from, to, is_pan, .. }: Drag, state: &State) {
        let Some((first, last)) = self.window(state) else { return };
        if is_pan {
            let width = last - first;
            let way = share(width, from.abs_diff(to));
            let first =
                if to > from { first.saturating_sub(way) } else { first.saturating_add(way) };
            return self.show(state, first, width);
        }
        let Some(domain) = self.domain(state) else { return };
        // The numbers that exist; NaNs are not among them.
        let at = |part| rank(domain.format(), domain.at(share(domain.len(), part))).min(last);
        let (low, high) = (at(from.min(to)), at(from.max(to)));
        self.show(state, low, (high - low).max(1));
    }
}
