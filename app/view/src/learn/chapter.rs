//! A chapter as it is written: Markdown with exercises in fenced blocks.
//!
//! CONTRIBUTING.md describes the text. Reading never fails: what is not known is left out, and a test
//! reads every chapter.

/// A chapter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chapter {
    /// Its name in an address.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// The minutes that it takes.
    pub minutes: String,
    /// Questions that it answers: phrases, separated by commas.
    pub words: String,
    /// The slugs of the lessons that belong to it.
    pub lessons: Vec<String>,
    /// Its pages.
    pub pages: Vec<Page>,
}

/// A page: one idea.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Page {
    /// The name of its exercise, and its name in an address.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// Its paragraphs; code is between back quotes, new terms between `**`.
    pub paragraphs: Vec<String>,
    /// The text of the figure; may be empty.
    pub figure: String,
    /// The text of the prediction or puzzle.
    pub exercise: String,
    /// Whether it is a puzzle.
    pub is_puzzle: bool,
    /// The sentence to remember.
    pub remember: String,
}

/// The text of a chapter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) enum Text {
    /// It was not needed yet.
    #[default]
    Wanted,
    /// It is there.
    Read(Box<Chapter>),
    /// It could not be fetched.
    Missing,
}

impl Chapter {
    /// Reads a chapter.
    pub fn read(text: &str) -> Self {
        let mut chapter = Self::default();
        let mut lines = text.lines();
        let mut paragraph = String::new();
        while let Some(line) = lines.next() {
            if line.trim().is_empty() {
                chapter.end(&mut paragraph);
            } else if let Some(title) = line.strip_prefix("# ") {
                title.trim().clone_into(&mut chapter.title);
            } else if let Some(title) = line.strip_prefix("## ") {
                chapter.end(&mut paragraph);
                let title = title.trim().to_owned();
                chapter.pages.push(Page { title, ..Page::default() });
            } else if let Some(kind) = line.strip_prefix("```") {
                chapter.end(&mut paragraph);
                let block: Vec<_> = lines.by_ref().take_while(|line| *line != "```").collect();
                chapter.block(kind, &block.join("\n"));
            } else if let Some(remember) = line.strip_prefix("> ") {
                if let Some(page) = chapter.pages.last_mut() {
                    page.remember.push_str(remember.trim_start_matches("Remember: "));
                }
            } else if chapter.pages.is_empty() {
                chapter.field(line);
            } else {
                let space = if paragraph.is_empty() { "" } else { " " };
                paragraph.extend([space, line.trim()]);
            }
        }
        chapter.end(&mut paragraph);
        chapter
    }

    /// Ends a paragraph.
    fn end(&mut self, paragraph: &mut String) {
        let text = std::mem::take(paragraph);
        if let Some(page) = self.pages.last_mut().filter(|_| !text.is_empty()) {
            page.paragraphs.push(text);
        }
    }

    /// Takes a line above the pages.
    fn field(&mut self, line: &str) {
        let Some((key, value)) = line.split_once(':') else { return };
        let value = value.trim();
        match key {
            "id" => value.clone_into(&mut self.slug),
            "minutes" => value.clone_into(&mut self.minutes),
            "words" => value.clone_into(&mut self.words),
            "lessons" => {
                let slugs = value.split(',').map(str::trim).filter(|slug| !slug.is_empty());
                self.lessons = slugs.map(str::to_owned).collect();
            }
            _ => {}
        }
    }

    /// Takes a fenced block.
    fn block(&mut self, kind: &str, text: &str) {
        let Some(page) = self.pages.last_mut() else { return };
        let (kind, name) = kind.split_once(' ').unwrap_or((kind, ""));
        match kind {
            "figure" => text.clone_into(&mut page.figure),
            "predict" | "puzzle" => {
                name.clone_into(&mut page.slug);
                text.clone_into(&mut page.exercise);
                page.is_puzzle = kind == "puzzle";
            }
            _ => {}
        }
    }
}

/// The pieces of a sentence, each with whether it is a new term, which stands between `**`; code stays
/// between back quotes.
pub fn pieces(sentence: &str) -> impl Iterator<Item = (String, bool)> {
    let each = sentence.split("**").enumerate();
    each.map(|(index, piece)| (piece.replace('*', ""), index % 2 == 1))
}
