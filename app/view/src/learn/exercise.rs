//! An exercise as it is shown: the question, what is entered, and what that is worth.

use ptxfp::internals::course::{Answer, Ask, Mistake, Prediction, Puzzle, Verdict};
use ptxfp::text::hex;

use crate::bits::{BitsView, Layout};
use crate::learn::figure::layout;
use crate::number::{with_hyphen, with_minus};

/// An exercise.
#[derive(Clone, Debug)]
pub enum Exercise {
    /// A question.
    Prediction(Box<Prediction>),
    /// A search for operands.
    Puzzle(Box<Puzzle>),
}

/// The entries of a reader.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Draft {
    /// The bits that are set.
    pub bits: u64,
    /// The choice.
    pub choice: Option<usize>,
    /// The text of each input of a puzzle.
    pub inputs: Vec<String>,
    /// Whether it was handed in.
    pub is_judged: bool,
    /// Whether the hint is shown.
    pub is_hinted: bool,
    /// Whether the solution is shown.
    pub is_solved: bool,
}

/// An exercise as it is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExerciseView {
    /// Its kind, in words.
    pub kind: &'static str,
    /// The question.
    pub question: String,
    /// Statements that it is about.
    pub statements: Vec<String>,
    /// The choices to pick from.
    pub choices: Vec<ChoiceView>,
    /// Whether the choices are places on a ruler.
    pub is_ruler: bool,
    /// The lanes of the bits to set, the highest first.
    pub lanes: Vec<LaneView>,
    /// The inputs of a puzzle.
    pub inputs: Vec<InputView>,
    /// Whether there is an answer to check.
    pub can_check: bool,
    /// The verdict, once the answer is handed in.
    pub verdict: Option<VerdictView>,
    /// The hint, if it is shown.
    pub hint: String,
    /// Whether there is one to show.
    pub has_hint: bool,
    /// The fragment of its link.
    pub fragment: String,
    /// The element that embeds it.
    pub embed: String,
    /// The name of the exercise.
    pub name: String,
    /// The address of the page around it, where that is not shown; may be empty.
    pub page: String,
}

/// Something to pick.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChoiceView {
    /// Its text.
    pub text: String,
    /// Whether it is picked.
    pub is_picked: bool,
    /// Whether it is right, once that is known.
    pub is_right: Option<bool>,
}

/// A lane of bits to set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaneView {
    /// The position of its lowest bit in the register.
    pub offset: u32,
    /// The widths of its fields.
    pub layout: Layout,
    /// The bits.
    pub bits: BitsView,
}

/// An input of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputView {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: String,
    /// The typed text.
    pub text: String,
    /// The reason why it cannot be read; may be empty.
    pub problem: String,
}

/// The verdict on an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerdictView {
    /// Whether it is right.
    pub is_right: bool,
    /// The sentence.
    pub text: String,
    /// The right answer; empty where it is not shown.
    pub answer: String,
    /// The reason.
    pub reason: String,
    /// The subject of the results below; empty for the numbers that were entered.
    pub results_of: String,
    /// Values of the program, each with its name.
    pub results: Vec<(String, String)>,
    /// The address that shows the subject; may be empty.
    pub link: String,
}

impl Exercise {
    /// Reads an exercise.
    pub fn read(text: &str, is_puzzle: bool) -> Option<Self> {
        if is_puzzle {
            return Puzzle::read(text).ok().map(|it| Self::Puzzle(Box::new(it)));
        }
        Prediction::read(text).ok().map(|it| Self::Prediction(Box::new(it)))
    }

    /// Whether an answer is right; `None` if there is none.
    pub fn is_right(&self, draft: &Draft) -> Option<bool> {
        match self {
            Self::Prediction(asked) => Some(asked.judge(given(asked, draft)?).is_right),
            Self::Puzzle(puzzle) => Some(puzzle.judge(&typed(draft)).0 == Verdict::Solved),
        }
    }

    /// The number of inputs of a puzzle.
    pub fn n_inputs(&self) -> usize {
        match self {
            Self::Prediction(_) => 0,
            Self::Puzzle(puzzle) => puzzle.inputs().len(),
        }
    }

    /// The exercise as it is drawn; `name` is its name in links.
    pub fn view(&self, name: &str, draft: &Draft) -> ExerciseView {
        let mut view = match self {
            Self::Prediction(asked) => prediction(asked, draft),
            Self::Puzzle(puzzle) => self::puzzle(puzzle, draft),
        };
        view.fragment = ["exercise/", name].concat();
        view.embed = ["<ptx-float exercise=\"", name, "\"></ptx-float>"].concat();
        name.clone_into(&mut view.name);
        view
    }
}

/// The answer in a draft.
fn given(asked: &Prediction, draft: &Draft) -> Option<Answer> {
    match asked.ask {
        Ask::Bits => Some(Answer::Bits(draft.bits)),
        Ask::Value | Ask::Place | Ask::Exact | Ask::Fixed | Ask::Differs | Ask::Rounded => {
            draft.choice.map(Answer::Choice)
        }
    }
}

/// The texts of a draft as programs read them.
fn typed(draft: &Draft) -> Vec<String> {
    draft.inputs.iter().map(|text| with_hyphen(text)).collect()
}

fn empty() -> ExerciseView {
    ExerciseView {
        kind: "",
        question: String::new(),
        statements: Vec::new(),
        choices: Vec::new(),
        is_ruler: false,
        lanes: Vec::new(),
        inputs: Vec::new(),
        can_check: false,
        verdict: None,
        hint: String::new(),
        has_hint: false,
        fragment: String::new(),
        embed: String::new(),
        name: String::new(),
        page: String::new(),
    }
}

fn prediction(asked: &Prediction, draft: &Draft) -> ExerciseView {
    let answer = given(asked, draft);
    let judged = answer.filter(|_| draft.is_judged).map(|answer| asked.judge(answer));
    let right = if let Answer::Choice(index) = asked.answer { Some(index) } else { None };
    let choices = asked.choices.iter().enumerate().map(|(index, choice)| ChoiceView {
        text: with_minus(&choice.text),
        is_picked: draft.choice == Some(index),
        is_right: judged.as_ref().map(|_| right == Some(index)),
    });
    let choices = choices.collect();
    let subject = asked.subject.text();
    let is_shown = !asked.subject.link().is_empty() && !subject.starts_with("mma");
    let is_program = subject.contains('\n');
    let verdict = judged.map(|judged| {
        let mistake = judged.mistake.map_or(String::new(), Mistake::sentence);
        let (text, answer) = if judged.is_right {
            (String::from("Right."), String::new())
        } else {
            let text = ["Not quite. ", &*mistake].concat();
            (text.trim_end().to_owned(), with_minus(&judged.answer))
        };
        let link = asked.subject.link();
        let link = if link.is_empty() { link } else { ["#", &*link].concat() };
        let reason = with_minus(&judged.reason);
        VerdictView {
            is_right: judged.is_right,
            text,
            answer,
            reason,
            results_of: String::new(),
            results: Vec::new(),
            link,
        }
    });
    let statements = if is_program || is_shown { subject } else { String::new() };
    ExerciseView {
        kind: "Predict",
        question: with_minus(&asked.question),
        statements: statements.lines().map(|line| line.trim_end_matches(';').to_owned()).collect(),
        choices,
        is_ruler: asked.ask == Ask::Place,
        lanes: if asked.ask == Ask::Bits { lanes(asked, draft.bits) } else { Vec::new() },
        can_check: answer.is_some(),
        verdict,
        ..empty()
    }
}

/// The bits to set, lane by lane, the highest first.
fn lanes(asked: &Prediction, register: u64) -> Vec<LaneView> {
    let Some(format) = asked.subject.format() else { return Vec::new() };
    let packing = asked.subject.packing();
    let lane = |lane: u8| {
        let bits = packing.extract(register, lane);
        let layout = layout(format);
        LaneView {
            offset: packing.offset(lane),
            layout,
            bits: layout.bits(bits, hex(bits, format.width().into())),
        }
    };
    (0..packing.lanes).rev().map(lane).collect()
}

fn puzzle(puzzle: &Puzzle, draft: &Draft) -> ExerciseView {
    let (verdict, results) = puzzle.judge(&typed(draft));
    let mut inputs: Vec<_> = puzzle
        .inputs()
        .into_iter()
        .enumerate()
        .map(|(index, input)| InputView {
            name: input.name,
            kind: input.kind.to_owned(),
            text: draft.inputs.get(index).cloned().unwrap_or_default(),
            problem: String::new(),
        })
        .collect();
    let is_tried = draft.inputs.iter().any(|text| !text.trim().is_empty());
    let verdict = if draft.is_solved {
        solution(puzzle)
    } else {
        let is_right = verdict == Verdict::Solved;
        let text = match verdict {
            Verdict::Solved => String::from("Solved."),
            Verdict::Failed(failure) => ["Not yet: ", &*failure, "."].concat(),
            Verdict::Unread { input, message } => {
                if let Some(input) = inputs.get_mut(input).filter(|_| draft.is_judged) {
                    input.problem.clone_from(&message);
                }
                ["A value cannot be read: ", &*message, "."].concat()
            }
        };
        VerdictView {
            is_right,
            text,
            answer: String::new(),
            reason: String::new(),
            results_of: String::new(),
            results: shown(results),
            link: String::new(),
        }
    };
    ExerciseView {
        kind: "Puzzle",
        question: puzzle.task.clone(),
        statements: puzzle.statements(),
        can_check: is_tried,
        verdict: draft.is_judged.then_some(verdict),
        hint: if draft.is_hinted { puzzle.hint.clone() } else { String::new() },
        has_hint: true,
        inputs,
        ..empty()
    }
}

/// The solutions of a puzzle, with the results of the first one in place of those of an attempt.
fn solution(puzzle: &Puzzle) -> VerdictView {
    let inputs = puzzle.inputs();
    let named = |values: &Vec<String>| {
        let each =
            inputs.iter().zip(values).map(|(input, text)| [&*input.name, " = ", text].concat());
        with_minus(&each.collect::<Vec<_>>().join("; "))
    };
    let all: Vec<_> = puzzle.solutions.iter().map(named).collect();
    VerdictView {
        is_right: false,
        text: String::new(),
        answer: all.join(", or "),
        reason: String::new(),
        results_of: all.first().map_or(String::new(), |first| ["With ", first, ":"].concat()),
        results: shown(puzzle.solutions.first().map_or(Vec::new(), |it| puzzle.judge(it).1)),
        link: String::new(),
    }
}

/// Values with their names, as they are printed.
fn shown(results: Vec<(String, String)>) -> Vec<(String, String)> {
    results.into_iter().map(|(name, text)| (name, with_minus(&text))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_has_its_own_results_and_not_those_of_the_attempt_before() {
        let text = "task: Find two numbers.\nadd.rn.f32 p, a, b\nadd.rz.f32 q, a, b\nwhere p != q\n\
                    hint: Small.\nsolution: 16777216, 3\nsolution: 1, 0x1.8p-24";
        let exercise = Exercise::read(text, true).expect("a puzzle");
        let mut draft = Draft {
            inputs: ["1", "2"].map(String::from).into(),
            is_judged: true,
            ..Draft::default()
        };
        let verdict = |draft: &Draft| exercise.view("a-puzzle", draft).verdict.expect("a verdict");
        let values = |view: &VerdictView| {
            view.results.iter().map(|(_, text)| text.clone()).collect::<Vec<_>>().join(" ")
        };
        let attempt = verdict(&draft);
        assert_eq!(attempt.text, "Not yet: `p` and `q` are the same.");
        assert_eq!((&*values(&attempt), &*attempt.results_of), ("3 3", ""));
        draft.is_solved = true;
        let solution = verdict(&draft);
        assert_eq!(solution.answer, "a = 16777216; b = 3, or a = 1; b = 0x1.8p\u{2212}24");
        assert_eq!(solution.results_of, "With a = 16777216; b = 3:");
        assert_eq!((&*values(&solution), &*solution.text), ("16777220 16777218", ""));
    }

    #[test]
    fn an_answer_whose_mistake_is_not_known_is_not_explained() {
        let exercise = Exercise::read("bits\nencode f16 1", false).expect("a prediction");
        let draft = Draft { bits: 0x1234, is_judged: true, ..Draft::default() };
        let verdict = exercise.view("one", &draft).verdict.expect("a verdict");
        assert_eq!(verdict.text, "Not quite.");
    }
}
