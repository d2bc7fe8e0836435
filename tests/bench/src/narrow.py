"""Times the conversions of ml_dtypes: a line each, the instruction and nanoseconds an element."""

import time

import ml_dtypes
import numpy

N_OPERANDS = 1 << 14
N_TURNS = 61

NARROW = {
    "e4m3": ml_dtypes.float8_e4m3fn,
    "e5m2": ml_dtypes.float8_e5m2,
    "e2m3": ml_dtypes.float6_e2m3fn,
    "e3m2": ml_dtypes.float6_e3m2fn,
    "e2m1": ml_dtypes.float4_e2m1fn,
}


def nanoseconds(operands, to):
    times = []
    for _ in range(N_TURNS):
        start = time.perf_counter_ns()
        operands.astype(to)
        times.append((time.perf_counter_ns() - start) / N_OPERANDS)
    return sorted(times)[N_TURNS // 2]


random = numpy.random.default_rng(0x5EED)
single = (random.standard_normal(N_OPERANDS) * 4).astype(numpy.float32)
print("cvt.rn.bf16.f32", nanoseconds(single, ml_dtypes.bfloat16), sep="\t")
print("cvt.f32.bf16", nanoseconds(single.astype(ml_dtypes.bfloat16), numpy.float32), sep="\t")
for name, dtype in NARROW.items():
    # It has no saturation: what lies beyond the range becomes NaN or an infinity.
    print(f"cvt.rn.satfinite.{name}x2.f32", nanoseconds(single, dtype), sep="\t")
    print(f"cvt.rn.f16x2.{name}x2", nanoseconds(single.astype(dtype), numpy.float16), sep="\t")
