/** A register: an unsigned integer; a `bigint` if it has more than 32 bits. */
export type Register = number | bigint;

/** An operand: a register, or a value as text, such as `"1.5"`, `"-inf"`, `"0x3f80"` or `"{1, 2}"`. */
export type Operand = Register | string;

/** The target and version to check a statement for. */
export interface Options {
  /** The target; `sm_90` by default. */
  target?: string;
  /** The PTX ISA version, such as `9.1`; the newest by default. */
  isa?: string;
}

/** The guarantee of the PTX ISA. */
export type Guarantee = "bits" | "reading" | "any NaN" | "within" | "unbounded" | "unspecified";

/** The comparison of a recorded result with the current one. */
export type Verdict = "reproduced" | "observed" | "permitted" | "differs";

/** A step from operands to a result. */
export interface Step {
  title: string;
  /** The modifier that asks for it; empty if none does. */
  modifier: string;
  /** Whether it changed nothing. */
  is_idle: boolean;
  lines: string[];
  sentence: string;
}

/** A lane of a result. */
export interface Lane {
  /** The bits of the element. */
  bits: Register;
  /** The element in decimal, or `inf`, `-inf`, `NaN`. */
  text: string;
  guarantee: Guarantee;
  /** The least and the greatest result that the ISA permits, where it permits an interval. */
  permitted: [Register, Register] | null;
  /** The observed result, where one is known. */
  observed: Register | null;
}

/** The result of an instruction. */
export interface Evaluation {
  /** Opcode and modifiers. */
  instruction: string;
  target: string;
  isa: string;
  /** The registers of the operands, in the order of the syntax line. */
  registers: Register[];
  /** The destination register: the result that the ISA determines, or the reference where it permits several. */
  bits: Register;
  /** The lanes of the destination, the least significant first. */
  lanes: Lane[];
  /** The guarantee of the least certain lane. */
  guarantee: Guarantee;
  /** The link that the playground opens: the part of an address after `#`. */
  link: string;
  /** Returns the steps that lead to a lane, by default lane 0. */
  steps(lane?: number): Step[];
  /** The full report, as `ptxfp eval --json` prints it. */
  report: Record<string, unknown>;
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

/** A register of a program. Bits are hexadecimal, as the command `ptxfp run --json` prints them. */
export interface ProgramRegister {
  name: string;
  type: string | null;
  bits: string | null;
  /** The values of its lanes, the least significant first. */
  values: string[];
  standing: "determined" | "any NaN" | "contracted" | "reference" | "unknown";
  /** The other results that contraction leaves. */
  others?: { bits: string; values: string[] }[];
  /** The intervals of lanes, where not all bits are guaranteed. */
  within?: { bits: [string, string]; values: [string, string] }[];
  /** The first line that leaves bits open. */
  open_since?: number;
  /** The result that follows if approximate instructions return what GPUs were observed to return. */
  observed?: { bits: string; values: string[] };
  /** Whether other permitted results of approximate instructions lead to different bits, where known. */
  could_differ?: boolean;
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
  is_conditional?: boolean;
}

/** Options of `run`; `loads` and `function` are for kernels. */
export interface RunOptions extends Options {
  /** The values of loads in the order of execution, one for each element. */
  loads?: Iterable<Operand>;
  /** The function that runs, where the text has several. */
  function?: string;
}

/** The operands of an element of d = c + row · column: bits, or values as text. */
export interface Elements {
  /** The row of a, in ascending k; elements that are missing are 0. */
  a: Iterable<Operand>;
  /** The column of b. */
  b: Iterable<Operand>;
  /** The element of c; 0 by default. */
  c?: Operand;
  /** The scales of the row, of instructions with scales. */
  scalesA?: Iterable<Operand>;
  /** The scales of the column. */
  scalesB?: Iterable<Operand>;
}

/** An element of d, as GPUs were observed to return it. It is no guarantee. */
export interface MatrixElement {
  instruction: string;
  target: string;
  isa: string;
  /** The bits; null if nobody knows them. */
  bits: Register | null;
  /** The number in decimal. */
  text: string | null;
  /** The grade of the evidence; null for integers, which the ISA defines. */
  grade: string | null;
  /** The reason for which nobody knows the result. */
  open: string | null;
  /** The full report with every term, as `ptxfp mma --json` prints it. */
  report: Record<string, unknown>;
}

/** Matrices, one after the other, as the bits of their elements. */
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

/** A column of registers. */
export type Column = Uint8Array | Uint16Array | Uint32Array | BigUint64Array;

/** The error for anything that cannot be evaluated. */
export class PtxError extends Error {
  /** The errors with their positions; empty if there are none. */
  diagnostics: Diagnostic[];
}

/** Evaluates an instruction, such as `fma.rn.relu.bf16x2`. */
export function evaluate(statement: string, operands: Iterable<Operand>, options?: Options): Evaluation;

/**
 * Evaluates an instruction on many registers: a column for each operand. A column of one register is
 * that register in every row. At most 2^26 rows. The result is a `BigUint64Array` if the destination
 * has more than 32 bits.
 */
export function evaluateBatch(statement: string, columns: Column[], options?: Options): Uint32Array | BigUint64Array;

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
): Uint32Array | BigUint64Array;

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
export function link(statement: string, operands: Iterable<Operand>, options?: Options): string;

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
