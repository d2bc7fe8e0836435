// What browsers and bundlers load.
import init from "./ptxfp.js";

await init({ module_or_path: new URL("./ptxfp_bg.wasm", import.meta.url) });

export * from "./api.js";
