// Makes objects of the core's JSON: names in camelCase, bits as integers, values as numbers.
import { PtxError } from "./error.js";
import { core } from "./core.js";

/** The arrays that show numbers of the core. */
const SHOWN = { f32: Float32Array, f64: Float64Array, s32: Int32Array, u32: Uint32Array, s64: BigInt64Array, u64: BigUint64Array };

/** Data with names in camelCase. */
export function camel(data) {
  if (Array.isArray(data)) return data.map(camel);
  if (typeof data !== "object" || data === null) return data;
  const renamed = Object.entries(data).map(([name, value]) => [name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()), camel(value)]);
  return Object.fromEntries(renamed);
}

/** Hexadecimal bits with every digit as a number, or as a bigint where they are more than 32. */
function integer(hex) {
  return hex.length > 10 ? BigInt(hex) : Number(hex);
}

/** The numbers in registers of a type, lane after lane. */
function values(type, registers) {
  const [format, encodings] = core().values(type, registers);
  return new SHOWN[format](encodings.buffer);
}

/** The number in a register, or those of its lanes, lane 0 first. */
function value(type, bits) {
  const all = values(type, typeof bits === "bigint" ? BigUint64Array.of(bits) : Uint32Array.of(bits));
  return all.length === 1 ? all[0] : Array.from(all);
}

/** A number with its bits. */
function datum(format, hex, text) {
  const bits = integer(hex);
  return { bits, value: value(format, bits), text };
}

/** Many results. */
export function batch([type, bits]) {
  let shown;
  return {
    type,
    bits,
    get values() {
      if (!shown) shown = values(type, bits);
      return shown;
    },
  };
}

/** An operand or a destination. */
function operand({ name, type, bits: hex }) {
  const bits = integer(hex);
  return { name, type, bits, value: value(type, bits) };
}

function lane(format, { bits, value: text, guarantee, permitted, observed }) {
  return {
    ...datum(format, bits, text),
    guarantee,
    permitted: permitted ? permitted.map((end) => datum(format, end.bits, end.value)) : null,
    observed: observed ? datum(format, observed.bits, observed.value) : null,
  };
}

/** An evaluation. */
export function evaluation({ report: given, format, guarantee }) {
  const report = camel(given);
  const { bits, value } = operand(report.destination);
  return {
    instruction: report.instruction,
    target: report.target,
    isa: report.isa,
    operands: report.operands.map(operand),
    bits,
    value,
    lanes: report.lanes.map((each) => lane(format, each)),
    guarantee,
    link: report.link,
    steps: (index = 0) => (report.lanes[index] ? report.lanes[index].steps : []),
    report,
  };
}

/** The evaluation of a link, with what it recorded. */
export function linked(answer) {
  const found = evaluation(answer);
  const recorded = answer.recorded ? integer(answer.recorded) : null;
  return { ...found, recorded, verdict: answer.verdict };
}

/** An element of a product of matrices. */
export function element(given) {
  const report = camel(given);
  const { instruction, target, isa, result, grade, open, types } = report;
  const found = result ? datum(types.d, result.bits, result.value) : { bits: null, value: null, text: null };
  return { instruction, target, isa, ...found, grade, open, report };
}

/** The end of an interval of a lane, which is lane 0 of a register that has no other. */
function end(type, hex, text) {
  const bits = integer(hex);
  const [number] = [value(type, bits)].flat();
  return { bits, value: number, text };
}

/** A register of a program; nothing is known of some, and of others only the bits. */
function register({ type, bits: hex, values: texts, others, within, observed, ...rest }) {
  const result = (given) => {
    const bits = given.bits ? integer(given.bits) : null;
    return { bits, value: type && bits !== null ? value(type, bits) : null, texts: given.values };
  };
  const found = { ...rest, type, ...result({ bits: hex, values: texts }) };
  if (others) found.others = others.map(result);
  if (observed) found.observed = result(observed);
  if (within) found.within = within.map((lane) => lane.bits.map((bits, index) => end(type, bits, lane.values[index])));
  return found;
}

/** The outcome of a program. */
export function program(given) {
  const { inputs, statements, outputs, loads, stores, problems: _, ...rest } = camel(given);
  const all = (registers) => registers.map(register);
  return {
    ...rest,
    inputs: all(inputs),
    statements: statements.map((statement) => ({ ...statement, results: all(statement.results) })),
    outputs: all(outputs),
    ...(loads ? { loads: all(loads), stores: all(stores) } : {}),
  };
}

/** An element of a page; its mistakes are thrown, all in one error. */
export function embedded({ mistakes, attributes, sentence }) {
  if (mistakes.length > 0) throw new PtxError(mistakes.join("; "));
  return {
    attributes: Object.fromEntries(attributes),
    sentence: sentence.map(([text, isCode]) => ({ text, isCode })),
  };
}
