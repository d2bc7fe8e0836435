// The package as a user has it.
import assert from "node:assert/strict";
import { test } from "node:test";

import { PtxError, bits, check, evaluate, evaluateBatch, init, link, mma, mmaBatch, readLink, run } from "ptxfp";

test("a value and its steps", () => {
  const sum = evaluate("add.rn.f32", ["0.1", bits(0x3e4ccccd)]);
  assert.equal(sum.bits, 0x3e99999a);
  assert.equal(sum.value, Math.fround(0.3));
  assert.equal(sum.guarantee, "bits");
  assert.deepEqual(sum.lanes, [{ bits: 0x3e99999a, value: sum.value, text: sum.lanes[0].text, guarantee: "bits", permitted: null, observed: null }]);
  assert.deepEqual(sum.operands[1], { name: "b", type: ".f32", bits: 0x3e4ccccd, value: Math.fround(0.2) });
  assert.ok(sum.steps().some((step) => step.title === "Round" && step.isIdle === false));
  assert.deepEqual(sum.steps(7), []);
  assert.equal(sum.report.lanes[0].isInexact, true);
});

test("a number is a number, a text is read, and bits are marked", () => {
  const first = (form, ...operands) => evaluate(form, operands).value;
  assert.equal(first("add.f32", 1, 2), 3);
  assert.equal(first("add.f32", 1n, 2), 3);
  assert.equal(first("add.f32", "0x3f800000", "1/2"), 1.5);
  assert.equal(first("add.f32", bits(0x3f800000), bits(1n)), 1);
  assert.equal(evaluate("add.f32", bits([0x3f800000, 0x40000000])).value, 3);
  assert.equal(first("neg.f32", 0), -0);
  assert.equal(first("neg.f32", -0), 0);
  assert.equal(first("neg.f32", Infinity), -Infinity);
  assert.equal(first("abs.f32", NaN), NaN);
  assert.equal(first("neg.f64", 5e-324), -5e-324);
  assert.equal(first("neg.f64", 1e300), -1e300);
  assert.equal(first("cvt.rn.f32.s32", -7), -7);
  assert.equal(first("cvt.rni.s32.f32", -7.75), -8);
  assert.equal(first("cvt.rzi.u64.f64", 2 ** 60), 2n ** 60n);
  assert.deepEqual(first("add.f16x2", [1, 2], [3, "1/2"]), [4, 2.5]);
  assert.deepEqual(first("add.f16x2", "{2, 1}", bits(0x3c00_4200)), [4, 3]);
  assert.deepEqual(first("cvt.rn.satfinite.e4m3x2.f32", 500, 0.1), [0.1015625, 448]);
});

test("registers of 64 bits are bigint", () => {
  assert.equal(evaluate("add.rn.f64", [1, 2]).bits, 0x4008000000000000n);
  const sums = evaluateBatch("add.rn.f64", [BigUint64Array.of(0x3ff0000000000000n), bits(0n)]);
  assert.deepEqual(sums.bits, BigUint64Array.of(0x3ff0000000000000n));
  assert.deepEqual(sums.values, Float64Array.of(1));
});

test("columns are numbers of their own type, or registers", () => {
  const sums = (columns, form = "add.f32") => evaluateBatch(form, columns, { target: "sm_100" }).values;
  assert.deepEqual(sums([Float32Array.of(1, 2, 3), 1]), Float32Array.of(2, 3, 4));
  assert.deepEqual(sums([Uint32Array.of(0x3f800000), [1, "1/2", bits(0x40000000)]]), Float32Array.of(2, 1.5, 3));
  assert.deepEqual(sums([Float32Array.of(1, 0.5, NaN), Float64Array.of(1, 2, 3)], "add.f64"), Float64Array.of(2, 2.5, NaN));
  assert.deepEqual(sums([[[1, 2], [3, 4]], [[1, 1]]], "add.f16x2"), Float32Array.of(2, 3, 4, 5));
  assert.deepEqual(sums([Float32Array.of(1, 2, 3, 4), Float32Array.of(0, 1)], "add.f32x2"), Float32Array.of(1, 3, 3, 5));
  assert.deepEqual(sums([Int8Array.of(-128, 5)], "cvt.rn.f32.s32"), Float32Array.of(-128, 5));
  assert.deepEqual(sums([Int16Array.of(-128, 5)], "neg.f32"), Float32Array.of(128, -5));
  const part = new Float32Array(Float32Array.of(9, 1, 2, 9).buffer, 4, 2);
  assert.deepEqual(sums([part, 1]), Float32Array.of(2, 3));
  if (typeof Float16Array === "function") assert.deepEqual(sums([Float16Array.of(1, 2), 1]), Float32Array.of(2, 3));
  for (const [form, column] of [["neg.f32", Float64Array.of(1)], ["neg.f16", Float32Array.of(1)], ["neg.bf16", Float32Array.of(1)], ["neg.f32", Int32Array.of(1)], ["cvt.rn.f32.s32", Float32Array.of(1)]]) {
    assert.throws(() => sums([column], form), /does not hold every number of .*convert the array first/);
  }
});

test("what is permitted, and what was observed", () => {
  const [lane] = evaluate("div.full.f32", ["4.6875", "0.9375"]).lanes;
  assert.equal(lane.guarantee, "within");
  assert.ok(lane.permitted[0].bits < lane.bits && lane.value < lane.permitted[1].value);
  assert.equal(lane.observed.bits, 0x40a00001);
});

test("a link comes back", () => {
  const text = link("add.rn.f16x2", ["{1, 2}", bits(0x3c003c00)]);
  const read = readLink(text);
  assert.equal(read.verdict, "reproduced");
  assert.equal(read.recorded, read.bits);
  assert.equal(readLink("v1/add.f32@sm_90?a=1.5&b=2&d=0x40600001").verdict, "differs");
  assert.equal(readLink("v1/add.f32@sm_90?a=1.5&b=2").verdict, null);
});

test("a program", () => {
  const { outputs } = run("mul.rn.f32 t, a, b; add.rn.f32 d, t, c;", { a: 1.5, b: bits(0x40000000), c: "-2" });
  assert.deepEqual(outputs, [{ name: "d", type: ".f32", bits: 0x3f800000, value: 1, texts: ["1"], standing: "determined" }]);
  const [quotient] = run("div.full.f32 q, a, b;", { a: 4.6875, b: "0.9375" }).outputs;
  assert.deepEqual(quotient.observed, { bits: 0x40a00001, value: 5 + 2 ** -21, texts: ["5.0000005"] });
  assert.equal(quotient.couldDiffer, true);
  assert.equal(quotient.openSince, 1);
  assert.ok(quotient.within[0][0].value < 5 && quotient.within[0][1].bits > quotient.bits);
  assert.equal(run("div.full.f32 q, a, b;", { a: 1, b: 3 }).statements[0].grade, "composed");
  assert.equal(run("add.f64 d, a, a;", { a: 1 }).outputs[0].bits, 0x4000000000000000n);
  assert.deepEqual(run("add.f16x2 d, a, a;", { a: [1, 2] }).outputs[0].value, [2, 4]);
  assert.throws(() => run("add.f32 d, a, b;", { a: 1 }), /a value is missing for b/);
  assert.throws(() => run("add.f32 d, a, b;", { a: 1, b: 2, e: 3 }), /`e` is not an input; the inputs are a, b/);
  assert.throws(() => run("add.u32 d, a, b;", { a: "1.5", b: 1 }), /input a: '1.5' is not an integer, as u32 holds/);
  assert.equal(run("and.b32 d, a, b;", { a: "0f3fc000ff", b: 0xff }).outputs[0].bits, 0xff);
  const valued = 'asm("add.u32 %0, %1, %2;" : "=r"(d) : "r"(x), "r"(7));';
  assert.equal(run(valued, { "%1": 1 }).outputs[0].bits, 8);
  const shifted = 'asm("add.u32 %0, %1, %2;" : "=r"(d) : "r"(q), "r"(q << 4));';
  assert.equal(run(shifted, { "%1": 1 }).outputs[0].bits, 0x11);
  assert.equal(run(shifted, { "%1": 1, "%2": 1 }).dependent.length, 1);
});

test("a kernel", () => {
  const text = `.visible .entry half(.param .u64 x, .param .u32 n) {
    ld.param.u64 %rd1, [x]; ld.param.u32 %r1, [n]; mov.u32 %r2, %tid.x;
    setp.ge.u32 %p1, %r2, %r1; @%p1 bra END; mul.wide.u32 %rd2, %r2, 4; add.s64 %rd3, %rd1, %rd2;
    ld.global.f32 %f1, [%rd3]; mul.f32 %f2, %f1, 0f3F000000; st.global.f32 [%rd3], %f2;
  END: ret; }`;
  const { stores, loads, steps } = run(text, { n: 4, "%tid.x": 2 }, { loads: [3] });
  assert.deepEqual([loads[0].location, stores[0].location, stores[0].value, steps], ["x+8", "x+8", 1.5, 11]);
  assert.deepEqual(run(text, { n: 1, "[x]": 5 }).stores[0].value, 2.5);
  assert.deepEqual(run(text, { n: 0 }).stores, []);
  assert.throws(() => run(text, { n: 1 }), /a value is missing for %f1 = \[%rd3\], one of 1 loads/);
  assert.throws(() => run(text, { n: 1 }, { function: "third" }), /no function `third`; it has half/);
});

test("products of matrices", () => {
  const half = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32";
  const row = { a: ["2048", "0.5", "0.25", "0.125"], b: ["-4096", -1, bits(0xbc00), "-1"], c: "2^23" };
  const on = (target) => mma(half, row, { target });
  assert.deepEqual(["sm_80", "sm_90"].map((target) => on(target).text), ["-0.5", "-0.75"]);
  assert.equal(on("sm_90").bits, 0xbf400000);
  assert.equal(on("sm_90").value, -0.75);
  assert.equal(on("sm_90").report.steps[0].zeroExponent, -133);
  assert.equal(mma(half, { a: Uint16Array.of(0x3c00), b: [2] }).value, 2);
  assert.equal(mma(half.replace("m16n8k16", "m16n8k8").replaceAll("f16", "tf32"), { a: Float32Array.of(1.5), b: 2 }).value, 3);
  assert.throws(() => mma(half, { a: Float32Array.of(1), b: [1] }), /a is f16, which does not hold every number of f32/);
  assert.equal(on("sm_90").grade, "replayed");
  assert.equal(on("sm_107").bits, null);
  assert.ok(/nobody measured/.test(on("sm_107").open));
  assert.throws(() => on("sm_70"), /sm_80 or higher/);
  assert.throws(() => mma(half, { ...row, a: Array(17).fill(1) }), /expected at most 16/);
  const ones = new Uint16Array(2 * 3 * 16).fill(0x3c00);
  const c = new Uint32Array(2 * 9);
  c[4] = 0x3f800000;
  const { bits: d, values } = mmaBatch(half, { a: ones, b: ones, c }, { rows: 3, columns: 3 });
  assert.equal(d.length, 18);
  assert.deepEqual([d[0], d[4], d[17]], [0x41800000, 0x41880000, 0x41800000]);
  assert.deepEqual(Array.from(values.subarray(3, 6)), [16, 17, 16]);
  assert.deepEqual(mmaBatch(half, { a: [1, ...Array(15).fill(0)], b: Array(16).fill(2), c: Float32Array.of(3) }, { rows: 1, columns: 1 }).values, Float32Array.of(5));
  assert.throws(() => mmaBatch(half, { a: ones, b: ones, c: new Uint32Array(3) }, { rows: 3, columns: 3 }), /c has 3 elements; expected 18/);
  const scaled = "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3";
  const fours = { a: new Uint8Array(64).fill(2), b: new Uint8Array(64).fill(2), c: new Uint32Array(1) };
  const scales = { scalesA: new Uint8Array(4).fill(0x38), scalesB: new Uint8Array(4).fill(0x40) };
  assert.deepEqual(mmaBatch(scaled, { ...fours, ...scales }, { rows: 1, columns: 1 }, { target: "sm_120a" }).bits, Uint32Array.of(0x43000000));
  assert.throws(() => mmaBatch(scaled, fours, { rows: 1, columns: 1 }, { target: "sm_120a" }), /scales/);
});

test("values of a statement of PTX are constants", () => {
  assert.deepEqual(check("cvt.rn.f32.u32 %f1, 010;"), []);
  assert.ok(check("add.f32 %f1, %f2, 1;")[0].message.includes("write 1.0"));
});

test("what is wrong has places in units of JavaScript's strings, and fixes", () => {
  const [found] = check("/* 𝄞 */ add.q32 d, a, b;");
  assert.equal(found.start, 12);
  assert.equal(found.end, 16);
  assert.deepEqual(check("add.f32 d, a, b;"), []);
  const [old] = check("add.rn.bf16 %h0, %h1, %h2;", { target: "sm_80" });
  assert.ok(old.fixes.length > 0 && /^E\d{3}$/.test(old.code));
  assert.throws(() => evaluate("fma.rn.ftz.bf16", [0, 0, 0]), (error) => {
    assert.ok(error instanceof PtxError);
    assert.deepEqual([error.diagnostics[0].start, error.diagnostics[0].end], [6, 10]);
    return true;
  });
});

test("operands that do not fit are refused", () => {
  for (const operands of [[], [1], [1, 2, 3], [bits(2n ** 33n), 1], ["x", 1], [null, 1], [undefined, 1], [true, 1], [{}, 1], [[], 1], [[1, 2], 1], [new Float32Array(1), 1]]) {
    assert.throws(() => evaluate("add.f32", operands), PtxError, String(operands));
  }
  for (const wrong of [1.5, -1, 2n ** 64n, 2 ** 53, "1", null, [1.5], new Float32Array(1)]) assert.throws(() => bits(wrong), /is not a register/);
  assert.throws(() => evaluate("add.f32"), /`add.f32` takes 2 operands \(a, b\), but 0 were given/);
  assert.throws(() => evaluate("add.f32", 1, 2), PtxError);
  assert.throws(() => evaluate("add.f32", "1, 2"), /the operands are "1, 2"; expected a list such as/);
  assert.throws(() => evaluate("add.f32", [[1, 2], 3]), /operand a is one f32 and takes no list/);
  assert.throws(() => check(" ".repeat(2 ** 20 + 1)), /more than/);
  assert.throws(() => evaluateBatch("add.f32"), /takes 2 operands/);
  assert.throws(() => evaluateBatch("add.f32", [new Uint32Array(2), new Uint32Array(3)]), /lengths: 2 and 3 rows/);
  assert.throws(() => evaluateBatch("add.f32", [[1, "x"], 1]), /operand a, row 1: 'x'/);
  assert.throws(() => evaluateBatch("add.f32x2", [new Float32Array(3), 1], { target: "sm_100" }), /operand a has 2 lanes, and 3 numbers/);
  assert.throws(() => evaluateBatch("add.f16", [Uint32Array.of(65536), Uint32Array.of(0)]), PtxError);
});

test("options and other members have names that are known", () => {
  const half = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32";
  assert.throws(() => evaluate("add.f32", [1, 2], { tarjet: "sm_90" }), /unknown `tarjet` among the options; expected target, isa$/);
  assert.throws(() => run("add.f32 d, a, b;", { a: 1, b: 2 }, { load: [] }), /unknown `load` .*expected target, isa, loads, function$/);
  assert.throws(() => mma(half, { a: [1], b: [1], d: 1 }), /unknown `d` among the elements/);
  assert.throws(() => mma(half, { a: [1] }), /`b` is missing/);
  assert.throws(() => mma(half), PtxError);
  assert.throws(() => mmaBatch(half, { a: [1], b: [1], c: 0 }, { rows: 1.5, columns: 1 }), /`rows` is 1.5/);
  assert.throws(() => evaluate("add.f32", [1, 2], "sm_90"), /the options are "sm_90"; expected an object/);
  assert.throws(() => evaluate("add.f32", [1, 2], { target: 90 }), /the option `target` is 90/);
  assert.throws(() => evaluate("add.f32", [1, 2], { target: "sm_99" }), PtxError);
  assert.throws(() => evaluate("add.f32", [1, 2], { isa: "1000" }), PtxError);
  for (const wrong of [() => evaluate(1, []), () => check(), () => run(null), () => run("", 1), () => readLink(5), () => link()]) assert.throws(wrong, PtxError);
  assert.equal(evaluate("add.f32", [1, 2], { target: undefined, isa: undefined }).target, "sm_90");
  assert.ok(evaluate("fma.rn.f32.bf16", [1, 2, 3]).target !== "sm_90");
});

test("names are in camelCase", () => {
  const wrong = [];
  const visit = (data) => {
    if (typeof data !== "object" || data === null || ArrayBuffer.isView(data)) return;
    for (const [name, value] of Object.entries(data)) {
      if (name.includes("_")) wrong.push(name);
      visit(value);
    }
  };
  const quotient = evaluate("div.full.f32", [4.6875, 0.9375]);
  visit([quotient, quotient.steps(), run("div.full.f32 q, a, b;", { a: 1, b: 3 }), mma("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", { a: [1], b: [1] })]);
  assert.deepEqual(wrong, []);
});

test("init is not needed", () => {
  assert.ok(init() instanceof Promise);
});
