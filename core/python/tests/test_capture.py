"""capture.py with a simulated driver, and the command that compares its records."""

import json
import pathlib
import subprocess
import sys
from collections import Counter
from typing import Any

import capture
import pytest
from simulated_driver import Driver

# Few operands of each.
FEW = ["--tiles", "3", "--samples", "60"]
F16 = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"


def recorded(folder: pathlib.Path, driver: Driver, *options: str) -> pathlib.Path:
    path = folder / "capture.json"
    assert capture.main(["-o", str(path), *FEW, *options], driver) == 0
    return path


def compared(path: pathlib.Path, status: int = 0) -> dict[str, Any]:
    command = [sys.executable, "-m", "ptxfp", "capture", "--json", str(path)]
    ended = subprocess.run(command, capture_output=True, text=True)
    assert ended.returncode == status, ended.stderr + ended.stdout
    return dict(json.loads(ended.stdout))


@pytest.mark.parametrize(
    ("capability", "some"),
    [
        ((7, 5), "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16"),
        ((8, 9), "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32"),
        ((9, 0), "wgmma.mma_async.sync.aligned.m64n8k32.f16.e5m2.e4m3"),
        ((10, 0), "cvt.rs.f16x2.f32"),
        (
            (12, 0),
            "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X"
            ".f32.e2m1.e2m1.f32.ue4m3",
        ),
    ],
)
def test_every_probe_runs_and_is_compared(
    tmp_path: pathlib.Path, capability: tuple[int, int], some: str
) -> None:
    report = compared(recorded(tmp_path, Driver(capability)))
    assert report["gpu"] == "Simulated GPU" and report["isa"] == "9.5"
    verdicts = {probe["instruction"]: probe["verdict"] for probe in report["probes"]}
    assert len(verdicts) == len(report["probes"])
    assert set(verdicts.values()) <= {"agrees", "within", "unknown", "unsupported"}, verdicts
    assert verdicts[some] in ("agrees", "within")
    counts = Counter(verdicts.values())
    assert counts["agrees"] >= 60, counts
    for probe in report["probes"]:
        if probe["verdict"] == "unsupported":
            assert "CUDA_ERROR_INVALID_PTX (218) " in probe["reason"], probe
        elif "reason" not in probe:
            assert probe["results"] > 0, probe


def test_a_record_says_where_it_is_from(tmp_path: pathlib.Path) -> None:
    path = recorded(tmp_path, Driver((8, 6), 12040), "--only", "tanh.approx.f32")
    record = json.loads(path.read_text())
    known = {name: record[name] for name in ("gpu", "capability", "cuda", "target", "isa", "seed")}
    assert known == {
        "gpu": "Simulated GPU",
        "capability": "8.6",
        "cuda": "12.4",
        "target": "sm_86",
        "isa": "8.4",
        "seed": "1",
    }
    assert record["date"] and record["system"] and len(record["script"]) == 64
    (probe,) = record["probes"]
    assert probe["ptx"].startswith(".version 8.4\n.target sm_86\n")
    assert "\ntanh.approx.f32 %d, %a0;\n" in probe["ptx"]
    again = recorded(tmp_path, Driver((8, 6), 12040), "--only", "tanh.approx.f32")
    assert json.loads(again.read_text())["probes"] == record["probes"]


@pytest.mark.parametrize("instruction", [F16, "add.rn.f64", "cvt.rn.satfinite.e4m3x2.f32"])
def test_a_wrong_bit_is_found_with_its_operands(tmp_path: pathlib.Path, instruction: str) -> None:
    path = recorded(tmp_path, Driver(wrong=instruction), "--only", instruction)
    report = compared(path, 1)
    (wrong,) = [probe for probe in report["probes"] if probe["verdict"] == "differs"]
    assert (wrong["instruction"], wrong["differ"]) == (instruction, 1)
    (difference,) = wrong["differences"]
    assert int(difference["expected"], 16) ^ int(difference["found"], 16) == 1
    # The command that is shown gives what was expected.
    words = difference["command"].replace("'", '"').split('"')
    command = [*words[0].split()[1:], words[1], *words[2].split()]
    ended = subprocess.run([sys.executable, "-m", "ptxfp", *command], capture_output=True, text=True)
    assert difference["expected"] in ended.stdout, ended


def test_wrong_whole_numbers_make_a_probe_suspect(tmp_path: pathlib.Path) -> None:
    path = recorded(tmp_path, Driver(wrong=F16), "--only", F16, "--tiles", "1")
    (probe,) = compared(path)["probes"]
    assert probe["verdict"] == "suspect"
    assert probe["reason"].startswith("whole numbers: d[15][7] is ")


def test_a_probe_that_fails_is_recorded_and_others_run(tmp_path: pathlib.Path) -> None:
    path = recorded(tmp_path, Driver(broken="add.rn.f16"), "--only", ".rn.f16")
    verdicts = {probe["instruction"]: probe for probe in compared(path)["probes"]}
    assert verdicts["add.rn.f16"]["verdict"] == "failed"
    assert verdicts["add.rn.f16"]["reason"] == "cuCtxSynchronize: CUDA_ERROR_ILLEGAL_ADDRESS (700)"
    assert verdicts["sub.rn.f16"]["verdict"] == "agrees"


def test_without_a_gpu_the_reason_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, driver, words in [
        (["--driver", "/no/libcuda.so.1"], None, "NVIDIA's driver is not here (/no/libcuda.so.1: "),
        ([], Driver(n_devices=0), "cuInit: CUDA_ERROR_NO_DEVICE (100)"),
        (["--device", "1"], Driver(), "there is no GPU 1: the driver has 1, counted from 0"),
    ]:
        assert capture.main(arguments, driver) == 2
        assert f"error: {words}" in capsys.readouterr().err


def test_the_version_follows_from_the_driver() -> None:
    versions = {(11, 8): "7.8", (12, 0): "8.0", (12, 6): "8.5", (12, 8): "8.7", (13, 1): "9.1"}
    assert {cuda: capture.isa_of(cuda) for cuda in versions} == versions
