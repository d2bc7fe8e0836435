//! From the core to what the page shows: the only place of the page that reads values.

pub mod bound_plot;
pub mod chips;
pub mod compare;
pub mod copies;
pub mod corners;
pub mod cuts;
pub mod formats;
pub mod gallery;
pub mod hunt;
pub mod link;
pub mod machine;
pub mod number_line;
pub mod operand;
pub mod picker;
pub mod places;
pub mod reference;
pub mod result;
pub mod screen;
pub mod sequence;
pub mod statement;
pub mod sweep;
pub mod sweep_file;
mod sweep_map;
pub mod tabs;
pub mod trace;
