import type { EvaluationReport, Guarantee, MatrixReport, Step } from "./report.js";

export * from "./report.js";

/** A register as an unsigned integer: a `bigint` if its type has more than 32 bits. */
export type Register = number | bigint;

/** A number: a `bigint` if it is an integer of 64 bits. A predicate is 0 or 1. */
export type Value = number | bigint;

/** Unsigned integers that `bits` marked as registers. */
export interface Bits extends Iterable<Bits> {
  readonly registers: readonly bigint[];
}

/** A number (`1.5`, `3n`), a text as the playground reads it (`"1/3"`, `"-inf"`, `"0x3f80"`), or a register. */
export type Scalar = number | bigint | string | Bits;

/** An operand; of several lanes, a list of them, lane 0 first, or a text with the highest first: `"{2, 1}"`. */
export type Operand = Scalar | readonly Scalar[];

/** The target and version to check a statement for. */
export interface Options {
  /** The target: by default `sm_90`, or the newest one that has the instruction; of matrices one whose results are known. */
  target?: string;
  /** The PTX ISA version, such as `9.1`; the newest by default. */
  isa?: string;
}

/** The comparison of a recorded result with the current one. */
export type Verdict = "reproduced" | "observed" | "permitted" | "differs";

/** A number with its bits. */
export interface Datum {
  bits: Register;
  value: Value;
  /** The number in decimal, or `inf`, `-inf`, `NaN`. */
  text: string;
}

/** A lane of a result. */
export interface Lane extends Datum {
  guarantee: Guarantee;
  /** The least and the greatest result that the ISA permits, where it permits an interval. */
  permitted: [Datum, Datum] | null;
  /** The observed result, where one is known. */
  observed: Datum | null;
}

/** An operand of an evaluation. */
export interface OperandRegister {
  /** Its name in the syntax line. */
  name: string;
  /** Its type, such as `.f16x2`. */
  type: string;
  bits: Register;
  /** The number, or those of its lanes, lane 0 first. */
  value: Value | Value[];
}

/** The result of an instruction. */
export interface Evaluation {
  /** Opcode and modifiers. */
  instruction: string;
  target: string;
  isa: string;
  /** The operands, in the order of the syntax line. */
  operands: OperandRegister[];
  /** The destination register: the result that the ISA determines, or the reference where it permits several. */
  bits: Register;
  /** The number in it, or those of its lanes, lane 0 first. */
  value: Value | Value[];
  /** The lanes of the destination, the least significant first. */
  lanes: Lane[];
  /** The guarantee of the least certain lane. */
  guarantee: Guarantee;
  /** The link that the playground opens: the part of an address after `#`. */
  link: string;
  /** Returns the steps that lead to a lane, by default lane 0. */
  steps(lane?: number): Step[];
  /** All that is known of it. */
  report: EvaluationReport;
}

/** Results of many evaluations. */
export interface Batch {
  /** The type of a register, such as `.f16x2`; of matrices, that of an element. */
  type: string;
  /** The registers: a `BigUint64Array` if they have more than 32 bits. */
  bits: Uint32Array | BigUint64Array;
  /** The numbers in them: of several lanes, lane 0 of a row first. Narrow formats are shown in f32, exactly. */
  readonly values: Float32Array | Float64Array | Int32Array | Uint32Array | BigInt64Array | BigUint64Array;
}

/** The evaluation that a link describes. */
export interface LinkedEvaluation extends Evaluation {
  /** The destination register that was recorded, if one was. */
  recorded: Register | null;
  /** The comparison with the current one. */
  verdict: Verdict | null;
}

/** A fix. */
export interface Fix {
  /** The label of a button for it. */
  label: string;
  /** The new text of opcode and modifiers. */
  spelling?: string;
  /** The new text of the whole statement. */
  statement?: string;
  /** The version and the target that have it. */
  isa?: string;
  target?: string;
}

/** An error in a text. */
export interface Diagnostic {
  /** The kind, such as `E003`; none for links. */
  code: string | null;
  message: string;
  /** Its start in the text, in UTF-16 units. */
  start: number;
  /** Its end. */
  end: number;
  /** The section of the ISA that has the rule. */
  section: string | null;
  /** The fixes, the likeliest first. */
  fixes: Fix[];
}

/** A result of a register of a program. */
export interface ProgramValue {
  /** The bits; null if they are not known. */
  bits: Register | null;
  /** The number, or those of its lanes, lane 0 first; null if the bits or their type are not known. */
  value: Value | Value[] | null;
  /** The numbers of its lanes in decimal, lane 0 first. */
  texts: string[];
}

/** A register of a program. */
export interface ProgramRegister extends ProgramValue {
  name: string;
  /** The type that it is read as, such as `.f32`; null if only its width is known. */
  type: string | null;
  standing: "determined" | "any NaN" | "contracted" | "reference" | "unknown";
  /** The other results that contraction leaves. */
  others?: ProgramValue[];
  /** The intervals of lanes, lane 0 first, where not all bits are guaranteed. */
  within?: [Datum, Datum][];
  /** The first line that leaves bits open. */
  openSince?: number;
  /** The line that is not evaluated and that it depends on, if it is unknown. */
  unknownSince?: number;
  /** The result that follows if approximate instructions return what GPUs were observed to return. */
  observed?: ProgramValue;
  /** Whether other permitted results of approximate instructions lead to different bits, where known. */
  couldDiffer?: boolean;
  /** The address that it holds in a kernel, by the pointer or variable that it was computed from. */
  pointer?: string;
}

/** A statement of a program, and its results. */
export interface ProgramStatement {
  line: number;
  text: string;
  results: ProgramRegister[];
  /** The reason for several results, if there may be several. */
  contraction?: string;
  /** The evidence for the result of GPUs, if it is approximate and that result is known. */
  grade?: "measured" | "same code" | "composed";
  /** Whether its guard prevents it in a kernel. */
  isSkipped?: boolean;
}

/** The outcome of a program. */
export interface Program {
  target: string;
  isa: string;
  inputs: ProgramRegister[];
  /** Sentences about inputs that depend on each other in the text around inline assembly, but not here. */
  dependent?: string[];
  statements: ProgramStatement[];
  outputs: ProgramRegister[];
  link: string;
  /** The function that runs, of a kernel. */
  function?: string | null;
  /** The number of statements that were run, of a kernel. */
  steps?: number;
  /** Assumptions and remarks, in sentences. */
  notes?: string[];
  /** The elements that a kernel loads and has not stored before, in the order of execution. */
  loads?: Moved[];
  /** The elements that it stores, in the order of execution. */
  stores?: Moved[];
}

/** An element that a kernel loads or stores. */
export interface Moved extends ProgramRegister {
  line: number;
  /** The address as written. */
  address: string;
  /** The address by the pointer or variable that it was computed from, such as `x+16`. */
  location: string | null;
  /** Whether it is open whether the statement runs. */
  isConditional?: boolean;
}

/** Options of `run`; `loads` and `function` are for kernels. */
export interface RunOptions extends Options {
  /** The values of loads in the order of execution, one for each element. */
  loads?: readonly Operand[] | Bits;
  /** The function that runs, where the text has several. */
  function?: string;
}

/** Elements of matrices: a typed array, or a list of numbers, texts and registers. */
export type Column = TypedColumn | Bits | readonly Operand[] | Scalar;

/**
 * A typed array. Unsigned integers are registers. Others are numbers of the operand's own type, lane 0 of a
 * row first, or of a type whose numbers it all holds: f32 for f64, but not f64 for f32.
 */
export type TypedColumn =
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | BigUint64Array
  | Float32Array
  | Float64Array
  | Float16
  | Int8Array
  | Int16Array
  | Int32Array
  | BigInt64Array;

/** A `Float16Array`, which older declarations of JavaScript lack. */
export interface Float16 extends ArrayBufferView {
  readonly length: number;
  readonly [Symbol.toStringTag]: "Float16Array";
}

/** The operands of an element of d = c + row · column. */
export interface Elements {
  /** The row of a, in ascending k; elements that are missing are 0. */
  a: Column;
  /** The column of b. */
  b: Column;
  /** The element of c; 0 by default. */
  c?: Column;
  /** The scales of the row, of instructions with scales. */
  scalesA?: Column;
  /** The scales of the column. */
  scalesB?: Column;
}

/** An element of d, as GPUs were observed to return it. It is no guarantee. */
export interface MatrixElement {
  instruction: string;
  target: string;
  isa: string;
  /** The bits; null if nobody knows them. */
  bits: Register | null;
  value: Value | null;
  /** The number in decimal. */
  text: string | null;
  /** The grade of the evidence; null for integers, which the ISA defines. */
  grade: string | null;
  /** The reason for which nobody knows the result. */
  open: string | null;
  /** All that is known of it, with every term. */
  report: MatrixReport;
}

/** Matrices, one after the other. */
export interface Matrices {
  /** Rows of a, each of the instruction's K elements. */
  a: Column;
  /** Columns of b, each of K elements: b transposed. */
  b: Column;
  /** c, row after row. */
  c: Column;
  /** The scales of each row, of instructions with scales. */
  scalesA?: Column;
  /** The scales of each column. */
  scalesB?: Column;
}

/** The error for anything that cannot be evaluated. */
export class PtxError extends Error {
  /** The errors with their positions; empty if there are none. */
  diagnostics: Diagnostic[];
}

/**
 * Compiles the core beside the thread of the page. Nobody has to call it: the first use of another function
 * compiles, too, but lets the page wait.
 */
export function init(): Promise<void>;

/** Marks unsigned integers as registers: `bits(0x3f800000)` is 1 in f32. Unsigned typed arrays need no mark. */
export function bits(registers: Register | readonly Register[] | Uint8Array | Uint16Array | Uint32Array | BigUint64Array): Bits;

/** Evaluates an instruction, such as `fma.rn.relu.bf16x2`. */
export function evaluate(statement: string, operands: readonly Operand[] | Bits, options?: Options): Evaluation;

/**
 * Evaluates an instruction on many operands: a column for each. A column of one row is that operand in every
 * row. At most 2^26 rows.
 */
export function evaluateBatch(statement: string, columns: readonly Column[], options?: Options): Batch;

/** Evaluates an element of d of an instruction of tensor cores, such as `mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32`. */
export function mma(instruction: string, elements: Elements, options?: Options): MatrixElement;

/**
 * Multiplies matrices of a number of rows and columns each, with the instruction's K. Throws where
 * nobody knows an element. At most 2^26 elements. The result is d, row after row.
 */
export function mmaBatch(
  instruction: string,
  matrices: Matrices,
  size: { rows: number; columns: number },
  options?: Options,
): Batch;

/** Returns the errors in a statement: none if NVIDIA's assembler accepts it. */
export function check(statement: string, options?: Options): Diagnostic[];

/**
 * Runs statements; inputs are the registers that are read before they are written, by name. One whose
 * value the text gives, in a comment or as an operand of inline assembly, may be left out.
 *
 * Of a kernel, one thread runs: its loads are `options.loads`, or inputs by name (`[x+16]` is the memory
 * 16 bytes behind the pointer `x`), and its stores are outputs.
 */
export function run(program: string, inputs?: Record<string, Operand>, options?: RunOptions): Program;

/** Returns the link to an evaluation, with its result recorded. */
export function link(statement: string, operands: readonly Operand[] | Bits, options?: Options): string;

/** Reads a link, evaluates it, and compares the result with the recorded one. */
export function readLink(text: string): LinkedEvaluation;

/** The element `<ptx-float>` in a document. */
export interface Embedded {
  /** Its attributes; `readonly` has an empty value. `state` is the link to what it shows. */
  attributes: Record<string, string>;
  /** The sentence that says the same where the element is not shown, without a full stop. */
  sentence: { text: string; isCode: boolean }[];
}

/** What a document says about an element: names with their values, `null` for a name that stands alone. */
export type EmbedOptions = Record<string, string | null> | Iterable<readonly [string, string | null]>;

/**
 * Reads a statement with its operands, or a link, and compares the result that is stated or recorded.
 * Throws a `PtxError` with every mistake. docs/embed.md describes the options.
 */
export function embed(source: string, options?: EmbedOptions): Embedded;

/** Like `embed` for a fenced block of Markdown; null if its words do not begin with `ptx float`. */
export function embedBlock(words: string, body: string): Embedded | null;

/** Returns the address of a playground's folder with a slash at its end; throws if it is none. */
export function site(address: string): string;
