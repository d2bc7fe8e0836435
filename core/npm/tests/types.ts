// Correct uses compile, and wrong ones do not.
import { PtxError, bits, check, embed, evaluate, evaluateBatch, init, link, mma, mmaBatch, readLink, run } from "ptxfp";
import type { Batch, Datum, Evaluation, EvaluationReport, Value, Verdict } from "ptxfp";
import { define } from "ptx-float-element";
import type { PtxFloatAttributes } from "ptx-float-element";

const sum: Evaluation = evaluate("add.f32", ["1.5", bits(0x40000000), 1n, 2, [1, "2"]], { target: "sm_90", isa: "9.1" });
const value: Value | Value[] = sum.value;
const ends: [Datum, Datum] | null = sum.lanes[0]!.permitted;
const report: EvaluationReport = sum.report;
const idle: boolean = sum.steps()[0]!.isIdle && report.lanes[0]!.isInexact;
const verdict: Verdict | null = readLink(link("add.f32", [1, 2])).verdict;
const sums: Batch = evaluateBatch("add.f32", [Uint32Array.of(1), Float32Array.of(2), 3, ["1/2"], bits([1, 2])]);
const registers: Uint32Array | BigUint64Array = sums.bits;
const labels: string[] = check("add.q32").flatMap((found) => found.fixes.map((fix) => fix.label));
const outputs: (number | undefined)[] = run("add.f32 d, a, b;", { a: 1, b: "2" }).outputs.map((each) => each.openSince);
const text: string | null = mma("mma", { a: ["1"], b: [1] }).text;
const d: Batch = mmaBatch("mma", { a: Uint8Array.of(), b: [1], c: 0 }, { rows: 1, columns: 1 });
const ready: Promise<void> = init();
try {
  // @ts-expect-error: a statement is text.
  evaluate(1, []);
  // @ts-expect-error: the options have no such name.
  evaluate("add.f32", [1, 2], { tarjet: "sm_90" });
  // @ts-expect-error: operands are a list.
  evaluate("add.f32", Float32Array.of(1, 2));
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

export { attributes, d, element, ends, huge, idle, labels, outputs, ready, registers, shown, sums, text, value, verdict };
