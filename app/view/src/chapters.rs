//! The chapters and their pages: generated from `docs/course` by the tests of `app/static`.

/// A chapter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its name in an address.
    pub slug: &'static str,
    /// Its title.
    pub title: &'static str,
    /// The minutes that it takes.
    pub minutes: &'static str,
    /// Questions that it answers: phrases, separated by commas.
    pub words: &'static str,
    /// The file of its text, beside the page.
    pub file: &'static str,
    /// The hash of that file.
    pub integrity: &'static str,
    /// The slugs of its lessons.
    pub lessons: &'static [&'static str],
    /// Its pages.
    pub pages: &'static [ListedPage],
}

/// A page of a chapter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ListedPage {
    /// The name of its exercise, and its name in an address.
    pub slug: &'static str,
    /// Its title.
    pub title: &'static str,
}

/// The chapters, in their order.
#[rustfmt::skip] // One page a line.
pub const CHAPTERS: &[Listed] = &[
    Listed {
        slug: "bits", title: "A number in bits", minutes: "10",
        words: "what is a float, what is a bit, bits of a number, sign exponent fraction, hidden bit, bias, hexadecimal, float format, beginner, first steps",
        file: "learn/bits-ab660ac3b2a0e161.txt",
        integrity: "sha256-q2YKw7Kg4WE96NDiKI7fnq1sPFEV7ut6sGlfRY0jUPU=",
        lessons: &[],
        pages: &[
            ListedPage { slug: "minus-one", title: "The sign" },
            ListedPage { slug: "four", title: "The exponent" },
            ListedPage { slug: "one-and-three-quarters", title: "The fraction and the hidden bit" },
            ListedPage { slug: "a-pattern", title: "Four bits, one digit" },
            ListedPage { slug: "read-five", title: "Reading a number" },
            ListedPage { slug: "is-2049-a-number", title: "There is only so much room" },
            ListedPage { slug: "bf16-three", title: "Other formats have the same plan" },
        ],
    },
    Listed {
        slug: "rounding", title: "Rounding and ulp", minutes: "14",
        words: "rounding, round to nearest even, ties, ulp, unit in the last place, rounding modes, 0.1, toward zero, order of a sum, exact sum",
        file: "learn/rounding-3ab0447be49ddd62.txt",
        integrity: "sha256-OrBEe+Sd3WKQiTFC22PpD/TlHV2O0hvng5eZzHsFf+A=",
        lessons: &["directions", "stochastic", "order-of-a-reduction"],
        pages: &[
            ListedPage { slug: "nearest-e4m3", title: "The nearest number" },
            ListedPage { slug: "is-a-tenth-exact", title: "One tenth" },
            ListedPage { slug: "tie-2049", title: "A tie" },
            ListedPage { slug: "tie-2051", title: "The other tie" },
            ListedPage { slug: "first-add", title: "An instruction" },
            ListedPage { slug: "round-down", title: "Four directions" },
            ListedPage { slug: "half-an-ulp", title: "A unit in the last place" },
            ListedPage { slug: "nearest-or-cut", title: "Puzzle: a rounding that you can see" },
            ListedPage { slug: "order-of-three", title: "Puzzle: the order of a sum" },
        ],
    },
    Listed {
        slug: "special", title: "Zeros, infinities and NaN", minutes: "12",
        words: "nan, not a number, infinity, inf, negative zero, minus zero, division by zero, overflow, payload, quiet nan",
        file: "learn/special-8f38b1007851d528.txt",
        integrity: "sha256-jzixAHhR1ShWiyjAY7LaZTbIvVcQJaOpGhulXnGAOAk=",
        lessons: &["signed-zero", "nan-payload", "testp-zero"],
        pages: &[
            ListedPage { slug: "minus-zero", title: "Two zeros" },
            ListedPage { slug: "x-minus-x-down", title: "x minus x" },
            ListedPage { slug: "beyond-the-end", title: "The end of the range" },
            ListedPage { slug: "toward-zero-stays", title: "Almost infinite" },
            ListedPage { slug: "inf-minus-inf", title: "Not a number" },
            ListedPage { slug: "nan-bits-guaranteed", title: "Many NaNs" },
            ListedPage { slug: "one-over-minus-zero", title: "One over zero" },
            ListedPage { slug: "make-minus-zero", title: "Puzzle: make a minus zero" },
            ListedPage { slug: "nan-from-finite", title: "Puzzle: a NaN without a NaN" },
        ],
    },
    Listed {
        slug: "subnormals", title: "Subnormals and flushing", minutes: "10",
        words: "subnormal, denormal, ftz, flush to zero, gradual underflow, underflow, smallest number, daz",
        file: "learn/subnormals-179758d53043e798.txt",
        integrity: "sha256-F5dY1TBD55gKLDvUoCI2f7usMNGnHdA6NtHwA/JiBNc=",
        lessons: &["flush-to-zero", "old-machines", "subnormals-on-tensor-cores"],
        pages: &[
            ListedPage { slug: "largest-subnormal-step", title: "Below the smallest power" },
            ListedPage { slug: "half-of-the-smallest", title: "The smallest number" },
            ListedPage { slug: "subnormal-product", title: "Fewer digits" },
            ListedPage { slug: "flushed-product", title: "Flush to zero" },
            ListedPage { slug: "operand-flushed", title: "Operands, too" },
            ListedPage { slug: "which-flushes", title: "The first GPUs" },
            ListedPage { slug: "difference-zero", title: "Puzzle: different numbers, difference zero" },
        ],
    },
    Listed {
        slug: "fma", title: "Fused products and contraction", minutes: "12",
        words: "fma, fused multiply add, contraction, fmad, ffma, mul add, product lost, cancellation",
        file: "learn/fma-5f6563d73a4e421f.txt",
        integrity: "sha256-X2Vj1zpOQh8XbKkTfUooc47RGHtu2g/Bzu7KJYx8Lk0=",
        lessons: &["fma-keeps-what-mul-drops", "contraction", "contracted-stencil", "bf16-by-fma", "known-operands", "polynomial-ex2"],
        pages: &[
            ListedPage { slug: "fused-simple", title: "Two roundings or one" },
            ListedPage { slug: "fused-rest", title: "What the product loses" },
            ListedPage { slug: "error-is-exact", title: "The error of a product" },
            ListedPage { slug: "which-line-rounds", title: "An exact line" },
            ListedPage { slug: "product-of-a-tenth", title: "The assembler may fuse" },
            ListedPage { slug: "rest-sign", title: "A square minus a square" },
            ListedPage { slug: "fused-gap", title: "Puzzle: fused and not fused" },
            ListedPage { slug: "lost-addend", title: "Puzzle: a sum that a product eats" },
        ],
    },
    Listed {
        slug: "conversions", title: "Conversions and narrow formats", minutes: "15",
        words: "cvt, fp8, fp6, fp4, e4m3, e5m2, e2m1, ue8m0, satfinite, packing, quantize, double rounding, float to int",
        file: "learn/conversions-aaf4a9f65949c6f0.txt",
        integrity: "sha256-qvSp9llJxvAO8B+TLem8qHu00cn32fgGbCeZDh66nbg=",
        lessons: &["packing-order", "nan-to-integer", "integer-overflow-clamps", "saturation-by-format", "e2m1-nan", "ue8m0", "double-rounding", "shifted-e5m2", "scale-by-lg2", "scale-or-its-inverse", "nvfp4-and-mxfp4"],
        pages: &[
            ListedPage { slug: "two-and-a-half", title: "To an integer" },
            ListedPage { slug: "clamp-to-unsigned", title: "Too large for an integer" },
            ListedPage { slug: "e5m2-three", title: "Eight bits" },
            ListedPage { slug: "beyond-448", title: "Stop at the largest number" },
            ListedPage { slug: "packing-bits", title: "The first source is on top" },
            ListedPage { slug: "five-in-four-bits", title: "Four bits" },
            ListedPage { slug: "scale-of-eight", title: "A scale" },
            ListedPage { slug: "once-to-half", title: "Twice is not once" },
            ListedPage { slug: "double-rounding-value", title: "Puzzle: rounded twice" },
            ListedPage { slug: "formats-disagree", title: "Puzzle: two formats disagree" },
            ListedPage { slug: "survives-eight-bits", title: "Puzzle: a number that survives" },
        ],
    },
    Listed {
        slug: "selection", title: "Selection and comparison", minutes: "9",
        words: "min, max, minimum, maximum, nan comparison, clamp, relu, saturate, copysign, compare floats",
        file: "learn/selection-3257c98f1a581792.txt",
        integrity: "sha256-MlfJjxpYF5IoH+1Hge1r2/RIjTq0GzzFK3lhUdttzlM=",
        lessons: &["min-of-nan", "copysign-order", "sat-eats-nan", "relu", "maximum-by-comparison"],
        pages: &[
            ListedPage { slug: "min-forgets", title: "The smaller one" },
            ListedPage { slug: "max-keeps", title: "NaN on request" },
            ListedPage { slug: "max-of-zeros", title: "Zeros have an order here" },
            ListedPage { slug: "sat-of-minus-zero", title: "Keep it between 0 and 1" },
            ListedPage { slug: "relu-of-nan", title: "Nothing below zero" },
            ListedPage { slug: "copysign-operands", title: "A sign from elsewhere" },
            ListedPage { slug: "clamp-order", title: "Puzzle: the order of a clamp" },
            ListedPage { slug: "saturated-nan", title: "Puzzle: a saturated surprise" },
        ],
    },
    Listed {
        slug: "approximate", title: "Approximate instructions", minutes: "11",
        words: "approx, approximate, ex2, rcp, sin, error bound, not guaranteed, observed, fast math",
        file: "learn/approximate-fcadaf7a54a6099b.txt",
        integrity: "sha256-/K2velSmCZvACkO52kaBArnjM1dX+a6OYUDlkch8h4k=",
        lessons: &["approximate", "expf-of-nvcc", "softmax-of-two"],
        pages: &[
            ListedPage { slug: "ex2-open", title: "Not every bit" },
            ListedPage { slug: "div-rn-fixed", title: "Division, three times" },
            ListedPage { slug: "sqrt-approx-open", title: "The same for roots" },
            ListedPage { slug: "rcp-of-zero", title: "Special operands are fixed" },
            ListedPage { slug: "rcp-of-subnormal", title: "Subnormals again" },
            ListedPage { slug: "rcp-rn-fixed", title: "Observed is not guaranteed" },
            ListedPage { slug: "reciprocal-twice", title: "Puzzle: there and back" },
        ],
    },
    Listed {
        slug: "tensor", title: "Tensor cores", minutes: "12",
        words: "tensor core, mma, wgmma, matrix product, accumulator, a100 h100 differ, gemm, order of products",
        file: "learn/tensor-841073e78d4dba53.txt",
        integrity: "sha256-hBBz541NulN5oUhdQo3SsDPrtMldWwaVUCqmXuppoLg=",
        lessons: &["fp8-accumulator", "order-of-a-sum", "mma-sync-and-wgmma"],
        pages: &[
            ListedPage { slug: "sum-of-products", title: "Many products at once" },
            ListedPage { slug: "product-exact-f32", title: "Products are exact" },
            ListedPage { slug: "lost-beside-c", title: "What is below is cut off" },
            ListedPage { slug: "a100-and-h100", title: "One sum or two" },
            ListedPage { slug: "integers-agree", title: "Where they agree" },
            ListedPage { slug: "fma-chain-step", title: "Adding the old way" },
            ListedPage { slug: "a100-h100", title: "Puzzle: A100 or H100" },
            ListedPage { slug: "v100-a100", title: "Puzzle: V100 or A100" },
        ],
    },
    Listed {
        slug: "kernel", title: "Reading a kernel", minutes: "13",
        words: "kernel, read ptx, which statement rounds, reading a kernel, rounding in a kernel, program, register",
        file: "learn/kernel-c0cb8f7a3b6642f3.txt",
        integrity: "sha256-wMuPejtmQvM37jDRkZpemRq3tMdyjp7HFLPCVdBM7Rs=",
        lessons: &[],
        pages: &[
            ListedPage { slug: "kernel-first", title: "Names and lines" },
            ListedPage { slug: "power-of-two-exact", title: "Follow the digits" },
            ListedPage { slug: "sterbenz", title: "Close numbers subtract exactly" },
            ListedPage { slug: "all-exact", title: "None of them" },
            ListedPage { slug: "big-plus-small", title: "The line to distrust" },
            ListedPage { slug: "kernel-target", title: "Which target" },
            ListedPage { slug: "last-line", title: "The whole course in one line" },
            ListedPage { slug: "two-sum", title: "Puzzle: the compensated sum" },
            ListedPage { slug: "mean-overflow", title: "Puzzle: the mean that is no mean" },
        ],
    },
];
