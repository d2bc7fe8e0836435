// The core's JSON as objects with numbers. index.d.ts describes what is exported.
import * as core from "./ptxfp.js";

const TARGET = "sm_90";

export class PtxError extends Error {
  name = "PtxError";

  constructor(message, diagnostics = []) {
    super(message);
    this.diagnostics = diagnostics;
  }
}

/** Calls the core, which throws JSON. */
function call(core) {
  try {
    return core();
  } catch (thrown) {
    if (typeof thrown !== "string") throw thrown;
    const { message, diagnostics } = JSON.parse(thrown);
    throw new PtxError(message, diagnostics);
  }
}

/** Calls the core, which answers with JSON or with arrays. */
function ask(question) {
  const answer = call(question);
  return typeof answer === "string" ? JSON.parse(answer) : answer;
}

/** Hexadecimal bits with every digit as a number, or as a bigint where they are more than 32. */
function bits(hex) {
  return hex.length > 10 ? BigInt(hex) : Number(hex);
}

/** An operand as the core takes it: a text, or a register as a bigint. */
function operand(given) {
  if (typeof given === "string") return given;
  if (typeof given === "number" && Number.isSafeInteger(given) && given >= 0) given = BigInt(given);
  if (typeof given !== "bigint" || given < 0n || given >> 64n) {
    throw new PtxError(`${String(given)} is not a register; expected an unsigned integer, or a value as text such as "1.5"`);
  }
  return given;
}

function lane({ bits: own, value, guarantee, permitted, observed, steps }) {
  return {
    bits: bits(own),
    text: value,
    guarantee,
    permitted: permitted ? permitted.map((end) => bits(end.bits)) : null,
    observed: observed ? bits(observed.bits) : null,
    steps,
  };
}

function evaluation({ report, guarantee }) {
  const lanes = report.lanes.map(lane);
  return {
    instruction: report.instruction,
    target: report.target,
    isa: report.isa,
    registers: report.operands.map((register) => bits(register.bits)),
    bits: bits(report.destination.bits),
    lanes: lanes.map(({ steps, ...rest }) => rest),
    guarantee,
    link: report.link,
    steps: (index = 0) => lanes[index]?.steps ?? [],
    report,
  };
}

export function evaluate(statement, operands, { target = TARGET, isa } = {}) {
  const given = Array.from(operands, operand);
  return evaluation(ask(() => core.evaluate(statement, given, target, isa)));
}

export function evaluateBatch(statement, columns, { target = TARGET, isa } = {}) {
  return ask(() => core.evaluateBatch(statement, columns, target, isa));
}

/** An element as the core takes it: a text, or bits in hexadecimal. */
function element(given) {
  const of = operand(given);
  return typeof of === "bigint" ? `0x${of.toString(16)}` : of;
}

export function mma(instruction, { a, b, c = 0, scalesA = [], scalesB = [] }, { target = TARGET, isa } = {}) {
  const lists = [a, b, [c], scalesA, scalesB].map((list) => Array.from(list, element).join(","));
  const report = ask(() => core.mma(instruction, lists, target, isa));
  return {
    instruction: report.instruction,
    target: report.target,
    isa: report.isa,
    bits: report.result ? bits(report.result.bits) : null,
    text: report.result ? report.result.value : null,
    grade: report.grade,
    open: report.open,
    report,
  };
}

export function mmaBatch(instruction, { a, b, c, scalesA, scalesB }, { rows, columns }, { target = TARGET, isa } = {}) {
  const arrays = scalesA ? [a, b, c, scalesA, scalesB] : [a, b, c];
  return ask(() => core.mmaBatch(instruction, arrays, rows, columns, target, isa));
}

export function check(statement, { target = TARGET, isa } = {}) {
  return ask(() => core.check(statement, target, isa));
}

export function run(program, inputs = {}, { target = TARGET, isa, loads, function: name } = {}) {
  const given = Object.entries(inputs).map(([name, value]) => [name, element(value)]);
  const loaded = loads && Array.from(loads, element);
  return ask(() => core.run(program, given, target, isa, loaded, name));
}

export function link(statement, operands, options) {
  return evaluate(statement, operands, options).link;
}

export function readLink(text) {
  const answer = ask(() => core.readLink(text));
  return {
    ...evaluation(answer),
    recorded: answer.recorded ? bits(answer.recorded) : null,
    verdict: answer.verdict,
  };
}

/** An element of a page as an object; its mistakes are thrown, all in one error. */
function shown({ mistakes, attributes, sentence }) {
  if (mistakes.length > 0) throw new PtxError(mistakes.join("; "));
  return {
    attributes: Object.fromEntries(attributes),
    sentence: sentence.map(([text, isCode]) => ({ text, isCode })),
  };
}

export function embed(source, options = {}) {
  const pairs = Symbol.iterator in options ? [...options] : Object.entries(options);
  const given = pairs.map(([name, value]) => [name, value ?? null]);
  return shown(ask(() => core.embed(source, JSON.stringify(given))));
}

export function embedBlock(words, body) {
  const found = ask(() => core.embedBlock(words, body) ?? "null");
  return found && shown(found);
}

export function site(address) {
  return call(() => core.site(address));
}
