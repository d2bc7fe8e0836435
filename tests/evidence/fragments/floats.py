"""Floating-point instructions, by NumPy, ml_dtypes and exact fractions."""
import math, re
from fractions import Fraction

import numpy as np
from formats import LARGEST, NAN, WIDTH, decode, encode, exact, flushed, host, sign_bit, stored
from statements import Unjudged
from values import Value, join

ROUNDINGS = ('rn', 'rz', 'rm', 'rp', 'rna')
APPROXIMATE = {'ex2': np.exp2, 'lg2': np.log2, 'rcp': lambda x: 1 / x, 'rsqrt': lambda x: 1 / np.sqrt(x), 'sqrt': np.sqrt,
               'tanh': np.tanh, 'sin': np.sin, 'cos': np.cos}
TYPE = re.compile(r'(f16|bf16|f32|f64|e4m3|e5m2|e2m1|e2m3|e3m2|ue8m0)(x2|x4)?')


def type_of(modifier):
    """Format and number of lanes."""
    match = TYPE.fullmatch(modifier)
    return (match.group(1), int((match.group(2) or 'x1')[1:])) if match else None


def lane_width(name):
    """The width of a lane in a register: two 6-bit numbers have a byte each."""
    return 8 if WIDTH[name] == 6 else WIDTH[name]


def evaluate(name, modifiers, count, read):
    """The result, or None where it is no such instruction."""
    types = [it for it in map(type_of, modifiers) if it]
    rest = [it for it in modifiers if not type_of(it)]
    if name == 'cvt':
        return convert(modifiers, types, rest, count, read)
    if not types:
        return None
    if name in ('set', 'setp'):
        return compare(name, modifiers, types, rest, read)
    form, lanes = types[0]
    width = lane_width(form)
    # Mixed precision: the last type is that of the first operands.
    source = types[-1][0]
    how = Modifiers(rest)
    sources = [read(i, (lane_width(source) if i < count - 1 and len(types) == 2 else width) * lanes) for i in range(1, count)]
    result = []
    for lane in range(lanes):
        codes = [each.part(lane * each.width // lanes, each.width // lanes) for each in sources]
        if name in APPROXIMATE:
            if 'approx' not in rest:
                raise Unjudged(f'{name} that is exact')
            result.append(function(name, form, codes[0], how))
            continue
        if any(each.approximate for each in codes):
            raise Unjudged('an operation on an approximate result')
        names = [source if i < len(codes) - 1 and len(types) == 2 else form for i in range(len(codes))]
        numbers = [flushed(n, each.bits) if how.ftz else each.bits for n, each in zip(names, codes)]
        result.append(value(form, operate(name, form, names, numbers, how)))
    return join(result)


class Modifiers:
    def __init__(self, rest):
        known = set(ROUNDINGS) | {'ftz', 'sat', 'relu', 'satfinite', 'approx', 'NaN', 'xorsign', 'abs', 'full'}
        for each in rest:
            if each not in known:
                raise Unjudged(f'the modifier .{each}')
        self.mode = next((it for it in rest if it in ROUNDINGS), 'rn')
        self.ftz, self.sat, self.relu = 'ftz' in rest, 'sat' in rest, 'relu' in rest
        self.finite, self.nan, self.xorsign, self.abs = 'satfinite' in rest, 'NaN' in rest, 'xorsign' in rest, 'abs' in rest


def value(name, code):
    """A code, or None for a NaN with open bits."""
    width = lane_width(name)
    if code is None:
        if name == 'f64':
            raise Unjudged('a NaN of f64, which keeps its payload')
        return Value(NAN[name], width, frozenset({(0, name)}))
    return Value(code, width)


def operate(name, form, names, codes, how):
    """The code of a result, None for a NaN."""
    numbers = [host(n, code) for n, code in zip(names, codes)]
    sign = sign_bit(form)
    if name in ('neg', 'abs'):
        if math.isnan(numbers[0]):
            return None
        return codes[0] ^ sign if name == 'neg' else codes[0] & ~sign
    if name in ('min', 'max'):
        return extreme(name, form, codes, numbers, how)
    if name == 'sub':
        codes, numbers, name = [codes[0], codes[1] ^ sign_bit(names[1])], [numbers[0], -numbers[1]], 'add'
    if any(map(math.isnan, numbers)):
        return special(math.nan, form, how)
    infinite = any(map(math.isinf, numbers))
    one = lambda x: x if math.isinf(x) or x == 0 else math.copysign(1.0, x)
    with np.errstate(all='ignore'):
        a, b, c = (list(map(np.float64, map(one, numbers))) + [np.float64(0)] * 2)[:3]
        outcome = {'add': lambda: a + b, 'mul': lambda: a * b, 'fma': lambda: a * b + c, 'div': lambda: a / b}.get(name)
        if outcome is None:
            raise Unjudged(f'the instruction {name}')
        if infinite or name == 'div' and numbers[1] == 0:
            return special(float(outcome()), form, how)
    fractions = [exact(n, code) for n, code in zip(names, codes)]
    signs = [math.copysign(1, number) < 0 for number in numbers]
    if name == 'add':
        number, zero = sum(fractions), zero_sum(signs[0], signs[1], how.mode)
    elif name == 'mul':
        number, zero = fractions[0] * fractions[1], signs[0] != signs[1]
    elif name == 'fma':
        number = fractions[0] * fractions[1] + fractions[2]
        zero = zero_sum(signs[0] != signs[1], signs[2], how.mode)
    else:
        number, zero = fractions[0] / fractions[1], signs[0] != signs[1]
    code = stored(form, number, how.mode, zero and number == 0, how.ftz, how.finite, how.sat)
    if how.mode == 'rn' and not (how.ftz or how.sat or how.finite) and len(set(names)) == 1 and name != 'fma':
        check(name, form, codes, code)
    if how.relu:
        return relu(form, code)
    return code


def zero_sum(first, second, mode):
    return first if first == second else mode == 'rm'


def check(name, form, codes, code):
    """NumPy's own result must be the same."""
    a, b = (decode(form, bits) for bits in codes)
    with np.errstate(all='ignore'):
        own = {'add': lambda: a + b, 'mul': lambda: a * b, 'div': lambda: a / b}[name]()
    assert encode(form, own) == code, (name, form, codes, code)


def special(number, form, how):
    """The code of an infinity or NaN, after clamping."""
    if how.sat:
        return 0 if math.isnan(number) or number < 0 else stored(form, Fraction(1 if number else 0))
    if math.isnan(number):
        # .relu makes it the canonical NaN, whose bits are fixed.
        return NAN[form] if how.relu else None
    if how.finite:
        return (sign_bit(form) if number < 0 else 0) | LARGEST[form]
    code = encode(form, number)
    return relu(form, code) if how.relu else code


def relu(form, code):
    if code == sign_bit(form):
        raise Unjudged('.relu of -0')
    return 0 if code & sign_bit(form) else code


def extreme(name, form, codes, numbers, how):
    if how.abs and not how.xorsign or how.relu:
        raise Unjudged('.abs or .relu of min and max')
    sign = 0
    if how.xorsign:
        if any(map(math.isnan, numbers)):
            raise Unjudged('.xorsign of a NaN')
        sign = (codes[0] ^ codes[1]) & sign_bit(form)
        codes = [code & ~sign_bit(form) for code in codes]
        numbers = [abs(number) for number in numbers]
    if any(map(math.isnan, numbers)):
        if how.nan:
            return NAN[form]
        left = [code for code, number in zip(codes, numbers) if not math.isnan(number)]
        if len(left) != 1 and left:
            raise Unjudged('min or max of three')
        return left[0] if left else None
    order = lambda pair: (pair[1], not pair[0] & sign_bit(form))
    chosen = (min if name == 'min' else max)(zip(codes, numbers), key=order)
    return chosen[0] | sign


def function(name, form, code, how):
    """An approximate function: the host's result, to be inside what is permitted."""
    if code.approximate:
        raise Unjudged('an operation on an approximate result')
    bits = flushed(form, code.bits) if how.ftz else code.bits
    with np.errstate(all='ignore'):
        number = float(APPROXIMATE[name](np.float64(host(form, bits))))
    if math.isnan(number):
        return value(form, None)
    result = encode(form, number)
    if how.ftz or name in ('sin', 'cos') and form == 'f32':
        result = flushed(form, result)
    return Value(result, WIDTH[form], frozenset(), True)


def compare(name, modifiers, types, rest, read):
    relation, (form, lanes) = rest[0], types[-1]
    if any(each not in ('ftz',) and not re.fullmatch(r'[us]32', each) for each in rest[1:]):
        raise Unjudged(f'the modifiers {rest}')
    width = lane_width(form)
    sources = [read(i, width * lanes) for i in (1, 2)]
    answers = []
    for lane in range(lanes):
        a, b = (each.part(lane * width, width) for each in sources)
        if a.approximate or b.approximate:
            raise Unjudged('a comparison of an approximate result')
        codes = [flushed(form, each.bits) if 'ftz' in rest else each.bits for each in (a, b)]
        a, b = (host(form, code) for code in codes)
        answers.append(related(relation, a, b))
    if name == 'setp':
        return Value(int(answers[0]), 1) if lanes == 1 else None
    target = modifiers[1] if 'ftz' not in modifiers[1] else modifiers[2]
    if target in ('u32', 's32') and lanes == 1:
        return Value(0xffffffff if answers[0] else 0, 32)
    if target in ('u32', 's32'):
        return Value(sum(0xffff << 16 * i for i, holds in enumerate(answers) if holds), 32)
    form, count = type_of(target)
    ones = [Value(encode(form, 1.0) if holds else 0, WIDTH[form]) for holds in answers]
    return join(ones) if count == lanes else None


def related(relation, a, b):
    is_unordered = math.isnan(a) or math.isnan(b)
    if relation in ('num', 'nan'):
        return is_unordered == (relation == 'nan')
    base = relation.removesuffix('u') if relation not in ('equ', 'neu') else relation[:2]
    if is_unordered:
        return relation.endswith('u')
    return {'eq': a == b, 'ne': a != b, 'lt': a < b, 'le': a <= b, 'gt': a > b, 'ge': a >= b}[base]


def convert(modifiers, types, rest, count, read):
    integers = [it for it in rest if re.fullmatch(r'[us](8|16|32|64)', it)]
    if integers and types:
        return to_or_from_integer(modifiers, types, rest, integers[0], read)
    if len(types) != 2:
        return None
    (target, lanes), (source, n_source) = types
    how = Modifiers([it for it in rest if it not in integers])
    if how.ftz or source == 'ue8m0' and target != 'bf16' or lanes == 4:
        raise Unjudged('this conversion')
    width = lane_width(source)
    if lanes == 2 and n_source == 1:
        codes = [read(2, width), read(1, width)]  # The first operand is the upper lane.
    else:
        whole = read(1, width * lanes)
        codes = [whole.part(lane * width, width) for lane in range(lanes)]
    results = [value_of_cvt(target, source, code, how) for code in codes]
    if WIDTH[target] == 4 and lanes == 2:
        return Value(results[0].bits | results[1].bits << 4, 8)
    return join(results)


def value_of_cvt(target, source, code, how):
    if code.approximate:
        raise Unjudged('a conversion of an approximate result')
    number = host(source, code.bits & (1 << WIDTH[source]) - 1)
    width = lane_width(target)
    if math.isnan(number):
        if how.sat:
            return Value(0, width)
        if target in ('e2m1', 'e2m3', 'e3m2'):
            return Value(LARGEST[target], width)
        # The 8-bit formats and .relu name their NaN.
        if WIDTH[target] == 8 or how.relu:
            return Value(NAN[target], width)
        return value(target, None)
    if math.isinf(number):
        if target == 'ue8m0' or how.sat:
            raise Unjudged('an infinity to ue8m0')
        return Value(special(number, target, how), width)
    if target == 'ue8m0':
        if number <= 0 or Fraction(number) < Fraction(1, 2 ** 127):
            raise Unjudged('a number below those of ue8m0')
        code = stored(target, Fraction(number), how.mode, finite=True)
        return Value(code, width)
    negative_zero = number == 0 and math.copysign(1, number) < 0
    if negative_zero and how.sat:
        return Value(0, width)
    result = stored(target, Fraction(number), how.mode, negative_zero, finite=how.finite, sat=how.sat)
    if how.mode == 'rn' and not how.sat and (not how.finite or abs(number) <= host(target, LARGEST[target])):
        assert encode(target, decode(source, code.bits & (1 << WIDTH[source]) - 1)) == result, (target, source, code)
    return Value(relu(target, result) if how.relu else result, width)


def to_or_from_integer(modifiers, types, rest, kind, read):
    how = [it for it in rest if it != kind]
    width = int(kind[1:])
    (form, lanes) = types[0]
    if len(types) > 1 or lanes > 1:
        return None
    if modifiers[-1] == kind:
        bits = read(1, width).plain()
        number = bits - (1 << width) if kind[0] == 's' and bits >> width - 1 else bits
        if any(it not in ROUNDINGS for it in how):
            raise Unjudged(f'{how}')
        return Value(stored(form, Fraction(number), how[0] if how else 'rn'), WIDTH[form])
    code = read(1, WIDTH[form])
    if code.approximate or width == 64 or any(it not in ('rni', 'rzi', 'rmi', 'rpi', 'sat', 'ftz') for it in how):
        raise Unjudged('this conversion to an integer')
    number = host(form, flushed(form, code.bits) if 'ftz' in how else code.bits)
    low, high = (-(1 << width - 1), (1 << width - 1) - 1) if kind[0] == 's' else (0, (1 << width) - 1)
    if math.isnan(number):
        result = 0
    elif math.isinf(number):
        result = high if number > 0 else low
    else:
        to = {'rni': np.rint, 'rzi': np.trunc, 'rmi': np.floor, 'rpi': np.ceil}[how[0]]
        result = max(low, min(high, int(to(np.float64(number)))))
    wide = max(width, 32) if width < 16 else width
    return Value(result & (1 << wide) - 1, wide)
