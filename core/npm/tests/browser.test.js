// The tests of package.test.js in a browser, which finds the package as an import map says.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { test } from "node:test";

const CHROMIUM = process.env.PTXFP_CHROMIUM;
const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm" };

const PAGE = `<!doctype html><script type="importmap">{"imports": {
  "ptxfp": "/node_modules/ptxfp/index.js", "node:test": "/shim-test.js", "node:assert/strict": "/shim-assert.js"
}}</script><script type="module">
import { results } from "node:test";
import "/package.test.js";
fetch("/results", { method: "POST", body: JSON.stringify(results) });
</script>`;

const SHIM_TEST = `export const results = [];
export function test(name, run) {
  try { run(); results.push([name, null]); } catch (error) { results.push([name, String(error)]); }
}`;

// Just what package.test.js calls.
const SHIM_ASSERT = `
const kind = (value) => Object.prototype.toString.call(value);
function same(a, b) {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || !a || !b || kind(a) !== kind(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && same(a[key], b[key]));
}
function ok(value, message) { if (!value) throw new Error(message ?? "not true"); }
export default {
  ok,
  equal: (a, b) => ok(Object.is(a, b), a + " is not " + b),
  deepEqual: (a, b) => ok(same(a, b), "other than expected"),
  throws(run, expected) {
    let thrown;
    try { run(); } catch (error) { thrown = { error }; }
    ok(thrown, "nothing is thrown");
    const { error } = thrown;
    if (expected instanceof RegExp) return ok(expected.test(error.message), error.message);
    ok(expected.prototype instanceof Error ? error instanceof expected : expected(error), "another error");
  },
};`;

test("the package in Chromium", { skip: CHROMIUM ? false : "PTXFP_CHROMIUM names no browser", timeout: 120_000 }, async () => {
  const made = { "/": ["text/html", PAGE], "/shim-test.js": ["text/javascript", SHIM_TEST], "/shim-assert.js": ["text/javascript", SHIM_ASSERT] };
  let finish;
  const finished = new Promise((resolve) => (finish = resolve));
  const server = createServer(async (request, response) => {
    if (request.method === "POST") {
      let body = "";
      for await (const part of request) body += part;
      response.end();
      return finish(JSON.parse(body));
    }
    try {
      const { pathname } = new URL(request.url, "http://localhost");
      const [type, content] = made[pathname] ?? [TYPES[extname(pathname)], await readFile(join(process.cwd(), pathname))];
      response.writeHead(200, { "content-type": type ?? "text/plain" }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const profile = await mkdtemp(join(tmpdir(), "ptxfp-profile-"));
  const address = `http://127.0.0.1:${server.address().port}/`;
  const options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", `--user-data-dir=${profile}`];
  const browser = spawn(CHROMIUM, [...options, address], { stdio: "ignore" });
  try {
    const results = await finished;
    assert.ok(results.length >= 7, "too few tests ran");
    assert.deepEqual(results.filter(([, failure]) => failure), []);
  } finally {
    const ended = new Promise((resolve) => browser.once("exit", resolve));
    browser.kill();
    await ended;
    server.close();
    server.closeAllConnections();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
