//! Operands on which two subjects differ.
