"""The parts of a module of PTX: variables, registers, statements, scopes and functions."""
import re
from dataclasses import dataclass, field

from statements import Unjudged

SPACES = ('.global', '.const', '.shared', '.local', '.param')
TYPE = re.compile(r'\.(pred|[busf](?:8|16|32|64|128)|f16x2|bf16|bf16x2)$')


def width_of(kind):
    return 1 if kind == 'pred' else 32 if kind.endswith('x2') else int(re.sub(r'^\D+', '', kind))


@dataclass
class Variable:
    name: str
    space: str
    kind: str
    size: int
    lanes: int = 1
    dimensions: list = field(default_factory=list)
    initial: list | None = None
    is_extern: bool = False
    align: int = 1


@dataclass(frozen=True)
class Register:
    name: str
    scope: int
    width: int
    kind: str
    part: int | None = None


@dataclass
class Statement:
    guard: tuple | None
    opcode: list
    operands: list
    scope: 'Scope'


class Scope:
    count = 0

    def __init__(self, outer):
        Scope.count += 1
        self.number, self.outer, self.names, self.families, self.labels = Scope.count, outer, {}, [], {}

    def find(self, name):
        """A register or variable; registers of a family `%f<9>` are made when they are named."""
        scope = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            for prefix, number, kind in scope.families:
                rest = name[len(prefix):]
                if name.startswith(prefix) and rest.isdigit() and (rest == '0' or rest[0] != '0') and int(rest) < number:
                    return Register(name, scope.number, width_of(kind), kind)
            scope = scope.outer
        return None

    def label(self, name):
        scope = self
        while scope is not None:
            if name in scope.labels:
                return scope.labels[name]
            scope = scope.outer
        raise Unjudged(f'no label {name}')


@dataclass
class Function:
    name: str
    is_entry: bool
    returned: list
    parameters: list
    statements: list | None = None
    scope: Scope | None = None
