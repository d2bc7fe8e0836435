//! Random use of the page: thousands of links and actions in one session.
//!
//! By default it is a short run. One of these variables or `PTXFP_NIGHTLY` asks for a long one, which
//! also checks that memory is let go of.
//!
//! | variable | what |
//! | --- | --- |
//! | `PTXFP_MONKEY_SEED` | another run; what fails says which it was |
//! | `PTXFP_MONKEY_ACTIONS` | how many actions at most |
//! | `PTXFP_MONKEY_SECONDS` | how long at most: 600 for the long run, with as many actions as it has time for |

use std::time::{Duration, Instant};

use conformance::Random;
use ptxfp::catalog::forms;
use ptxfp::link::{State, sequence_of};
use serde_json::{Value, json};

use crate::page::Page;
use crate::session::{FREELY, LIMIT, is_nightly, report, run_alone, variable};

const ACT: &str =
    concat!("(async function () {\n", include_str!("monkey.js"), "\n}).apply(null, arguments)");

/// The number of actions of a long run, unless it is given, and of a short one.
const ACTIONS: [u64; 2] = [1500, 240];
/// The most seconds of a long run, unless they are given, and of a short one.
const SECONDS: [u64; 2] = [100, 30];
/// The number of actions between checks that the page still responds.
const BATCH: u64 = 20;
/// The approximate number of memory measurements.
const PERIODS: u32 = 10;

/// The question that the page is asked in between, and its answer.
const KNOWN: (&str, &str) = ("v1/add.f16@sm_90?a=0x3c00&b=0x3c00", "0x4000");

/// By how much the least of the second half of a run may exceed the most of the first: bytes of
/// JavaScript, bytes of WebAssembly's memories, nodes of documents, listeners. How much there is at
/// a time depends on what the views show, hidden ones too; what is never let go of raises the least.
const GROWTH: [u64; 4] = [800_000, 1_100_000, 1_000, 50];
const MEASURED: [&str; 4] = ["bytes of JavaScript", "bytes of WebAssembly", "nodes", "listeners"];

fn number(name: &str) -> Option<u64> {
    let text = variable(name)?;
    let number = text.to_str().and_then(|text| text.parse().ok());
    Some(number.unwrap_or_else(|| panic!("{name} is a number: {}", text.display())))
}

/// Links of views that no form has.
const OTHERS: [&str; 8] = [
    "v1/tensor@sm_90?code=mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32&a=0x3d00,0x3b00&b=0x3e00,0x3c00&c=0x4b000000",
    "v1/sequence@sm_90?code=setp.lt.f32~p,a,b~~@p~add.rn.f32~d,a,b&a=0x3f400000&b=0x40000000",
    "learn",
    "learn/rounding/tie-2049",
    "learn/tensor",
    "exercise/ties/7",
    "sheet/2/6/ties,zeros",
    "glossary/ulp",
];

/// A link to every form of the catalog, to each as a sequence, and as many to other views.
fn links() -> Vec<String> {
    let states: Vec<_> = forms().filter_map(State::example).collect();
    let sequences = states.iter().map(sequence_of);
    let others = OTHERS.iter().map(|link| (*link).to_owned()).cycle().take(states.len());
    states.iter().map(State::to_fragment).chain(sequences).chain(others).collect()
}

/// Returns what the page keeps, after a garbage collection.
async fn kept(page: &Page) -> [u64; 4] {
    // The first collection lets go of what the second one finds.
    for _ in 0..2 {
        page.dev_tools("HeapProfiler.collectGarbage", json!({})).await;
    }
    let usage = page.dev_tools("Runtime.getHeapUsage", json!({})).await;
    let counters = page.dev_tools("Memory.getDOMCounters", json!({})).await;
    let memories =
        "return window.watched.memories.reduce((sum, each) => sum + each.buffer.byteLength, 0)";
    let memories = page.script(memories, vec![]).await;
    let whole = |value: &Value| {
        value.as_u64().unwrap_or_else(|| panic!("a number of bytes or nodes: {value}"))
    };
    [
        whole(&usage["usedSize"]),
        whole(&memories),
        whole(&counters["nodes"]),
        whole(&counters["jsEventListeners"]),
    ]
}

/// The page answers: a known link gives the known result.
async fn answers(page: &Page) {
    let (link, result) = KNOWN;
    page.script("location.hash = arguments[0]", vec![json!(link)]).await;
    page.expect_visible("#instruction").await;
    page.expect_result(result).await;
}

/// Checks that the memory in use levels off.
fn assert_level(kept: &[[u64; 4]], seed: u64) {
    let (first, second) = kept.split_at(kept.len().div_ceil(2));
    for (which, (name, growth)) in MEASURED.iter().zip(GROWTH).enumerate() {
        let before = first.iter().map(|each| each[which]).max().unwrap_or(0);
        let after = second.iter().map(|each| each[which]).min().unwrap_or(0);
        assert!(
            after <= before + growth,
            "seed {seed}: {name} go on growing, {before} then {after}: {kept:?}"
        );
    }
}

async fn act(page: &Page, seed: u64, limit: Duration, n_actions: u64) {
    let links = links();
    let mut sizes = Random::new(seed);
    let (mut n_done, mut n_links, mut measured) = (0, 0, Vec::new());
    let start = Instant::now();
    let mut next = Duration::ZERO;
    let period = BATCH.max(n_actions / u64::from(PERIODS));
    while n_done < n_actions && start.elapsed() < limit {
        let [width, height] =
            [sizes.between(8, 48), sizes.between(8, 30)].map(|size| 40 * size.unsigned_abs());
        page.resize(width, height).await;
        let arguments = vec![json!(seed), json!(n_done), json!(BATCH), json!(links)];
        let outcome = page.script_async(ACT, arguments).await;
        let wrong = &outcome["wrong"];
        let violations = &outcome["violations"];
        assert!(
            *wrong == json!([]) && *violations == json!([]),
            "PTXFP_MONKEY_SEED={seed}: {wrong:#}, {violations:#} after {:#}",
            outcome["did"]
        );
        n_done += BATCH;
        n_links += outcome["n_links"].as_u64().unwrap_or(0);
        answers(page).await;
        let errors = page.errors().await;
        assert!(errors.is_empty(), "seed {seed}: {errors:#?} after {:#}", outcome["did"]);
        if n_done % period < BATCH || start.elapsed() >= next {
            measured.push(kept(page).await);
            next = start.elapsed() + limit / PERIODS;
        }
    }
    // Fewer would say little.
    assert!(n_links > n_done && n_done >= 40, "{n_links} links, {n_done} actions");
    report(&format!(
        "seed {seed}: {n_done} actions, {n_links} of them links, in {:.1?}; {MEASURED:?}: {measured:?}",
        start.elapsed()
    ));
    if is_long() {
        assert!(measured.len() > 3, "{measured:?}");
        assert_level(&measured, seed);
    }
}

fn is_long() -> bool {
    let is_asked_for = ["SEED", "ACTIONS", "SECONDS"]
        .iter()
        .any(|what| variable(&format!("PTXFP_MONKEY_{what}")).is_some());
    is_asked_for || is_nightly()
}

#[test]
fn random_actions_do_not_break_the_page() {
    let is_short = usize::from(!is_long());
    let seed = number("PTXFP_MONKEY_SEED").unwrap_or(1);
    let seconds = number("PTXFP_MONKEY_SECONDS");
    let limit = Duration::from_secs(seconds.unwrap_or(SECONDS[is_short]));
    let without = if seconds.is_some() { u64::MAX } else { ACTIONS[is_short] };
    let n_actions = number("PTXFP_MONKEY_ACTIONS").unwrap_or(without);
    run_alone(FREELY, "", limit * 10 + LIMIT, move |page| async move {
        page.watch().await;
        page.open(KNOWN.0).await;
        act(&page, seed, limit, n_actions).await;
    });
}
