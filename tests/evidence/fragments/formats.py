"""Numbers in formats: decoded by NumPy and ml_dtypes, rounded by a search for the neighbors."""
from fractions import Fraction

import ml_dtypes
import numpy as np

from statements import Unjudged

TYPES = {'f16': np.float16, 'bf16': ml_dtypes.bfloat16, 'f32': np.float32, 'f64': np.float64,
         'e4m3': ml_dtypes.float8_e4m3fn, 'e5m2': ml_dtypes.float8_e5m2, 'e2m1': ml_dtypes.float4_e2m1fn,
         'e2m3': ml_dtypes.float6_e2m3fn, 'e3m2': ml_dtypes.float6_e3m2fn, 'ue8m0': ml_dtypes.float8_e8m0fnu}
WIDTH = {'f16': 16, 'bf16': 16, 'f32': 32, 'f64': 64, 'e4m3': 8, 'e5m2': 8, 'e2m1': 4, 'e2m3': 6, 'e3m2': 6, 'ue8m0': 8}
# The code of the largest number.
LARGEST = {'f16': 0x7bff, 'bf16': 0x7f7f, 'f32': 0x7f7fffff, 'f64': (0x7ff << 52) - 1, 'e4m3': 0x7e, 'e5m2': 0x7b,
           'e2m1': 7, 'e2m3': 0x1f, 'e3m2': 0x1f, 'ue8m0': 0xfe}
SMALLEST_NORMAL = {'f16': 0x400, 'bf16': 0x80, 'f32': 0x800000, 'f64': 1 << 52}
NAN = {'f16': 0x7fff, 'bf16': 0x7fff, 'f32': 0x7fffffff, 'e4m3': 0x7f, 'e5m2': 0x7f, 'ue8m0': 0xff}
INFINITY = {'f16': 0x7c00, 'bf16': 0x7f80, 'f32': 0x7f800000, 'f64': 0x7ff << 52}


def sign_bit(name):
    return 0 if name == 'ue8m0' else 1 << WIDTH[name] - 1


def decode(name, bits):
    """The number as NumPy or ml_dtypes has it."""
    size = {8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}[max(8, WIDTH[name])]
    return np.array([bits], dtype=size).view(TYPES[name])[0]


def encode(name, number):
    size = {8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}[max(8, WIDTH[name])]
    with np.errstate(all='ignore'):
        return int(np.array([number]).astype(TYPES[name]).view(size)[0]) & ((1 << WIDTH[name]) - 1)


def host(name, bits):
    return float(decode(name, bits))


def exact(name, bits):
    return Fraction(host(name, bits))


def flushed(name, bits):
    """A subnormal as zero."""
    sign = bits & sign_bit(name)
    return sign if bits & ~sign_bit(name) < SMALLEST_NORMAL[name] else bits


def around(name, magnitude):
    """Codes between which the largest number is that does not exceed this one."""
    largest = LARGEST[name]
    try:
        near = min(encode(name, float(magnitude)), largest)
    except OverflowError:
        return 0, largest
    low, high = max(0, near - 1), min(largest, near + 1)
    if exact(name, low) <= magnitude and (high == largest or magnitude < exact(name, high + 1)):
        return low, high
    return 0, largest


def rounded(name, number, mode='rn', is_negative_zero=False):
    """The code of an exact number, rounded: `rn`, `rna` (ties away), `rz`, `rm`, `rp`; None if too large."""
    sign = sign_bit(name) if number < 0 or number == 0 and is_negative_zero else 0
    magnitude = abs(number)
    if magnitude < exact(name, 0):
        raise Unjudged('a number below the least')
    low, high = around(name, magnitude)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if exact(name, middle) <= magnitude else (low, middle - 1)
    below = exact(name, low)
    if below == magnitude:
        return sign | low
    step = exact(name, low + 1) - below if low < LARGEST[name] else below - exact(name, low - 1)
    if name == 'ue8m0' and low == LARGEST[name]:
        step = below
    twice = 2 * (magnitude - below)
    is_away = {'rn': twice > step or twice == step and low & 1 == 1, 'rna': twice >= step, 'rz': False,
               'rp': number > 0, 'rm': number < 0}[mode]
    if not is_away:
        return sign | low
    return sign | low + 1 if low < LARGEST[name] else None


def stored(name, number, mode='rn', negative_zero=False, ftz=False, finite=False, sat=False):
    """The code of an exact result of an operation."""
    if sat:
        if number <= 0:
            return 0
        number = min(number, Fraction(1))
    code = rounded(name, number, mode, negative_zero)
    sign = sign_bit(name) if number < 0 or negative_zero and number == 0 else 0
    if code is None:
        return sign | (LARGEST[name] if finite or name not in INFINITY else INFINITY[name])
    if ftz:
        smallest = SMALLEST_NORMAL[name]
        if code & ~sign_bit(name) == smallest and abs(number) < exact(name, smallest):
            raise Unjudged('flushing decided at the smallest normal number')
        code = flushed(name, code)
    return code
