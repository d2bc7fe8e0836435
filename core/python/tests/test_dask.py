"""The recipe for several machines, docs/examples/dask/proof.py, on a cluster of two processes."""

import functools
import os
import pathlib
import signal
import threading

import pytest

import ptxfp

distributed = pytest.importorskip("dask.distributed", reason="Dask is not installed here")

from proof import in_parts  # noqa: E402

# 2^24 operands: every fp8 number with every f16 number.
DECODE = "cvt.rn.f16x2.e4m3x2 t, a;"
QUESTION = (f"{DECODE} max.NaN.f16x2 d, t, b;", f"{DECODE} max.NaN.f16x2 d, b, t;")
N_PARTS = 24


def ask(number: int, of: int, *, log: pathlib.Path) -> str:
    """Do a part, and note that it was done."""
    text = ptxfp.diff_part(*QUESTION, number, of)
    with (log / str(os.getpid())).open("a") as file:
        file.write(f"{number}\n")
    return text


def done(log: pathlib.Path) -> list[int]:
    """Return the parts that were done, as often as they were."""
    return [int(line) for file in log.iterdir() for line in file.read_text().splitlines()]


def test_a_proof_survives_its_workers(tmp_path: pathlib.Path) -> None:
    parts, log = tmp_path / "parts", tmp_path / "log"
    log.mkdir()
    whole = ptxfp.merge([ptxfp.diff_part(*QUESTION, 1, 1, jobs=None)])
    assert (whole["verdict"], whole["tried"]) == ("equal", 1 << 24), whole
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**options) as cluster, distributed.Client(cluster) as client:
        workers = list(client.run(os.getpid).values())
        assert len(workers) == 2
        killed = threading.Event()

        def kill() -> None:
            while not list(parts.glob("*.json")):
                killed.wait(0.01)
            os.kill(workers[0], getattr(signal, "SIGKILL", signal.SIGTERM))
            killed.set()

        killer = threading.Thread(target=kill)
        killer.start()
        report = in_parts(client, functools.partial(ask, log=log), N_PARTS, parts)
        killer.join()
        assert killed.is_set() and report == whole
        assert workers[0] not in client.run(os.getpid).values()

        # What has a file is not done again.
        before = len(done(log))
        for number in (2, 5):
            (parts / f"{number}.json").unlink()
        assert in_parts(client, functools.partial(ask, log=log), N_PARTS, parts) == whole
        assert len(done(log)) == before + 2
