//! Observed results, in addition to the guarantee: a worker has the tables for them.

use crate::questions::{Request, Response};
use ptxfp::catalog::Instruction;
use ptxfp::internals::observed::ObservedText;
use ptxfp::observed::grade;
use ptxfp::text::{hex, hex_digits};

use crate::background::{Question, Reply};
use crate::number::value;
use crate::playground::Model;
use crate::playground::result::ResultView;
use crate::route::Route;

/// An observed result; everything is empty until it arrives.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ObservedView {
    /// The register as `0x` and hex digits.
    pub hex: String,
    /// Its value, or those of its lanes from the upper one.
    pub value: String,
    /// The lanes from the lowest one: their hex digits, and their values.
    pub lanes: Vec<(String, String)>,
    /// The comparison with the correctly rounded result, with the reason; or the reason why nothing
    /// is known.
    pub reason: String,
    /// The evidence, in a clause.
    pub evidence: String,
    /// The part of an address that leads to the evidence.
    pub claim: String,
}

impl ObservedView {
    /// An observation of an instruction as it is shown.
    pub fn new(observed: &ObservedText, instruction: &Instruction) -> Self {
        let kind = instruction.destination_type();
        let format = kind.format();
        let packing = kind.packing();
        let width = u32::from(packing.register_width());
        let lane = |lane| {
            let bits = packing.extract(observed.bits, lane);
            (hex_digits(bits, format.width().into()), value(bits, format))
        };
        let lanes: Vec<_> = (0..packing.lanes).map(lane).collect();
        let values: Vec<_> = lanes.iter().rev().map(|(_, value)| &**value).collect();
        Self {
            hex: hex(observed.bits, width),
            value: match values[..] {
                [value] => value.to_owned(),
                _ => ["{", &values.join(", "), "} (hi, lo)"].concat(),
            },
            lanes,
            reason: observed.reason.clone(),
            evidence: observed.evidence.clone(),
            claim: Route::Evidence(String::from(observed.claim())).fragment(),
        }
    }
}

/// The last answer about an observation, with its question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observation {
    asked: Request,
    answer: Result<Option<ObservedText>, &'static str>,
}

impl Model {
    /// Returns the question for a worker on the present operands; `None` if there are no
    /// observations.
    fn observable(&self) -> Option<Request> {
        let (instruction, context) = (&self.instruction, self.legal_context);
        grade(instruction, &context)?;
        Some(Request::Observe(instruction.to_string(), context, self.registers()))
    }

    /// Returns the question until it has been answered.
    pub(super) fn unobserved(&self) -> Option<Question> {
        let request = self.observable()?;
        let is_known = self.observation.as_ref().is_some_and(|it| it.asked == request);
        (!is_known).then(|| Question::new(request))
    }

    /// Takes an answer.
    pub(super) fn observe(&mut self, reply: Reply) {
        let answer = reply.answer.map(|answer| match answer {
            Response::Observed(observed) => observed,
            Response::Read(_) | Response::Compared(_) => None,
        });
        self.observation = Some(Observation { asked: reply.question.request, answer });
    }

    /// Returns the observed result for the present operands, as the worker reported it, and as it
    /// is shown.
    pub(super) fn observed(&self) -> (Option<ObservedText>, Option<ObservedView>) {
        let Some(asked) = self.observable() else { return (None, None) };
        let known = self.observation.as_ref().filter(|it| it.asked == asked);
        match known.map(|it| &it.answer) {
            Some(Ok(observed)) => {
                let view = |text| ObservedView::new(text, &self.instruction);
                let view = observed.as_ref().map(view);
                (observed.clone(), Some(view.unwrap_or_default()))
            }
            Some(Err(failure)) => {
                let reason = String::from(*failure);
                (None, Some(ObservedView { reason, ..ObservedView::default() }))
            }
            None => (None, Some(ObservedView::default())),
        }
    }
}

/// Marks the observed number on the ruler of the result.
pub(crate) fn mark(result: &mut ResultView, observed: &ObservedView) {
    // The result has the upper lane first.
    for (lane, (digits, value)) in result.lanes.iter_mut().rev().zip(&observed.lanes) {
        if let Some(line) = lane.line.as_mut() {
            line.mark(digits, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::questions::Answerer;
    use ptxfp::link::parse;

    use super::*;
    use crate::module::Module as _;
    use crate::playground::Edit;
    use crate::playground::edit::Pick;

    /// Has a worker answer what is wanted.
    fn answer(model: &mut Model) {
        let question = model.screen(None).question.expect("a question");
        let answer = Answerer::default().answer(&question.request, 0);
        model.apply(Edit::Answer(Box::new(Reply { question, answer: Ok(answer) })));
    }

    #[test]
    fn what_was_observed_arrives_and_goes_with_the_operands() {
        let link = "v1/div.full.f32@sm_90?a=0x40960000&b=0x3f700000";
        let mut model = Model::new(parse(link).sound().unwrap());
        let room = model.screen(None).observed;
        assert_eq!(room, Some(ObservedView::default()), "room is kept");
        answer(&mut model);
        let screen = model.screen(None);
        assert_eq!(screen.question, None);
        let view = screen.observed.expect("an observation");
        assert_eq!((&*view.hex, &*view.value), ("0x40a00001", "5.0000005"));
        assert_eq!(view.claim, "evidence/composition");
        let line = screen.result.lanes[0].line.as_ref().expect("a ruler");
        let marks = line.marks.iter().filter(|mark| mark.observed).map(|mark| &*mark.digits);
        assert_eq!(marks.collect::<Vec<_>>(), ["40a00001"]);
        assert!(screen.observation.is_some());
        model.apply(Edit::Flip(0, 0, 0));
        let screen = model.screen(None);
        assert_eq!(screen.observed, Some(ObservedView::default()));
        assert!(screen.observation.is_none());
        answer(&mut model);
        assert_ne!(model.screen(None).observed.expect("another one").hex, "");
    }

    #[test]
    fn an_observation_is_not_beside_the_answer_to_another_text() {
        for text in ["0x7e in e4m3", "fma.rn.ftz.bf16 1, 2, 3"] {
            let link = "v1/tanh.approx.f32@sm_90?a=0x3f000000";
            let mut model = Model::new(parse(link).sound().unwrap());
            answer(&mut model);
            assert!(model.screen(None).observed.is_some());
            model.apply(Edit::Pick(Pick::Type(text.into(), text.len())));
            while let Some(question) = model.screen(None).question {
                let answer = Answerer::default().answer(&question.request, 0);
                model.apply(Edit::Answer(Box::new(Reply { question, answer: Ok(answer) })));
            }
            assert_eq!(model.screen(None).observed, None, "{text}");
        }
    }

    #[test]
    fn each_lane_has_its_own() {
        let mut model =
            Model::new(parse("v1/tanh.approx.f16x2@sm_90?a=0x3c003800").sound().unwrap());
        answer(&mut model);
        let screen = model.screen(None);
        let view = screen.observed.expect("an observation");
        assert_eq!((&*view.hex, &*view.value), ("0x3a173764", "{0.761, 0.462} (hi, lo)"));
        let marked: Vec<_> = screen
            .result
            .lanes
            .iter()
            .map(|lane| {
                let line = lane.line.as_ref().expect("a ruler");
                line.marks.iter().filter(|it| it.observed).map(|it| &*it.digits).collect::<Vec<_>>()
            })
            .collect();
        assert_eq!(marked, [["3a17"], ["3764"]]);
    }

    #[test]
    fn where_nobody_looked_there_is_nothing_and_a_failure_is_reported() {
        let mut model = Model::new(parse("v1/sin.approx.f32@sm_62?a=0x40960000").sound().unwrap());
        assert_eq!((model.screen(None).observed, model.screen(None).question), (None, None));
        model = Model::new(parse("v1/rcp.approx.f32@sm_90?a=0x40960000").sound().unwrap());
        let question = model.screen(None).question.expect("a question");
        model.apply(Edit::Answer(Box::new(Reply { question, answer: Err("no worker") })));
        assert_eq!(model.screen(None).observed.expect("a reason").reason, "no worker");
        assert_eq!(model.screen(None).question, None);
    }
}
