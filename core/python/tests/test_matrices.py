"""Products of matrices."""

import pathlib
import time

import ml_dtypes
import numpy as np
import ptxfp
import pytest

HALF = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
FP8 = "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32"
WGMMA = "wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3"
SCALED = (
    "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X"
    ".f32.e2m1.e2m1.f32.ue4m3"
)


def test_what_generations_keep_of_a_long_sum() -> None:
    # 2^23 - 2^23 - 1/2 - 1/4 - 1/8
    a = [[2048, 0.5, 0.25, 0.125] + [0] * 12]
    b = [[-4096], [-1], [-1], [-1]] + [[0]] * 12
    found = {
        target: float(ptxfp.mma(HALF, a, b, 2.0**23, target=target).value[0, 0])
        for target in ("sm_80", "sm_90", "sm_100")
    }
    assert found == {"sm_80": -0.5, "sm_90": -0.75, "sm_100": -0.75}


def test_arrays_of_any_batch_shape_broadcast() -> None:
    rng = np.random.default_rng(1)
    a = rng.standard_normal((2, 1, 16, 16)).astype(np.float16)
    b = rng.standard_normal((3, 16, 8)).astype(np.float16)
    d = ptxfp.mma(HALF, a, b)
    assert d.bits.shape == (2, 3, 16, 8) and d.bits.dtype == np.uint32
    assert np.allclose(d.value, a.astype(np.float32) @ b.astype(np.float32), atol=1e-2)
    assert np.asarray(d).dtype == np.float32 and d.grade is not None
    alone = ptxfp.mma(HALF, a[1, 0, 5:6], b[2, :, 3:4])
    assert alone.bits[0, 0] == d.bits[1, 2, 5, 3]
    again = ptxfp.mma(HALF, a.view(np.uint16), ptxfp.bits(b.view(np.uint16)))
    assert (again.bits == d.bits).all()


def test_every_type_of_operand_is_taken() -> None:
    e4m3 = np.ones((4, 32), ml_dtypes.float8_e4m3fn)
    assert (ptxfp.mma(FP8, e4m3, e4m3.T, target="sm_89").value == 32).all()
    tf32 = "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32"
    ones = np.ones((8, 8), np.float32)
    # The low 13 bits are dropped.
    assert (ptxfp.mma(tf32, ones * np.float32(1 + 2.0**-12), ones).value == 8).all()
    whole = "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32"
    s8 = np.full((2, 32), -3, np.int8)
    assert (ptxfp.mma(whole, s8, s8.T, np.int32([[1]])).value == 289).all()
    assert ptxfp.mma(whole, s8, s8.T).grade is None
    double = "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64"
    assert ptxfp.mma(double, [[1, 2, 3, 4]], [[1], [1], [1], ["1/2"]]).value[0, 0] == 8


def test_scaled_matrices_take_their_scales() -> None:
    a, b = np.full((16, 64), 0x2, np.uint8), np.full((64, 8), 0x2, np.uint8)
    scales = np.full((16, 4), 0x38, np.uint8), np.full((4, 8), 0x40, np.uint8)
    d = ptxfp.mma(SCALED, a, b, scales_a=scales[0], scales_b=scales[1], target="sm_120a")
    assert (d.value == 128).all()
    with pytest.raises(ptxfp.PtxError, match="takes scales_a and scales_b"):
        ptxfp.mma(SCALED, a, b, target="sm_120a")
    with pytest.raises(ptxfp.PtxError, match="one for 16 elements"):
        ptxfp.mma(SCALED, a, b, scales_a=scales[0], scales_b=scales[0], target="sm_120a")


def test_a_loop_over_k_and_what_promotion_keeps() -> None:
    k = 4096
    a = np.full((1, k), 1, ml_dtypes.float8_e4m3fn)
    # Beside 256, the unit keeps nothing of a product of 2^-7.
    b = np.full((k, 1), 2.0**-7, ml_dtypes.float8_e4m3fn)
    b[0, 0] = 256
    plain = ptxfp.dot(WGMMA, a, b, target="sm_90a").value[0, 0]
    promoted = ptxfp.dot(WGMMA, a, b, promote=4, target="sm_90a").value[0, 0]
    exact = 256 + (k - 1) / 128
    assert (plain, exact - promoted) == (256, 127 / 128)
    once = ptxfp.mma(WGMMA, a[:, :32], b[:32], target="sm_90a")
    then = ptxfp.mma(WGMMA, a[:, 32:64], b[32:64], once.value, target="sm_90a")
    assert ptxfp.dot(WGMMA, a[:, :64], b[:64], target="sm_90a").bits == then.bits
    scales = np.full((1, 8), 0x38, np.uint8)
    ones = np.full((1, 128), 0x2, np.uint8)
    d = ptxfp.dot(SCALED, ones, ones.T, scales_a=scales, scales_b=scales.T, target="sm_120a")
    assert d.value[0, 0] == 128


def test_errors_say_what_is_wrong() -> None:
    ones = np.ones((16, 16), np.float16)
    for arguments, target, words in [
        ((HALF, ones, ones), "sm_70", "needs PTX ISA 7.0, sm_80 or higher"),
        ((HALF, ones, ones[:8]), "sm_90", "expected (…, M, K) and (…, K, N)"),
        ((HALF, ones[:, :8], ones[:8]), "sm_90", "rows of 16 elements, not of 8"),
        ((HALF, ones.astype(np.float64), ones), "sm_90", "a is f16: expected an array of it"),
        ((HALF, ones, ones, np.zeros((3, 3), np.uint32)), "sm_90", "do not broadcast"),
        ((HALF, [["x"] * 16], ones), "sm_90", "a: "),
        (("mma.sync.aligned.m16n8k9", ones, ones), "sm_90", "m16n8k9"),
        ((HALF, ones, ones), "sm_107", "nobody measured"),
    ]:
        with pytest.raises(ptxfp.PtxError) as error:
            ptxfp.mma(*arguments, target=target)
        assert words in str(error.value)
    with pytest.raises(ptxfp.PtxError, match="no multiple"):
        ptxfp.dot(HALF, ones[:, :8], ones[:8])


def test_how_fast_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    """A report; a busy machine must not make it fail."""
    a = np.random.default_rng(3).standard_normal((2000, 16, 32)).astype(ml_dtypes.float8_e4m3fn)
    b = np.swapaxes(a, 1, 2)
    with capsys.disabled():
        for text, k, x, y in [(WGMMA, 32, a, b), (HALF, 16, a[..., :16], b[:, :16])]:
            x, y = (x, y) if k == 32 else (x.astype(np.float16), y.astype(np.float16))
            start = time.perf_counter()
            ptxfp.mma(text, x, y, target="sm_90a")
            rate = x.shape[0] * 16 * 16 * k / (time.perf_counter() - start)
            print(f"\n{text.split('.')[0]}: {rate / 1e6:.0f} million products a second", end="")


def test_a_second_implementation_agrees() -> None:
    """The results of the native tests, through arrays."""
    path = pathlib.Path(__file__).with_name("tensor-model.txt")
    rows = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    by_form: dict[tuple[str, str], list[tuple[list[str], int]]] = {}
    for row in rows:
        line, d = row.split(" @ ")
        target, spelling, *lists = line.split(" ")
        if d != "-":
            by_form.setdefault((target, spelling), []).append((lists, int(d, 16)))
    for (target, spelling), cases in by_form.items():
        a, b, c, *scales = (
            np.array([[int(each, 16) for each in lists[i].split(",")] for lists, _ in cases], np.uint64)
            for i in range(len(cases[0][0]))
        )
        d = ptxfp.mma(
            spelling,
            a[:, None, :],
            b[:, :, None],
            c[:, :, None],
            scales_a=scales[0][:, None, :] if scales else None,
            scales_b=scales[1][:, :, None] if scales else None,
            target=target,
        )
        assert d.bits.reshape(-1).tolist() == [bits for _, bits in cases], spelling
