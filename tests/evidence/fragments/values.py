"""Values: bits, the lanes that are NaNs with open bits, and whether an approximate instruction led to
them.

Bits of such lanes may be moved and selected; other integer operations on them are not judged.
"""
from dataclasses import dataclass

from statements import Unjudged


@dataclass(frozen=True)
class Value:
    bits: int
    width: int
    nans: frozenset = frozenset()  # of (position, format)
    approximate: bool = False

    def plain(self):
        """The bits, of which none may be open."""
        if self.nans or self.approximate:
            raise Unjudged('bits that are open')
        return self.bits

    def part(self, position, width):
        inside = frozenset((at - position, name) for at, name in self.nans if position <= at < position + width)
        return Value(self.bits >> position & (1 << width) - 1, width, inside, self.approximate)


def join(parts):
    """Values side by side, the lowest first."""
    bits, width, nans, approximate = 0, 0, set(), False
    for each in parts:
        bits |= each.bits << width
        nans |= {(at + width, name) for at, name in each.nans}
        approximate |= each.approximate
        width += each.width
    return Value(bits, width, frozenset(nans), approximate)
