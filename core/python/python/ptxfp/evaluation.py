"""Evaluating an instruction on numbers and arrays."""

import html
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _ptxfp, language, playground
from ._ptxfp import PtxError
from .formats import Shape, as_bits, name_of, unsigned

Operand = Any
"""A number, a text such as '0x3f80' or '{1, 2}', `bits(...)`, or an array."""


class Bits:
    """Registers as integers: see `bits`."""

    def __init__(self, registers: Any) -> None:
        self.registers = np.asarray(registers)
        if self.registers.dtype.kind not in "ui" or (self.registers < 0).any():
            raise PtxError("registers must be non-negative integers")


def bits(registers: Any) -> Bits:
    """Mark integers as the bits of registers, not numbers: `bits(0x3f800000)` is 1.0 in f32.

    Arrays of unsigned integers need no mark.
    """
    return Bits(registers)


def evaluate(
    instruction: str, *operands: Operand, target: str = "sm_90", isa: str | None = None
) -> "Result":
    """Evaluate an instruction on operands, which broadcast as in NumPy.

    An operand is

    - a number or a text, read as the playground reads it and rounded to nearest even: `1.5`,
      `"1/3"`, `"-inf"`, `"0x3f80"`, or for several lanes `"{1, 2}"`, the highest lane first;
    - an array of the operand's own type: float32 for f32, float16 for f16, and those of ml_dtypes
      (bfloat16, float8_e4m3fn, …). An operand of several lanes takes the last axis, lane 0 first;
    - an array of unsigned integers, or `bits(…)`: registers.

    Raises PtxError if the instruction is not legal for the target, or an operand does not fit it.
    Its `findings` are those of `check`: places in the text, and what would be right.
    """
    known = language.instruction(instruction, target, isa)
    shapes = [Shape(parts) for parts in known.operands]
    if len(operands) != len(shapes):
        names = ", ".join(shape.name for shape in shapes)
        noun = "operand" if len(shapes) == 1 else "operands"
        given = f"{len(operands)} {'was' if len(operands) == 1 else 'were'} given"
        raise PtxError(f"`{known}` takes {len(shapes)} {noun} ({names}), but {given}")
    registers = [
        _registers(known, index, shape, given)
        for index, (shape, given) in enumerate(zip(shapes, operands))
    ]
    try:
        shape = np.broadcast_shapes(*(each.shape for each in registers))
    except ValueError as error:
        raise PtxError(f"operands do not broadcast: {error}") from error
    return Result(known, registers, shape)


def _registers(
    known: _ptxfp.Instruction, index: int, shape: Shape, given: Operand
) -> npt.NDArray[np.unsignedinteger[Any]]:
    if isinstance(given, (bool, np.bool_)):
        raise PtxError(f"operand {shape.name}: expected a number, not a truth value")
    if isinstance(given, (str, int, float)) and not isinstance(given, np.generic):
        text = given.strip() if isinstance(given, str) else repr(given)
        return np.asarray(known.read(index, text), unsigned(shape.width))
    is_bits = isinstance(given, Bits)
    array = given.registers if is_bits else np.asarray(given)
    if is_bits or array.dtype.kind == "u":
        return fitting(shape, array)
    own = name_of(array.dtype)
    if own == shape.format:
        return shape.pack(array)
    if array.dtype.kind == "i" and shape.format[0] in "su":
        if array.dtype.itemsize * 8 == shape.width:
            return as_bits(array)
        raise PtxError(
            f"operand {shape.name} is {shape.type}: expected an array of int{shape.width}, "
            f"not of {array.dtype.name}"
        )
    raise PtxError(
        f"operand {shape.name} is {shape.type}: expected an array of {shape.format}, or registers as "
        f"unsigned integers, not an array of {array.dtype.name}; convert it first, "
        "which rounds, or pass bits"
    )


def fitting(shape: Shape, array: npt.NDArray[Any]) -> npt.NDArray[np.unsignedinteger[Any]]:
    """Return registers as wide as the operand; raises PtxError if one has more bits."""
    width = unsigned(shape.width)
    if array.dtype.itemsize > width.itemsize or array.dtype.kind == "i":
        wide = array[array > (1 << shape.width) - 1]
        if wide.size:
            raise PtxError(
                f"operand {shape.name} has {shape.width} bits, but {int(wide.flat[0]):#x} has more"
            )
    return array.astype(width)


class Result:
    """The results of an instruction, and their guarantees.

    `result[index]` is a part of it, as of an array.
    """

    def __init__(
        self,
        instruction: _ptxfp.Instruction,
        registers: list[npt.NDArray[np.unsignedinteger[Any]]],
        shape: tuple[int, ...],
    ) -> None:
        self._instruction = instruction
        self._registers = registers
        self._destination = Shape(instruction.destination)
        self.shape = shape
        """The shape of the operands after broadcasting."""

    @property
    def instruction(self) -> str:
        """The canonical spelling."""
        return str(self._instruction)

    @property
    def target(self) -> str:
        """The target."""
        return self._instruction.target

    @property
    def isa(self) -> str:
        """The PTX ISA version."""
        return self._instruction.isa

    @cached_property
    def bits(self) -> Any:
        """The destination registers, as unsigned integers."""
        return self._instruction.evaluate(self._columns, self._size).reshape(self.shape)[()]

    @property
    def value(self) -> Any:
        """The results in the type of the destination, with a last axis of lanes if it has several.

        Raises ImportError for a type of ml_dtypes where that is not installed.
        """
        return self._destination.unpack(np.asarray(self.bits))[()]

    @property
    def guarantee(self) -> Any:
        """The guarantee of each lane.

        `bits`: the ISA determines them. `reading`: our reading of an unclear text. `any NaN`: a NaN
        with any payload. `within`: an interval, see `permitted`. `unbounded`: an approximate result
        without a bound. `unspecified`: the ISA says nothing.
        """
        return self._lanes(np.array(self._guarantees[0], dtype=object))

    @property
    def permitted(self) -> Any:
        """The least and the greatest permitted number of each lane as bits, in a last axis.

        Both are the result itself where it is determined, and where it has no bound.
        """
        ends = np.stack([np.array(ends, np.uint64) for ends in self._guarantees[1:]], axis=-1)
        ends = ends.astype(unsigned(self._destination.width // self._destination.lanes))
        shape = (*self.shape, self._destination.lanes, 2)
        ends = ends.reshape(shape)
        return ends[..., 0, :] if self._destination.lanes == 1 else ends

    @cached_property
    def observed(self) -> Any:
        """The registers that GPUs were observed to return, as bits; None where they are not known.

        An observed result is permitted, but not guaranteed.
        """
        known = self._instruction.observed(self._columns, self._size)
        return None if known is None else known.reshape(self.shape)[()]

    @property
    def link(self) -> str:
        """The link to one evaluation, with its result: the part of an address after `#`."""
        return self._explained[1]

    @property
    def steps(self) -> list[list[tuple[str, str, str]]]:
        """The steps to each lane of one evaluation: title, modifier and a sentence."""
        return self._explained[2]

    @property
    def operands(self) -> list[str]:
        """The operands of one evaluation, as bits and value."""
        shapes = [Shape(parts) for parts in self._instruction.operands]
        rows = enumerate(zip(shapes, self._row))
        return [_shown(self._instruction.show(i, bits), bits, shape) for i, (shape, bits) in rows]

    @property
    def shown(self) -> str:
        """The result of one evaluation, as bits and value."""
        return _shown(self._explained[0], int(self.bits), self._destination)

    def read(self, text: str) -> int:
        """Return the destination register that a text states, read like an operand."""
        return self._instruction.read_result(text)

    def permits(self, result: int) -> bool:
        """Whether the ISA permits a destination register, of one evaluation."""
        return self._instruction.permits(self._row, int(result))

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("one evaluation has no length")
        return self.shape[0]

    def __getitem__(self, index: Any) -> "Result":
        parts = [np.broadcast_to(each, self.shape)[index] for each in self._registers]
        parts = [np.asarray(part) for part in parts]
        return Result(self._instruction, parts, parts[0].shape)

    def __repr__(self) -> str:
        place = f"{self.instruction} on {self.target}"
        if self.shape:
            return f"<{place}: {self._size} results, shape {self.shape}>"
        return f"<{place}: {self.shown}>"

    def _repr_html_(self) -> str:
        """Return a table of the first results: lanes below each other, the highest first."""
        rows: list[str] = []
        for index in np.ndindex(self.shape) if self.shape else [()]:
            if len(rows) == 10:
                break
            one = self[index]
            values, link, _ = one._explained
            guarantee = one.guarantee if self._destination.lanes == 1 else set(one.guarantee)
            shown = guarantee if isinstance(guarantee, str) else ", ".join(sorted(guarantee))
            bits = _hex(int(one.bits), self._destination)
            fields = self._instruction.fields(int(one.bits))
            cells = [[bits], reversed(fields), reversed(values), [shown]]
            texts = ["<br>".join(f"<code>{html.escape(each)}</code>" for each in cell) for cell in cells]
            rows.append("".join(f"<td>{text}</td>" for text in (*texts, _anchor(link))))
        more = self._size - len(rows)
        foot = f"<p>and {more:,} more</p>" if more > 0 else ""
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        names = ("register", "sign, exponent, significand", "value", "guarantee", "link")
        head = "<tr>" + "".join(f"<th>{name}</th>" for name in names) + "</tr>"
        caption = html.escape(f"{self.instruction} on {self.target}, PTX ISA {self.isa}")
        return f"<table><caption>{caption}</caption>{head}{body}</table>{foot}"

    @property
    def _size(self) -> int:
        return int(np.prod(self.shape, dtype=np.int64))

    @cached_property
    def _columns(self) -> list[npt.NDArray[np.unsignedinteger[Any]]]:
        return [
            each.reshape(1)
            if each.size == 1
            else np.ascontiguousarray(np.broadcast_to(each, self.shape)).reshape(-1)
            for each in self._registers
        ]

    @cached_property
    def _guarantees(self) -> tuple[list[str], list[int], list[int]]:
        return self._instruction.guarantees(self._columns, self._size)

    @property
    def _row(self) -> list[int]:
        if self.shape:
            raise PtxError(f"there are {self._size} evaluations; take one, such as result[0]")
        return [int(each.reshape(-1)[0]) for each in self._registers]

    @cached_property
    def _explained(self) -> tuple[list[str], str, list[list[tuple[str, str, str]]]]:
        return self._instruction.explain(self._row)

    def _lanes(self, flat: npt.NDArray[Any]) -> Any:
        lanes = self._destination.lanes
        return flat.reshape(self.shape if lanes == 1 else (*self.shape, lanes))[()]


def _anchor(link: str) -> str:
    """Return a link to the playground, or its text where no playground is set."""
    address = playground.address_of(link)
    if address is None:
        return f"<code>#{html.escape(link)}</code>"
    return f'<a href="{html.escape(address)}">open</a>'


def _hex(register: int, shape: Shape) -> str:
    return f"0x{register:0{-(-shape.width // 4)}x}"


def _shown(values: list[str], register: int, shape: Shape) -> str:
    value = ", ".join(reversed(values))
    return f"{_hex(register, shape)} ({f'{{{value}}}' if len(values) > 1 else value})"
