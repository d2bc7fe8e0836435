"""Reads a module of PTX: its functions, variables and statements.

Written from the PTX manual (sections 4, 5, 7, 10 and 11), without a look at the evaluator's reader.
What is not understood is an `Unjudged`.
"""
import re
import struct

from parts import SPACES, TYPE, Function, Register, Scope, Statement, Variable, width_of
from statements import Unjudged

TOKEN = re.compile(r'''"(?:[^"\\]|\\.)*"
    |0[fF][0-9a-fA-F]{8}\b|0[dD][0-9a-fA-F]{16}\b|0[xX][0-9a-fA-F]+U?|0[bB][01]+U?
    |\d+\.\d*(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\d+U?
    |[%$_A-Za-z][\w$]*|\.[A-Za-z_]\w*(?:::\w+)*|<<|>>|[^\s]''', re.X)
NAME = re.compile(r'(?!_$)[%$_A-Za-z][\w$]*')
SPECIAL = re.compile(r'%(tid|ntid|ctaid|nctaid|laneid|warpid|nwarpid|lanemask_(eq|lt|le|gt|ge)|clock\w*|\w*smid|gridid'
                     r'|globaltimer\w*|envreg\d+|\w*cluster\w*|dynamic_smem_size|total_smem_size)')
PARTS = {'x': 0, 'y': 1, 'z': 2, 'w': 3, 'r': 0, 'g': 1, 'b': 2, 'a': 3}


class Module:
    def __init__(self, text):
        text = re.sub(r'//[^\n]*|/\*.*?\*/|\ufeff', ' ', text, flags=re.S)
        text = re.sub(r'^\s*(\.(loc|file)\b|@@DWARF|#).*$', '', text, flags=re.M)
        self.tokens, self.at = TOKEN.findall(text), 0
        self.functions, self.target, self.options, self.version = {}, None, [], None
        # Kernels without the head of their module are those of a large one.
        self.address_size = 32 if '.version' in self.tokens else 64
        self.scope = Scope(None)
        while self.at < len(self.tokens):
            self.directive()

    # Tokens.

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ''

    def next(self):
        if self.at >= len(self.tokens):
            raise Unjudged('the text ends too early')
        self.at += 1
        return self.tokens[self.at - 1]

    def take(self, token):
        if self.peek() == token:
            self.at += 1
            return True
        return False

    def expect(self, token):
        found = self.next()
        if found != token:
            raise Unjudged(f'{found} where {token} was expected')

    def name(self):
        found = self.next()
        if not NAME.fullmatch(found):
            raise Unjudged(f'{found} where a name was expected')
        return found

    def skip(self, end):
        while self.next() != end:
            pass

    # Directives of the module.

    def directive(self):
        token, is_extern = self.next(), False
        while token in ('.visible', '.extern', '.weak', '.common'):
            is_extern |= token == '.extern'
            token = self.next()
        if token == '.version':
            self.version = self.next()
        elif token == '.target':
            self.target = self.target or self.peek()
            self.options.append(self.next())
            while self.take(','):
                self.options.append(self.next())
        elif token == '.address_size':
            self.address_size = int(self.next())
        elif token in ('.pragma', '.alias'):
            self.skip(';')
        elif token == '.section':
            self.skip('}')
        elif token in ('.func', '.entry'):
            self.function(token == '.entry')
        elif token in SPACES or token == '.tex':
            self.variables(token, self.scope, is_extern)
        elif token != ';':
            raise Unjudged(f'the directive {token}')

    def variables(self, space, scope, is_extern=False):
        if space == '.tex':
            raise Unjudged('textures')
        if space == '.const' and self.take('['):
            raise Unjudged('banks of constants')
        first = self.variable(space, is_extern)
        scope.names[first.name] = first
        while self.take(','):
            other = self.variable(space, is_extern, first)
            scope.names[other.name] = other
        self.expect(';')

    def variable(self, space, is_extern=False, like=None):
        """A variable, or a parameter: `.align 4 .b8 name[8] = {...}`."""
        lanes, align, kind = (like.lanes, like.align, like.kind) if like else (1, 0, None)
        while self.peek().startswith('.'):
            token = self.next()
            if token == '.align':
                align = int(self.next())
            elif token in ('.v2', '.v4', '.v8'):
                lanes = int(token[2:])
            elif token == '.attribute':
                self.skip(')')
            elif TYPE.match(token):
                kind = token[1:]
            elif token in ('.texref', '.samplerref', '.surfref'):
                kind = 'b64'
            elif token not in ('.ptr', *SPACES):
                raise Unjudged(f'variables of {token}')
        if kind is None or kind == 'pred':
            raise Unjudged('a variable without a type')
        name, dimensions = self.name(), []
        while self.take('['):
            dimensions.append(None if self.peek() == ']' else int(self.next().rstrip('U'), 0))
            self.expect(']')
        unit = width_of(kind) // 8
        initial = self.initial(kind) if self.take('=') else None
        if dimensions and dimensions[0] is None:
            dimensions[0] = 0 if initial is None else len(initial)
        size = unit * lanes
        for each in dimensions:
            size *= each
        return Variable(name, space[1:], kind, size, lanes, dimensions, initial, is_extern, align or unit * lanes)

    def initial(self, kind):
        if not self.take('{'):
            return [self.initial_number(kind)]
        values = []
        while not self.take('}'):
            if self.peek() == '{':
                raise Unjudged('initial values in nested braces')
            values.append(self.initial_number(kind))
            self.take(',')
        return values

    def initial_number(self, kind):
        value = self.number()
        if value is None:
            raise Unjudged(f'the initial value {self.peek()}')
        if isinstance(value, tuple):
            return value[1]
        if kind in ('f32', 'f64'):
            form = {'f32': '<f', 'f64': '<d'}[kind]
            return int.from_bytes(struct.pack(form, float(value)), 'little')
        if isinstance(value, float):
            raise Unjudged('a float as the initial value of an integer')
        return value & (1 << width_of(kind)) - 1

    def number(self):
        """A literal: an int, a float, or (width, bits); None where there is none."""
        start, sign = self.at, 1
        if self.take('-'):
            sign = -1
        token = self.peek()
        if not token[:1].isdigit():
            self.at = start
            return None
        self.at += 1
        if token[:2] in ('0f', '0F', '0d', '0D'):
            width, bits = (32 if token[1] in 'fF' else 64), int(token[2:], 16)
            return width, bits ^ (1 << width - 1 if sign < 0 else 0)
        if re.fullmatch(r'\d+\.\d*([eE][+-]?\d+)?|\d+[eE][+-]?\d+', token):
            return sign * float(token)
        token = token.rstrip('U')
        if len(token) > 1 and token[0] == '0' and token.isdigit():
            return sign * int(token, 8)
        return sign * int(token, 0)

    # Functions.

    def parameters(self, scope):
        found = []
        if not self.take('('):
            return found
        while not self.take(')'):
            space = self.next()
            if space == '.reg':
                kind = self.next()
                if not TYPE.match(kind):
                    raise Unjudged(f'a parameter of {kind}')
                name = self.name()
                scope.names[name] = Register(name, scope.number, width_of(kind[1:]), kind[1:])
            elif space == '.param':
                if self.peek() == '_':
                    raise Unjudged('a parameter without a name')
                each = self.variable('.param')
                name, scope.names[each.name] = each.name, each
            else:
                raise Unjudged(f'the parameter {space}')
            found.append(scope.names[name])
            self.take(',')
        return found

    def function(self, is_entry):
        scope = Scope(self.scope)
        if self.peek() == '.attribute':
            self.skip(')')
        returned = [] if is_entry else self.parameters(scope)
        name = self.name()
        found = Function(name, is_entry, returned, self.parameters(scope), None, scope)
        while self.peek() not in ('{', ';'):
            self.next()
        if self.next() == '{':
            found.statements = []
            try:
                self.block(found, scope)
            except Unjudged as reason:
                found.statements = reason
                self.leave()
        if self.functions.get(name) is None or found.statements is not None:
            self.functions[name] = found

    def leave(self):
        """After something not understood: to the next function."""
        starts = ('.entry', '.func')
        while self.at < len(self.tokens) and self.tokens[self.at] not in starts:
            self.at += 1
        while self.tokens[self.at - 1] in ('.visible', '.weak', '.extern'):
            self.at -= 1

    def block(self, function, scope):
        while True:
            token = self.next()
            if token == '}':
                return
            if token == '{':
                self.block(function, Scope(scope))
            elif token == '.reg':
                self.registers(scope)
            elif token in SPACES:
                self.variables(token, scope)
            elif token == '.pragma':
                self.skip(';')
            elif token == ';':
                continue
            elif token.startswith('.'):
                raise Unjudged(f'the directive {token}')
            elif self.peek() == ':':
                self.next()
                if self.peek() in ('.callprototype', '.branchtargets', '.calltargets'):
                    raise Unjudged(f'the directive {self.peek()}')
                scope.labels[token] = len(function.statements)
            else:
                self.at -= 1
                function.statements.append(self.statement(scope))

    def registers(self, scope):
        lanes = 1
        kind = self.next()
        if kind in ('.v2', '.v4'):
            lanes, kind = int(kind[2:]), self.next()
        if not TYPE.match(kind):
            raise Unjudged(f'registers of {kind}')
        kind = kind[1:]
        while True:
            name = self.name()
            if self.take('<'):
                scope.families.append((name, int(self.next()), kind))
                self.expect('>')
            elif lanes > 1:
                scope.names[name] = [Register(name, scope.number, width_of(kind), kind, i) for i in range(lanes)]
            else:
                scope.names[name] = Register(name, scope.number, width_of(kind), kind)
            if self.take(';'):
                return
            self.expect(',')

    # Statements.

    def statement(self, scope):
        guard = None
        if self.take('@'):
            is_negated = self.take('!')
            guard = (self.operand(scope), is_negated)
        opcode = [self.name()]
        while self.peek().startswith('.'):
            opcode.append(self.next()[1:])
        operands = []
        while not self.take(';'):
            if self.peek() in ('{', '}') and operands and self.tokens[self.at - 1] != ',':
                raise Unjudged('a statement without an end')
            operands.append(self.operand(scope))
            if self.take('|'):
                operands[-1] = ('pair', operands[-1], self.operand(scope))
            if not self.take(','):
                self.expect(';')
                break
        return Statement(guard, opcode, operands, scope)

    def operand(self, scope):
        if self.take('{'):
            return 'vector', self.list(scope, '}')
        if self.take('('):
            return 'list', self.list(scope, ')')
        if self.take('['):
            base = self.operand(scope)
            while self.peek() in ('+', '-'):
                sign = 1 if self.next() == '+' else -1
                number = self.number()
                if not isinstance(number, int):
                    raise Unjudged('an address with a term that is no number')
                base = ('sum', base, sign * number)
            if self.peek() != ']':
                raise Unjudged('an address of several parts')
            self.next()
            return 'memory', base
        if self.take('!'):
            return 'not', self.operand(scope)
        if self.take('_'):
            return ('none',)
        number = self.number()
        if number is not None:
            return 'number', number
        name = self.name()
        found = scope.find(name)
        if isinstance(found, list):
            if self.peek().lstrip('.') in PARTS and self.peek().startswith('.'):
                return 'register', found[PARTS[self.next()[1:]]]
            return 'vector', [('register', each) for each in found]
        if isinstance(found, Register):
            return 'register', found
        if isinstance(found, Variable):
            offset = 0
            if self.peek() == '[':
                self.next()
                number = self.number()
                if not isinstance(number, int) or not self.take(']'):
                    raise Unjudged('an index that is no number')
                offset = number * width_of(found.kind) // 8
            if self.peek() == '+' and self.tokens[self.at - 2] != '[':
                self.next()
                offset += self.number()
            return 'variable', found, offset
        if SPECIAL.fullmatch(name):
            part = self.next() if self.peek() in ('.x', '.y', '.z') else ''
            return 'special', name + part
        if name == 'WARP_SZ':
            return 'number', 32
        return 'name', name

    def list(self, scope, end):
        found = []
        while not self.take(end):
            found.append(self.operand(scope))
            self.take(',')
        return found
