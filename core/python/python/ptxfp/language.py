"""Statements and programs."""

from dataclasses import dataclass

from . import _ptxfp
from ._ptxfp import PtxError

PtxError.findings = ()


@dataclass(frozen=True)
class Finding:
    """An error in a statement."""

    code: str
    """The kind."""
    start: int
    """The first byte of the statement that it is about."""
    end: int
    """The byte behind the last one."""
    message: str
    fixes: list[str]
    """The fixes, the likeliest first."""


def instruction(text: str, target: str, isa: str | None) -> _ptxfp.Instruction:
    """Read an instruction; an error has what is wrong with it as `findings`."""
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
    """Return what is wrong with a statement: nothing if NVIDIA's assembler accepts it."""
    return [Finding(*finding) for finding in _ptxfp.check(statement, target, isa)]


@dataclass(frozen=True)
class Register:
    """A register after a program."""

    name: str
    type: str
    bits: int
    observed: int | None = None
    """The bits that follow from what GPUs were observed to return for approximate instructions; None
    if it depends on none, or where that is not known."""
    could_differ: bool | None = None
    """Whether permitted results of approximate instructions lead to other bits; None where that is not
    known. It is found for outputs."""


@dataclass(frozen=True)
class Run:
    """The registers after a program."""

    outputs: list[Register]
    """Those that are written and not read afterwards."""
    registers: list[Register]
    """All of them, inputs too."""

    def __getitem__(self, name: str) -> Register:
        for register in self.registers:
            if register.name == name:
                return register
        raise KeyError(name)


def run(
    program: str,
    inputs: dict[str, object] | None = None,
    *,
    target: str = "sm_90",
    isa: str | None = None,
) -> Run:
    """Run statements as a kernel, an `asm` statement or a compiler has them.

    Inputs are the registers that are read before they are written, by name; their values are
    numbers or texts as those of `evaluate`.
    """
    given = [(name, value if isinstance(value, str) else repr(value)) for name, value in (inputs or {}).items()]
    outputs, registers = _ptxfp.run(program, given, target, isa)
    return Run([Register(*each) for each in outputs], [Register(*each) for each in registers])
