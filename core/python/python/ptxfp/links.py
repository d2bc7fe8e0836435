"""Links to the playground, and their checks in documents."""

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from . import _ptxfp
from .evaluation import evaluate
from .operands import Operand
from .playground import checked


def link(
    instruction: str,
    *operands: Operand,
    target: str | None = None,
    isa: str | None = None,
    base: str | None = None,
) -> str:
    """Return the link to one evaluation, with its result.

    It is the part of an address after `#`; with `base`, the address of a playground, all of it.
    """
    own = evaluate(instruction, *operands, target=target, isa=isa).link
    return own if base is None else f"{checked(base)}#{own}"


@dataclass(frozen=True)
class Problem:
    """An error in a link."""

    line: int
    column: int
    message: str


@dataclass(frozen=True)
class Link:
    """A link in a file."""

    file: str
    line: int
    column: int
    link: str
    """The link as it is in the file."""
    canonical: str
    is_canonical: bool
    recorded: str | None
    """`reproduced`, `observed`, `permitted` or `differs`, if it has a result and can be read."""
    is_good: bool
    problems: list[Problem]


@dataclass(frozen=True)
class Checked:
    """The links of files and folders."""

    links: list[Link]
    files: int
    """The number of files that were read."""
    ignored: int
    """The number of links in lines that exclude them from checking."""

    @property
    def failed(self) -> list[Link]:
        """The links that are not good."""
        return [each for each in self.links if not each.is_good]


def linkcheck(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], *, canonical: bool = False
) -> Checked:
    """Check every link in files and folders, with the results that they recorded.

    With `canonical`, a link that is written in another way than the playground's is not good.
    Raises PtxError if a file cannot be read.
    """
    given = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    report = _ptxfp.linkcheck([os.fspath(path) for path in given], canonical)
    *lines, summary = map(json.loads, report.splitlines())
    return Checked([_link(line) for line in lines], summary["files"], summary["ignored"])


def _link(line: dict[str, Any]) -> Link:
    problems = [Problem(**each) for each in line.pop("problems")]
    return Link(**line, problems=problems)


def verdict(link: str) -> str | None:
    """Compare the result that a link recorded with the current one.

    `reproduced`: they are equal. `observed`, `permitted`: the recorded one differs, but the ISA
    permits it. `differs`: the ISA does not permit it. None if no result was recorded. Raises PtxError
    if the link cannot be read.
    """
    return _ptxfp.verdict(link)
