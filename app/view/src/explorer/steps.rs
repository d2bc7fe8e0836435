//! The steps above the tabs.

use std::sync::Arc;

use crate::explorer::Screen;
use crate::explorer::against::AgainstView;
use crate::explorer::trace::TraceView;

/// The steps of a lane.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepsView {
    /// The steps.
    pub trace: Arc<TraceView>,
    /// The comparison of a fused instruction with a product and a sum.
    pub against: Option<AgainstView>,
}

impl Screen {
    /// The steps.
    pub fn steps(&self) -> StepsView {
        StepsView { trace: self.trace.clone(), against: self.against.clone() }
    }
}
