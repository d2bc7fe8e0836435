#!/usr/bin/env python3
"""Records which instructions of tensor cores NVIDIA's assembler takes, and on which versions and targets.

usage: ptxas_mma.py PTXAS > ptxas-mma.txt

Each spelling is tried with registers of its types in a kernel of its own, in a module of each version
and target; the verdicts stand above it as a digit for each pair. Spellings that nothing takes share one
line. The tests need neither this script nor the tool; it comes with NVIDIA's CUDA toolkit.
"""
import itertools, re

from ptxas_record import record

PAIRS = '''6.0/sm_70 6.1/sm_70 6.2/sm_70 6.3/sm_70 6.3/sm_75 6.4/sm_70 6.4/sm_72 6.4/sm_75 6.5/sm_70 6.5/sm_75 7.0/sm_70 7.0/sm_75
7.0/sm_80 7.1/sm_86 7.4/sm_87 7.7/sm_80 7.8/sm_80 7.8/sm_89 7.8/sm_90 8.0/sm_90 8.0/sm_90a 8.1/sm_89 8.3/sm_89 8.4/sm_89 8.4/sm_90
8.4/sm_90a 8.6/sm_89 8.6/sm_90a 8.6/sm_100 8.6/sm_100a 8.6/sm_101a 8.7/sm_89 8.7/sm_90 8.7/sm_100a 8.7/sm_120 8.7/sm_120a 8.8/sm_100a
8.8/sm_100f 8.8/sm_101a 8.8/sm_101f 8.8/sm_103a 8.8/sm_103f 8.8/sm_120a 8.8/sm_120f 8.8/sm_121 8.8/sm_121a 8.8/sm_121f 9.0/sm_80 9.0/sm_88
9.0/sm_110a 9.0/sm_110f 9.0/sm_120a 9.0/sm_120f 9.1/sm_75 9.1/sm_120a 9.1/sm_120f 9.1/sm_121a 9.4/sm_107a 9.4/sm_107f 9.5/sm_75 9.5/sm_80
9.5/sm_86 9.5/sm_87 9.5/sm_88 9.5/sm_89 9.5/sm_90 9.5/sm_90a 9.5/sm_100 9.5/sm_100a 9.5/sm_100f 9.5/sm_103 9.5/sm_103a 9.5/sm_103f
9.5/sm_107 9.5/sm_107a 9.5/sm_107f 9.5/sm_110 9.5/sm_110a 9.5/sm_110f 9.5/sm_120 9.5/sm_120a 9.5/sm_120f 9.5/sm_121 9.5/sm_121a 9.5/sm_121f'''.split()
ACC = ['f16', 'f32']
FP8 = ['e4m3', 'e5m2']
NARROW = [*FP8, 'e3m2', 'e2m3', 'e2m1']
BITS = {'f16': 16, 'bf16': 16, 'tf32': 32, 'f32': 32, 'f64': 64, 's32': 32, 'u8': 8, 's8': 8, 'u4': 4, 's4': 4}


def spellings():
    for shape, d, c in itertools.product(['m8n8k4', 'm16n8k4', 'm16n8k8', 'm16n8k16', 'm16n8k32'], ACC, ACC):
        yield f'mma.sync.aligned.{shape}.row.col.{d}.f16.f16.{c}'
    for a, b in itertools.product(['row', 'col'], ['row', 'col']):
        yield f'mma.sync.aligned.m8n8k4.{a}.{b}.f32.f16.f16.f32'
        yield f'mma.sync.aligned.m16n8k16.{a}.{b}.f32.f16.f16.f32'
    for shape, kind, d in itertools.product(['m8n8k4', 'm16n8k4', 'm16n8k8', 'm16n8k16', 'm16n8k32'], ['bf16', 'tf32'], ACC):
        yield f'mma.sync.aligned.{shape}.row.col.{d}.{kind}.{kind}.{d}'
    yield 'mma.sync.aligned.m16n8k8.row.col.f32.bf16.tf32.f32'
    yield 'mma.sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32'
    yield 'mma.sync.m16n8k16.row.col.f32.f16.f16.f32'
    yield 'mma.aligned.m16n8k16.row.col.f32.f16.f16.f32'
    yield 'mma.sync.aligned.m16n8k16.f32.f16.f16.f32'
    yield 'mma.sync.aligned.row.col.m16n8k16.f32.f16.f16.f32'
    yield 'mma.sync.aligned.m16n8k16.row.col.satfinite.f32.f16.f16.f32'
    yield 'mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32.rn'
    for shape, a, b, d, c in itertools.product(['m16n8k8', 'm16n8k16', 'm16n8k32', 'm16n8k64'], FP8, FP8, ACC, ACC):
        if a == 'e4m3' or d == c:
            yield f'mma.sync.aligned.{shape}.row.col.{d}.{a}.{b}.{c}'
    for a, b, d in itertools.product(NARROW, NARROW, ACC):
        yield f'mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.{d}.{a}.{b}.{d}'
    for a, d in itertools.product(NARROW[2:], ACC):
        yield f'mma.sync.aligned.m16n8k32.row.col.{d}.{a}.{a}.{d}'
        yield f'mma.sync.aligned.m16n8k16.row.col.kind::f8f6f4.{d}.{a}.{a}.{d}'
    yield 'mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m1.e2m1.f16'
    yield 'mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.f16.f16.f32'
    for a, b in itertools.product(NARROW, NARROW):
        yield f'mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.{a}.{b}.f32.ue8m0'
    scales = itertools.product(['m16n8k32', 'm16n8k64'], ['mxf8f6f4', 'mxf4', 'mxf4nvf4'], ['', '.scale_vec::1X', '.scale_vec::2X', '.scale_vec::4X'],
                               ['ue8m0', 'ue4m3'])
    for shape, kind, vec, scale in scales:
        yield f'mma.sync.aligned.{shape}.row.col.kind::{kind}.block_scale{vec}.f32.e2m1.e2m1.f32.{scale}'
    yield 'mma.sync.aligned.m16n8k64.row.col.kind::mxf4.f32.e2m1.e2m1.f32.ue8m0'
    yield 'mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.f16.e2m1.e2m1.f16.ue8m0'
    yield 'mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.f32.e4m3.e4m3.f32.ue8m0'
    for shape, rnd in itertools.product(['m8n8k4', 'm16n8k4', 'm16n8k8', 'm16n8k16'], ['', '.rn', '.rz', '.rm', '.rp', '.rna']):
        yield f'mma.sync.aligned.{shape}.row.col.f64.f64.f64.f64{rnd}'
        if shape in ('m8n8k4', 'm16n8k4') and rnd:
            yield f'mma.sync.aligned.{shape}.row.col{rnd}.f64.f64.f64.f64'
            yield f'mma.sync.aligned.{shape}.row.col{rnd}.f64.f64.f64.f64{rnd}'
    for shape, a, b, sat in itertools.product(['m8n8k16', 'm16n8k16', 'm16n8k32', 'm8n8k32', 'm16n8k64'], ['u8', 's8', 'u4', 's4'],
                                              ['u8', 's8', 'u4', 's4'], ['', '.satfinite']):
        if a[1] == b[1]:
            yield f'mma.sync.aligned.{shape}.row.col{sat}.s32.{a}.{b}.s32'
    yield 'mma.sync.aligned.m16n8k32.row.col.s32.u8.u4.s32'
    for shape, d, c in itertools.product(['m16n16k16', 'm8n32k16', 'm32n8k16', 'm16n16k8'], ACC, ACC):
        yield f'wmma.mma.sync.aligned.row.col.{shape}.{d}.{c}'
        yield f'wmma.mma.sync.row.col.{shape}.{d}.{c}'
        yield f'wmma.mma.sync.aligned.row.col.{shape}.{d}.{c}.satfinite'
    for a, b in itertools.product(['row', 'col'], ['row', 'col']):
        yield f'wmma.mma.sync.aligned.{a}.{b}.m16n16k16.f32.f32'
    for shape, kind in itertools.product(['m16n16k16', 'm8n32k16', 'm32n8k16', 'm16n16k8'], ['bf16', 'tf32', 'f16', 'e4m3']):
        yield f'wmma.mma.sync.aligned.row.col.{shape}.f32.{kind}.{kind}.f32'
    for rnd in ('', '.rn', '.rz', '.rm', '.rp'):
        yield f'wmma.mma.sync.aligned.row.col.m8n8k4{rnd}.f64.f64.f64.f64'
        if rnd:
            yield f'wmma.mma.sync.aligned.row.col.m8n8k4.f64.f64.f64.f64{rnd}'
    for n, k, kind, d in itertools.product([8, 12, 24, 256, 264], [8, 16, 32], ['f16', 'bf16', 'tf32', *FP8], ACC):
        if n == 8 or k * (8 if kind in FP8 else BITS[kind]) == 256:
            yield f'wgmma.mma_async.sync.aligned.m64n{n}k{k}.{d}.{kind}.{kind}'
    yield 'wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e5m2'
    yield 'wgmma.mma_async.sync.aligned.m64n8k32.f16.e5m2.e4m3'
    yield 'wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.bf16'
    yield 'wgmma.mma_async.sync.aligned.m32n8k16.f32.f16.f16'
    kinds = ['f16', 'tf32', 'f8f6f4', 'mxf8f6f4', 'mxf4', 'mxf4nvf4']
    for ws, group, kind in itertools.product(['', '.ws'], ['cta_group::1', 'cta_group::2'], kinds):
        yield f'tcgen05.mma{ws}.{group}.kind::{kind}'
    sizes = ['', '.scale_vec::1X', '.scale_vec::2X', '.scale_vec::4X', '.block16', '.block32']
    for kind, size in itertools.product(kinds, sizes):
        yield f'tcgen05.mma.cta_group::1.kind::{kind}.block_scale{size}'
    for op, (group, kind) in itertools.product(['fill', 'use', 'lastuse', 'discard', 'keep'],
                                               [(1, 'f16'), (2, 'f8f6f4'), (1, 'mxf8f6f4.block_scale'), (1, 'mxf4nvf4.block_scale.block16')]):
        yield f'tcgen05.mma.cta_group::{group}.kind::{kind}.collector::a::{op}'
    for kind in ('f16', 'tf32', 'f8f6f4', 'mxf8f6f4.block_scale'):
        yield f'tcgen05.mma.cta_group::1.kind::{kind}.ashift'
        yield f'tcgen05.mma.cta_group::1.kind::{kind}.ashift.collector::a::discard'
    yield from (f'tcgen05.mma.cta_group::2.kind::{kind}.block_scale' for kind in kinds[3:5])
    for op in ('fill', 'use', 'lastuse', 'discard'):
        yield f'tcgen05.mma.ws.cta_group::1.kind::f16.collector::b0::{op}'
    yield 'tcgen05.mma.ws.cta_group::1.kind::f16.collector::a::fill'
    yield 'tcgen05.mma.kind::f16'
    yield 'tcgen05.mma.cta_group::1'


def registers(kind, count):
    letter = {'f32': 'F', 'f64': 'D'}.get(kind, 'r')
    return '{' + ', '.join(f'{letter}{i}' for i in range(count)) + '}'


def operands(text):
    words = text.split('.')
    if words[0] == 'tcgen05':
        a = '[r1]' if 'ashift' in words else 'l1'
        if 'block_scale' in words:
            return f'[r0], {a}, l2, r3, [r4], [r5], p0'
        return f'[r0], {a}, l2, r3, p0'
    m, n, k = map(int, re.search(r'm(\d+)n(\d+)k(\d+)', text).groups())
    types = [word for word in words if word in BITS or word in NARROW]
    if words[0] == 'wgmma':
        d, a = types[0], types[1]
        last = ', 0, 0' if a in ('f16', 'bf16') else ''
        return registers(d, n // 2 if d == 'f32' else n // 4) + ', l1, l2, p0, 1, 1' + last
    if len(types) == 2:
        d, a, b, c = types[0], 'f16', 'f16', types[1]
    else:
        d, a, b, c = types
    scaled = 'mxf4' in text
    def count(rows, columns, kind):
        bits = BITS.get(kind, 4 if scaled else 8)
        return max(1, rows * columns * bits // (2048 if kind == 'f64' else 1024))
    if words[0] == 'wmma' and a == 'f16':
        sizes = [8, 8]
    elif (m, n, k) == (8, 8, 4) and a != 'f64':
        sizes = [2, 2]
    else:
        sizes = [count(m, k, a), count(n, k, b)]
    outs = {d: count(m, n, d), c: count(m, n, c)}
    if (m, n, k) == (8, 8, 4) and a == 'f16':
        outs = {'f16': 4, 'f32': 8}
    lists = [registers(d, outs[d]), registers(a, sizes[0]), registers(b, sizes[1]), registers(c, outs[c])]
    scale = ', r0, {0, 0}, r1, {0, 0}' if 'block_scale' in words else ''
    return ', '.join(lists) + scale


LINES = list(dict.fromkeys(spellings()))
KINDS = {'p': 'pred', 'r': 'b32', 'l': 'b64', 'F': 'f32', 'D': 'f64'}
SIZES = {'F': 140, 'r': 80}
DECLARED = ' '.join(f'.reg .{kind} {letter}<{SIZES.get(letter, 10)}>;' for letter, kind in KINDS.items())


def module(version, target, indices):
    head = f'.version {version}\n.target {target}\n.address_size 64\n'
    kernels = (f'.entry k{i}() {{ {DECLARED} {LINES[i]} {operands(LINES[i])}; ret; }}\n' for i in indices)
    return head + ''.join(kernels), head.count('\n') + 1


if __name__ == '__main__':
    record('Which instructions of tensor cores the assembler takes', 'ptxas_mma.py', PAIRS, LINES, module)
