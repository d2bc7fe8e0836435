// The package: each function reads what it is given, asks the core, and makes objects of the answer.
// index.d.ts describes them.
import { ask, call } from "./core.js";
import { columns, lists, loads, members, operands, options, size, text, written } from "./given.js";
import { batch, element, embedded, evaluation, linked, program } from "./results.js";

export { init } from "./core.js";
export { PtxError } from "./error.js";
export { bits } from "./given.js";

const STATEMENT = ["statement", "add.rn.f32"];
const MATRICES = ["instruction", "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"];

export function evaluate(statement, given, settings) {
  const { target, isa } = options(settings);
  const spelling = text(statement, ...STATEMENT);
  const registers = operands(given);
  return evaluation(ask((core) => core.evaluate(spelling, registers, target, isa)));
}

export function evaluateBatch(statement, given, settings) {
  const { target, isa } = options(settings);
  const spelling = text(statement, ...STATEMENT);
  const all = columns(given);
  return batch(ask((core) => core.evaluateBatch(spelling, all, target, isa)));
}

export function mma(instruction, elements, settings) {
  const { target, isa } = options(settings);
  const spelling = text(instruction, ...MATRICES);
  const all = lists(elements, "elements");
  return element(ask((core) => core.mma(spelling, all, target, isa)));
}

export function mmaBatch(instruction, matrices, sizes, settings) {
  const { target, isa } = options(settings);
  const spelling = text(instruction, ...MATRICES);
  const all = lists(matrices, "matrices");
  const [rows, columns] = size(sizes);
  return batch(ask((core) => core.mmaBatch(spelling, all, rows, columns, target, isa)));
}

export function check(statement, settings) {
  const { target, isa } = options(settings);
  const given = text(statement, "statement", "add.f32 d, a, b;");
  return ask((core) => core.check(given, target, isa));
}

export function run(given, inputs = {}, settings) {
  const { target, isa, loads: loaded, function: name } = options(settings, ["loads", "function"]);
  const source = text(given, "program", "add.f32 d, a, b;");
  if (name !== undefined) text(name, "option `function`", "kernel");
  const named = members(inputs, "inputs", Object.keys(Object(inputs)), "{ a: 1 }");
  const values = Object.entries(named).map(([input, value]) => [input, written(value, `input ${input}`)]);
  const ofLoads = loads(loaded);
  return program(ask((core) => core.run(source, values, target, isa, ofLoads, name)));
}

export function link(statement, given, settings) {
  return evaluate(statement, given, settings).link;
}

export function readLink(given) {
  const link = text(given, "link", "v1/add.f32@sm_90?a=1.5&b=2");
  return linked(ask((core) => core.readLink(link)));
}

export function embed(given, settings = {}) {
  const source = text(given, "statement or link", "add.f32 1, 2");
  const pairs = Symbol.iterator in Object(settings) ? [...settings] : Object.entries(settings);
  const all = JSON.stringify(pairs.map(([name, value]) => [name, value ?? null]));
  return embedded(ask((core) => core.embed(source, all)));
}

export function embedBlock(words, body) {
  const [opening, lines] = [text(words, "words", "ptx float"), text(body, "body", "add.f32 1, 2")];
  const found = ask((core) => core.embedBlock(opening, lines) ?? "null");
  return found && embedded(found);
}

export function site(address) {
  const given = text(address, "address", "https://playground.example/");
  return call((core) => core.site(given));
}
