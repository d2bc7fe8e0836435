#!/usr/bin/env python3
"""Records what a GPU computes where the PTX ISA leaves bits open, for the PTX Float Playground.

usage: python3 capture.py              then: ptxfp capture capture.json

It needs Python 3.8 and NVIDIA's driver, which compiles the probes; no toolkit and no other package. It
runs in a minute, changes nothing on the machine, and sends nothing anywhere. The record is JSON with the
GPU, the driver, the PTX, all operands and all results. The probes:

- tensor cores: every type of mma.sync, wmma.mma and wgmma.mma_async; tcgen05.mma is left out
- tanh and ex2 of f16 and bf16 on all operands; other approximate functions on a sample
- the bits of NaNs; numbers that are rounded at random

A probe that the GPU or its driver does not have is recorded as unsupported. The first matrices of each
probe of tensor cores are small whole numbers, of which any order of additions has the same sum: if the GPU
returns another one, the probe is recorded as suspect, since this program would then be what is wrong.

This file may be used under the licenses of the PTX Float Playground, MIT or Apache-2.0.
"""
import argparse
import ctypes
import datetime
import hashlib
import itertools
import json
import math
import platform
import random
import re
import sys

VERSION = 1
# Of each format: the bits of an element in a register, then those of exponent and fraction.
FORMATS = {
    "f64": (64, 11, 52), "f32": (32, 8, 23), "tf32": (32, 8, 23), "f16": (16, 5, 10), "bf16": (16, 8, 7),
    "e4m3": (8, 4, 3), "e5m2": (8, 5, 2), "e3m2": (8, 3, 2), "e2m3": (8, 2, 3), "e2m1": (8, 2, 1),
    "ue8m0": (8, 8, 0), "ue4m3": (8, 4, 3),
}
FP8, NARROW = ("e4m3", "e5m2"), ("e4m3", "e5m2", "e3m2", "e2m3", "e2m1")
# The kinds of matrices, in turn, after the first ones of whole numbers.
KINDS = ("any", "near", "cancel", "low", "wide")


def encoded(value, name):
    """Encode a small whole number, or a power of two."""
    _, exponent, fraction = FORMATS[name]
    if not value:
        return 0
    significand, power = math.frexp(abs(value))
    bits = (power - 1 + (1 << exponent - 1) - 1 << fraction) + int((significand * 2 - 1) * (1 << fraction))
    return bits | (value < 0) << exponent + fraction


def decoded(bits, name):
    """Return the number of an encoding of a finite one."""
    _, exponent, fraction = FORMATS[name]
    power, rest = bits >> fraction & (1 << exponent) - 1, bits & (1 << fraction) - 1
    size = math.ldexp((power > 0) + rest / (1 << fraction), max(power, 1) - (1 << exponent - 1) + 1)
    return -size if name[0] != "u" and bits >> exponent + fraction else size


def element(rng, kind, name):
    """Draw an encoding of a format."""
    _, exponent, fraction = FORMATS[name]
    unsigned = name[0] == "u"
    if kind == "any":
        return rng.getrandbits(8 if unsigned else 1 + exponent + fraction)
    if kind == "whole":
        return encoded(rng.choice((1, 2) if unsigned else (0, 1, 2, -1, -2)), name)
    middle = 1 << exponent - 1
    reach = {"near": 3, "cancel": 3, "low": 12, "wide": 24}[kind]
    low, high = (0, min(reach, middle)) if kind == "low" else (max(0, middle - reach), middle + reach)
    power = rng.randrange(low, max(low + 1, min(high, 2 * middle - 1)))
    if not fraction:
        return power
    sign = 0 if unsigned else rng.getrandbits(1)
    return sign << exponent + fraction | power << fraction | rng.getrandbits(fraction)


class Tensor:
    """A probe of tensor cores: an instruction, and where its elements are in the registers of threads."""

    def __init__(self, instruction):
        self.instruction = instruction
        self.opcode = instruction.split(".")[0]
        self.m, self.n, self.k = map(int, re.search(r"m(\d+)n(\d+)k(\d+)", instruction).groups())
        types = [word for word in instruction.split(".") if word in FORMATS]
        if self.opcode == "wmma" and len(types) == 2:
            types = [types[0], "f16", "f16", types[1]]
        self.d, self.a, self.b = types[:3]
        self.scale = types[4] if "block_scale" in instruction else None
        self.blocks = int(instruction.split("scale_vec::")[1][0]) if self.scale else 0
        self.threads = 128 if self.opcode == "wgmma" else 32
        # Those of one block of threads; the oldest shape has four in a warp.
        self.is_old = self.m == 8 and self.a == "f16"
        self.tiles = 4 if self.is_old else 1
        self.word = 64 if self.d == "f64" else 32

    def width(self, side):
        """Return the bits that an element has in a register."""
        name = {"a": self.a, "b": self.b, "c": self.d}.get(side)
        return 4 if self.k == 64 and name == "e2m1" else FORMATS[name][0]

    def registers(self, side):
        """Return the number of registers that a thread has for a, b or c."""
        if self.opcode == "wgmma" and side == "b":
            return 1
        size = {"a": self.m * self.k, "b": self.n * self.k, "c": self.m * self.n}[side]
        sharing = 8 if self.is_old else 32 if side == "b" else self.threads
        return size * self.width(side) // (sharing * self.word)

    def places(self, side, thread):
        """Return the places in each register of a thread: matrix, row, column; of b: matrix, column, row."""
        per = self.word // self.width(side)
        warp, lane = divmod(thread, 32)
        group, inner = divmod(lane, 4)
        if self.is_old:
            quad, own = lane % 16 // 4, lane % 4 + lane // 16 * 4

            def place(r, j):
                if side == "c" and per == 1:
                    row = lane % 2 + r // 2 % 2 * 2 + lane // 16 * 4
                    return quad, row, r // 4 * 4 + lane // 2 % 2 * 2 + r % 2
                return quad, own, per * r + j
        elif self.opcode == "wgmma" and side == "b":
            # Two matrices of eight columns by 16 bytes, in shared memory.
            if thread >= 64:
                return [[]]

            def place(r, j):
                return 0, thread % 32 // 4, (thread // 32 * 4 + thread % 4) * per + j
        elif side == "c":

            def place(r, j):
                return 0, 16 * warp + group + 8 * ((r * per + j) // 2), 2 * inner + (r * per + j) % 2
        else:
            rows = 2 if side == "a" and self.m > 8 else 1

            def place(r, j):
                row = group + 8 * (r % rows) + (16 * warp if side == "a" else 0)
                return 0, row, per * (inner + 4 * (r // rows)) + j
        return [[place(r, j) for j in range(per)] for r in range(self.registers(side))]

    def drawn(self, rng, kind):
        """Draw matrices: a by rows, b by columns, c by rows, and scales."""
        def matrix(rows, columns, name):
            return [[element(rng, kind, name) for _ in range(columns)] for _ in range(rows)]

        tile = {"a": matrix(self.m, self.k, self.a), "b": matrix(self.n, self.k, self.b)}
        tile["c"] = matrix(self.m, self.n, self.d)
        if kind == "cancel":
            sign = 1 << sum(FORMATS[self.b][1:])
            for row in tile["a"]:
                row[1::2] = row[::2]
            for column in tile["b"]:
                column[1::2] = [each ^ sign for each in column[::2]]
                column[rng.randrange(self.k)] ^= 1
        if kind in ("cancel", "low"):
            tile["c"] = [[each * rng.getrandbits(1) for each in row] for row in tile["c"]]
        if self.scale:
            tile["scales_a"] = matrix(self.m, self.blocks, self.scale)
            tile["scales_b"] = matrix(self.n, self.blocks, self.scale)
        return tile

    def packed(self, tiles):
        """Return the registers of the threads of a block as bytes, as the kernel loads them."""
        if self.opcode == "wmma":
            parts = ((tiles[0][side], self.width(side) // 8) for side in "abc")
            return b"".join(each.to_bytes(n, "little") for rows, n in parts for row in rows for each in row)
        words = []
        for thread in range(self.threads):
            for side in "abc":
                width = self.width(side)
                # Four bits in a byte are not the lowest.
                shift = 2 if width == 8 and {"a": self.a, "b": self.b}.get(side) == "e2m1" else 0
                for register in self.places(side, thread):
                    elements = (tiles[tile][side][row][column] << shift for tile, row, column in register)
                    words.append(sum(each << width * j for j, each in enumerate(elements)))
            if self.scale:
                # Any choice of threads and bytes for scales finds those of its row and of its column.
                row, column = thread // 4 + 8 * (thread % 2), thread // 4
                for scales in (tiles[0]["scales_a"][row], tiles[0]["scales_b"][column]):
                    words.append(sum(scales[j % self.blocks] << 8 * j for j in range(4)))
        return b"".join(word.to_bytes(self.word // 8, "little") for word in words)

    def unpacked(self, raw):
        """Return the matrices d of a block."""
        n = FORMATS[self.d][0] // 8
        elements = [int.from_bytes(raw[i : i + n], "little") for i in range(0, len(raw), n)]
        if self.opcode == "wmma":
            return [[elements[i : i + self.n] for i in range(0, len(elements), self.n)]]
        found = [[[0] * self.n for _ in range(self.m)] for _ in range(self.tiles)]
        registers = (each for thread in range(self.threads) for each in self.places("c", thread))
        for (tile, row, column), each in zip(itertools.chain(*registers), elements):
            found[tile][row][column] = each
        return found

    def suspicion(self, tile):
        """Return what is wrong with a product of whole numbers, if anything is."""
        for (i, row), (j, column) in itertools.product(enumerate(tile["a"]), enumerate(tile["b"])):
            total = decoded(tile["c"][i][j], self.d)
            for k, (x, y) in enumerate(zip(row, column)):
                product = decoded(x, self.a) * decoded(y, self.b)
                if self.scale:
                    block = k * self.blocks // self.k
                    product *= decoded(tile["scales_a"][i][block], self.scale)
                    product *= decoded(tile["scales_b"][j][block], self.scale)
                total += product
            found, expected = tile["d"][i][j], encoded(total, self.d)
            if found != expected:
                return f"whole numbers: d[{i}][{j}] is {found:x}, expected {expected:x}"
        return None

    def written(self, tile):
        """Return matrices as texts; elements of six and four bits have no padding."""
        names = {"a": self.a, "b": self.b, "c": self.d, "d": self.d}
        names.update({"scales_a": self.scale, "scales_b": self.scale})
        found = {}
        for side, rows in tile.items():
            whole, exponent, fraction = FORMATS[names[side]]
            width = 1 + exponent + fraction if whole == 8 and names[side][0] != "u" else whole
            found[side] = texts(itertools.chain(*rows), width)
        return found

    def ptx(self):
        """Return the kernel."""
        if self.opcode == "wmma":
            return self.whole_matrices()
        counts = {side: self.registers(side) for side in "abc"}
        counts.update({"s": 2} if self.scale else {})
        size, text = self.word // 8, ""
        for side, count in counts.items():
            text += f".reg .b{self.word} %{side}<{count}>;\n"
        text += f"mad.lo.u32 %index, %block, {self.threads}, %thread;\n"
        text += f"mad.wide.u32 %in, %index, {sum(counts.values()) * size}, %in;\n"
        text += f"mad.wide.u32 %out, %index, {counts['c'] * size}, %out;\n"
        names = [f"%{side}{index}" for side, count in counts.items() for index in range(count)]
        text += "".join(f"ld.global.b{self.word} {name}, [%in+{i * size}];\n" for i, name in enumerate(names))
        lists = {side: "{" + ", ".join(n for n in names if n[1] == side) + "}" for side in "abc"}
        c = lists["c"]
        if self.opcode == "wgmma":
            # A transposition of b is possible for elements of 16 bits only.
            last = ", 0" if self.width("b") == 16 else ""
            text += SHARED + f"{self.instruction} {c}, {lists['a']}, %where, %yes, 1, 1{last};\n" + WAITING
        else:
            scales = ", %s0, {0, 0}, %s1, {0, 0}" if self.scale else ""
            text += f"{self.instruction} {c}, {lists['a']}, {lists['b']}, {c}{scales};\n"
        stores = (f"st.global.b{self.word} [%out+{i * size}], %c{i};\n" for i in range(counts["c"]))
        return text + "".join(stores)

    def whole_matrices(self):
        """Return the kernel of wmma, which loads matrices itself."""
        sides = {"a": (self.a, "row", self.m * self.k, self.k)}
        sides["b"] = (self.b, "col", self.n * self.k, self.k)
        sides["c"] = (self.d, "row", self.m * self.n, self.n)
        sizes = [n * FORMATS[name][0] // 8 for name, _, n, _ in sides.values()]
        text = f"mad.wide.u32 %in, %block, {sum(sizes)}, %in;\n"
        text += f"mad.wide.u32 %out, %block, {sizes[2]}, %out;\n"
        shape = f"m{self.m}n{self.n}k{self.k}"
        lists = []
        for side, (name, layout, n, stride) in sides.items():
            # f16 has each element of a and b in two threads.
            count = n * FORMATS[name][0] // (32 * self.word) * (2 if name == "f16" and side != "c" else 1)
            lists.append("{" + ", ".join(f"%{side}{index}" for index in range(count)) + "}")
            text += f".reg .{name if name == 'f32' else 'b32'} %{side}<{count}>;\n"
            text += f"wmma.load.{side}.sync.aligned.{layout}.{shape}.global.{name} "
            text += f"{lists[-1]}, [%in], {stride};\n"
            text += f"add.u64 %in, %in, {n * FORMATS[name][0] // 8};\n"
        text += f"{self.instruction} {lists[2]}, {', '.join(lists)};\n"
        return text + f"wmma.store.d.sync.aligned.row.{shape}.global.{self.d} [%out], {lists[2]}, {self.n};\n"


# Puts b into shared memory, and describes where it is: both distances between matrices are 128 bytes.
SHARED = """.shared .align 128 .b8 %tile[256];
.reg .pred %yes, %first;
.reg .b32 %place, %own;
.reg .b64 %where;
mov.u32 %place, %tile;
mad.lo.u32 %own, %thread, 4, %place;
setp.lt.u32 %first, %thread, 64;
@%first st.shared.b32 [%own], %b0;
fence.proxy.async;
bar.sync 0;
and.b32 %place, %place, 0x3ffff;
shr.u32 %place, %place, 4;
cvt.u64.u32 %where, %place;
or.b64 %where, %where, 0x0000000800080000;
setp.eq.u32 %yes, 0, 0;
wgmma.fence.sync.aligned;
"""
WAITING = "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n"


def tensors():
    """Yield the instructions of tensor cores."""
    def mma(shape, d, a, b, kind="", scale=""):
        return f"mma.sync.aligned.{shape}.row.col{kind}.{d}.{a}.{b}.{d}{scale}"

    for d in ("f32", "f16"):
        yield from (mma(shape, d, "f16", "f16") for shape in ("m8n8k4", "m16n8k8", "m16n8k16"))
        for shape, a, b in itertools.product(("m16n8k16", "m16n8k32"), FP8, FP8):
            yield mma(shape, d, a, b)
        pairs = [(a, b) for a in NARROW for b in NARROW if d == "f32" or a == b]
        yield from (mma("m16n8k32", d, a, b, ".kind::f8f6f4") for a, b in pairs)
        yield f"wmma.mma.sync.aligned.row.col.m16n16k16.{d}.{d}"
        yield f"wgmma.mma_async.sync.aligned.m64n8k16.{d}.f16.f16"
        yield from (f"wgmma.mma_async.sync.aligned.m64n8k32.{d}.{a}.{b}" for a in FP8 for b in FP8)
    yield from (mma(shape, "f32", "bf16", "bf16") for shape in ("m16n8k8", "m16n8k16"))
    yield from (mma(shape, "f32", "tf32", "tf32") for shape in ("m16n8k4", "m16n8k8"))
    yield from (mma(shape, "f64", "f64", "f64") for shape in ("m8n8k4", "m16n8k4", "m16n8k8", "m16n8k16"))
    yield "wmma.mma.sync.aligned.row.col.m16n16k16.f32.bf16.bf16.f32"
    yield "wmma.mma.sync.aligned.row.col.m16n16k8.f32.tf32.tf32.f32"
    yield "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16"
    yield "wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32"
    scaled = ".kind::{}.block_scale.scale_vec::{}"
    for a, b in itertools.product(NARROW, NARROW):
        yield mma("m16n8k32", "f32", a, b, scaled.format("mxf8f6f4", "1X"), ".ue8m0")
    for text in ("mxf4 2X .ue8m0", "mxf4nvf4 2X .ue8m0", "mxf4nvf4 4X .ue8m0", "mxf4nvf4 4X .ue4m3"):
        kind, size, scale = text.split()
        yield mma("m16n8k64", "f32", "e2m1", "e2m1", scaled.format(kind, size), scale)


# Instructions with the bits of their results, and the formats of their operands; b16 and b32 are any bits.
# Of all operands of 16 bits, or of a sample:
FUNCTIONS = """
tanh.approx.f16 16 f16; tanh.approx.bf16 16 bf16; ex2.approx.f16 16 f16; ex2.approx.ftz.bf16 16 bf16
tanh.approx.f32 32 f32; ex2.approx.f32 32 f32; ex2.approx.ftz.f32 32 f32; lg2.approx.f32 32 f32
sin.approx.f32 32 f32; cos.approx.f32 32 f32; rcp.approx.f32 32 f32; sqrt.approx.f32 32 f32
rsqrt.approx.f32 32 f32; div.approx.f32 32 f32 f32; div.full.f32 32 f32 f32
rcp.approx.ftz.f64 64 f64; rsqrt.approx.ftz.f64 64 f64; rsqrt.approx.f64 64 f64
cvt.rs.f16x2.f32 32 f32 f32 b32; cvt.rs.bf16x2.f32 32 f32 f32 b32
cvt.rs.satfinite.e4m3x4.f32 32 f32 f32 f32 f32 b32; cvt.rs.satfinite.e3m2x4.f32 32 f32 f32 f32 f32 b32
cvt.rs.satfinite.e2m1x4.f32 16 f32 f32 f32 f32 b32; cvt.rn.satfinite.s2f6x2.f32 16 f32 f32
cvt.rn.f16x2.e4m3x2 32 b16; cvt.rn.f16x2.e5m2x2 32 b16"""
# Of all combinations of special operands, for several formats:
SPECIAL = {
    "f32 f16 bf16 f64": """
add.rn.{f} {w} {f} {f}; sub.rn.{f} {w} {f} {f}; mul.rn.{f} {w} {f} {f}; fma.rn.{f} {w} {f} {f} {f}
min.{f} {w} {f} {f}; max.{f} {w} {f} {f}; abs.{f} {w} {f}; neg.{f} {w} {f}
cvt.{f}.{f} {w} {f}; cvt.rni.{f}.{f} {w} {f}; cvt.rzi.s32.{f} 32 {f}; cvt.rzi.u64.{f} 64 {f}""",
    "f32 f64": "div.rn.{f} {w} {f} {f}; sqrt.rn.{f} {w} {f}; rcp.rn.{f} {w} {f}",
    "f32 f16 bf16": "min.NaN.{f} {w} {f} {f}; max.NaN.{f} {w} {f} {f}",
    "f16 bf16": """
fma.rn.relu.{f} {w} {f} {f} {f}; fma.rn.oob.{f} {w} {f} {f} {f}
cvt.rn.{f}.f64 {w} f64; cvt.rn.{f}.f32 {w} f32; cvt.f32.{f} 32 {f}; cvt.f64.{f} 64 {f}""",
    "f32": """
cvt.rn.f32.f64 32 f64; cvt.f64.f32 64 f32; cvt.rn.f16.bf16 16 bf16; cvt.rn.bf16.f16 16 f16
cvt.ftz.f32.bf16 32 bf16; cvt.rna.tf32.f32 32 f32; cvt.rn.satfinite.e4m3x2.f32 16 f32 f32
cvt.rn.satfinite.e5m2x2.f32 16 f32 f32; cvt.rn.satfinite.e2m1x2.f32 8 f32 f32
cvt.rp.satfinite.ue8m0x2.f32 16 f32 f32""",
}


def listed(text):
    """Return the instructions of a text."""
    return [each.strip() for each in text.replace("\n", ";").split(";") if each.strip()]


class Scalar:
    """A probe of an ordinary instruction."""

    def __init__(self, text, special):
        self.instruction, self.result, *self.sources = text.split()
        self.result, self.special = int(self.result), special
        self.widths = [FORMATS[each][0] if each in FORMATS else int(each[1:]) for each in self.sources]

    def operands(self, rng, samples):
        """Return lists of operands, one for each case."""
        if self.sources[0] in ("f16", "bf16", "b16") and not self.special:
            return [[each] for each in range(1 << 16)]
        cases = [list(case) for case in itertools.product(*(self.specials(each) for each in self.sources))]
        if not self.special:
            kinds = ("any", "near", "wide", "wide")
            for index in range(samples):
                kind = kinds[index % 4]
                cases.append([self.drawn(rng, kind, each) for each in self.sources])
        return cases

    @staticmethod
    def drawn(rng, kind, source):
        return element(rng, kind, source) if source in FORMATS else rng.getrandbits(int(source[1:]))

    def specials(self, source):
        """Return special operands of a format; fewer if there are many combinations."""
        if source not in FORMATS:
            return [0, (1 << int(source[1:])) - 1]
        _, exponent, fraction = FORMATS[source]
        infinity = (1 << exponent) - 1 << fraction
        quiet = 1 << fraction - 1
        found = [0, encoded(1, source), infinity, infinity | quiet, infinity | quiet | 5, infinity | 3]
        if len(self.sources) < 3:
            near_one = encoded(1, source) | quiet | 1
            found += [1, 1 << fraction, infinity - 1, infinity | quiet * 2 - 1, near_one]
        elif len(self.sources) > 3:
            found = found[:2]
        return found + [each | 1 << exponent + fraction for each in found]

    def ptx(self):
        """Return the kernel: a thread for each case, with a word of 64 bits for each operand."""
        size = 8 * len(self.sources)
        text = f"mad.lo.u32 %index, %block, {THREADS}, %thread;\n.reg .pred %beyond;\n"
        text += "setp.ge.u32 %beyond, %index, %count;\n@%beyond ret;\n"
        text += f"mad.wide.u32 %in, %index, {size}, %in;\nmad.wide.u32 %out, %index, 8, %out;\n"
        names = [f"%a{index}" for index in range(len(self.sources))]
        for index, (name, width) in enumerate(zip(names, self.widths)):
            text += f".reg .b{width} {name};\nld.global.b{width} {name}, [%in+{8 * index}];\n"
        if "x4." in self.instruction:
            names = ["{" + ", ".join(names[:4]) + "}", *names[4:]]
        text += f".reg .b{max(self.result, 16)} %d;\nst.global.b64 [%out], 0;\n"
        if self.result == 8:
            text += f".reg .b8 %byte;\n{self.instruction} %byte, {', '.join(names)};\n"
            return text + "mov.b16 %d, {%byte, 0};\nst.global.b16 [%out], %d;\n"
        return text + f"{self.instruction} %d, {', '.join(names)};\nst.global.b{self.result} [%out], %d;\n"


THREADS = 256


def probes():
    """Return every probe."""
    found = [Tensor(instruction) for instruction in tensors()]
    found += [Scalar(text, False) for text in listed(FUNCTIONS)]
    for names, text in SPECIAL.items():
        for name in names.split():
            texts = listed(text.format(f=name, w=FORMATS[name][0]))
            found += [Scalar(each, True) for each in texts]
    return found


def module(probe, target, isa):
    """Return the PTX of a probe."""
    head = f".version {isa}\n.target {target}\n.address_size 64\n.visible .entry probe("
    head += ".param .u64 inputs, .param .u64 outputs, .param .u32 count)\n{\n.reg .b64 %in, %out;\n"
    head += ".reg .b32 %block, %thread, %index, %count;\n"
    head += "mov.u32 %block, %ctaid.x;\nmov.u32 %thread, %tid.x;\n"
    head += "ld.param.u64 %in, [inputs];\nld.param.u64 %out, [outputs];\nld.param.u32 %count, [count];\n"
    return head + probe.ptx() + "ret;\n}\n"


class Failure(Exception):
    """A call of the driver that failed, with its name for the error."""


class Driver:
    """NVIDIA's driver, by its C interface."""

    def __init__(self, library, index):
        self.cuda = library
        self.call("cuInit", 0)
        count = ctypes.c_int()
        self.call("cuDeviceGetCount", ctypes.byref(count))
        if index >= count.value:
            raise Failure(f"there is no GPU {index}: the driver has {count.value}, counted from 0")
        self.device = ctypes.c_int()
        self.call("cuDeviceGet", ctypes.byref(self.device), index)
        name, cuda = ctypes.create_string_buffer(256), ctypes.c_int()
        self.call("cuDeviceGetName", name, 256, self.device)
        self.call("cuDriverGetVersion", ctypes.byref(cuda))
        self.name, self.cuda_version = name.value.decode(), (cuda.value // 1000, cuda.value % 1000 // 10)
        # The attributes 75 and 76.
        self.capability = [ctypes.c_int(), ctypes.c_int()]
        for attribute, value in enumerate(self.capability, 75):
            self.call("cuDeviceGetAttribute", ctypes.byref(value), attribute, self.device)
        self.capability = [each.value for each in self.capability]
        self.enter()

    def enter(self):
        context = ctypes.c_void_p()
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), self.device)
        self.call("cuCtxSetCurrent", context)

    def renewed(self):
        """Replace a context that had an error; return what is wrong with that, if anything is."""
        try:
            self.call("cuDevicePrimaryCtxReset_v2", self.device)
            self.enter()
        except Failure as failure:
            return f"; {failure}"
        return ""

    def call(self, name, *arguments):
        code = getattr(self.cuda, name)(*arguments)
        if code:
            text = ctypes.c_char_p()
            self.cuda.cuGetErrorName(code, ctypes.byref(text))
            raise Failure(f"{name}: {(text.value or b'unknown error').decode()} ({code})")

    def load(self, ptx):
        """Compile a module; the error has what the compiler says."""
        log, loaded = ctypes.create_string_buffer(2048), ctypes.c_void_p()
        # CU_JIT_ERROR_LOG_BUFFER, and the size of it.
        options = (ctypes.c_int * 2)(5, 6)
        values = (ctypes.c_void_p * 2)(ctypes.addressof(log), len(log))
        try:
            image = ctypes.c_char_p(ptx.encode())
            self.call("cuModuleLoadDataEx", ctypes.byref(loaded), image, 2, options, values)
        except Failure as failure:
            raise Failure(" ".join(f"{failure} {log.value.decode(errors='replace')}".split())) from None
        return loaded

    def run(self, loaded, blocks, threads, count, data, size):
        """Run the kernel of a module on data; return as many bytes of results as asked for."""
        function, source, result = ctypes.c_void_p(), ctypes.c_uint64(), ctypes.c_uint64()
        self.call("cuModuleGetFunction", ctypes.byref(function), loaded, b"probe")
        self.call("cuMemAlloc_v2", ctypes.byref(source), ctypes.c_size_t(len(data)))
        self.call("cuMemAlloc_v2", ctypes.byref(result), ctypes.c_size_t(size))
        self.call("cuMemcpyHtoD_v2", source, data, ctypes.c_size_t(len(data)))
        values = (source, result, ctypes.c_uint32(count))
        pointers = (ctypes.c_void_p * 3)(*(ctypes.addressof(each) for each in values))
        self.call("cuLaunchKernel", function, blocks, 1, 1, threads, 1, 1, 0, None, pointers, None)
        self.call("cuCtxSynchronize")
        found = ctypes.create_string_buffer(size)
        self.call("cuMemcpyDtoH_v2", found, result, ctypes.c_size_t(size))
        for each in (source, result):
            self.call("cuMemFree_v2", each)
        self.call("cuModuleUnload", loaded)
        return found.raw


def isa_of(cuda):
    """Return the PTX ISA version of a driver, from its CUDA version."""
    major, minor = cuda
    of_12 = ("8.0", "8.1", "8.2", "8.3", "8.4", "8.5", "8.5", "8.6", "8.7", "8.8")
    if major < 12:
        return f"7.{min(minor, 8)}" if major == 11 else "6.5"
    return of_12[min(minor, 9)] if major == 12 else f"9.{min(minor, 5)}" if major == 13 else "9.5"


def texts(numbers, width):
    return " ".join(f"{each:0{-(-width // 4)}x}" for each in numbers)


def measured(driver, probe, ptx, options):
    """Run a probe; return what its record has beside the instruction."""
    try:
        loaded = driver.load(ptx)
    except Failure as failure:
        return {"unsupported": str(failure)}
    rng = random.Random(f"{options.seed} {probe.instruction}")
    if isinstance(probe, Scalar):
        cases = probe.operands(rng, options.samples)
        data = b"".join(each.to_bytes(8, "little") for case in cases for each in case)
        raw = driver.run(loaded, -(-len(cases) // THREADS), THREADS, len(cases), data, 8 * len(cases))
        results = [int.from_bytes(raw[i : i + 8], "little") for i in range(0, len(raw), 8)]
        lists = [texts(each, width) for each, width in zip(zip(*cases), probe.widths)]
        return {"operands": lists, "results": texts(results, probe.result)}
    kinds = itertools.islice(itertools.chain(["whole"], itertools.cycle(KINDS)), options.tiles)
    blocks = [[probe.drawn(rng, kind) for _ in range(probe.tiles)] for kind in kinds]
    data = b"".join(probe.packed(tiles) for tiles in blocks)
    size = probe.tiles * probe.m * probe.n * FORMATS[probe.d][0] // 8
    raw = driver.run(loaded, len(blocks), probe.threads, len(blocks), data, size * len(blocks))
    for index, tiles in enumerate(blocks):
        for tile, d in zip(tiles, probe.unpacked(raw[index * size : (index + 1) * size])):
            tile["d"] = d
    suspicion = next(filter(None, map(probe.suspicion, blocks[0])), None)
    found = {"tiles": [probe.written(tile) for tile in itertools.chain(*blocks)]}
    return {"suspect": suspicion, **found} if suspicion else found


def library(path):
    names = [path] if path else ["nvcuda.dll"] if sys.platform == "win32" else ["libcuda.so.1", "libcuda.so"]
    for name in names:
        try:
            return ctypes.CDLL(name)
        except OSError as error:
            reason = error
    raise Failure(f"NVIDIA's driver is not here ({reason}); where a GPU is, --driver names its library")


def main(arguments=None, cuda=None):
    parser = argparse.ArgumentParser(description="Records what a GPU computes, for `ptxfp capture`.")
    parser.add_argument("-o", "--output", default="capture.json", help="the file of the record")
    parser.add_argument("--only", default="", help="only probes with this in their instruction")
    parser.add_argument("--device", type=int, default=0, help="the number of the GPU")
    parser.add_argument("--driver", help="the driver's library, where it is not found")
    parser.add_argument("--tiles", type=int, default=12, help="matrices for each probe of tensor cores")
    parser.add_argument("--samples", type=int, default=8192, help="operands for each function of f32 and f64")
    parser.add_argument("--seed", default="1", help="what the operands follow from")
    parser.add_argument("--ptx", nargs=2, metavar=("TARGET", "ISA"), help="print the probes instead")
    options = parser.parse_args(arguments)
    chosen = [probe for probe in probes() if options.only in probe.instruction]
    if options.ptx:
        for probe in chosen:
            print(f"// {probe.instruction}\n{module(probe, *options.ptx)}")
        return 0
    try:
        driver = Driver(cuda or library(options.driver), options.device)
    except Failure as failure:
        print(f"error: {failure}", file=sys.stderr)
        return 2
    major, minor = driver.capability
    # All features of the architecture, where the driver knows them.
    target = f"sm_{major}{minor}" + "a" * (major >= 9 and driver.cuda_version >= (12, 0))
    record = header(driver, target, isa_of(driver.cuda_version), options)
    for index, probe in enumerate(chosen):
        if sys.stderr.isatty():
            print(f"\r{index + 1}/{len(chosen)} {probe.instruction:<105}", end="", file=sys.stderr)
        ptx = module(probe, target, record["isa"])
        try:
            found = measured(driver, probe, ptx, options)
        except Failure as failure:
            # An error stays with its context: the next probe gets a new one.
            found = {"failed": f"{failure}{driver.renewed()}"}
        record["probes"].append({"instruction": probe.instruction, **found, "ptx": ptx})
    with open(options.output, "w", encoding="utf-8") as file:
        write(record, file)
    newline = "\n" if sys.stderr.isatty() else ""
    print(f"{newline}{len(chosen)} probes; compare them: ptxfp capture {options.output}", file=sys.stderr)
    return 0


def header(driver, target, isa, options):
    """Return the record without probes: where it comes from."""
    with open(__file__, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    kernel = None
    try:
        with open("/proc/driver/nvidia/version", encoding="utf-8") as file:
            kernel = " ".join(file.readline().split())
    except OSError:
        # Not every system says so; CUDA's version stands for it.
        pass
    return {
        "record": "ptxfp-capture", "format": VERSION, "gpu": driver.name,
        "capability": ".".join(map(str, driver.capability)), "cuda": ".".join(map(str, driver.cuda_version)),
        "driver": kernel, "target": target, "isa": isa, "date": datetime.date.today().isoformat(),
        "system": platform.platform(), "python": platform.python_version(), "script": digest,
        "seed": options.seed, "probes": [],
    }


def write(record, file):
    """Write a record with a line for each probe."""
    head = json.dumps({**record, "probes": None})
    lines = ",\n".join(json.dumps(probe) for probe in record["probes"])
    file.write(head.replace('"probes": null}', '"probes": [\n') + lines + "\n]}\n")


if __name__ == "__main__":
    sys.exit(main())
