#!/usr/bin/env python3
"""Records how the package gfloat rounds f32 to small formats: to nearest, and by random bits.

usage: pip install gfloat==0.5.2; gfloat_vectors.py > gfloat.txt

gfloat rounds and encodes; which random bits a lane has is written here after figures 38 to 41 of
the PTX ISA, and which lane has them in reverse after what was seen on hardware.
The tests need neither this script nor the package.
"""
import datetime, math, random, struct
from importlib.metadata import version

from gfloat import RoundMode, encode_float, round_float
from gfloat import formats as known

FORMATS = {
    'f16': known.format_info_binary16, 'bf16': known.format_info_bfloat16,
    'e4m3': known.format_info_ocp_e4m3, 'e5m2': known.format_info_ocp_e5m2,
    'e2m3': known.format_info_ocp_e2m3, 'e3m2': known.format_info_ocp_e3m2, 'e2m1': known.format_info_ocp_e2m1,
}
# Emin, and bits behind the point.
SHAPES = {'f16': (-14, 10), 'bf16': (-126, 7), 'e4m3': (-6, 3), 'e5m2': (-14, 2), 'e2m3': (0, 3), 'e3m2': (-2, 2), 'e2m1': (0, 1)}
N_STOCHASTIC, N_NEAREST = 150, 60


def single(bits):
    return struct.unpack('<f', struct.pack('<I', bits))[0]


def operand(rng, name):
    """Bits of an f32 near the numbers of a format, or any."""
    emin, trailing = SHAPES[name]
    kind = rng.randrange(8)
    if kind == 0:
        return rng.choice([0, 1 << 31, 0x7f800000, 0xff800000, 0x7f7fffff, 1, 0x80000001, 0x3f800000])
    exponent = emin + rng.randrange(-trailing - 3, 5) if kind < 5 else rng.randrange(-126, 128)
    exponent = max(-126, min(127, exponent))
    low = rng.getrandbits(23)
    if kind % 2:
        # Few bits behind the last one that is kept.
        low &= ~((1 << max(0, 23 - trailing - rng.randrange(1, 6))) - 1)
    return rng.getrandbits(1) << 31 | exponent + 127 << 23 | low


def reversed16(bits):
    return int(f'{bits:016b}'[::-1], 2)


def lanes(name, rbits):
    """The random bits of each lane, the uppermost first."""
    b = [rbits >> 8 * i & 0xff for i in range(4)]
    if name == 'f16':
        return [rbits >> 16 & 0x1fff, rbits & 0x1fff]
    if name == 'bf16':
        return [rbits >> 16, rbits & 0xffff]
    upper, lower = (b[3] << 8 | b[1], b[2] << 8 | b[0]) if name == 'e2m1' else (rbits >> 16, rbits & 0xffff)
    return [reversed16(upper), upper, reversed16(lower), lower]


def rounded(name, bits, saturates, **stochastic):
    info, value = FORMATS[name], single(bits)
    if math.isinf(value):
        # Neither random bits nor gfloat's idea of them matter.
        value = math.copysign(info.max, value) if saturates else value
    else:
        mode = RoundMode.StochasticFastest if stochastic else RoundMode.TiesToEven
        value = round_float(info, value, mode, sat=saturates, **stochastic)
    return encode_float(info, value)


def main():
    print('# Rounding of f32 to small formats, by random bits and to nearest.')
    print(f'# oracle: gfloat {version("gfloat")}, StochasticFastest and TiesToEven')
    print('# command: gfloat_vectors.py')
    print(f'# date: {datetime.date.today()}')
    print('# GPU, driver: none')
    for name in FORMATS:
        rng = random.Random(name)
        width = 8 if name in ('e2m3', 'e3m2') else FORMATS[name].bits
        is_wide = name in ('f16', 'bf16')
        n_lanes = 2 if is_wide else 4
        suffix = '' if is_wide else '.satfinite'
        pack = lambda each: sum(bits << width * lane for lane, bits in enumerate(reversed(each)))
        for _ in range(N_STOCHASTIC):
            operands = [operand(rng, name) for _ in range(n_lanes)]
            rbits = rng.choice([rng.getrandbits(32), rng.getrandbits(32), 0, 0xffffffff, 0x80018001])
            count = 13 if name == 'f16' else 16
            results = [rounded(name, bits, not is_wide, srbits=each, srnumbits=count)
                       for bits, each in zip(operands, lanes(name, rbits))]
            text = ' '.join(f'{bits:08x}' for bits in operands)
            print(f'9.1 sm_100a cvt.rs{suffix}.{name}x{n_lanes}.f32 {text} {rbits:08x} = {pack(results):0{width * n_lanes // 4}x}')
        for _ in range(N_NEAREST):
            operands = [operand(rng, name) for _ in range(2)]
            results = [rounded(name, bits, not is_wide) for bits in operands]
            text = ' '.join(f'{bits:08x}' for bits in operands)
            print(f'9.1 sm_100a cvt.rn{suffix}.{name}x2.f32 {text} = {pack(results):0{width // 2}x}')


main()
