#!/usr/bin/env python3
"""Writes results of tensor cores as a second implementation of the description computes them.

usage: tensor_model.py > tensor-model.txt

Numbers are fractions, so nothing is aligned, shifted or packed here: a term is multiplied by a power of
two and cut off. The kinds with scales, wgmma and tcgen05, of which no captures are public, are compared
with it; the parameters are those of the description again, not those of the core.
"""
import datetime, random
from fractions import Fraction

# Name: bits of the exponent and of the significand, bias, and whether there are infinities and NaNs.
FORMATS = {'f16': (5, 10, 15, 'ieee'), 'bf16': (8, 7, 127, 'ieee'), 'tf32': (8, 10, 127, 'ieee'), 'f32': (8, 23, 127, 'ieee'),
           'e4m3': (4, 3, 7, 'nan'), 'e5m2': (5, 2, 15, 'ieee'), 'e3m2': (3, 2, 3, ''), 'e2m3': (2, 3, 1, ''), 'e2m1': (2, 1, 1, '')}
# The rounding of a sum: precision, smallest and largest exponent, format that it is stored in.
LAST = {'f32': (24, -126, 127, 'f32'), 'e8m13': (14, -126, 127, 'f32'), 'f16': (11, -14, 15, 'f16')}
ZERO, NAN = ('zero',), ('nan',)


class Open(Exception):
    """Nobody measured it."""


def power(exponent):
    return Fraction(2) ** exponent


def width(name):
    return 1 + sum(FORMATS[name][:2]) + (13 if name == 'tf32' else 0)


def log2(value):
    """The exponent of the leading bit of a positive number."""
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    return exponent if power(exponent) <= value else exponent - 1


def decode(name, bits):
    """A zero, a NaN, an infinity with its sign, or a significand with its exponent, not normalized."""
    bits >>= 13 if name == 'tf32' else 0
    exponent_bits, fraction_bits, bias, specials = FORMATS[name]
    sign = -1 if bits >> exponent_bits + fraction_bits & 1 else 1
    exponent, fraction = bits >> fraction_bits & (1 << exponent_bits) - 1, bits & (1 << fraction_bits) - 1
    is_top = exponent == (1 << exponent_bits) - 1
    if specials == 'ieee' and is_top:
        return NAN if fraction else ('infinite', sign)
    if specials == 'nan' and is_top and fraction == (1 << fraction_bits) - 1:
        return NAN
    if exponent == 0:
        return ('finite', sign * Fraction(fraction, 1 << fraction_bits), 1 - bias) if fraction else ZERO
    return 'finite', sign * (1 + Fraction(fraction, 1 << fraction_bits)), exponent - bias


def encode(value, precision, emin, emax, stored, is_nearest):
    """The bits of a number, rounded once; -0 becomes +0."""
    size, quantum = abs(value), max(log2(abs(value)), emin) - precision + 1 if value else 0
    units, rest = divmod(size, power(quantum))
    rest /= power(quantum)
    units += is_nearest and (rest > Fraction(1, 2) or rest == Fraction(1, 2) and units % 2)
    size = units * power(quantum)
    fraction_bits, bias = FORMATS[stored][1:3]
    sign = (value < 0) << width(stored) - 1
    if size == 0:
        return 0
    if size >= power(emax + 1):
        return sign | infinity(stored)
    exponent = max(log2(size), emin)
    significand = int(size / power(exponent - fraction_bits))
    return sign | (exponent - emin << fraction_bits) + significand


def infinity(name):
    return (1 << FORMATS[name][0]) - 1 << FORMATS[name][1]


def product(a, b):
    if NAN in (a, b):
        return NAN
    if 'infinite' in (a[0], b[0]):
        sign = lambda x: x[1] if x[0] == 'infinite' else 1 if x[1] > 0 else -1
        return NAN if ZERO in (a, b) else ('infinite', sign(a) * sign(b))
    return ZERO if ZERO in (a, b) else ('finite', a[1] * b[1], a[2] + b[2])


def total(terms, addend, fraction, floor, last):
    """One sum with truncation."""
    stored = LAST[last][3]
    nan = (1 << width(stored) - 1) - 1
    signs = {term[1] for term in terms if term[0] == 'infinite'}
    if NAN in terms or addend == NAN:
        return nan
    if len(signs) == 2:
        raise Open
    signs |= {addend[1]} if addend[0] == 'infinite' else set()
    if signs:
        return nan if len(signs) == 2 else infinity(stored) | (-1 in signs) << width(stored) - 1
    terms = [*terms, addend]
    top = max(floor if term == ZERO else term[2] for term in terms)
    kept = sum(int(term[1] * power(term[2] + fraction - top)) for term in terms if term != ZERO)
    return encode(kept * power(top - fraction), *LAST[last], last == 'f16')


def chain(a_type, b_type, fraction, length, floor, last):
    def run(a, b, c, _):
        terms = [product(decode(a_type, x), decode(b_type, y)) for x, y in zip(a, b)]
        for start in range(0, len(terms), length):
            c = total(terms[start:start + length], decode(LAST[last][3], c), fraction, floor, last)
        return c
    return run


def as_f16(name, bits):
    """A number of 8 bits as f16 has it: normalized as far as the format goes."""
    value = decode(name, bits)
    if value[0] != 'finite':
        return value
    number = value[1] * power(value[2])
    exponent = max(log2(abs(number)), -14)
    return 'finite', number / power(exponent), exponent


def emulation(a_type, b_type, last):
    """FP8 as two sums of f16, and an addition of c."""
    floor = -21 if last == 'f16' else -133
    def run(a, b, c, _):
        terms = [product(as_f16(a_type, x), as_f16(b_type, y)) for x, y in zip(a, b)]
        halves = [[term for index, term in enumerate(terms) if index % 4 // 2 == half] for half in (0, 1)]
        bits = total(halves[0], ZERO, 25, floor, last)
        return add(total(halves[1], decode(last, bits), 25, floor, last), c, last)
    return run


def add(x, y, name):
    """An addition, rounded to the nearest."""
    a, b = decode(name, x), decode(name, y)
    nan, sign_bit = (1 << width(name) - 1) - 1, 1 << width(name) - 1
    signs = {value[1] for value in (a, b) if value[0] == 'infinite'}
    if NAN in (a, b) or len(signs) == 2:
        return nan
    if signs:
        return infinity(name) | sign_bit * (-1 in signs)
    value = sum(value[1] * power(value[2]) for value in (a, b) if value != ZERO)
    return encode(value, *LAST[name], True) if value else x & y & sign_bit


def scale(name, bits):
    if name == 'ue8m0':
        return NAN if bits == 0xff else ('finite', Fraction(1), bits - 127)
    bits &= 0x7f
    if bits == 0x7f:
        return NAN
    return decode('e4m3', bits)


def scaled_products(a_type, b_type):
    def run(a, b, c, scales):
        factors = [scale('ue8m0', each[0]) for each in scales]
        terms = [product(product(decode(a_type, x), decode(b_type, y)), product(*factors)) for x, y in zip(a, b)]
        return total([NAN] if NAN in factors else terms, decode('f32', c), 25, -133, 'f32')
    return run


def scaled_groups(kind):
    def run(a, b, c, scales):
        terms, block = [], 64 // len(scales[0])
        for first in range(0, 64, 16):
            factor = product(*(scale(kind, each[first // block]) for each in scales))
            products = [product(decode('e2m1', a[k]), decode('e2m1', b[k])) for k in range(first, first + 16)]
            products = [each for each in products if each != ZERO]
            exact = sum(each[1] * power(each[2]) for each in products)
            if factor == NAN:
                terms.append(NAN)
            else:
                terms.append(ZERO if factor == ZERO or not products else ('finite', exact * factor[1], factor[2]))
        return total(terms, decode('f32', c), 35, -139, 'f32')
    return run


def forms():
    """Target, spelling, types of a and b, type of c and d, K, number of scales, and the function."""
    for d, at in (('f32', 0), ('f16', 1)):
        for target in ('sm_70', 'sm_75'):
            yield target, f'mma.sync.aligned.m8n8k4.row.col.{d}.f16.f16.{d}', 'f16', 'f16', d, 4, 0, chain('f16', 'f16', 23, 4, (-131, -19)[at], d)
        for target, f, length, floors in (('sm_75', 24, 8, (-132, -20)), ('sm_80', 24, 8, (-132, -20)), ('sm_90', 25, 16, (-133, -21)), ('sm_120', 25, 16, (-133, -21))):
            yield target, f'mma.sync.aligned.m16n8k8.row.col.{d}.f16.f16.{d}', 'f16', 'f16', d, 8, 0, chain('f16', 'f16', f, length, floors[at], d)
            if target != 'sm_75':
                yield target, f'mma.sync.aligned.m16n8k16.row.col.{d}.f16.f16.{d}', 'f16', 'f16', d, 16, 0, chain('f16', 'f16', f, length, floors[at], d)
        sixteen = chain('f16', 'f16', 25, 16, (-133, -21)[at], d)
        yield 'sm_90a', f'wgmma.mma_async.sync.aligned.m64n8k16.{d}.f16.f16', 'f16', 'f16', d, 16, 0, sixteen
        yield 'sm_100a', f'tcgen05.mma.cta_group::1.kind::f16{{{d}.f16.f16}}', 'f16', 'f16', d, 16, 0, sixteen
        for a, b in (('e4m3', 'e5m2'), ('e5m2', 'e5m2'), ('e4m3', 'e4m3')):
            few = 'e8m13' if d == 'f32' else 'f16'
            for k in (16, 32):
                name = f'mma.sync.aligned.m16n8k{k}.row.col.{d}.{a}.{b}.{d}'
                yield 'sm_89', name, a, b, d, k, 0, chain(a, b, 13, 16, (-132, -20)[at], few)
                yield 'sm_90', name, a, b, d, k, 0, emulation(a, b, d)
                yield 'sm_120', name, a, b, d, k, 0, chain(a, b, 25, 32, (-133, -21)[at], d)
            yield 'sm_90a', f'wgmma.mma_async.sync.aligned.m64n8k32.{d}.{a}.{b}', a, b, d, 32, 0, chain(a, b, 13, 32, (-133, -21)[at], few)
        for a, b in (('e4m3', 'e2m1'), ('e3m2', 'e2m3'), ('e5m2', 'e3m2')):
            run = chain(a, b, 25, 32, (-133, -21)[at], d)
            yield 'sm_100a', f'tcgen05.mma.cta_group::1.kind::f8f6f4{{{d}.{a}.{b}}}', a, b, d, 32, 0, run
            yield 'sm_120a', f'mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.{d}.{a}.{b}.{d}', a, b, d, 32, 0, run
    for target, f, length, floor in (('sm_80', 24, 8, -132), ('sm_90', 25, 16, -133)):
        yield target, 'mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32', 'bf16', 'bf16', 'f32', 16, 0, chain('bf16', 'bf16', f, length, floor, 'f32')
        yield target, 'mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32', 'tf32', 'tf32', 'f32', 8, 0, chain('tf32', 'tf32', f, length // 2, floor, 'f32')
    yield 'sm_90a', 'wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32', 'tf32', 'tf32', 'f32', 8, 0, chain('tf32', 'tf32', 25, 8, -133, 'f32')
    for a in FORMATS:
        for b in FORMATS:
            if a[0] == b[0] == 'e':
                yield 'sm_120a', f'mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.f32.{a}.{b}.f32.ue8m0', a, b, 'f32', 32, 1, scaled_products(a, b)
    for size, kind, count in (('2X', 'ue8m0', 2), ('4X', 'ue8m0', 4), ('4X', 'ue4m3', 4)):
        for _ in range(4):
            name = f'mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::{size}.f32.e2m1.e2m1.f32.{kind}'
            yield 'sm_120a', name, 'e2m1', 'e2m1', 'f32', 64, count, scaled_groups(kind)
    yield 'sm_100a', 'tcgen05.mma.cta_group::1.kind::mxf4.block_scale', 'e2m1', 'e2m1', 'f32', 64, 2, scaled_groups('ue8m0')


def element(name, style):
    """Any bits, a number near 1, a tiny one, or often zero."""
    exponent_bits, fraction_bits, bias, _ = FORMATS[name]
    top = (1 << exponent_bits) - 2
    if style == 'any':
        return random.getrandbits(width(name))
    if style == 'sparse' and random.random() < 0.7:
        return 0
    exponent = {'near': bias + random.randint(-2, 2), 'tiny': random.choice([0, 0, 1, 2, 3])}.get(style, random.randint(0, top))
    bits = random.getrandbits(1) << exponent_bits | max(0, min(top, exponent))
    low = fraction_bits + (13 if name == 'tf32' else 0)
    return bits << low | random.getrandbits(low)


def main():
    random.seed(26)
    print('# Results of tensor cores as a second implementation of the description computes them: lines of')
    print('# `ptxfp mma --batch` without the version, and the bits of d, or - where nobody measured them.')
    print('# oracle: the description in fractions; no GPU')
    print(f'# command: tests/vectors/tensor_model.py\n# date: {datetime.date.today()}\n# GPU, driver: none')
    for target, name, a_type, b_type, d, k, count, run in forms():
        for style in ('any', 'near', 'tiny', 'sparse', 'near', 'any'):
            a, b = [element(a_type, style) for _ in range(k)], [element(b_type, style) for _ in range(k)]
            for index in range(1, k, 2):
                if random.random() < 0.2:
                    a[index], b[index] = a[index - 1] ^ 1 << width(a_type) - 1, b[index - 1]
            c = element(d, random.choice([style, 'near', 'sparse']))
            scales = [[random.choice([random.getrandbits(8), random.randint(120, 134), 0x38 + random.randint(-9, 9)]) for _ in range(count)] for _ in 'ab']
            text = lambda numbers: ','.join(f'{number:x}' for number in numbers)
            try:
                bits = f'{run(a, b, c, scales):0{4 if d == "f16" else 8}x}'
            except Open:
                bits = '-' if 'e5m2' in (a_type, b_type) else '7fff' if d == 'f16' else '7fffffff'
            print(target, name, text(a), text(b), f'{c:x}', *map(text, scales if count else []), '@', bits)


main()
