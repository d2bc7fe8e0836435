// Reads what callers pass: options, operands and columns. One rule says what is a number and what is
// bits: a number is a number, a text is read as the playground reads it, and unsigned typed arrays and
// `bits(…)` are registers.
import { PtxError } from "./error.js";


/** Typed arrays of numbers: their format, and the array with their encodings. */
const NUMBERS = {
  Float16Array: ["f16", Uint16Array],
  Float32Array: ["f32", Uint32Array],
  Float64Array: ["f64", BigUint64Array],
  Int8Array: ["s8", Uint8Array],
  Int16Array: ["s16", Uint16Array],
  Int32Array: ["s32", Uint32Array],
  BigInt64Array: ["s64", BigUint64Array],
};

/** Typed arrays of registers, of any window and any worker. */
const REGISTERS = {
  Uint8Array,
  Uint8ClampedArray: Uint8Array,
  Uint16Array,
  Uint32Array,
  BigUint64Array,
};

/** Registers, marked as such. */
class Bits {
  constructor(registers) {
    this.registers = registers;
  }

  *[Symbol.iterator]() {
    for (const register of this.registers) yield new Bits([register]);
  }
}

/** A value as an error names it. */
function named(given) {
  if (typeof given === "string") return JSON.stringify(given.length > 40 ? `${given.slice(0, 40)}…` : given);
  if (typeof given === "bigint") return `${given}n`;
  if (given === null || typeof given !== "object") return typeof given === "function" ? "a function" : String(given);
  const kind = Object.prototype.toString.call(given).slice(8, -1);
  return /^[AEIOU](?!int)/.test(kind) ? `an ${kind}` : `a ${kind}`;
}

function isObject(given) {
  return typeof given === "object" && given !== null && !Array.isArray(given) && !ArrayBuffer.isView(given);
}

/** A text. */
export function text(given, name, example) {
  if (typeof given === "string") return given;
  throw new PtxError(`the ${name} is ${named(given)}; expected a text such as ${JSON.stringify(example)}`);
}

/** An object with no other members than those that are known. */
export function members(given, name, known, example) {
  if (!isObject(given)) throw new PtxError(`the ${name} are ${named(given)}; expected an object such as ${example}`);
  const wrong = Object.keys(given).find((key) => !known.includes(key));
  if (wrong !== undefined) throw new PtxError(`unknown \`${wrong}\` among the ${name}; expected ${known.join(", ")}`);
  return given;
}

/** The options of a function. */
export function options(given = {}, others = []) {
  const { target, isa, ...rest } = members(given, "options", ["target", "isa", ...others], '{ target: "sm_90" }');
  if (target !== undefined) text(target, "option `target`", "sm_90");
  if (isa !== undefined) text(isa, "option `isa`", "9.1");
  return { target, isa, ...rest };
}

function register(given) {
  const isInteger = typeof given === "bigint" || (typeof given === "number" && Number.isSafeInteger(given));
  if (!isInteger || given < 0 || BigInt(given) >> BigInt(64)) {
    throw new PtxError(`bits: ${named(given)} is not a register; expected an unsigned integer of at most 64 bits`);
  }
  return BigInt(given);
}

/** Marks unsigned integers as registers. */
export function bits(given) {
  const isList = Array.isArray(given) || (ArrayBuffer.isView(given) && kindOf(given) in REGISTERS);
  return new Bits(Array.from(isList ? given : [given], register));
}

function kindOf(given) {
  return given[Symbol.toStringTag];
}

/** A number or text as the core reads it, or a register as a bigint. */
function datum(given, name) {
  switch (typeof given) {
    case "string":
      return given;
    case "bigint":
      return String(given);
    case "number":
      return Object.is(given, -0) ? "-0" : String(given);
    default:
  }
  if (given instanceof Bits && given.registers.length === 1) return given.registers[0];
  const hint = ArrayBuffer.isView(given) ? "; typed arrays are columns of `evaluateBatch`" : "";
  throw new PtxError(`${name} is ${named(given)}; expected a number, a text such as "0x3f80", or bits(…)${hint}`);
}

/** An operand of several lanes is a list of them, lane 0 first; a text begins with the highest. */
function operand(given, name) {
  if (!Array.isArray(given)) return datum(given, name);
  if (given.length === 0) throw new PtxError(`${name} is an empty list; expected its lanes, lane 0 first`);
  const lanes = given.map((lane) => hexadecimal(datum(lane, name)));
  return lanes.length > 1 ? `{${lanes.reverse().join(", ")}}` : lanes[0];
}

function hexadecimal(given) {
  return typeof given === "bigint" ? `0x${given.toString(16)}` : given;
}

/** An operand as a text. */
export function written(given, name) {
  return hexadecimal(operand(given, name));
}

function list(given, name, example) {
  if (Array.isArray(given) || given instanceof Bits) return Array.from(given);
  throw new PtxError(`the ${name} are ${named(given)}; expected a list such as ${example}`);
}

/** The operands of an instruction; none are an error that the core words. */
export function operands(given = []) {
  return list(given, "operands", '[1, "0x3f80"]').map((each, index) => operand(each, `operand ${index}`));
}

/** The values of loads. */
export function loads(given) {
  return given === undefined ? undefined : list(given, "loads", "[1, 2]").map((each, index) => written(each, `load ${index}`));
}

/** A column as the core takes it: its kind, and the data. */
export function column(given, name) {
  if (given instanceof Bits) return ["registers", BigUint64Array.from(given.registers)];
  if (ArrayBuffer.isView(given)) {
    const kind = kindOf(given);
    const [format, View] = NUMBERS[kind] ?? ["registers", REGISTERS[kind]];
    if (View) return [format, new View(given.buffer, given.byteOffset, given.length)];
  }
  if (Array.isArray(given)) return ["texts", given.map((each, index) => operand(each, `${name}, row ${index},`))];
  return ["texts", [operand(given, name)]];
}

/** The columns of an instruction. */
export function columns(given = []) {
  return list(given, "columns", "[Float32Array.of(1, 2), 3]").map((each, index) => column(each, `column ${index}`));
}

const LISTS = ["a", "b", "c", "scalesA", "scalesB"];

/** The lists of a product of matrices. */
export function lists(given, name) {
  members(given, name, LISTS, "{ a: [1, 2], b: [3, 4], c: 0 }");
  for (const list of ["a", "b"]) {
    if (given[list] === undefined) throw new PtxError(`\`${list}\` is missing among the ${name}`);
  }
  const { a, b, c = 0, scalesA = [], scalesB = [] } = given;
  return [a, b, c, scalesA, scalesB].map((list, index) => column(list, `\`${LISTS[index]}\``));
}

/** The numbers of rows and columns of matrices. */
export function size(given) {
  const { rows, columns } = members(given, "sizes", ["rows", "columns"], "{ rows: 16, columns: 8 }");
  for (const [name, n] of Object.entries({ rows, columns })) {
    if (!Number.isSafeInteger(n) || n < 1 || n >= 2 ** 32) throw new PtxError(`\`${name}\` is ${named(n)}; expected a positive integer`);
  }
  return [rows, columns];
}
