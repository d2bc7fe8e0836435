//! Contraction: a product and a sum that may become one fused multiply-add.
//!
//! `mul` and `add` or `sub` without rounding modifiers may be fused, which leaves out the rounding
//! of the product (PTX ISA 9.7.3.3 to 9.7.3.5, 9.7.4.1 to 9.7.4.3, 9.7.5.1, 9.7.5.2); with a
//! modifier, such as `.rn`, they may not. So such a sum has several equally valid results. This
//! module finds such sums, from the statements alone; [`Outcomes`](super::Outcomes) has their
//! results.
//!
//! Points that the text leaves open follow the assembler, or the text where the assembler does less
//! than that permits. With ptxas 13.1.115 for `sm_75`, `sm_90` and `sm_100a`
//! (`ptxas -arch=...`, `nvdisasm -c`, 22 November 2026):
//!
//! - product and sum are fused only if they flush alike; `.sat` on the product prevents it, and on
//!   the sum it is kept; every format is fused, packed ones included;
//! - each sum is independent: a product that is stored or feeds two sums may be computed again;
//! - copies, negation and multiplication by 1 or -1 between the two do not matter;
//! - on `sm_1x`, which has no fused multiply-add of f32, it is `mad.f32` with its truncated product.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::fusion::{Fusion, Term};
use super::{Action, Call, Sequence, Source};
use crate::catalog::{Context, Group, Instruction, Modifier, Operation, Type};
use crate::eval::Prepared;
use crate::order::push_new;
use crate::syntax;

/// Lanes of a sum that may be fused with products, and the ways to do it.
///
/// The lanes are those whose products come from the same statements: they are fused together.
#[derive(Clone, Debug)]
pub struct Contraction {
    /// The ways, at least one.
    pub ways: Vec<Fusion>,
}

/// A lane of a register that holds a product.
#[derive(Clone, Copy, Debug)]
struct Product {
    statement: usize,
    /// The position of the lane's lowest bit in the register.
    offset: u32,
    /// The type of the lane.
    kind: Type,
    flushes: bool,
    factors: [Term; 2],
    /// The types of the factors, of a lane each.
    factor_kinds: [Type; 2],
    is_negative: bool,
}

/// The products and the constant known to be in a register before anything runs.
#[derive(Clone, Debug, Default)]
struct Contents {
    products: Vec<Product>,
    constant: Option<u64>,
}

/// Finds the sums of a sequence that may be fused with products, and these products.
pub(super) fn find(sequence: &mut Sequence, context: &Context) {
    let mut finder = Finder::default();
    for index in 0..sequence.statements.len() {
        finder.add(sequence, index, context);
    }
}

/// The search for such sums, statement by statement.
#[derive(Debug, Default)]
pub(super) struct Finder {
    known: Vec<Contents>,
}

impl Finder {
    /// Finds the contractions of the next statement.
    pub(super) fn add(&mut self, sequence: &mut Sequence, index: usize, context: &Context) {
        let known = &mut self.known;
        known.resize_with(sequence.registers.len(), Contents::default);
        let Some(statement) = sequence.statements.get_mut(index) else { return };
        let written = match &mut statement.action {
            Action::Call(call) => {
                call.contractions = contractions(call, known, context);
                alloc::vec![(call.destination, called(call, index, known))]
            }
            Action::Move(each) => moved(each, known),
            Action::Companion(_) | Action::Unknown(_) | Action::Declaration => Vec::new(),
        };
        // A register that keeps its former value if a guard says so holds no product.
        let is_guarded = statement.guard.is_some();
        for (register, new) in written.into_iter().filter(|_| !is_guarded) {
            if let Some(place) = known.get_mut(register) {
                *place = new;
            }
        }
    }
}

impl Sequence {
    /// The reason for several results of a statement, in a sentence: the product that may be fused
    /// with its sum, and the section of the ISA; `None` if nothing may be. Code is between
    /// backquotes.
    #[must_use]
    pub fn contraction(&self, statement: usize) -> Option<String> {
        let call = self.statements.get(statement)?.action.call()?;
        let mut ways = call.contractions.iter().flat_map(|each| &each.ways);
        let first = ways.next()?;
        let mut products: Vec<usize> = Vec::new();
        for way in call.contractions.iter().flat_map(|each| &each.ways) {
            push_new(&mut products, way.product);
        }
        let spelled = |index: &usize| {
            let product = self.statements.get(*index)?.action.call()?;
            Some(["`", &product.instruction.to_string(), "`"].concat())
        };
        let mut names: Vec<String> = Vec::new();
        products.iter().filter_map(spelled).for_each(|name| push_new(&mut names, name));
        Some(
            [
                "The product of ",
                &names.join(" or "),
                " may be rounded, or fused with the sum of `",
                &call.instruction.to_string(),
                "` as `",
                &first.instruction.to_string(),
                "` (",
                &call.instruction.form.source.to_string(),
                "): `.rn` on either prevents fusion.",
            ]
            .concat(),
        )
    }
}

/// Whether the optimizer may change an instruction: it says nothing of rounding.
fn is_free(call: &Call) -> bool {
    !call.instruction.modifiers().any(|modifier| modifier.group() == Group::Rounding)
}

/// The type of a lane; the type itself where no instruction has one lane alone.
fn scalar(kind: Type) -> Type {
    let packed = [(Type::F16x2, Type::F16), (Type::Bf16x2, Type::Bf16), (Type::F32x2, Type::F32)];
    let found = packed.into_iter().find(|(whole, _)| *whole == kind);
    found.map_or(kind, |(_, lane)| lane)
}

fn flushes(call: &Call) -> bool {
    let flush = call.prepared.lane_op().flush;
    flush.operands || flush.result
}

/// The type of a source operand.
fn kind_of(call: &Call, index: usize) -> Option<Type> {
    let operand = call.instruction.form.sources().get(index)?;
    Some(call.instruction.operand_type(operand))
}

fn of(source: Source, known: &[Contents]) -> Contents {
    match source {
        Source::Register { index, .. } => known.get(index).cloned().unwrap_or_default(),
        Source::Value(bits) => Contents { products: Vec::new(), constant: Some(bits) },
    }
}

/// The facts known of the register that an instruction writes.
fn called(call: &Call, statement: usize, known: &[Contents]) -> Contents {
    let mut found = Contents::default();
    let is_clamped =
        [Modifier::Sat, Modifier::Satfinite].iter().any(|it| call.instruction.has(*it));
    if call.widened.is_some() || is_clamped {
        return found;
    }
    let kind = call.instruction.destination_type();
    let operation = call.prepared.lane_op().operation;
    match (operation, call.sources.as_slice()) {
        (Operation::Mul, [a, b]) => {
            if is_free(call) {
                found.products = own_products(call, statement, kind).collect();
            }
            for (factor, one) in [(a, b), (b, a)] {
                if let Some(is_negative) = is_unit(of(*one, known).constant, kind) {
                    found.products.extend(passed(call, *factor, kind, is_negative, known));
                }
            }
        }
        (Operation::Neg, [only]) => {
            found.products = passed(call, *only, kind, true, known).collect();
        }
        // From a format to itself, without rounding.
        (Operation::Convert, [only])
            if kind_of(call, 0) == Some(kind)
                && is_free(call)
                && !call.prepared.lane_op().is_integral =>
        {
            found.products = passed(call, *only, kind, false, known).collect();
        }
        _ => {}
    }
    found
}

fn own_products(call: &Call, statement: usize, kind: Type) -> impl Iterator<Item = Product> {
    let term = move |index: usize, lane| {
        let source = call.sources.get(index).copied().unwrap_or(Source::Value(0));
        let packing = call.prepared.source(index);
        Term { source, packing, lane, is_negative: false, conversion: None }
    };
    let packing = kind.packing();
    let factor_kinds = [0, 1].map(|index| kind_of(call, index).map_or(kind, scalar));
    (0..packing.lanes).map(move |lane| Product {
        statement,
        offset: packing.offset(lane),
        kind: scalar(kind),
        flushes: flushes(call),
        factors: [term(0, lane), term(1, lane)],
        factor_kinds,
        is_negative: false,
    })
}

/// Products that an instruction passes on, since it changes nothing or the sign alone.
fn passed(
    call: &Call,
    source: Source,
    kind: Type,
    is_negative: bool,
    known: &[Contents],
) -> impl Iterator<Item = Product> {
    let does_flush = flushes(call);
    // A product that is flushed already stays as it is.
    let all = of(source, known).products.into_iter();
    let kept = all.filter(move |it| it.kind == scalar(kind) && (it.flushes || !does_flush));
    kept.map(move |it| Product { is_negative: it.is_negative ^ is_negative, ..it })
}

/// Whether bits are 1 or -1 in every lane of a type, and then whether they are negative.
fn is_unit(constant: Option<u64>, kind: Type) -> Option<bool> {
    let (constant, packing) = (constant?, kind.packing());
    let format = kind.format().float()?;
    let first = packing.extract(constant, 0);
    let is_like = (0..packing.lanes).all(|lane| packing.extract(constant, lane) == first);
    let is_one = first & format.magnitude_mask() == format.one();
    (is_like && is_one).then_some(first & format.sign_mask() != 0)
}

/// The facts known of the registers that a `mov` writes.
fn moved(each: &super::Move, known: &[Contents]) -> Vec<(usize, Contents)> {
    let width = u32::from(each.part_width);
    let mut whole = Contents::default();
    for (place, source) in (0_u32..).zip(&each.sources) {
        let part = of(*source, known);
        let products = part.products.into_iter();
        whole.products.extend(
            products.map(|it| Product { offset: it.offset.saturating_add(place * width), ..it }),
        );
        if each.sources.len() == 1 {
            whole.constant = part.constant;
        }
    }
    let is_unpacking = each.destinations.len() > 1;
    let mut written = Vec::new();
    for (place, destination) in (0_u32..).zip(&each.destinations) {
        let Some(destination) = destination else { continue };
        let mut part = whole.clone();
        if is_unpacking {
            let start = place * width;
            part.constant = None;
            part.products.retain_mut(|it| {
                let end = it.offset + u32::from(it.kind.packing().width);
                let is_in = it.offset >= start && end <= start + width;
                it.offset = it.offset.wrapping_sub(start);
                is_in
            });
        }
        written.push((*destination, part));
    }
    written
}

/// Operands of a sum with the statements whose products they hold.
type Held = Vec<(usize, usize)>;

/// The contractions that the lanes of a sum permit.
fn contractions(call: &Call, known: &[Contents], context: &Context) -> Vec<Contraction> {
    let operation = call.prepared.lane_op().operation;
    let is_sum = matches!(operation, Operation::Add | Operation::Sub);
    let may = is_sum && is_free(call) && call.instruction.form.may_contract();
    let ([a, b], true) = (call.sources.as_slice(), may) else {
        return Vec::new();
    };
    // For each lane, which operand holds a product of which statement.
    let mut groups: Vec<(Held, Vec<Fusion>)> = Vec::new();
    for lane in 0..call.prepared.lanes() {
        let mut key = Vec::new();
        let mut ways = Vec::new();
        for (operand, source) in [a, b].into_iter().enumerate() {
            for product in of(*source, known).products {
                let way = fusion(call, (operand, lane), &product, context);
                if let Some(way) = way {
                    key.push((operand, product.statement));
                    ways.push(way);
                }
            }
        }
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, all)) => {
                for (way, more) in all.iter_mut().zip(ways) {
                    way.lanes.extend(more.lanes);
                }
            }
            None => groups.push((key, ways)),
        }
    }
    let ways = groups.into_iter().map(|(_, ways)| ways).filter(|ways| !ways.is_empty());
    ways.map(|ways| Contraction { ways }).collect()
}

/// A lane of a sum with an operand that holds a product, as one instruction.
fn fusion(
    call: &Call,
    (operand, lane): (usize, u8),
    product: &Product,
    context: &Context,
) -> Option<Fusion> {
    let kind = kind_of(call, operand)?;
    let other = 1 - operand.min(1);
    let (own, addend) = (scalar(kind), scalar(kind_of(call, other)?));
    let is_there = product.kind == own && product.offset == kind.packing().offset(lane);
    if !is_there || product.flushes != flushes(call) {
        return None;
    }
    let result = scalar(call.instruction.destination_type());
    let is_single = own == addend;
    // A product of f32 is added to another operand that is converted before; one of f16 or bf16 is
    // that of a fused multiply-add of mixed precision.
    let conversion = match (is_single, own == result) {
        (false, true) => Some(["cvt", result.spelling(), addend.spelling()].concat()),
        _ => None,
    };
    let [first, second] = product.factor_kinds;
    let is_packed = result.packing().lanes > 1;
    let types = match is_packed {
        // Factors may have any type, the addend that of the result alone.
        true if addend != result => return None,
        true => [result.spelling(), first.spelling(), second.spelling()].concat(),
        false if (first, second) != (own, own) => return None,
        false if is_single || own == result => String::from(result.spelling()),
        false => [result.spelling(), own.spelling()].concat(),
    };
    let instruction = fused(call, &types, context)?;
    let prepared = Prepared::new(&instruction, context);
    let flush = prepared.lane_op().flush;
    if (flush.operands || flush.result) != product.flushes {
        return None;
    }
    let conversion = match conversion {
        None => None,
        Some(text) => {
            let found = syntax::check(&text, context).instruction?;
            Some(Prepared::new(&found, context))
        }
    };
    let is_sub = call.prepared.lane_op().operation == Operation::Sub;
    let [mut x, mut y] = product.factors;
    let is_negative = product.is_negative ^ (is_sub && operand == 1);
    if first.format().is_signed() {
        x.is_negative ^= is_negative;
    } else if second.format().is_signed() {
        y.is_negative ^= is_negative;
    } else if is_negative {
        return None;
    }
    let addend = Term {
        source: *call.sources.get(other)?,
        packing: call.prepared.source(other),
        lane,
        is_negative: is_sub && operand == 0,
        conversion,
    };
    let lanes = alloc::vec![(lane, [x, y, addend])];
    Some(Fusion { product: product.statement, instruction, prepared, lanes })
}

/// The instruction that computes product and sum in one, where the target has one.
fn fused(call: &Call, types: &str, context: &Context) -> Option<Instruction> {
    let spelled = |modifier: Modifier, text: &'static str| {
        if call.instruction.modifiers().any(|each| each == modifier) { text } else { "" }
    };
    let clamps = [spelled(Modifier::Sat, ".sat"), spelled(Modifier::Satfinite, ".satfinite")];
    let modifiers = [&[spelled(Modifier::Ftz, ".ftz")], &clamps[..]].concat().concat();
    let mut heads = ["fma.rn", "mad"].iter();
    heads.find_map(|head| syntax::check(&[head, &*modifiers, types].concat(), context).instruction)
}
