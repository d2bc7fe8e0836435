// The remark step of the Docusaurus plugin, on trees as remark makes them.
import assert from "node:assert/strict";
import { test } from "node:test";

import plugin, { remark } from "docusaurus-plugin-ptx-float";

/** Returns the result of a block, and the messages about it. */
function step(value, meta = "float", options = {}) {
  return stepOf({ type: "code", lang: "ptx", meta, value }, options);
}

/** The replacement of `<PtxFloat>`. */
function component(given, children = []) {
  const attributes = Object.entries(given).map(([name, value]) => ({ type: "mdxJsxAttribute", name, value }));
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
  assert.equal(sentence, "add.rn.f16 2048, 1 is 2048, 0x6800, on sm_90.");
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
  assert.throws(() => component({ statement: "add.rn.f16 2048, 1", result: "2050" }), /the block states another one/);
  assert.throws(() => component({ statement: { type: "mdxJsxAttributeValueExpression" } }), /known when the site is built/);
  assert.throws(() => component({ stament: "add.f32 1, 2" }), /takes statement, result/);
});

test("other blocks stay", () => {
  assert.equal(step("add.rn.f16 1, 2", null).node.type, "code");
});

test("the script is in the head", () => {
  const [tag] = plugin(null, { host: "https://playground.example/" }).injectHtmlTags().headTags;
  assert.equal(tag.attributes.src, "https://playground.example/ptx-float.js");
  assert.throws(() => plugin(null, {}), /host/);
});
