# The totals of a run's output: the lines of the test runners, and what `cargo xtask test` lists as
# skipped in the end (xtask/src/skipped.rs). A test that returned without having run has passed for its
# runner only.
/^test result:/ { passed += $4; failed += $6; skipped += $8 }
/^\[xtask\]   returned  / { passed--; skipped++ }
/^\[xtask\]   part  / { skipped++ }
END { printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped }
