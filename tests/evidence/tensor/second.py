#!/usr/bin/env python3
"""Compares the model of tensor cores with one that another group publishes, the package mmasim.

usage: second.py [--rows N] [--only TEXT]

It runs every form that both have, on rows of four kinds: any bits, numbers near each other, products that
cancel, and exponents from the smallest on. They follow from a seed. It prints a line for each form and
ends with status 1 if a row differs. `cargo xtask test --only tensor` installs what it needs.
"""
import argparse
import datetime
import importlib.metadata
import sys
import time
import zlib

import numpy as np
import ptxfp
import torch
from mmasim import nv_ptx
from mmasim.nv_ptx import isa_mma, isa_tcgen05mma, isa_wgmma

TARGETS = {
    "Volta": "sm_70",
    "Turing": "sm_75",
    "Ampere": "sm_80",
    "Ada Lovelace": "sm_89",
    "Hopper": "sm_90a",
    "Blackwell": "sm_100a",
    "RTX Blackwell": "sm_120a",
}
# Of each type: the bits, those of exponent and fraction, and the type of torch for its encodings.
TYPES = {
    "f64": (64, 11, 52, torch.float64),
    "f32": (32, 8, 23, torch.float32),
    "tf32": (32, 8, 23, torch.float32),
    "f16": (16, 5, 10, torch.float16),
    "bf16": (16, 8, 7, torch.bfloat16),
    "e4m3": (8, 4, 3, torch.float8_e4m3fn),
    "e5m2": (8, 5, 2, torch.float8_e5m2),
    "e3m2": (6, 3, 2, torch.uint8),
    "e2m3": (6, 2, 3, torch.uint8),
    "e2m1": (4, 2, 1, torch.uint8),
    "ue8m0": (8, 8, 0, torch.float8_e8m0fnu),
    "ue4m3": (8, 4, 3, torch.float8_e4m3fn),
}
WORDS = {8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}
SIGNED = {8: torch.uint8, 16: torch.int16, 32: torch.int32, 64: torch.int64}
# The rows that are computed at once.
CHUNK = 50_000
# The differences of a form that are printed.
SHOWN = 3


class Form:
    """An instruction of both, with its spelling in PTX."""

    def __init__(self, arch, operation, name, spelling, types, block=0):
        self.arch, self.operation, self.name, self.spelling = arch, operation, name, spelling
        # Those of a, b, c, and of the scales.
        self.types, self.block = types, block

    def model(self):
        return getattr(nv_ptx, self.operation)(self.arch, self.name)


def forms():
    for arch, names in isa_mma.mma_shape_and_type.items():
        for name in names:
            shape, *rest = name.split(".")
            a, b, c = rest[-3:]
            yield Form(arch, "MMA", name, f"mma.sync.aligned.{shape}.row.col." + ".".join(rest), (a, b, c))
    for arch, names in isa_mma.mma_block_scale_shape_and_type.items():
        for name in names:
            shape, kind, block, d, a, b, c, scale = name.split(".")
            size = vectors(kind, block)
            text = f"mma.sync.aligned.{shape}.row.col.{kind}.block_scale.{size}.{d}.{a}.{b}.{c}.{scale}"
            yield Form(arch, "MMABlockScale", name, text, (a, b, c, scale), int(block[5:]))
    # One width of n stands for all: it has no effect on an element.
    for arch, names in isa_wgmma.wgmma_shape_and_type.items():
        for name in names:
            shape, d, a, b = name.split(".")
            if shape.startswith("m64n8k"):
                text = f"wgmma.mma_async.sync.aligned.{name}"
                yield Form(arch, "WGMMA", name, text, (a, b, d))
    for arch, names in isa_tcgen05mma.tcgen05mma_shape_and_type.items():
        for name in names:
            shape, kind, d, a, b = name.split(".")
            if shape.startswith("m64n8k"):
                text = f"tcgen05.mma.cta_group::1.{kind}{{{d}.{a}.{b}}}"
                yield Form(arch, "TCGen05MMA", name, text, (a, b, d))
    for arch, names in isa_tcgen05mma.tcgen05mma_block_scale_shape_and_type.items():
        for name in names:
            shape, kind, block, d, a, b, scale = name.split(".")
            if shape.startswith("m128n8k"):
                head = f"tcgen05.mma.cta_group::1.{kind}.block_scale.{vectors(kind, block)}"
                text = f"{head}{{{d}.{a}.{b}.{scale}}}"
                yield Form(arch, "TCGen05MMABlockScale", name, text, (a, b, d, scale), int(block[5:]))


def vectors(kind, block):
    if kind == "kind::mxf8f6f4":
        return "scale_vec::1X"
    return "scale_vec::4X" if block == "block16" else "scale_vec::2X"


def elements(rng, kind, name, shape):
    """Encodings of a type; `kind` is one of the four kinds of rows."""
    bits, exponent, fraction, _ = TYPES[name]
    word = WORDS[max(8, bits)]
    if kind == "any":
        return rng.integers(0, 1 << bits, shape, np.uint64).astype(word)
    middle, reach = (1 << exponent) // 2, min(3, (1 << exponent) // 4)
    low, high = {
        "near": (middle - reach, middle + reach),
        "cancel": (middle - reach, middle + reach),
        "low": (0, min(12, middle)),
    }[kind]
    exponents = rng.integers(low, max(low + 1, high), shape, np.uint64)
    found = (exponents << np.uint64(fraction)) | rng.integers(0, 1 << fraction, shape, np.uint64)
    if name not in ("ue8m0", "ue4m3"):
        found |= rng.integers(0, 2, shape, np.uint64) << np.uint64(exponent + fraction)
    return found.astype(word)


def rows(rng, kind, form, n, k):
    """The operands of n rows: a, b, c, and scales if there are any."""
    a, b = (elements(rng, kind, form.types[i], (n, k)) for i in (0, 1))
    c = elements(rng, kind, form.types[2], (n,))
    if kind == "cancel":
        sign = np.array(1 << (TYPES[form.types[1]][0] - 1), b.dtype)
        a[:, 1::2], b[:, 1::2] = a[:, ::2], b[:, ::2] ^ sign
        # Two in three rows have one product that is not cancelled, and a sparse row is one in four.
        b[::3, -1] ^= np.array(1, b.dtype)
        b[1::3, k // 2] ^= np.array(1, b.dtype)
        a[::4, k // 4 :] = 0
        c[::2] = 0
    if kind == "low":
        c[::2] = 0
    scales = []
    if form.block:
        scales = [elements(rng, kind, form.types[3], (n, k // form.block)) for _ in "ab"]
    return a, b, c, scales


def tensor(name, array, block):
    """Encodings as a tensor of what the other model takes."""
    bits, *_, kind = TYPES[name]
    if name == "e2m1" and block:
        if array.shape[-1] == 64:
            return torch.from_numpy((array[:, ::2] << 4) | array[:, 1::2])
    if name == "e2m1":
        array = array << 2
    words = np.ascontiguousarray(array)
    signed = {16: np.int16, 32: np.int32, 64: np.int64}
    if bits > 8:
        words = words.view(signed[bits])
    found = torch.from_numpy(words)
    return found if kind == torch.uint8 else found.view(kind)


def theirs(model, form, a, b, c, scales):
    given = [tensor(name, each, form.block) for name, each in zip(form.types, (a, b))]
    given.append(tensor(form.types[2], c, 0))
    if form.block:
        given += [tensor(form.types[3], each, 0) for each in scales]
    d = model.dpa(*given)
    bits = d.element_size() * 8
    return d.contiguous().view(SIGNED[bits]).numpy().view(WORDS[bits])


def ours(form, a, b, c, scales):
    of_scales = {}
    if form.block:
        of_scales = {"scales_a": scales[0][:, None, :], "scales_b": scales[1][:, :, None]}
    target = TARGETS[form.arch]
    row, column, addend = a[:, None, :], b[:, :, None], c[:, None, None]
    return ptxfp.mma(form.spelling, row, column, addend, target=target, **of_scales).bits.reshape(-1)


def is_open(form, a, b, c, d):
    """The rows for which our model has no result: NaNs of f64, and infinite products of both signs
    of e5m2."""
    if form.types[2] == "f64":
        return np.isnan(d.view(np.float64))
    if "e5m2" not in form.types[:2]:
        return np.zeros(len(d), bool)
    none = np.zeros(a.shape, bool)
    of_a, of_b = ((x & 0x7F) == 0x7C if t == "e5m2" else none for x, t in zip((a, b), form.types))
    signs = [x >> (TYPES[t][0] - 1) for x, t in zip((a, b), form.types)]
    is_negative = (signs[0] ^ signs[1]).astype(bool)
    infinite = of_a | of_b
    positive, negative = ((infinite & x).any(axis=1) for x in (~is_negative, is_negative))
    c_bits, _, fraction, _ = TYPES[form.types[2]]
    infinity = ((1 << (c_bits - 1 - fraction)) - 1) << fraction
    c_infinite = (c & np.array((1 << (c_bits - 1)) - 1, c.dtype)) == infinity
    c_negative = (c >> (c_bits - 1)).astype(bool)
    return (positive | c_infinite & ~c_negative) & (negative | c_infinite & c_negative)


def compare(form, n_rows):
    """Compares a form; returns the number of rows, of open ones and of different ones."""
    model = form.model()
    k = model.k
    rng = np.random.default_rng(zlib.crc32(form.spelling.encode()))
    n, n_open, n_different = 0, 0, 0
    kinds = ["any", "near", "cancel", "low"]
    chunk = min(CHUNK, -(-n_rows // len(kinds)))
    while n < n_rows:
        kind = kinds[n // chunk % len(kinds)]
        a, b, c, scales = rows(rng, kind, form, min(chunk, n_rows - n), k)
        n += len(c)
        expected = theirs(model, form, a, b, c, scales)
        left = ~is_open(form, a, b, c, expected)
        n_open += int((~left).sum())
        a, b, c, expected = a[left], b[left], c[left], expected[left]
        scales = [each[left] for each in scales]
        found = ours(form, a, b, c, scales)
        places = np.nonzero(found != expected)[0]
        for place in places[: max(0, SHOWN - n_different)]:
            lists = [a[place], b[place], c[place : place + 1], *(each[place] for each in scales)]
            texts = [",".join(f"{each:x}" for each in x) for x in lists]
            print(f"  {kind}: {' '.join(texts)}: theirs {expected[place]:x}, ours {found[place]:x}")
        n_different += len(places)
    return n, n_open, n_different


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=1_000_000, help="rows for each form")
    parser.add_argument("--only", default="", help="only forms with this in target and spelling")
    options = parser.parse_args()
    torch.set_num_threads(1)
    names = ("mmasim", "torch", "numpy", "ptxfp")
    versions = [f"{name} {importlib.metadata.version(name)}" for name in names]
    print(f"{datetime.date.today()}: {', '.join(versions)}", flush=True)
    totals = [0, 0, 0, 0]
    begin = time.time()
    for form in forms():
        name = f"{TARGETS[form.arch]} {form.spelling}"
        if options.only not in name:
            continue
        try:
            n, n_open, n_different = compare(form, options.rows)
        except ptxfp.PtxError as error:
            print(f"{name}: no result here: {error}", flush=True)
            continue
        print(f"{name}: {n} rows, {n_open} open, {n_different} differ", flush=True)
        for index, each in enumerate((1, n, n_open, n_different)):
            totals[index] += each
    count, n, n_open, n_different = totals
    seconds = time.time() - begin
    print(f"{count} forms, {n} rows, {n_open} open, {n_different} differ; {seconds:.0f} s")
    return 1 if n_different or not count else 0


if __name__ == "__main__":
    sys.exit(main())
