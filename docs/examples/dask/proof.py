"""A proof on several machines: parts of all operands by Dask, each kept in a file when it is done.

    python proof.py 'add.rn.f16' 'add.rn.f16 d, b, a' --parts 256 --folder commutes
    python proof.py … --scheduler tcp://scheduler.example:8786

A worker that dies is no harm: Dask has another one do its part. If all of it stops, the same command
goes on with the parts that have no file yet. The folder belongs to one question, one number of parts
and one release of ptxfp; of others the parts do not join.
"""

import argparse
import functools
import json
import pathlib
from collections.abc import Callable
from typing import Any

import ptxfp
from dask.distributed import Client, as_completed


def in_parts(client: Client, ask: Callable[..., str], of: int, folder: pathlib.Path) -> dict[str, Any]:
    """Have the workers `ask(number, of)` for each part that has no file; join all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {number: folder / f"{number}.json" for number in range(1, of + 1)}
    missing = [number for number, file in files.items() if not file.exists()]
    futures = client.map(ask, missing, of=of, pure=False)
    numbers = dict(zip(futures, missing))
    for future, text in as_completed(futures, with_results=True):
        file = files[numbers[future]]
        # Never half a file, whatever happens.
        whole = file.with_suffix(".part")
        whole.write_text(text)
        whole.replace(file)
        # Or its result is lost, and made again, with the worker that has it.
        future.release()
    return ptxfp.merge(file.read_text() for file in files.values())


def main() -> None:
    """Read what is asked, and print the report of the whole."""
    parser = argparse.ArgumentParser(description="Shows that two PTX instructions or programs agree.")
    parser.add_argument("first", help="a spelling such as add.rn.f16, or statements")
    parser.add_argument("second", help="the other one")
    parser.add_argument("--parts", type=int, default=256, help="so many that each takes minutes at most")
    parser.add_argument("--folder", type=pathlib.Path, required=True, help="where finished parts are kept")
    parser.add_argument("--scheduler", help="the address of Dask's scheduler [default: a cluster of this machine]")
    parser.add_argument("--target", help="as of ptxfp diff")
    parser.add_argument("--by", default="reference", help="as of ptxfp diff")
    asked = parser.parse_args()
    ask = functools.partial(ptxfp.diff_part, asked.first, asked.second, target=asked.target, by=asked.by)
    with Client(asked.scheduler, **({} if asked.scheduler else {"threads_per_worker": 1})) as client:
        print(json.dumps(in_parts(client, ask, asked.parts, asked.folder), indent=2))


if __name__ == "__main__":
    main()
