//! Results for the same inputs on one GPU of each generation, beside arithmetic.

use ptxfp::format::Format;
use ptxfp::format::table::F32;
use ptxfp::internals::arith::Dyadic;
use ptxfp::link::TensorState;
use ptxfp::observed::Grade;
use ptxfp::tensor::{Addend, Elsewhere, GPUS, Gpu, Lowering, Mma, Opcode, Tensor, written_element};

use crate::number::with_minus;
use crate::tensor::inputs::{Field, converted};

/// The table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ElsewhereView {
    /// The types of the second column, if the numbers are exact in them.
    pub other: Option<&'static str>,
    /// The types of the first one.
    pub own: &'static str,
    /// The values at both ends of the axis, and its length in words; `None` if all results are equal.
    pub axis: Option<[String; 3]>,
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

/// A row before its results are placed.
struct Row {
    view: RowView,
    bits: [Option<u64>; 2],
}

/// The table for a state with its result.
pub(super) fn elsewhere(state: &TensorState, result: Option<u64>) -> ElsewhereView {
    let other = other(state);
    let states = [Some(state), other.as_ref()];
    let mut rows = arithmetic(states);
    rows.extend(GPUS.iter().map(|gpu| on(gpu, states)));
    let format = state.mma.d;
    let values = rows.iter().flat_map(|row| row.bits).flatten();
    let values: Vec<_> =
        values.filter_map(|bits| Dyadic::from_datum(&format.decode(bits))).collect();
    let ends = values.iter().min().zip(values.iter().max()).filter(|(low, high)| low != high);
    let place = |bits: u64| {
        let (low, high) = ends?;
        place(&Dyadic::from_datum(&format.decode(bits))?, low, high)
    };
    let placed = |bits: Option<u64>| PlacedView {
        value: bits
            .map_or_else(|| String::from("–"), |bits| with_minus(&written_element(bits, format))),
        place: bits.and_then(place),
        is_different: bits.is_some_and(|bits| result.is_some_and(|result| result != bits)),
    };
    let n_columns = if other.is_some() { 2 } else { 1 };
    let rows = rows
        .into_iter()
        .map(|row| RowView {
            results: row.bits.into_iter().take(n_columns).map(placed).collect(),
            ..row.view
        })
        .collect();
    let axis = ends.map(|(low, high)| {
        let text = |value: &Dyadic| with_minus(&value.to_decimal_shortened(9));
        [text(low), text(high), length(low, high, result, format)]
    });
    let own = state.mma.a.name();
    ElsewhereView { other: other.map(|state| state.mma.a.name()), own, axis, rows }
}

/// The length of an axis, in ulp of the result.
fn length(low: &Dyadic, high: &Dyadic, result: Option<u64>, format: Format) -> String {
    let Some(bits) = result else { return String::new() };
    let ulps = ptxfp::internals::arith::ulp_error(high, low, format.ulp_exponent(bits));
    [ulps.trim_start_matches('+'), " ulp"].concat()
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
    other.lists = [a?, b?, Vec::new(), Vec::new()];
    other.c = state.c;
    Some(other)
}

/// Whether elements of two formats are the same datum.
fn is_same((one, from): (u64, Format), (other, to): (u64, Format)) -> bool {
    written_element(one, from) == written_element(other, to)
}

/// Rows of arithmetic: the sum rounded once, and a loop.
fn arithmetic(states: [Option<&TensorState>; 2]) -> Vec<Row> {
    let view = |name: &str, way: String| RowView {
        name: name.to_owned(),
        way,
        results: Vec::new(),
        grade: "arithmetic",
        is_own: false,
        is_arithmetic: true,
        link: None,
    };
    let exact = states[0].and_then(|state| state.mma.exact(&state.operands()));
    let way = exact.map_or_else(String::new, |exact| {
        [&*with_minus(&exact.to_decimal_shortened(12)), " to nearest"].concat()
    });
    let each = |of: fn(&TensorState) -> Option<u64>| states.map(|state| of(state?));
    let nearest = each(|state| state.mma.nearest(&state.operands()));
    let chained = each(|state| state.mma.chained(&state.operands()));
    let mut rows = Vec::new();
    if nearest[0].is_some() {
        rows.push(Row { view: view("Exact, rounded once", way), bits: nearest });
    }
    if chained[0].is_some() {
        let way = String::from("k ascending, from c");
        rows.push(Row { view: view("Chain of fma", way), bits: chained });
    }
    rows
}

/// The results on a GPU.
fn on(gpu: &Gpu, states: [Option<&TensorState>; 2]) -> Row {
    let found = states.map(|state| {
        let state = state?;
        let is_own = is_own(gpu, state);
        if is_own && let Ok(tensor) = Tensor::new(&state.mma, &state.context) {
            return Some(Elsewhere { mma: state.mma.clone(), tensor, times: 1 });
        }
        Elsewhere::of(&state.mma, state.lists[0].len(), gpu)
    });
    let bits = [0, 1].map(|place: usize| {
        let (elsewhere, state) = (found.get(place)?.as_ref()?, states.get(place).copied()??);
        elsewhere.evaluate(&state.operands()).ok()
    });
    let own = found[0].as_ref();
    let is_own = states[0].is_some_and(|state| is_own(gpu, state));
    let link = states[0].and_then(|state| linked(gpu, state, own?));
    let instruction = match gpu.opcode {
        Opcode::Mma | Opcode::Wmma
            if GPUS.iter().filter(|each| each.name == gpu.name).count() == 1 =>
        {
            ""
        }
        Opcode::Mma => ", mma.sync",
        Opcode::Wmma => ", wmma",
        Opcode::Wgmma => ", wgmma",
        Opcode::Tcgen05 => ", tcgen05",
    };
    let view = RowView {
        name: [gpu.name, instruction].concat(),
        way: own.map_or_else(|| String::from("has no such instruction"), way),
        results: Vec::new(),
        grade: own.and_then(|own| own.tensor.grade()).map_or("", Grade::name),
        is_own,
        is_arithmetic: false,
        link: link.filter(|_| !is_own),
    };
    Row { view, bits }
}

/// Whether a state is about a GPU and its instruction.
fn is_own(gpu: &Gpu, state: &TensorState) -> bool {
    gpu.has(state.context.target) && gpu.opcode == state.mma.opcode
}

/// The link to the inputs with the instruction of a GPU, if that takes them at once.
fn linked(gpu: &Gpu, state: &TensorState, own: &Elsewhere) -> Option<String> {
    if own.times != 1 {
        return None;
    }
    let context = ptxfp::Context {
        isa: ptxfp::catalog::LATEST_ISA,
        target: ptxfp::Target::parse(gpu.target)?,
    };
    let mut linked = TensorState::new(own.mma.clone(), context);
    linked.c = state.c;
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
        Lowering::Integer => return [&*times, "exact"].concat(),
    };
    [&*times, &terms.to_string(), " terms, ", &bits.to_string(), " bits"].concat()
}
