"""The stores that the kernels of this folder are expected to make, computed without any PTX.

Each case has the name of a file, arguments for its inputs, the values of its loads, and its stores: what
the comment at the head of the kernel says, in exact arithmetic that is rounded here. Prints cases.tsv.
"""

import math
import struct
from fractions import Fraction

F32, F64, F16, BF16 = (24, -126, 127), (53, -1022, 1023), (11, -14, 15), (8, -126, 127)


def rounded(x, fmt):
    """A fraction, rounded to nearest even; no overflow here."""
    p, emin, _ = fmt
    if x == 0:
        return Fraction(0)
    e = math.floor(math.log2(abs(x)))
    while abs(x) >= Fraction(2) ** (e + 1):
        e += 1
    while abs(x) < Fraction(2) ** e:
        e -= 1
    unit = Fraction(2) ** (max(e, emin) - p + 1)
    n, r = divmod(x, unit)
    n = int(n)
    if r * 2 > unit or r * 2 == unit and n % 2:
        n += 1
    return n * unit


def f32(x):
    return rounded(Fraction(x), F32)


def b32(x):
    """The bits of an f32."""
    return "0x%08x" % struct.unpack("<I", struct.pack("<f", float(x)))[0]


def b64(x):
    return "0x%016x" % struct.unpack("<Q", struct.pack("<d", float(x)))[0]


def b16(x):
    return "0x%04x" % struct.unpack("<H", struct.pack("<e", float(x)))[0]


def bbf(x):
    return "0x%04x" % (struct.unpack("<I", struct.pack("<f", float(rounded(Fraction(x), BF16))))[0] >> 16)


def u32(x):
    return "0x%08x" % (x & 0xFFFFFFFF)


def bits(text):
    return Fraction(struct.unpack("<f", struct.pack("<I", int(text, 16)))[0])


def fma(a, b, c):
    return f32(Fraction(a) * b + c)


def e4m3(x):
    """The byte of a number in e4m3, clamped."""
    magnitude = min(abs(Fraction(x)), Fraction(448))
    best = min(range(0x7F), key=lambda code: (abs(e4m3_value(code) - magnitude), code % 2))
    return best | (0x80 if x < 0 else 0)


def e4m3_value(code):
    e, m = code >> 3 & 15, code & 7
    v = Fraction(m, 8) * Fraction(2) ** -6 if e == 0 else (1 + Fraction(m, 8)) * Fraction(2) ** (e - 7)
    return -v if code & 0x80 else v


CASES = []


def case(name, args, loads, stores, note="determined"):
    CASES.append((name, args, loads, stores, note))


def q(*values):
    return [str(float(v)) if isinstance(v, Fraction) else str(v) for v in values]


# vecadd, saxpy, dot
case("vecadd.ptx", "_Z3addPKfS0_Pfi_param_3=8 %tid.x=3", ["1.5", "0x40000000"], [b32(3.5)])
case("vecadd.ptx", "_Z3addPKfS0_Pfi_param_3=3 %tid.x=3", [], [])
xs, ys, a = [f32(Fraction("0.1")), f32(Fraction("1e-3"))], [f32(Fraction("0.3")), f32(7)], f32(Fraction("1.7"))
case("saxpy.ptx", "_Z5saxpyifPKfPf_param_0=5 _Z5saxpyifPKfPf_param_1=1.7 %ntid.x=2 %nctaid.x=2 %tid.x=0",
     [b32(xs[0]), b32(ys[0]), b32(xs[1]), b32(ys[1])], [b32(fma(x, a, y)) for x, y in zip(xs, ys)])
dot = Fraction(0)
v = [f32(Fraction(k, 7)) for k in range(1, 7)]
for i in range(0, 6, 2):
    dot = fma(v[i], v[i + 1], dot)
case("dot_loop.ptx", "n=3", [b32(x) for x in v], [b32(dot), b32(dot * 2)])

# reduction: element, the neighbor in shared memory, the lane, and the sums before
s = f32(f32(1) + 2)
t = f32(s + 3)
case("reduce_shared.ptx", "%tid.x=0", ["1", "2", "3", "4", "5"], [b32(1), b32(s), b32(t), b32(f32(t + 4)), u32(5 + 16)])
case("reduce_shared.ptx", "%tid.x=40", ["1", "9"], [b32(1)])
case("calls.ptx", "x=1.1", [], [b32(2 * f32(f32(Fraction("1.1")) ** 2))])
case("open_branch.ptx", "x=1", ["7"], [b32(8), b32(7)])

# triton: four in bounds, or none
xs = [f32(Fraction(k, 3)) for k in (1, 2, 4, 5)]
case("triton_add.ptx", "add_kernel_param_3=100 %tid.x=3", [b32(x) for x in xs] + ["1", "1", "1", "1"], [b32(f32(x + 1)) for x in xs])
case("triton_add.ptx", "add_kernel_param_3=100 %tid.x=25", [], [])

# gelu with a hard sigmoid
x = f32(Fraction("0.7"))
h = min(max(fma(f32(x * bits("3fd9db23")), bits("3e2aaaab"), Fraction(1, 2)), 0), 1)
case("gelu_poly.ptx", "gelu_param_2=1", [b32(x)], [b32(f32(x * h))])

# silu in bf16: correctly rounded here, since every permitted result rounds to it
x = Fraction(3, 2)
case("silu_approx.ptx", "", ["0x3fc0"], [bbf(Fraction(1.5 / (1 + math.exp(-1.5))))])
# softmax: within the permitted interval
xs = [0.5, 1.5, -1.0, 2.0]
ex = [math.exp(v - 2) for v in xs]
case("softmax_row.ptx", "", q(*xs), [b32(e / sum(ex)) for e in ex], "near")

# fp8
xs, scale = [Fraction(1), Fraction(-500), f32(Fraction("0.03")), Fraction(17)], f32(Fraction("0.9"))
codes = [e4m3(f32(x * scale)) for x in xs]
case("fp8_quant.ptx", "quantize_param_2=0.9", [b32(x) for x in xs], ["0x" + "".join("%02x" % c for c in reversed(codes))])
case("fp8_dequant.ptx", "scale=0.25", ["0x7e", "0x81"], [b32(e4m3_value(0x7E) / 4), b32(e4m3_value(0x81) / 4)])

# stencil and blur
c0, c1 = f32(Fraction("0.25")), f32(Fraction("0.3"))
v = [f32(Fraction(k, 9)) for k in (1, 2, 5)]
case("stencil.ptx", "_Z7stencilPKfPfiff_param_2=9 _Z7stencilPKfPfiff_param_3=0.25 _Z7stencilPKfPfiff_param_4=0.3 %tid.x=4",
     [b32(x) for x in v], [b32(fma(v[2], c0, fma(v[1], c1, f32(v[0] * c0))))])
case("stencil.ptx", "_Z7stencilPKfPfiff_param_2=9 _Z7stencilPKfPfiff_param_3=0.25 _Z7stencilPKfPfiff_param_4=0.3 %tid.x=8", ["5"], [b32(5)])
v = [bits("3eaaaaab"), bits("3f2aaaab")]
case("contracted_stencil.ptx", "", [b32(x) for x in v],
     [b32(f32(f32(v[0] * bits("3dcccccd")) + f32(v[1] * bits("3f666666"))))], "contracted")

# layernorm of three
xs, g, b, n, eps = [Fraction(1), Fraction(2), Fraction(4)], [Fraction(1), Fraction(2), Fraction(1)], [Fraction(0), Fraction(1), Fraction(-1)], 3, f32(Fraction("1e-5"))
total, squares = Fraction(0), Fraction(0)
for x in xs:
    total, squares = f32(total + x), fma(x, x, squares)
mean, square = f32(total / n), f32(squares / n)
variance = f32(fma(-mean, mean, square) + eps)
root = f32(Fraction(math.isqrt(int(variance * Fraction(2) ** 200))) / Fraction(2) ** 100)
inverse = f32(1 / root)
loads, stores = [b32(x) for x in xs], []
for x, gamma, beta in zip(xs, g, b):
    loads += [b32(x), b32(gamma), b32(beta)]
    stores.append(b32(fma(f32(f32(x - mean) * inverse), gamma, beta)))
case("layernorm.ptx", "n=3 eps=1e-5", loads, stores)

# julia, numba
case("julia_view.ptx", "_Z6scale__param_1+24=10 %tid.x=4", ["1.25"], [b32(2.5)])
case("numba_func.ptx", "kern_param_3=4 %tid.x=2", ["3"], [u32(0), b32(9), b32(10), u32(0)])

# arrays and tables
case("local_array.ptx", "which=5", [], [b32(k * k) for k in range(8)] + [b32(25)])
table = [bits(t) for t in ("3f800000", "3f800000", "3f000000", "3e2aaaab", "3d2aaaab")]
x, y = f32(Fraction("0.3")), table[4]
for k in (3, 2, 1, 0):
    y = fma(y, x, table[k])
case("const_table.ptx", "", [b32(x)], [b32(2 * y), "0x0080", u32(-1)])
for op, r in enumerate((Fraction(10), Fraction(-4), Fraction(21), f32(Fraction(3, 7)), Fraction(0))):
    case("switch_brx.ptx", f"op={op} a=3 b=7", [], [b32(r)])
case("recursion.ptx", "n=6", [], [b32(720)])

# integers and halves
nibbles = [(0x8F3A5C71 >> 4 * k & 15) - 8 for k in range(8)]
pair = lambda lo, hi: "0x" + b16(hi)[2:] + b16(lo)[2:]
case("int4_dequant.ptx", "", ["0x8f3a5c71"], [pair(nibbles[0], nibbles[4]), pair(nibbles[1], nibbles[5]), pair(nibbles[2], nibbles[6])])
h = lambda x: rounded(Fraction(x), F16)
lo, hi = h(h(Fraction("1.1")) * 2 + 3), h(h(Fraction("1.1")) * h(Fraction("0.1")) + 1)
case("half2_axpy.ptx", "haxpy_param_2=1.1", [pair(2, h(Fraction("0.1"))), pair(3, 1)], [pair(lo, hi), b16(hi)])
pbf = lambda lo, hi: "0x" + bbf(hi)[2:] + bbf(lo)[2:]
case("bf16_relu.ptx", "", [pbf(1, 2), pbf(-3, 1), pbf(2, 3), pbf(5, 0.5)], [pbf(0, 7), pbf(5, 7)])
case("transpose_index.ptx", "w=5 h=3 %tid.x=7", ["2.5"], [b32(2.5), u32((7 % 5) * 3 + 7 // 5)])
case("transpose_index.ptx", "w=5 h=3 %tid.x=15", [], [])
total = 0.0
for k in range(10, 0, -1):
    total += 1.0 / float(k * k)
case("double_series.ptx", "n=10", [], [b64(total)])
gray = (200 * 77 + 100 * 150 + 50 * 29) >> 8
case("bytes_image.ptx", "", ["200", "100", "50"], ["0x%02x" % gray, "0x%02x" % (~gray & 255), "0x%04x" % (gray | (~gray & 255) << 8)])
case("atomics.ptx", "v=5", ["40", "2.5"], [u32(45), u32(100), u32(7), u32(9), u32(15), u32(40), u32(45), u32(100), u32(7), b32(3.5)])
xs = [f32(Fraction(k, 3)) for k in range(1, 7)]
total = xs[0]
for x in xs[1:]:
    total = f32(total + x)
case("warp_sum.ptx", "", [b32(x) for x in xs], [b32(total)])
case("warp_sum.ptx", "%tid.x=31", ["1"], [])
case("generic_space.ptx", "", [], [b32(bits("40490fdb")), b32(bits("40490fdb")), b32(1)])
case("clamp_select.ptx", "lo=-1 hi=1", ["-5", "0.5"], [b32(-1), b32(0.5)])
case("matmul_shared.ptx", "%tid.x=1 %tid.y=0", ["2", "3", "5", "7"], [b32(2), b32(3), b32(5 * 3 + 2 * 7)])
case("struct_return.ptx", "v=1.5 v+8=2.5", [], [b64(2.5), "0x00000000", "0xbff80000"])
case("binary_search.ptx", "x=4 n=6", ["5", "2", "3"], [u32(3)])
cx, cy = f32(Fraction("0.3")), f32(Fraction("0.5"))
zx, zy, k = Fraction(0), Fraction(0), 0
while True:
    xx, yy = f32(zx * zx), f32(zy * zy)
    if f32(xx + yy) > 4:
        break
    zx, zy = f32(f32(xx - yy) + cx), fma(f32(zx + zx), zy, cy)
    k += 1
    if k == 40:
        break
case("mandelbrot.ptx", "cx=0.3 cy=0.5 limit=40", [], [u32(k), b32(zx)])
a, b = 0x00F0A5C3, -9
ab = (b & 0xFFFFFFFF) << 32 | a
rev = int("{:032b}".format(a)[::-1], 2)
by = lambda i: (ab >> 8 * i) & 255
prmt = by(0) | by(4) << 8 | by(1) << 16 | by(5) << 24
shifted = ((ab - (1 << 64)) >> 12) & (2**64 - 1)
case("bit_tricks.ptx", "", [u32(a), u32(b)], [
    u32(bin(a).count("1")), u32(8), u32(rev), u32(9), u32(b), u32(b), u32(a >> 4 & 255),
    u32(b & ~0xF00 | (a & 15) << 8), u32(prmt), u32((shifted ^ shifted >> 32))])
case("conversions.ptx", "", ["-2.5"], [u32(-2), b32(-2), b64(-2.5), b16(-2.5), "0x%016x" % (-2 & (2**64 - 1)), "0x00"])
dots = sum(x * y for x, y in zip((1, -2, 3, -4, 100, 100, 100, 100), (5, 6, 7, 8, 100, 100, 100, 100)))
pack = lambda v: "0x" + "".join("%02x" % (x & 255) for x in reversed(v))
scaled = f32(dots * f32(Fraction("0.002")))
case("int8_dot.ptx", "n=2 scale=0.002", [pack((1, -2, 3, -4)), pack((5, 6, 7, 8)), pack((100,) * 4), pack((100,) * 4)],
     ["0x%02x" % (min(127, round(scaled)) & 255), b32(scaled)])
x = 2463534242
for _ in range(3):
    x ^= x << 13 & 0xFFFFFFFF
    x ^= x >> 17
    x ^= x << 5 & 0xFFFFFFFF
case("xorshift.ptx", "seed=2463534242 n=3", [], [b32(f32(f32(x) * bits("2f800000")))])
total, c = Fraction(0), Fraction(0)
xs = [Fraction(1)] + [f32(Fraction("1e-8"))] * 5
for x in xs:
    y = f32(x - c)
    t = f32(total + y)
    c, total = f32(f32(t - total) - y), t
case("kahan.ptx", "n=6", [b32(x) for x in xs], [b32(total), b32(c)])
word = (0xAABBCCDD & 0xFFFF) | 0x1234 << 16
case("bytes_overlap.ptx", "v=0xaabbccdd", [], [u32(0xAABBCCDD), "0x1234", u32(word), u32(0x12), "0x%016x" % (0x12 << 32 | word), u32(0xCCDD - 0x10000)])
case("diamond_open.ptx", "x=1e-7", [], [b32(1), "", b32(2), b32(1)], "open")
case("two_entries.ptx", "first_param_1=2", [], [b32(3)])
case("two_entries.ptx", "--function=second second_param_1=3", [], [b32(9)])
case("predicated.ptx", "n=1", ["4"], [b32(4), "0xff800000"])
case("predicated.ptx", "n=2", ["4", "5"], [b32(5)])
case("vote_ballot.ptx", "x=1", ["0xf0"], [u32(4)])
xs = [Fraction(3), Fraction(-900), Fraction(100), Fraction(1, 2)]
amax = f32(900 * bits("3b124925"))
exponent = math.ceil(math.log2(amax))
codes = [e4m3(f32(x / Fraction(2) ** exponent)) for x in xs]
case("quantize_mx.ptx", "", [b32(x) for x in xs], ["0x" + "".join("%02x" % c for c in reversed(codes)), "0x%02x" % (exponent + 127)])
case("old_1x.ptx", "__cudaparm_n=1", ["1", "2"], [b32(3)])
two = lambda lo, hi: "0x" + b32(hi)[2:] + b32(lo)[2:]
case("param_vector.ptx", "s+8=7 s+12=9 s+16=1.5", [two(1, 2), two(1, 1), b16(-1.5), b64(2), "1", "2", "3", "4", "5", "6", "7"],
     [b32(2), b32(4), b32(-1.5), b64(3.5), u32(7), u32(9), u32(7)])
case("vector_registers.ptx", "", ["1", "2", "3", "4"], [b32(4), b32(1), b32(5)])
case("shared_dynamic.ptx", "i=4", ["9"], [b32(1), b32(2), b32(3), b32(2), b32(9)])
case("param_address.ptx", "args+16=0.5", ["3"], [b32(1.5)])
case("asm_loop.cu", "%1=50", [], [])

for name, args, loads, stores, note in CASES:
    print("\t".join((name, args, ",".join(loads), ",".join(stores), note)))
