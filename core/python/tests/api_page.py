"""Writes docs/python.md from the package: `python api_page.py > docs/python.md`, with ptxfp installed."""

import ast
import enum
import inspect
import re
import textwrap

import ptxfp

HEAD = """# The Python package

Made from the package by `core/python/tests/api_page.py`; the [README](../core/python/README.md) has examples.

Numbers of Python and texts are read like the playground's fields, and rounded. Arrays of floats and of signed
integers are numbers, too, and are converted as long as nothing is rounded. Arrays of unsigned integers are
registers, as `bits(...)` is. This is also the rule of the npm package, with its typed arrays; in JSON, a number
is a number and a text such as `"0x3f800000"` has bits.
"""


QUOTES = "'\""


def signature(item: object) -> str:
    """Return the parameters and the result as they are written."""
    [node] = ast.parse(textwrap.dedent(inspect.getsource(item))).body  # type: ignore[arg-type]
    assert isinstance(node, ast.FunctionDef) and node.returns is not None
    return f"({ast.unparse(node.args)}) -> {ast.unparse(node.returns).strip(QUOTES)}"


def doc(item: object) -> str:
    """Return the documentation, with the names of parameters as code already."""
    return inspect.getdoc(item) or ""


def members(kind: type) -> list[str]:
    """Return the lines on the public members of a class."""
    lines: list[str] = []
    comments = attribute_docs(kind)
    for name, member in vars(kind).items():
        if name.startswith("_"):
            continue
        if isinstance(member, (property,)) or hasattr(member, "func"):
            text = doc(member)
            lines.append(f"- `{name}`: {' '.join(text.split())}")
        elif inspect.isfunction(member):
            lines.append(f"- `{name}{signature(member)}`: {' '.join(doc(member).split())}")
        elif isinstance(member, enum.Enum):
            lines.append(f"- `{name}`: {comments.get(name, '')}")
    fields = [name for name in getattr(kind, "__dataclass_fields__", {}) if not name.startswith("_")]
    named = [f"- `{name}`" + (f": {comments[name]}" if name in comments else "") for name in fields]
    return named + [line for line in lines if not any(line.startswith(f"- `{name}`") for name in fields)]


def attribute_docs(kind: type) -> dict[str, str]:
    """Return the strings below the attributes of a class."""
    try:
        source = inspect.getsource(kind)
    except (OSError, TypeError):
        return {}
    found = re.findall(r'^    (\w+)(?:: [^=\n]+)?(?: = [^\n]+)?\n    """(.*?)"""', source, re.M | re.S)
    return {name: " ".join(text.split()) for name, text in found}


def page() -> str:
    """Return the whole page."""
    parts = [HEAD]
    for name in sorted(ptxfp.__all__, key=str.lower):
        item = getattr(ptxfp, name)
        if not callable(item):
            continue
        if inspect.isclass(item):
            parts.append(f"## `{name}`\n\n{doc(item)}\n")
            if lines := members(item):
                parts.append("\n".join(lines) + "\n")
        else:
            parts.append(f"## `{name}`\n\n```python\n{name}{signature(item)}\n```\n\n{doc(item)}\n")
    return "\n".join(parts)


if __name__ == "__main__":
    print(page(), end="")
