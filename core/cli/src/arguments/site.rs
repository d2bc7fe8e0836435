//! The playground that links lead to.

use clap::Args;

use crate::context::shown;

#[derive(Args)]
pub(crate) struct SiteArgs {
    #[arg(
        long,
        value_name = "URL",
        default_value = "",
        hide_default_value = true,
        help = "The address of the playground's folder, such as https://example.org/ptxfp/"
    )]
    base_url: String,
}

impl SiteArgs {
    /// The address, without the `#` after it.
    pub(crate) fn address(&self) -> Result<&str, String> {
        address(&self.base_url, "--base-url")
    }
}

/// An address that was given as `name`, without the `#` after it.
fn address<'a>(text: &'a str, name: &str) -> Result<&'a str, String> {
    let address = text.strip_suffix('#').unwrap_or(text);
    if address.contains('#') {
        return Err(format!("`{}` has a fragment; {name} takes none", shown(address)));
    }
    if address.contains(|c: char| c.is_whitespace() || c.is_control() || "<>\"`".contains(c)) {
        let shown = shown(address);
        return Err(format!("`{shown}` is not an address: {name} has a stray character"));
    }
    Ok(address)
}
