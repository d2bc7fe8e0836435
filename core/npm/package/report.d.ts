/** Bits in hexadecimal with `0x` and every digit. */
export type Hex = string;

/** A number of a lane: its bits, and itself in decimal, or `inf`, `-inf`, `NaN`. */
export interface ReportElement {
  bits: Hex;
  value: string;
  /** The difference from the value that was typed, if there is one. */
  note: string | null;
}

/** A register. */
export interface ReportRegister {
  /** The operand's name in the syntax line. */
  name: string;
  /** Its type, such as `.f16x2`. */
  type: string;
  bits: Hex;
  /** Its lanes, the least significant first. */
  values: ReportElement[];
}

/** A step from operands to a result. */
export interface Step {
  title: string;
  /** The modifier that asks for it; empty if none does. */
  modifier: string;
  /** Whether it changed nothing. */
  isIdle: boolean;
  lines: string[];
  sentence: string;
}

/** A finding that supports an observed result. */
export interface Evidence {
  id: string;
  grade: string;
  words: string;
  place: string;
  count: string;
  method: string;
  source: string;
  url: string;
  date: string;
}

/** The result that GPUs were observed to return. */
export interface ReportObserved {
  bits: Hex;
  value: string;
  isReference: boolean;
  isCorrectlyRounded: boolean;
  isFlushed: boolean;
  /** The number minus the exact value, in units in its last place. */
  errorUlp: string | null;
  grade: "measured" | "same code" | "composed";
  gradeText: string;
  evidence: Evidence[];
  steps: Step[];
}

/** The reading of a text of the ISA that leaves something open. */
export interface Reading {
  id: string;
  section: string;
  sectionIsa: string | null;
  question: string;
  taken: string;
  alternatives: { words: string; bits: Hex | null }[];
}

/** A lane of the result. */
export interface ReportLane {
  /** Its number; 0 is the least significant. */
  index: number;
  /** Its least significant bit in the register. */
  offset: number;
  bits: Hex;
  value: string;
  /** The class, such as `subnormal`. */
  class: string;
  guarantee: Guarantee;
  guaranteeText: string;
  /** The origin of the bits of a NaN that the ISA leaves open. */
  observation: { id: string; kind: string; words: string; origin: string } | null;
  readings: Reading[];
  /** The least and the greatest result that the ISA permits. */
  permitted: [ReportElement, ReportElement] | null;
  /** The exact value of the operation in decimal, where it is finite and not zero. */
  exact: string | null;
  isInexact: boolean;
  /** The result minus the exact value, in units in the last place. */
  errorUlp: string | null;
  steps: Step[];
  observed: ReportObserved | null;
}

/** The guarantee of the PTX ISA. */
export type Guarantee = "bits" | "reading" | "any NaN" | "within" | "unbounded" | "unspecified";

/** All that is known of an evaluation, as `ptxfp eval --json` prints it, with names in camelCase. */
export interface EvaluationReport {
  instruction: string;
  target: string;
  isa: string;
  legality: "documented" | "undocumented";
  note: string | null;
  section: string;
  sectionIsa: string | null;
  sourceUrl: string | null;
  operands: ReportRegister[];
  destination: ReportRegister;
  lanes: ReportLane[];
  link: string;
}

/** A number of a matrix. */
export interface MatrixNumber {
  bits: Hex;
  value: string;
}

/** A term of a sum. */
export interface MatrixTerm {
  /** Its name, such as `a[3]*b[3]`. */
  term: string;
  value: string;
  /** The exponent that is compared. */
  exponent: number;
  /** The kept bits, in units of 2^`grid`. */
  kept: number;
  /** The number of bits that are cut off. */
  nCut: number;
  cut: number;
}

/** A step of an instruction of tensor cores. */
export type MatrixStep =
  | {
      kind: "sum";
      addend: MatrixNumber;
      exponent: number;
      /** The exponent of the lowest bit that is kept. */
      grid: number;
      /** The terms that are not zero. */
      terms: MatrixTerm[];
      zeros: number;
      zeroExponent: number;
      /** The sum of what is kept, in units of 2^`grid`. */
      sum: number;
      kept: string | null;
      exact: string | null;
      /** The reason, if the result is decided before the sum. */
      special: string | null;
      rounding: string;
      result: MatrixNumber;
    }
  | { kind: "add"; addends: [MatrixNumber, MatrixNumber]; result: MatrixNumber }
  | { kind: "fma"; k: number; numbers: [MatrixNumber, MatrixNumber, MatrixNumber]; result: MatrixNumber }
  | { kind: "convert"; number: MatrixNumber; result: MatrixNumber }
  | { kind: "integer"; sum: number; result: MatrixNumber };

/** All that is known of an element, as `ptxfp mma --json` prints it, with names in camelCase. */
export interface MatrixReport {
  instruction: string;
  isa: string;
  /** The number of products. */
  k: number;
  types: { d: string; a: string; b: string; c: string; scale: string | null };
  target: string;
  /** The generation of tensor cores, if something is known of the target. */
  generation: string | null;
  result: MatrixNumber | null;
  /** The reason for which nobody knows it. */
  open: string | null;
  grade: string | null;
  /** The way through the machine, in a sentence. */
  way: string | null;
  /** The sum without any rounding. */
  exact: string | null;
  evidence: Evidence[];
  steps: MatrixStep[];
}
