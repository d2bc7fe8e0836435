//! The page's byte budgets.

mod visits;

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use flate2::Compression;
use flate2::write::GzEncoder;
use walkdir::{DirEntry, WalkDir};

use crate::page::{self, third_party_addresses};

/// The limit of all of the app's WebAssembly, in bytes, gzipped.
const ALL_CHUNKS: u64 = 1_140_000;

/// A measurement with its limit.
#[derive(Debug, PartialEq, Eq)]
struct Budget {
    /// The subject of the measurement.
    what: String,
    /// The measured number.
    measured: u64,
    /// The number that it must not exceed.
    limit: u64,
    /// The unit of the numbers.
    unit: Unit,
}

/// The unit of a budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    /// Bytes after `gzip -9`, shown in units of 1000.
    Gzipped,
    /// Files or requests.
    Count,
}

impl Unit {
    fn show(self, number: u64) -> String {
        match self {
            Self::Gzipped => format!("{}.{} KB", number / 1000, number % 1000 / 100),
            Self::Count => number.to_string(),
        }
    }
}

impl Budget {
    fn is_exceeded(&self) -> bool {
        self.measured > self.limit
    }
}

/// Prints every budget beside what `dist` measures; an error if a limit is exceeded.
pub(crate) fn check(dist: &Path) -> Result<()> {
    let budgets = measure(dist)?;
    let report = fs::read_to_string(page::report_path()).unwrap_or_default();
    // Whoever reads only the first lines has what they wanted.
    let visits = visits::list(dist)?;
    let _ = write!(io::stdout(), "{}\n{visits}\n{report}", table(&budgets));
    let over: Vec<_> =
        budgets.iter().filter(|budget| budget.is_exceeded()).map(|budget| &*budget.what).collect();
    if !over.is_empty() {
        bail!("over the limit: {}", over.join(", "));
    }
    Ok(())
}

/// The measured sizes of the page in `dist`, as a table with an empty line before it.
pub(crate) fn markdown(dist: &Path) -> Result<String> {
    Ok(markdown_table(&measure(dist)?))
}

/// Measures the page: what a visit starts with, the app's chunks and the programs that it fetches later,
/// what other pages embed, and the largest of the static pages.
fn measure(dist: &Path) -> Result<Vec<Budget>> {
    let files = files_below(dist)
        .with_context(|| format!("no page in {}; run: cargo xtask build", dist.display()))?;
    let mut first = files;
    let pages = take(&mut first, |path| page::is_of_static_pages(dist, path));
    let chunks = take_chunks(dist, &mut first)?;
    let later = measure_later(&mut first)?;
    let later_sheet = take(&mut first, |path| page::is_of_program(path, "later"));
    let offline = take(&mut first, |path| page::is_of_program(path, "offline"));
    let whole_code = take(&mut first, |path| path.starts_with(dist.join(page::MACHINE_CODE)));
    let machine_code = take(&mut first, |path| page::is_of_program(path, page::MACHINE_CODE));
    let embedded = take(&mut first, |path| path.starts_with(dist.join(page::EMBED)));
    let element = take(&mut first, |path| path.ends_with(page::ELEMENT));
    let finished = [(&first, "wasm"), (&first, "html"), (&pages, "html"), (&pages, "css")];
    let is_missing = |(files, extension): (&Vec<PathBuf>, _)| of(files, &[extension]).is_empty();
    if finished.into_iter().any(is_missing) || later.iter().any(|budget| budget.measured == 0) {
        bail!("{} has no finished page; run: cargo xtask build", dist.display());
    }
    let [wasm, js] = page::PROGRAMS[0].limits;
    let all = [of(&first, &["wasm"]), of(&chunks, &["wasm"])].concat();
    let start = [
        gzipped("WebAssembly", &of(&first, &["wasm"]), wasm)?,
        gzipped("all chunks of the app", &all, ALL_CHUNKS)?,
        gzipped("JavaScript", &of(&first, &["js"]), js)?,
        gzipped("style sheets", &of(&first, &["css"]), 10_000)?,
        gzipped("HTML", &of(&first, &["html"]), 6_000)?,
    ];
    let beside = [
        gzipped("later style sheet", &of(&later_sheet, &["css"]), 12_000)?,
        gzipped("service worker", &of(&offline, &["js"]), 8_000)?,
        // 1 KB of it says what the bytes of the files are to be.
        gzipped("embed, JS and HTML", &of(&embedded, &["js", "html"]), 5_000)?,
        gzipped("embed, style sheet", &of(&embedded, &["css"]), 2_000)?,
        gzipped("custom element", &of(&element, &["js"]), 2_000)?,
        largest("largest static page", &of(&pages, &["html"]), 30_000)?,
        gzipped("their style sheet", &of(&pages, &["css"]), 3_000)?,
        gzipped("machine code", &of(&machine_code, &["txt"]), 40_000)?,
        largest("whole code of an opcode", &of(&whole_code, &["txt"]), 50_000)?,
        count("font files", of(&first, &["woff", "woff2", "ttf", "otf"]).len()),
        count(
            "image files",
            of(&first, &["png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "ico"]).len(),
        ),
        count(
            "third-party requests",
            third_party_requests(
                &[of(&first, &["html"]), of(&pages, &["html"])].concat(),
                &[of(&first, &["css"]), of(&pages, &["css"])].concat(),
            )?,
        ),
    ];
    Ok(start.into_iter().chain(later).chain(beside).collect())
}

/// Takes the files of the app's chunks away, as the page lists them.
fn take_chunks(dist: &Path, files: &mut Vec<PathBuf>) -> Result<Vec<PathBuf>> {
    let page = String::from_utf8_lossy(&read(&dist.join("index.html"))?).into_owned();
    let parts = page::chunks::parts(&page).into_iter();
    let chunks: Vec<_> = parts.flat_map(|part| part.files).map(|file| dist.join(file)).collect();
    Ok(take(files, |path| chunks.iter().any(|chunk| chunk == path)))
}

/// The budget of what is not to be there at all.
fn count(what: &str, number: usize) -> Budget {
    let measured = number as u64;
    Budget { what: what.to_owned(), measured, limit: 0, unit: Unit::Count }
}

/// Measures the programs that a page does not start with, and takes their files away.
fn measure_later(files: &mut Vec<PathBuf>) -> Result<Vec<Budget>> {
    let mut budgets = Vec::new();
    for program in page::later_programs() {
        // The script that starts workers is counted with the first of them.
        let stems =
            if program.name == "questions" { &["questions", "work"][..] } else { &[program.name] };
        let own = take(files, |path| stems.iter().any(|stem| page::is_of_program(path, stem)));
        let parts = ["wasm", "js"].into_iter().zip(["WebAssembly", "JavaScript"]);
        for ((extension, part), limit) in parts.zip(program.limits) {
            let what = format!("{}, {part}", program.subject);
            budgets.push(gzipped(&what, &of(&own, &[extension]), limit)?);
        }
    }
    Ok(budgets)
}

/// Takes some of the files away.
fn take(files: &mut Vec<PathBuf>, is_taken: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    files.extract_if(.., |path| is_taken(path)).collect()
}

/// The files with these extensions.
fn of<'f>(files: &'f [PathBuf], extensions: &[&str]) -> Vec<&'f PathBuf> {
    let has = |path: &&PathBuf| {
        path.extension().and_then(OsStr::to_str).is_some_and(|own| extensions.contains(&own))
    };
    files.iter().filter(has).collect()
}

/// The budget of files that are fetched together.
fn gzipped(what: &str, files: &[&PathBuf], limit: u64) -> Result<Budget> {
    let mut measured = 0;
    for path in files {
        measured += gzipped_length(&read(path)?)?;
    }
    Ok(Budget { what: what.to_owned(), measured, limit, unit: Unit::Gzipped })
}

/// The budget of files of which a visit fetches one.
fn largest(what: &str, files: &[&PathBuf], limit: u64) -> Result<Budget> {
    let mut measured = 0;
    for path in files {
        measured = measured.max(gzipped_length(&read(path)?)?);
    }
    Ok(Budget { what: what.to_owned(), measured, limit, unit: Unit::Gzipped })
}

/// Addresses of other hosts that the page would load.
fn third_party_requests(pages: &[&PathBuf], sheets: &[&PathBuf]) -> Result<usize> {
    let mut number = 0;
    for page in pages {
        number += third_party_addresses(&String::from_utf8_lossy(&read(page)?)).len();
    }
    for sheet in sheets {
        let sheet = String::from_utf8_lossy(&read(sheet)?).replace(['"', '\''], "");
        number += ["url(http", "url(//", "@import http", "@import //"]
            .map(|form| sheet.matches(form).count())
            .iter()
            .sum::<usize>();
    }
    Ok(number)
}

/// The length after `gzip -9`.
pub(crate) fn gzipped_length(bytes: &[u8]) -> Result<u64> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len() as u64)
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// All files in a folder and its sub-folders.
fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = WalkDir::new(folder).into_iter();
    let files = entries.filter(|entry| !entry.as_ref().is_ok_and(|it| it.file_type().is_dir()));
    Ok(files.map(|entry| entry.map(DirEntry::into_path)).collect::<Result<_, _>>()?)
}

/// The budgets as a table.
fn table(budgets: &[Budget]) -> String {
    let row = |budget: &Budget| {
        let [measured, limit] =
            [budget.measured, budget.limit].map(|number| budget.unit.show(number));
        let verdict = if budget.is_exceeded() { "   OVER THE LIMIT" } else { "" };
        format!("{:<34}{measured:>10}{limit:>10}{verdict}\n", budget.what)
    };
    let head = format!("{:<34}{:>10}{:>10}\n", "gzipped", "measured", "limit");
    std::iter::once(head).chain(budgets.iter().map(row)).collect()
}

/// The sizes as a Markdown table, without what is only counted.
fn markdown_table(budgets: &[Budget]) -> String {
    let rows = budgets.iter().filter(|budget| budget.unit == Unit::Gzipped).map(|budget| {
        let [measured, limit] =
            [budget.measured, budget.limit].map(|number| budget.unit.show(number));
        format!("| {} | {measured} | {limit} |\n", budget.what)
    });
    let head = "\n| the page, gzipped | size | limit |\n| --- | --: | --: |\n".to_owned();
    std::iter::once(head).chain(rows).collect()
}

#[cfg(test)]
mod tests {
    use super::{Budget, Unit, gzipped_length, markdown_table, table};

    fn budget(measured: u64) -> Budget {
        Budget { what: "WebAssembly".to_owned(), measured, limit: 200_000, unit: Unit::Gzipped }
    }

    fn fonts() -> Budget {
        let what = "font files".to_owned();
        Budget { what, measured: 0, limit: 0, unit: Unit::Count }
    }

    #[test]
    fn sizes_are_a_table_of_their_own() {
        assert_eq!(
            markdown_table(&[budget(46_150), fonts()]),
            "\n| the page, gzipped | size | limit |\n| --- | --: | --: |\n\
             | WebAssembly | 46.1 KB | 200.0 KB |\n"
        );
    }

    #[test]
    fn the_table_aligns_and_shows_what_is_over_its_limit() {
        assert_eq!(
            table(&[budget(200_000), budget(200_001), fonts()]),
            "gzipped                             measured     limit\n\
             WebAssembly                         200.0 KB  200.0 KB\n\
             WebAssembly                         200.0 KB  200.0 KB   OVER THE LIMIT\n\
             font files                                 0         0\n"
        );
    }

    #[test]
    fn lengths_are_those_after_compression() {
        assert!(gzipped_length(&[b'a'; 10_000]).is_ok_and(|length| length < 100));
    }
}
