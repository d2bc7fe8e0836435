//! After any edits the page is what its own link opens.

use conformance::Random;
use ptxfp::catalog::forms;
use ptxfp::link::State;
use serde_json::{Value, json};

use crate::busy::watch_workers;
use crate::page::Page;
use crate::session::{LIMIT, is_nightly, report, run_alone, variable};

const EDIT: &str = include_str!("edit.js");
const SEEN: &str = include_str!("seen.js");

/// The edits from each start, by default and nightly, and how many of them are made between two
/// comparisons.
const EDITS: [u64; 2] = [4, 24];
const BETWEEN: u64 = 4;

/// Where the edits begin. The operands are numbers that most formats have: a typed text that had to
/// be rounded stays as it was typed, and a link holds what was stored.
const STARTS: [&str; 28] = [
    "v1/add.rn.bf16@sm_90?a=0x3f80&b=0x3e80",
    "v1/min.f32@sm_100?a=0x3f800000&b=0x40000000&isa=9.5",
    "v1/fma.rn.relu.bf16x2@sm_90?a=0x3fc07fc0&b=0x3fc03f80&c=0x3e004000",
    "v1/fma.rp.f64@sm_90?a=0x3ff8000000000000&b=0xc000000000000000&c=0x3fd0000000000000",
    "v1/ex2.approx.ftz.f32@sm_90?a=0x3e800000",
    "v1/div.full.f32@sm_90?a=0x40a00000&b=0x40400000",
    "v1/cvt.rn.satfinite.e4m3x2.f32@sm_90?a=0x43fa0000&b=0x00000000&isa=9.5",
    "v1/cvt.rs.satfinite.e2m1x4.f32@sm_100a?a=0x3fc00000&b=0xbf000000&e=0x40e00000&f=0x7fc00000&rbits=0x12345678",
    "v1/max.f32@sm_90?a=0x7fffffff&b=0x3f800000&view=cases",
    "v1/add.f16@sm_90?a=0x3c00&b=0x3400&sweep=a,0x3c00..0x4000,errors",
    "v1/fma.rn.f32@sm_90?a=0x3f800000&b=0x33800000&c=0x3f800000&with=fma.rz.f32@sm_90&view=compare",
    "v1/sqrt.rn.f32@sm_90?a=0x40000000&view=error",
    "v1/mul.f16x2@sm_90?a=0x3c003c00&b=0x40003c00&view=requirements",
    "v1/copysign.f64@sm_90?a=0x3ff0000000000000&b=0x8000000000000000",
    "v1/sequence@sm_90?code=mul.rn.f32~t,a,b~~add.rn.f32~d,t,c&a=0xc0400000&b=0x3f8ccccd&c=0x40000000",
    "v1/sequence@sm_90?code=ex2.approx.ftz.f32~t,a~~add.rn.f32~s,t,a~~cvt.rn.bf16.f32~d,s&a=0x3f400000",
    "v1/sequence@sm_90?code=fma.rn.f32~d,a,b,c&a=0xc0400000&b=0x3f8ccccd&c=0x40000000&with=mul.rn.f32~t,a,b~~add.rn.f32~d,t,c",
    "v1/tensor@sm_90?code=mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32&a=0x3d00,0x3b00&b=0x3e00,0x3c00&c=0x4b000000&isa=9.5",
    "reference",
    "reference?q=op:cvt%20e4m3",
    "formats",
    "gallery",
    "glossary/ulp",
    "new/9.2",
    "evidence",
    "learn/rounding/tie-2049",
    "sheet/2/6/ties,zeros",
    "v1/sequence@sm_90?code=setp.lt.f32~p,a,b~~@p~add.rn.f32~d,a,b~~@!p~mul.rn.f32~d,a,b&a=0x3f400000&b=0x40000000",
];

/// The number of tests that share the starts.
const PARTS: usize = 2;

/// Texts to type, from the catalog: statements, programs, queries.
fn texts() -> [Value; 3] {
    let states: Vec<_> = forms().filter_map(State::example).collect();
    let statements = states.iter().map(|state| json!(state.instruction.to_string()));
    let asked = ["1 + 2", "0.1 + 0.2", "3 in e4m3", "0x7e in e4m3", "1 + 2 + 3", "what is an ulp"];
    let statements = statements.chain(asked.map(|text| json!(text)));
    let programs =
        ["add.f32 d, a, b;", "mul.rn.f32 t, a, b;\nadd.rn.f32 d, t, c;", "cvt.rn.f16.f32 h, a;"];
    let queries = ["op:fma", "type:e4m3", "approx", "bf16x2 !relu", "sm>=100", "min", ""];
    [statements.collect(), programs.map(|text| json!(text)).into_iter().collect(), json!(queries)]
}

/// The contents of a page once it is at rest.
async fn seen(page: &Page) -> Value {
    if page.is_visible("#explorer").await {
        page.reach_explorer().await;
    }
    page.script_async(SEEN, vec![]).await
}

/// Opens the parts that are open on another page and not in its state.
async fn open_the_same(page: &Page, other: &Value) {
    let present = seen(page).await;
    // A page that opened with a rejected statement has nothing to open.
    if page.count("#change").await == 0 {
        return;
    }
    if present["choosing"] != other["choosing"] {
        page.click("#change").await;
    }
    let names = |value: &Value| {
        let list = value["unfolded"].as_array().cloned().unwrap_or_default();
        list.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect::<Vec<_>>()
    };
    let (open, wanted) = (names(&present), names(other));
    // At most one is open.
    for name in wanted
        .iter()
        .chain(&open)
        .filter(|&name| open.contains(name) != wanted.contains(name))
        .take(1)
    {
        page.click(&format!("[data-unfold={name}]")).await;
    }
}

/// The first lines in which two views differ, with those before them.
fn difference(one: &Value, other: &Value) -> Option<String> {
    if one["title"] != other["title"] {
        return Some(format!("title: {} edited, {} loaded", one["title"], other["title"]));
    }
    let lines = |value: &Value| value["lines"].as_array().cloned().unwrap_or_default();
    let (one, other) = (lines(one), lines(other));
    let at = (0..one.len().max(other.len())).find(|&at| one.get(at) != other.get(at))?;
    let excerpt = |lines: &[Value]| {
        let part = lines.iter().skip(at.saturating_sub(4)).take(8);
        part.map(|line| format!("  {:.200}", line.as_str().unwrap_or_default()))
            .collect::<Vec<_>>()
            .join("\n")
    };
    Some(format!("edited:\n{}\nloaded:\n{}", excerpt(&one), excerpt(&other)))
}

/// Edits the page from a start, and compares it again and again with a fresh one.
async fn edit(page: &Page, start: &str, seed: u64, n_edits: u64) {
    let texts = texts();
    let other = page.new_tab().await;
    let this = page.switch_tab(&other).await;
    watch_workers(page).await;
    page.switch_tab(&this).await;
    page.open(start).await;
    let mut did = Vec::new();
    if page.is_visible("#explorer").await {
        page.reach_explorer().await;
        page.open_choices().await;
    }
    for index in 0..n_edits {
        let mut arguments = vec![json!(seed), json!(index)];
        arguments.extend(texts.clone());
        did.push(page.script_async(EDIT, arguments).await.as_str().unwrap_or_default().to_owned());
        page.frames(2).await;
        if index % BETWEEN != BETWEEN - 1 {
            continue;
        }
        let edited = seen(page).await;
        page.switch_tab(&other).await;
        let fragment = edited["fragment"].as_str().unwrap_or_default();
        page.open(fragment).await;
        open_the_same(page, &edited).await;
        let loaded = seen(page).await;
        if let Some(difference) = difference(&edited, &loaded) {
            panic!("from {start}, seed {seed}:\n{}\n#{fragment}\n{difference}", did.join("\n"));
        }
        page.switch_tab(&this).await;
    }
    page.close_tab(&other).await;
}

fn number(name: &str) -> Option<u64> {
    let text = variable(name)?;
    text.to_str().and_then(|text| text.parse().ok())
}

fn edit_from(part: usize) {
    let n_rounds = number("PTXFP_FRESH_ROUNDS").unwrap_or(if is_nightly() { 12 } else { 1 });
    let part_number = u64::try_from(part).expect("a small number");
    let mut seeds = Random::new(number("PTXFP_FRESH_SEED").unwrap_or(1) + part_number);
    let limit = LIMIT * u32::try_from(n_rounds).expect("few rounds");
    run_alone(&[], "", limit, move |page| async move {
        watch_workers(&page).await;
        for _ in 0..n_rounds {
            for start in STARTS.iter().skip(part).step_by(PARTS) {
                let seed = u64::from(seeds.between(0, 1_000_000).unsigned_abs());
                report(&format!("{start}: seed {seed}"));
                edit(&page, start, seed, EDITS[usize::from(is_nightly())]).await;
            }
        }
    });
}

#[test]
fn after_edits_the_page_is_what_its_link_opens_in_part_1() {
    edit_from(0);
}

#[test]
fn after_edits_the_page_is_what_its_link_opens_in_part_2() {
    edit_from(1);
}
