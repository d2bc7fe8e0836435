// Numbers of every format as JavaScript sees them, beside the instructions that convert them.
import assert from "node:assert/strict";
import { test } from "node:test";

import { bits, evaluateBatch } from "ptxfp";

const ALL = Uint16Array.from({ length: 2 ** 16 }, (_, index) => index);
const ON = { target: "sm_100a" };

/** Numbers with one NaN, which has no sign here. */
function plain(numbers) {
  return Array.from(numbers, (number) => (Number.isNaN(number) ? NaN : number));
}

for (const format of ["f16", "bf16"]) {
  test(`every ${format}`, () => {
    const negated = evaluateBatch(`neg.${format}`, [ALL], ON);
    const widened = evaluateBatch(`cvt.f32.${format}`, [Uint16Array.from(negated.bits)], ON);
    assert.deepEqual(plain(negated.values), plain(new Float32Array(widened.bits.buffer)));
  });
}

for (const format of ["e4m3x2", "e5m2x2", "e2m3x2", "e3m2x2"]) {
  test(`every pair of ${format}`, () => {
    const wide = evaluateBatch(`cvt.rn.f16x2.${format}`, [ALL.map((pair) => (/^e[23]m[23]/.test(format) ? pair & 0x3f3f : pair))], ON);
    const narrow = evaluateBatch(`cvt.rn.satfinite.${format}.f32`, [wide.values.filter((_, lane) => lane % 2), wide.values.filter((_, lane) => lane % 2 === 0)], ON);
    // Infinity becomes the largest number.
    const limited = plain(wide.values).map((number) => (Math.abs(number) === Infinity ? Math.sign(number) * 57344 : number));
    assert.deepEqual(plain(narrow.values), limited);
  });
}

test("every e8m0", () => {
  const scales = Uint16Array.from({ length: 255 }, (_, exponent) => exponent * 257);
  const { values } = evaluateBatch("cvt.rn.bf16x2.ue8m0x2", [scales], ON);
  assert.deepEqual(plain(values), plain(Float32Array.from({ length: 510 }, (_, lane) => 2 ** ((lane >> 1) - 127))));
  const back = evaluateBatch("cvt.rz.ue8m0x2.f32", [values.filter((_, lane) => lane % 2), 1], ON);
  assert.deepEqual(plain(back.values.filter((_, lane) => lane % 2)), plain(values.filter((_, lane) => lane % 2)));
});

test("numbers in f32 are those numbers in f64", () => {
  const words = Uint32Array.from({ length: 100_000 }, (_, index) => (index * 2654435761) >>> 0);
  const numbers = new Float32Array(words.buffer);
  const { values } = evaluateBatch("neg.f64", [numbers]);
  assert.deepEqual(plain(values), plain(Array.from(numbers, (number) => -number)));
  assert.deepEqual(plain(evaluateBatch("cvt.f64.f32", [numbers]).values), plain(numbers));
});

test("integers", () => {
  const numbers = BigInt64Array.of(-(2n ** 63n), -1n, 2n ** 62n);
  assert.deepEqual(evaluateBatch("cvt.rn.f64.s64", [numbers]).values, Float64Array.from(numbers, Number));
  assert.deepEqual(evaluateBatch("cvt.rn.f64.s64", [Int32Array.of(-5)]).values, Float64Array.of(-5));
  assert.deepEqual(evaluateBatch("cvt.rni.s16.f32", [Float32Array.of(-5.5, 70000)]).values, Int32Array.of(-6, 32767));
  assert.deepEqual(evaluateBatch("cvt.rni.u8.f32", [bits(0x43000000)]).values, Uint32Array.of(128));
  assert.deepEqual(evaluateBatch("cvt.rzi.s64.f64", [-(2 ** 40)]).values, BigInt64Array.of(-(2n ** 40n)));
});
