"""The address of the playground, for links that can be followed."""

from . import _ptxfp

_here: str | None = None


def set_playground(address: str | None) -> None:
    """Set the address of the playground that results in notebooks link to.

    A slash at its end may be left out. Without an address, which is the default, results show their
    links as text.
    """
    global _here
    _here = None if address is None else checked(address)


def checked(address: str) -> str:
    """Return the address of a playground with a slash at its end; raise PtxError if it is none."""
    return _ptxfp.site(address)


def address_of(link: str) -> str | None:
    """Return the address of a link; None where no playground is set."""
    return None if _here is None else f"{_here}#{link}"
