//! The page for other pages to embed: `embed/` beside the page, which has the same programs and
//! style sheets, and the script of the custom element.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::finish::{MACHINE_CODE, read_page};
use super::programs::PROGRAMS;
use super::{digest, html};
use crate::workspace;

/// The folder of the embedded page, and where its sources are.
pub(crate) const FOLDER: &str = "embed";
/// Its style sheet.
pub(super) const SHEET: &str = "embed.css";
/// Its script.
const SCRIPT: &str = "embed.js";
/// The script of the custom element; its name must never change, because other pages contain it.
pub(crate) const ELEMENT: &str = "ptx-float.js";

/// Copies the scripts into the folder that is being finished.
pub(super) fn copy_scripts(folder: &Path) -> Result<()> {
    let sources = workspace::root().join("app").join(FOLDER);
    let own = folder.join(FOLDER);
    fs::create_dir_all(&own).with_context(|| format!("cannot make {}", own.display()))?;
    for (script, place) in [(SCRIPT, own.as_path()), (ELEMENT, folder)] {
        let from = sources.join(script);
        fs::copy(&from, place.join(script))
            .with_context(|| format!("cannot copy {}", from.display()))?;
    }
    Ok(())
}

/// The folder of the embedded page.
pub(super) fn folder(folder: &Path) -> PathBuf {
    folder.join(FOLDER)
}

/// Writes the embedded page; the page beside it must be finished except for live reload.
pub(super) fn write(folder: &Path) -> Result<()> {
    let template = workspace::root().join("app").join(FOLDER).join("index.html");
    let template = fs::read_to_string(&template)
        .with_context(|| format!("cannot read {}", template.display()))?;
    let own = self::folder(folder);
    let mut page = embedded(&read_page(folder)?, &template)
        .context("index.html must name the files of the playground")?;
    for file in [SCRIPT, SHEET] {
        let content =
            fs::read(own.join(file)).with_context(|| format!("the embedded page has no {file}"))?;
        let name = file.replace('.', &format!("-{}.", digest(&content)));
        fs::rename(own.join(file), own.join(&name))
            .with_context(|| format!("cannot rename {file}"))?;
        page = page.replace(&format!("./{file}"), &format!("./{name}"));
    }
    fs::write(own.join("index.html"), page).context("cannot write the embedded page")
}

/// The embedded page with the files of the page beside it.
fn embedded(page: &str, template: &str) -> Option<String> {
    let sheets = html::stylesheets(page);
    let sheets: Vec<_> = sheets
        .iter()
        .map(|sheet| format!("<link rel=\"stylesheet\" href=\"../{sheet}\">"))
        .collect();
    let names = PROGRAMS.iter().filter(|program| program.is_embedded).map(|program| program.name);
    let mut programs = Vec::new();
    for name in names.chain(["later", MACHINE_CODE]) {
        programs.push(html::meta_tag(page, name)?.replace("./", "../"));
    }
    Some(
        template
            .replace("<!-- style sheets -->", &sheets.join("\n    "))
            .replace("<!-- programs -->", &programs.join("\n    ")),
    )
}

#[cfg(test)]
mod tests {
    use super::embedded;

    #[test]
    fn embedded_page_has_the_files_of_the_page_beside_it() {
        let page = "<link rel=stylesheet href=./style-1.css>\
                    <meta name=app content=\"./p-2.js ./p-2_bg.wasm\">\
                    <meta name=explorer content=\"./shared-3.wasm ./explorer-3.wasm\">\
                    <meta name=later content=./later-4.css>\
                    <meta name=card content=\"./c-5.js ./c-5_bg.wasm\">\
                    <meta name=questions data-scripts=\"./w-4.js ./x-5.js\" content=./x-5_bg.wasm>\
                    <meta name=sweeps data-scripts=\"./w-4.js ./b-5.js\" content=./b-5_bg.wasm>\
                    <meta name=machine-code content=./machine-code-6.txt>";
        let template = include_str!("../../../app/embed/index.html");
        let written = embedded(page, template).unwrap();
        assert!(written.contains("href=\"../style-1.css\""), "{written}");
        for tag in [
            "<meta name=app content=\"../p-2.js ../p-2_bg.wasm\">",
            "<meta name=later content=../later-4.css>",
            "<meta name=questions data-scripts=\"../w-4.js ../x-5.js\" content=../x-5_bg.wasm>",
        ] {
            assert!(written.contains(tag), "{written}");
        }
        assert!(!written.contains("<!--"), "{written}");
        assert_eq!(embedded("<p>", template), None);
    }
}
