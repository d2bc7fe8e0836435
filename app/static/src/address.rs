//! The address of the site.

/// The web address of a site, with a slash at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address(String);

impl Address {
    /// Reads an address such as `https://example.org/ptxfp/`; the last slash may be left out.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let host = rest.and_then(|rest| rest.split('/').next()).unwrap_or_default();
        // The characters of an address that need no escapes, and so mean nothing in HTML, XML or
        // JSON.
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~:/%[]@".contains(c);
        if host.is_empty() || !text.chars().all(is_plain) {
            return Err(format!(
                "`{text}` is not the address of a site; expected one such as https://example.org/ptxfp/"
            ));
        }
        let slash = if text.ends_with('/') { "" } else { "/" };
        Ok(Self([text, slash].concat()))
    }

    /// The address of a file of the site.
    pub(crate) fn of(&self, path: &str) -> String {
        [&self.0, path].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn an_address_ends_with_a_slash() {
        for text in ["https://example.org/ptxfp", "https://example.org/ptxfp/"] {
            let address = Address::parse(text).expect("an address");
            assert_eq!(address.of("i/fma/"), "https://example.org/ptxfp/i/fma/");
        }
        assert!(Address::parse("http://127.0.0.1:8080").is_ok());
    }

    #[test]
    fn an_invalid_address_is_reported() {
        for text in
            ["", "example.org", "https://", "https:///x", "https://e.org/?a", "https://e.org/\"x"]
        {
            let error = Address::parse(text).expect_err(text);
            assert!(error.contains(&format!("`{text}`")), "{error}");
        }
    }
}
