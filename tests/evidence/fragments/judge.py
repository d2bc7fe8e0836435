"""Evaluates statements with Python's integers, NumPy and ml_dtypes."""
import re

import floats
import integers
from statements import Unjudged
from values import Value, join


class Judge:
    def __init__(self, program):
        self.program = program

    def run(self, inputs):
        """The outputs for bits of the inputs."""
        registers = {each.name: Value(bits, each.width) for each, bits in zip(self.program.inputs, inputs)}
        for guard, opcode, operands in self.program.statements:
            results = self.statement(opcode, operands, registers)
            if guard:
                name, is_negated = guard
                if (registers[name].plain() == 1) == is_negated:
                    results = {each: registers[each] for each in results if each in registers}
            registers.update(results)
        return [self.read(each.name, each.width, registers) for each in self.program.outputs]

    def read(self, operand, width, registers):
        if isinstance(operand, list):
            parts = [self.read(each, width // len(operand), registers) for each in operand]
            return join(parts)
        if isinstance(operand, int):
            return Value(operand & (1 << width) - 1, width)
        if isinstance(operand, float):
            name = {32: 'f32', 64: 'f64'}[width]
            return Value(floats.encode(name, operand), width)
        if operand not in registers:
            raise Unjudged(f'{operand}, which nothing writes')
        value = registers[operand]
        if value.width < width:
            raise Unjudged(f'{operand} has {value.width} bits, not {width}')
        return value.part(0, width) if value.width > width else value

    def write(self, operand, value, is_byte=False):
        """What a destination gets; a byte is extended to the width of its register."""
        if isinstance(operand, list):
            width = value.width // len(operand)
            parts = {}
            for index, each in enumerate(operand):
                if each != '_':
                    parts[each] = value.part(index * width, width)
            return parts
        width = self.program.widths.get(operand)
        if width is None:
            raise Unjudged(f'{operand}, which nothing declares')
        if width < value.width and not is_byte:
            raise Unjudged(f'{operand} has {width} bits, not {value.width}')
        return {operand: Value(value.bits & (1 << width) - 1, width, value.nans, value.approximate)}

    def statement(self, opcode, operands, registers):
        name, *modifiers = opcode.split('.')
        read = lambda index, width: self.read(operands[index], width, registers)
        if name == 'mov':
            kind = modifiers[-1]
            width = 1 if kind == 'pred' else int(re.sub(r'\D', '', kind))
            return self.write(operands[0], read(1, width))
        if name == 'selp':
            width = int(modifiers[-1][1:])
            chosen = read(3, 1).plain()
            return self.write(operands[0], read(1 if chosen else 2, width))
        for module in (integers, floats):
            result = module.evaluate(name, modifiers, len(operands), read)
            if result is not None:
                is_byte = name == 'cvt' and bool({'u8', 's8'} & set(modifiers[:-1]))
                return self.write(operands[0], result, is_byte)
        raise Unjudged(f'the instruction {opcode}')
