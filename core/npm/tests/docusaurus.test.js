// The remark step of the Docusaurus plugin, on trees as remark makes them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import plugin, { remark } from "docusaurus-plugin-ptx-float";

/** Returns the result of a block, and the messages about it. */
function step(value, meta = "float", options = {}) {
  return stepOf({ type: "code", lang: "ptx", meta, value }, options);
}

/** The replacement of `<PtxFloat>`. */
function component(given, children = []) {
  return componentOf(Object.entries(given), children);
}

/** The replacement of `<PtxFloat>` with pairs of names and values. */
function componentOf(given, children = []) {
  const attributes = given.map(([name, value]) => ({ type: "mdxJsxAttribute", name, value }));
  return stepOf({ type: "mdxJsxFlowElement", name: "PtxFloat", attributes, children });
}

function stepOf(node, options = {}) {
  const said = [];
  const tree = { type: "root", children: [{ type: "blockquote", children: [node] }] };
  remark(options)(tree, {
    message: (text) => said.push(text),
    fail: (text) => { throw new Error(text); },
  });
  return { node: tree.children[0].children[0], said };
}

test("a block becomes an element with a sentence", () => {
  const { node } = step("add.rn.f16 2048, 1\n= 2048", "float target=sm_90 isa=9.1 ui=result");
  assert.equal(node.name, "ptx-float");
  const attributes = Object.fromEntries(node.attributes.map(({ name, value }) => [name, value]));
  assert.deepEqual(attributes, { state: "v1/add.rn.f16@sm_90?a=0x6800&b=0x3c00&d=0x6800", ui: "result" });
  const sentence = node.children[0].children.map(({ value }) => value).join("");
  assert.equal(sentence, "add.rn.f16 of 0x6800 (2048), 0x3c00 (1) is 0x6800 (2048) on sm_90, PTX ISA 9.1.");
});

/** The rows of the table that the tests of all tools compare. */
const TABLE = readFileSync(new URL("embed.tsv", import.meta.url), "utf8");
const ROWS = TABLE.split("\n").filter((line) => line && !line.startsWith("#")).slice(1).map((line) => line.split("\t"));

/** The attributes of an element as HTML has them. */
const html = ({ attributes }) => attributes.map(({ name, value }) => (value === null ? name : `${name}="${value}"`)).join(" ");

test("blocks and components are what the table says", () => {
  assert.ok(ROWS.length > 30);
  for (const [options, source, result, outcome] of ROWS) {
    const pairs = options.split("; ").filter(Boolean).map((option) => option.split(/=(.*)/s, 2));
    const words = pairs.map(([name, value]) => (value === undefined ? name : `${name}="${value}"`));
    const block = () => step(result ? `${source}\n= ${result}` : source, ["float", ...words].join(" ")).node;
    const given = pairs.map(([name, value]) => [name, value ?? null]);
    if (result) given.push(["result", result]);
    const own = () => componentOf([["statement", source], ...given]).node;
    for (const make of [block, own]) {
      if (outcome.startsWith("mistake: ")) {
        assert.throws(make, ({ message }) => message.includes(outcome.slice(9)), source);
      } else {
        assert.equal(html(make()), outcome);
      }
    }
  }
});

test("lanes and links", () => {
  const pairs = step("add.rn.f16x2 {1, 2}, {3, 4};").node;
  assert.match(pairs.attributes[0].value, /^v1\/add\.rn\.f16x2@sm_90\?/);
  assert.equal(step("v1/add.f32@sm_90?a=1.5&b=2&d=0x40600000").node.name, "ptx-float");
});

test("a wrong result fails or warns", () => {
  for (const wrong of ["add.rn.f16 2048, 1\n= 2050", "add.rn.q16 1, 2", "v1/add.f32@sm_90?a=1.5&b=2&d=0x40600001", ""]) {
    assert.throws(() => step(wrong), undefined, wrong);
    const { node, said } = step(wrong, "float", { wrong: "warn" });
    assert.equal(node.type, "code");
    assert.equal(said.length, 1, wrong);
  }
});

test("a component becomes the same", () => {
  const { node } = component({ statement: "add.rn.f16 2048, 1", result: "2048", isa: "9.1", ui: "result" });
  assert.deepEqual(node, step("add.rn.f16 2048, 1\n= 2048", "float isa=9.1 ui=result").node);
  const own = [{ type: "text", value: "own words" }];
  assert.equal(component({ statement: "add.rn.f16 2048, 1" }, own).node.children, own);
  assert.throws(() => component({ statement: "add.rn.f16 2048, 1", result: "2050" }), /the recorded result differs/);
  assert.throws(() => component({ statement: { type: "mdxJsxAttributeValueExpression" } }), /known when the site is built/);
  assert.throws(() => component({ stament: "add.f32 1, 2" }), /needs a `statement`/);
});

test("every mistake of a page is reported", () => {
  const block = (line, value) => ({ type: "code", lang: "ptx", meta: "float ui=huge foo=1", value, position: { start: { line, column: 1 } } });
  const tree = { type: "root", children: [block(3, "neg.f16 1"), block(9, "neg.f16 1")] };
  const said = [];
  assert.throws(() => remark()(tree, { fail: (text) => { throw new Error(text); } }), ({ message }) => {
    const [first, second] = message.split("\n");
    return first.includes("unknown option `foo`") && first.includes("`huge` is no value") && second.startsWith("9:1: unknown");
  });
  remark({ wrong: "warn" })(tree, { message: (text) => said.push(text) });
  assert.equal(said.length, 2);
  assert.throws(() => remark({ wrong: "ignore" }), /`wrong` is/);
});

test("other blocks stay", () => {
  assert.equal(step("add.rn.f16 1, 2", null).node.type, "code");
});

test("the script is in the head", () => {
  for (const host of ["https://playground.example/", "https://playground.example"]) {
    const [tag] = plugin(null, { host }).injectHtmlTags().headTags;
    assert.equal(tag.attributes.src, "https://playground.example/ptx-float.js");
  }
  assert.throws(() => plugin(null, { host: "playground" }), /is not the address of the playground/);
  assert.throws(() => plugin(null, {}), /host/);
});
