// The smallest project of other bundlers, without settings. The stage `tools` of xtask runs it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "node:test";

const { PTXFP_BUNDLERS: BUNDLERS, PTXFP_CHROMIUM: CHROMIUM } = process.env;
const skip = BUNDLERS ? false : "PTXFP_BUNDLERS names no folder with bundlers; `cargo xtask test --only tools` does";
const MAIN = `import { evaluate, evaluateBatch } from "ptxfp";
const values = [evaluate("add.f32", [1, 2]).value, ...evaluateBatch("add.f32", [Float32Array.of(1, 2), 0.5]).values];
if (typeof document === "undefined") console.log(values.join(" "));
else document.body.textContent = "values " + values.join(" ");
`;
const EXPECTED = "3 1.5 2.5";

/** Runs a test in a folder that has the package and a program. */
async function project(run) {
  const folder = mkdtempSync(join(tmpdir(), "ptxfp-bundler-"));
  try {
    mkdirSync(join(folder, "node_modules"));
    cpSync(join(process.cwd(), "node_modules/ptxfp"), join(folder, "node_modules/ptxfp"), { recursive: true, dereference: true });
    writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
    writeFileSync(join(folder, "main.js"), MAIN);
    await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A bundler from the folder that has them. */
function load(name) {
  const from = createRequire(join(BUNDLERS, "package.json"));
  return import(pathToFileURL(from.resolve(name)).href);
}

function runs(script) {
  assert.equal(execFileSync(process.execPath, [script], { cwd: tmpdir(), encoding: "utf8" }).trim(), EXPECTED);
}

/** The text of a page in Chromium. */
function shown(page, profile) {
  const options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files", `--user-data-dir=${profile}`, "--dump-dom"];
  return execFileSync(CHROMIUM, [...options, pathToFileURL(page).href], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

test("Vite", { skip: skip || (CHROMIUM ? false : "PTXFP_CHROMIUM names no browser"), timeout: 300_000 }, () =>
  project(async (folder) => {
    const { build } = await load("vite");
    writeFileSync(join(folder, "index.html"), '<!doctype html><body><script type="module" src="/main.js"></script>');
    await build({ root: folder, base: "./", logLevel: "error", configFile: false });
    assert.deepEqual(readdirSync(join(folder, "dist/assets")).filter((name) => !name.endsWith(".js")), []);
    assert.match(shown(join(folder, "dist/index.html"), join(folder, "profile")), new RegExp(`values ${EXPECTED}<`));
  }));

for (const target of ["web", "node"]) {
  test(`webpack for ${target}`, { skip, timeout: 300_000 }, () =>
    project(async (folder) => {
      const { default: webpack } = await load("webpack");
      const settings = { context: folder, entry: "./main.js", target, mode: "production", output: { path: join(folder, "dist"), filename: "main.cjs" } };
      const result = await new Promise((resolve, reject) => webpack(settings, (error, stats) => (error ? reject(error) : resolve(stats))));
      assert.ok(!result.hasErrors(), result.toString());
      runs(join(folder, "dist/main.cjs"));
    }));
}

test("Rollup", { skip, timeout: 300_000 }, () =>
  project(async (folder) => {
    const { rollup } = await load("rollup");
    const { default: nodeResolve } = await load("@rollup/plugin-node-resolve");
    const bundle = await rollup({ input: join(folder, "main.js"), plugins: [nodeResolve()], onwarn: ({ message }) => assert.fail(message) });
    await bundle.write({ file: join(folder, "bundle.mjs") });
    await bundle.close();
    runs(join(folder, "bundle.mjs"));
  }));

for (const [name, ...options] of [["deno", "run", "--quiet"], ["bun", "run"]]) {
  const program = process.env[`PTXFP_${name.toUpperCase()}`];
  test(name, { skip: program ? false : `PTXFP_${name.toUpperCase()} names no ${name}`, timeout: 120_000 }, () =>
    project(async (folder) => {
      const output = execFileSync(program, [...options, join(folder, "main.js")], { cwd: folder, encoding: "utf8" });
      assert.equal(output.trim(), EXPECTED);
    }));
}
