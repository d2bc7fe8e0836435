#!/usr/bin/env bash
# The hook of .pre-commit-hooks.yaml: builds the command where this repository lies, and checks files
# of the project that it is called from.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# There, so that toolchain and settings of the calling project do not count.
(cd "$root" && cargo build --quiet --locked --release --bin ptxfp --target-dir target)
exec "$root/target/release/ptxfp" linkcheck "$@"
