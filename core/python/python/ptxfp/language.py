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
class Run:
    """The registers after a program."""

    outputs: list[Register]
    """The registers that are written and not read afterwards."""
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
    """Run statements as they are in a kernel, an `asm` statement or compiler output.

    Inputs are the registers that are read before they are written, by name; their values are
    numbers or texts, as for `evaluate`. One whose value the text gives, in a comment or as an operand
    of inline assembly, may be left out.
    """
    given = [(name, value if isinstance(value, str) else repr(value)) for name, value in (inputs or {}).items()]
    outputs, registers = _ptxfp.run(program, given, target, isa)
    return Run([Register(*each) for each in outputs], [Register(*each) for each in registers])
