//! Light, dark, or as the system says; remembered on this device only.

use web_sys::window;

/// A colour theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    /// As the system says.
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// The name it is remembered under.
const KEY: &str = "theme";

impl Theme {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The one after it, round and round.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Auto => Self::Light,
            Self::Light => Self::Dark,
            Self::Dark => Self::Auto,
        }
    }

    /// The one remembered; as the system says where nothing is, or may be, remembered.
    pub fn remembered() -> Self {
        let storage = window().and_then(|w| w.local_storage().ok().flatten());
        match storage.and_then(|s| s.get_item(KEY).ok().flatten()).as_deref() {
            Some("light") => Self::Light,
            Some("dark") => Self::Dark,
            _ => Self::Auto,
        }
    }

    /// Shows the page in it from now on.
    pub fn pick(self) {
        self.remember();
        self.apply();
    }

    /// Remembers it.
    fn remember(self) {
        let Some(storage) = window().and_then(|w| w.local_storage().ok().flatten()) else { return };
        let _ = match self {
            Self::Auto => storage.remove_item(KEY),
            Self::Light | Self::Dark => storage.set_item(KEY, self.name()),
        };
    }

    /// Shows the page in it.
    pub fn apply(self) {
        let root = window().and_then(|w| w.document()).and_then(|d| d.document_element());
        let Some(root) = root else { return };
        let _ = match self {
            Self::Auto => root.remove_attribute("data-theme"),
            Self::Light | Self::Dark => root.set_attribute("data-theme", self.name()),
        };
    }
}
