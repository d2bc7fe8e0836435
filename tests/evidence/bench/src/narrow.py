"""Times the conversions of ml_dtypes and gfloat: a line each, of the package, the instruction and nanoseconds an element."""

import time

import gfloat
import gfloat.formats as known
import ml_dtypes
import numpy

N_OPERANDS = 1 << 14
N_TURNS = 61

NARROW = {
    "e4m3": (ml_dtypes.float8_e4m3fn, known.format_info_ocp_e4m3),
    "e5m2": (ml_dtypes.float8_e5m2, known.format_info_ocp_e5m2),
    "e2m3": (ml_dtypes.float6_e2m3fn, known.format_info_ocp_e2m3),
    "e3m2": (ml_dtypes.float6_e3m2fn, known.format_info_ocp_e3m2),
    "e2m1": (ml_dtypes.float4_e2m1fn, known.format_info_ocp_e2m1),
}


def report(package, instruction, convert):
    """Prints the median of many turns; returns what was computed."""
    times = []
    for _ in range(N_TURNS):
        start = time.process_time_ns()
        result = convert()
        times.append((time.process_time_ns() - start) / N_OPERANDS)
    print(package, instruction, sorted(times)[N_TURNS // 2], sep="\t")
    return result


def encoded(info, values, **options):
    """What gfloat rounds and encodes."""
    return gfloat.encode_ndarray(info, gfloat.round_ndarray(info, values, gfloat.RoundMode.TiesToEven, **options))


random = numpy.random.default_rng(0x5EED)
single = (random.standard_normal(N_OPERANDS) * 4).astype(numpy.float32)

for name, dtype, info in [("bf16", ml_dtypes.bfloat16, known.format_info_bfloat16), ("f16", numpy.float16, known.format_info_binary16)]:
    codes = report("gfloat", f"cvt.rn.{name}.f32", lambda: encoded(info, single))
    values = report("gfloat", f"cvt.f32.{name}", lambda: gfloat.decode_ndarray(info, codes).astype(numpy.float32))
    narrow = single.astype(dtype)
    assert (codes == narrow.view(numpy.uint16)).all() and (values == narrow.astype(numpy.float32)).all(), name
    # Of f16, NumPy has conversions of its own.
    if name == "bf16":
        report("ml_dtypes", f"cvt.rn.{name}.f32", lambda: single.astype(dtype))
        report("ml_dtypes", f"cvt.f32.{name}", lambda: narrow.astype(numpy.float32))

for name, (dtype, info) in NARROW.items():
    # ml_dtypes has no saturation: what lies beyond the range becomes NaN or an infinity.
    report("ml_dtypes", f"cvt.rn.satfinite.{name}x2.f32", lambda: single.astype(dtype))
    codes = report("gfloat", f"cvt.rn.satfinite.{name}x2.f32", lambda: encoded(info, single, sat=True))
    narrow = numpy.clip(single, -info.max, info.max).astype(dtype)
    assert (codes == narrow.view(numpy.uint8)).all(), name
    report("ml_dtypes", f"cvt.rn.f16x2.{name}x2", lambda: narrow.astype(numpy.float16))
    values = report("gfloat", f"cvt.rn.f16x2.{name}x2", lambda: gfloat.decode_ndarray(info, codes).astype(numpy.float16))
    assert (values == narrow.astype(numpy.float16)).all(), name
