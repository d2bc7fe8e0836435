"""The wheel against NumPy and ml_dtypes, which other hands wrote."""

import concurrent.futures
import copy
import importlib.metadata
import multiprocessing
import pickle
import threading
import time

import ml_dtypes
import numpy as np
import pytest

import ptxfp

SEED = 20_261_123

FORMATS = {
    "e4m3x2": ml_dtypes.float8_e4m3fn,
    "e5m2x2": ml_dtypes.float8_e5m2,
    "e2m3x2": ml_dtypes.float6_e2m3fn,
    "e3m2x2": ml_dtypes.float6_e3m2fn,
}


def random_bits(dtype, n, seed=SEED):
    """Random encodings, a fifth of them with all exponent bits equal or few fraction bits."""
    rng = np.random.default_rng(seed)
    width = np.dtype(dtype).itemsize * 8
    bits = rng.integers(0, 1 << width, n, dtype=f"u{width // 8}")
    edges = np.array([0, 1, -0.0, np.inf, -np.inf, np.nan, 1.5, -2], dtype).view(bits.dtype)
    bits[::5] = rng.choice(edges, bits[::5].size)
    return bits


def same(bits, expected):
    """Whether results are equal, where NumPy's NaN may be any."""
    values = bits.view(expected.dtype)
    is_nan = np.isnan(expected.astype(np.float64))
    np.testing.assert_array_equal(np.isnan(values.astype(np.float64)), is_nan)
    np.testing.assert_array_equal(bits[~is_nan], expected.view(bits.dtype)[~is_nan])


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.float16])
@pytest.mark.parametrize("operation", ["add", "sub", "mul"])
def test_arithmetic_is_that_of_numpy(dtype, operation):
    name = f"f{np.dtype(dtype).itemsize * 8}"
    a, b = (random_bits(dtype, 1_000_000, seed).view(dtype) for seed in (1, 2))
    result = ptxfp.evaluate(f"{operation}.{name}", a, b)
    ufunc = {"add": np.add, "sub": np.subtract, "mul": np.multiply}[operation]
    with np.errstate(all="ignore"):
        same(result.bits, ufunc(a, b))
    assert result.value.dtype == dtype


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_roots_and_quotients_are_those_of_numpy(dtype):
    name = f"f{np.dtype(dtype).itemsize * 8}"
    a, b = (random_bits(dtype, 300_000, seed).view(dtype) for seed in (3, 4))
    with np.errstate(all="ignore"):
        same(ptxfp.evaluate(f"sqrt.rn.{name}", a).bits, np.sqrt(a))
        same(ptxfp.evaluate(f"div.rn.{name}", a, b).bits, np.divide(a, b))


def test_narrowing_is_that_of_ml_dtypes():
    a = random_bits(np.float32, 1_000_000).view(np.float32)
    with np.errstate(all="ignore"):
        same(ptxfp.evaluate("cvt.rn.bf16.f32", a).bits, a.astype(ml_dtypes.bfloat16))
        same(ptxfp.evaluate("cvt.rn.f16.f32", a).bits, a.astype(np.float16))
        finite = a[np.abs(a) < 1e30]
        narrow = {"e4m3x2": 448, "e5m2x2": 57344, "e2m3x2": 7.5, "e3m2x2": 28, "e2m1x2": 6}
        for name, largest in narrow.items():
            kind = FORMATS.get(name, ml_dtypes.float4_e2m1fn)
            # ml_dtypes does not saturate; what is beyond the largest number is left to PTX.
            inside = finite[np.abs(finite) <= largest]
            target = "sm_90" if name in ("e4m3x2", "e5m2x2") else "sm_100a"
            result = ptxfp.evaluate(
                f"cvt.rn.satfinite.{name}.f32", np.float32(0), inside, target=target
            )
            low = result.value[:, 0]
            np.testing.assert_array_equal(low.view(np.uint8), inside.astype(kind).view(np.uint8))


@pytest.mark.parametrize("name", FORMATS)
def test_widening_is_that_of_ml_dtypes(name):
    kind = FORMATS[name]
    n = 256 if name.startswith("e4") or name.startswith("e5") else 64
    values = np.arange(n, dtype=np.uint8).view(kind).reshape(-1, 2)
    target = "sm_90" if n == 256 else "sm_100a"
    result = ptxfp.evaluate(f"cvt.rn.f16x2.{name}", values, target=target)
    assert result.value.shape == values.shape
    expected = values.astype(np.float16)
    is_nan = np.isnan(expected)
    np.testing.assert_array_equal(np.isnan(result.value), is_nan)
    np.testing.assert_array_equal(result.value[~is_nan], expected[~is_nan])


def test_bfloat16_arithmetic_rounds_once():
    a, b = (random_bits(ml_dtypes.bfloat16, 200_000, seed) for seed in (5, 6))
    a, b = a.view(ml_dtypes.bfloat16), b.view(ml_dtypes.bfloat16)
    with np.errstate(all="ignore"):
        # The exact product of two bf16 is an f32, unless that is subnormal or too large.
        product = a.astype(np.float64) * b.astype(np.float64)
        expected = product.astype(np.float32).astype(ml_dtypes.bfloat16)
    is_exact = (np.abs(product) > 1e-37) | (product == 0)
    result = ptxfp.evaluate("mul.rn.bf16", a[is_exact], b[is_exact])
    same(result.bits, expected[is_exact])


def test_operands_broadcast_and_may_lie_anywhere():
    a = np.arange(12, dtype=np.float32).reshape(3, 4)
    for operand in (a[:, ::2], a.T, a[::-1], a.astype(">f4"), np.asfortranarray(a), a[:0], a[0, 0]):
        result = ptxfp.evaluate("add.f32", operand, np.float32(1))
        np.testing.assert_array_equal(result.value, operand.astype(np.float32) + 1)
    grid = ptxfp.evaluate("mul.f32", a[:, :1], a[0])
    np.testing.assert_array_equal(grid.value, a[:, :1] * a[0])
    assert grid.shape == (3, 4) and len(grid) == 3 and grid[1].shape == (4,)
    np.testing.assert_array_equal(grid[1:, 2].value, grid.value[1:, 2])
    with pytest.raises(ptxfp.PtxError, match="do not broadcast"):
        ptxfp.evaluate("mul.f32", a, a.T)


def test_numbers_are_read_as_the_page_reads_them():
    assert ptxfp.evaluate("add.f32", 1, "0x40000000").value == 3
    assert ptxfp.evaluate("add.f32", ptxfp.bits(0x3F800000), np.uint32(0x40000000)).value == 3
    assert ptxfp.evaluate("add.bf16x2", "{1, 2}", "{0.5, -2}").bits == 0x3FC0_0000
    assert ptxfp.evaluate("add.f64", 1e308, 1e308).value == np.inf
    assert ptxfp.evaluate("cvt.rn.f32.s32", np.int32([-5, 7])).value.tolist() == [-5, 7]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ptxfp.evaluate("add.f32", 1), r"takes 2 operands \(a, b\), but 1 was given"),
        (lambda: ptxfp.evaluate("add.f33", 1, 2), "did you mean `.f32`"),
        (lambda: ptxfp.evaluate("add.rn.bf16", 1, 2, target="sm_80"), "needs sm_90 or higher"),
        (lambda: ptxfp.evaluate("add.f32", 1, 2, target="sm_5"), "sm_5"),
        (lambda: ptxfp.evaluate("add.f32", 1, 2, isa="9.9"), "from 1.0 to"),
        (lambda: ptxfp.evaluate("add.f32", np.float64([1, 0.1]), 2), "operand a: 0.1 is not in f32"),
        (lambda: ptxfp.evaluate("add.f16", np.float32(65537), 2), "65537 is not in f16"),
        (lambda: ptxfp.evaluate("cvt.rn.f32.s32", np.float32([1.5])), "1.5 is not in s32"),
        (lambda: ptxfp.evaluate("add.f64", np.array([2**53 + 1]), 2), "may be rounded"),
        (lambda: ptxfp.evaluate("add.f32", np.array(["1"]), 2), "not an array of str32"),
        (lambda: ptxfp.evaluate("add.f32", [1, True], 2), "not a truth value"),
        (lambda: ptxfp.evaluate("add.f16x2", [1, 2, 3], 2), "of a list must have 2 lanes, not 3"),
        (lambda: ptxfp.evaluate("add.f16", ptxfp.bits(0x10000), 2), "0x10000 has more"),
        (lambda: ptxfp.evaluate("add.f16x2", np.float16([1, 2, 3]), 2), "must have 2 lanes, not 3"),
        (lambda: ptxfp.evaluate("add.f32", "1.5x", 2), "operand a"),
        (lambda: ptxfp.evaluate("add.f32", True, 2), "not a truth value"),
        (lambda: ptxfp.bits([1.5]), "registers must be non-negative integers"),
        (lambda: ptxfp.evaluate("add.f32", np.float32([1]), 2).link, "take one, such as"),
        (lambda: ptxfp.run("add.f32 d, a, b;", {"a": 1}), "a value is missing for b"),
        (lambda: ptxfp.run("add.f32 d, a, b;", {"a": np.float32([1])}), "a value is missing for b"),
        (lambda: ptxfp.run("add.f32 d, a, b;", {"a": np.float32([1]), "c": 1, "b": 1}), "`c` is not an input"),
        (lambda: ptxfp.run("add.f32 d, a, b;", {"e": [1], "a": 1, "b": 1}), "`e` is not an input; the inputs are a, b"),
        (lambda: ptxfp.run("add.f32 d, a, b;", {"a": np.float32([1, 2]), "b": [1, 2, 3]}), "do not broadcast"),
        (lambda: ptxfp.run("", {}), "no statement|nothing|empty|there is no"),
        (lambda: ptxfp.run("add.f32 d, a, b;", {"c": 1}), "`c` is not an input"),
        (lambda: ptxfp.run("add.f32 d, d, 1.0; bra L; add.f32 e, n, n;", {"n": 1}), "`n` is not an input: only statements"),
        (lambda: ptxfp.run("add.u32 d, a, b;", {"a": 1.5, "b": 1}), "input a: '1.5' is not an integer, as u32 holds"),
        (lambda: ptxfp.run("add.f33 d, a, b;", {}), "1:4: "),
        (lambda: ptxfp.verdict("v1/nothing"), "nothing"),
    ],
)
def test_what_is_wrong_is_said(call, message):
    with pytest.raises(ptxfp.PtxError, match=message):
        call()


def test_what_the_isa_guarantees_is_said():
    exact = ptxfp.evaluate("add.f32", np.float32([1, 2]), 3)
    assert exact.guarantee.tolist() == [ptxfp.Guarantee.BITS] * 2
    assert exact.observed_bits is None and exact.observed_value is None
    root = ptxfp.evaluate("rsqrt.approx.f64", np.float64([4, 0]), target="sm_90")
    assert [hex(bits) for bits in root.observed_bits] == ["0x3fe0000000000000", "0x7ff0000000000000"]
    # A result in the upper half of its register.
    seed = ptxfp.evaluate("rcp.approx.ftz.f64", np.float64([2, 3]))
    assert [hex(bits) for bits in seed.bits] == ["0x3fe0000000000000", "0x3fd5555500000000"]
    assert seed.value[0] == 0.5
    approximate = ptxfp.evaluate("ex2.approx.f32", 0.5)
    assert approximate.guarantee is ptxfp.Guarantee.WITHIN
    low, high = approximate.permitted_bits
    assert low < approximate.bits < high and approximate.permits(high)
    assert not approximate.permits(high + 1)
    least, largest = approximate.permitted_value
    assert least < 2**0.5 < largest and approximate.observed_value in (least, approximate.value, largest)
    full = ptxfp.evaluate("div.full.f32", np.float32([4.6875, 1]), np.float32([0.9375, 1]))
    assert [hex(bits) for bits in full.observed_bits] == ["0x40a00001", "0x3f800000"]
    nan = ptxfp.evaluate("sqrt.rn.f64", -1)
    assert str(nan.guarantee) == "any NaN" and np.isnan(nan.value)
    lanes = ptxfp.evaluate("ex2.approx.ftz.bf16x2", "{0, 0.3}")
    assert lanes.guarantee.tolist() == [ptxfp.Guarantee.WITHIN, ptxfp.Guarantee.BITS]
    assert lanes.permitted_bits.shape == (2, 2) and lanes.permitted_value.shape == (2, 2)


def test_results_of_gpus_are_judged_as_an_array():
    x = np.linspace(-3, 3, 1000, dtype=np.float32)
    r = ptxfp.evaluate("ex2.approx.f32", x)
    assert r.permits(r.observed_bits).all() and r.permits(r.observed_value).all()
    assert not r.permits(r.value * np.float32(1.5)).any()
    assert r.permits(r.permitted_bits[:, 0]).all()
    one = ptxfp.evaluate("add.rn.f32", 0.1, 0.2)
    # A number of Python is rounded like an operand; bits are marked, or of an unsigned type.
    assert one.permits(0.3) and one.permits("0x3e99999a") and one.permits(ptxfp.bits(0x3E99999A))
    assert not one.permits(np.float32(0.3001))
    with pytest.raises(ptxfp.PtxError, match="1050253722 is not a number of f32"):
        one.permits(0x3E99999A)
    assert one.permits([0.3, 0.4]).tolist() == [True, False]
    with pytest.raises(ptxfp.PtxError, match="0.3 is not in f32"):
        one.permits(np.float64(0.3))


def test_operands_are_converted_where_nothing_is_lost():
    for operand in ([1.0, 2.0], (1, 2), np.float64([1, 2]), np.float16([1, 2]), np.array([1, 2]), np.int8([1, 2])):
        assert ptxfp.evaluate("add.f32", operand, 0.5).value.tolist() == [1.5, 2.5]
    assert ptxfp.evaluate("add.f32", [0.1, "1/3", "0x3f800000"], 0).bits.tolist() == [0x3DCCCCCD, 0x3EAAAAAB, 0x3F800000]
    assert ptxfp.evaluate("add.f32", np.float64(1.5), ptxfp.evaluate("add.f16", 1, 1)).value == 3.5
    pairs = ptxfp.evaluate("add.f16x2", [1, 2], np.float32([[3, 4], [5, 6]]))
    assert pairs.value.tolist() == [[4, 6], [6, 8]]
    assert ptxfp.evaluate("add.f16x2", ["{2, 1}"], [0, 1]).value.tolist() == [[1, 3]]
    special = ptxfp.evaluate("add.f16", np.float64([np.inf, -0.0, np.nan, 2**-24]), "-0")
    assert special.bits.tolist()[:2] == [0x7C00, 0x8000] and special.bits[3] == 1 and np.isnan(special.value[2])


@pytest.mark.parametrize("name", ["bf16", "e4m3", "e5m2", "e2m1", "ue8m0", "e3m2"])
def test_a_conversion_without_loss_is_that_of_ml_dtypes(name):
    kind = ptxfp.formats.dtype(name)
    width = 16 if name == "bf16" else {"e2m1": 4, "e3m2": 6}.get(name, 8)
    values = np.arange(1 << width, dtype=f"u{max(1, width // 8)}").view(kind)
    opcode = "add.rn.bf16" if name == "bf16" else f"cvt.rn.f16x2.{name}x2" if name != "ue8m0" else "cvt.rn.bf16x2.ue8m0x2"
    lanes = values if name == "bf16" else values.reshape(-1, 2)
    more = [0] if name == "bf16" else []
    own, wide = (ptxfp.evaluate(opcode, given, *more) for given in (lanes, lanes.astype(np.float64)))
    same(own.value.view(own.dtype).view("u2"), wide.value.astype(own.dtype))


def test_what_is_given_can_be_pickled_and_copied():
    r = ptxfp.evaluate("ex2.approx.f32", np.float32([0.5, 0.25]))
    for other in (pickle.loads(pickle.dumps(r)), copy.deepcopy(r), copy.copy(r)):
        assert other.bits.tolist() == r.bits.tolist() and other.instruction == r.instruction
    three = ptxfp.evaluate("min.f32 d, a, b, c", 1, 2, 3, target="sm_100")
    assert pickle.loads(pickle.dumps(three)).value == 1
    run = ptxfp.run("add.f32 d, a, b;", {"a": 1, "b": 2})
    assert pickle.loads(pickle.dumps(run))["d"].value == 3
    with pytest.raises(ptxfp.PtxError) as caught:
        ptxfp.evaluate("add.f33", 1, 2)
    other = pickle.loads(pickle.dumps(caught.value))
    assert str(other) == str(caught.value) and other.findings == caught.value.findings
    with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        with pytest.raises(ptxfp.PtxError, match="did you mean"):
            pool.submit(ptxfp.evaluate, "add.f33", 1, 2).result()
        assert pool.submit(ptxfp.evaluate, "add.f32", 1, 2).result().value == 3


def test_a_result_is_an_array():
    r = ptxfp.evaluate("add.f32", np.float32([1, 2]), 1)
    np.testing.assert_array_equal(np.asarray(r), [2, 3])
    assert (np.asarray(r, np.float64) + r).dtype == np.float64 and r.dtype == np.float32
    assert float(ptxfp.evaluate("add.f32", 1, 2)) == 3.0
    assert np.stack([r, r]).shape == (2, 2)


def test_the_target_is_one_that_has_the_instruction():
    assert ptxfp.evaluate("add.f32", 1, 2).target == "sm_90"
    newest = ptxfp.evaluate("fma.rn.f32.bf16", 1, 2, 3)
    assert newest.target != "sm_90" and newest.value == 5
    assert ptxfp.check("fma.rn.f32.bf16 d, a, b, c;") == []
    assert ptxfp.check("fma.rn.f32.bf16 d, a, b, c;", target="sm_90") != []
    assert ptxfp.link("add.rn.f32x2", "{1, 2}", "{1, 2}").startswith("v1/add.rn.f32x2@" + ptxfp.evaluate("add.rn.f32x2", [1, 2], [1, 2]).target)


def test_programs_run_on_arrays():
    text = "mul.rn.f32 %t, %a, %b; add.rn.f32 %d, %t, %c;"
    a, b = (random_bits(np.float32, 100_000, seed).view(np.float32) for seed in (9, 10))
    run = ptxfp.run(text, {"a": a, "%b": b, "c": 0.5})
    with np.errstate(all="ignore"):
        same(run["d"].bits, a * b + np.float32(0.5))
        same(run["%t"].bits, a * b)
    assert run["d"].value.dtype == np.float32 and run.outputs == [run["d"]]
    grid = ptxfp.run(text, {"a": a[:3, None], "b": [1, 2], "c": np.float32(0)})
    assert grid["d"].bits.shape == (3, 2)
    for row in range(5):
        one = ptxfp.run(text, {"a": a[row], "b": b[row], "c": "0.5"})["d"]
        assert one.bits == run["d"].bits[row]
    pair = ptxfp.run("add.f16x2 %r3, %r1, %r2;", {"r1": "{1, 2}", "r2": "{3, 4}"})["r3"]
    assert pair.value == (6.0, 4.0) and "0x44004600" in ptxfp.run("add.f16x2 d, a, b;", {"a": "{1, 2}", "b": "{3, 4}"})._repr_html_()
    approximate = ptxfp.run("ex2.approx.ftz.f32 t, a; add.rn.f32 d, t, a;", {"a": 0.25})["d"]
    assert approximate.observed_value != approximate.value and approximate.could_differ
    assert ptxfp.run("mov.b32 d, a;", {"a": ptxfp.bits(np.uint32([1, 2]))})["d"].value.tolist() == [1, 2]


def test_the_guarantees_are_those_of_the_core():
    names = {each.words for each in ptxfp.Guarantee}
    assert names == {"bits", "any NaN", "within", "reading", "unbounded", "unspecified"}
    for text, value, expected in [("ex2.approx.f32", 0.5, "within"), ("sqrt.rn.f32", -1, "any NaN"), ("add.f32", (1, 2), "bits")]:
        one = ptxfp.evaluate(text, *(value if isinstance(value, tuple) else (value,)))
        assert str(one.guarantee) == expected


def test_links_steps_and_representations():
    one = ptxfp.evaluate("add.f32", 1, 2)
    assert one.link.startswith("v1/add.f32@sm_90?a=0x3f800000&b=0x40000000&d=0x40400000")
    assert ptxfp.verdict(one.link) == "reproduced"
    assert ptxfp.verdict(one.link.replace("d=0x4040", "d=0x4050")) == "differs"
    assert ptxfp.verdict("v1/add.f32@sm_90?a=0x0&b=0x0") is None
    full = ptxfp.evaluate("div.full.f32", 4.6875, 0.9375).link.replace("d=0x40a00000", "d=0x40a00001")
    assert ptxfp.verdict(full) == "observed"
    assert repr(one) == "<add.f32 on sm_90: 0x40400000 (3)>"
    assert any(title == "Round" for title, _, _ in one.steps[0])
    many = ptxfp.evaluate("add.f32", np.arange(20, dtype=np.float32), 1)
    assert repr(many) == "<add.f32 on sm_90: 20 results, shape (20,)>"
    table = many._repr_html_()
    assert "<th>a</th><th>b</th><th>register</th>" in table and table.count("<tr>") == 11 and "and 10 more" in table and "<code>#v1/add.f32" in table
    pair = ptxfp.evaluate("add.f16x2", "{1, -2}", "{0.5, 0}")
    bits = "<td><code>0 01111 1000000000</code><br><code>1 10000 0000000000</code></td>"
    assert bits + "<td><code>1.5</code><br><code>-2</code></td>" in pair._repr_html_()
    try:
        ptxfp.set_playground("https://example.org/ptxfp/")
        assert '<a href="https://example.org/ptxfp/#v1/add.f16x2@sm_90?a=0x3c00c000&amp;b=' in pair._repr_html_()
    finally:
        ptxfp.set_playground(None)
    with pytest.raises(ptxfp.PtxError, match="not the address"):
        ptxfp.set_playground("javascript:alert(1)//")


def test_a_link_has_what_was_asked() -> None:
    own = ptxfp.link("add.f16", 1.5, "0x3c00", target="sm_100", isa="8.6")
    assert own == "v1/add.f16@sm_100?a=0x3e00&b=0x3c00&d=0x4100&isa=8.6"
    there = ptxfp.link("add.f16", np.float16(1), 2, isa="9.1", base="https://example.org/")
    assert there == "https://example.org/#v1/add.f16@sm_90?a=0x3c00&b=0x4000&d=0x4200"
    for wrong in [("add.f16", [1, 2], 1), ("add.f16", 1)]:
        with pytest.raises(ptxfp.PtxError):
            ptxfp.link(*wrong)
    with pytest.raises(ptxfp.PtxError, match="not the address"):
        ptxfp.link("add.f16", 1, 2, base="example.org#")


def test_the_scales_of_blocks_are_those_of_ml_dtypes():
    kind = ml_dtypes.float8_e8m0fnu
    scales = np.arange(256, dtype=np.uint8).view(kind).reshape(-1, 2)
    widened = ptxfp.evaluate("cvt.rn.bf16x2.ue8m0x2", scales, target="sm_100a")
    # 2^-127 is subnormal in bf16, where ml_dtypes has it too.
    expected = scales.astype(ml_dtypes.bfloat16)
    same(widened.value.view(np.uint16), expected)
    powers = (2.0 ** np.arange(-126, 128)).astype(np.float32)
    narrowed = ptxfp.evaluate("cvt.rp.satfinite.ue8m0x2.f32", np.float32(1), powers, target="sm_100a")
    assert narrowed.value.dtype == kind and narrowed.value.shape == (254, 2)
    np.testing.assert_array_equal(narrowed.value[:, 0].view(np.uint8), powers.astype(kind).view(np.uint8))
    assert (narrowed.value[:, 1].view(np.uint8) == 127).all()


def test_a_format_without_a_type_has_bits_and_says_so():
    # 1.5 is 0x7c: exponent 15 of bias 15, the upper bit of the fraction.
    narrowed = ptxfp.evaluate("cvt.rn.satfinite.ue5m3x2.f32", 1.5, np.float32([1.0, 0.5]), target="sm_107a")
    assert [hex(bits) for bits in narrowed.bits] == ["0x7c78", "0x7c70"]
    with pytest.raises(ptxfp.PtxError, match="ue5m3 has no NumPy type; use bits"):
        narrowed.value
    widened = ptxfp.evaluate("cvt.rn.bf16x2.ue5m3x2", narrowed.bits, target="sm_107a")
    assert widened.value.astype(float).tolist() == [[1.0, 1.5], [0.5, 1.5]]


def test_the_wheel_has_the_version_of_the_core():
    assert importlib.metadata.version("ptxfp") == ptxfp.__version__.split("+")[0]


def test_run_of_a_kernel() -> None:
    kernel = """
    .visible .entry twice(.param .u64 x, .param .u32 n) {
      ld.param.u64 %rd1, [x]; ld.param.u32 %r1, [n]; mov.u32 %r2, 0;
    L: ld.global.f32 %f1, [%rd1]; add.rn.f32 %f2, %f1, %f1; st.global.f32 [%rd1], %f2;
      add.s64 %rd1, %rd1, 4; add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, %r1; @%p1 bra L; ret; }"""
    done = ptxfp.run(kernel, {"n": 3}, loads=np.array([1, 0.5, 3], np.float32))
    assert [(it.location, it.register.bits) for it in done.stores] == [
        ("x", 0x40000000),
        ("x+4", 0x3F800000),
        ("x+8", 0x40C00000),
    ]
    with pytest.raises(ptxfp.PtxError, match="one of 3 loads"):
        ptxfp.run(kernel, {"n": 3}, loads=[1, "0x3f000000"])


def test_statements_and_programs():
    assert ptxfp.check("add.rn.f32 %f1, %f2, %f3;") == []
    finding = ptxfp.check("add.rn.bf17 %f1, %f2, %f3;")[0]
    assert (finding.start, finding.end) == (6, 11) and "bf17" in finding.message
    assert ptxfp.check("cvt.rn.f32.u32 %f1, 010;") == []
    assert "write 1.0" in ptxfp.check("add.f32 %f1, %f2, 1;")[0].message
    done = ptxfp.run("mov.b32 %r2, %r1; and.b32 %r3, %r2, 0xff;", {"r1": "0f3fc000ff"})
    assert done["%r3"].bits == 0xFF
    done = ptxfp.run('asm("add.u32 %0, %1, %2;" : "=r"(d) : "r"(x), "r"(7));', {"%1": 1})
    assert done["%0"].bits == 8
    done = ptxfp.run('asm("add.u32 %0, %1, %2;" : "=r"(d) : "r"(q), "r"(q << 4));', {"%1": 1})
    assert done["%0"].bits == 17
    done = ptxfp.run("mul.rn.f32 t, a, b; add.rn.f32 d, t, c;", {"a": 1.5, "b": 2, "c": "0x3f800000"})
    assert [(each.name, each.bits) for each in done.outputs] == [("d", 0x40800000)]
    assert done["t"].bits == 0x40400000
    assert (done["t"].observed_bits, done["d"].could_differ) == (None, None)
    done = ptxfp.run("div.full.f32 q, a, b; cvt.rn.bf16.f32 d, q; add.f32 s, q, q;", {"a": 4.6875, "b": 0.9375})
    assert (done["q"].bits, done["q"].observed_bits) == (0x40A00000, 0x40A00001)
    assert (done["d"].observed_bits, done["d"].could_differ) == (0x40A0, False)
    assert done["s"].could_differ is True
    a, b = np.array([4.6875, 4.6875, 0], np.float32), np.array([0.9375, 1, 0.9375], np.float32)
    many = ptxfp.run("div.full.f32 q, a, b; cvt.rn.bf16.f32 d, q; neg.f32 n, a;", {"a": a, "b": b})
    assert [hex(bits) for bits in many["q"].bits] == ["0x40a00000", "0x40960000", "0x0"]
    assert [hex(bits) for bits in many["q"].observed_bits] == ["0x40a00001", "0x40960000", "0x0"]
    assert many["q"].observed_value.dtype == np.float32 and many["d"].observed_bits.dtype == np.uint16
    assert (many["n"].observed_bits, many["n"].observed_value) == (None, None)
    assert ptxfp.run("neg.f32 n, a;", {"a": a})["n"].observed_bits is None


def test_the_lock_is_released():
    a = np.full(4_000_000, 1.5, np.float32)
    counted = 0
    done = threading.Event()

    def work():
        ptxfp.evaluate("fma.rn.f32", a, a, a).bits
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        counted += 1
        time.sleep(0)
    thread.join()
    assert counted > 10


def test_how_fast_it_is(capsys):
    """A report; a busy machine must not make it fail."""
    a, b = (np.random.default_rng(seed).random(4_000_000, np.float32) for seed in (7, 8))
    with capsys.disabled():
        for text, operands in [
            ("add.f32", (a, b)),
            ("cvt.rn.bf16.f32", (a,)),
            ("cvt.rn.satfinite.e4m3x2.f32", (a, b)),
        ]:
            best = min(timed(text, operands) for _ in range(5))
            print(f"\n{text}: {a.size / best / 1e6:.0f} million a second", end="")


def timed(text, operands):
    start = time.thread_time()
    ptxfp.evaluate(text, *operands).bits
    return time.thread_time() - start


def test_an_error_says_where_it_is_and_what_would_be_right() -> None:
    with pytest.raises(ptxfp.PtxError) as caught:
        ptxfp.evaluate("fma.rn.ftz.bf16", 1, 2, 3)
    [finding] = caught.value.findings
    assert (finding.start, finding.end) == (6, 10)
    assert finding.fixes[0] == "remove .ftz"
    for wrong in [("add.f32", 1), ("add.f32", 1, "x")]:
        with pytest.raises(ptxfp.PtxError) as caught:
            ptxfp.evaluate(*wrong)
        assert list(caught.value.findings) == []
    with pytest.raises(ptxfp.PtxError) as caught:
        ptxfp.evaluate("add.f32", 1, 2, target="sm_1")
    assert list(caught.value.findings) == []


@pytest.mark.parametrize("instruction", ["ex2.approx.f32", "add.f32", "cvt.rn.f16x2.f32"])
def test_rows_are_those_of_their_parts_whatever_core_evaluates_them(instruction):
    n_sources = 1 if instruction.startswith("ex2") else 2
    generator = np.random.default_rng(7)
    # More than one core takes, and no multiple of anything.
    columns = generator.integers(0, 2**32, (n_sources, 300_007), dtype=np.uint32)
    whole = ptxfp.evaluate(instruction, *columns)
    parts = [ptxfp.evaluate(instruction, *part) for part in np.array_split(columns, 11, axis=1)]
    for name in ["bits", "guarantee", "permitted_bits"]:
        joined = np.concatenate([getattr(part, name) for part in parts])
        np.testing.assert_array_equal(getattr(whole, name), joined, strict=True)
