//! What the page is made of; each component has a stylesheet of the same name or shares its
//! parent's.

pub mod announcer;
pub mod banner;
pub mod bit_field;
pub mod chip_line;
pub mod choice_select;
pub mod copy_button;
pub mod diagnostic_list;
pub mod draft_field;
pub mod drawn;
pub mod instruction_bar;
pub mod lane_input;
pub mod modifier_picker;
pub mod number_line;
pub mod operand_input;
pub mod operand_panel;
pub mod peek;
pub mod result_lane;
pub mod result_panel;
pub mod statement_input;
pub mod tools;
pub mod trace_panel;

pub use announcer::Announcer;
pub use banner::Banner;
pub use bit_field::BitField;
pub use chip_line::ChipLine;
pub use choice_select::ChoiceSelect;
pub use copy_button::CopyButton;
pub use diagnostic_list::DiagnosticList;
pub use draft_field::DraftField;
pub use instruction_bar::InstructionBar;
pub use lane_input::LaneInput;
pub use modifier_picker::ModifierPicker;
pub use operand_input::OperandInput;
pub use operand_panel::OperandPanel;
pub use peek::Peek;
pub use result_panel::ResultPanel;
pub use statement_input::StatementInput;
pub use tools::Tools;
pub use trace_panel::TracePanel;
