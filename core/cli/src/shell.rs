//! Completions and manual pages of the command.

use std::path::PathBuf;
use std::{fs, io};

use clap::{CommandFactory as _, Subcommand, ValueEnum};
use clap_complete::Shell as Generator;

use crate::Failure;
use crate::commands::Cli;
use crate::context::shown;

#[derive(Subcommand)]
pub(crate) enum Shell {
    /// Prints completions of the command for a shell
    #[command(after_long_help = COMPLETIONS_HELP)]
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Name,
    },
    /// Prints the manual page, or writes the pages of all commands to a folder
    Man {
        /// The folder for a page for each command, such as ~/.local/share/man/man1
        #[arg(long, value_name = "FOLDER")]
        to: Option<PathBuf>,
    },
}

/// A shell with completions.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Name {
    Bash,
    Fish,
    Zsh,
}

impl Name {
    const fn generator(self) -> Generator {
        match self {
            Self::Bash => Generator::Bash,
            Self::Fish => Generator::Fish,
            Self::Zsh => Generator::Zsh,
        }
    }
}

const COMPLETIONS_HELP: &str = "\
Where each shell looks for completions:
  bash  ptxfp completions bash > ~/.local/share/bash-completion/completions/ptxfp
  zsh   ptxfp completions zsh > a folder of $fpath, as _ptxfp
  fish  ptxfp completions fish > ~/.config/fish/completions/ptxfp.fish";

impl Shell {
    pub(crate) fn run(self, mut output: impl io::Write) -> Result<(), Failure> {
        let mut command = Cli::command();
        match self {
            Self::Completions { shell } => {
                // Generated at once: the generator panics where a pipe is closed.
                let mut text = Vec::new();
                clap_complete::generate(shell.generator(), &mut command, "ptxfp", &mut text);
                output.write_all(&text)?;
            }
            Self::Man { to: None } => clap_mangen::Man::new(command).render(&mut output)?,
            Self::Man { to: Some(folder) } => {
                let failed = |error: io::Error| {
                    format!("`{}`: {error}", shown(&folder.display().to_string()))
                };
                fs::create_dir_all(&folder).map_err(failed)?;
                clap_mangen::generate_to(command, &folder).map_err(failed)?;
            }
        }
        Ok(())
    }
}
