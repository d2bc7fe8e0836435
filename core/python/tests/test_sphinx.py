"""The Sphinx extension, in projects that only name the package."""

import pathlib
import subprocess
import sys

import pytest

pytest.importorskip("sphinx", reason="Sphinx is not installed here; the stage runs this where it is")

CONF = """
extensions = ["ptxfp.sphinx"]
ptx_float_playground = "https://playground.example/"
"""


def build(folder: pathlib.Path, text: str, conf: str = CONF, builder: str = "html"):
    """Build a project of one page; return the page, if there is one, and what Sphinx said."""
    (folder / "conf.py").write_text(conf)
    (folder / "index.rst").write_text("Title\n=====\n\n" + text)
    command = [sys.executable, "-m", "sphinx", "-q", "-b", builder, str(folder), str(folder / "out")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    page = folder / "out" / ("index.html" if builder == "html" else "index.txt")
    return (page.read_text() if done.returncode == 0 else None), done.stderr


@pytest.mark.parametrize(
    "text",
    [
        ".. ptx-float:: add.rn.f16 2048, 1\n   :result: 2048\n   :isa: 9.1\n",
        ".. ptx-float:: v1/add.rn.f16@sm_90?a=0x6800&b=0x3c00&d=0x6800\n",
    ],
)
def test_a_page_has_the_element_and_what_stands_in_for_it(tmp_path, text):
    page, said = build(tmp_path, text)
    assert said == ""
    assert '<ptx-float state="v1/add.rn.f16@sm_90?a=0x6800&amp;b=0x3c00&amp;d=0x6800"' in page
    assert 'src="https://playground.example/ptx-float.js"' in page
    assert "of 0x6800 (2048), 0x3c00 (1) is 0x6800 (2048) on sm_90, PTX ISA 9.1." in page
    plain, _ = build(tmp_path, text, builder="text")
    assert "is 0x6800 (2048)" in plain and "ptx-float" not in plain


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("add.rn.f16 2048, 1\n   :result: 2050", "the stated result is 0x6801, but `add.rn.f16` gives"),
        ("v1/add.f32@sm_90?a=0x0&b=0x0&d=0x1", "the stated result is 0x1, but"),
        ("add.f33 1, 2", "did you mean `.f32`"),
        ("add.f32 1", "takes 2 operands"),
    ],
)
def test_what_is_wrong_ends_the_build_or_is_a_warning(tmp_path, text, expected):
    page, said = build(tmp_path, f".. ptx-float:: {text}\n")
    assert page is None and expected in said and "index.rst:4" in said
    page, said = build(tmp_path, f".. ptx-float:: {text}\n", CONF + "ptx_float_wrong = 'warn'\n")
    assert page is not None and expected in said and "<ptx-float" not in page


def test_packed_operands_and_content(tmp_path):
    page, said = build(tmp_path, ".. ptx-float:: add.f16x2 {1, 2}, {0.5, -2}\n   :ui: result\n\n   **Own** words.\n")
    assert said == "" and "<strong>Own</strong> words" in page and 'ui="result"' in page
    assert "a=0x3c004000&amp;b=0x3800c000" in page
