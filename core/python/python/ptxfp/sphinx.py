"""A Sphinx extension: instructions with their results, shown by the playground and checked.

In conf.py:

    extensions = ["ptxfp.sphinx"]
    ptx_float_playground = "https://example.org/ptxfp/"  # the folder of the playground
    ptx_float_wrong = "fail"  # or "warn": what a mistake does to the build

In a document, a statement with its operands or a link, and perhaps the result that the text states:

    .. ptx-float:: add.rn.f16 2048, 1
       :target: sm_90
       :result: 2048

What cannot be evaluated, or has a result that the ISA does not permit, is a warning, and ends the
build with a failure. The content of the directive, or else a sentence that says the same, is shown
where the playground is not: in text, in print, in books, and to readers without scripts.
"""

from html import escape
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import ConfigError
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from . import PtxError, __version__, _ptxfp

_LOGGER = logging.getLogger(__name__)


class _Options(dict[str, Any]):
    """The options of the directive: any, for the core says which it takes, and reports the others."""

    def __missing__(self, name: str) -> Any:
        return directives.unchanged


class ptx_float(nodes.General, nodes.Element):  # noqa: N801
    """The element around what is shown in its place."""


class PtxFloat(SphinxDirective):
    """The directive `ptx-float`."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    # An empty one would take none.
    option_spec = _Options(result=directives.unchanged)

    def run(self) -> list[nodes.Node]:
        """Return the element around its replacement."""
        source = " ".join(self.arguments[0].split())
        # docutils has an empty text where a name stands alone.
        options = [(name, value or None) for name, value in self.options.items()]
        (attributes, sentence), mistakes = _ptxfp.embed(source, options)
        if mistakes:
            return self._wrong(source, mistakes)
        element = ptx_float("", given=attributes)
        if self.content:
            element += self.parse_content_to_nodes()
        else:
            words = [nodes.literal("", text) if is_code else nodes.Text(text) for text, is_code in sentence]
            element += nodes.paragraph("", "", *words, nodes.Text("."))
        address = f"{_ptxfp.site(self.config.ptx_float_playground)}#{dict(attributes)['state']}"
        element += nodes.paragraph("", "", nodes.reference("", "Open in the playground", refuri=address))
        self.set_source_info(element)
        return [element]

    def _wrong(self, source: str, mistakes: list[str]) -> list[nodes.Node]:
        for mistake in mistakes:
            _LOGGER.warning("%s", mistake, location=self.get_location(), type="ptx-float")
        _wrong_in(self.env).add(self.env.docname)
        return [nodes.literal_block(source, source)]


class _Show(SphinxPostTransform):
    """Shows the element in pages, and its content everywhere else."""

    default_priority = 200

    def run(self, **kwargs: Any) -> None:
        """Replace each element by what the builder can show."""
        is_page = _is_page(self.app)
        for node in list(self.document.findall(ptx_float)):
            content = list(node.children)
            if is_page:
                content = [_html(f"<ptx-float{_tag(node['given'])}>"), *content, _html("</ptx-float>")]
            node.replace_self(content)


def _tag(attributes: list[tuple[str, str]]) -> str:
    return "".join(f' {name}="{escape(value)}"' if value else f" {name}" for name, value in attributes)


def _html(text: str) -> nodes.raw:
    return nodes.raw("", text, format="html")


def _is_page(app: Sphinx) -> bool:
    """Whether a builder writes pages that run scripts: not for a book, nor for a reader of help."""
    return app.builder.format == "html" and not getattr(app.builder, "embedded", False)


def _add_script(app: Sphinx) -> None:
    if not app.config.ptx_float_playground:
        raise ConfigError("missing ptx_float_playground in conf.py: the address of the playground's folder")
    if app.config.ptx_float_wrong not in ("fail", "warn"):
        raise ConfigError(f'ptx_float_wrong in conf.py is "fail" or "warn", not {app.config.ptx_float_wrong!r}')
    try:
        site = _ptxfp.site(app.config.ptx_float_playground)
    except PtxError as error:
        raise ConfigError(f"ptx_float_playground in conf.py: {error}") from error
    if _is_page(app):
        app.add_js_file(f"{site}ptx-float.js", loading_method="defer")


def _wrong_in(env: BuildEnvironment) -> set[str]:
    """Return the documents with a mistake, which the next build has to read again."""
    documents: set[str] = env.__dict__.setdefault("ptx_float_wrong", set())
    return documents


def _purge(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    _wrong_in(env).discard(docname)


def _merge(app: Sphinx, env: BuildEnvironment, docnames: list[str], other: BuildEnvironment) -> None:
    _wrong_in(env).update(_wrong_in(other).intersection(docnames))


def _outdated(app: Sphinx, env: BuildEnvironment, *changes: set[str]) -> set[str]:
    # One that was removed cannot be read again.
    return {name for name in _wrong_in(env) if name in env.found_docs}


def _finish(app: Sphinx, failure: Exception | None) -> None:
    if failure is None and app.config.ptx_float_wrong == "fail" and _wrong_in(app.env):
        app.statuscode = 1


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_config_value("ptx_float_playground", None, "env", str)
    app.add_config_value("ptx_float_wrong", "fail", "env", str)
    app.add_node(ptx_float)
    app.add_directive("ptx-float", PtxFloat)
    app.add_post_transform(_Show)
    app.connect("builder-inited", _add_script)
    app.connect("env-purge-doc", _purge)
    app.connect("env-merge-info", _merge)
    app.connect("env-get-outdated", _outdated)
    app.connect("build-finished", _finish)
    return {"version": __version__, "env_version": 1, "parallel_read_safe": True, "parallel_write_safe": True}
