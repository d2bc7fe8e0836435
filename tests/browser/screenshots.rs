//! Pictures of the page in its main states, to look at; nothing is checked.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use crate::session::{report, run_alone, variable};
use crate::states::chosen;

/// The views of phones, of tablets and of a desktop.
const WIDTHS: [u32; 5] = [320, 375, 768, 1024, 1440];
const HEIGHT: u32 = 900;

/// The time that all pictures may take, on a machine that is busy.
const LIMIT: Duration = Duration::from_mins(20);

#[test]
#[ignore = "it only takes pictures; cargo xtask screenshots"]
fn pictures_of_every_state() {
    let folder = variable("PTXFP_SCREENSHOTS").expect("PTXFP_SCREENSHOTS names a folder");
    let folder = PathBuf::from(folder);
    fs::create_dir_all(&folder).expect("a folder for the pictures");
    run_alone(&[], "", LIMIT, |page| async move {
        page.hide_scrollbars().await;
        for state in chosen() {
            for scheme in ["light", "dark"] {
                page.resize(WIDTHS[0], HEIGHT).await;
                state.reach(&page, scheme).await;
                for width in WIDTHS {
                    page.resize(width, HEIGHT).await;
                    let file = folder.join(format!("{}-{width}-{scheme}.png", state.name));
                    let picture = page.picture().await;
                    fs::write(&file, picture)
                        .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
                    report(&file.display().to_string());
                }
            }
        }
    });
}
