//! The page of the PTX Float Playground, drawn with Leptos.
//!
//! The core ([`ptxfp`]) defines instructions and their results, [`ptxfp_view`] the state of the
//! page and its contents; this crate draws them.
//!
//! The page is one program, the [`app`], which draws one of its views at a time. Each has a folder with a
//! component or a function for each part of its screen:
//!
//! - [`playground`]: one instruction, its operands and its result.
//! - [`explorer`]: below it the steps to that result, and tabs about the operands' surroundings.
//! - [`library`]: reference, formats and gallery.
//! - [`program`]: statements one after the other, the view *Program*.
//! - [`card`]: a state in a few lines, for sharing. In other pages it is a program of its own, which is
//!   smaller than the app.
//!
//! All but the playground are fetched when they are about to be seen (`bin/app/chunks.rs`). What the
//! views know of each other is in [`app::shared`]. What they use in common:
//!
//! - `store::Live` is the data of a component as a signal, `tasks` draws later, `events` boxes handlers,
//!   `field` has the contents of fields; docs/components.md is the style guide.
//! - `pieces`: pieces that several views draw.
//! - [`store`]: the state behind one signal, the screen that follows from it, the address.
//! - [`browser`]: the few functions of the browser, made unable to fail.
//!
//! # Hooks for browser tests
//!
//! | selector | what |
//! | --- | --- |
//! | `#instruction` | the statement, a text area |
//! | `#opcode`, `#target`, `#isa` | selects |
//! | `#examples` | a select: recent statements, and lessons |
//! | `#completions [role=option]` | the words suggested for the statement |
//! | `#legality` | the pill: `documented`, `undocumented` or `rejected` |
//! | `#answer` | the answer line |
//! | `[data-answer-lane="0"]`, `[data-guarantee="0"]` | the value of a lane, and its guarantee |
//! | `#say` | the message below the line |
//! | `#diagnostics [data-code]` | in it, the errors, with fix buttons |
//! | `#pin` | the answer in one row, while the line is scrolled off |
//! | `#orient`, `#questions`, `#lesson` | the additions of a first visit or a lesson |
//! | `#change`, `#choose` | the button that opens all choices, and the choices |
//! | `[data-chip=".rn"]` | a chip among them; `aria-pressed`, `aria-disabled` when unavailable |
//! | `#chip-line` | the reason why a chip is unavailable, with fixes |
//! | `#find-difference` | goes to the comparison, which looks for a difference |
//! | `#against`, `#against-results` | shows a fused result beside that of product and sum; both results |
//! | `[data-unfold=a]` | opens the bits of an operand of one lane |
//! | `[data-register=a] header input` | the register of an operand, in hex |
//! | `[data-register=a] .presets button` | a preset of an operand |
//! | `[data-operand=a][data-lane="0"] input` | the value field of a lane; lane 0 is the lowest |
//! | `[data-operand=a][data-lane="0"] [data-bit="15"]` | a bit switch |
//! | `[data-operand=a][data-lane="0"] .entry-note` | the outcome of an entry |
//! | `#result-register[data-value]` | the destination register, as `0x` and digits |
//! | `[data-result-lane="0"][data-bits]` | a result lane and its bits |
//! | `#linked` | whether the result is the one that the link recorded |
//! | `#trace .step` | the steps |
//! | `#tab-cases`, `#tab-error`, `#tab-sweep`, `#tab-compare`, `#tab-machine`, `#tab-requirements`, `#tab-elsewhere`, `#panel` | the tabs, and what the chosen one shows |
//! | `[data-cell="0 6"]`, `#pair` | a cell of the class matrix: row and column; which operands vary |
//! | `.documented-cases button` | loads a documented corner case |
//! | `#compare-draft`, `[data-compare="search 0"]`, `.compared li` | what is compared with, its search, each instruction |
//! | `[data-sweep=whole]`, `[data-plot]`, `#sweep-progress` | the controls of a sweep, its plot, how far it is |
//! | `#sweep-operand`, `#sweep-other`, `#sweep-values` | the varying operands: selects, and the values as text |
//! | `[data-map]`, `#sweep-cell` | the map of two operands, and the contents of a cell |
//! | `#copy-link`, `#copy-ptx`, … | copies the state as that |
//! | `.machine-code` | the machine code of the instruction on some targets |
//! | `#whole-code`, `.machine-whole pre` | shows the whole of it, with registers |
//! | `#banner` | the errors in the link |
//! | `#share`, `#theme`, `#show-keys` | buttons; `#keys` is the list of keys, `#shared` the dialog of sharing |
//! | `.card[data-value]`, `[data-verdict]`, `.card-why` | the card, the verdict on a record, the sentence |
//! | `#card`, `#shared-link`, `#copy-shared`, `#copy-line`, `#save-svg`, `#save-png` | the parts of the dialog for sharing |
//! | `[data-copy]` | copies; `#by-hand` shows the text where that is refused |
//! | `#announcement`, `#explorer-announcement`, `#library-announcement`, `#sequence-announcement` | the live regions |
//! | `#views a` | links to the views |
//! | `#playground`, `#library`, `#sequence` | the views; one of them is `hidden` |
//! | `#calculator`, `#explorer` | the two parts of the first |
//! | `#query`, `#count`, `#problems` | the search of the reference, the number of results, the errors |
//! | `#library .chip` | in the reference: queries to try, and fixes for an empty list |
//! | `.form`, `[data-fold]` | a form, and the summary that opens and closes it |
//! | `#format-e4m3`, `#lesson-relu` | the heading of a format, of a lesson |
//! | `#sequence-code`, `#sequence-target`, `#sequence-isa`, `#sequence-examples` | the statements, and selects |
//! | `#sequence-problems [data-code]` | one element per diagnostic, which begins with line and column |
//! | `[data-input="0"] input`, `output` | the value of an input, and its register |
//! | `[data-line="1"]`, `[data-result=d][data-value]` | a statement, and a register that it writes; `.output` is read by none |
//! | `#other-code`, `#other-target`, `#other-isa`, `#other-problems` | the same of the other sequence |
//! | `#sequence-compared`, `[data-compare=search]`, `[data-compare=begin]` | the results of both; buttons |
//! | `.sequence-words button` | completions of the word at the caret |
//! | `#sequence-files button` | opens a file, saves one, saves a CUDA test; a remark follows them |
//! | `#sequence-targets [data-target=sm_90]`, `#sequence-add-target` | the program on a target; adds one |
//! | `#sequence-linked` | whether the results are those that the link recorded |
//! | `#failure` | shown if a program stops |
//! | `#explorer .failure`, `#library .failure`, `#sequence .failure` | shown if that view cannot be fetched |

#![expect(unreachable_pub, reason = "the macro `component` makes functions and properties public")]

pub mod app;
pub mod browser;
pub mod card;
mod events;
pub mod explorer;
mod field;
pub mod library;
mod pieces;
pub mod playground;
pub mod program;
pub mod store;
mod tasks;
