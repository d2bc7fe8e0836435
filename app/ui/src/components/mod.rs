//! What the page is made of: functions from the screen to markup, and from what happens to edits.
//! Each has a style sheet of the same name or shares its parent's.

pub mod announcer;
pub mod banner;
mod bit_field;
mod chip_line;
mod choice_select;
pub mod copy_button;
mod diagnostic_list;
mod entry;
mod example_select;
mod fold;
pub mod format_cards;
mod hunt;
pub mod instruction_bar;
mod lane_input;
pub mod lesson_list;
mod modifier_picker;
mod number_line;
mod operand_input;
pub mod operand_panel;
pub mod part;
pub mod peek;
pub mod reference_list;
mod result_lane;
pub mod result_panel;
pub mod sequence_compare;
pub mod sequence_editor;
pub mod sequence_inputs;
pub mod sequence_table;
mod statement_input;
mod table;
pub mod trace_panel;
