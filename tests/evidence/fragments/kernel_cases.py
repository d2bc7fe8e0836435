"""Chooses inputs of kernels, and runs them: parameters, special registers and what memory has."""
import random

from expected import EDGES, shown
from formats import WIDTH, encode
from floats import type_of
from kernels import Run
from statements import Unjudged

N_TRIES, N_CASES, MAX_STORES, MAX_LOADS = 24, 4, 48, 160
COUNTS = (1, 2, 3, 4, 5, 8, 0, 7, 16, 100, 64)
ORDINARY = (1.5, -2.25, 0.1, 3.0, 1e-3, -0.7, 12.75, 100.3, 0.333, 1.0, -1.0, 0.0, 7.1, 1e5, 0.5, 2.718281828)
POINTERS = {32: 0x5e00_0000, 64: 0x5e00_0000_0000}
ADDRESSES = {32: range(0x5c00_0000, 0x6000_0000), 64: range(0x5e00_0000_0000, 0x5f00_0000_0000)}
FOLLOWED = ('mov', 'cvta', 'add', 'sub', 'selp', 'cvt')


def registers(operand):
    kind, *rest = operand
    if kind == 'register':
        yield rest[0]
    elif kind in ('memory', 'sum', 'not', 'pair'):
        for each in rest:
            if isinstance(each, tuple):
                yield from registers(each)
    elif kind in ('vector', 'list'):
        for each in rest[0]:
            yield from registers(each)


class Uses:
    """Which registers of a module are addresses, and which are floats."""

    def __init__(self, module):
        self.pointers, self.floats = set(), {}
        statements = [each for function in module.functions.values() if isinstance(function.statements, list)
                      for each in function.statements if each.operands]
        for each in statements:
            name, *modifiers = each.opcode
            for operand in each.operands:
                if operand[0] == 'memory':
                    self.pointers |= {it for it in registers(operand) if it.width >= 32}
            if name == 'cvta' and each.operands[1][0] == 'register':
                self.pointers.add(each.operands[1][1])
            if name == 'st' and 'param' in modifiers and modifiers[-1][1:] == '64' and modifiers[-1][0] != 'f':
                self.pointers |= set(registers(each.operands[1]))
            types = [it for it in map(type_of, modifiers) if it]
            if types and name not in ('ld', 'mov', 'st', 'selp'):
                form, lanes = types[-1]
                if name != 'cvt' or type_of(modifiers[-1]):
                    for operand in each.operands[1:]:
                        for it in registers(operand):
                            if it.width == WIDTH[form] * lanes or it.width == WIDTH[form]:
                                self.floats[it] = form
        for _ in range(6):
            for each in statements:
                name, *modifiers = each.opcode
                if name in FOLLOWED and each.operands[0][0] == 'register':
                    target = each.operands[0][1]
                    sources = [it for operand in each.operands[1:3] for it in registers(operand)]
                    if target in self.pointers:
                        self.pointers |= {it for it in (sources[:1] if name == 'sub' else sources) if it.width >= 32}
                    if name == 'mov' and target in self.floats:
                        self.floats.update((it, self.floats[target]) for it in sources)
                if name == 'mov' and each.operands[0][0] == 'vector':
                    parts = [self.floats[it] for it in registers(each.operands[0]) if it in self.floats]
                    if parts:
                        self.floats.update((it, parts[0]) for it in registers(each.operands[1]))

    def form(self, register, kind, width):
        if kind in ('f16', 'bf16', 'f32', 'f64'):
            return kind
        if type_of(kind):
            return type_of(kind)[0]
        if register is None or kind in ('u8', 's8', 'b8'):
            return None
        form = register.kind if register.kind in ('f16', 'f32', 'f64') else self.floats.get(register)
        return form if form and width >= WIDTH[form] else None


class Inputs:
    """What a run gets: the values of one try."""

    def __init__(self, uses, seed, number):
        self.uses, self.seed, self.number = uses, seed, number
        self.given, self.places, self.cells = {}, 0, {}
        rng = random.Random(f'{seed} {number}')
        self.special = {}
        if number % 3 == 2:
            self.special = {'%tid.x': rng.choice((1, 2, 3)), '%ntid.x': rng.choice((4, 8)), '%ctaid.x': rng.choice((0, 1))}

    def contents(self, run, address, width, kind, register):
        parameter = next(((each, start) for each, start in run.parameters if start <= address < start + max(1, each.size)), None)
        rng = random.Random(f'{self.seed} {self.number} {address}')
        if register in self.uses.pointers and width in POINTERS and width == run.address_width:
            self.places += 1
            return POINTERS[width] + self.places * (1 << 32 if width == 64 else 0x10_0000)
        bits = None
        # No number may look like an address.
        while bits is None or is_address_bits(bits, width):
            bits = self.value(rng, self.uses.form(register, kind, width), kind, width, parameter is not None)
        if parameter:
            each, start = parameter
            name = each.name + (f'+{address - start}' if address > start else '')
            self.given[name] = (bits, width)
        return bits

    def value(self, rng, form, kind, width, is_parameter):
        if form:
            total, at = 0, 0
            while at < width:
                if self.number < 2 or rng.random() < 0.5 or is_parameter and rng.random() < 0.7:
                    bits = encode(form, rng.choice(ORDINARY)) if rng.random() < 0.6 else encode(form, rng.uniform(-4, 4))
                elif form == 'f64':
                    bits = rng.choice([0, 1 << 63, 0x3ff << 52, 1, 0x3fd5555555555555, 0x47efffffefffffff, 0xc00921fb54442d18])
                else:
                    bits = rng.choice(EDGES[form])
                total |= bits << at
                at += WIDTH[form]
            return total
        if is_parameter:
            return rng.choice(COUNTS[:4] if self.number < 2 else COUNTS) & (1 << width) - 1
        if self.number < 4 or rng.random() < 0.6 or kind[0] == 'b' and width == 64:
            return rng.randrange(8)
        return rng.getrandbits(width)


def is_address_bits(bits, width):
    return width in ADDRESSES and bits in ADDRESSES[width] or width == 64 and bits in ADDRESSES[32]


def case(run, inputs):
    """A case as the list has it: `n=00000003 %tid.x=1 | 3f800000 = 40400000 ~3e1081c3 nan.f32 &`."""
    given = [f'{name}={bits:0{width // 4}x}' for name, (bits, width) in inputs.given.items()]
    given += [f'{name}={value}' for name, value in inputs.special.items()]
    loads = [f'{bits:0{width // 4}x}' for _, bits, width in run.loads]
    stores = ['&' if is_address_bits(value.bits, value.width) else shown(value) for _, value in run.stores]
    return f'{" ".join(given)} | {" ".join(loads)} = {" ".join(stores)}'


def cases(module, function, seed, uses=None):
    """Cases of a kernel with different stores; raises an Unjudged where there is none."""
    uses, chosen, seen, reasons = uses or Uses(module), [], set(), []
    for number in range(N_TRIES):
        inputs = Inputs(uses, seed, number)
        try:
            run = Run(module, function, inputs.contents, inputs.special)
            if not run.stores:
                raise Unjudged('no store')
            if len(run.stores) > MAX_STORES or len(run.loads) > MAX_LOADS:
                raise Unjudged('too many loads or stores')
            text = case(run, inputs)
        except Unjudged as reason:
            reasons.append(str(reason))
            if len(reasons) > 5 and not chosen:
                break
            continue
        outcome = text.partition(' = ')[2]
        if outcome not in seen:
            seen.add(outcome)
            chosen.append(text)
            if len(chosen) == N_CASES:
                break
    if not chosen:
        raise Unjudged(next((it for it in reasons if it not in ('no store', 'too many steps')), reasons[0]))
    return chosen
