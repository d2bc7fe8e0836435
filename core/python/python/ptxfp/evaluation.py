"""Evaluating an instruction on numbers and arrays."""

import enum
import html
from functools import cached_property
from typing import Any, Generic, TypeVar, overload

import numpy as np
import numpy.typing as npt

from . import _ptxfp, language, playground
from ._ptxfp import PtxError
from .formats import Shape, unsigned
from .operands import Bits, Operand, Registers, Scalar, registers_of


class Guarantee(enum.IntEnum):
    """What the ISA guarantees of a result, the most certain first."""

    BITS = 0
    """It determines the bits."""
    ANY_NAN = 1
    """The result is a NaN, with any sign and payload."""
    WITHIN = 2
    """An interval of numbers is permitted: see `Result.permitted_bits`."""
    READING = 3
    """The text is unclear, and the bits follow from a reading of it."""
    UNBOUNDED = 4
    """The result is approximate, without a bound."""
    UNSPECIFIED = 5
    """The ISA does not determine the result."""

    @property
    def words(self) -> str:
        """The guarantee in words, such as `any NaN`."""
        return self.name.lower().replace("_", " ").replace("nan", "NaN")

    def __str__(self) -> str:
        return self.words


@overload
def evaluate(  # type: ignore[overload-overlap]
    instruction: str, *operands: Scalar, target: str | None = None, isa: str | None = None
) -> "Result[np.unsignedinteger[Any]]": ...
@overload
def evaluate(
    instruction: str, *operands: Operand, target: str | None = None, isa: str | None = None
) -> "Result[Registers]": ...
def evaluate(
    instruction: str, *operands: Operand, target: str | None = None, isa: str | None = None
) -> "Result[Any]":
    """Evaluate an instruction on operands, which broadcast as in NumPy.

    An operand is

    - a number of Python or a text, read as the playground reads it and rounded to nearest even: `1.5`,
      `"1/3"`, `"-inf"`, `"0x3f80"`, or for several lanes `"{1, 2}"`, the highest lane first. In a
      list, these are read like one alone;
    - an array of numbers that the operand's format has: float32 for f32, float16 for f16, and those of
      ml_dtypes (bfloat16, float8_e4m3fn, …), or of another type, as long as nothing is rounded. An
      operand of several lanes takes the last axis, lane 0 first;
    - an array of unsigned integers, or `bits(…)`: registers.

    Without a target, it is sm_90, or the newest one that has the instruction.

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
        registers_of(known, index, shape, given)
        for index, (shape, given) in enumerate(zip(shapes, operands))
    ]
    return Result(known, registers, broadcast(registers))


def broadcast(registers: list[Registers]) -> tuple[int, ...]:
    """Return the shape of operands together; raises PtxError if they do not broadcast."""
    try:
        return np.broadcast_shapes(*(each.shape for each in registers))
    except ValueError as error:
        raise PtxError(f"operands do not broadcast: {error}") from error


def columns_of(registers: list[Registers], shape: tuple[int, ...]) -> list[Registers]:
    """Return operands as columns of equal lengths, or of one register."""
    return [
        each.reshape(1)
        if each.size == 1
        else np.ascontiguousarray(np.broadcast_to(each, shape)).reshape(-1)
        for each in registers
    ]


R = TypeVar("R", bound=Any, covariant=True)
"""What registers are: an array, or one unsigned integer."""

class Result(Generic[R]):
    """The results of an instruction, and their guarantees.

    `result[index]` is a part of it, as of an array.
    """

    def __init__(
        self,
        instruction: _ptxfp.Instruction,
        registers: list[Registers],
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

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of `value`; raises as that does."""
        return self.value.dtype

    @cached_property
    def bits(self) -> R:
        """The destination registers, as unsigned integers."""
        return self._instruction.evaluate(self._columns, self._size).reshape(self.shape)[()]  # type: ignore[return-value]

    @property
    def value(self) -> npt.NDArray[Any] | np.generic:
        """The results in the type of the destination, with a last axis of lanes if it has several.

        Raises ImportError for a type of ml_dtypes where that is not installed, and PtxError for a
        format that has no type.
        """
        return self._unpacked(self.bits)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        """Return `value`."""
        found = np.asarray(self.value, dtype)
        return found.copy() if copy else found

    def __float__(self) -> float:
        """Return the value of one evaluation with one lane."""
        return float(self.value)

    @property
    def guarantee(self) -> "npt.NDArray[np.uint8] | Guarantee":
        """The `Guarantee` of each lane, as an array of their numbers; of one lane alone, itself."""
        found = self._lanes(self._instruction.guarantees(self._columns, self._size))
        return Guarantee(int(found)) if found.ndim == 0 else found

    @property
    def permitted_bits(self) -> Registers:
        """The least and the greatest permitted number of each lane as bits, in a last axis.

        Both are the result itself where it is determined, and where it has no bound.
        """
        ends = self._instruction.permitted(self._columns, self._size)
        ends = ends.astype(unsigned(self._lane.width)).reshape(*self.shape, -1, 2)
        return ends[..., 0, :] if self._destination.lanes == 1 else ends

    @property
    def permitted_value(self) -> npt.NDArray[Any]:
        """The least and the greatest permitted number of each lane, in a last axis."""
        return self._lane.unpack(self.permitted_bits)

    @cached_property
    def observed_bits(self) -> R | None:
        """The registers that GPUs were observed to return; None where they are not known.

        An observed result is permitted, but not guaranteed.
        """
        known = self._instruction.observed(self._columns, self._size)
        return None if known is None else known.reshape(self.shape)[()]  # type: ignore[return-value]

    @property
    def observed_value(self) -> npt.NDArray[Any] | np.generic | None:
        """The values of `observed_bits`."""
        return None if self.observed_bits is None else self._unpacked(self.observed_bits)

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

    def permits(self, result: Operand) -> npt.NDArray[np.bool_] | np.bool_:
        """Whether the ISA permits results from elsewhere, which are given like an operand.

        They broadcast with the results; of several lanes, all must be permitted.
        """
        given = registers_of(_OfResult(self._instruction), 0, self._destination, result)
        shape = broadcast([*self._registers, given])
        *columns, results = columns_of([*self._registers, given], shape)
        n = int(np.prod(shape, dtype=np.int64))
        found = self._instruction.permits(columns, results, n)
        return found.astype(np.bool_).reshape(shape)[()]

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("one evaluation has no length")
        return self.shape[0]

    def __reduce__(self) -> tuple[Any, ...]:
        return (Result, (self._instruction, self._registers, self.shape))

    def __getitem__(self, index: Any) -> "Result[Any]":
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
        shapes = [Shape(parts) for parts in self._instruction.operands]
        is_observed = self.observed_bits is not None
        rows: list[str] = []
        for index in np.ndindex(self.shape) if self.shape else [()]:
            if len(rows) == 10:
                break
            cells = self[index]._cells(shapes, is_observed)
            rows.append("".join(f"<td>{cell}</td>" for cell in cells))
        more = self._size - len(rows)
        foot = f"<p>and {more:,} more</p>" if more > 0 else ""
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        names = [*(shape.name for shape in shapes), "register", "sign, exponent, significand", "value"]
        names += ["guarantee", *(["observed on GPUs"] if is_observed else []), "link"]
        head = "<tr>" + "".join(f"<th>{html.escape(name)}</th>" for name in names) + "</tr>"
        caption = html.escape(f"{self.instruction} on {self.target}, PTX ISA {self.isa}")
        return f"<table><caption>{caption}</caption>{head}{body}</table>{foot}"

    def _cells(self, shapes: list[Shape], is_observed: bool) -> list[str]:
        """Return the cells of one evaluation."""
        values, link, _ = self._explained
        destination, register = self._destination, int(self.bits)
        operands = [
            list(reversed(self._instruction.show(index, bits)))
            for index, bits in enumerate(self._row)
        ]
        guarantees = self._lanes(self._instruction.guarantees(self._columns, 1)).reshape(-1)
        ends = self.permitted_bits.reshape(-1, 2)
        said = []
        for code, (low, high) in zip(guarantees, ends):
            said.append(Guarantee(int(code)).words)
            if code == Guarantee.WITHIN:
                shown = (self._instruction.show_lane(int(end)) for end in (low, high))
                said[-1] += " " + " to ".join(shown)
        fields = self._instruction.fields(register)
        lines = [*operands, [_hex(register, destination)], fields[::-1], values[::-1], said[::-1]]
        if is_observed:
            lines.append([_hex(int(self.observed_bits), destination)])  # type: ignore[arg-type]
        texts = ["<br>".join(f"<code>{html.escape(each)}</code>" for each in cell) for cell in lines]
        return [*texts, _anchor(link)]

    @property
    def _size(self) -> int:
        return int(np.prod(self.shape, dtype=np.int64))

    @cached_property
    def _columns(self) -> list[Registers]:
        return columns_of(self._registers, self.shape)

    @property
    def _lane(self) -> Shape:
        """A lane of the destination."""
        whole = self._destination
        width = whole.stride if whole.lanes > 1 else whole.width
        return Shape((whole.name, whole.type, whole.format, 1, width, 0))

    def _unpacked(self, registers: Any) -> npt.NDArray[Any] | np.generic:
        found: npt.NDArray[Any] | np.generic = self._destination.unpack(np.asarray(registers))[()]
        return found

    @property
    def _row(self) -> list[int]:
        if self.shape:
            raise PtxError(f"there are {self._size} evaluations; take one, such as result[0]")
        return [int(each.reshape(-1)[0]) for each in self._registers]

    @cached_property
    def _explained(self) -> tuple[list[str], str, list[list[tuple[str, str, str]]]]:
        return self._instruction.explain(self._row)

    def _lanes(self, flat: npt.NDArray[Any]) -> npt.NDArray[Any]:
        lanes = self._destination.lanes
        return flat.reshape(self.shape if lanes == 1 else (*self.shape, lanes))


class _OfResult:
    """Reads destination registers like operands, of which there is one."""

    def __init__(self, instruction: _ptxfp.Instruction) -> None:
        self._instruction = instruction

    def read(self, index: int, text: str, /) -> int:
        return self._instruction.read_result(text)

    def exact(self, index: int, numbers: npt.NDArray[np.float64], /) -> Registers:
        return self._instruction.exact_result(numbers)


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
