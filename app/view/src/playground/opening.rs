//! The example that the page opens with, and answers while the box is empty.

use ptxfp::catalog::Context;
use ptxfp::internals::quote::code;
use ptxfp::syntax::ask::Note;

use crate::playground::Model;
use crate::questions::Asked;
use crate::reply::ReadingView;

/// The words of a first visit, which stay until the page is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Introduction {
    /// It is no first visit.
    None,
    /// Nothing was asked yet.
    Unused,
    /// Something was asked, so that the next visit is not the first.
    Used,
}

impl Introduction {
    pub(super) fn of(model: &Model) -> Self {
        match (model.is_first, model.is_example()) {
            (false, _) => Self::None,
            (true, true) => Self::Unused,
            (true, false) => Self::Used,
        }
    }
}

/// The question that is answered while the box is empty.
pub(super) const EXAMPLE: &str = "0.1 + 0.2";

/// The statement that it is read as.
pub(super) const EXAMPLE_STATEMENT: &str = "add.rn.f32 0.1, 0.2";

/// How it is read, as the worker reads it, which so need not start.
pub(super) fn asked(context: Context) -> Asked {
    let note = Note {
        text: String::from("no format is named, so it is f32"),
        instead: ["f16", "bf16", "f64"].map(|format| [EXAMPLE, " in ", format].concat()).into(),
    };
    let what = ["Read as ", &*code(EXAMPLE_STATEMENT)].concat();
    let reading = ReadingView { what, notes: vec![note] };
    Asked { statement: String::from(EXAMPLE_STATEMENT), context, lane: None, reading }
}

#[cfg(test)]
mod tests {
    use ptxfp::link::State;

    use super::{EXAMPLE, Introduction, asked};
    use crate::module::Module as _;
    use crate::playground::answer::SayView;
    use crate::playground::{Adjust, Edit, Model, Pick, Screen};
    use crate::questions::{Answerer, Read, Request, Response};
    use crate::reply::kinds::KINDS;

    #[test]
    fn the_question_of_the_opening_is_read_as_any_other() {
        let context = State::default().context;
        let request = Request::Read(String::from(EXAMPLE), context);
        let answer = Answerer::default().answer(&request, 0);
        assert_eq!(answer, Response::Read(Read::Question(asked(context))));
    }

    /// The text in the box, the example below it, and the bits of the result.
    fn shown(screen: &Screen) -> (&str, Option<&str>, &str) {
        (&screen.statement, screen.example.as_deref(), &screen.result.hex)
    }

    const OPENED: (&str, Option<&str>, &str) = ("", Some(EXAMPLE), "0x3e99999a");

    /// The text in `index.html` that the app replaces, without its markup.
    fn painted_first() -> String {
        let page = include_str!("../../../../index.html");
        let (_, after) = page.split_once("id=\"waiting\">").expect("the text that waits");
        let (waiting, _) = after.split_once("</main>").expect("its end");
        let text = waiting.split('<').map(|it| it.split_once('>').map_or(it, |(_, text)| text));
        text.collect::<String>()
            .replace("&nbsp;", " ")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn the_answer_is_painted_before_the_app_starts() {
        let screen = Model::opening(true).screen(None);
        let reading = screen.reading().expect("an example is read");
        let context = State::default().context;
        let [lane] = &*screen.result.lanes else { panic!("one lane") };
        let SayView::Why(why) = &screen.answer.say else { panic!("a reason") };
        let taught = screen.answer.taught.expect("a page that teaches it");
        let kinds = KINDS.map(|kind| [kind.name, kind.text].join(" ")).join("");
        let expected = [
            &kinds,
            &["For example", EXAMPLE, &reading.what].concat(),
            &reading.assumptions[0].text,
            &format!("{}, PTX {}", context.target, context.isa),
            &["→ ", &lane.value].concat(),
            &[&screen.result.hex, " ", &lane.change.as_ref().expect("it is rounded").text].concat(),
            &lane.in_full,
            &[why, " Learn: ", taught.title].concat(),
        ];
        let painted = painted_first();
        for text in expected {
            let text = text.replace('`', "");
            assert!(painted.contains(&text), "`{text}` is not in `{painted}`");
        }
        assert!(include_str!("../../../../index.html").contains(taught.address));
    }

    #[test]
    fn an_empty_box_has_the_answer_of_the_example() {
        let mut model = Model::opening(true);
        let screen = model.screen(None);
        assert_eq!((shown(&screen), screen.introduction), (OPENED, Introduction::Unused));
        assert_eq!(screen.typed().tokens, []);
        // Leaving the empty box asks for nothing.
        let before = screen.fragment;
        model.apply(Edit::Settle);
        assert_eq!((shown(&model.screen(None)), model.screen(None).fragment), (OPENED, before));
        model.apply(Edit::Pick(Pick::Type(String::from("add.f16 1, 2"), 12)));
        let typed = ("add.f16 1, 2", None, "0x4200");
        assert_eq!(shown(&model.screen(None)), typed);
        assert_eq!(model.screen(None).introduction, Introduction::Used);
        // While the box is emptied, the last answer stays.
        model.apply(Edit::Pick(Pick::Type(String::new(), 0)));
        assert_eq!(shown(&model.screen(None)), ("", None, "0x4200"));
        model.apply(Edit::Settle);
        assert_eq!(shown(&model.screen(None)), OPENED);
    }

    #[test]
    fn escape_discards_a_draft_and_then_the_statement() {
        let mut model = Model::opening(false);
        model.apply(Edit::Pick(Pick::Type(String::from("add.f16 1, 2"), 12)));
        model.apply(Edit::Settle);
        model.apply(Edit::Pick(Pick::Type(String::from("add.f16x 1, 2"), 13)));
        model.apply(Edit::GiveUp);
        assert_eq!(shown(&model.screen(None)), ("add.f16 1, 2", None, "0x4200"));
        model.apply(Edit::GiveUp);
        assert_eq!(shown(&model.screen(None)), OPENED);
    }

    #[test]
    fn an_operand_of_the_example_makes_it_a_statement() {
        let mut model = Model::opening(true);
        model.apply(Edit::Adjust(0, None, Adjust::Negate));
        let screen = model.screen(None);
        let now = ("add.rn.f32 -0.1, 0.2", None, "0x3dcccccd");
        assert_eq!(shown(&screen), now);
    }

    #[test]
    fn a_link_to_the_example_is_a_question() {
        let link = Model::opening(false).screen(None).fragment;
        let mut model = Model::opening(true);
        model.follow(&link);
        assert_eq!(shown(&model.screen(None)), (EXAMPLE, None, "0x3e99999a"));
    }

    #[test]
    fn the_example_of_each_kind_has_its_answer() {
        let context = State::default().context;
        for kind in KINDS {
            let request = Request::Read(String::from(kind.text), context);
            let answer = Answerer::default().answer(&request, 0);
            let is_reply = matches!(&answer, Response::Read(Read::Reply(reply)) if !reply.sentence.contains("Not understood"));
            let is_expected = match kind.name {
                "PTX" => matches!(answer, Response::Read(Read::Statement)),
                "A calculation" => matches!(answer, Response::Read(Read::Question(_))),
                _ => is_reply,
            };
            assert!(is_expected, "{}: {answer:?}", kind.name);
        }
    }
}
