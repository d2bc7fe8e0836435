#!/usr/bin/env bash
# The hook of .pre-commit-hooks.yaml: builds the command in this repository, and checks files of the
# project that calls it.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# In this folder, so that the toolchain and settings of the calling project have no effect.
(cd "$root" && cargo build --quiet --locked --release --bin ptxfp --target-dir target)
exec "$root/target/release/ptxfp" linkcheck "$@"
