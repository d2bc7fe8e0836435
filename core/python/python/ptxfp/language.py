"""Statements, and errors in them."""

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


def instruction(text: str, target: str | None, isa: str | None) -> _ptxfp.Instruction:
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


def check(statement: str, target: str | None = None, isa: str | None = None) -> list[Finding]:
    """Return the errors in a statement: none if NVIDIA's assembler accepts it.

    Without a target, it is sm_90, or the newest one that has the statement.
    """
    return [Finding(*finding) for finding in _ptxfp.check(statement, target, isa)]
