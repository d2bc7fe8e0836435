//! The kinds of texts that have an answer.

/// A kind of text, with an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KindView {
    /// Its name.
    pub name: &'static str,
    /// The example.
    pub text: &'static str,
}

/// The kinds of texts, each with an example.
pub const KINDS: [KindView; 5] = [
    KindView { name: "In words", text: "why is max(nan, 1) not NaN?" },
    KindView { name: "A calculation", text: "1/3 in half" },
    KindView { name: "PTX", text: "fma.rn.bf16 0.1, 0.2, 0.3" },
    KindView { name: "Bits", text: "0x7e in e4m3" },
    KindView { name: "Code", text: "expf(1)" },
];
