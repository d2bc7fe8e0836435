//! The program of the command: see the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(ptxfp_cli::main(std::env::args_os()))
}
