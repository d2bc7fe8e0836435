"""Programs: several statements, or a thread of a kernel."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar, overload

import numpy as np
import numpy.typing as npt

from . import _ptxfp
from ._ptxfp import PtxError
from .evaluation import broadcast, columns_of
from .formats import Shape, unsigned
from .operands import Operand, Registers, Scalar, is_scalar, registers_of, text_of

R = TypeVar("R", int, Registers)

Number: TypeAlias = float | tuple[float, ...]
"""A number; of several lanes, one for each, lane 0 first."""


@dataclass(frozen=True, eq=False)
class Register(Generic[R]):
    """A register after a program."""

    name: str
    type: str
    bits: R
    """Its bits: an integer, or an array of them."""
    observed_bits: R | None
    """The bits that follow if approximate instructions return what GPUs were observed to return; None
    if it depends on none, and where the observed results are not known: of an array, any of them."""
    could_differ: bool | None
    """Whether other permitted results of approximate instructions lead to different bits; None where
    that is not known, as in a run on arrays. It is known of outputs."""
    _shape: Shape = field(repr=False)

    @property
    def value(self) -> Number | npt.NDArray[Any]:
        """Its value as a number, or as an array, with a last axis of lanes if it has several.

        Bits without a type are an integer. Raises ImportError for an array of a type of ml_dtypes where
        that is not installed.
        """
        found: Number | npt.NDArray[Any] = self._value(self.bits)
        return found

    @property
    def observed_value(self) -> Number | npt.NDArray[Any] | None:
        """The value of `observed_bits`."""
        if self.observed_bits is None:
            return None
        found: Number | npt.NDArray[Any] = self._value(self.observed_bits)
        return found

    def __float__(self) -> float:
        """Return the value of a register with one lane, in a run on numbers."""
        return float(self.value)  # type: ignore[arg-type]

    def _value(self, bits: Any) -> Any:
        if not isinstance(bits, int):
            return self._shape.unpack(bits)
        found = self._shape.unpack(np.asarray(bits, unsigned(self._shape.width)))
        return tuple(map(float, found)) if found.ndim else found.item()


@dataclass(frozen=True)
class Store:
    """An element that a thread of a kernel stores."""

    address: str
    """The address as it is written."""
    location: str | None
    """The address by the pointer or variable that it was computed from, such as `x+16`."""
    register: Register[int]


@dataclass(frozen=True)
class Run(Generic[R]):
    """The registers after a program."""

    outputs: list[Register[R]]
    """The registers that are written and not read afterwards."""
    registers: list[Register[R]]
    """All of them, inputs too."""
    stores: list[Store] = field(default_factory=list)
    """The elements that a thread of a kernel stores, in the order of execution."""

    def __getitem__(self, name: str) -> Register[R]:
        """Return the last register of a name; the `%` before it may be left out."""
        for wanted in (name, f"%{name}"):
            for register in reversed(self.registers):
                if register.name == wanted:
                    return register
        raise KeyError(name)

    def _repr_html_(self) -> str:
        """Return a table of the registers."""
        heads = ("register", "type", "bits", "value")
        rows = [
            (each.name, each.type, _hex(each), str(each.value))
            for each in self.registers
        ]
        lines = ["".join(f"<th>{head}</th>" for head in heads)]
        lines += ["".join(f"<td><code>{cell}</code></td>" for cell in row) for row in rows]
        return "<table>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"


def _hex(register: Register[Any]) -> str:
    if isinstance(register.bits, int):
        return f"0x{register.bits:0{-(-register._shape.width // 4)}x}"
    return f"{register.bits.size:,} registers"


@overload
def run(  # type: ignore[overload-overlap]
    program: str,
    inputs: dict[str, Scalar] | None = None,
    *,
    loads: Iterable[object] | None = None,
    function: str | None = None,
    target: str | None = None,
    isa: str | None = None,
) -> Run[int]: ...
@overload
def run(
    program: str,
    inputs: dict[str, Operand],
    *,
    target: str | None = None,
    isa: str | None = None,
) -> Run[Registers]: ...
def run(
    program: str,
    inputs: Any = None,
    *,
    loads: Iterable[object] | None = None,
    function: str | None = None,
    target: str | None = None,
    isa: str | None = None,
) -> Run[Any]:
    """Run statements as they are in a kernel, an `asm` statement or compiler output, or a whole kernel.

    Inputs are the registers that are read before they are written, by name; their values are
    operands as for `evaluate`. With arrays, which broadcast, so are all registers. One whose value the
    text gives, in a comment or as an operand of inline assembly, may be left out.

    A kernel runs for one thread. `loads` has the values of its loads in the order in which they run, one
    for each element, as numbers, texts or arrays. Pointers need no value, and special registers such as
    `%tid.x` have usual ones. `function` is the name of the one to run: the first entry by default.
    A kernel takes no arrays as inputs.

    Without a target, it is the one in a directive of the text, or sm_90, or the newest one that has its
    instructions.
    """
    given = dict(inputs or {})
    if loads is None and function is None and not all(map(_is_number, given.values())):
        return _run_arrays(program, given, target, isa)
    for name, value in given.items():
        if not _is_number(value):
            raise PtxError(f"input {name}: a kernel takes a number, not {type(value).__name__}")
    pairs = [(name, text_of(value)) for name, value in given.items()]
    taken = None if loads is None else list(_texts(loads))
    outputs, registers, stores = _ptxfp.run(program, pairs, target, isa, taken, function)
    moved = [Store(address, location, _register(each)) for address, location, each in stores]
    return Run([_register(each) for each in outputs], [_register(each) for each in registers], moved)


def _is_number(value: object) -> bool:
    """Whether a value is a number of Python or NumPy, or a text; bits of NumPy are none."""
    return is_scalar(value) or isinstance(value, (np.floating, np.signedinteger))


def _run_arrays(program: str, given: dict[str, Any], target: str | None, isa: str | None) -> Run[Any]:
    known = _ptxfp.Program(program, target, isa)
    shapes = [Shape(parts) for parts in known.inputs]
    own = {name: value for name, value in given.items() if not _is_number(value)}
    pairs = [(name, text_of(value)) for name, value in given.items() if name not in own]
    places = {name: _place(shapes, name) for name in own}
    # An input that has an array needs no text: any value is one.
    pairs += [(shapes[place].name, "0x0") for place in places.values()]
    columns: list[Registers] = [
        np.asarray(bits, unsigned(shape.width))
        for shape, bits in zip(shapes, known.read_inputs(pairs))
    ]
    for name, place in places.items():
        columns[place] = registers_of(known, place, shapes[place], own[name])
    whole = broadcast(columns)
    n = int(np.prod(whole, dtype=np.int64))
    given_columns = columns_of(columns, whole)
    found = known.run(given_columns, n)
    observed = known.observe(given_columns, n) if known.is_approximate else [None] * len(found)

    def of_shape(shape: Shape, bits: list[int]) -> Registers:
        return np.asarray(bits, unsigned(shape.width)).reshape(whole)

    registers: list[Register[Any]] = [
        Register(
            shape.name,
            shape.type,
            of_shape(shape, bits),
            None if seen is None else of_shape(shape, seen),
            None,
            shape,
        )
        for shape, bits, seen in zip(map(Shape, known.registers), found, observed)
    ]
    return Run([registers[index] for index in known.outputs], registers)


def _place(shapes: list[Shape], name: str) -> int:
    for wanted in (name, f"%{name}"):
        for place, shape in enumerate(shapes):
            if shape.name == wanted:
                return place
    names = ", ".join(shape.name for shape in shapes)
    raise PtxError(f"`{name}` is not an input; the inputs are {names}")


def _register(parts: "_ptxfp.Ran") -> Register[int]:
    shape, bits, observed, could_differ = parts
    own = Shape(shape)
    return Register(own.name, own.type, bits, observed, could_differ, own)


def _texts(values: Iterable[object]) -> Iterator[str]:
    """Return the texts of numbers, of texts, and of arrays of them."""
    for value in values:
        if isinstance(value, np.ndarray):
            yield from map(text_of, value.ravel().tolist())
        else:
            yield text_of(value)
