//! Subresource Integrity: every page states the hashes of the files that it loads, and
//! browsers refuse others.
//!
//! For style sheets and scripts that is an attribute that browsers know; the files of programs are
//! listed in `meta` elements, from which `app/files.js` reads it.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use sha2::{Digest as _, Sha256};

use super::html;

/// The integrity value of these bytes, in the form that browsers read.
pub(crate) fn of(content: &[u8]) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(content)))
}

/// Adds it to a page in this folder, whose files must be final.
pub(super) fn add(folder: &Path) -> Result<()> {
    let path = folder.join("index.html");
    let page =
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let page = html::with_integrity(&page, |file| {
        let path = folder.join(file);
        let content = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(of(&content))
    })?;
    fs::write(&path, page).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn the_hash_is_that_of_other_tools() {
        // printf abc | openssl dgst -sha256 -binary | base64
        assert_eq!(of(b"abc"), "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    }
}
