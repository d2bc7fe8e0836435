"""Instructions of kernels that pieces of inline assembly do not need: integers, and exact and rounding
operations on floats. Written from the PTX manual, sections 9.7.1 to 9.7.9.
"""
import math
import re
from fractions import Fraction

import numpy as np

import floats
from floats import ROUNDINGS, value
from formats import WIDTH, exact, flushed, host, sign_bit, stored
from integers import signed
from statements import Unjudged
from values import Value

INTEGER = re.compile(r'[bus](8|16|32|64)')
FLOAT = ('f16', 'bf16', 'f32', 'f64')
TO_INTEGRAL = {'rni': np.rint, 'rzi': np.trunc, 'rmi': np.floor, 'rpi': np.ceil}


def evaluate(name, modifiers, count, read):
    """The result, or None where it is no such instruction."""
    if name == 'cvt' and len(modifiers) >= 2 and all(it in FLOAT or INTEGER.fullmatch(it) for it in modifiers[-2:]):
        return convert(modifiers, read)
    kind = modifiers[-1] if modifiers else ''
    if kind in FLOAT:
        return of_floats(name, modifiers, kind, count, read)
    if INTEGER.fullmatch(kind):
        return of_integers(name, modifiers, kind, count, read)
    return None


# Floats.

def of_floats(name, modifiers, kind, count, read):
    rest = [it for it in modifiers if it != kind]
    width = WIDTH[kind]
    if name == 'slct':
        raise Unjudged('slct of floats')
    if name == 'copysign':
        a, b = read(1, width), read(2, width)
        sign = a.plain() & sign_bit(kind)
        return Value(sign | b.plain() & ~sign_bit(kind), width)
    if name == 'testp':
        bits = read(1, width)
        number = host(kind, bits.bits)
        magnitude = bits.bits & ~sign_bit(kind)
        normal = not (math.isnan(number) or math.isinf(number)) and flushed(kind, bits.bits) & ~sign_bit(kind) != 0
        return Value(int({'finite': math.isfinite(number), 'infinite': math.isinf(number), 'number': not math.isnan(number),
                          'notanumber': math.isnan(number), 'normal': normal,
                          'subnormal': math.isfinite(number) and magnitude and not normal}[rest[0]]), 1)
    if name not in ('rcp', 'sqrt') or 'approx' in rest:
        return None
    mode = next((it for it in rest if it in ROUNDINGS), None)
    if mode is None or any(it not in (mode, 'ftz') for it in rest):
        raise Unjudged(f'{name} with {rest}')
    bits = read(1, width).bits
    bits = flushed(kind, bits) if 'ftz' in rest else bits
    number = host(kind, bits)
    negative = bool(bits & sign_bit(kind))
    if math.isnan(number) or name == 'sqrt' and number < 0:
        return value(kind, None)
    if name == 'sqrt':
        if number == 0 or math.isinf(number):
            return Value(bits, width)
        return Value(stored(kind, root(exact(kind, bits)), mode, False, 'ftz' in rest), width)
    if number == 0 or math.isinf(number):
        result = float('inf') if number == 0 else 0.0
        result = stored(kind, Fraction(0)) if result == 0 else (1 << width - 1) - (1 << {16: 10, 32: 23, 64: 52}[width])
        return Value(result | (sign_bit(kind) if negative else 0), width)
    return Value(stored(kind, 1 / exact(kind, bits), mode, negative, 'ftz' in rest), width)


def root(number):
    """A fraction on the same side of every number of a format, and of every middle of two, as the root."""
    scale = 1200
    whole = (number.numerator << 2 * scale) // number.denominator
    low = math.isqrt(whole)
    is_exact = low * low == whole and whole * number.denominator == number.numerator << 2 * scale
    return Fraction(low, 1 << scale) if is_exact else Fraction(2 * low + 1, 2 << scale)


def convert(modifiers, read):
    target, source = modifiers[-2:]
    rest = modifiers[:-2]
    if target in FLOAT and source in FLOAT:
        return between_floats(target, source, rest, read)
    if target in FLOAT:
        width = int(source[1:])
        number = read(1, width).plain()
        number = signed(number, width) if source[0] == 's' else number
        mode = [it for it in rest if it != 'ftz']
        if any(it not in ('rn', 'rz', 'rm', 'rp') for it in mode) or len(mode) > 1:
            raise Unjudged(f'cvt with {rest}')
        return Value(stored(target, Fraction(number), mode[0] if mode else 'rn'), WIDTH[target])
    width = int(target[1:])
    low, high = (-(1 << width - 1), (1 << width - 1) - 1) if target[0] == 's' else (0, (1 << width) - 1)
    if source in FLOAT:
        code = read(1, WIDTH[source])
        mode = [it for it in rest if it in TO_INTEGRAL]
        if len(mode) != 1 or any(it not in (*mode, 'sat', 'ftz') for it in rest):
            raise Unjudged(f'cvt with {rest}')
        number = host(source, flushed(source, code.bits) if 'ftz' in rest and source == 'f32' else code.bits)
        if math.isnan(number):
            # Section 9.7.9.21: zero, or the bit in front alone for f64 and for 64 bits.
            result = 1 << width - 1 if source == 'f64' or width == 64 else 0
        elif math.isinf(number):
            result = high if number > 0 else low
        else:
            result = max(low, min(high, int(TO_INTEGRAL[mode[0]](np.float64(number)))))
        return Value(result & (1 << width) - 1, width)
    wide = int(source[1:])
    number = read(1, wide).plain()
    number = signed(number, wide) if source[0] == 's' else number
    if any(it != 'sat' for it in rest):
        raise Unjudged(f'cvt with {rest}')
    if 'sat' in rest:
        number = max(low, min(high, number))
    return Value(number & (1 << width) - 1, width)


def between_floats(target, source, rest, read):
    code = read(1, WIDTH[source])
    mode = [it for it in rest if it in TO_INTEGRAL]
    ftz = 'ftz' in rest
    rest = [it for it in rest if it not in (*mode, 'ftz')]
    bits = flushed(source, code.bits) if ftz and source == 'f32' else code.bits
    if mode or target == source:
        if target != source or any(it != 'sat' for it in rest):
            raise Unjudged('this conversion')
        number = host(source, bits)
        if math.isnan(number):
            return Value(0, WIDTH[source]) if 'sat' in rest else value(source, None)
        if mode and math.isfinite(number) and number != 0:
            number = float(TO_INTEGRAL[mode[0]](np.float64(number)))
            bits = stored(source, Fraction(number), 'rn', math.copysign(1, number) < 0)
        if 'sat' in rest:
            bits = 0 if number <= 0 else bits if number <= 1 else stored(source, Fraction(1))
        return Value(bits, WIDTH[source])
    result = floats.value_of_cvt(target, source, Value(bits, code.width), floats.Modifiers(rest))
    if ftz and target == 'f32' and not result.nans:
        return Value(flushed('f32', result.bits), 32)
    return result


# Integers.

def of_integers(name, modifiers, kind, count, read):
    width = int(kind[1:])
    mask = (1 << width) - 1
    number = (lambda bits: signed(bits, width)) if kind[0] == 's' else (lambda bits: bits)
    plain = lambda index, wide=width: read(index, wide).plain()
    if name in ('div', 'rem') and modifiers == [kind]:
        a, b = number(plain(1)), number(plain(2))
        if b == 0:
            raise Unjudged('a division by zero')
        quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        return Value((quotient if name == 'div' else a - quotient * b) & mask, width)
    if name == 'slct' and modifiers == [kind, 's32'] or name == 'slct' and modifiers[-1] == 's32':
        kind = modifiers[0]
        wide = int(re.sub(r'\D', '', kind))
        return read(1 if signed(plain(3, 32), 32) >= 0 else 2, wide)
    if name == 'mad' and modifiers[0] in ('wide', 'hi') and len(modifiers) == 2:
        product = number(plain(1)) * number(plain(2))
        if modifiers[0] == 'wide':
            return Value(product + plain(3, 2 * width) & (1 << 2 * width) - 1, 2 * width)
        return Value((product >> width) + plain(3) & mask, width)
    if name in ('mul24', 'mad24'):
        part = (lambda bits: signed(bits & 0xffffff, 24)) if kind[0] == 's' else (lambda bits: bits & 0xffffff)
        product = part(plain(1)) * part(plain(2))
        product = product if modifiers[0] == 'lo' else product >> 16
        if len(modifiers) != 2:
            raise Unjudged(f'{name} with {modifiers}')
        return Value(product + (plain(3) if name == 'mad24' else 0) & mask, width)
    if name == 'popc':
        return Value(plain(1).bit_count(), 32)
    if name == 'clz':
        return Value(width - plain(1).bit_length(), 32)
    if name == 'bfind':
        a = plain(1)
        if kind[0] == 's' and a >> width - 1:
            a = ~a & mask
        if a == 0:
            return Value(0xffffffff, 32)
        return Value(width - a.bit_length() if 'shiftamt' in modifiers else a.bit_length() - 1, 32)
    if name == 'bfi':
        a, b, position, length = plain(1), plain(2), plain(3, 32) & 255, plain(4, 32) & 255
        inside = ((1 << length) - 1 << position) & mask
        return Value(b & ~inside | a << position & inside, width)
    if name == 'bfe':
        a, position, length = plain(1), plain(2, 32) & 255, plain(3, 32) & 255
        result = a >> position & (1 << length) - 1
        if kind[0] == 's' and length:
            top = min(position + length - 1, width - 1)
            if a >> top & 1:
                result |= -1 << max(0, top - position) if position < width else -1
        return Value(result & mask, width)
    if name == 'shf' and modifiers[0] in ('l', 'r') and len(modifiers) == 3:
        a, b, amount = plain(1, 32), plain(2, 32), plain(3, 32)
        amount = min(amount, 32) if modifiers[1] == 'clamp' else amount & 31
        both = b << 32 | a
        return Value((both << amount >> 32 if modifiers[0] == 'l' else both >> amount) & 0xffffffff, 32)
    if name == 'cnot':
        return Value(int(plain(1) == 0), width)
    if name == 'sad':
        return Value(abs(number(plain(1)) - number(plain(2))) + plain(3) & mask, width)
    return None


def with_carry(name, modifiers, read, before):
    """add, sub and mad with .cc or the carry before; the result and the carry."""
    kind = modifiers[-1]
    width = int(kind[1:])
    mask = (1 << width) - 1
    base = name.removesuffix('c')
    a, b = read(1, width).plain(), read(2, width).plain()
    if base == 'mad':
        a, b = (signed(it, width) if kind[0] == 's' else it for it in (a, b))
        a = (a * b if modifiers[0] == 'lo' else a * b >> width) & mask
        b = read(3, width).plain()
    if base == 'sub':
        total = a - b - before
        return Value(total & mask, width), int(total < 0)
    total = a + b + before
    return Value(total & mask, width), int(total > mask)
