//! The statement that the page opens with, and the questions of a first visit: statements as people
//! type them.

/// A question that a first visit offers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuestionView {
    /// The label of the button.
    pub label: &'static str,
    /// Its place in the list.
    pub index: usize,
}

/// The statement that the page opens with.
pub(super) const OPENING: &str = "add.rn.bf16 0.1, 0.2";

/// Each question with the statement that answers it.
const QUESTIONS: [(&str, &str); 3] = [
    ("500 in fp8?", "cvt.rn.satfinite.e4m3x2.f32 500, 0"),
    ("max(NaN, 1)?", "max.f32 NaN, 1"),
    ("Is ex2 exact?", "ex2.approx.f32 0.3"),
];

/// The statement that answers a question.
pub(super) fn answer(index: usize) -> Option<&'static str> {
    QUESTIONS.get(index).map(|(_, statement)| *statement)
}

/// The questions.
pub(super) fn questions() -> Vec<QuestionView> {
    let all = QUESTIONS.iter().enumerate();
    all.map(|(index, (label, _))| QuestionView { label, index }).collect()
}
