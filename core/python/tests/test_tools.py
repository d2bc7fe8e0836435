"""The command, links in documents, and parts of proofs."""

import json
import pathlib
import subprocess
import sysconfig

import pytest

import ptxfp

GOOD = "#v1/add.f32@sm_90?a=0x3f800000&b=0x3f800000&d=0x40000000"


def command() -> str:
    """Return the program that pip made."""
    name = "ptxfp.exe" if sysconfig.get_platform().startswith("win") else "ptxfp"
    return str(pathlib.Path(sysconfig.get_path("scripts")) / name)


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command."""
    return subprocess.run([command(), *arguments], input=stdin, capture_output=True, text=True, check=False)


def test_the_command_answers() -> None:
    done = run("eval", "fma.rn.f16 1.5, 0x3c00, -0", "--target", "sm_90", "--json")
    assert done.returncode == 0 and done.stderr == ""
    assert json.loads(done.stdout)["destination"]["bits"] == "0x3e00"
    line = "9.1 sm_90 fma.rn.relu.bf16x2 3f803f80 3f803f80 bf803f80\n"
    assert run("eval", "--batch", stdin=line).stdout == "= 00004000\n"
    wrong = run("eval", "add.f33 1, 2")
    assert wrong.returncode == 1 and wrong.stdout == "" and "did you mean `.f32`" in wrong.stderr
    assert run("diff", "add.rn.f32", "add.rn.f32").returncode == 0
    assert ptxfp.__version__ in run("--version").stdout


def test_links_of_documents_are_checked(tmp_path: pathlib.Path) -> None:
    (tmp_path / "good.md").write_text(f"See {GOOD}.\n")
    folder = tmp_path / "more"
    folder.mkdir()
    (folder / "wrong.rst").write_text(f"\n  {GOOD[:-1]}1 and {GOOD}\n")
    checked = ptxfp.linkcheck(tmp_path)
    assert (checked.files, len(checked.links), checked.ignored) == (2, 3, 0)
    [failed] = checked.failed
    assert failed.recorded == "differs" and failed.file.endswith("wrong.rst")
    [problem] = failed.problems
    assert problem.line == 2 and "d=0x40000001 is recorded" in problem.message
    assert ptxfp.linkcheck([tmp_path / "good.md"]).failed == []
    odd = tmp_path / "odd.md"
    odd.write_text("#v1/add.f32@sm_90?b=1&a=1\n")
    assert ptxfp.linkcheck(odd).failed == [] and len(ptxfp.linkcheck(odd, canonical=True).failed) == 1
    with pytest.raises(ptxfp.PtxError, match="nowhere"):
        ptxfp.linkcheck(tmp_path / "nowhere")


def test_parts_join_to_the_whole() -> None:
    question = ("max.NaN.f16 d, x, x", "min.NaN.f16 d, x, x")
    parts = [ptxfp.diff_part(*question, k, 5, jobs=k) for k in (3, 1, 5, 2, 4)]
    done = run("diff", *question, "--json")
    assert ptxfp.merge(parts) == json.loads(done.stdout)
    assert ptxfp.merge(parts)["proof"] == "every operand tried"
    counted = [ptxfp.sweep_part("tanh.approx.f16", k, 3, errors=True) for k in (1, 2, 3)]
    done = run("sweep", "tanh.approx.f16", "--errors", "--json")
    assert ptxfp.merge(counted) == json.loads(done.stdout)
    some = ptxfp.sweep_part("add.f32 1, 2", 1, 1, operands={"a": "random:1000:1"}, columns=10)
    assert ptxfp.merge([some])["count"] == 1000


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ptxfp.merge([]), "no part"),
        (lambda: ptxfp.merge(["{}"]), "text 1"),
        (lambda: ptxfp.merge([ptxfp.diff_part("abs.f16", "neg.f16", 1, 2)]), "part 2/2 is missing"),
        (lambda: ptxfp.diff_part("abs.f16", "neg.f16", 3, 2), "K from 1 to N"),
        (lambda: ptxfp.diff_part("abs.f17", "neg.f16", 1, 2), "A: "),
        (lambda: ptxfp.diff_part("abs.f16", "neg.f16", 1, 2, by="luck"), "unknown variant `luck`"),
        (lambda: ptxfp.diff_part("@/etc/hostname", "neg.f16", 1, 2), "A: "),
        (lambda: ptxfp.sweep_part("rcp.approx.f32", 1, 2), "choose its values"),
        (lambda: ptxfp.sweep_part("abs.f16", 1, 2, columns=0), "number of columns"),
    ],
)
def test_what_is_wrong_with_parts_is_said(call, message) -> None:
    with pytest.raises(ptxfp.PtxError, match=message):
        call()
