use ptxfp::link::Verdict;

use super::{Edit, FaceView, Model, Screen, picture, snippets};
use crate::module::Module as _;

fn screen(link: &str, home: Option<&str>, edits: Vec<Edit>) -> Screen {
    let mut model = Model::new(home.map(String::from));
    model.apply(Edit::Follow(String::from(link)));
    for edit in edits {
        model.apply(edit);
    }
    model.screen(None)
}

const SUM: &str = "v1/add.rn.bf16@sm_90?a=0x3dcd&b=0x3e4d";

#[test]
fn a_card_has_the_statement_and_why() {
    let card = screen(SUM, None, vec![]).face.result().unwrap().clone();
    let pieces: Vec<_> = card.pieces.iter().map(|it| (&*it.text, it.is_modifier)).collect();
    assert_eq!(pieces, [("add", false), (".rn", true), (".bf16", false)]);
    assert_eq!(
        (&*card.operands, &*card.place, &*card.hex),
        ("0.1, 0.2", "sm_90, PTX 9.1", "0x3e9a")
    );
    assert!(card.why.contains("¼ ulp"), "{}", card.why);
    assert_eq!((card.record, card.is_undocumented), (None, false));
    let stored: Vec<_> = card.stored.iter().map(|it| (it.name, &*it.value, &*it.hex)).collect();
    assert_eq!(stored, [("a", "0.1", "0x3dcd"), ("b", "0.2", "0x3e4d")]);
}

#[test]
fn another_version_is_reported() {
    let card =
        screen("v1/add.f32@sm_90?a=1&b=2&isa=8.0", None, vec![]).face.result().unwrap().clone();
    assert_eq!(card.place, "sm_90, PTX 8.0");
}

#[test]
fn what_differs_is_marked_digit_by_digit() {
    let card =
        screen("v1/add.f16@sm_90?a=2048&b=1&d=0x6801", None, vec![]).face.result().unwrap().clone();
    let record = card.record.expect("a record");
    assert_eq!((record.verdict, record.reasons), (Verdict::Differs, vec![]));
    let marked: Vec<_> = record.digits.iter().map(|(_, is_marked)| *is_marked).collect();
    assert_eq!(marked, [false, false, false, true]);
}

#[test]
fn a_broken_link_is_reported_and_none_is_not() {
    assert!(screen("v1/add.f16@sm_9000?a=1", None, vec![]).notice.is_some());
    assert!(screen("v1/add.f16@sm_9000?a=1", None, vec![Edit::Dismiss]).notice.is_none());
    assert!(screen("", None, vec![]).notice.is_none());
}

#[test]
fn a_link_is_shared_with_its_result_or_without() {
    let home = Some("https://example.org/p/");
    let share = |edits| screen(SUM, home, edits).share.expect("something to share");
    let whole = share(vec![]);
    assert_eq!(whole.link, ["https://example.org/p/#", SUM, "&d=0x3e9a"].concat());
    assert_eq!(
        whole.text,
        "add.rn.bf16 0.1, 0.2 = 0.30078125 (0x3e9a), exact bits guaranteed; sm_90, PTX 9.1"
    );
    let all = snippets(&screen(SUM, home, vec![])).unwrap();
    let snippet = |name| all.iter().find(|each| each.name == name).unwrap();
    let markdown = &snippet("markdown").text;
    let start = "[`add.rn.bf16` of 0.1, 0.2 = 0.30078125](https://example.org/p/#v1/";
    assert!(markdown.starts_with(start) && markdown.contains("): "), "{markdown}");
    for each in &all {
        assert!(each.text.contains("¼ ulp") && each.text.contains("0.30078125"), "{}", each.text);
    }
    assert_eq!(share(vec![Edit::Bare(true)]).link, ["https://example.org/p/#", SUM].concat());
    assert_eq!(screen(SUM, None, vec![]).share, None);
}

#[test]
fn the_picture_has_the_sentence_of_the_card() {
    let screen = screen(SUM, None, vec![]);
    for is_dark in [false, true] {
        assert!(picture(&screen, is_dark).unwrap().contains("¼ ulp"));
    }
}

#[test]
fn a_rejected_statement_is_on_its_card_and_is_shared() {
    let link = "v1/fma.rn.ftz.bf16@sm_90?a=1&b=2&c=3&isa=9.5";
    let home = Some("https://example.org/p/");
    let shown = screen(link, home, vec![]);
    let FaceView::Rejected(card) = &shown.face else { panic!("{:?}", shown.face) };
    assert_eq!((&*card.statement, &*card.place), ("fma.rn.ftz.bf16 1, 2, 3", "sm_90"));
    assert!(card.reason.starts_with("`fma` takes `.ftz` only with"), "{}", card.reason);
    assert_eq!(card.fixes, ["Remove `.ftz`", "Use `.f32`"]);
    assert_eq!(shown.fragment, link);
    assert_eq!(shown.notice, None);
    assert_eq!(picture(&shown, false), None);
    let share = shown.share.expect("something to share");
    let recorded = link.replace("&isa", "&d=rejected&isa");
    assert_eq!(share.link, ["https://example.org/p/#", &recorded].concat());
    assert!(
        share
            .text
            .starts_with("`fma.rn.ftz.bf16 1, 2, 3` on sm_90, PTX ISA 9.5: rejected: `fma` takes"),
        "{}",
        share.text
    );
    let all = snippets(&screen(link, home, vec![])).unwrap();
    assert_eq!(all.len(), 3);
    assert!(all.iter().all(|each| each.text.contains("takes")));
    let bare = screen(&recorded, home, vec![Edit::Bare(true)]).share.expect("something to share");
    assert_eq!(bare.link, ["https://example.org/p/#", link].concat());
}
