// The package as a user has it.
import assert from "node:assert/strict";
import { test } from "node:test";

import { PtxError, check, evaluate, evaluateBatch, link, mma, mmaBatch, readLink, run } from "ptxfp";

test("a value and its steps", () => {
  const sum = evaluate("add.rn.f32", ["0.1", 0x3e4ccccd]);
  assert.equal(sum.bits, 0x3e99999a);
  assert.equal(sum.guarantee, "bits");
  assert.deepEqual(sum.lanes, [{ bits: 0x3e99999a, text: sum.lanes[0].text, guarantee: "bits", permitted: null, observed: null }]);
  assert.ok(sum.steps().some((step) => step.title === "Round"));
  assert.deepEqual(sum.steps(7), []);
});

test("registers of 64 bits are bigint", () => {
  assert.equal(evaluate("add.rn.f64", ["1", "2"]).bits, 0x4008000000000000n);
  const sums = evaluateBatch("add.rn.f64", [BigUint64Array.of(0x3ff0000000000000n), BigUint64Array.of(0n)]);
  assert.deepEqual(sums, BigUint64Array.of(0x3ff0000000000000n));
});

test("what is permitted, and what was observed", () => {
  const [lane] = evaluate("div.full.f32", ["4.6875", "0.9375"]).lanes;
  assert.equal(lane.guarantee, "within");
  assert.ok(lane.permitted[0] < lane.bits && lane.bits < lane.permitted[1]);
  assert.equal(lane.observed, 0x40a00001);
});

test("a link comes back", () => {
  const text = link("add.rn.f16x2", ["{1, 2}", 0x3c003c00]);
  const read = readLink(text);
  assert.equal(read.verdict, "reproduced");
  assert.equal(read.recorded, read.bits);
  assert.equal(readLink("v1/add.f32@sm_90?a=1.5&b=2&d=0x40600001").verdict, "differs");
  assert.equal(readLink("v1/add.f32@sm_90?a=1.5&b=2").verdict, null);
});

test("a program", () => {
  const { outputs } = run("mul.rn.f32 t, a, b; add.rn.f32 d, t, c;", { a: "1.5", b: 0x40000000, c: "-3" });
  assert.deepEqual(outputs.map(({ name, bits }) => [name, bits]), [["d", "0x00000000"]]);
  const quotient = run("div.full.f32 q, a, b;", { a: "4.6875", b: "0.9375" });
  assert.deepEqual(quotient.outputs[0].observed, { bits: "0x40a00001", values: ["5.0000005"] });
  assert.equal(quotient.outputs[0].could_differ, true);
  assert.equal(quotient.statements[0].grade, "composed");
  assert.throws(() => run("add.f32 d, a, b;", { a: 1 }), /input b is missing/);
  assert.throws(() => run("add.f32 d, a, b;", { a: 1, b: 2, e: 3 }), /`e` is not an input; the inputs are a, b/);
  assert.throws(() => run("add.u32 d, a, b;", { a: "1.5", b: 1 }), /input a: '1.5' is not an integer, as u32 holds/);
  assert.equal(run("and.b32 d, a, b;", { a: "0f3fc000ff", b: 0xff }).outputs[0].bits, "0x000000ff");
  const valued = 'asm("add.u32 %0, %1, %2;" : "=r"(d) : "r"(x), "r"(7));';
  assert.equal(run(valued, { "%1": 1 }).outputs[0].bits, "0x00000008");
  const shifted = 'asm("add.u32 %0, %1, %2;" : "=r"(d) : "r"(q), "r"(q << 4));';
  assert.equal(run(shifted, { "%1": 1 }).outputs[0].bits, "0x00000011");
  assert.equal(run(shifted, { "%1": 1, "%2": 1 }).dependent.length, 1);
});

test("a kernel", () => {
  const text = `.visible .entry half(.param .u64 x, .param .u32 n) {
    ld.param.u64 %rd1, [x]; ld.param.u32 %r1, [n]; mov.u32 %r2, %tid.x;
    setp.ge.u32 %p1, %r2, %r1; @%p1 bra END; mul.wide.u32 %rd2, %r2, 4; add.s64 %rd3, %rd1, %rd2;
    ld.global.f32 %f1, [%rd3]; mul.f32 %f2, %f1, 0f3F000000; st.global.f32 [%rd3], %f2;
  END: ret; }`;
  const { stores, loads, steps } = run(text, { n: 4, "%tid.x": 2 }, { loads: ["3"] });
  assert.deepEqual([loads[0].location, stores[0].location, stores[0].values, steps], ["x+8", "x+8", ["1.5"], 11]);
  assert.deepEqual(run(text, { n: 1, "[x]": 5 }).stores[0].values, ["2.5"]);
  assert.deepEqual(run(text, { n: 0 }).stores, []);
  assert.throws(() => run(text, { n: 1 }), /a value is missing for %f1 = \[%rd3\], one of 1 loads/);
  assert.throws(() => run(text, { n: 1 }, { function: "third" }), /no function `third`; it has half/);
});

test("products of matrices", () => {
  const half = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32";
  const row = { a: ["2048", "0.5", "0.25", "0.125"], b: ["-4096", "-1", 0xbc00, "-1"], c: "2^23" };
  const on = (target) => mma(half, row, { target });
  assert.deepEqual(["sm_80", "sm_90"].map((target) => on(target).text), ["-0.5", "-0.75"]);
  assert.equal(on("sm_90").bits, 0xbf400000);
  assert.equal(on("sm_90").grade, "replayed");
  assert.equal(on("sm_107").bits, null);
  assert.ok(/nobody measured/.test(on("sm_107").open));
  assert.throws(() => on("sm_70"), /sm_80 or higher/);
  assert.throws(() => mma(half, { ...row, a: Array(17).fill(1) }), /expected at most 16/);
  const ones = new Uint16Array(2 * 3 * 16).fill(0x3c00);
  const c = new Uint32Array(2 * 9);
  c[4] = 0x3f800000;
  const d = mmaBatch(half, { a: ones, b: ones, c }, { rows: 3, columns: 3 });
  assert.equal(d.length, 18);
  assert.deepEqual([d[0], d[4], d[17]], [0x41800000, 0x41880000, 0x41800000]);
  assert.throws(() => mmaBatch(half, { a: ones, b: ones, c: new Uint32Array(3) }, { rows: 3, columns: 3 }), /c has 3 elements; expected 18/);
  const scaled = "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3";
  const fours = { a: new Uint8Array(64).fill(2), b: new Uint8Array(64).fill(2), c: new Uint32Array(1) };
  const scales = { scalesA: new Uint8Array(4).fill(0x38), scalesB: new Uint8Array(4).fill(0x40) };
  assert.deepEqual(mmaBatch(scaled, { ...fours, ...scales }, { rows: 1, columns: 1 }, { target: "sm_120a" }), Uint32Array.of(0x43000000));
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
  for (const operands of [[], [1], [1, 2, 3], [1.5, 2], [-1, 2], [2n ** 64n, 1], [2 ** 32, 1], ["x", 1], [null, 1]]) {
    assert.throws(() => evaluate("add.f32", operands), PtxError, String(operands));
  }
  assert.throws(() => evaluate("add.f32", [1, 2], { target: "sm_99" }), PtxError);
  assert.throws(() => evaluate("add.f32", [1, 2], { isa: "1000" }), PtxError);
  assert.throws(() => check(" ".repeat(2 ** 20 + 1)), /more than/);
  assert.throws(() => evaluateBatch("add.f32", [[1], [2]]), PtxError);
  assert.throws(() => evaluateBatch("add.f32", [new Uint32Array(2), new Uint32Array(3)]), /lengths/);
  assert.throws(() => evaluateBatch("add.f16", [Uint32Array.of(65536), Uint32Array.of(0)]), PtxError);
});
