//! Why: the steps from operands to result.

use ptxfp_view::playground::trace::{Ink, LineView, PartView, Room, StepView, TraceView};
use ptxfp_view::playground::{Edit, Screen};

use super::chip_line::section_link;
use super::copy_button::copy_button;
use super::part::PRESS;
use crate::browser::events::Happening;
use crate::markup::Markup;

/// The edit of a press: another lane.
pub fn edit(happening: &Happening, _: &Screen) -> Option<Edit> {
    Some(Edit::Explain(happening.press(PRESS)?.parse().ok()?))
}

/// The numbered steps of the chosen lane.
pub fn trace_panel(markup: &mut Markup, screen: &Screen) {
    let trace = &screen.trace;
    markup.open_class("section", "trace").attributes(&[("id", "trace"), ("aria-label", "why")]);
    markup.open_class("header", "band-head").open("h2").text("Why").close();
    markup.open_class("span", "parts");
    if trace.lanes.len() > 1 {
        lane_selector(markup, trace);
    }
    markup.close();
    copy_button(markup, &trace.text, "copy-steps", "button ghost to-end", "Copy steps");
    markup.close().open_class("ol", "steps");
    for (index, item) in trace.steps.iter().enumerate() {
        step(markup, index + 1, item);
    }
    markup.close().close();
}

/// Which lane is explained, where there are several.
fn lane_selector(markup: &mut Markup, trace: &TraceView) {
    let group = [("role", "group"), ("aria-label", "lane explained")];
    markup.open_class("span", "segmented").attributes(&group);
    for (name, lane) in &trace.lanes {
        let pressed = if trace.lane == *lane { "true" } else { "false" };
        markup.open("button").attributes(&[("type", "button"), ("aria-pressed", pressed)]);
        markup.attribute(PRESS, &lane.to_string()).text(name).close();
    }
    markup.close();
}

/// One step.
fn step(markup: &mut Markup, number: usize, step: &StepView) {
    let room = match step.room {
        Room::Usual => "",
        Room::Medium => " medium",
        Room::Broad => " broad",
    };
    let idle = if step.idle { " idle" } else { "" };
    markup.open_class("li", &["step", room, idle].concat());
    markup.open("h3").leaf("span", "step-number", &number.to_string()).text(step.title);
    if !step.modifier.is_empty() {
        markup.open("code").text(step.modifier).close();
    }
    markup.close();
    for each in &step.lines {
        line(markup, each);
    }
    markup.open_class("p", "note");
    section_link(markup, &step.section);
    markup.close().close();
}

/// One line of a step.
fn line(markup: &mut Markup, line: &LineView) {
    match line {
        LineView::Work(parts) => {
            markup.open_class("p", "work-line");
            for each in parts {
                part(markup, each);
            }
        }
        LineView::Sentence(text) => {
            markup.open("p").rich(text);
        }
    }
    markup.close();
}

/// One piece of a line.
fn part(markup: &mut Markup, part: &PartView) {
    let class = match part.ink {
        Ink::Raised => {
            markup.open("sup").text(&part.text).close();
            return;
        }
        Ink::Plain => {
            markup.text(&part.text);
            return;
        }
        Ink::Tail => "part-tail",
        Ink::Changed => "part-changed",
        Ink::Sign => "sign",
        Ink::Exponent => "exponent",
        Ink::Significand => "significand",
    };
    markup.leaf("span", class, &part.text);
}
