//! The tabs below the steps: a module for each, with its state and its view data.

pub mod compare;
pub mod corners;
pub mod error;
pub mod export;
pub mod machine;
pub mod requirements;
pub mod sweep;

use std::sync::Arc;

use self::compare::view::CompareView;
use self::corners::CornersView;
use self::export::CopyView;
use self::machine::MachineView;
use self::requirements::RequirementsView;
use self::sweep::view::SweepView;
use crate::explorer::tables::TablesView;
use crate::explorer::{Model, Screen};

/// Makes the tabs of a list, in the order shown: the variant, its module, the view data that
/// `view` there makes of the model, the name in links, and the title.
macro_rules! tabs {
    ($($(#[$about:meta])* $Tab:ident, $module:ident, $View:ty, $name:literal, $title:literal;)*) => {
        /// A tab.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub enum Tab {
            $($(#[$about])* $Tab,)*
        }

        impl Tab {
            /// All of them, in the order shown.
            pub const ALL: &[Self] = &[$(Self::$Tab,)*];

            /// Returns the name in a link.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$Tab => $name,)* }
            }

            /// Returns the name in the page.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$Tab => $title,)* }
            }
        }

        /// The contents of the chosen tab.
        #[derive(Clone, Debug)]
        pub enum PanelView {
            $(
                #[doc = concat!("The contents of [`Tab::", stringify!($Tab), "`].")]
                $Tab(Arc<$View>),
            )*
        }

        /// The contents of the chosen tab of a state.
        pub(super) fn panel(model: &Model) -> PanelView {
            match model.tab { $(Tab::$Tab => PanelView::$Tab(Arc::new($module::view(model))),)* }
        }

        impl Screen {
            $(
                #[doc = concat!("The contents of [`Tab::", stringify!($Tab), "`], if it is the chosen one.")]
                pub fn $module(&self) -> Option<&Arc<$View>> {
                    if let PanelView::$Tab(view) = &self.panel { Some(view) } else { None }
                }
            )*
        }
    };
}

tabs! {
    /// Documented special operands, and every class of operand.
    #[default]
    Corners, corners, CornersView, "cases", "Corner cases";
    /// The accuracy of the result.
    Error, error, TablesView, "error", "Error bound";
    /// The results for all values of an operand.
    Sweep, sweep, SweepView, "sweep", "Sweep";
    /// The comparison with other instructions.
    Compare, compare, CompareView, "compare", "Compare";
    /// Its machine code.
    Machine, machine, MachineView, "machine", "Machine code";
    /// Versions and targets.
    Requirements, requirements, RequirementsView, "requirements", "Requirements";
    /// The state as text for other places.
    Export, export, Vec<CopyView>, "export", "Export";
}

impl Tab {
    /// The tab with this name in links.
    pub fn named(name: &str) -> Option<Self> {
        // Links of earlier versions have the first of these names.
        let name = if name == "elsewhere" { "export" } else { name };
        Self::ALL.iter().copied().find(|tab| tab.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::Tab;

    #[test]
    fn every_tab_is_found_by_its_name_and_by_earlier_ones() {
        assert!(Tab::ALL.iter().all(|tab| Tab::named(tab.name()) == Some(*tab)));
        assert_eq!(Tab::named("elsewhere"), Some(Tab::Export));
        assert_eq!(Tab::named("nonsense"), None);
    }
}
