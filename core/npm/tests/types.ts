// What users write compiles, and what is wrong does not.
import { PtxError, check, embed, evaluate, evaluateBatch, link, mma, mmaBatch, readLink, run } from "ptxfp";
import type { Evaluation, Verdict } from "ptxfp";
import { define } from "ptx-float-element";
import type { PtxFloatAttributes } from "ptx-float-element";

const sum: Evaluation = evaluate("add.f32", ["1.5", 0x40000000, 1n], { target: "sm_90", isa: "9.1" });
const ends: [number | bigint, number | bigint] | null = sum.lanes[0]!.permitted;
const verdict: Verdict | null = readLink(link("add.f32", [1, 2])).verdict;
const sums: Uint32Array | BigUint64Array = evaluateBatch("add.f32", [Uint32Array.of(1), Uint32Array.of(2)]);
const labels: string[] = check("add.q32").flatMap((found) => found.fixes.map((fix) => fix.label));
const outputs: string[] = run("add.f32 d, a, b;", { a: 1, b: "2" }).outputs.map((each) => each.name);
const text: string | null = mma("mma", { a: ["1"], b: [1] }).text;
const d: Uint32Array | BigUint64Array = mmaBatch("mma", { a: Uint8Array.of(), b: Uint8Array.of(), c: Uint32Array.of() }, { rows: 1, columns: 1 });
try {
  // @ts-expect-error: a statement is text.
  evaluate(1, []);
} catch (error) {
  if (error instanceof PtxError) error.diagnostics.map((found) => found.start);
}
define("https://playground.example/");
document.querySelector("ptx-float")?.addEventListener("change", (event) => event.detail.toUpperCase());
const element: JSX.IntrinsicElements["ptx-float"] = { state: "v1/add.f32@sm_90?a=1&b=2", readonly: true };
const attributes: PtxFloatAttributes = { theme: "auto", ui: "compact", views: "lanes,steps" };
// @ts-expect-error: no such size.
const huge: PtxFloatAttributes = { ui: "huge" };
const shown: string = embed("add.f32 1, 2", { result: "3", readonly: null }).attributes.state!;

export { attributes, d, huge, shown, element, ends, labels, outputs, sums, text, verdict };
