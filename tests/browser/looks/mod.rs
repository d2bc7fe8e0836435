//! Every main state of the page, looked at in every width and, in two of them, both color schemes.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use walkdir::WalkDir;

use crate::page::Page;
use crate::session::{run, variable};
use crate::states::{STATES, State};

/// Desktops, tablets and phones.
const WIDTHS: [u32; 6] = [1440, 1024, 860, 768, 375, 320];
/// The widths that are looked at in the dark scheme, too, which changes colors alone, and of the pictures
/// that are kept.
const PICTURED: [u32; 2] = [1440, 375];
const HEIGHT: u32 = 900;

/// The number of tests that share the states, so that they run side by side.
const PARTS: usize = 4;

/// Finds text, values and labels that are cut off or overlap.
const CUT: &str = include_str!("cut.js");
/// Reads the style sheets, and returns how many rules they have.
const SHEETS: &str = include_str!("sheets.js");
/// Finds rules that match in a component of another sheet.
const LEAKS: &str = include_str!("leaks.js");

/// Waits until what follows from another size is drawn.
const DRAWN: &str =
    "const [done] = arguments; requestAnimationFrame(() => requestAnimationFrame(() => done()))";

/// The sheets of the page as they are written: name and text.
fn sheets() -> Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["style", "app/ui/src", "app/embed"].map(|folder| root.join(folder));
    let files = folders.iter().flat_map(|folder| WalkDir::new(folder).sort_by_file_name());
    let paths = files.map(|file| file.expect("a file").into_path());
    let sheet = |path: PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        json!([name, text])
    };
    paths.filter(|path| path.extension().is_some_and(|it| it == "css")).map(sheet).collect()
}

/// Opens one of the states in all widths, and returns what is wrong.
async fn look_at(
    page: &Page,
    state: &State,
    sheets: &Value,
    pictures: Option<&Path>,
) -> Vec<String> {
    let mut wrong = Vec::new();
    page.resize(WIDTHS[0], HEIGHT).await;
    state.reach(page, "light").await;
    for width in WIDTHS {
        page.resize(width, HEIGHT).await;
        let schemes: &[_] = if PICTURED.contains(&width) { &["dark", "light"] } else { &["light"] };
        for &scheme in schemes {
            state.prefer(page, scheme).await;
            page.script_async(DRAWN, vec![]).await;
            note(&mut wrong, &page.script(CUT, vec![]).await, |found| {
                format!("{}, {width} px, {scheme}: {found}", state.name)
            });
            if let Some(folder) =
                pictures.filter(|_| scheme == "light" && PICTURED.contains(&width))
            {
                let file = folder.join(format!("{}-{width}.png", state.name));
                let written = fs::write(&file, page.picture().await);
                written.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            }
        }
    }
    let rules = page.script(SHEETS, vec![sheets.clone()]).await;
    assert!(rules.as_u64() > Some(500), "the style sheets have {rules} rules");
    note(&mut wrong, &page.script(LEAKS, vec![]).await, |found| format!("{}: {found}", state.name));
    wrong
}

fn note(wrong: &mut Vec<String>, found: &Value, describe: impl Fn(&str) -> String) {
    let found = found.as_array().expect("a list");
    wrong.extend(found.iter().map(|each| describe(each.as_str().unwrap_or_default())));
}

/// In a part of the states nothing is cut off, nothing overlaps, and no rule leaves its component.
fn look_at_part(part: usize) {
    let pictures = variable("PTXFP_PICTURES").map(PathBuf::from);
    if let Some(folder) = &pictures {
        fs::create_dir_all(folder).expect("a folder for the pictures");
    }
    run(move |page| async move {
        page.hide_scrollbars().await;
        let sheets = sheets();
        let mut wrong = Vec::new();
        for state in STATES.iter().skip(part).step_by(PARTS) {
            wrong.extend(look_at(&page, state, &sheets, pictures.as_deref()).await);
        }
        assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
    });
}

#[test]
fn nothing_is_cut_off_overlaps_or_leaks_in_part_1() {
    look_at_part(0);
}

#[test]
fn nothing_is_cut_off_overlaps_or_leaks_in_part_2() {
    look_at_part(1);
}

#[test]
fn nothing_is_cut_off_overlaps_or_leaks_in_part_3() {
    look_at_part(2);
}

#[test]
fn nothing_is_cut_off_overlaps_or_leaks_in_part_4() {
    look_at_part(3);
}
