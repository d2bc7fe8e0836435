"""Operands: what callers pass, as registers."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from ._ptxfp import PtxError
from .formats import Shape, as_bits, name_of, unsigned


class Bits:
    """Registers as integers: see `bits`."""

    def __init__(self, registers: npt.ArrayLike) -> None:
        self.registers: npt.NDArray[Any] = np.asarray(registers)
        if self.registers.dtype.kind not in "ui" or (self.registers < 0).any():
            raise PtxError("registers must be non-negative integers")


def bits(registers: npt.ArrayLike) -> Bits:
    """Mark integers as the bits of registers, not numbers: `bits(0x3f800000)` is 1.0 in f32.

    Arrays of unsigned integers need no mark.
    """
    return Bits(registers)


class SupportsArray(Protocol):
    """Whatever NumPy makes an array of: a result, a tensor of another library."""

    def __array__(self) -> npt.NDArray[Any]: ...


Scalar: TypeAlias = int | float | str
"""A number, or a text such as `"1/3"`, `"0x3f80"`, `"{1, 2}"`."""

Operand: TypeAlias = Scalar | Bits | npt.NDArray[Any] | np.generic | SupportsArray | Sequence[Any]
"""A `Scalar`, a list of them, an array, or `bits(...)`."""

Registers: TypeAlias = npt.NDArray[np.unsignedinteger[Any]]
"""Registers as unsigned integers."""


class Reader(Protocol):
    """What reads the operands of an instruction or the inputs of a program, by their index."""

    def read(self, index: int, text: str, /) -> int: ...
    def exact(
        self, index: int, numbers: npt.NDArray[np.float64], /
    ) -> npt.NDArray[np.unsignedinteger[Any]]: ...


def is_scalar(given: object) -> bool:
    """Whether an operand is a number of Python or a text, and no array."""
    return isinstance(given, (str, int, float)) and not isinstance(given, (bool, np.generic))


def registers_of(reader: Reader, index: int, shape: Shape, given: Operand) -> Registers:
    """Return an operand as registers; raises PtxError if it does not fit."""
    _expect_number(shape, given)
    if is_scalar(given):
        return np.asarray(reader.read(index, text_of(given)), unsigned(shape.width))
    if isinstance(given, Bits):
        return fitting(shape, given.registers)
    if isinstance(given, (list, tuple)):
        leaves = np.array(given, dtype=object)
        for leaf in leaves.flat:
            _expect_number(shape, leaf)
        if all(is_scalar(leaf) for leaf in leaves.flat):
            return _listed(reader, index, shape, leaves)
    return _converted(reader, index, shape, np.asarray(given))


def _expect_number(shape: Shape, given: object) -> None:
    if isinstance(given, (bool, np.bool_)):
        raise PtxError(f"operand {shape.name}: expected a number, not a truth value")


def text_of(given: object) -> str:
    """Return a number of Python or of NumPy as a text that reads as exactly it."""
    if isinstance(given, str):
        return given.strip()
    return repr(given.item() if isinstance(given, np.generic) else given)


def fitting(shape: Shape, array: npt.NDArray[Any]) -> Registers:
    """Return registers as wide as the operand; raises PtxError if one has more bits."""
    width = unsigned(shape.width)
    if array.dtype.itemsize > width.itemsize or array.dtype.kind == "i":
        wide = array[array > (1 << shape.width) - 1]
        if wide.size:
            raise PtxError(
                f"operand {shape.name} has {shape.width} bits, but {int(wide.flat[0]):#x} has more"
            )
    return array.astype(width)


def _listed(reader: Reader, index: int, shape: Shape, leaves: npt.NDArray[Any]) -> Registers:
    """Registers of lists: numbers are read like one alone, and those of the last axis are lanes."""
    texts = leaves
    if shape.lanes > 1 and not any(isinstance(leaf, str) for leaf in leaves.flat):
        shape.expect_lanes(leaves, "a list")
        texts = np.empty(leaves.shape[:-1], dtype=object)
        for place in np.ndindex(texts.shape):
            lanes = ", ".join(text_of(leaf) for leaf in reversed(leaves[place]))
            texts[place] = f"{{{lanes}}}"
    read = [reader.read(index, text_of(text)) for text in texts.flat]
    return np.array(read, unsigned(shape.width)).reshape(texts.shape)


def _converted(reader: Reader, index: int, shape: Shape, array: npt.NDArray[Any]) -> Registers:
    """Registers of an array: its own bits, or numbers that the operand's format has, too."""
    kind = array.dtype.kind
    if kind == "u":
        return fitting(shape, array)
    own = name_of(array.dtype)
    if own == shape.format:
        return shape.pack(array)
    if kind == "i" and shape.format == f"s{array.dtype.itemsize * 8}":
        return as_bits(array)
    if own is None and kind != "i":
        raise PtxError(
            f"operand {shape.name} is {shape.type}: expected numbers, or registers as unsigned "
            f"integers, not an array of {array.dtype.name}"
        )
    with np.errstate(all="ignore"):
        numbers = array.astype(np.float64)
        # Integers beyond 2^53 that a double does not have.
        if kind == "i" and not (numbers.astype(array.dtype) == array).all():
            raise PtxError(f"operand {shape.name}: integers above 2**53 may be rounded; pass texts")
    if shape.lanes > 1:
        shape.expect_lanes(array, f"an array of {array.dtype.name}")
    flat = np.ascontiguousarray(numbers).reshape(-1)
    return shape.pack_bits(reader.exact(index, flat).reshape(array.shape))
