//! What the page has to say about its link.

/// What the banner says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoticeView {
    /// The link could not be read as it stands; the nearest valid state was loaded.
    BrokenLink {
        /// What is wrong, each in a sentence.
        messages: Vec<String>,
        /// The link in pieces, and whether each is wrong.
        link: Vec<(String, bool)>,
    },
    /// The clipboard is closed to the page.
    CopyByHand(String),
}
