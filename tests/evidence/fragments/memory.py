"""Memory of one thread by bytes. What nobody wrote is asked of `contents` and is a load that takes a value."""
from formats import WIDTH
from statements import Unjudged
from values import Value, join


class Memory:
    def __init__(self):
        self.bytes = {}  # of addresses: a number, or (start, value) where bits are open or approximate

    def write(self, address, value):
        is_plain = not value.nans and not value.approximate
        for index in range(value.width // 8):
            self.bytes[address + index] = value.bits >> 8 * index & 255 if is_plain else (address, value)

    def read(self, address, width):
        """The value, or None where no byte is known."""
        found = [self.bytes.get(address + index) for index in range(width // 8)]
        if all(each is None for each in found):
            return None
        if any(each is None for each in found):
            raise Unjudged('a load of bytes of which only some are known')
        parts, index = [], 0
        while index < len(found):
            each = found[index]
            if isinstance(each, int):
                parts.append(Value(each, 8))
                index += 1
                continue
            start, value = each
            same = index
            while same < len(found) and found[same] == each:
                same += 1
            parts.append(part_of(value, 8 * (address + index - start), 8 * (same - index)))
            index = same
        return join(parts)


def part_of(value, position, width):
    for at, name in value.nans:
        inside = position <= at and at + WIDTH[name] <= position + width
        outside = at + WIDTH[name] <= position or position + width <= at
        if not inside and not outside:
            raise Unjudged('a part of a NaN')
    return value.part(position, width)
