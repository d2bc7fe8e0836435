"""Runs a kernel for one thread, with Python's integers, NumPy, ml_dtypes and exact fractions.

Written from the PTX manual, without a look at the evaluator. What is not known is an `Unjudged`, never a
guess. Approximate instructions have the host's result, which the manual permits; so everything that
follows from it is a permitted result, too, and is marked as approximate.
"""
import re

import floats
import integers
import wider
from floats import type_of
from formats import encode
from memory import Memory, part_of
from parts import SPACES, TYPE, Register, width_of
from statements import Unjudged
from values import Value, join

ONE_THREAD = {'tid': 0, 'ctaid': 0, 'ntid': 1, 'nctaid': 1, 'laneid': 0, 'lanemask_eq': 1, 'lanemask_lt': 0,
              'lanemask_le': 1, 'lanemask_gt': 0xfffffffe, 'lanemask_ge': 0xffffffff}
NO_EFFECT = {'bar', 'barrier', 'membar', 'fence', 'prefetch', 'prefetchu', 'nanosleep', 'pmevent', 'griddepcontrol'}
FLUSHED_ON_SM_1X = {'add', 'sub', 'mul', 'div', 'rcp', 'sqrt', 'rsqrt', 'sin', 'cos', 'lg2', 'ex2', 'min', 'max', 'abs',
                    'neg', 'set', 'setp'}
KNOWN = set('''abs add addc and bfe bfi bfind brev clz cnot copysign cos cvt div dp4a ex2 fma lg2 lop3 mad mad24 madc max min
    mul mul24 neg not or popc prmt rcp rem rsqrt sad selp set setp shf shl shr sin slct sqrt sub subc tanh testp xor'''.split())
QUALIFIERS = {'volatile', 'nc', 'ca', 'cg', 'cs', 'lu', 'cv', 'wb', 'wt', 'weak', 'relaxed', 'acquire', 'release', 'cta',
              'gpu', 'sys', 'cluster', 'unified'}
MAX_STEPS = 4000
# Where variables are, in generic addresses and in those of their spaces.
VARIABLES = 0x5c00_0000


class Exit(Exception):
    pass


class Run:
    """A run; `contents(address, width, register)` gives what memory and parameters have at the start."""

    def __init__(self, module, function, contents, special):
        self.module, self.contents, self.special = module, contents, special
        self.memory, self.addresses, self.steps, self.n_frames = Memory(), {}, 0, 0
        self.loads, self.stores, self.parameters, self.carry, self.name = [], [], [], None, None
        self.address_width = module.address_size
        sm = re.match(r'(?:sm|compute)_(\d+)', module.target or 'sm_90')
        if not sm:
            raise Unjudged('the target')
        self.sm = int(sm.group(1))
        frame = Frame()
        for each in function.parameters:
            frame.places[id(each)] = self.place(each)
            self.parameters.append((each, frame.places[id(each)]))
        try:
            self.function(function, frame)
        except Exit:
            pass

    # Addresses. Every variable is far from the others; generic addresses are the same numbers.

    def place(self, variable):
        self.n_frames += 1
        return VARIABLES + 0x8000 * self.n_frames

    def address_of(self, variable, frame):
        if id(variable) in frame.places:
            return frame.places[id(variable)]
        is_of_frame = variable.space in ('local', 'param') and self.module.scope.names.get(variable.name) is not variable
        places = frame.places if is_of_frame else self.addresses
        if id(variable) not in places:
            places[id(variable)] = self.place(variable)
            if variable.initial is not None:
                width = width_of(variable.kind)
                values = variable.initial + [0] * (variable.size * 8 // width - len(variable.initial))
                for index, bits in enumerate(values):
                    self.memory.write(places[id(variable)] + index * width // 8, Value(bits, width))
        return places[id(variable)]

    def address(self, operand, frame):
        kind, *rest = operand
        if kind == 'memory':
            return self.address(rest[0], frame)
        if kind == 'sum':
            return self.address(rest[0], frame) + rest[1] & (1 << 64) - 1
        if kind == 'variable':
            return self.address_of(rest[0], frame) + rest[1]
        if kind == 'register':
            value = self.read(operand, rest[0].width, frame)
            return value.plain()
        if kind == 'number' and isinstance(rest[0], int):
            raise Unjudged('an address that is a number')
        raise Unjudged(f'an address that is a {kind}')

    # Operands.

    def read(self, operand, width, frame, is_float=False):
        kind, *rest = operand
        if kind == 'register':
            register = rest[0]
            if register not in frame.registers:
                raise Unjudged(f'{register.name}, which nothing writes')
            value = frame.registers[register]
            if value.width < width:
                raise Unjudged(f'{register.name} has {value.width} bits, not {width}')
            return part_of(value, 0, width) if value.width > width else value
        if kind == 'number':
            number = rest[0]
            if isinstance(number, tuple):
                if number[0] != width:
                    raise Unjudged('a constant of another width')
                return Value(number[1], width)
            if isinstance(number, float):
                if width not in (32, 64) or not is_float:
                    raise Unjudged('a decimal where none is expected')
                return Value(encode(f'f{width}', number), width)
            if is_float:
                raise Unjudged('an integer as a float')
            return Value(number & (1 << width) - 1, width)
        if kind == 'variable':
            return Value(self.address_of(rest[0], frame) + rest[1], max(width, 32)).part(0, width)
        if kind == 'special':
            name = rest[0][1:].partition('.')[0]
            if self.name not in ('mov', 'cvt'):
                raise Unjudged('a special register in another instruction than mov and cvt')
            if rest[0] in self.special:
                return Value(self.special[rest[0]], width)
            if name not in ONE_THREAD or self.special and name.startswith('lane'):
                raise Unjudged(f'the special register %{name}')
            return Value(ONE_THREAD[name], width)
        if kind == 'vector':
            parts = [self.read(each, width // len(rest[0]), frame, is_float) for each in rest[0]]
            return join(parts)
        if kind == 'not':
            value = self.read(rest[0], 1, frame)
            return Value(1 - value.bits, 1, frozenset(), value.approximate)
        raise Unjudged(f'the operand {operand[1] if len(operand) > 1 else operand[0]}')

    def write(self, operand, value, frame, is_signed=False):
        kind, *rest = operand
        if kind == 'none':
            return
        if kind == 'vector':
            width = value.width // len(rest[0])
            for index, each in enumerate(rest[0]):
                self.write(each, part_of(value, index * width, width), frame)
            return
        if kind != 'register':
            raise Unjudged(f'a destination that is a {kind}')
        register = rest[0]
        if value.width > register.width:
            raise Unjudged(f'{register.name} has {register.width} bits, not {value.width}')
        if value.width < register.width:
            bits = value.bits
            if is_signed and bits >> value.width - 1 & 1:
                bits |= (1 << register.width) - (1 << value.width)
            value = Value(bits, register.width, value.nans, value.approximate)
        frame.registers[register] = value

    # Statements.

    def function(self, function, frame):
        if not isinstance(function.statements, list):
            raise function.statements or Unjudged(f'no body of {function.name}')
        at = 0
        while at < len(function.statements):
            statement = function.statements[at]
            at += 1
            self.steps += 1
            if self.steps > MAX_STEPS:
                raise Unjudged('too many steps')
            if statement.guard:
                operand, is_negated = statement.guard
                holds = self.read(operand, 1, frame)
                if (holds.plain() == 1) == is_negated:
                    continue
            name = statement.opcode[0]
            if name == 'bra':
                at = statement.scope.label(statement.operands[0][1])
            elif name == 'ret':
                return
            else:
                self.statement(statement, frame)

    def statement(self, statement, frame):
        name, *modifiers = statement.opcode
        operands = statement.operands
        self.name = name
        if name == 'exit':
            raise Exit
        if name in NO_EFFECT and 'red' not in modifiers or statement.opcode == ['bar', 'warp', 'sync']:
            return
        if name == 'call':
            self.call(operands, frame)
        elif name in ('ld', 'ldu'):
            self.load(modifiers, operands, frame)
        elif name == 'st':
            self.store(modifiers, operands, frame)
        elif name == 'cvta':
            width = int(modifiers[-1][1:])
            self.write(operands[0], self.read(operands[1], width, frame), frame)
        elif name == 'mov':
            if len(modifiers) != 1 or not TYPE.match('.' + modifiers[0]):
                raise Unjudged(f'the instruction {".".join(statement.opcode)}')
            kind = modifiers[0]
            value = self.read(operands[1], width_of(kind), frame, kind in ('f32', 'f64'))
            self.write(operands[0], value, frame)
        elif name == 'setp':
            self.setp(modifiers, operands, frame)
        else:
            self.compute(name, modifiers, operands, frame)

    def reader(self, operands, frame, is_float, seen):
        def read(index, width):
            kind, *rest = operands[index]
            if kind == 'register' and rest[0].width != width and self.name != 'cvt':
                raise Unjudged(f'{rest[0].name} has {rest[0].width} bits, not {width}')
            value = self.read(operands[index], width, frame, is_float)
            seen.append(value.approximate)
            return Value(value.bits, value.width, value.nans)
        return read

    def evaluate(self, name, modifiers, operands, frame):
        seen = []
        kind = modifiers[-1] if modifiers else ''
        read = self.reader(operands, frame, bool(type_of(kind)), seen)
        own = type_of(kind)
        if 'f64' in modifiers and 'map_f64_to_f32' in self.module.options:
            raise Unjudged('f64 as f32')
        if name not in KNOWN:
            raise Unjudged(f'the instruction {".".join([name, *modifiers])}')
        is_exact = {'rn', 'rz', 'rm', 'rp'} & set(modifiers)
        if own and own[0] == 'f32' and self.sm < 20:
            if name in FLUSHED_ON_SM_1X and 'ftz' not in modifiers:
                modifiers = [*modifiers[:-1], 'ftz', kind]
            if name == 'mad':
                raise Unjudged('mad.f32 of sm_1x')
            if name in ('rcp', 'sqrt', 'rsqrt', 'sin', 'cos', 'lg2', 'ex2') and not is_exact and 'approx' not in modifiers:
                modifiers = ['approx', *modifiers]
        is_approximate = False
        if name == 'div' and own and own[0] == 'f32' and not is_exact:
            is_approximate = True
            modifiers = [it for it in modifiers if it not in ('approx', 'full')]
            if 'ftz' in modifiers or self.sm < 20:
                modifiers = ['ftz', kind]
            if (read(2, 32).bits >> 23 & 255) >= 253:
                raise Unjudged('an approximate division by a large number')
        if name == 'mad' and own:
            name = 'fma'
        if name == 'selp':
            chosen = read(3, 1)
            value = self.read(operands[1 if chosen.bits else 2], int(kind[1:]), frame, bool(own))
            return Value(value.bits, value.width, value.nans, value.approximate or seen[0])
        if name in ('addc', 'subc', 'madc') or 'cc' in modifiers:
            is_borrow = name.startswith('sub')
            if name.endswith('c') and (self.carry is None or self.carry[0] != is_borrow):
                raise Unjudged('a carry that nothing sets, or a borrow as a carry')
            before = self.carry[1] if name.endswith('c') else 0
            value, carry = wider.with_carry(name, [it for it in modifiers if it != 'cc'], read, before)
            if 'cc' in modifiers:
                self.carry = (is_borrow, carry)
            return Value(value.bits, value.width, value.nans, any(seen))
        for part in (wider, integers, floats):
            value = part.evaluate(name, modifiers, len(operands), read)
            if value is not None:
                return Value(value.bits, value.width, value.nans, value.approximate or is_approximate or any(seen))
        raise Unjudged(f'the instruction {".".join([name, *modifiers])}')

    def compute(self, name, modifiers, operands, frame):
        try:
            value = self.evaluate(name, modifiers, operands, frame)
        except (KeyError, ValueError, IndexError, TypeError) as error:
            raise Unjudged(f'the instruction {".".join([name, *modifiers])}') from error
        is_signed = name == 'cvt' and modifiers[-2][0] == 's'
        if type_of(modifiers[-2] if name == 'cvt' else modifiers[-1]) and name not in ('set', 'setp', 'testp'):
            width = operands[0][1].width if operands[0][0] == 'register' else value.width
            if width != value.width:
                raise Unjudged('a float in a wider register')
        self.write(operands[0], value, frame, is_signed)

    def setp(self, modifiers, operands, frame):
        combine = next((it for it in modifiers if it in ('and', 'or', 'xor')), None)
        rest = [it for it in modifiers if it != combine]
        kind = rest[-1]
        if kind in ('f16x2', 'bf16x2'):
            raise Unjudged('setp of pairs')
        holds = self.evaluate('setp', rest, operands, frame)
        destinations = operands[0][1:] if operands[0][0] == 'pair' else [operands[0]]
        for index, destination in enumerate(destinations):
            bit, approximate = holds.bits ^ index, holds.approximate
            if combine:
                other = self.read(operands[3], 1, frame)
                approximate |= other.approximate
                bit = {'and': bit & other.bits, 'or': bit | other.bits, 'xor': bit ^ other.bits}[combine]
            self.write(destination, Value(bit, 1, frozenset(), approximate), frame)

    # Memory.

    def access(self, modifiers):
        space, lanes, kind = 'generic', 1, modifiers[-1]
        for each in modifiers[:-1]:
            base = each.split('::')[0]
            if '.' + base in SPACES:
                space = base
            elif re.fullmatch(r'v[248]', each):
                lanes = int(each[1:])
            elif base not in QUALIFIERS and not base.startswith(('L1', 'L2')):
                raise Unjudged(f'a load or store with .{each}')
        return space, lanes, kind, width_of(kind)

    def load(self, modifiers, operands, frame):
        space, lanes, kind, width = self.access(modifiers)
        address = self.address(operands[1], frame)
        destinations = operands[0][1] if operands[0][0] == 'vector' else [operands[0]]
        if len(destinations) != lanes:
            raise Unjudged('a load of other lanes')
        is_parameter = any(start <= address < start + max(1, each.size) for each, start in self.parameters)
        for index, destination in enumerate(destinations):
            at = address + index * width // 8
            value = self.memory.read(at, width)
            if value is None and space == 'param' and not is_parameter:
                raise Unjudged('a parameter that nothing writes')
            if value is None:
                register = destination[1] if destination[0] == 'register' else None
                value = Value(self.contents(self, at, width, kind, register), width)
                if is_parameter:
                    self.memory.write(at, value)
                else:
                    self.loads.append((at, value.bits, width))
            self.write(destination, value, frame, kind[0] == 's')

    def store(self, modifiers, operands, frame):
        space, lanes, kind, width = self.access(modifiers)
        address = self.address(operands[0], frame)
        sources = operands[1][1] if operands[1][0] == 'vector' else [operands[1]]
        if len(sources) != lanes:
            raise Unjudged('a store of other lanes')
        values = [self.read(each, width, frame, kind in ('f32', 'f64')) for each in sources]
        for index, value in enumerate(values):
            self.memory.write(address + index * width // 8, value)
            if space != 'param':
                self.stores.append((address + index * width // 8, value))

    # Functions.

    def call(self, operands, frame):
        lists = [each for each in operands if each[0] == 'list']
        names = [each[1] for each in operands if each[0] == 'name']
        if len(names) != 1:
            raise Unjudged('an indirect call')
        found = self.module.functions.get(names[0])
        if found is None or found.is_entry or found.statements is None:
            raise Unjudged(f'a call of {names[0]}, which is not in the text')
        returned = lists[0][1] if operands[0][0] == 'list' else []
        given = lists[-1][1] if operands[-1][0] == 'list' and (len(lists) > 1 or not returned) else []
        if len(given) != len(found.parameters) or len(returned) != len(found.returned):
            raise Unjudged('a call with other parameters')
        inner = Frame()
        for formal, actual in zip(found.parameters, given):
            self.pass_on(formal, inner, actual, frame)
        self.function(found, inner)
        for formal, actual in zip(found.returned, returned):
            self.pass_back(formal, inner, actual, frame)

    def pass_on(self, formal, inner, actual, outer):
        if isinstance(formal, Register):
            inner.registers[formal] = self.read(actual, formal.width, outer, formal.kind in ('f32', 'f64'))
            return
        start = self.address_of(formal, inner)
        if actual[0] == 'variable':
            self.copy(self.address_of(actual[1], outer), start, formal.size)
        else:
            self.memory.write(start, self.read(actual, formal.size * 8, outer, formal.kind in ('f32', 'f64')))

    def pass_back(self, formal, inner, actual, outer):
        if isinstance(formal, Register):
            if formal not in inner.registers:
                raise Unjudged(f'{formal.name}, which nothing writes')
            self.write(actual, inner.registers[formal], outer)
            return
        start = self.address_of(formal, inner)
        if actual[0] == 'variable':
            self.copy(start, self.address_of(actual[1], outer), formal.size)
            return
        value = self.memory.read(start, formal.size * 8)
        if value is None:
            raise Unjudged(f'{formal.name}, which nothing writes')
        self.write(actual, value, outer)

    def copy(self, source, target, size):
        at = 0
        while at < size:
            each = self.memory.bytes.get(source + at)
            if isinstance(each, tuple):
                start, value = each
                size_of = value.width // 8
                if start != source + at or at + size_of > size:
                    raise Unjudged('a part of a NaN or of an approximate value')
                self.memory.write(target + at, value)
                at += size_of
                continue
            if each is None:
                self.memory.bytes.pop(target + at, None)
            else:
                self.memory.bytes[target + at] = each
            at += 1


class Frame:
    def __init__(self):
        self.registers, self.places = {}, {}
