#!/usr/bin/env python3
"""Compares every public capture of tensor cores with the model: in Python, through the command, and as
WebAssembly.

usage: captures.py CHECKOUT [--command PTXFP] [--npm FOLDER]

CHECKOUT is one of github.com/north-numerical-computing/MATLAB-tensor-core (BSD-2-Clause), which has the
captures in model_validation/. PTXFP is the command, FOLDER that of the npm package `ptxfp`, which node
runs. It prints a line for each file of results and way, and ends with status 1 if one differs.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

import numpy as np
import ptxfp

TARGETS = {"V100": "sm_70", "A100": "sm_80", "A2": "sm_86", "Ada": "sm_89", "L40S": "sm_89", "H100": "sm_90a", "H200": "sm_90a", "B200": "sm_100a"}
TYPES = {"fp16": "f16", "fp32": "f32", "bf16": "bf16", "tf32": "tf32", "E4M3": "e4m3", "E5M2": "e5m2"}
# Bits of an encoding, of its exponent and of its fraction.
SIZES = {"f16": (16, 5, 10), "bf16": (16, 8, 7), "tf32": (32, 8, 23), "f32": (32, 8, 23), "e4m3": (8, 4, 3), "e5m2": (8, 5, 2)}


def narrowed(words, name):
    """Encodings of f32 as those of a narrower type, which has the same numbers."""
    width, exponent_bits, fraction_bits = SIZES[name]
    if name in ("f32", "tf32"):
        return words
    dropped = 23 - fraction_bits
    sign, exponent = words >> 31, (words >> 23 & 0xFF).astype(np.int64) - 127
    bias = (1 << exponent_bits - 1) - 1
    # The significand with its leading bit, moved down where the number is subnormal.
    significand = (words & 0x7FFFFF | 0x800000).astype(np.int64)
    below = np.maximum(1 - bias - exponent, 0)
    kept = significand >> np.minimum(dropped + below, 60)
    assert np.all((kept << np.minimum(dropped + below, 60) == significand) | (words << 1 == 0)), "not exact"
    field = np.where(below > 0, 0, (exponent + bias - 1) << fraction_bits)
    magnitude = np.where(words << np.uint32(1) == 0, 0, kept + field)
    return (sign.astype(np.int64) << width - 1 | magnitude).astype(np.uint32)


def read(path):
    """The words of a file, a list for each line."""
    rows = [line.split() for line in path.read_text().splitlines() if line.strip()]
    base = 2 if len(rows[0][0]) in (16, 32) and set(rows[0][0]) <= {"0", "1"} else 16
    return np.array([[int(word, base) for word in row] for row in rows], dtype=np.uint32)


def spelling(gpu, kind, accumulator, k):
    """An instruction that computes a row of the captures."""
    if kind in ("e4m3", "e5m2"):
        if gpu in ("H100", "H200") and accumulator == "f32":
            return f"wgmma.mma_async.sync.aligned.m64n8k32.f32.{kind}.{kind}"
        return f"mma.sync.aligned.m16n8k32.row.col.{accumulator}.{kind}.{kind}.{accumulator}"
    if kind == "tf32":
        return "wmma.mma.sync.aligned.row.col.m16n16k8.f32.tf32.tf32.f32"
    if kind == "f16":
        return f"wmma.mma.sync.aligned.row.col.m16n16k16.{accumulator}.{accumulator}"
    return f"wmma.mma.sync.aligned.row.col.m16n16k16.{accumulator}.{kind}.{kind}.{accumulator}"


def through_python(case):
    a, b, c = (ptxfp.bits(case[name]) for name in "abc")
    found = ptxfp.mma(case["instruction"], a, b, c, target=case["target"])
    return found.bits.reshape(-1)


def through_command(command, case):
    width = {"f32": 8, "f16": 4}[case["accumulator"]]
    size = SIZES[case["kind"]][0] // 4
    lines = []
    for a, b, c in zip(case["a"][:, 0], case["b"][:, :, 0], case["c"][:, 0, 0]):
        lists = (",".join(f"{bits:0{size}x}" for bits in row) for row in (a, b))
        lines.append(f"9.5 {case['target']} {case['instruction']} {' '.join(lists)} {c:0{width}x}")
    done = subprocess.run([command, "mma", "--batch"], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)
    return np.array([int(line.split("@")[1], 16) for line in done.stdout.splitlines()], dtype=np.uint32)


NODE = """
import { mmaBatch } from PACKAGE;
import { readFileSync } from 'node:fs';
const asked = JSON.parse(readFileSync(0, 'utf8'));
const found = mmaBatch(asked.instruction, { a: Uint32Array.from(asked.a), b: Uint32Array.from(asked.b), c: Uint32Array.from(asked.c) },
  { rows: 1, columns: 1 }, { target: asked.target });
console.log(JSON.stringify([...found.bits]));
"""


def through_npm(folder, case):
    # It has no files of its own here: node reads the program from an option.
    program = NODE.replace("PACKAGE", json.dumps(str(pathlib.Path(folder).resolve() / "index.js")))
    lists = {name: case[name].reshape(-1).tolist() for name in "abc"}
    asked = json.dumps({"instruction": case["instruction"], "target": case["target"], **lists})
    done = subprocess.run(["node", "--input-type=module", "-e", program], input=asked, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return np.array(json.loads(done.stdout), dtype=np.uint32)


def cases(checkout):
    """The captures: an instruction, its operands and the results, for each file of results."""
    for file in sorted((checkout / "model_validation").glob("*/*/d_*.txt")):
        gpu, kind = file.parent.parent.name, TYPES[file.parent.name]
        accumulator = TYPES[file.stem.rsplit("_", 1)[1]]
        lists = {name: read(next(file.parent.glob(f"{name}_*.txt"))) for name in "ab"}
        n, k = lists["a"].shape
        instruction = spelling(gpu, kind, accumulator, k)
        length = int(re.search(r"n\d+k(\d+)", instruction)[1])
        padded = {name: np.pad(narrowed(words, kind), ((0, 0), (0, length - k))) for name, words in lists.items()}
        c = read(next(file.parent.glob("c_*.txt"))).reshape(-1)
        if instruction.startswith("wgmma"):
            # These ran without c.
            c = np.zeros(n, dtype=np.uint32)
        if accumulator == "f16":
            c = c.view(np.float32).astype(np.float16).view(np.uint16).astype(np.uint32)
        yield {
            "name": f"{gpu} {kind} {accumulator}",
            "instruction": instruction,
            "target": TARGETS[gpu],
            "kind": kind,
            "accumulator": accumulator,
            "a": padded["a"].reshape(n, 1, length),
            "b": padded["b"].reshape(n, length, 1),
            "c": c.reshape(n, 1, 1),
            # Results of f16 are written as numbers of f32.
            "d": narrowed(read(file).reshape(-1), accumulator),
        }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=pathlib.Path)
    parser.add_argument("--command")
    parser.add_argument("--npm")
    asked = parser.parse_args()
    ways = {"Python": through_python}
    if asked.command:
        ways["command"] = lambda case: through_command(asked.command, case)
    if asked.npm:
        ways["WebAssembly"] = lambda case: through_npm(asked.npm, case)
    counts, n_wrong = dict.fromkeys(ways, 0), 0
    for case in cases(asked.checkout):
        for way, compute in ways.items():
            wrong = int(np.count_nonzero(compute(case) != case["d"]))
            print(f"{way:12} {case['name']:16} {len(case['d'])} results, {wrong} differ")
            counts[way] += len(case["d"])
            n_wrong += wrong
    print("; ".join(f"{way}: {count} results" for way, count in counts.items()) + f"; {n_wrong} differ")
    sys.exit(1 if n_wrong else 0)


main()
