use super::*;
use crate::explorer::tabs::PanelView;
use crate::questions::Answerer;
use ptxfp::internals::observed::ObservedText;

fn follow(link: &str) -> Model {
    let mut model = Model::default();
    model.apply(Edit::Follow(link.to_owned(), None));
    model
}

#[test]
fn a_tab_is_asked_for_by_its_name_and_the_usual_one_by_none() {
    let mut model = follow("v1/add.f16@sm_90?a=0x3c00&b=0x3c00&view=error");
    assert_eq!(model.tab, Tab::Error);
    model.apply(Edit::Tab(Tab::Requirements));
    let link = "v1/add.f16@sm_90?a=0x3c00&b=0x3c00";
    assert_eq!(model.asked.as_deref(), Some(&*[link, "&view=requirements"].concat()));
    model.apply(Edit::Tab(Tab::Corners));
    assert_eq!(model.asked.as_deref(), Some(link));
    model.apply(Edit::Point((1, 2)));
    assert_eq!((model.tab, model.asked), (Tab::Corners, None));
}

#[test]
fn what_is_compared_is_in_the_link() {
    let link = "v1/ex2.approx.f32@sm_90?a=0x3f000000&with=ex2.approx.ftz.f32@sm_90";
    let mut model = follow(&[link, "&view=compare"].concat());
    let observed = [link, "&view=compare:observed"].concat();
    model.apply(Edit::Compare(compare::Edit::By(By::Observed)));
    assert_eq!(model.asked.as_deref(), Some(&*observed));
    let mut model = follow(&observed);
    assert_eq!((model.tab, model.compare.by), (Tab::Compare, By::Observed));
    // Another tab's link does not name the property, and coming back restores it.
    model.apply(Edit::Tab(Tab::Error));
    let other = model.asked.clone().expect("a link");
    assert_eq!(other, [link, "&view=error"].concat());
    model.apply(Edit::Follow(other, None));
    model.apply(Edit::Tab(Tab::Compare));
    assert_eq!(model.asked.as_deref(), Some(&*observed));
    let mut model = follow(&[link, "&view=compare:bogus"].concat());
    assert_eq!((model.tab, model.compare.by), (Tab::Compare, By::Reference));
    model.apply(Edit::Compare(compare::Edit::By(By::Permitted)));
    model.apply(Edit::Compare(compare::Edit::By(By::Reference)));
    assert_eq!(model.asked, Some([link, "&view=compare"].concat()));
}

#[test]
fn a_difference_is_found_without_further_input() {
    let link = "v1/add.f32@sm_90?a=0x00000000&b=0x00000000";
    let mut model = follow(&[link, "&view=compare:find"].concat());
    // The nearest relative is asked for, and the search begins with it.
    let asked = model.asked.clone().expect("a relative");
    assert_eq!(asked, [link, "&with=add.rz.f32@sm_90&view=compare"].concat());
    assert!(!model.is_revealed);
    model.apply(Edit::Follow(asked, None));
    assert_eq!((&model.asked, model.is_revealed), (&None, true));
    let mut answerer = Answerer::default();
    while let Some(question) = model.screen(None).question {
        let answer = answerer.answer(&question.request, 4000);
        model.apply(Edit::Answer(Box::new(Reply { question, answer: Ok(answer) })));
    }
    let PanelView::Compare(view) = model.screen(None).panel else { panic!("another tab") };
    let search = &view.compared.rows[1].search;
    assert_eq!(search.words, "They differ, for example on");
    let names: Vec<_> = search.answers.iter().map(|answer| &*answer.name).collect();
    assert_eq!(names, ["add.f32", "add.rz.f32"]);
    assert!(search.found.is_some() && search.answers[0].values != search.answers[1].values);
    assert!(search.answers[1].digits.iter().any(|(_, is_marked)| *is_marked));
    // A link with `:find` searches even for an instruction that is compared already.
    let compared = [link, "&with=add.rm.f32@sm_90&view=compare:find"].concat();
    let mut model = follow(&compared);
    assert_eq!(model.asked, None);
    assert!(model.compare.searches[0].as_ref().expect("a search").is_running);
    model.apply(Edit::Follow([link, "&view=compare"].concat(), None));
    assert_eq!(model.asked, None);
}

#[test]
fn the_steps_are_those_of_the_highest_lane_or_of_the_chosen_one() {
    let mut model = follow("v1/add.f16x2@sm_90?a=0x3c000000&b=0x3c003c00");
    let shown = |model: &Model| model.screen(None).trace.lane;
    assert_eq!(shown(&model), 1);
    model.apply(Edit::Explain(0));
    model.apply(Edit::Follow("v1/add.f16x2@sm_90?a=0x3c000001&b=0x3c003c00".to_owned(), None));
    assert_eq!(shown(&model), 0);
    model.apply(Edit::Follow("v1/mul.f16x2@sm_90?a=0x3c000001&b=0x3c003c00".to_owned(), None));
    assert_eq!(shown(&model), 1);
}

#[test]
fn cases_are_about_the_lane_of_the_steps() {
    // 500 in e4m3: the answer is the high half, which a gives.
    let link = "v1/cvt.rn.satfinite.e4m3x2.f32@sm_90?a=0x43fa0000&b=0x00000000";
    let mut model = follow(link);
    let corners = |model: &Model| match model.screen(None).panel {
        PanelView::Corners(view) => view,
        _ => panic!("another tab"),
    };
    let matrix = corners(&model).matrix.clone().expect("a matrix");
    // 500 is no class of its own.
    assert_eq!((matrix.classes.corner.as_str(), matrix.classes.loaded), ("a", None));
    assert!(matrix.finding[1].ends_with("Press a cell to try it (high half)."));
    let infinity =
        matrix.classes.columns.iter().position(|class| *class == "+inf").expect("a class");
    model.apply(Edit::Cell((0, infinity)));
    let asked = model.asked.clone().expect("operands");
    assert!(asked.contains("?a=0x7f800000&b=0x00000000"), "{asked}");
    model.apply(Edit::Follow(asked, None));
    assert_eq!(
        corners(&model).matrix.clone().expect("a matrix").classes.loaded,
        Some((0, infinity))
    );
    // With the steps of the other half, the cases are about that.
    model.apply(Edit::Explain(0));
    let matrix = corners(&model).matrix.clone().expect("a matrix");
    let zero = matrix.classes.columns.iter().position(|class| *class == "+0");
    assert_eq!(
        (matrix.classes.corner.as_str(), matrix.classes.loaded),
        ("b", zero.map(|zero| (0, zero)))
    );
    model.apply(Edit::Cell((0, infinity)));
    assert!(model.asked.as_ref().unwrap().contains("?a=0x7f800000&b=0x7f800000"));
    // A documented case too has its operands in that lane only.
    let mut model = follow("v1/tanh.approx.f16x2@sm_90?a=0x3c003c00");
    model.apply(Edit::Corner(0));
    assert!(model.asked.as_ref().unwrap().contains("?a=0xfc003c00"), "{:?}", model.asked);
    model.apply(Edit::Explain(0));
    model.apply(Edit::Corner(0));
    assert!(model.asked.as_ref().unwrap().contains("?a=0x3c00fc00"), "{:?}", model.asked);
}

#[test]
fn what_was_observed_follows_the_steps() {
    let link = "v1/div.full.f32@sm_90?a=0x40960000&b=0x3f700000";
    let mut model = follow(link);
    let titles = |model: &Model| -> Vec<_> {
        let steps = model.screen(None).trace.steps.clone();
        steps.iter().filter(|step| step.observed).map(|step| step.title).collect()
    };
    assert!(titles(&model).is_empty());
    let State { instruction, context, registers, .. } = model.state.clone();
    let observed = ObservedText::of(&instruction, &context, &registers);
    model.apply(Edit::Follow(link.to_owned(), observed));
    assert_eq!(titles(&model), ["Inside the unit", "Multiply"]);
    assert!(model.screen(None).trace.text.contains("Inside the unit"));
}

#[test]
fn a_sweep_begins_when_it_is_reached_for_and_ends_when_it_is_left() {
    let mut model = follow("v1/tanh.approx.f16@sm_90?a=0x3c00");
    let wanted = |model: &Model| model.screen(None).job.map(|(_, len)| len);
    assert_eq!(wanted(&model), None);
    model.apply(Edit::Reach);
    assert_eq!((model.tab, wanted(&model)), (Tab::Corners, Some(1 << 16)));
    let (task, _) = model.screen(None).job.unwrap();
    let words = Vec::new();
    model.apply(Edit::Work(Report { task, done: 9, time: 1, words, failure: None }));
    assert_eq!(wanted(&model), Some(1 << 16));
    model.apply(Edit::Point((0, 0)));
    assert_eq!(wanted(&model), None);
    // The operands of f32 are too many to evaluate before the tab is opened.
    let mut model = follow("v1/tanh.approx.f32@sm_90?a=0x3f800000&sweep=a,all&view=cases");
    model.apply(Edit::Reach);
    assert_eq!(wanted(&model), None);
    model.apply(Edit::Tab(Tab::Sweep));
    assert_eq!(wanted(&model), Some(1 << 32));
    model.apply(Edit::Tab(Tab::Error));
    assert_eq!(wanted(&model), None);
}

#[test]
fn a_link_that_says_what_is_swept_shows_that() {
    let link = "v1/add.f16@sm_90?a=0x3c00&b=0x3c00&sweep=b,errors";
    let mut model = follow(link);
    assert_eq!(model.tab, Tab::Sweep);
    model.apply(Edit::Tab(Tab::Corners));
    assert_eq!(model.asked.as_deref(), Some(&*[link, "&view=cases"].concat()));
    model.apply(Edit::Tab(Tab::Sweep));
    assert_eq!(model.asked.as_deref(), Some(link));
    model.apply(Edit::Sweep(sweep::Edit::Place(0)));
    let asked = "v1/add.f16@sm_90?a=0x3c00&b=0x3c00&sweep=a,errors";
    assert_eq!(model.asked.as_deref(), Some(asked));
    // Loading another state keeps the sweep.
    model.apply(Edit::Load(String::from("v1/add.f16@sm_90?a=0x0000&b=0x3c00")));
    assert_eq!(model.asked, Some(asked.replace("a=0x3c00", "a=0x0000")));
}

#[test]
fn a_cell_asks_for_its_operands_and_leaves_the_rest() {
    let mut model = follow("v1/fma.rn.f32@sm_90?a=0x3f800000&b=0x40000000&c=0x1&view=sweep");
    model.apply(Edit::Cell((0, 6)));
    let asked = "v1/fma.rn.f32@sm_90?a=0xff800000&b=0x00000000&c=0x00000001&view=sweep";
    assert_eq!(model.asked.as_deref(), Some(asked));
    model.apply(Edit::Cell((99, 0)));
    assert_eq!(model.asked, None);
}
