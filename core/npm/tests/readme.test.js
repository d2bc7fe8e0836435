// The example of the README, which says what each line is.
import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "node:test";

const README = readFileSync(join(process.cwd(), "node_modules/ptxfp/README.md"), "utf8");

test("the README says what is returned", async () => {
  const [, example] = README.match(/```js\n(.*?)```/s);
  const checked = example.replace(/^(.*?);\s+\/\/ → (.*)$/gm, "found.push([$1, $2]);");
  const file = join(process.cwd(), "readme-example.mjs");
  writeFileSync(file, `export const found = [];\n${checked}`);
  try {
    const { found } = await import(pathToFileURL(file).href);
    assert.ok(found.length >= 10, "too few lines say what they are");
    for (const [is, expected] of found) assert.deepEqual(is, expected);
  } finally {
    rmSync(file);
  }
});

test("the size that the README names is true", () => {
  const [, size] = README.match(/about (\d+) KB/);
  const { length } = readFileSync(join(process.cwd(), "node_modules/ptxfp/wasm.js"));
  // Three quarters are left of base64 that is compressed again.
  assert.ok(Math.abs(0.757 * length - 1000 * size) < 25_000, `${Math.round((0.757 * length) / 1000)} KB`);
});
