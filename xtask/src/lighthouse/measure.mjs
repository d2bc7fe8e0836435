// Serves a folder as a host would, compressed, and runs Lighthouse on it.
//
// node measure.mjs PROGRAM FOLDER RUNS
//
// Prints a line for each number: the device, what is measured, the number; and one for each rule
// that the page breaks: the device, `fails`, the rule.

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

const [program, folder, runs] = process.argv.slice(2);

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
};
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const AUDITS = ['largest-contentful-paint', 'cumulative-layout-shift', 'total-blocking-time'];
const DEVICES = { mobile: [], desktop: ['--preset=desktop'] };

async function answer(request, response) {
  const path = normalize(new URL(request.url, 'http://localhost').pathname);
  const file = join(folder, path.endsWith(sep) ? join(path, 'index.html') : path);
  const content = await readFile(file).catch(() => null);
  if (content === null) {
    response.writeHead(404).end();
    return;
  }
  const headers = { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' };
  if (/\bgzip\b/.test(request.headers['accept-encoding'])) {
    headers['content-encoding'] = 'gzip';
  }
  response.writeHead(200, headers);
  response.end(headers['content-encoding'] ? gzipSync(content, { level: 9 }) : content);
}

async function report(address, options) {
  const flags = '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage';
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, address, '--output=json', '--quiet', '--no-enable-error-reporting', flags, ...options],
    { maxBuffer: 2 ** 28 },
  );
  const found = JSON.parse(stdout);
  if (found.runtimeError) throw new Error(found.runtimeError.message);
  return found;
}

const server = createServer(answer).listen(0, '127.0.0.1');
try {
  await new Promise(ready => server.once('listening', ready));
  const address = `http://127.0.0.1:${server.address().port}/`;
  for (const [device, options] of Object.entries(DEVICES)) {
    for (let run = 0; run < Number(runs); run++) {
      const { audits, categories, environment } = await report(address, options);
      const say = (what, found) => console.log(`${device} ${what} ${found}`);
      for (const name of CATEGORIES) say(name, categories[name].score * 100);
      for (const name of AUDITS) say(name, audits[name].numericValue);
      say('benchmark', environment.benchmarkIndex);
      // What costs points where all are wanted.
      const rules = CATEGORIES.slice(1).flatMap(name => categories[name].auditRefs);
      for (const { id } of rules.filter(rule => rule.weight > 0)) {
        if (audits[id].score !== null && audits[id].score < 1) say('fails', `${id}: ${audits[id].title}`);
      }
    }
  }
} finally {
  server.close();
  server.closeAllConnections();
}
