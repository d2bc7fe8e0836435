// The smallest project of each kind: CommonJS, and esbuild for browsers and for Node, without settings.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "node:test";

const { PTXFP_ESBUILD: ESBUILD, PTXFP_CHROMIUM: CHROMIUM } = process.env;
const WITHOUT_ESBUILD = ESBUILD ? false : "PTXFP_ESBUILD names no esbuild";
const OLD_NODE = (() => {
  const [major, minor] = process.versions.node.split(".").map(Number);
  const isNew = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
  return isNew ? false : "this Node.js has no `require` of modules; 20.19 and 22.12 have";
})();

const MAIN = `
import { evaluate, evaluateBatch } from "ptxfp";
const values: number[] = [evaluate("add.f32", [1, 2]).value, ...evaluateBatch("add.f32", [Float32Array.of(1, 2), 0.5]).values] as number[];
if (typeof document === "undefined") console.log(values.join(" "));
else document.body.textContent = "values " + values.join(" ");
`;
const EXPECTED = "3 1.5 2.5";

/** Runs a test in a folder outside everything. */
function elsewhere(run) {
  const folder = mkdtempSync(join(tmpdir(), "ptxfp-project-"));
  try {
    run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Bundles the program beside this file, where the package is, and returns the bundle. */
function bundled(folder, name, ...options) {
  const bundle = join(folder, name);
  const input = { input: MAIN, cwd: process.cwd(), encoding: "utf8" };
  const { status, stderr } = spawnSync(ESBUILD, ["--bundle", "--loader=ts", "--log-level=warning", `--outfile=${bundle}`, ...options], input);
  assert.equal(status, 0, stderr);
  assert.equal(stderr, "");
  return bundle;
}

test("require", { skip: OLD_NODE }, () => {
  const program = 'console.log(require("ptxfp").evaluate("add.f32", [1, 2]).value)';
  const options = ["--no-warnings", "--input-type=commonjs", "--eval", program];
  assert.equal(execFileSync(process.execPath, options, { encoding: "utf8" }).trim(), "3");
});

test("init, and init again", () => {
  const program = 'import { evaluate, init } from "ptxfp"; await Promise.all([init(), init()]); await init(); console.log(evaluate("add.f32", [1, 2]).value)';
  const options = ["--input-type=module", "--eval", program];
  assert.equal(execFileSync(process.execPath, options, { encoding: "utf8" }).trim(), "3");
});

for (const options of [["--platform=node", "--format=esm"], ["--platform=node"], ["--format=esm", "--target=es2020", "--minify"]]) {
  test(`esbuild --bundle ${options.join(" ")}`, { skip: WITHOUT_ESBUILD }, () => {
    elsewhere((folder) => {
      const isModule = options.includes("--format=esm");
      const bundle = bundled(folder, isModule ? "bundle.mjs" : "bundle.cjs", ...options);
      const output = execFileSync(process.execPath, [bundle], { cwd: folder, encoding: "utf8" });
      assert.equal(output.trim(), EXPECTED);
    });
  });
}

test("what is not used is not in a bundle", { skip: WITHOUT_ESBUILD }, () => {
  const input = { input: 'import { PtxError } from "ptxfp"; console.log(PtxError.name);', cwd: process.cwd(), encoding: "utf8" };
  const { stdout } = spawnSync(ESBUILD, ["--bundle", "--format=esm"], input);
  assert.ok(stdout.length > 0 && stdout.length < 2_000, `${stdout.length} characters`);
});

test("esbuild --bundle, in Chromium from a file", { skip: WITHOUT_ESBUILD || (CHROMIUM ? false : "PTXFP_CHROMIUM names no browser"), timeout: 120_000 }, () => {
  elsewhere((folder) => {
    bundled(folder, "bundle.js", "--target=es2020");
    const page = join(folder, "page.html");
    writeFileSync(page, '<!doctype html><meta charset="utf-8"><body><script src="bundle.js"></script>');
    const options = ["--headless=new", "--no-sandbox", "--disable-gpu", `--user-data-dir=${join(folder, "profile")}`, "--dump-dom"];
    const shown = execFileSync(CHROMIUM, [...options, pathToFileURL(page).href], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    assert.match(shown, new RegExp(`values ${EXPECTED}<`));
  });
});
