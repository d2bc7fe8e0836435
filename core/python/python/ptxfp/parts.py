"""Proofs and sweeps in parts, for several processes or machines.

A part is a pure function of its number: any machine can do any part, twice or never, and the whole
has the same numbers. The outcome of a part is a line of text, which `merge` and `ptxfp merge` read.

>>> parts = [diff_part("max.NaN.f16 d, x, x", "min.NaN.f16 d, x, x", k, 4) for k in range(1, 5)]
>>> merge(parts)["verdict"]
'equal'
"""

import json
from collections.abc import Iterable
from typing import Any

from . import _ptxfp


def diff_part(
    first: str,
    second: str,
    part: int,
    of: int,
    *,
    target: str | None = None,
    target_b: str | None = None,
    isa: str | None = None,
    isa_b: str | None = None,
    by: str = "reference",
    jobs: int | None = 1,
) -> str:
    """Look in a part of all operands, from 1 to `of`, for some on which two subjects differ.

    A subject is a spelling such as `add.rn.f32`, or statements. `by` is `reference`, `permitted` or
    `observed`; `target` and the others are those of `ptxfp diff`. `jobs` is the number of threads,
    None for one on each core.

    Return what the part showed, for `merge`.
    """
    asked = {
        "first": first, "second": second, "target": target, "target_b": target_b, "isa": isa,
        "isa_b": isa_b, "by": by,
    }  # fmt: skip
    return _ptxfp.diff_part(json.dumps(asked), f"{part}/{of}", jobs)


def sweep_part(
    statement: str,
    part: int,
    of: int,
    *,
    operands: dict[str, str] | None = None,
    target: str | None = None,
    isa: str | None = None,
    lane: int | None = None,
    errors: bool = False,
    observed: bool = False,
    columns: int | None = None,
    jobs: int | None = 1,
) -> str:
    """Evaluate an instruction for a part of all values of an operand, from 1 to `of`.

    `operands` has domains or values by name, such as `{"a": "all"}`; this and the rest are as for
    `ptxfp sweep`. `jobs` is the number of threads, None for one on each core.

    Return what was counted, for `merge`.
    """
    asked = {
        "statement": statement,
        "place": {"target": target, "isa": isa},
        "operands": [f"{name}={domain}" for name, domain in (operands or {}).items()],
        "lane": lane, "errors": errors, "observed": observed, "columns": columns,
    }  # fmt: skip
    return _ptxfp.sweep_part(json.dumps(asked), f"{part}/{of}", jobs)


def merge(parts: Iterable[str]) -> dict[str, Any]:
    """Join all parts of one proof or sweep, in any order, to the report of the whole.

    The report is that of `ptxfp diff --json` or `ptxfp sweep --json`.
    """
    report: dict[str, Any] = json.loads(_ptxfp.merge(list(parts)))
    return report
