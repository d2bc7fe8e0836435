// The error for anything that cannot be evaluated.

export class PtxError extends Error {
  constructor(message, diagnostics = []) {
    super(message);
    this.name = "PtxError";
    this.diagnostics = diagnostics;
  }
}
