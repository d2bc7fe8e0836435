//! Tests of kernels.
