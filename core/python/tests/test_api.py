"""The page on the package, and its types."""

import pathlib
import subprocess
import sys

import api_page

import ptxfp

HERE = pathlib.Path(__file__).parent

TYPED = """
import numpy as np
import ptxfp

one = ptxfp.evaluate("add.f32", 1, 2)
many = ptxfp.evaluate("add.f32", np.array([1, 2], np.float32), [1, 2])
done = ptxfp.run("neg.f32 b, a;", {"a": 1})
columns = ptxfp.run("neg.f32 b, a;", {"a": np.array([1], np.float32)})
reveal_type(one.bits)
reveal_type(many.bits)
reveal_type(one.value)
reveal_type(one.guarantee)
reveal_type(many.observed_bits)
reveal_type(many.permitted_value)
reveal_type(many.permits(1.5))
reveal_type(done["b"].bits)
reveal_type(done["b"].value)
reveal_type(columns["b"].bits)
reveal_type(ptxfp.check("add.f32"))
reveal_type(ptxfp.link("add.f32", 1, 2))
"""


def test_the_page_is_that_of_the_package() -> None:
    assert (HERE / "python.md").read_text() == api_page.page(), "renew docs/python.md with api_page.py"
    for name in ptxfp.__all__:
        assert name.startswith("__") or f"## `{name}" in api_page.page()


def test_every_result_has_a_type(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "typed.py"
    file.write_text(TYPED)
    asked = [sys.executable, "-m", "mypy", "--strict", str(file)]
    done = subprocess.run(asked, capture_output=True, text=True, check=False, cwd=tmp_path)
    types = [line.split('"')[1] for line in done.stdout.splitlines() if "Revealed type" in line]
    assert len(types) == 12 and done.returncode == 0, done.stdout
    assert [each for each in types if each in ("Any", "object")] == []
    assert types[0].startswith("numpy.unsignedinteger") and types[1].startswith("numpy.ndarray"), types
    assert types[7] == "int" and types[9].startswith("numpy.ndarray")
