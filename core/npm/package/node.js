// What Node loads.
import { readFileSync } from "node:fs";

import { initSync } from "./ptxfp.js";

initSync({ module: readFileSync(new URL("./ptxfp_bg.wasm", import.meta.url)) });

export * from "./api.js";
