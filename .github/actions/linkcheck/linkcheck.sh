#!/usr/bin/env bash
# The steps of action.yml: `linkcheck.sh key` prints what the cache is keyed by, `linkcheck.sh check`
# builds `ptxfp` if the cache does not have it, and checks the links.
#
# PTXFP names a command to use instead of building one.
set -euo pipefail

action=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$action/../../.." && pwd)

# SHA-256, as Linux or macOS have it.
sha256() {
    if command -v sha256sum > /dev/null; then sha256sum "$@"; else shasum -a 256 "$@"; fi
}

# A digest of everything that the command is built from.
key() {
    local digest
    digest=$(cd "$root" && find Cargo.toml Cargo.lock core -type f -not -path '*/target/*' |
        LC_ALL=C sort | while IFS= read -r file; do sha256 "$file"; done | sha256)
    echo "key=${digest%% *}"
}

# Prints the path of the command; builds it where it is missing.
command_path() {
    local folder=${RUNNER_TEMP:-/tmp}/ptxfp-linkcheck
    if [[ -n ${PTXFP:-} ]]; then
        echo "$PTXFP"
        return
    fi
    if [[ ! -x $folder/ptxfp ]]; then
        # In that folder, so that the calling repository's toolchain and settings do not count.
        (cd "$root" && cargo build --quiet --locked --release --bin ptxfp --target-dir "$folder/target") >&2
        mv "$folder/target/release/ptxfp" "$folder/ptxfp"
        rm -rf "$folder/target"
    fi
    echo "$folder/ptxfp"
}

check() {
    local command options=()
    command=$(command_path)
    if [[ ${LINKCHECK_CANONICAL:-false} == true ]]; then
        options+=(--canonical)
    fi
    # Lines such as `docs/sums.md:12:58: the recorded result differs` become annotations.
    echo "::add-matcher::$action/problem-matcher.json"
    local paths=() given=${LINKCHECK_PATHS:-.} path
    if [[ $given == *$'\n'* ]]; then
        while IFS= read -r path; do [[ -z $path ]] || paths+=("$path"); done <<< "$given"
    else
        read -r -a paths <<< "$given"
    fi
    local status=0
    "$command" linkcheck ${options[@]+"${options[@]}"} -- "${paths[@]}" || status=$?
    echo "::remove-matcher owner=ptxfp-linkcheck::"
    return "$status"
}

case ${1:-} in
    key) key ;;
    check) check ;;
    *)
        echo "usage: linkcheck.sh key|check" >&2
        exit 2
        ;;
esac
