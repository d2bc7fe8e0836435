//! What the page has to say about its link.

/// The link could not be read as it stands; the nearest valid state was loaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoticeView {
    /// What is wrong, each in a sentence.
    pub messages: Vec<String>,
    /// The link in pieces, and whether each is wrong.
    pub link: Vec<(String, bool)>,
}
