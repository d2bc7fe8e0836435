// Many registers, beside the answers of the command `ptxfp eval --batch`.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

import { evaluate, evaluateBatch } from "ptxfp";

const N = 100_000;
const FORMS = `
add.rn.f32 add.rz.ftz.f32 add.rm.sat.f32 sub.rp.f32 mul.rn.f32 mul.ftz.sat.f32 fma.rn.f32 fma.rp.ftz.f32
div.rn.f32 div.full.f32 div.approx.ftz.f32 rcp.rn.f32 rcp.approx.f32 sqrt.rn.f32 sqrt.approx.f32 rsqrt.approx.f32
sin.approx.f32 lg2.approx.f32 ex2.approx.ftz.f32 tanh.approx.f32 min.f32 max.NaN.f32 abs.f32 neg.ftz.f32
add.f16 mul.rn.f16x2 fma.rn.relu.f16 fma.rn.bf16x2 add.rn.bf16 max.bf16x2 ex2.approx.f16x2
add.rn.f64 mul.rz.f64 fma.rn.f64 div.rn.f64 sqrt.rm.f64
cvt.rn.f16.f32 cvt.rz.bf16x2.f32 cvt.rn.satfinite.e4m3x2.f32 cvt.rn.f16x2.e5m2x2 cvt.f64.f32 cvt.rn.f32.f64
`.trim().split(/\s+/);

/** A generator whose numbers are the same in every run. */
function* random(seed) {
  let state = BigInt(seed) + 1n;
  for (;;) {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    yield (state >> 32n) ^ state;
  }
}

for (const [number, form] of FORMS.entries()) {
  test(`${form}: ${N} registers`, { skip: process.env.PTXFP_COMMAND ? false : "PTXFP_COMMAND names no command" }, () => {
    const shape = widths(form);
    const numbers = random(number);
    const columns = shape.map((width) => {
      const Kind = width > 32 ? BigUint64Array : Uint32Array;
      return Kind.from({ length: N }, () => {
        const bits = BigInt.asUintN(width, numbers.next().value);
        return width > 32 ? bits : Number(bits);
      });
    });
    const { bits: results } = evaluateBatch(form, columns);
    const lines = Array.from({ length: N }, (_, row) => `9.1 sm_90 ${form} ${columns.map((column) => `0x${column[row].toString(16)}`).join(" ")}\n`);
    const { stdout, status } = spawnSync(process.env.PTXFP_COMMAND, ["eval", "--batch"], { input: lines.join(""), maxBuffer: 2 ** 28, encoding: "latin1" });
    assert.equal(status, 0);
    const answers = stdout.trimEnd().split("\n");
    assert.equal(answers.length, N);
    answers.forEach((answer, row) => {
      const [, bits] = answer.split(" ");
      if (BigInt(`0x${bits}`) !== BigInt(results[row])) assert.fail(`${lines[row]}${answer}, not ${results[row].toString(16)}`);
    });
  });
}

/** The widths of the operands. */
function widths(form) {
  for (let n = 1; n <= 3; n += 1) {
    try {
      return evaluate(form, Array(n).fill(0)).report.operands.map(({ bits }) => 4 * (bits.length - 2));
    } catch (error) {
      if (n === 3) throw error;
    }
  }
}
