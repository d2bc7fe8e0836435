//! The data of each component, gathered from the screen: a component compares and draws this, and
//! sees nothing else.

use std::sync::Arc;

use ptxfp::eval::{Guarantee, LaneResult};
use ptxfp::format::table::by_name;
use ptxfp::syntax::Legality;
use ptxfp::syntax::ask::Note;
use ptxfp::text::hex;

use crate::bits::{BitsView, Layout};
use crate::playground::Screen;
use crate::playground::answer::{BasisView, GlossView, SayView};
use crate::playground::chips::ChooserView;
use crate::playground::instruction::{NoteView, PickerView, SectionView, TokenView};
use crate::playground::lesson::LessonView;
use crate::playground::next::StepView;
use crate::playground::number_line::{digits, number_line, shown};
use crate::playground::opening::Introduction;
use crate::playground::operand::{OperandView, layout};
use crate::playground::result::{NumberLineView, ResultLaneView, ResultView};
use crate::reply::kinds::{KINDS, KindView};
use crate::reply::{ExactView, HitView, LineView, NumberView, PictureView, ReadingView};
use crate::taught::Taught;

/// The statement in its field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypedView {
    /// The text.
    pub text: String,
    /// The position of its caret when the page rewrites it, in UTF-16 units.
    pub caret: Option<usize>,
    /// The text in pieces.
    pub tokens: Vec<TokenView>,
    /// The words suggested for it, while they are shown.
    pub picker: Option<PickerView>,
    /// Whether the answer is not that of this text.
    pub is_wrong: bool,
}

/// A result, and the statement that it belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnsweredView {
    /// The statement.
    pub basis: BasisView,
    /// The result.
    pub result: Arc<ResultView>,
    /// The half of the register that nobody asked for, in a few words.
    pub other_half: String,
    /// Flips whenever a lane of the result changes, so that each change is visible.
    pub beat: bool,
}

/// The row below the answer line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BelowView {
    /// The reason for the result, or an error.
    pub say: SayView,
    /// The step that the answer offers.
    pub next: Option<StepView>,
    /// A link that leads on: its label and its address.
    pub open: Option<(String, String)>,
    /// The page of the course about what decided the result.
    pub taught: Option<Taught>,
}

/// The text above the answer line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AboveView {
    /// The words of a first visit.
    Orient,
    /// The lesson that is being read.
    Lesson(LessonView),
}

/// The legality of the statement, and the section of the instruction in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalityView {
    /// The answer to "may this be written?", if the text is a statement.
    pub legality: Option<Legality>,
    /// The section.
    pub section: Option<SectionView>,
}

/// How the text was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadAsView {
    /// The question that is answered while nothing is typed.
    pub example: Option<String>,
    /// The reading; code is between back quotes.
    pub what: String,
    /// Its assumptions.
    pub assumptions: Vec<AssumptionView>,
}

/// An assumption about what a text asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AssumptionView {
    /// The assumption; code is between back quotes.
    pub text: String,
    /// The texts that ask for something else.
    pub instead: Vec<InsteadView>,
}

/// A text that asks for something else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InsteadView {
    /// The text.
    pub text: String,
    /// The word in which it differs from what was asked, or else the whole text.
    pub label: String,
}

impl InsteadView {
    fn new(text: &str, asked: &str) -> Self {
        Self { text: String::from(text), label: String::from(label(text, asked)) }
    }
}

/// The last word of a text, if nothing else differs from what was asked, or else the whole text.
fn label<'t>(text: &'t str, asked: &str) -> &'t str {
    let Some((head, word)) = text.rsplit_once(' ') else { return text };
    let other = || head.strip_prefix(asked.rsplit_once(' ')?.0);
    match head.strip_prefix(asked).or_else(other) {
        Some("" | " in" | " as") => word,
        Some(_) | None => text,
    }
}

/// The modifiers in use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InUseView {
    /// The modifiers, each with a few words.
    pub in_use: Vec<GlossView>,
    /// Whether all choices are shown.
    pub is_open: bool,
}

/// The line below the choices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FootView {
    /// Its text.
    pub note: NoteView,
    /// Whether it is about a choice that was asked about.
    pub is_asked: bool,
}

/// An operand in its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedOperand {
    /// The place among the operands.
    pub index: usize,
    /// The operand.
    pub view: OperandView,
    /// Whether it has labels of its own above its bits.
    pub has_labels: bool,
}

/// A lane of the result in its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedLane {
    /// The lane.
    pub view: ResultLaneView,
    /// The name of the register.
    pub register: String,
    /// The style class of parts about an earlier statement, to be appended to others.
    pub staleness: &'static str,
}

/// The answer in one row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PinView {
    /// The statement in pieces.
    pub tokens: Vec<TokenView>,
    /// The result.
    pub result: Arc<ResultView>,
    /// The style class of parts about an earlier statement, to be appended to others.
    pub staleness: &'static str,
    /// The name of the target.
    pub target: &'static str,
}

impl BasisView {
    /// The style class of parts about an earlier statement, to be appended to others.
    pub fn staleness(&self) -> &'static str {
        if *self == Self::Line { "" } else { " stale" }
    }
}

impl Screen {
    /// The statement in its field.
    pub fn typed(&self) -> TypedView {
        let tokens = &self.instruction.tokens;
        TypedView {
            text: self.statement.clone(),
            caret: self.caret,
            tokens: if self.example.is_some() { Vec::new() } else { tokens.clone() },
            picker: self.picker.clone(),
            is_wrong: self.answer.basis != BasisView::Line,
        }
    }

    /// The result, if there is one.
    pub fn answered(&self) -> Option<AnsweredView> {
        let basis = self.answer.basis.clone();
        let alone = self.answer.asked_lane.and_then(|lane| self.result.alone(lane));
        let (result, other_half) = match alone {
            Some((result, other)) => (Arc::new(result), other),
            None => (self.result.clone(), String::new()),
        };
        self.has_result().then_some(AnsweredView { basis, result, other_half, beat: self.beat })
    }

    /// The row below the answer line.
    pub fn said_below(&self) -> BelowView {
        let next = self.answer.next.clone();
        match &self.reply {
            Some(reply) => {
                let say = SayView::Why(reply.sentence.clone());
                BelowView { say, next, open: reply.open.clone(), taught: None }
            }
            None => BelowView {
                say: self.answer.say.clone(),
                next,
                open: None,
                taught: self.answer.taught,
            },
        }
    }

    /// The words of a first visit, or a lesson.
    pub fn above(&self) -> Option<AboveView> {
        let lesson = self.answer.lesson.clone().map(AboveView::Lesson);
        lesson.or_else(|| self.is_first().then_some(AboveView::Orient))
    }

    /// The legality of the statement.
    pub fn legality(&self) -> Option<LegalityView> {
        let legality = self.instruction.legality.clone();
        Some(LegalityView { legality, section: self.answer.section.clone() })
    }

    /// The modifiers in use, if there is a result.
    pub fn in_use(&self) -> Option<InUseView> {
        let in_use = self.answer.in_use.clone();
        self.has_result().then_some(InUseView { in_use, is_open: self.choosing })
    }

    /// Whether the answer is that of one statement, which has a version and a target.
    pub fn is_statement(&self) -> bool {
        self.reply.is_none()
    }

    /// Whether it is a first visit.
    fn is_first(&self) -> bool {
        self.introduction != Introduction::None
    }

    /// The kinds of texts that have an answer: on a first visit, and while there is no text.
    pub fn kinds(&self) -> Option<Vec<KindView>> {
        let is_shown = self.is_first() || self.statement.trim().is_empty();
        is_shown.then(|| KINDS.to_vec())
    }

    /// How the text was read, if it is no statement.
    pub fn reading(&self) -> Option<ReadAsView> {
        let reply = self.reply.as_ref().map(|reply| &reply.reading);
        let reading = reply.or(self.answer.reading.as_ref());
        let ReadingView { what, notes } = reading.filter(|it| **it != ReadingView::default())?;
        let asked = self.example.as_ref().unwrap_or(&self.statement);
        let assumption = |note: &Note| AssumptionView {
            text: note.text.clone(),
            instead: note.instead.iter().map(|text| InsteadView::new(text, asked)).collect(),
        };
        Some(ReadAsView {
            example: self.example.clone(),
            what: what.clone(),
            assumptions: notes.iter().map(assumption).collect(),
        })
    }

    /// The program that answers the text.
    pub fn listing(&self) -> Option<Vec<LineView>> {
        let reply = self.reply.as_ref().filter(|reply| !reply.lines.is_empty());
        reply.map(|reply| reply.lines.clone())
    }

    /// The number that answers the text, if it is no statement.
    pub fn number(&self) -> Option<NumberView> {
        self.reply.as_ref()?.number.clone()
    }

    /// The picture of that number.
    fn picture(&self) -> Option<&PictureView> {
        self.reply.as_ref()?.number.as_ref()?.picture.as_ref()
    }

    /// The bits of that number as fields of its format, unless others are permitted.
    pub fn number_bits(&self) -> Option<BitsView> {
        let PictureView { format, bits, .. } =
            self.picture().filter(|it| it.permitted.is_none())?;
        let format = by_name(format)?;
        Some(layout(format).bits(*bits, hex(*bits, format.width().into())))
    }

    /// That number among those that are permitted.
    pub fn number_line(&self) -> Option<NumberLineView> {
        let PictureView { format, bits, permitted, exact } = self.picture()?;
        let ([lo, hi], observed) = (*permitted)?;
        let (bits, format) = (*bits, by_name(format)?);
        let lane = LaneResult { bits, guarantee: Guarantee::Within { lo, hi } };
        let exact = exact.map(ExactView::value);
        let mut line = number_line(lane, format, exact.as_ref())?;
        if let Some(observed) = observed {
            line.mark(&digits(observed, format), &shown(observed, format));
        }
        Some(line)
    }

    /// The list that was found for the text.
    pub fn hits(&self) -> Option<Vec<HitView>> {
        let reply = self.reply.as_ref().filter(|reply| !reply.hits.is_empty());
        reply.map(|reply| reply.hits.clone())
    }

    /// The choices, while they are shown.
    pub fn choices(&self) -> Option<Arc<ChooserView>> {
        self.choosing.then(|| self.chooser.clone())
    }

    /// The line below the choices.
    pub fn foot(&self) -> Option<FootView> {
        self.choosing.then(|| self.foot.clone())
    }

    /// The layout common to all lanes, which share the labels above the first; bits that open one
    /// by one have their own labels.
    pub fn shared_layout(&self) -> Option<Layout> {
        if self.operands.iter().any(|operand| operand.lanes.len() == 1) {
            return None;
        }
        let mut lanes = self.operands.iter().flat_map(|operand| &operand.lanes);
        let shared = lanes.next()?.layout;
        lanes.all(|lane| lane.layout == shared).then_some(shared)
    }

    /// Whether any bits shown are fields of a floating-point number.
    pub fn has_fields(&self) -> bool {
        let mut lanes = self.operands.iter().flat_map(|operand| &operand.lanes);
        lanes.any(|lane| lane.layout.exponent > 0)
    }

    /// The operand at a place.
    pub fn operand(&self, index: usize) -> Option<PlacedOperand> {
        let view = self.operands.get(index)?.clone();
        Some(PlacedOperand { index, view, has_labels: self.shared_layout().is_none() })
    }

    /// The lane of the result at a place.
    pub fn lane(&self, place: usize) -> Option<PlacedLane> {
        let view = self.result.lanes.get(place)?.clone();
        let staleness = self.answer.basis.staleness();
        Some(PlacedLane { view, register: self.result.name.clone(), staleness })
    }

    /// The answer in one row, if there is one.
    pub fn pin(&self) -> Option<PinView> {
        self.has_result().then(|| PinView {
            tokens: self.instruction.tokens.clone(),
            result: self.result.clone(),
            staleness: self.answer.basis.staleness(),
            target: self.target,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::module::Module;
    use crate::playground::instruction::FixAction;
    use crate::playground::{Edit, Model};

    #[test]
    fn what_else_could_be_meant_is_labelled_with_the_word_that_differs() {
        for (asked, text, label) in [
            ("0.1 + 0.2", "0.1 + 0.2 in f16", "f16"),
            ("0x7e", "0x7e as e5m2", "e5m2"),
            ("500 in fp8", "500 in e5m2", "e5m2"),
            ("max(nan, 1) in half", "max(nan, 1) in bf16", "bf16"),
            ("1/3", "rcp.approx.f32 3", "rcp.approx.f32 3"),
            ("sqrt(2)", "sqrt.approx.f32 2", "sqrt.approx.f32 2"),
            ("", "0.1 in f16", "0.1 in f16"),
        ] {
            let view = InsteadView::new(text, asked);
            assert_eq!((&*view.text, &*view.label), (text, label));
        }
    }

    /// The screen after statements, one after the other.
    fn screen(statements: &[&str]) -> Screen {
        let mut model = Model::opening(false);
        for statement in statements {
            model.apply(Edit::Apply(FixAction::Instruction((*statement).to_owned())));
        }
        model.screen(None)
    }

    #[test]
    fn lanes_of_one_layout_share_their_labels() {
        let packed = screen(&["add.f16x2"]);
        assert!(packed.shared_layout().is_some_and(|layout| layout.exponent == 5));
        assert!(packed.operand(0).is_some_and(|operand| !operand.has_labels));
        let alone = screen(&["add.f32"]);
        assert_eq!(alone.shared_layout(), None);
        assert!(alone.operand(0).is_some_and(|operand| operand.has_labels));
        assert!(alone.has_fields() && alone.operand(2).is_none());
    }

    #[test]
    fn the_chooser_is_that_of_the_present_form_and_there_while_it_is_open() {
        let mut model = Model::opening(false);
        assert_eq!(model.screen(None).choices(), None);
        model.apply(Edit::Choose);
        model.apply(Edit::Apply(FixAction::Instruction(String::from("min.f32"))));
        let screen = model.screen(None);
        let choices = screen.choices().expect("open");
        assert_eq!(choices.formula, screen.result.formula);
        assert!(screen.foot().is_some_and(|foot| !foot.is_asked));
    }

    #[test]
    fn parts_about_an_earlier_statement_are_stale() {
        assert_eq!(BasisView::Line.staleness(), "");
        assert_eq!(BasisView::Nothing.staleness(), " stale");
    }
}
