//! Instructions beside one another, as they are shown.

/// The present instruction beside others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompareView {
    /// The present instruction, then the others.
    pub rows: Vec<ComparedView>,
    /// What is typed.
    pub draft: String,
    /// Why that cannot be compared with.
    pub wrong: String,
    /// What is offered.
    pub offers: Vec<String>,
    /// The link to the present instruction as a sequence beside another one.
    pub sequence: String,
}

/// One of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ComparedView {
    /// Its spelling.
    pub spelling: String,
    /// Where it runs.
    pub place: String,
    /// The digits of its result; those that differ from the present instruction's are marked.
    pub digits: Vec<(char, bool)>,
    /// The values of its lanes, most significant first.
    pub values: String,
    /// What to say of it beside the present instruction.
    pub verdict: &'static str,
    /// Whether the results are the same.
    pub is_same: bool,
    /// Why they are not, in sentences: the step, what the present instruction does there, and what
    /// this one does.
    pub reason: Option<[String; 3]>,
    /// What came of the search for a difference.
    pub hunt: HuntView,
}

/// A search for operands on which two instructions differ.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HuntView {
    /// Whether there can be one, and it was not begun yet.
    pub is_offered: bool,
    /// Whether it goes on.
    pub is_running: bool,
    /// What is known.
    pub words: String,
    /// The operands that were found.
    pub found: Option<String>,
    /// Why the results differ there.
    pub reason: Option<[String; 3]>,
}
