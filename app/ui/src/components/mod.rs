//! What the page is made of: functions from the screen to markup, and from what happens to edits.
//! Each has a style sheet of the same name or shares its parent's.

pub mod announcer;
pub mod banner;
mod bit_field;
mod bound_plot;
mod chip_line;
mod choice_select;
mod class_matrix;
mod compare_panel;
mod copies_panel;
pub mod copy_button;
mod diagnostic_list;
mod entry;
mod example_select;
mod hunt;
pub mod instruction_bar;
mod lane_input;
mod machine_panel;
mod modifier_picker;
mod number_line;
mod operand_input;
pub mod operand_panel;
pub mod part;
pub mod peek;
mod result_lane;
pub mod result_panel;
mod statement_input;
mod sweep_map;
pub mod sweep_panel;
pub mod tab_panel;
mod table;
pub mod trace_panel;
