"""Statements and programs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from . import _ptxfp
from ._ptxfp import PtxError

PtxError.findings = ()


@dataclass(frozen=True)
class Finding:
    """An error in a statement."""

    code: str
    """The kind."""
    start: int
    """The first byte of the error in the statement."""
    end: int
    """The byte after the last one."""
    message: str
    fixes: list[str]
    """The fixes, the likeliest first."""


def instruction(text: str, target: str, isa: str | None) -> _ptxfp.Instruction:
    """Read an instruction; an exception has the errors in it as `findings`."""
    try:
        return _ptxfp.Instruction(text, target, isa)
    except PtxError as error:
        try:
            error.findings = check(text, target, isa)
        except PtxError:
            # The target or the version is wrong, and no place in the text.
            pass
        raise


def check(statement: str, target: str = "sm_90", isa: str | None = None) -> list[Finding]:
    """Return the errors in a statement: none if NVIDIA's assembler accepts it."""
    return [Finding(*finding) for finding in _ptxfp.check(statement, target, isa)]


@dataclass(frozen=True)
class Register:
    """A register after a program."""

    name: str
    type: str
    bits: int
    observed: int | None = None
    """The bits that follow if approximate instructions return what GPUs were observed to return; None
    if it depends on none, or where the observed results are not known."""
    could_differ: bool | None = None
    """Whether other permitted results of approximate instructions lead to different bits; None where
    that is not known. It is determined for outputs."""


@dataclass(frozen=True)
class Store:
    """An element that a thread of a kernel stores."""

    address: str
    """The address as it is written."""
    location: str | None
    """The address by the pointer or variable that it was computed from, such as `x+16`."""
    register: Register


@dataclass(frozen=True)
class Run:
    """The registers after a program."""

    outputs: list[Register]
    """The registers that are written and not read afterwards."""
    registers: list[Register]
    """All of them, inputs too."""
    stores: list[Store] = field(default_factory=list)
    """The elements that a thread of a kernel stores, in the order of execution."""

    def __getitem__(self, name: str) -> Register:
        for register in self.registers:
            if register.name == name:
                return register
        raise KeyError(name)


def _texts(values: Iterable[object]) -> Iterator[str]:
    """Return the texts of numbers, of texts, and of arrays of them."""
    for value in values:
        ravel = getattr(value, "ravel", None)
        if isinstance(value, str):
            yield value
        elif ravel is not None:
            yield from map(repr, ravel().tolist())
        else:
            yield repr(value)


def run(
    program: str,
    inputs: dict[str, object] | None = None,
    *,
    loads: Iterable[object] | None = None,
    function: str | None = None,
    target: str = "sm_90",
    isa: str | None = None,
) -> Run:
    """Run statements as they are in a kernel, an `asm` statement or compiler output, or a whole kernel.

    Inputs are the registers that are read before they are written, by name; their values are
    numbers or texts, as for `evaluate`. One whose value the text gives, in a comment or as an operand
    of inline assembly, may be left out.

    A kernel runs for one thread. `loads` has the values of its loads in the order in which they run, one
    for each element, as numbers, texts or arrays. Pointers need no value, and special registers such as
    `%tid.x` have usual ones. `function` is the name of the one to run: the first entry by default.
    """
    given = list(zip(inputs or {}, _texts((inputs or {}).values()), strict=True))
    taken = None if loads is None else list(_texts(loads))
    outputs, registers, stores = _ptxfp.run(program, given, target, isa, taken, function)
    moved = [Store(address, location, Register(*each)) for address, location, each in stores]
    return Run([Register(*each) for each in outputs], [Register(*each) for each in registers], moved)
