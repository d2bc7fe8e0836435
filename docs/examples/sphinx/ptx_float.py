"""The directive ``ptx-float``: a PTX instruction, shown by the playground.

Its content stands in for it until it is there, and in everything that is not HTML.
"""

from html import escape

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective


class PtxFloat(SphinxDirective):
    required_arguments = 1  # the state
    has_content = True
    option_spec = {
        "ui": directives.unchanged,
        "views": directives.unchanged,
        "theme": directives.unchanged,
        "title": directives.unchanged,
        "readonly": directives.flag,
    }

    def run(self):
        state = self.arguments[0]
        attributes = {"state": state, **self.options}
        tag = "".join(f' {name}="{escape(value or "")}"' for name, value in attributes.items())
        address = f"{self.config.ptx_float_playground}#{state}"
        link = nodes.reference("", "Open in the playground", refuri=address)
        return [
            nodes.raw("", f"<ptx-float{tag}>", format="html"),
            *self.parse_content_to_nodes(),
            nodes.paragraph("", "", link),
            nodes.raw("", "</ptx-float>", format="html"),
        ]


def add_script(app):
    app.add_js_file(f"{app.config.ptx_float_playground}ptx-float.js", loading_method="defer")


def setup(app):
    app.add_config_value("ptx_float_playground", None, "env", str)
    app.add_directive("ptx-float", PtxFloat)
    app.connect("builder-inited", add_script)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
