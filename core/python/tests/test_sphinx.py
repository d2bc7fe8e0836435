"""The Sphinx extension, in projects that only name the package."""

import html
import pathlib
import re
import subprocess
import sys

import pytest

pytest.importorskip("sphinx", reason="Sphinx is not installed here; the stage runs this where it is")

CONF = """
extensions = ["ptxfp.sphinx"]
ptx_float_playground = "https://playground.example/"
"""


def build(folder: pathlib.Path, text: str, conf: str = CONF, builder: str = "html", more: tuple[str, ...] = ()):
    """Build a project of one page; return the page, if the build succeeds, and what Sphinx said."""
    (folder / "conf.py").write_text(conf)
    (folder / "index.rst").write_text("Title\n=====\n\n" + text)
    out = folder / f"out-{builder}"
    doctrees = folder / "doctrees"
    command = [sys.executable, "-m", "sphinx", "-q", "-b", builder, "-d", doctrees, *more, folder, out]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    page = out / {"text": "index.txt", "epub": "index.xhtml"}.get(builder, "index.html")
    return (page.read_text() if done.returncode == 0 else None), done.stderr


def rows() -> list[list[str]]:
    """Return the table that the tests of all tools compare; the stage copies it here."""
    path = pathlib.Path(__file__).with_name("embed.tsv")
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    return [line.split("\t") for line in lines[1:]]


def directive(options: str, source: str, result: str) -> str:
    """Return a directive."""
    given = [option.partition("=") for option in options.split("; ") if option]
    given += [("result", "=", result)] if result else []
    return f".. ptx-float:: {source}\n" + "".join(f"   :{name}: {value}\n" for name, _, value in given)


def test_what_is_right_is_what_the_table_says(tmp_path):
    right = [row for row in rows() if not row[3].startswith("mistake: ")]
    assert len(right) > 10
    page, said = build(tmp_path, "\n".join(directive(*row[:3]) for row in right))
    assert said == ""
    found = [html.unescape(tag) for tag in re.findall("<ptx-float (.*?)>", page)]
    assert found == [outcome for *_, outcome in right]


def test_what_is_wrong_is_what_the_table_says(tmp_path):
    # docutils itself reports an option that is given twice.
    wrong = [row for row in rows() if row[3].startswith("mistake: ") and "given twice" not in row[3]]
    assert len(wrong) > 10
    text = "\n".join(directive(*row[:3]) for row in wrong)
    page, said = build(tmp_path, text)
    assert page is None and "Traceback" not in said and "Extension error" not in said
    for *_, outcome in wrong:
        assert outcome.removeprefix("mistake: ") in said
    # All are listed, each with its place, and again by the next build.
    assert len(set(re.findall(r"index.rst:(\d+): WARNING: ", said))) == len(wrong)
    page, again = build(tmp_path, text)
    assert page is None and again == said
    page, said = build(tmp_path, text, CONF + "ptx_float_wrong = 'warn'\n")
    assert page is not None and said == again and "<ptx-float" not in page
    page, _ = build(tmp_path, text, CONF + "ptx_float_wrong = 'warn'\n", more=("-W",))
    assert page is None
    page, said = build(tmp_path, "mended\n")
    assert page is not None and said == ""


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
    # These read the same documents, which were stored for the page.
    for builder in ("text", "epub"):
        plain, said = build(tmp_path, text, CONF + "epub_show_urls = 'no'\nversion = '1'\ncopyright = 'x'\n", builder=builder)
        assert said == "" and "is 0x6800 (2048)" in plain
        assert "<ptx-float" not in plain and "ptx-float.js" not in plain


def test_packed_operands_and_content(tmp_path):
    page, said = build(tmp_path, ".. ptx-float:: add.f16x2 {1, 2}, {0.5, -2}\n   :ui: result\n\n   **Own** words.\n")
    assert said == "" and "<strong>Own</strong> words" in page and 'ui="result"' in page
    assert "a=0x3c004000&amp;b=0x3800c000" in page


def test_settings_are_read_as_others_write_them(tmp_path):
    conf = CONF.replace("example/", "example")
    page, said = build(tmp_path, ".. ptx-float:: neg.f16 1\n", conf)
    assert said == "" and 'src="https://playground.example/ptx-float.js"' in page
    assert 'href="https://playground.example/#v1/neg.f16' in page
    for wrong, expected in [("ptx_float_playground = 'here'", "is not the address"), ("ptx_float_wrong = 'no'", "is \"fail\" or")]:
        page, said = build(tmp_path, "", CONF + wrong + "\n")
        assert page is None and expected in said
