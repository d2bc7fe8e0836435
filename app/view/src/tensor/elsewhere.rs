//! Results for the same inputs on one GPU of each generation, beside arithmetic.

use ptxfp::catalog::{Context, LATEST_ISA, Target};
use ptxfp::format::Format;
use ptxfp::format::table::F32;
use ptxfp::internals::arith::{Dyadic, ulp_error};
use ptxfp::link::TensorState;
use ptxfp::observed::Grade;
use ptxfp::tensor::{
    Addend, Elements, Elsewhere, GPUS, Gpu, Lowering, Mma, Opcode, Tensor, unwritten,
    written_element,
};
use ptxfp::text::exact_decimal;

use crate::number::{unit_of_error, with_minus};
use crate::tensor::inputs::{Field, converted};

/// The table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ElsewhereView {
    /// The types of the second column, if the numbers are exact in them.
    pub other: Option<&'static str>,
    /// The types of the first one.
    pub own: &'static str,
    /// The ends of the axis and its length, in words; `None` if all results are equal.
    pub axis: Option<String>,
    /// A row for each GPU, behind those of arithmetic.
    pub rows: Vec<RowView>,
}

/// A row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowView {
    /// Its name.
    pub name: String,
    /// The way through the machine, in a few words.
    pub way: String,
    /// The results, with the own types and with the others.
    pub results: Vec<PlacedView>,
    /// The grade of the evidence.
    pub grade: &'static str,
    /// Whether it is the one that is shown above.
    pub is_own: bool,
    /// Whether it is no GPU.
    pub is_arithmetic: bool,
    /// The link to the state on that GPU.
    pub link: Option<String>,
}

/// A result on the axis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedView {
    /// The value; a dash where there is none.
    pub value: String,
    /// Its place on the axis, in thousandths of it.
    pub place: Option<u16>,
    /// Whether it differs from the result that is shown above.
    pub is_different: bool,
}

/// The thousandths of an axis.
const WHOLE: u32 = 1000;

/// The table for a state with its result.
pub(super) fn elsewhere(state: &TensorState, result: Option<u64>) -> ElsewhereView {
    let format = state.mma.d;
    let other = other(state);
    let mut rows = rows(state);
    let mut bits: Vec<Vec<Option<u64>>> = vec![all_bits(state)];
    bits.extend(other.as_ref().map(all_bits));
    let values = bits.iter().flatten().flatten();
    let values: Vec<_> =
        values.filter_map(|bits| Dyadic::from_datum(&format.decode(*bits))).collect();
    let ends = values.iter().min().zip(values.iter().max()).filter(|(low, high)| low != high);
    let placed = |bits: Option<u64>| PlacedView {
        value: bits
            .map_or_else(|| String::from("–"), |bits| with_minus(&written_element(bits, format))),
        place: bits.zip(ends).and_then(|(bits, (low, high))| {
            place(&Dyadic::from_datum(&format.decode(bits))?, low, high)
        }),
        is_different: bits.zip(result).is_some_and(|(bits, result)| bits != result),
    };
    for (index, row) in rows.iter_mut().enumerate() {
        let results = bits.iter().map(|column| column.get(index).copied().flatten());
        row.results = results.map(placed).collect();
    }
    // Arithmetic that has no result has no row.
    rows.retain(|row| !row.is_arithmetic || row.results.iter().any(|it| it.value != "–"));
    ElsewhereView {
        other: other.map(|state| state.mma.a.name()),
        own: state.mma.a.name(),
        axis: ends.map(|(low, high)| axis(low, high, result, format)),
        rows,
    }
}

/// The ends of the axis, and its length in ulp of the result, or of the larger end where that is far
/// greater.
fn axis(low: &Dyadic, high: &Dyadic, result: Option<u64>, format: Format) -> String {
    let [from, to] = [low, high].map(|end| with_minus(&end.to_decimal_shortened(9)));
    let ends = [&*from, " to ", &to].concat();
    let Some(bits) = result else { return ends };
    let [low_unit, high_unit] = [low, high].map(|end| unit_of_error(bits, format, end));
    let ulps = ulp_error(high, low, low_unit.max(high_unit));
    [&*ends, ", ", ulps.trim_start_matches('+'), " ulp"].concat()
}

/// The place of a value between two others.
fn place(value: &Dyadic, low: &Dyadic, high: &Dyadic) -> Option<u16> {
    let (part, whole) = (value.sub(low), high.sub(low));
    let unit = part.exponent().min(whole.exponent());
    let shifted =
        |number: &Dyadic| number.magnitude().shl((number.exponent() - unit).unsigned_abs());
    let (quotient, _) = shifted(&part).mul_small(WHOLE).div_rem(&shifted(&whole))?;
    u16::try_from(quotient.to_u128()?).ok()
}

/// A state with these numbers as another type, if they are exact in it.
fn other(state: &TensorState) -> Option<TensorState> {
    let spelling = match (state.mma.a.name(), state.mma.d == Format::Float(&F32)) {
        ("f16" | "bf16", true) => "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32",
        ("e4m3" | "e5m2", true) if state.mma.scale.is_none() => {
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
        }
        _ => return None,
    };
    let mma = Mma::parse(spelling).ok()?;
    let mut other = TensorState::new(mma, state.context);
    let lists = [Field::A, Field::B].map(|field| {
        let (from, to) = (field.format(state)?, field.format(&other)?);
        let exactly = |bits: &u64| {
            converted(*bits, from, to).filter(|new| is_same((*bits, from), (*new, to)))
        };
        // The number of products stays.
        field.elements(state).iter().map(exactly).collect::<Option<Vec<u64>>>()
    });
    let [a, b] = lists;
    other.elements = Elements { lists: [a?, b?, Vec::new(), Vec::new()], c: state.elements.c };
    Some(other)
}

/// Whether elements of two formats are the same number.
fn is_same((one, from): (u64, Format), (other, to): (u64, Format)) -> bool {
    let exact = |bits: u64, format: Format| exact_decimal(unwritten(bits, format), format);
    exact(one, from) == exact(other, to)
}

/// The results of a state: of arithmetic, then on each GPU.
fn all_bits(state: &TensorState) -> Vec<Option<u64>> {
    let operands = state.operands();
    let on = |gpu: &Gpu| on(gpu, state)?.evaluate(&operands).ok();
    let arithmetic = [state.mma.nearest(&operands), state.mma.chained(&operands)];
    arithmetic.into_iter().chain(GPUS.iter().map(on)).collect()
}

/// The rows without their results, in the order of [`all_bits`].
fn rows(state: &TensorState) -> Vec<RowView> {
    let row = |name: String, way: String, grade: &'static str| RowView {
        name,
        way,
        results: Vec::new(),
        grade,
        is_own: false,
        is_arithmetic: false,
        link: None,
    };
    let exact = state.mma.exact(&state.operands()).map_or_else(String::new, |exact| {
        [&*with_minus(&exact.to_decimal_shortened(12)), " to nearest"].concat()
    });
    let arithmetic =
        [("Exact, rounded once", exact), ("Chain of fma", String::from("k ascending, from c"))]
            .map(|(name, way)| RowView {
                is_arithmetic: true,
                ..row(name.to_owned(), way, "arithmetic")
            });
    let gpus = GPUS.iter().map(|gpu| {
        let Some(found) = on(gpu, state) else {
            return row(gpu_name(gpu), String::from("has no such instruction"), "");
        };
        let is_own = own(gpu, state).is_some();
        let grade = found.tensor.grade().map_or("", Grade::name);
        let link = if is_own { None } else { linked(gpu, state, &found) };
        RowView { is_own, link, ..row(gpu_name(gpu), way(&found), grade) }
    });
    arithmetic.into_iter().chain(gpus).collect()
}

/// The name of a GPU, with the instruction if several of it are in the table.
pub(super) fn gpu_name(gpu: &Gpu) -> String {
    let is_one = GPUS.iter().filter(|each| each.name == gpu.name).count() == 1;
    let instruction = match gpu.opcode {
        _ if is_one => "",
        Opcode::Mma => ", mma.sync",
        Opcode::Wmma => ", wmma",
        Opcode::Wgmma => ", wgmma",
        Opcode::Tcgen05 => ", tcgen05",
    };
    [gpu.name, instruction].concat()
}

/// The instruction of a state itself, if it is one of this GPU and results of it are known.
pub(super) fn own(gpu: &Gpu, state: &TensorState) -> Option<Elsewhere> {
    if !gpu.has(state.context.target) || gpu.opcode != state.mma.opcode {
        return None;
    }
    let tensor = Tensor::new(&state.mma, &state.context).ok()?;
    Some(Elsewhere { mma: state.mma.clone(), tensor, times: 1 })
}

/// The instruction of a GPU for the products of a state.
fn on(gpu: &Gpu, state: &TensorState) -> Option<Elsewhere> {
    let k = Field::A.elements(state).len();
    // A state that was converted has another number of products than its instruction.
    let own = own(gpu, state).filter(|own| own.mma.k == k);
    own.or_else(|| Elsewhere::of(&state.mma, k, gpu))
}

/// The link to the inputs with the instruction of a GPU, if that takes them at once.
fn linked(gpu: &Gpu, state: &TensorState, own: &Elsewhere) -> Option<String> {
    if own.times != 1 {
        return None;
    }
    let context = Context { isa: LATEST_ISA, target: Target::parse(gpu.target)? };
    let mut linked = TensorState::new(own.mma.clone(), context);
    linked.elements.c = state.elements.c;
    for field in [Field::A, Field::B, Field::ScaleA, Field::ScaleB] {
        let elements = field.elements(state);
        for (place, bits) in field.elements_mut(&mut linked).iter_mut().zip(elements) {
            *place = *bits;
        }
    }
    Some(linked.to_fragment())
}

/// The way through a machine, in a few words.
fn way(elsewhere: &Elsewhere) -> String {
    let times = if elsewhere.times == 1 {
        String::new()
    } else {
        [&*elsewhere.times.to_string(), " × ", elsewhere.mma.shape(), ": "].concat()
    };
    let (terms, bits) = match elsewhere.tensor.lowering() {
        Lowering::Sums { length, addend: Addend::After, .. } => {
            return [&*times, "as f16, ", &length.to_string(), " terms, then c"].concat();
        }
        Lowering::Sums { length, dot, .. } => (length, dot.fraction),
        Lowering::ScaledProducts(dot) => (elsewhere.mma.k, dot.fraction),
        Lowering::ScaledGroups(dot) => {
            return [&*times, "groups of 16, ", &dot.fraction.to_string(), " bits"].concat();
        }
        Lowering::Chain(_) => return [&*times, "a chain of fma"].concat(),
        Lowering::Software => return [&*times, "f32 in software"].concat(),
        Lowering::Integer => return [&*times, "exact"].concat(),
    };
    [&*times, &terms.to_string(), " terms, ", &bits.to_string(), " bits"].concat()
}
