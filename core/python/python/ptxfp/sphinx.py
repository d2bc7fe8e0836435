"""A Sphinx extension: instructions with their results, shown by the playground and checked.

In conf.py:

    extensions = ["ptxfp.sphinx"]
    ptx_float_playground = "https://example.org/ptxfp/"  # the folder of the playground
    ptx_float_wrong = "fail"  # or "warn": what a wrong result does to the build

In a document, a statement with its operands or a link, and perhaps the result that the text states:

    .. ptx-float:: add.rn.f16 2048, 1
       :target: sm_90
       :result: 2048

What cannot be evaluated, or has a result that the ISA does not permit, ends the build. The content
of the directive, or else a sentence that says the same, is shown where the playground is not: in
text, in print, and to readers without scripts.
"""

import re
from html import escape
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from . import __version__, _ptxfp
from .evaluation import Result, evaluate

_LOGGER = logging.getLogger(__name__)

_ELEMENT_OPTIONS = ("ui", "views", "theme", "title", "readonly")


def _choice(*choices: str) -> Any:
    return lambda argument: directives.choice(argument, choices)


def read(source: str, target: str, isa: str | None) -> tuple[Result[Any], int | None]:
    """Evaluate a link, or a statement with its operands; also return the result that a link recorded."""
    if "v1/" in source:
        statement, target, isa, registers, recorded = _ptxfp.read_link(source)
        return evaluate(statement, *map(_hex, registers), target=target, isa=isa), recorded
    spelling, _, operands = source.strip().rstrip(";").partition(" ")
    # Commas in braces are between lanes.
    given = re.split(r",(?![^{]*\})", operands) if operands.strip() else []
    return evaluate(spelling, *given, target=target, isa=isa), None


def _hex(register: int) -> str:
    return f"{register:#x}"


class PtxFloat(SphinxDirective):
    """The directive `ptx-float`."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec = {
        "target": directives.unchanged_required,
        "isa": directives.unchanged_required,
        "result": directives.unchanged_required,
        "ui": _choice("full", "compact", "result"),
        "views": directives.unchanged,
        "theme": _choice("auto", "light", "dark"),
        "title": directives.unchanged,
        "readonly": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Return the element around its replacement."""
        source = " ".join(self.arguments[0].split())
        try:
            result, recorded = read(source, self.options.get("target", "sm_90"), self.options.get("isa"))
            stated = self.options.get("result")
            if stated is not None:
                recorded = result.read(stated)
            if recorded is not None and not result.permits(recorded):
                raise ValueError(
                    f"the stated result is {recorded:#x}, but `{result.instruction}` gives "
                    f"{int(result.bits):#x}"
                )
        except ValueError as error:
            return self._wrong(source, str(error))
        attributes = {"state": result.link}
        attributes |= {name: self.options[name] for name in _ELEMENT_OPTIONS if name in self.options}
        attributes.setdefault("ui", "compact")
        tag = "".join(f' {name}="{escape(value or "")}"' for name, value in attributes.items())
        address = f"{self.config.ptx_float_playground}#{result.link}"
        content = self.parse_content_to_nodes() if self.content else [_sentence(result)]
        link = nodes.reference("", "Open in the playground", refuri=address)
        return [
            nodes.raw("", f"<ptx-float{tag}>", format="html"),
            *content,
            nodes.paragraph("", "", link),
            nodes.raw("", "</ptx-float>", format="html"),
        ]

    def _wrong(self, source: str, message: str) -> list[nodes.Node]:
        if self.config.ptx_float_wrong == "warn":
            _LOGGER.warning("%s", message, location=self.get_location(), type="ptx-float")
            return [nodes.literal_block(source, source)]
        raise ExtensionError(f"{self.get_location()}: {message}")


def _sentence(result: Result[Any]) -> nodes.paragraph:
    """Return the content of the playground in words."""
    given = ", ".join(result.operands)
    text = f" of {given} is {result.shown} on {result.target}, PTX ISA {result.isa}."
    return nodes.paragraph("", "", nodes.literal("", result.instruction), nodes.Text(text))


def _add_script(app: Sphinx) -> None:
    if not app.config.ptx_float_playground:
        raise ExtensionError("missing ptx_float_playground in conf.py: the address of the playground's folder")
    app.add_js_file(f"{app.config.ptx_float_playground}ptx-float.js", loading_method="defer")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_config_value("ptx_float_playground", None, "env", str)
    app.add_config_value("ptx_float_wrong", "fail", "env", str)
    app.add_directive("ptx-float", PtxFloat)
    app.connect("builder-inited", _add_script)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
