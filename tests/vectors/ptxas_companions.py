#!/usr/bin/env python3
"""Records which companion instructions NVIDIA's assembler takes, and on which versions and targets.

usage: ptxas_companions.py PTXAS > ptxas-companions.txt

Each statement is tried with registers of its types in a kernel of its own version and target; the
verdicts stand behind it as a digit for each pair. Statements that nothing takes share one line.
The tests need neither this script nor the tool; it comes with NVIDIA's CUDA toolkit.
"""
import itertools

from ptxas_record import record

PAIRS = '''1.0/sm_10 1.1/sm_11 1.2/sm_13 1.4/sm_13 2.0/sm_13 2.0/sm_20 3.0/sm_20 3.0/sm_30 3.1/sm_30 3.1/sm_35
4.0/sm_32 4.0/sm_50 4.1/sm_50 4.2/sm_53 4.3/sm_20 4.3/sm_35 4.3/sm_50 4.3/sm_53 5.0/sm_53 5.0/sm_60 5.0/sm_61 6.0/sm_70
6.4/sm_75 6.5/sm_53 6.5/sm_70 6.5/sm_72 6.5/sm_75 7.0/sm_80 7.5/sm_70 7.5/sm_86 7.6/sm_61 7.6/sm_70 7.6/sm_86
7.7/sm_86 7.8/sm_86 7.8/sm_90 8.0/sm_89 8.0/sm_90 8.1/sm_70 8.2/sm_61 8.2/sm_70 8.2/sm_90 9.1/sm_75 9.1/sm_80
9.1/sm_89 9.1/sm_90a 9.1/sm_100 9.1/sm_100a 9.1/sm_120a 9.1/sm_120f 9.2/sm_90 9.2/sm_100f 9.2/sm_110f 9.2/sm_120 9.2/sm_120a 9.3/sm_121f
9.4/sm_103a 9.4/sm_107 9.4/sm_107a 9.5/sm_107f 9.5/sm_121'''.split()
BITS, INTEGERS = ['b16', 'b32', 'b64'], ['u16', 'u32', 'u64', 's16', 's32', 's64']
ALL = ['pred', 'b8', *BITS, 'u8', 's8', *INTEGERS, 'f16', 'bf16', 'f16x2', 'bf16x2', 'f32', 'f64', 'u16x2', 's16x2', 'u8x4', 's8x4']
FLOATS = ['f16', 'bf16', 'f16x2', 'bf16x2', 'f32', 'f64']
NOT_FLOATS = [kind for kind in ALL if kind not in FLOATS]
CMP = 'eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan'.split()
WIDTH = {'pred': 'p', 'b8': 'h', 'u8': 'h', 's8': 'h', 'f16': 'h', 'bf16': 'h', 'b16': 'h', 'u16': 'h', 's16': 'h',
         'f64': 'D', 'f32': 'F'}


def register(kind, index):
    letter = WIDTH.get(kind, 'l' if kind.endswith('64') else 'r')
    return f'{letter}{index}'


def same(head, kind, count):
    return f'{head}.{kind} ' + ', '.join(register(kind, i) for i in range(count))


# Statements that are tried with their modifiers in every order, and with each one twice.
ORDERED = '''add.sat.s32 r0, r1, r2;sub.sat.u8x4 r0, r1, r2;add.cc.u32 r0, r1, r2;subc.cc.u64 l0, l1, l2;mul.lo.u32 r0, r1, r2;mul.wide.s16 r0, h1, h2
mad.lo.cc.u32 r0, r1, r2, r3;madc.hi.cc.s64 l0, l1, l2, l3;mad.hi.sat.s32 r0, r1, r2, r3;mad24.hi.sat.s32 r0, r1, r2, r3;mul24.lo.u32 r0, r1, r2
min.relu.s16x2 r0, r1, r2;max.relu.s8x4 r0, r1, r2;bfind.shiftamt.u32 r0, r1;szext.clamp.s32 r0, r1, r2;bmsk.wrap.b32 r0, r1, r2
dp4a.u32.s32 r0, r1, r2, r3;dp2a.lo.u32.s32 r0, r1, r2, r3;setp.lt.s32 p0, r1, r2;setp.lo.u32 p0, r1, r2;setp.ltu.and.ftz.f32 p0|p1, F1, F2, !p2
setp.eq.xor.f16 p0, h1, h2, p3;set.lt.or.ftz.u32.f32 r0, F1, F2, p3;set.hi.f32.u32 F0, r1, r2;set.num.f16x2.f16x2 r0, r1, r2
slct.ftz.f64.f32 D0, D1, D2, F3;prmt.b32.rc8 r0, r1, r2, r3;lop3.and.b32 r0|p0, r1, r2, r3, 0x96, p1;shf.l.wrap.b32 r0, r1, r2, r3
cvt.pack.sat.u8.s32.b32 r0, r1, r2, r3;cvt.pack.sat.s16.s32 r0, r1, r2'''.replace('\n', ';').split(';')
# Negated operands: only predicates can be.
NEGATED = '''selp.b32 r0, r1, r2, !p0;selp.f64 D0, D1, D2, !p0;selp.b32 r0, !r1, r2, p0;and.pred p0, !p1, p2;or.pred p0, p1, !p2;xor.pred p0, !p1, !p2
not.pred p0, !p1;not.b32 r0, !r1;setp.lt.and.s32 p0, r1, r2, !p3;setp.lt.s32 p0, !r1, r2;set.lt.and.u32.s32 r0, r1, r2, !p3
slct.b32.s32 r0, r1, r2, !r3;lop3.or.b32 r0|p0, r1, r2, r3, 0x96, !p1;selp.b32 r0, r1, r2, 2;selp.b32 r0, r1, r2, !2;selp.b32 r0, r1, r2, !!p0
and.pred p0, p1, 1.0;and.pred p0, 2, !p1'''.replace('\n', ';').split(';')

# Constants as operands of several types.
CONSTANTS = '''min.s16x2 r0, 5, r2;add.u8x4 r0, r1, 5;neg.s8x4 r0, 5;add.sat.u16x2 r0, -1, r2;bmsk.wrap.b32 r0, 0f3f800000, r2;bmsk.wrap.b32 r0, 5, r2
dp4a.u32.u32 r0, 0f3f800000, r2, r3;dp4a.u32.u32 r0, 5, r2, r3;dp2a.lo.u32.u32 r0, r1, r2, 0f3f800000;bfe.u32 r0, r1, -1, r3;bfe.u32 r0, r1, 255, 256
bfe.u32 r0, r1, 255, 0;bfi.b64 l0, l1, l2, 256, r4;bfi.b32 r0, 0f3f800000, r2, 0, 8;prmt.b32 r0, 0f3f800000, r2, r3;lop3.b32 r0, 0f3f800000, r2, r3, 0x96
lop3.b32 r0, r1, r2, r3, 1.0;shf.l.wrap.b32 r0, 0f3f800000, r2, 5;setp.lt.f16 p0, h1, 1.0;selp.f32 F0, 1, F2, p0;selp.f32 F0, 1.0, F2, p0
and.b32 r0, r1, 0f3f800000;and.b32 r0, r1, 1.0;and.b64 l0, l1, 1.0;and.b16 h0, h1, 0f3f800000;add.s32 r0, r1, 1.0;add.s32 r0, r1, WARP_SZ
set.lt.u32.f16 r0, h1, 0x3c00;set.lt.u32.f32 r0, F1, 1.0/3.0;popc.b64 r0, 1.0;clz.b32 r0, 0f3f800000;brev.b32 r0, 0f3f800000;not.b64 l0, 1.0
div.s32 r0, -7, 2;mul24.lo.u32 r0, 0xffffffff, 2;shl.b32 r0, r1, 1.0;cnot.b32 r0, 0f3f800000;popc.b32 r0, 0f3f800000'''.replace('\n', ';').split(';')


def orders():
    for statement in ORDERED:
        head, operands = statement.split(' ', 1)
        opcode, *modifiers = head.split('.')
        for repeated in [None, *modifiers]:
            given = modifiers + [repeated] if repeated else modifiers
            if len(given) < 6:
                yield from ('.'.join([opcode, *order]) + f' {operands}' for order in dict.fromkeys(itertools.permutations(given)))


def statements():
    yield from orders()
    yield from NEGATED
    yield from CONSTANTS
    for op, mod in itertools.product(['add', 'sub'], ['', '.sat']):
        yield from (same(op + mod, kind, 3) for kind in NOT_FLOATS)
    for op, mod in itertools.product(['mul', 'mad'], ['', '.lo', '.hi', '.wide', '.hi.sat', '.lo.sat', '.wide.sat']):
        for kind in NOT_FLOATS:
            wide = {'16': 'r', '32': 'l'}.get(kind[1:]) if '.wide' in mod else None
            names = [register(kind, i) for i in range(4 if op == 'mad' else 3)]
            for place in ((0, 3) if wide else ()):
                if place < len(names):
                    names[place] = f'{wide}{place}'
            yield f'{op}{mod}.{kind} ' + ', '.join(names)
    yield from (same('sad', kind, 4) for kind in NOT_FLOATS)
    yield from (same(op + mod, kind, 3) for op in ('div', 'rem') for mod in ('', '.sat') for kind in NOT_FLOATS)
    for op, mod in itertools.product(['mul24', 'mad24'], ['', '.lo', '.hi', '.wide', '.hi.sat', '.lo.sat']):
        yield from (same(op + mod, kind, 4 if op == 'mad24' else 3) for kind in NOT_FLOATS)
    yield from (same(op, kind, 2) for op in ('abs', 'neg', 'not', 'cnot', 'brev') for kind in NOT_FLOATS)
    for op, mod in itertools.product(['min', 'max'], ['', '.relu']):
        yield from (same(op + mod, kind, 3) for kind in NOT_FLOATS)
    for op in ('popc', 'clz', 'bfind', 'bfind.shiftamt'):
        yield from (f'{op}.{kind} r0, {register(kind, 1)}' for kind in NOT_FLOATS)
    for kind in NOT_FLOATS:
        yield f'bfe.{kind} {register(kind, 0)}, {register(kind, 1)}, r2, r3'
        yield f'bfi.{kind} {register(kind, 0)}, {register(kind, 1)}, {register(kind, 2)}, r3, r4'
        yield f'shl.{kind} {register(kind, 0)}, {register(kind, 1)}, r2'
        yield f'shr.{kind} {register(kind, 0)}, {register(kind, 1)}, r2'
        yield f'lop3.{kind} {", ".join(register(kind, i) for i in range(4))}, 0x96'
        yield from (same(op, kind, 3) for op in ('and', 'or', 'xor'))
    for op, mode, kind in itertools.product(['szext', 'bmsk'], ['', '.clamp', '.wrap'], NOT_FLOATS):
        yield same(op + mode, kind, 3)
    four = ['u32', 's32', 'b32', 'u16']
    for a, b in itertools.product(four, four):
        yield f'dp4a.{a}.{b} r0, r1, r2, r3'
        yield from (f'dp2a{mode}.{a}.{b} r0, r1, r2, r3' for mode in ('', '.lo', '.hi'))
    for op, cc, kind in itertools.product(['add', 'addc', 'sub', 'subc'], ['', '.cc'], NOT_FLOATS):
        if op in ('addc', 'subc') or cc:
            yield same(op + cc, kind, 3)
    for op, half, cc, kind in itertools.product(['mad', 'madc'], ['.lo', '.hi', '.wide'], ['', '.cc'], NOT_FLOATS):
        if op == 'madc' or cc:
            yield same(op + half + cc, kind, 4)
    for mod in ('and', 'or', 'xor'):
        yield f'lop3.{mod}.b32 r0|p0, r1, r2, r3, 0x96, p1'
        yield f'lop3.{mod}.b32 _|p0, r1, r2, r3, 0x96, p1'
    for way, mode, kind in itertools.product(['', '.l', '.r'], ['', '.clamp', '.wrap'], ['b32', 'u32', 'b64']):
        yield f'shf{way}{mode}.{kind} r0, r1, r2, r3'
    for mode in ('', '.f4e', '.b4e', '.rc8', '.ecl', '.ecr', '.rc16', '.foo'):
        yield f'prmt.b32{mode} r0, r1, r2, r3'
    for kind in ALL:
        yield f'selp.{kind} {register(kind, 0)}, {register(kind, 1)}, {register(kind, 2)}, p0'
        for stype, ftz in itertools.product(['s32', 'f32', 'u32', 'f64'], ['', '.ftz']):
            yield f'slct{ftz}.{kind}.{stype} {register(kind, 0)}, {register(kind, 1)}, {register(kind, 2)}, {register(stype, 3)}'
    for cmp, ftz, kind in itertools.product(CMP, ['', '.ftz'], ALL):
        a, b = register(kind, 1), register(kind, 2)
        yield f'setp.{cmp}{ftz}.{kind} p0|p1, {a}, {b}'
        if cmp in ('eq', 'ltu'):
            yield f'setp.{cmp}{ftz}.{kind} p0, {a}, {b}'
            yield from (f'setp.{cmp}.{boolean}{ftz}.{kind} p0|p1, {a}, {b}, !p2' for boolean in ('and', 'or', 'xor'))
    for cmp, ftz, dtype, stype in itertools.product(['eq', 'lt', 'hs', 'geu', 'num'], ['', '.ftz'], ALL, ALL):
        operands = f'{register(dtype, 0)}, {register(stype, 1)}, {register(stype, 2)}'
        yield f'set.{cmp}{ftz}.{dtype}.{stype} {operands}'
        if cmp == 'eq':
            yield f'set.{cmp}.xor{ftz}.{dtype}.{stype} {operands}, p0'
    for to, source in itertools.product(['u2', 's2', 'u4', 's4', 'u8', 's8', 'u16', 's16', 'u32'], ['s32', 'u32']):
        yield f'cvt.pack.sat.{to}.{source} r0, r1, r2'
        yield f'cvt.pack.sat.{to}.{source}.b32 r0, r1, r2, r3'
        yield f'cvt.pack.{to}.{source}.b32 r0, r1, r2, r3'


LINES = list(dict.fromkeys(statements()))
KINDS = {'p': 'pred', 'h': 'b16', 'r': 'b32', 'l': 'b64', 'F': 'f32', 'D': 'f64'}
DECLARED = ''.join(f'.reg .{kind} {letter}<6>;\n' for letter, kind in KINDS.items())


def module(version, target, indices):
    size = '.address_size 64\n' if tuple(map(int, version.split('.'))) >= (2, 3) else ''
    head = f'.version {version}\n.target {target}\n{size}.entry k()\n{{\n{DECLARED}'
    return head + ''.join(LINES[i] + ';\n' for i in indices) + 'ret;\n}\n', head.count('\n') + 1


record('Which companion instructions the assembler takes', 'ptxas_companions.py', PAIRS, LINES, module)
