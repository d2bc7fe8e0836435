use ptxfp::catalog::bound::Error;
use ptxfp::catalog::{Context, LATEST_ISA, Operand, TARGETS, forms, instructions_of};
use ptxfp::internals::tasks::{Job, Measured, Task};
use ptxfp::link;

use crate::explorer::tabs::sweep::*;

const ADD: &str = "v1/add.f16@sm_90?a=0x3c00&b=0x0001";

fn state(link: &str) -> State {
    link::parse_lightly(link).sound().unwrap()
}

/// A sweep that follows a state, which follows the sweep.
struct Tab {
    sweep: Sweep,
    state: State,
}

impl Tab {
    fn new(link: &str) -> Self {
        let mut tab = Self { sweep: Sweep::default(), state: state(link) };
        tab.sweep.follow(&tab.state);
        tab
    }

    fn edit(&mut self, edit: &Edit) -> &str {
        if let Some(text) = self.sweep.apply(edit, &self.state) {
            self.state.sweep = Some(text);
        }
        self.sweep.follow(&self.state);
        self.state.sweep.as_deref().unwrap_or_default()
    }

    /// Does what is wanted, as workers would.
    fn work(&mut self) {
        let (task, len) = self.sweep.wanted().expect("something is wanted");
        let mut job = Job::begin(task).expect("it is work");
        assert_eq!(job.n_indices(), len);
        job.run(0..len);
        let words = vec![job.take_words()];
        let report = Report { task: task.clone(), done: len, time: 1, words, failure: None };
        self.sweep.take(&report, &self.state);
        assert_eq!(self.sweep.wanted(), None);
    }
}

#[test]
fn what_is_chosen_stands_in_the_link() {
    let mut tab = Tab::new(ADD);
    assert_eq!(tab.edit(&Edit::Shown(Shown::Errors)), "a,errors");
    assert_eq!(tab.edit(&Edit::Place(1)), "b,errors");
    assert_eq!(tab.edit(&Edit::Domain(String::from("0x3c00..0x4000"))), "b,0x3c00..0x4000,errors");
    assert_eq!(tab.edit(&Edit::Across(1)), "b,a,errors");
    assert_eq!(tab.edit(&Edit::Shown(Shown::Inexact)), "b,a,inexact");
    assert_eq!(tab.edit(&Edit::Across(0)), "b");
    assert_eq!(tab.edit(&Edit::Domain(String::from(" random:100:7 "))), "b,random:100:7");
    assert!(!tab.sweep.is_ordered(&tab.state));
    assert_eq!(tab.edit(&Edit::In), "b,random:100:7");
    // The default domain is left out.
    assert_eq!(tab.edit(&Edit::Domain(String::from("all"))), "b");
}

#[test]
fn invalid_values_are_reported_and_stay() {
    let mut tab = Tab::new(ADD);
    assert_eq!(tab.edit(&Edit::Draft(String::from("ha"))), "");
    assert_eq!(tab.edit(&Edit::Domain(String::from("half"))), "");
    assert_eq!(tab.sweep.draft.as_deref(), Some("half"));
    assert!(tab.sweep.wrong_draft(&tab.state).is_some_and(|wrong| wrong.contains("a domain is")));
    assert_eq!(tab.edit(&Edit::Domain(String::new())), "");
    assert_eq!(tab.sweep.draft, None);
}

#[test]
fn a_bad_choice_of_a_link_is_reported_and_stays() {
    let tab = Tab::new("v1/add.f16@sm_90?a=0x3c00&b=0x0001&sweep=c,errors");
    assert!(tab.sweep.wrong.contains("`c` is not an operand"), "{}", tab.sweep.wrong);
    assert_eq!(tab.sweep.choice.unwrap().place.operand, 0);
    assert_eq!(tab.state.sweep.as_deref(), Some("c,errors"));
}

#[test]
fn zooming_keeps_the_present_operand_in_view() {
    let mut tab = Tab::new("v1/tanh.approx.f32@sm_90?a=0x3f800000");
    assert_eq!(tab.sweep.in_view(&tab.state), 1 << 32);
    for _ in 0..30 {
        tab.edit(&Edit::In);
        let domain = tab.sweep.domain(&tab.state).unwrap();
        assert!(domain.len() <= SPREAD);
        assert!(domain.index_of(0x3f80_0000).is_some(), "{}", domain.text());
    }
    assert_eq!(tab.sweep.in_view(&tab.state), 2);
    let near = tab.sweep.domain(&tab.state);
    tab.edit(&Edit::Right);
    assert_ne!(tab.sweep.domain(&tab.state), near);
    for _ in 0..30 {
        tab.edit(&Edit::Out);
    }
    assert!(!tab.sweep.is_zoomed());
}

#[test]
fn a_drag_chooses_and_with_shift_it_moves() {
    let mut tab = Tab::new(ADD);
    let drag = |tab: &mut Tab, from, to, is_pan| {
        tab.edit(&Edit::Drag(DragEdit::Press(from, is_pan)));
        tab.edit(&Edit::Drag(DragEdit::To(u32::midpoint(from, to))));
        tab.edit(&Edit::Drag(DragEdit::Drop(to))).to_owned()
    };
    // A little is a press.
    assert_eq!(drag(&mut tab, 0x8000, 0x8100, false), "");
    assert!(!tab.sweep.drag.unwrap().is_far());
    // Rank 0x7c01 is +0; the direction does not matter.
    assert_eq!(drag(&mut tab, 0x8000, 0x7c01, false), "a,0x0000..0x03ff");
    assert!(tab.sweep.drag.unwrap().is_far());
    // Half of it to the right: smaller ones come into view.
    assert_eq!(drag(&mut tab, 0x0000, 0x8000, true), "a,0x81fe..0x0200");
    assert_eq!(drag(&mut tab, 0x8000, 0x0000, true), "a,0x0000..0x03ff");
    // NaNs are no part of a range.
    tab.edit(&Edit::Reset);
    assert_eq!(drag(&mut tab, 0xf000, 0xffff, false), "a,0x73ff..0x7c00");
    tab.edit(&Edit::Drag(DragEdit::Press(7, false)));
    tab.edit(&Edit::Drag(DragEdit::Cancel));
    tab.edit(&Edit::Drag(DragEdit::To(0x9000)));
    assert_eq!(tab.sweep.drag, None);
}

#[test]
fn a_wheel_zooms_where_it_is() {
    let mut tab = Tab::new(ADD);
    tab.edit(&Edit::Domain(String::from("0x0000..0x0400")));
    assert_eq!(tab.edit(&Edit::Near(0x8000, true)), "a,0x0100..0x0300");
    assert_eq!(tab.edit(&Edit::Near(0, true)), "a,0x0100..0x0200");
    assert_eq!(tab.edit(&Edit::Near(0, false)), "a,0x0100..0x0300");
}

#[test]
fn another_value_of_what_varies_is_no_other_work() {
    let mut tab = Tab::new(ADD);
    tab.work();
    assert_eq!(tab.sweep.swept.as_ref().unwrap().tally.count, 1 << 16);
    tab.state.registers[0] = 0x4000;
    tab.edit(&Edit::Look(0));
    assert_eq!(tab.sweep.wanted(), None);
    tab.state.registers[1] = 0x4000;
    tab.edit(&Edit::Look(0));
    assert!(tab.sweep.wanted().is_some());
}

#[test]
fn a_map_has_the_operands_of_its_cells() {
    let mut tab = Tab::new(ADD);
    assert_eq!(tab.edit(&Edit::Across(1)), "a,b");
    tab.work();
    assert!(tab.sweep.swept.is_none());
    let map = tab.sweep.map.as_ref().unwrap();
    // A bin for both zeros, both infinities, the subnormals and 30 binades of a sign; NaNs.
    assert_eq!(map.size(), [67, 67]);
    assert!(map.cells.iter().all(Option::is_some));
    let cell = map.cell_of(&tab.state);
    let found = map.state_of(cell, &tab.state).unwrap();
    assert_eq!(map.cell_of(&found), cell);
    let axis = &map.grid.axes()[0];
    assert_eq!(axis.ends(cell / 67), Some([0x3c00, 0x3fff]));
    assert_eq!(map.state_of(67 * 67, &tab.state), None);
}

#[test]
fn narrow_operands_have_every_pair() {
    let link = "v1/cvt.rn.scaled::n2::ue8m0.bf16x2.s2f6x2@sm_100a?a=0x0000&scale-factor=0x0000";
    let mut tab = Tab::new(link);
    let n_others = others(&tab.state, tab.sweep.choice.unwrap().place).len();
    assert_eq!(n_others, 1);
    tab.edit(&Edit::Across(1));
    assert_eq!(tab.sweep.wanted().unwrap().1, 1 << 16);
}

#[test]
fn many_operands_are_measured_only_on_request() {
    let mut tab = Tab::new("v1/sqrt.rn.f32@sm_90?a=0x3f800000");
    let kind = |tab: &Tab| {
        let (task, len) = tab.sweep.wanted().expect("something is wanted");
        let Task::Sweep { measured, .. } = task else { panic!("{task:?}") };
        (*measured, len)
    };
    // A sample is measured at once.
    assert_eq!(kind(&tab), (Measured::References, SPREAD));
    tab.edit(&Edit::Whole);
    assert_eq!(kind(&tab), (Measured::Nothing, 1 << 32));
    tab.edit(&Edit::Shown(Shown::Errors));
    assert_eq!(kind(&tab), (Measured::References, 1 << 32));
    // The job that measures errors has the results too, so it stays.
    tab.edit(&Edit::Shown(Shown::Results));
    assert_eq!(kind(&tab), (Measured::References, 1 << 32));
}

#[test]
fn the_first_view_of_an_approximate_form_is_of_the_size_of_its_bound() {
    let mut count = 0;
    for form in forms().filter(|form| form.bound().is_some()) {
        for instruction in instructions_of(form) {
            let mut places = TARGETS.iter().map(|target| Context { isa: LATEST_ISA, target });
            let Some(context) = places.rfind(|it| instruction.is_available(it)) else { continue };
            let one = |operand: &Operand| {
                let kind = instruction.operand_type(operand);
                let packing = kind.packing();
                let insert = |all, lane| packing.insert(all, lane, kind.format().one());
                (0..packing.lanes).fold(0, insert)
            };
            let registers = instruction.form.sources().iter().map(one).collect();
            let state = State::new(instruction, context, registers);
            let mut tab = Tab::new(&state.to_fragment());
            let name = instruction.to_string();
            let is_known = grade(&tab.state.instruction, &tab.state.context).is_some();
            assert_eq!(tab.sweep.choice.unwrap().shown == Shown::Observed, is_known, "{name}");
            if !is_known {
                tab.edit(&Edit::Shown(Shown::Errors));
            }
            tab.work();
            let shown = panel::view(&tab.sweep, &tab.state).plot.expect("a plot");
            let bound = form.bound().unwrap();
            if bound.ranges.is_empty() {
                assert!(shown.finding[0].starts_with("No bound is documented"), "{name}");
                continue;
            }
            let [lead, _] = &shown.finding;
            assert!(lead.starts_with("Documented: "), "{name}: {lead}");
            assert_eq!(lead.contains("Observed: "), is_known, "{name}");
            // The largest documented error in the units of the axis: ulp, or ulp of 1.
            let width = i64::from(
                Prepared::new(&instruction, &context)
                    .lane_op()
                    .result
                    .float()
                    .unwrap()
                    .trailing_width(),
            );
            let most = bound.ranges.iter().map(|range| match range.error {
                Error::Ulp(n) | Error::UlpOfRounded(n) => i64::from(n),
                // A relative error is most ulp at the end of a binade.
                Error::Absolute(e) => 1 << (i64::from(e) / 1000 + width).max(0),
                Error::Relative(e) => 2 << (i64::from(e) / 1000 + width).max(0),
                Error::Vanishes => 0,
            });
            let most = most.max().unwrap();
            let marks = shown.figure.axes.heights.iter().map(|(_, text)| text.replace(',', ""));
            for mark in marks.filter_map(|text| text.trim_start_matches('+').parse::<i64>().ok()) {
                assert!(mark <= 4 * most.max(1), "{name}: {mark} for {most}");
            }
            count += 1;
        }
    }
    assert!(count > 20, "{count}");
}

#[test]
fn the_border_of_a_flush_is_apart() {
    let mut tab = Tab::new("v1/rcp.approx.ftz.f32@sm_90?a=0x41000000");
    tab.work();
    let shown = panel::view(&tab.sweep, &tab.state);
    assert_eq!(shown.progress.words, "65,536 of 4,294,967,296 operands, evenly spread");
    let plot = shown.plot.unwrap();
    assert_eq!(
        plot.finding[0],
        "Documented: 1 ulp. Observed: at most 0.8157 ulp; 84.6 % correctly rounded."
    );
    assert!(plot.finding[1].contains("Apart at the border of the flush"), "{:?}", plot.finding);
    let mut tab = Tab::new("v1/tanh.approx.f16@sm_90?a=0x3c00");
    tab.edit(&Edit::Shown(Shown::Errors));
    tab.work();
    let shown = panel::view(&tab.sweep, &tab.state);
    assert_eq!(shown.progress.words, "all 65,536 operands");
    let plot = shown.plot.unwrap();
    assert_eq!(plot.finding[0], "Documented: within 2^\u{2212}10.987.");
    assert_eq!(plot.figure.axes.up, "Error of the correctly rounded result, in ulp of 1");
    let mut tab = Tab::new("v1/sin.approx.f32@sm_90?a=0x3f800000");
    tab.work();
    let plot = panel::view(&tab.sweep, &tab.state).plot.unwrap();
    let start = "Documented: within 2^\u{2212}20.5 for |a| \u{2264} 2\u{3c0}; \
                 within 2^\u{2212}14.7 for |a| \u{2264} 100\u{3c0}. Observed: at most 2^\u{2212}";
    assert!(plot.finding[0].starts_with(start), "{:?}", plot.finding);
}
