//! Why: the steps from operands to result.

use leptos::prelude::*;

use super::CopyButton;
use super::drawn::{PRESS, drawing, drawn, on_press};
use crate::markup::Markup;
use crate::state::Edit;
use crate::view_model::screen::Screen;
use crate::view_model::trace::{Ink, LineView, PartView, Room, StepView};

/// The numbered steps of the chosen lane.
#[component]
pub fn TracePanel() -> impl IntoView {
    let explain = on_press(|_, lane| lane.parse().ok().map(Edit::Explain));
    view! {
        <section class="trace" id="trace" aria-label="why">
            <header class="band-head">
                <h2>"Why"</h2>
                <span class="parts" on:click=explain use:drawn=drawing(lane_selector)></span>
                <CopyButton
                    id="copy-steps"
                    class="button ghost to-end"
                    label="Copy steps"
                    text=|playground| playground.text(|screen| &screen.trace.text)
                />
            </header>
            <ol class="steps" use:drawn=drawing(steps)></ol>
        </section>
    }
}

/// Which lane is explained, where there are several.
fn lane_selector(screen: &Screen, markup: &mut Markup) {
    let trace = &screen.trace;
    if trace.lanes.len() < 2 {
        return;
    }
    let group = [("role", "group"), ("aria-label", "lane explained")];
    markup.open_class("span", "segmented").attributes(&group);
    for (name, lane) in &trace.lanes {
        let pressed = if trace.lane == *lane { "true" } else { "false" };
        markup.open("button").attributes(&[("type", "button"), ("aria-pressed", pressed)]);
        markup.attribute(PRESS, &lane.to_string()).text(name).close();
    }
}

/// All steps.
fn steps(screen: &Screen, markup: &mut Markup) {
    for (index, item) in screen.trace.steps.iter().enumerate() {
        step(markup, index + 1, item);
    }
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
    markup.close();
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
        Ink::Sign => "part-sign",
        Ink::Exponent => "part-exponent",
        Ink::Significand => "part-significand",
    };
    markup.leaf("span", class, &part.text);
}
