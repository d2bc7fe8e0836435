"""Products of matrices by tensor cores."""

from typing import Any

import numpy as np
import numpy.typing as npt

from . import _ptxfp
from ._ptxfp import PtxError
from .formats import Shape, as_bits, dtype, from_bits, name_of, unsigned
from .operands import Bits, fitting, text_of

Operand = Any
"""An array, nested lists of numbers, a number, or `bits(...)`."""

_Column = npt.NDArray[np.unsignedinteger[Any]]


class Product:
    """The elements of d: what tensor cores of the target were observed to return.

    The ISA leaves order, rounding and subnormals open, so nothing here is a guarantee.
    """

    def __init__(self, matrix: _ptxfp.Matrix, bits: _Column) -> None:
        self._matrix = matrix
        self.bits = bits
        """The elements as unsigned integers."""

    @property
    def instruction(self) -> str:
        """The spelling."""
        return str(self._matrix)

    @property
    def target(self) -> str:
        """The target."""
        return self._matrix.target

    @property
    def isa(self) -> str:
        """The PTX ISA version."""
        return self._matrix.isa

    @property
    def grade(self) -> str | None:
        """The grade of the evidence; None for integers, which the ISA defines."""
        return self._matrix.grade

    @property
    def value(self) -> npt.NDArray[Any]:
        """The elements in the type of d."""
        name, _ = self._matrix.format("d")
        kind = dtype(name)
        if kind is None:
            raise PtxError(f"{name} has no NumPy type; use bits")
        return from_bits(self.bits, kind)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        return np.asarray(self.value, dtype)

    def __repr__(self) -> str:
        return f"Product({self.instruction!r}, {self.target!r}, {self.value!r})"


def mma(
    instruction: str,
    a: Operand,
    b: Operand,
    c: Operand = 0,
    *,
    scales_a: Operand = None,
    scales_b: Operand = None,
    target: str | None = None,
    isa: str | None = None,
) -> Product:
    """Multiply matrices by an instruction of tensor cores: d = c + a @ b, bit for bit.

    `a` has the shape (…, M, K) and `b` (…, K, N), where K is that of the instruction; `c` (…, M, N).
    The axes before them broadcast, and so does `c`. M and N can be any: an element of d depends on
    its row, its column and its element of c only. Scales have the shapes (…, M, K / block) and
    (…, K / block, N).

    An operand is an array of its own type (float16, those of ml_dtypes, float32 for f32 and tf32,
    int8 for s8), unsigned integers or `bits(…)`: encodings, or lists of numbers and texts, which are
    rounded to the nearest. Without a target, it is one whose results are known.

    Raises PtxError if the instruction is not legal for the target, if an operand does not fit, and
    where nobody knows what GPUs return.
    """
    matrix = _ptxfp.Matrix(instruction, target, isa)
    given = _Given(matrix, a, b, c, scales_a, scales_b)
    if given.k != matrix.k:
        raise PtxError(f"`{matrix}` multiplies rows of {matrix.k} elements, not of {given.k}")
    return Product(matrix, given.product(0, given.c))


def dot(
    instruction: str,
    a: Operand,
    b: Operand,
    c: Operand = 0,
    *,
    scales_a: Operand = None,
    scales_b: Operand = None,
    promote: int | None = None,
    target: str | None = None,
    isa: str | None = None,
) -> Product:
    """Multiply matrices of any K in a loop over it, as a kernel does: each instruction takes the
    elements of d of the one before as its c.

    With `promote=n`, every n instructions begin with 0, and their result is added to a sum in f32 by
    `add.rn.f32`, as kernels do where the accumulator is short. Otherwise like `mma`; K is a multiple
    of the instruction's.
    """
    matrix = _ptxfp.Matrix(instruction, target, isa)
    given = _Given(matrix, a, b, c, scales_a, scales_b)
    if given.k % matrix.k:
        raise PtxError(f"K is {given.k}, which is no multiple of the {matrix.k} of `{matrix}`")
    starts = range(0, given.k, matrix.k)
    d = given.c
    if promote is None:
        for start in starts:
            d = given.product(start, d)
        return Product(matrix, d)
    if promote < 1 or matrix.format("d")[0] != "f32":
        raise PtxError("promote is a number of instructions with an f32 result")
    add = _ptxfp.Instruction("add.rn.f32", matrix.target, matrix.isa)
    for first in range(0, len(starts), promote):
        part = np.zeros_like(d)
        for start in starts[first : first + promote]:
            part = given.product(start, part)
        d = add.evaluate([_flat(d), _flat(part)], d.size).reshape(d.shape)
    return Product(matrix, d)


class _Given:
    """The operands as encodings, with equal axes before the last two."""

    def __init__(
        self,
        matrix: _ptxfp.Matrix,
        a: Operand,
        b: Operand,
        c: Operand,
        scales_a: Operand,
        scales_b: Operand,
    ) -> None:
        self._matrix = matrix
        a, b, c = _encodings(matrix, "a", a), _encodings(matrix, "b", b), _encodings(matrix, "c", c)
        if a.ndim < 2 or b.ndim < 2 or a.shape[-1] != b.shape[-2]:
            raise PtxError(
                f"a has the shape {a.shape} and b {b.shape}: expected (…, M, K) and (…, K, N)"
            )
        (rows, self.k), columns = a.shape[-2:], b.shape[-1]
        sides = [a, np.swapaxes(b, -1, -2)]
        if matrix.block:
            if scales_a is None or scales_b is None:
                raise PtxError(f"`{matrix}` takes scales_a and scales_b")
            scales_b = np.swapaxes(_encodings(matrix, "scales_b", scales_b), -1, -2)
            sides += [_encodings(matrix, "scales_a", scales_a), scales_b]
            for name, scales, n in (("a", sides[2], rows), ("b", sides[3], columns)):
                if scales.shape[-2:] != (n, self.k // matrix.block):
                    raise PtxError(f"scales_{name}: one for {matrix.block} elements is expected")
        elif scales_a is not None or scales_b is not None:
            raise PtxError(f"`{matrix}` takes no scales")
        try:
            before = np.broadcast_shapes(*(each.shape[:-2] for each in (*sides, c)))
            self._sides = [np.broadcast_to(each, before + each.shape[-2:]) for each in sides]
            self.c = np.broadcast_to(c, (*before, rows, columns))
        except ValueError as error:
            raise PtxError(f"operands do not broadcast: {error}") from error

    def product(self, start: int, c: _Column) -> _Column:
        """The product of the instruction's K elements from one on, added to c."""
        k, block = self._matrix.k, self._matrix.block
        a, b, *scales = self._sides
        matrices = (
            _flat(a[..., start : start + k]),
            _flat(b[..., start : start + k]),
            _flat(c),
        )
        of_blocks = None
        if scales:
            of_a, of_b = (side[..., start // block : (start + k) // block] for side in scales)
            of_blocks = (_flat(of_a), _flat(of_b))
        n = c.size // max(1, c.shape[-2] * c.shape[-1])
        found = self._matrix.evaluate(matrices, of_blocks, (n, c.shape[-2], c.shape[-1]))
        return found.reshape(c.shape)


def _flat(array: _Column) -> _Column:
    return np.ascontiguousarray(array).reshape(-1)


def _encodings(matrix: _ptxfp.Matrix, name: str, given: Operand) -> _Column:
    """Return an operand as encodings."""
    format, width = matrix.format(name)
    if isinstance(given, Bits) or isinstance(given, (np.ndarray, np.generic)):
        array = given.registers if isinstance(given, Bits) else np.asarray(given)
        own = "f32" if format == "tf32" else format
        if isinstance(given, Bits) or array.dtype.kind == "u":
            # The unit ignores the highest bit of a scale without sign.
            width = max(width, 8) if name.startswith("scales") else width
            return fitting(Shape((name, format, format, 1, width, width)), array)
        if name_of(array.dtype) == own or array.dtype == np.dtype(f"i{-(-width // 8)}") and (
            format[0] == "s"
        ):
            encodings = as_bits(array)
            return encodings & encodings.dtype.type((1 << width) - 1)
        raise PtxError(
            f"{name} is {format}: expected an array of it, lists of numbers, or encodings as "
            f"unsigned integers, not an array of {array.dtype.name}"
        )
    texts = np.asarray(given, dtype=object)
    read = [matrix.read(name, text_of(each)) for each in texts.flat]
    return np.array(read, unsigned(width)).reshape(texts.shape)
