"""Formats of PTX as NumPy types, and registers of several lanes as arrays."""

import importlib
from typing import Any

import numpy as np
import numpy.typing as npt

from ._ptxfp import PtxError

_NUMPY = {"f64": np.float64, "f32": np.float32, "f16": np.float16}

# The types that NumPy lacks, by their names in ml_dtypes.
_ML_DTYPES = {
    "bf16": "bfloat16",
    "e4m3": "float8_e4m3fn",
    "e5m2": "float8_e5m2",
    "e2m3": "float6_e2m3fn",
    "e3m2": "float6_e3m2fn",
    "e2m1": "float4_e2m1fn",
    "ue8m0": "float8_e8m0fnu",
}


def unsigned(width: int) -> np.dtype[Any]:
    """Return the narrowest unsigned type for a register with that number of bits."""
    return np.dtype(f"u{max(1, -(-width // 8))}")


def dtype(name: str) -> np.dtype[Any] | None:
    """Return the type of a format by its PTX name; None where there is no such type.

    Raises ImportError for a type of ml_dtypes where that is not installed.
    """
    if name in _NUMPY:
        return np.dtype(_NUMPY[name])
    if name in _ML_DTYPES:
        try:
            module = importlib.import_module("ml_dtypes")
        except ImportError as error:
            message = f"NumPy has no type for {name}; pip install ml-dtypes, or use bits"
            raise ImportError(message) from error
        own: np.dtype[Any] = np.dtype(getattr(module, _ML_DTYPES[name]))
        return own
    if name[:1] in "su" and name[1:] in ("8", "16", "32", "64"):
        return np.dtype(f"{'i' if name[0] == 's' else 'u'}{int(name[1:]) // 8}")
    return None


def name_of(given: np.dtype[Any]) -> str | None:
    """Return the PTX name of the format of a type."""
    names = {np.dtype(own).name: name for name, own in _NUMPY.items()}
    names |= {own: name for name, own in _ML_DTYPES.items()}
    return names.get(given.name)


class Shape:
    """An operand: its lanes in a register."""

    def __init__(self, parts: tuple[str, str, str, int, int, int]) -> None:
        self.name, self.type, self.format, self.lanes, self.width, self.stride = parts

    def pack(self, values: npt.NDArray[Any]) -> npt.NDArray[np.unsignedinteger[Any]]:
        """Return registers with the lanes of the last axis, lane 0 first."""
        if self.lanes > 1:
            self.expect_lanes(values, f"an array of {values.dtype.name}")
        return self.pack_bits(as_bits(values))

    def expect_lanes(self, values: npt.NDArray[Any], noun: str) -> None:
        """Raise PtxError if the last axis does not have as many elements as there are lanes."""
        if values.ndim == 0 or values.shape[-1] != self.lanes:
            raise PtxError(
                f"operand {self.name} is {self.type}: the last axis of {noun} must have "
                f"{self.lanes} lanes, not {values.shape[-1] if values.ndim else 'none'}"
            )

    def pack_bits(self, bits: npt.NDArray[Any]) -> npt.NDArray[np.unsignedinteger[Any]]:
        """Return registers with encodings as lanes: the last axis, if there are several."""
        if self.lanes == 1:
            return bits.astype(unsigned(self.width), copy=False)
        registers = np.zeros(bits.shape[:-1], unsigned(self.width))
        for lane in range(self.lanes):
            part = bits[..., lane].astype(registers.dtype)
            registers |= part << registers.dtype.type(lane * self.stride)
        return registers

    def unpack(self, registers: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return the values of registers, with a last axis of lanes if there are several."""
        kind = dtype(self.format)
        if kind is None:
            raise PtxError(f"{self.format} has no NumPy type; use bits")
        if self.lanes == 1:
            return from_bits(registers, kind)
        mask = (1 << (self.width // self.lanes if self.stride == 0 else self.stride)) - 1
        lanes = [registers >> (lane * self.stride) & mask for lane in range(self.lanes)]
        return from_bits(np.stack(lanes, axis=-1), kind)


def as_bits(values: npt.NDArray[Any]) -> npt.NDArray[np.unsignedinteger[Any]]:
    """Return the encodings of values."""
    native = values.astype(values.dtype.newbyteorder("="), copy=False)
    # Zero-dimensional arrays cannot be viewed as another type of another width.
    return np.ascontiguousarray(native).reshape(values.shape).view(f"u{values.dtype.itemsize}")


def from_bits(bits: npt.NDArray[Any], kind: np.dtype[Any]) -> npt.NDArray[Any]:
    """Return the values of encodings."""
    return bits.astype(f"u{kind.itemsize}").view(kind)
