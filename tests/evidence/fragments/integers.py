"""Integer, bit and predicate instructions, by Python's integers."""
import re

from values import Value


def signed(bits, width):
    return bits - (1 << width) if bits >> width - 1 & 1 else bits


def clamp(number, low, high):
    return max(low, min(high, number))


COMPARE = {'eq': lambda a, b: a == b, 'ne': lambda a, b: a != b, 'lt': lambda a, b: a < b, 'le': lambda a, b: a <= b,
           'gt': lambda a, b: a > b, 'ge': lambda a, b: a >= b}


def prmt(a, b, control):
    both = a | b << 32
    result = 0
    for index in range(4):
        selector = control >> 4 * index & 15
        byte = both >> 8 * (selector & 7) & 255
        if selector & 8:
            byte = 255 if byte >> 7 else 0
        result |= byte << 8 * index
    return result


def lop3(a, b, c, table):
    result = 0
    for bit in range(32):
        index = (a >> bit & 1) << 2 | (b >> bit & 1) << 1 | c >> bit & 1
        result |= (table >> index & 1) << bit
    return result


def shift(name, kind, a, amount):
    width = int(kind[1:])
    if name == 'shl':
        return a << amount & (1 << width) - 1 if amount < width else 0
    if kind[0] == 's':
        return signed(a, width) >> min(amount, width) & (1 << width) - 1
    return a >> amount if amount < width else 0


def field(a, position, length, is_signed):
    """bfe of 32 bits."""
    position, length = position & 255, length & 255
    value = (a >> position) & ((1 << length) - 1) if length else 0
    if is_signed and length:
        top = min(position + length - 1, 31)
        if a >> top & 1:
            value |= (-1 << max(0, top - position)) & 0xffffffff
    return value & 0xffffffff


def evaluate(name, modifiers, count, read):
    """The result, or None where it is no such instruction."""
    kind = modifiers[-1]
    if name == 'prmt' and modifiers == ['b32']:
        return Value(prmt(read(1, 32).plain(), read(2, 32).plain(), read(3, 32).plain()), 32)
    if name == 'lop3' and modifiers == ['b32']:
        return Value(lop3(*(read(i, 32).plain() for i in (1, 2, 3, 4))), 32)
    if name == 'dp4a' and len(modifiers) == 2:
        a, b, c = (read(i, 32).plain() for i in (1, 2, 3))
        byte = lambda word, i, kind: signed(word >> 8 * i & 255, 8) if kind[0] == 's' else word >> 8 * i & 255
        total = sum(byte(a, i, modifiers[0]) * byte(b, i, modifiers[1]) for i in range(4))
        return Value(total + c & 0xffffffff, 32)
    if name == 'cvt' and modifiers[0] == 'pack':
        return pack(modifiers, count, read)
    if kind == 'pred':
        a = read(1, 1).plain()
        bit = {'not': lambda: 1 - a, 'and': lambda: a & read(2, 1).plain(), 'or': lambda: a | read(2, 1).plain(),
               'xor': lambda: a ^ read(2, 1).plain()}[name]()
        return Value(bit, 1)
    if name == 'set' and re.fullmatch(r'[us]\d+', kind) or name == 'setp' and re.fullmatch(r'[bus]\d+', kind):
        return compare(name, modifiers, read)
    if name == 'cvt' and all(re.fullmatch(r'[us]\d+|sat', each) for each in modifiers):
        return convert(modifiers, read)
    if not re.fullmatch(r'[bus](8|16|32|64)', kind):
        return paired(name, modifiers, read) if kind in ('s16x2', 'u16x2') else None
    if name == 'cvt':
        return None
    width = int(kind[1:])
    mask = (1 << width) - 1
    # Positions and lengths have 32 bits.
    second = 32 if name in ('shl', 'shr', 'bfe') else width
    operands = [read(i, width if i == 1 else second).plain() for i in range(1, count)]
    number = (lambda bits: signed(bits, width)) if kind[0] == 's' else (lambda bits: bits)
    a, b, c = (operands + [0, 0])[:3]
    if name in ('shl', 'shr'):
        return Value(shift(name, kind, a, b), width)
    if name == 'bfe' and width == 32:
        return Value(field(a, b, c, kind[0] == 's'), 32)
    if name == 'brev':
        return Value(int(f'{a:0{width}b}'[::-1], 2), width)
    if name == 'bfind' and modifiers == ['shiftamt', 'u32']:
        return Value(32 - a.bit_length() if a else 0xffffffff, 32)
    if name == 'shf' and modifiers[0] == 'r':
        amount = min(c, 32) if modifiers[1] == 'clamp' else c & 31
        return Value((b << 32 | a) >> amount & 0xffffffff, 32)
    if name == 'mul' and modifiers[0] in ('lo', 'hi', 'wide'):
        product = number(a) * number(b)
        if modifiers[0] == 'wide':
            return Value(product & (1 << 2 * width) - 1, 2 * width)
        return Value((product if modifiers[0] == 'lo' else product >> width) & mask, width)
    if name == 'mad' and modifiers[0] == 'lo':
        return Value(number(a) * number(b) + c & mask, width)
    simple = {'and': lambda: a & b, 'or': lambda: a | b, 'xor': lambda: a ^ b, 'not': lambda: ~a,
              'add': lambda: number(a) + number(b), 'sub': lambda: number(a) - number(b),
              'min': lambda: min(number(a), number(b)), 'max': lambda: max(number(a), number(b)),
              'neg': lambda: -number(a), 'abs': lambda: abs(number(a))}
    if name not in simple or modifiers not in ([kind], ['sat', kind]):
        return None
    result = simple[name]()
    if 'sat' in modifiers:
        result = clamp(result, -(1 << width - 1), (1 << width - 1) - 1)
    return Value(result & mask, width)


def paired(name, modifiers, read):
    """Two integers of 16 bits."""
    kind = modifiers[-1]
    number = (lambda bits: signed(bits, 16)) if kind[0] == 's' else (lambda bits: bits)
    operation = {'min': min, 'max': max, 'add': lambda a, b: a + b}.get(name)
    if operation is None or len(modifiers) > 1:
        return None
    a, b = read(1, 32).plain(), read(2, 32).plain()
    lanes = [operation(number(a >> at & 0xffff), number(b >> at & 0xffff)) & 0xffff for at in (0, 16)]
    return Value(lanes[0] | lanes[1] << 16, 32)


def compare(name, modifiers, read):
    kind, relation = modifiers[-1], modifiers[0]
    width = int(kind[1:])
    relation = {'lo': 'lt', 'ls': 'le', 'hi': 'gt', 'hs': 'ge'}.get(relation, relation)
    if relation not in COMPARE or len(modifiers) != (2 if name == 'setp' else 3):
        return None
    a, b = read(1, width).plain(), read(2, width).plain()
    if kind[0] == 's':
        a, b = signed(a, width), signed(b, width)
    holds = COMPARE[relation](a, b)
    if name == 'setp':
        return Value(int(holds), 1)
    if modifiers[1] not in ('u32', 's32'):
        return None
    return Value(0xffffffff if holds else 0, 32)


def convert(modifiers, read):
    """Integers to integers."""
    target, source = modifiers[-2], modifiers[-1]
    wide, narrow = int(source[1:]), int(target[1:])
    number = read(1, wide).plain()
    if source[0] == 's':
        number = signed(number, wide)
    if 'sat' in modifiers:
        low = -(1 << narrow - 1) if target[0] == 's' else 0
        number = clamp(number, low, (1 << narrow - (target[0] == 's')) - 1)
    bits = number & (1 << narrow) - 1
    # A register wider than the type gets the extended value.
    width = max(narrow, 32) if narrow < 16 else narrow
    if target[0] == 's':
        bits = signed(bits, narrow) & (1 << width) - 1
    return Value(bits, width)


def pack(modifiers, count, read):
    """cvt.pack.sat: two numbers to 16, 8, 4 or 2 bits, before those of the last operand."""
    target = modifiers[2]
    width = int(target[1:])
    low, high = (-(1 << width - 1), (1 << width - 1) - 1) if target[0] == 's' else (0, (1 << width) - 1)
    a, b = (clamp(signed(read(i, 32).plain(), 32), low, high) & (1 << width) - 1 for i in (1, 2))
    before = read(3, 32).plain() if count == 4 else 0
    return Value((before << 2 * width | a << width | b) & 0xffffffff, 32)
