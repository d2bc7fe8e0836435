// The imports of the other packages: from the core only names that it exports, and nothing from others.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import * as core from "ptxfp";

const IMPORT = /(?:import|export)\s*(?:\{([^}]*)\}|[*\w\s,]*)?\s*(?:from\s*)?["']([^"']+)["']|\bimport\(|\brequire\(/g;

/** The imports of the scripts of a package: names, and where they are from. */
function imports(name) {
  const folder = new URL(`node_modules/${name}/`, import.meta.url);
  const scripts = readdirSync(folder).filter((file) => file.endsWith(".js"));
  assert.ok(scripts.length > 0, name);
  return scripts.flatMap((file) => {
    const text = readFileSync(new URL(file, folder), "utf8").replace(/^\s*\/\/.*$/gm, "");
    return [...text.matchAll(IMPORT)].map(([statement, names, from]) => {
      assert.ok(from, `${name}/${file}: ${statement}`);
      return { names: (names ?? "").split(",").map((each) => each.trim().split(/\s+as\s+/)[0]).filter(Boolean), from };
    });
  });
}

test("the plugin imports what the core exports", () => {
  const found = imports("docusaurus-plugin-ptx-float");
  const names = found.filter(({ from }) => from === "ptxfp").flatMap(({ names }) => names);
  assert.ok(names.includes("embed"));
  for (const name of names) assert.ok(name in core, name);
  for (const { from } of found) assert.ok(from === "ptxfp" || from.startsWith("./"), from);
});

test("the element imports nothing", () => {
  assert.deepEqual(imports("ptx-float-element"), []);
});
