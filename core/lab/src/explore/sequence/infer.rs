//! Types of registers that only untyped statements name.
//!
//! `mov.b32`, `selp.b32`, `ld.param.b32` and the like say how wide a register is, not what it holds.
//! So do `.u16`, `.u32` and `.u64` of `mov` and parameters, which compilers write for floating-point
//! data too. Such a register has the type of the first instruction that it reaches through these
//! statements, or else that of the instruction whose result it holds.

use alloc::vec::Vec;

use super::{Action, Call, Move, Register, Sequence, Source, Statement};
use crate::catalog::Type;

/// Gives types to the registers that have none; `is_declared` tells whether the type of a register is
/// that of its declaration.
pub(super) fn infer(sequence: &mut Sequence, is_declared: impl Fn(&Register) -> bool) {
    let registers = sequence.registers.iter();
    let known = |register: &Register| {
        (register.is_typed && (!is_weak(register.kind) || is_declared(register)))
            .then_some(register.kind)
    };
    let mut kinds = Kinds {
        found: registers.clone().map(known).collect(),
        widths: registers.map(Register::width).collect(),
    };
    for statement in &sequence.statements {
        match &statement.action {
            Action::Call(call) => kinds.call(call),
            Action::Companion(each) => {
                let typed = each.typed();
                typed.for_each(|(register, kind)| kinds.give(register, kind));
            }
            Action::Move(_) | Action::Unknown(_) | Action::Declaration => {}
        }
    }
    // A pass in each direction follows every chain of copies; what it finds may begin other ones.
    loop {
        let n_before = kinds.count();
        sequence.statements.iter().rev().for_each(|statement| kinds.follow(statement, true));
        sequence.statements.iter().for_each(|statement| kinds.follow(statement, false));
        if kinds.count() == n_before {
            break;
        }
    }
    for (register, kind) in sequence.registers.iter_mut().zip(kinds.found) {
        if let Some(kind) = kind {
            (register.kind, register.is_typed) = (kind, true);
        }
    }
}

/// Whether `mov` and parameters have this type for whatever has its width.
const fn is_weak(kind: Type) -> bool {
    matches!(kind, Type::U16 | Type::U32 | Type::U64)
}

/// The types of registers, as far as they are known.
struct Kinds {
    found: Vec<Option<Type>>,
    widths: Vec<u8>,
}

impl Kinds {
    fn count(&self) -> usize {
        self.found.iter().flatten().count()
    }

    fn of(&self, register: usize) -> Option<Type> {
        self.found.get(register).copied().flatten()
    }

    /// Gives a register a type of its width, unless it has one.
    fn give(&mut self, register: usize, kind: Type) {
        let width = self.widths.get(register).copied();
        if let Some(place @ None) = self.found.get_mut(register)
            && width == Some(kind.packing().register_width())
        {
            *place = Some(kind);
        }
    }

    /// The types that an instruction takes its operands as.
    fn call(&mut self, call: &Call) {
        for (operand, source) in call.instruction.form.sources().iter().zip(&call.sources) {
            if let Source::Register { index, .. } = source {
                self.give(*index, call.instruction.operand_type(operand));
            }
        }
        self.give(call.destination, call.instruction.destination_type());
    }

    /// Follows the copies of a statement, to their sources or to their destinations.
    fn follow(&mut self, statement: &Statement, is_back: bool) {
        let kept = statement.guard.iter().flat_map(|guard| &guard.kept);
        for (written, before) in kept {
            if let Some(before) = before {
                self.same(*before, *written, is_back);
            }
        }
        match &statement.action {
            Action::Move(each) => self.moved(each, is_back),
            Action::Companion(each) => {
                for (from, to) in each.selected() {
                    self.same(from, to, is_back);
                }
            }
            Action::Call(_) | Action::Unknown(_) | Action::Declaration => {}
        }
    }

    fn same(&mut self, from: usize, to: usize, is_back: bool) {
        let (known, other) = if is_back { (to, from) } else { (from, to) };
        if let Some(kind) = self.of(known) {
            self.give(other, kind);
        }
    }

    fn moved(&mut self, each: &Move, is_back: bool) {
        let sources = each.sources.iter().map(|source| match source {
            Source::Register { index, .. } => Some(*index),
            Source::Value(_) => None,
        });
        let sources: Vec<_> = sources.collect();
        if each.is_copy() {
            for (from, to) in sources.iter().zip(&each.destinations) {
                if let (Some(from), Some(to)) = (from, to) {
                    self.same(*from, *to, is_back);
                }
            }
            return;
        }
        let is_packing = sources.len() > 1;
        let (parts, whole) = if is_packing {
            (&sources, &each.destinations)
        } else {
            (&each.destinations, &sources)
        };
        let Some(Some(whole)) = whole.first().copied() else { return };
        if is_back == is_packing {
            let lane = self.of(whole).and_then(|kind| lane_of(kind, each.part_width));
            for (part, lane) in parts.iter().flatten().zip(lane.into_iter().cycle()) {
                self.give(*part, lane);
            }
        } else {
            let mut kinds = parts.iter().flatten().map(|part| self.of(*part));
            let first = kinds.next().flatten();
            if let Some(kind) = first.filter(|_| kinds.all(|kind| kind == first))
                && let Some(packed) = packed(kind, parts.len())
            {
                self.give(whole, packed);
            }
        }
    }
}

/// The type of a part of a register of several lanes, if a part is a lane.
fn lane_of(kind: Type, width: u8) -> Option<Type> {
    let packing = kind.packing();
    let is_lane = |each: &Type| {
        each.packing().lanes == 1
            && each.packing().register_width() == width
            && each.format() == kind.format()
    };
    (packing.lanes > 1 && packing.stride == width)
        .then(|| Type::SPELLED.into_iter().find(is_lane))
        .flatten()
}

/// The type of a register with several values of a type.
fn packed(kind: Type, count: usize) -> Option<Type> {
    let is_packed = |each: &Type| {
        usize::from(each.packing().lanes) == count
            && each.packing().stride == kind.packing().register_width()
            && each.format() == kind.format()
    };
    Type::SPELLED.into_iter().find(is_packed).filter(|_| count > 1)
}

#[cfg(test)]
mod tests {
    use super::super::{Sequence, normal};
    use crate::catalog::{Context, LATEST_ISA, Target};
    use alloc::vec::Vec;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    /// The types of the inputs, and those of the outputs; `-` where there is none.
    fn kinds(text: &str) -> [Vec<&'static str>; 2] {
        let context = Context { isa: LATEST_ISA, target: Target::parse("sm_100a").unwrap() };
        let sequence = Sequence::new(text, &context);
        assert!(sequence.diagnostics().is_empty(), "{text}: {:?}", sequence.diagnostics());
        let spelling = |register: &super::Register| {
            if register.is_typed { register.kind.spelling() } else { "-" }
        };
        [
            sequence.input_registers().map(spelling).collect(),
            sequence.output_registers().map(spelling).collect(),
        ]
    }

    #[test]
    fn types_go_through_untyped_statements() {
        for (text, inputs, outputs) in [
            (
                ".reg .f32 a, b; mov.b32 b, a; add.rn.f32 c, b, b;",
                [".f32"].as_slice(),
                [".f32"].as_slice(),
            ),
            (".reg .f64 a; mov.b64 b, a;", &[".f64"], &[".f64"]),
            (".reg .s32 a; mov.b32 b, a;", &[".s32"], &[".s32"]),
            (".reg .b32 a; mov.b32 b, a;", &["-"], &["-"]),
            ("mov.b32 b, a; mov.b32 c, b; cvt.rn.f16.f32 d, c;", &[".f32"], &[".f16"]),
            ("mov.b64 t, {a, b}; add.rn.f32x2 s, t, t;", &[".f32", ".f32"], &[".f32x2"]),
            (
                "mov.b32 t, {a, b}; mov.b32 u, t; fma.rn.bf16x2 s, u, u, u;",
                &[".bf16", ".bf16"],
                &[".bf16x2"],
            ),
            ("mov.b32 {a, b}, t; add.f16 c, a, b;", &[".f16x2"], &[".f16"]),
            (
                "ld.param.b32 r1, [x]; add.rn.f32 r2, r1, r1; st.param.b32 [o], r2;",
                &[".f32"],
                &[".f32"],
            ),
            ("ld.param.u16 h1, [x]; add.rn.f16 h2, h1, h1;", &[".f16"], &[".f16"]),
            ("ld.param.u32 r1, [x]; add.u32 r2, r1, r1;", &[".u32"], &[".u32"]),
            ("ld.param.u32 r1, [x]; popc.b32 r2, r1;", &[".u32"], &[".u32"]),
            (".param .f32 x; ld.param.b32 r1, [x]; not.b32 d, r1;", &[".f32"], &["-"]),
            ("selp.b32 t, a, b, p; add.f32 d, t, 1.0;", &[".f32", ".f32", ".pred"], &[".f32"]),
            (
                "neg.f16x2 a, x; neg.f16x2 b, y; selp.b32 t, a, b, p;",
                &[".f16x2", ".f16x2", ".pred"],
                &[".f16x2"],
            ),
            (
                r#"asm("mov.b64 %0, {%1, %2};" : "=l"(d) : "f"(x), "f"(y));"#,
                &[".f32", ".f32"],
                &[".f32x2"],
            ),
            (r#"asm("mov.b32 %0, {%1, %1};" : "=r"(d) : "h"(x));"#, &["-"], &["-"]),
        ] {
            for text in [text, &normal(text)] {
                assert_eq!(kinds(text), [inputs, outputs], "{text}");
            }
        }
    }
}
