from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from .language import Finding

__version__: str

class PtxError(ValueError):
    findings: Sequence[Finding]
    """What is wrong with the text of an instruction, with places and fixes; else empty."""

Shape = tuple[str, str, str, int, int, int]
Register = tuple[str, str, int, int | None, bool | None]
Column = npt.NDArray[np.unsignedinteger]

class Instruction:
    target: str
    isa: str
    undocumented: str | None
    operands: list[Shape]
    destination: Shape
    def __init__(self, text: str, target: str, isa: str | None = None) -> None: ...
    def read(self, index: int, text: str) -> int: ...
    def read_result(self, text: str) -> int: ...
    def show(self, index: int, register: int) -> list[str]: ...
    def evaluate(self, columns: Sequence[Column], n: int) -> Column: ...
    def observed(self, columns: Sequence[Column], n: int) -> Column | None: ...
    def guarantees(
        self, columns: Sequence[Column], n: int
    ) -> tuple[list[str], list[int], list[int]]: ...
    def explain(
        self, registers: Sequence[int]
    ) -> tuple[list[str], str, list[list[tuple[str, str, str]]]]: ...
    def permits(self, registers: Sequence[int], bits: int) -> bool: ...

def check(
    text: str, target: str, isa: str | None = None
) -> list[tuple[str, int, int, str, list[str]]]: ...
def read_link(text: str) -> tuple[str, str, str, list[int], int | None]: ...
def verdict(text: str) -> str | None: ...
def run(
    text: str, inputs: Sequence[tuple[str, str]], target: str, isa: str | None = None
) -> tuple[list[Register], list[Register]]: ...
