//! The main states of the page, for pictures of them and for what must hold in each.

use std::env;

use crate::page::Page;

const FMA: &str = "v1/fma.rn.relu.bf16x2@sm_90?a=0x3fc07fc0&b=0x3fc03f80&c=0x3c034000";
const EX2: &str = "v1/ex2.approx.ftz.f32@sm_90?a=0x3dcccccd";

const QUOTIENT: &str = "v1/div.full.f32@sm_90?a=0x40960000&b=0x3f700000";
const OBSERVED: &str =
    "v1/ex2.approx.ftz.f32@sm_90?a=0x3fa00000&sweep=a,0x3f800000..0x40000000/128,observed";
const APART: &str =
    "v1/div.full.f32@sm_90?a=0x40960000&b=0x3f700000&with=div.rn.f32@sm_90&view=compare:observed";

const SWEEP: &str =
    "v1/ex2.approx.ftz.f32@sm_90?a=0x3fa00000&sweep=a,0x3f800000..0x40000000/128,errors";
/// A conversion, of which there are many forms.
const NARROWING: &str = "v1/cvt.rn.satfinite.e4m3x2.f32@sm_90?a=0x43fa0000&b=0x00000000";
const COMPARED: &str =
    "v1/fma.rn.f32@sm_90?a=0x3f800000&b=0x33800001&c=0x3f800000&with=fma.rz.f32@sm_90&view=compare";

/// The box.
const BOX: &str = "#instruction";

/// A state of the page.
pub(crate) struct State {
    /// The name of its pictures.
    pub(crate) name: &'static str,
    /// The link that leads to it.
    fragment: &'static str,
    /// The steps that lead to it.
    steps: &'static [Step],
    /// The medium.
    medium: Medium,
}

/// Something that is done on the page.
#[derive(Clone, Copy)]
enum Step {
    /// Replaces the text of a field.
    Type(&'static str, &'static str),
    Click(&'static str),
    /// Waits until something is in view.
    See(&'static str),
}

/// The medium that the page is drawn on.
#[derive(Clone, Copy)]
enum Medium {
    Screen,
    /// A frame in another page, with what of the page it shows.
    Frame(&'static str),
    /// A screen with few colors, which the user chose.
    ForcedColors,
    Paper,
}

use Step::{Click, See, Type};

/// Every state; `playground` is the picture of the README.
pub(crate) const STATES: &[State] = &[
    link("opening", ""),
    link("playground", FMA),
    steps("asked-max", "", &[Type(BOX, "max(nan, 1)"), See("#next"), See("#reading")]),
    steps("asked-fp8", "", &[Type(BOX, "500 in fp8"), See("#next"), See("#reading .text-button")]),
    steps("asked-bits", "", &[Type(BOX, "0x7e in e4m3"), See("#number")]),
    steps("asked-program", "", &[Type(BOX, "expf(1)"), See("#listing"), See(".number-line")]),
    steps("asked-truth", "", &[Type(BOX, "0.1 + 0.2 == 0.3"), See("#listing")]),
    steps("asked-words", "", &[Type(BOX, "why does my max not propagate NaN"), See("#hits")]),
    steps(
        "asked-code",
        "",
        &[
            Type(BOX, "asm(\"cvt.rn.bf16x2.f32 %0, %1, %2;\" : \"=r\"(r) : \"f\"(a), \"f\"(b));"),
            See("#next"),
        ],
    ),
    steps("asked-nothing", "", &[Type(BOX, "qwertyuiop"), See("#hits")]),
    link("approximate", EX2),
    steps("observed", QUOTIENT, &[See(".number-line .diamond")]),
    steps("tab-sweep-observed", OBSERVED, &[See(".plot-key .permitted")]),
    steps("compare-observed", APART, &[See("[data-compare=by]")]),
    link(
        "sequence-observed",
        "v1/sequence@sm_90?code=ex2.approx.ftz.f32~t,a~~add.rn.f32~s,t,a~~cvt.rn.bf16.f32~d,s&a=0x3f400000",
    ),
    steps(
        "program-cases",
        "v1/sequence@sm_90?code=mul.rn.f32~t,a,0fbfb8aa3b~~ex2.approx.ftz.f32~u,t~~add.rn.f32~v,u,0f3f800000~~rcp.approx.ftz.f32~d,v~~cvt.rn.bf16.f32~e,d&a=0x3f333333",
        &[Click("#sequence-cases button:nth-child(2)"), See("#sequence-cases tbody tr")],
    ),
    steps(
        "program-why",
        "v1/sequence@sm_90?code=mul.rn.f32~t,a,b~~add.rn.f32~d,t,c&a=0xc0400000&b=0x3f8ccccd&c=0x40000000",
        &[Click(".sequence-steps > li:nth-child(2) summary"), See(".sequence-why details[open]")],
    ),
    steps(
        "program-step",
        "v1/sequence@sm_90?code=mul.rn.f32~t,a,0fbfb8aa3b~~ex2.approx.ftz.f32~u,t~~add.rn.f32~v,u,0f3f800000~~rcp.approx.ftz.f32~d,v~~cvt.rn.bf16.f32~e,d&a=0x3f333333",
        &[
            Click(".sequence-stepper .primary"),
            Click(".sequence-stepper .primary"),
            Click("[data-line=\"2\"] .sequence-name .register-name"),
            See("#sequence-registers"),
        ],
    ),
    link(
        "sequence-targets",
        "v1/sequence@sm_90?code=fma.rn.f32~t,a,a,c~~cvt.rn.bf16x2.f32~d,t,t&a=0x3f800001&c=0x33c00000&isa=9.5&view=targets",
    ),
    steps("tensor", "tensor", &[See("#tensor-value")]),
    steps(
        "tensor-longer",
        "v1/tensor@sm_90a?code=wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3&a=0x38&b=0x38&c=0x00000000&isa=9.5",
        &[Click("[data-longer]"), See(".growth"), See("#tensor-row")],
    ),
    steps(
        "tensor-emulated",
        "v1/tensor@sm_90?code=mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32&a=0x78,0x36,0x3e,0x46,0x4e,0x01&b=0x78,0x38,0x30,0x28,0x20,0x81&c=0xcb000000&isa=9.5",
        &[See("#tensor-value")],
    ),
    steps(
        "tensor-scaled",
        "v1/tensor@sm_120a?code=mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3&a=0x7,0x3,0x1,0xd&b=0x7,0x5,0x1,0x2&sa=0x38,0x50,0x38,0x38&sb=0x40,0x30,0x38,0x38&c=0x3f800000&isa=9.5",
        &[See("#tensor-value")],
    ),
    steps(
        "tensor-rejected",
        "v1/tensor@sm_70?code=mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32&a=0x3f80&b=0x3f80&c=0x00000000",
        &[
            Type("#tensor-statement", "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16"),
            See("#tensor-open"),
        ],
    ),
    link("evidence", "evidence"),
    card("card-observed", "compact", QUOTIENT),
    link(
        "stochastic",
        "v1/cvt.rs.satfinite.e2m1x4.f32@sm_100a?a=0x3fa66666&b=0xbf000000&e=0x40e00000&f=0x7fc00000&rbits=0x12345678",
    ),
    link(
        "double",
        "v1/fma.rp.f64@sm_90?a=0x0000000000000001&b=0x3ff0000000000001&c=0x7fefffffffffffff",
    ),
    link("undocumented", "v1/fma.rz.bf16@sm_90?a=0x3f80&b=0x7fc0&c=0x3f80"),
    link("reproduced", "v1/add.f16x2@sm_90?a=0x3c003c00&b=0x40003c00&d=0x42004000"),
    link("differs", "v1/add.f16x2@sm_90?a=0x3c003c00&b=0x40003c00&d=0x42004001"),
    card("card", "result", "v1/add.rn.bf16@sm_90?a=0x3dcd&b=0x3e4d&d=0x3e9a"),
    card("card-differs", "result", "v1/add.f16@sm_90?a=0x6800&b=0x3c00&d=0x6801"),
    card("card-lanes", "result", FMA),
    card("card-compact", "compact", "v1/add.rn.bf16@sm_90?a=0x3dcd&b=0x3e4d&d=0x3e9a"),
    card("card-compact-lanes", "compact", FMA),
    card("card-approximate", "compact", EX2),
    steps("share", FMA, &[Click("#share"), See("#shared .card")]),
    link("broken-link", "v1/fma.rn.bf16x2@sm_9000?a=0x3f803f80"),
    steps("tab-cases", "v1/max.f32@sm_90?a=0x7fffffff&b=0x3f800000", &[See(".matrix")]),
    steps("tab-error", EX2, &[Click("#tab-error")]),
    steps("tab-sweep", SWEEP, &[See(".plot-key .permitted")]),
    steps(
        "tab-sweep-exact",
        "v1/add.f16@sm_90?a=0x3c00&b=0x3555&sweep=a,errors",
        &[See("circle.peak")],
    ),
    steps("tab-sweep-results", "v1/tanh.approx.f16@sm_90?a=0x3c00&sweep=a", &[See(".plot-key")]),
    steps(
        "tab-map",
        "v1/mul.f32@sm_90?a=0x3f800000&b=0x40000000&sweep=a,b,errors",
        &[See("[data-map]")],
    ),
    steps(
        "tab-compare",
        COMPARED,
        &[Click("[data-compare='search 0']"), See(".search .text-button")],
    ),
    steps("tab-machine", "v1/div.rn.f64@sm_90?a=0x0&b=0x0&view=machine", &[See(".machine-code")]),
    steps(
        "machine-whole",
        "v1/ex2.approx.f32@sm_90?a=0x0&view=machine",
        &[See(".machine-code"), Click("#whole-code"), See(".machine-whole pre")],
    ),
    steps("tab-requirements", EX2, &[Click("#tab-requirements")]),
    link(
        "sequence-compared",
        "v1/sequence@sm_90?code=fma.rn.f32~d,a,b,c&a=0xc0400000&b=0x3f8ccccd&c=0x40000000&with=mul.rn.f32~t,a,b~~add.rn.f32~d,t,c",
    ),
    link("reference", "reference"),
    link("reference-words", "reference?q=fp8"),
    link("reference-term", "reference?q=deonrmal"),
    link("news", "new/9.2"),
    steps("tab-export", "v1/add.f16@sm_90?a=0x3c00&b=0x3c00&view=export", &[See(".exports")]),
    steps("tab-requirements-cvt", NARROWING, &[Click("#tab-requirements"), See(".support")]),
    steps("choices-add", "v1/add.rn.f32@sm_90?a=0x3dcccccd&b=0x3e4ccccd", &[Click("#change")]),
    steps("choices-cvt", NARROWING, &[Click("#change")]),
    steps("formats-digits", "formats?v=1e-40", &[Click("[data-format=f32] summary")]),
    link("formats", "formats"),
    steps(
        "rejected",
        FMA,
        &[Type("#instruction", "fma.rn.ftz.bf16x2 d, a, b, c;"), See("#diagnostics .button")],
    ),
    steps(
        "rejected-format",
        "",
        &[Type("#instruction", "cvt.e4m3.f32 500"), See("#diagnostics .button")],
    ),
    steps(
        "pasted",
        "",
        &[Type("#instruction", "mul.f32 t, a, a; add.f32 d, t, b;"), See("#diagnostics")],
    ),
    steps(
        "choices",
        FMA,
        &[
            Click("#change"),
            Click(".choose-rest summary"),
            Click("[data-chip=\".ftz\"]"),
            See("#chip-line"),
        ],
    ),
    steps("pinned", FMA, &[Click("#copy-steps"), See("#pin")]),
    steps(
        "entries",
        "v1/add.bf16@sm_90?a=0x3f80&b=0x3f80",
        &[
            Type("[data-operand=a] input", "0.1\u{e004}"),
            Type("[data-operand=b] input", "banana\u{e004}"),
            See(".entry-note.wrong"),
        ],
    ),
    steps("completion", FMA, &[Type("#instruction", "cvt.r"), See("#completions")]),
    steps(
        "reference-form",
        "reference?q=op:ex2%20type:f32",
        &[Click("[data-fold]"), See("details[open]")],
    ),
    steps(
        "reference-entry",
        "reference?q=op:cvt%20e4m3%20isa<=8",
        &[Click("[data-fold]"), See("details[open]")],
    ),
    steps("reference-problem", "reference", &[Type("#query", "max e4m3"), See("#problems button")]),
    steps("formats-values", "formats", &[Click("[data-fold=e4m3]"), See("details[open]")]),
    link("gallery", "gallery"),
    link("learn", "learn"),
    link("learn-page", "learn/bits/minus-one"),
    link("learn-puzzle", "learn/rounding/order-of-three"),
    link("sheet", "sheet/1"),
    steps("keys", FMA, &[Click("#show-keys"), See("#keys[open]")]),
    State { medium: Medium::ForcedColors, ..link("forced-colors", FMA) },
    State { medium: Medium::Paper, ..link("print", FMA) },
];

const fn link(name: &'static str, fragment: &'static str) -> State {
    steps(name, fragment, &[])
}

const fn card(name: &'static str, ui: &'static str, fragment: &'static str) -> State {
    State { medium: Medium::Frame(ui), ..link(name, fragment) }
}

const fn steps(name: &'static str, fragment: &'static str, steps: &'static [Step]) -> State {
    State { name, fragment, steps, medium: Medium::Screen }
}

impl State {
    /// Has its medium be in a color scheme.
    pub(crate) async fn prefer(&self, page: &Page, scheme: &str) {
        // Animations would make each picture different.
        let still = ("prefers-reduced-motion", "reduce");
        let scheme = ("prefers-color-scheme", scheme);
        match self.medium {
            Medium::Screen | Medium::Frame(_) => page.emulate("", &[scheme, still]).await,
            Medium::ForcedColors => {
                page.emulate("", &[scheme, still, ("forced-colors", "active")]).await;
            }
            Medium::Paper => page.emulate("print", &[scheme, still]).await,
        }
    }

    /// Opens it in a color scheme.
    pub(crate) async fn reach(&self, page: &Page, scheme: &str) {
        self.prefer(page, scheme).await;
        if let Medium::Frame(ui) = self.medium {
            let fragment = self.fragment;
            page.visit(&format!("{}embed/?ui={ui}#{fragment}", page.address())).await;
            return page.expect_visible(".card").await;
        }
        page.open(self.fragment).await;
        if page.is_visible("#explorer").await {
            page.reach_explorer().await;
            page.script("scrollTo(0, 0)", vec![]).await;
        }
        for step in self.steps {
            match *step {
                Type(selector, text) => page.type_over(selector, text).await,
                Click(selector) => page.click(selector).await,
                See(selector) => page.expect_visible(selector).await,
            }
        }
    }
}

/// The states that are asked for.
pub(crate) fn chosen() -> Vec<&'static State> {
    let only = env::var("PTXFP_SCREENSHOTS_ONLY").unwrap_or_default();
    if only.is_empty() {
        return STATES.iter().collect();
    }
    let state = |name| {
        let names: Vec<_> = STATES.iter().map(|state| state.name).collect();
        let found = STATES.iter().find(|state| state.name == name);
        found.unwrap_or_else(|| panic!("there is no state {name}, but {}", names.join(", ")))
    };
    only.split(',').map(state).collect()
}
