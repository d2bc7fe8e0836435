//! From what a visitor does to the screen that shows it.

use std::time::Duration;

use serde_json::{Value, json};

use super::{LIMIT, Report, SLOWNESSES, number, slow_down};
use crate::page::Page;
use crate::session::run_alone;

/// The pause between two keys: each is to be measured alone.
const PAUSE: Duration = Duration::from_millis(120);

/// The number of times that each thing is pressed in a browser.
const PRESSES: usize = 20;

const FMA: &str = "v1/fma.rn.f32@sm_90?a=0x3f800000&b=0x40000000&c=0x3f800000";

/// The deed for which all choices are to be open, and the one for which the bits of an operand are.
const CHIP: &str = "a chip";
const BIT: &str = "a bit";

/// An action.
enum Deed {
    /// Types over the text of a field.
    Type(&'static str, &'static str),
    /// Presses each of these elements in turn, and expects a sign of it each time.
    Press(&'static [[&'static str; 2]]),
}

/// The actions that are measured, in order; forty keys each.
const DEEDS: [(&str, Deed); 5] = [
    (
        "a key in the statement",
        Deed::Type("#instruction", "fma.rn.ftz.sat.f32 d, 0f3f800000, 1/3, c"),
    ),
    (
        "a key in an operand",
        Deed::Type(
            "[data-operand=a][data-lane=\"0\"] input",
            "2.71828182845904523536028747135266249775",
        ),
    ),
    (
        BIT,
        Deed::Press(&[
            [
                "[data-operand=a][data-lane=\"0\"] [data-bit=\"22\"]",
                "[data-operand=a] [data-bit=\"22\"][aria-checked=true]",
            ],
            [
                "[data-operand=a][data-lane=\"0\"] [data-bit=\"22\"]",
                "[data-operand=a] [data-bit=\"22\"][aria-checked=false]",
            ],
        ]),
    ),
    (
        CHIP,
        Deed::Press(&[
            ["[data-chip=\".rz\"]", "[data-chip=\".rz\"][aria-pressed=true]"],
            ["[data-chip=\".rn\"]", "[data-chip=\".rn\"][aria-pressed=true]"],
        ]),
    ),
    (
        "a tab",
        Deed::Press(&[
            ["#tab-error", "#tab-error[aria-selected=true]"],
            ["#tab-requirements", "#tab-requirements[aria-selected=true]"],
            ["#tab-cases", "#tab-cases[aria-selected=true]"],
        ]),
    ),
];

/// Writes down, for each key and press, how long handlers ran, with all that they leave to
/// microtasks, and how long it took until what they changed was on the screen. The first listener
/// of the window runs before all others, and its last one after them.
const OBSERVE: &str = "
    window.speed = [];
    let doing = { handlers: 0 }, depth = 0, begun;
    const kinds = ['keydown', 'keypress', 'beforeinput', 'input', 'keyup', 'change', 'focusin',
        'focusout', 'pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
    const enter = event => {
        if (depth++ === 0) begun = performance.now();
        if (['keydown', 'pointerdown'].includes(event.type))
            doing = { handlers: 0, start: event.timeStamp };
        if (!['input', 'click'].includes(event.type)) return;
        const done = doing;
        if (event.type === 'click') done.start = event.timeStamp;
        requestAnimationFrame(() => scheduler.postTask(() => {
            window.speed.push([done.handlers, performance.now() - done.start]);
        }, { priority: 'user-blocking' }));
    };
    const leave = () => { if (--depth === 0) doing.handlers += performance.now() - begun };
    for (const kind of kinds) {
        addEventListener(kind, enter, true);
        addEventListener(kind, leave);
    }";

/// Hands over what was written down, and forgets it, once so much is there or is late.
const COLLECT: &str = "
    const [count, done] = arguments;
    const start = performance.now();
    const look = () => window.speed.length < count && performance.now() - start < 10_000
        ? setTimeout(look, 20) : done(window.speed.splice(0));
    look()";

pub(super) fn measure(report: &Report) {
    for slowness in SLOWNESSES {
        let report = report.clone();
        run_alone(&[], "", LIMIT, move |page| async move {
            page.explore(FMA).await;
            page.script(OBSERVE, vec![]).await;
            slow_down(&page, slowness).await;
            for (name, deed) in DEEDS {
                match name {
                    CHIP => page.open_choices().await,
                    BIT => page.unfold("a").await,
                    _ => {}
                }
                if [CHIP, BIT].contains(&name) {
                    page.script_async(COLLECT, vec![json!(1)]).await;
                }
                for [handlers, painted] in done(&page, &deed).await {
                    report.add("interaction", name, slowness, "handlers", handlers);
                    report.add("interaction", name, slowness, "painted", painted);
                }
            }
        });
    }
}

/// Does something many times, and gives back how long handlers ran and until all was painted.
async fn done(page: &Page, deed: &Deed) -> Vec<[f64; 2]> {
    let expected = match deed {
        Deed::Type(field, text) => {
            page.select_all(field).await;
            page.type_evenly(text, PAUSE).await;
            page.expect("what was typed", text, || page.value(field)).await;
            text.chars().count()
        }
        Deed::Press(targets) => {
            for [target, sign] in targets.iter().cycle().take(PRESSES) {
                page.click(target).await;
                page.element(sign).await;
            }
            PRESSES
        }
    };
    let found = page.script_async(COLLECT, vec![json!(expected)]).await;
    let found: Vec<_> = found.as_array().into_iter().flatten().map(pair).collect();
    assert_eq!(found.len(), expected, "everything was seen");
    found
}

fn pair(found: &Value) -> [f64; 2] {
    [number(&found[0], "handlers"), number(&found[1], "painted")]
}
