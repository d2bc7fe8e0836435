"""The address of the playground, for links that can be followed."""

import re

from ._ptxfp import PtxError

_here: str | None = None


def set_playground(address: str | None) -> None:
    """Set the address of the playground that results in notebooks link to.

    Without one, which is the default, they show their links as text.
    """
    global _here
    _here = None if address is None else checked(address)


def checked(address: str) -> str:
    """Return an address if `#` and a link may follow it."""
    if not re.match(r"(https?|file)://[^\s#<>\"`]+$", address):
        raise PtxError(f"{address!r} is not the address of a playground; expected one such as https://example.org/ptxfp/")
    return address


def address_of(link: str) -> str | None:
    """Return the address of a link; None where no playground is set."""
    return None if _here is None else f"{_here}#{link}"
