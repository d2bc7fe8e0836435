//! Archives that projects publish for download.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::process;

/// Downloads a `.tar.gz` and unpacks it into `folder`, without its `strip` outermost folders.
pub(crate) fn unpack_tar(url: &str, folder: &Path, strip: u8) -> Result<()> {
    let archive = folder.join("download.tar.gz");
    download(url, &archive)?;
    let strip = format!("--strip-components={strip}");
    unpack(&archive, "tar", &["-xzf", "download.tar.gz", &strip], folder)
}

/// Downloads a `.zip` and unpacks it into `folder`.
pub(crate) fn unpack_zip(url: &str, folder: &Path) -> Result<()> {
    let archive = folder.join("download.zip");
    download(url, &archive)?;
    unpack(&archive, "unzip", &["-q", "download.zip"], folder)
}

/// Downloads a file with curl.
pub(crate) fn download(url: &str, file: &Path) -> Result<()> {
    if process::find_on_path("curl").is_none() {
        bail!("curl is not installed");
    }
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
    }
    // A machine without open internet must not wait long for this way to fail.
    process::output(
        process::command("curl")
            .args(["--fail", "--silent", "--show-error", "--location", "--proto", "=https"])
            .args(["--connect-timeout", "5", "--max-time", "300", "--output"])
            .arg(file)
            .arg(url),
    )?;
    Ok(())
}

fn unpack(archive: &Path, program: &str, arguments: &[&str], folder: &Path) -> Result<()> {
    process::output(process::command(program).args(arguments).current_dir(folder))?;
    fs::remove_file(archive).with_context(|| format!("cannot remove {}", archive.display()))
}
