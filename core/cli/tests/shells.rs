//! The output of `ptxfp` for shells, manuals and terminals.

mod command;

use std::path::Path;

use crate::command::{check_refused, run, text};

/// The commands that `ptxfp --help` lists.
fn commands() -> Vec<String> {
    let help = text(&["--help"]);
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands: Vec<_> = lines
        .take_while(|line| !line.is_empty())
        .filter_map(|line| Some(line.split_whitespace().next()?.to_string()))
        .filter(|name| name != "help")
        .collect();
    assert!(commands.iter().any(|name| name == "eval"), "{help}");
    commands
}

#[test]
fn completions_know_every_command_and_target_in_every_shell() {
    for shell in ["bash", "fish", "zsh"] {
        let script = text(&["completions", shell]);
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
        }
        for target in ["sm_90a", "sm_120f"] {
            assert!(script.contains(target), "{shell}: {target}");
        }
    }
    check_refused(&["completions", "tcsh"], "possible values: bash, fish, zsh");
}

#[test]
fn every_command_has_a_manual_page() {
    assert!(text(&["man"]).starts_with(".ie"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("manual");
    text(&["man", "--to", folder.to_str().expect("a path in UTF-8")]);
    for command in commands() {
        let page = folder.join(format!("ptxfp-{command}.1"));
        let page = std::fs::read_to_string(&page).expect("the page of a command");
        assert!(page.contains(&format!("ptxfp\\-{command}")), "{page}");
    }
}

#[test]
fn answers_are_in_color_only_where_that_is_wanted() {
    let evaluation = ["eval", "add.f32 1, 2"];
    assert!(!text(&evaluation).contains('\x1b'));
    let always = text(&[&evaluation[..], &["--color", "always"]].concat());
    assert!(always.contains("\x1b[1m0x40400000 = 3\x1b[0m"), "{always}");
    let wrong = run(&["--color", "always", "eval", "add.f33 1, 2"], b"");
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("\x1b[31merror:\x1b[0m"), "{wrong:?}");
    // JSON is for programs.
    let json = text(&[&evaluation[..], &["--json", "--color", "always"]].concat());
    assert!(!json.contains('\x1b'));
}
