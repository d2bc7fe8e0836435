// The core's WebAssembly. It is a text in a module, so that nothing has to be fetched or found: the
// package is the same in every bundler, and functions return at once.
import { PtxError } from "./error.js";
import { inflate } from "./inflate.js";
import * as bindings from "./ptxfp.js";
import { LENGTH, TEXT } from "./wasm.js";

let isReady = false;

function binary() {
  const characters = atob(TEXT);
  const compressed = new Uint8Array(characters.length);
  for (let index = 0; index < characters.length; index += 1) compressed[index] = characters.charCodeAt(index);
  return inflate(compressed, LENGTH);
}

/** The functions of the core, which the first use compiles. */
export function core() {
  if (isReady) return bindings;
  let module;
  try {
    module = new WebAssembly.Module(binary());
  } catch (error) {
    // Old Chromium compiles at most 4 KB on the thread of a page.
    if (error instanceof RangeError) error.message += "; call `await init()` of ptxfp before its other functions";
    throw error;
  }
  bindings.initSync({ module });
  isReady = true;
  return bindings;
}

/** Compiles the core beside the thread of the page. */
export async function init() {
  if (isReady) return;
  const module = await WebAssembly.compile(binary());
  if (!isReady) bindings.initSync({ module });
  isReady = true;
}

/** Calls the core; what it throws is JSON. */
export function call(question) {
  const functions = core();
  try {
    return question(functions);
  } catch (thrown) {
    if (typeof thrown !== "string") throw thrown;
    const { message, diagnostics } = JSON.parse(thrown);
    throw new PtxError(message, diagnostics);
  }
}

/** Asks the core, which throws JSON. */
export function ask(question) {
  const answer = call(question);
  return typeof answer === "string" ? JSON.parse(answer) : answer;
}
