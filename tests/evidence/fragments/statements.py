"""Reads inline assembly of C++ and of LLVM in Python: its operands and its statements.

Written without a look at the evaluator's reader, and with less tolerance: what is not understood is
an `Unjudged`.
"""
import ast, re, textwrap
from dataclasses import dataclass, field


class Unjudged(Exception):
    """Something that this judge does not know."""


WIDTHS = {'h': 16, 'r': 32, 'l': 64, 'f': 32, 'd': 64}


@dataclass
class Operand:
    name: str
    is_written: bool
    is_read: bool
    constraint: str
    value: int | None = None  # of a constant

    @property
    def width(self):
        return WIDTHS[self.constraint]


@dataclass
class Program:
    operands: list = field(default_factory=list)
    text: str = ''
    statements: list = field(default_factory=list)
    widths: dict = field(default_factory=dict)
    local: list = field(default_factory=list)

    @property
    def inputs(self):
        return [it for it in self.operands if it.is_read]

    @property
    def outputs(self):
        return [it for it in self.operands if it.is_written]


def program(lines):
    """The program of a fragment."""
    found = llvm(lines) if re.search(r'\binline_asm', lines) else c(lines)
    found.statements = list(statements(found))
    needed, written = set(), set()
    for guard, _, (destination, *sources) in found.statements:
        reads = sources + ([guard[0], destination] if guard else [])
        needed |= set(names(reads)) - written
        written |= set(names([destination]))
    for each in found.operands:
        each.is_read = each.is_read and each.name in needed
    found.operands = [it for it in found.operands if it.is_written or it.is_read or it.value is not None or it.name in written]
    return found


def names(operands):
    for each in operands:
        if isinstance(each, list):
            yield from names(each)
        elif isinstance(each, str):
            yield each


# C++: asm("template" : outputs : inputs : clobbers)

TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|//[^\n]*|/\*.*?\*/|.', re.S)


def c(lines):
    start = list(re.finditer(r'\b(?:__)?asm(?:__)?(?:\s+(?:__)?volatile(?:__)?)?\s*\(', lines))
    if len(start) != 1:
        raise Unjudged(f'{len(start)} statements of inline assembly')
    if re.search(r'^\s*#', lines, re.M):
        raise Unjudged('a directive of the preprocessor')
    depth, sections, current = 1, [], []
    for match in TOKEN.finditer(lines, start[0].end()):
        token = match.group(0)
        if token.startswith('//') or token.startswith('/*'):
            continue
        depth += {'(': 1, ')': -1}.get(token, 0)
        if depth == 0:
            break
        if token == ':' and depth == 1:
            sections.append(current)
            current = []
        else:
            current.append(token)
    sections.append(current)
    template = ''
    for token in sections[0]:
        if token.startswith('"'):
            template += token[1:-1]
        elif not token.isspace() and token != '\\':
            raise Unjudged('a template that is no string')
    result = Program()
    for index, section in enumerate(sections[1:3]):
        for text in split(''.join(section)):
            found = re.fullmatch(r'\s*(?:\[(\w+)\]\s*)?"([=+&]*)(\w+)"\s*\((.*)\)\s*', text.replace('\\\n', '\n'), re.S)
            if not found:
                raise Unjudged(f'the operand {text.strip()}')
            name, how, constraint, expression = found.groups()
            name = f'%[{name}]' if name else f'%{len(result.operands)}'
            is_written = index == 0
            value = constant(expression, lines) if constraint == 'n' else None
            if constraint not in WIDTHS and constraint != 'n':
                raise Unjudged(f'the constraint {constraint}')
            result.operands.append(Operand(name, is_written, (not is_written or '+' in how) and value is None, constraint, value))
    text = template.replace('\\n', '\n').replace('\\t', ' ').replace('\\"', '"')
    result.text = text.replace('%%', '%')
    return result


def split(text):
    """The parts between commas outside parentheses."""
    parts, depth, current = [], 0, ''
    for match in re.finditer(r'"(?:[^"\\]|\\.)*"|.', text, re.S):
        token = match.group(0)
        depth += {'(': 1, '[': 1, '{': 1, ')': -1, ']': -1, '}': -1}.get(token, 0)
        if token == ',' and depth == 0:
            parts.append(current)
            current = ''
        else:
            current += token
    return [part for part in parts + [current] if part.strip()]


def constant(expression, lines):
    """The value of a constant: of numbers, or of a name that the text gives a value."""
    text = re.sub(r'static_cast<\w+>', '', expression)
    for _ in range(4):
        text = re.sub(r'\b(0[xX][0-9a-fA-F]+|\d+)[uUlL]+\b', r'\1', text)
        name = re.search(r'\b(?!0[xX])[A-Za-z_]\w*', text)
        if not name:
            break
        found = re.search(rf'\b{name.group(0)}\s*=\s*([^;,]+);', lines)
        if not found:
            raise Unjudged(f'the value of {name.group(0)}')
        text = text.replace(name.group(0), f'({found.group(1)})')
    if not re.fullmatch(r'[\s0-9a-fA-FxX()&|^~+\-*<>]*', text):
        raise Unjudged(f'the constant {text}')
    return eval(text) & 0xffffffff


# LLVM in Python: inline_asm(type, arguments, "template", "constraints") and the like.

def llvm(lines):
    text = textwrap.dedent(lines)
    try:
        tree = ast.parse(text)
    except SyntaxError:
        raise Unjudged('no Python on its own') from None
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)
             and getattr(node.func, 'attr', getattr(node.func, 'id', '')).startswith('inline_asm')]
    if len(calls) != 1:
        raise Unjudged(f'{len(calls)} calls of inline assembly')
    named = {each.arg: each.value for each in calls[0].keywords}
    texts = [each.value for each in calls[0].args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    for key in ('asm', 'asm_string', 'constraints'):
        if isinstance(named.get(key), ast.Constant):
            texts.append(named[key].value)
    if len(texts) != 2:
        raise Unjudged('a template that is no string')
    result = Program()
    for constraint in texts[1].split(','):
        constraint = constraint.strip()
        how, kind = re.fullmatch(r'([=&]*)(.*)', constraint).groups()
        if kind.startswith('~') or not constraint:
            continue
        # A constant whose value is not in the text is an input of 32 bits.
        kind = 'r' if kind == 'n' else kind
        if kind not in WIDTHS:
            raise Unjudged(f'the constraint {kind}')
        result.operands.append(Operand(f'${len(result.operands)}', '=' in how, '=' not in how, kind))
    result.text = texts[0].replace('$$', '$')
    return result


# Statements of PTX.

def statements(found):
    """The statements as (guard, opcode and modifiers, operands); declarations go to `widths`."""
    text = re.sub(r'//[^\n]*|/\*.*?\*/', ' ', found.text, flags=re.S)
    for each in found.operands:
        if each.value is None:
            found.widths[each.name] = each.width
    values = {each.name: each.value for each in found.operands if each.value is not None}
    for part in text.split(';'):
        part = part.strip()
        # Braces at the beginning and at the end of a part open and close blocks.
        while part[:1] in ('{', '}') and part:
            part = part[1:].strip()
        if not part:
            continue
        guard = None
        match = re.match(r'@(!?)([%$\w]+)\s+', part)
        if match:
            guard, part = (match.group(2), match.group(1) == '!'), part[match.end():]
        part = re.sub(r'\s+', ' ', part)
        declared = re.fullmatch(r'\.reg ?\.(pred|[busf]\d+|f16x2) (.*)', part)
        if declared:
            width = 1 if declared.group(1) == 'pred' else 32 if 'x2' in declared.group(1) else int(declared.group(1)[1:])
            for name in declared.group(2).split(','):
                many = re.fullmatch(r'([%\w]+)<(\d+)>', name.strip())
                names = [f'{many.group(1)}{i}' for i in range(int(many.group(2)))] if many else [name.strip()]
                if any(each in found.widths for each in names):
                    raise Unjudged('a name that is declared twice')
                found.widths.update(dict.fromkeys(names, width))
                found.local.append((declared.group(1), names))
            continue
        part = re.sub(r' (?=\.[a-z])', '', part, count=part.split(',')[0].count(' .'))
        opcode, _, rest = part.partition(' ')
        if opcode.startswith('.') or not rest:
            raise Unjudged(part)
        yield guard, opcode, [operand(each.strip(), values) for each in split(rest)]


def operand(text, values):
    """An operand: a name, a number, or a list of them."""
    if text.startswith('{'):
        return [operand(each.strip(), values) for each in split(text.strip('{}'))]
    if text in values:
        return values[text]
    if re.fullmatch(r'0[fF][0-9a-fA-F]{8}', text):
        return int(text[2:], 16)
    if re.fullmatch(r'0[dD][0-9a-fA-F]{16}', text):
        return int(text[2:], 16)
    if re.fullmatch(r'-?(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+)U?', text):
        return int(text.rstrip('U'), 0)
    if re.fullmatch(r'-?\d+\.\d*', text):
        return float(text)
    if re.fullmatch(r'[%$]?\w+|%\[\w+\]', text):
        return text
    raise Unjudged(f'the operand {text}')
