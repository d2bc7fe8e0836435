#!/usr/bin/env python3
"""Records what NVIDIA's assembler computes for constant expressions (PTX ISA 4.5).

usage: ptxas_expressions.py PTXAS > ptxas-expressions.txt

Each expression initializes a variable of a module of its own; its bits are read from the section
of initialized variables. Expressions without a value have the assembler's message instead.
The tests need neither this script nor the tool; it comes with NVIDIA's CUDA toolkit.
"""
import concurrent.futures, datetime, os, random, re, struct, subprocess, sys, tempfile

VERSION, TARGET = '9.5', 'sm_90'
N_INTEGER, N_FLOAT = 600, 150
INTEGERS = ['0', '1', '2', '3', '7', '8', '31', '63', '010', '0x10', '0b101', '5U', '1U', '0U', '42U', '0x7fffffffffffffff',
            '0x8000000000000000', '0xffffffffffffffff', '0xfabc123400000000', '9223372036854775807', 'WARP_SZ', '0x1234U', '64', '65']
FLOATS = ['0.0', '1.0', '2.0', '3.0', '0.1', '1e-3', '2.5e+2', '1e16', '1e300', '.5', '5.', '0d3ff0000000000001', '0d0000000000000001',
          '0d7fefffffffffff', '0d7ff0000000000000']
UNARY = ['-', '+', '~', '!', '(.s64)', '(.u64)', '- ', '!!', '-~']
BINARY = ['+', '-', '*', '/', '% ', '<<', '>>', '<', '>', '<=', '>=', '==', '!=', '&', '|', '^', '&&', '||']
# Expressions that rules are about.
PLAIN = '''-1U/2;-8U>>1;-8>>1;0x8000000000000000>>63;~0>>63;7% -3;-7% 3;-1<1U;-1<0U;3U-4U>0;1<<63;1<<64;-1>>64;1<<-1;1/0;1% 0
1||1/0;(.s64)0x8000000000000000/-1;(1?-1:2U)<0;(0?-1:2U)<0;(1?-1:2U)>>63;(7% 4-8)<0;(1&-1U)-2<0;(!5)-1<0;(1U<2U)-2<0;1.0<2.0;1.0==1.0;-0.0==0.0
1.5+1;!1.0;~1.0;1.0&&1.0;1.0<<1;(.s64)1.0;(.s32)1;1?1.0:2.0;1.0?1:2;1?1:2.0;0f3f800000+1.0;0d7ff8000000000001+1.0;1.0/0.0;5u;08;1 ? 2 : 3 ? 4 : 5
- - 5;--5;-(-1.0);- -1.0;(.u64)-1>>63;(.u64)(.s64)-1>>63;WARP_SZ*2;(WARP_SZ-33)<0'''.replace('\n', ';').split(';')


def integer(rng, depth):
    kind = rng.randrange(10) if depth else 0
    if kind < 2:
        return rng.choice(INTEGERS)
    if kind < 4:
        return rng.choice(UNARY) + atom(rng, depth - 1)
    if kind == 4:
        return f'{atom(rng, depth - 1)} ? {atom(rng, depth - 1)} : {atom(rng, depth - 1)}'
    return atom(rng, depth - 1, False) + rng.choice(BINARY) + atom(rng, depth - 1, False)


def atom(rng, depth, is_closed=True):
    """An operand: in parentheses, or now and then without, so that precedence matters."""
    text = integer(rng, depth)
    is_bare = re.fullmatch(r'\w+', text) or (not is_closed and '?' not in text and rng.randrange(2))
    return text if is_bare else f'({text})'


def double(rng, depth):
    if not depth or rng.randrange(4) == 0:
        return rng.choice(FLOATS)
    if rng.randrange(5) == 0:
        return f'-({double(rng, depth - 1)})'
    return f'({double(rng, depth - 1)}){rng.choice("+-*/")}({double(rng, depth - 1)})'


def section(elf, name):
    offset, = struct.unpack_from('<Q', elf, 0x28)
    count, names = struct.unpack_from('<HH', elf, 0x3c)
    headers = [struct.unpack_from('<IIQQQQIIQQ', elf, offset + 64 * i) for i in range(count)]
    for header in headers:
        start = headers[names][4] + header[0]
        if elf[start:elf.index(b'\0', start)].decode() == name:
            return elf[header[4]:header[4] + header[5]]
    return None


def ask(expression):
    module = f'.version {VERSION}\n.target {TARGET}\n.address_size 64\n.visible .global .b64 x = {expression};\n'
    with tempfile.TemporaryDirectory() as folder:
        source, object_file = os.path.join(folder, 'a.ptx'), os.path.join(folder, 'a.cubin')
        with open(source, 'w') as file:
            file.write(module)
        found = subprocess.run([sys.argv[1], f'-arch={TARGET}', source, '-o', object_file], capture_output=True, text=True)
        if found.returncode < 0:
            return 'refused: the assembler crashes'
        if found.returncode:
            message = re.search(r'(?:error|fatal)\s*: (.*)', found.stdout + found.stderr)
            return f'refused: {message[1]}'
        with open(object_file, 'rb') as file:
            bits = section(file.read(), '.nv.global.init')
        # A variable of zeros is not initialized.
        return f'{int.from_bytes(bits[:8], "little") if bits else 0:016x}'


def main():
    rng = random.Random('constant expressions')
    expressions = PLAIN + [integer(rng, 3) for _ in range(N_INTEGER)] + [double(rng, 3) for _ in range(N_FLOAT)]
    expressions = [each for each in dict.fromkeys(expressions) if each not in INTEGERS + FLOATS]
    version = subprocess.run([sys.argv[1], '--version'], capture_output=True, text=True).stdout
    print('# What the assembler computes for constant expressions, as 64 bits.')
    print(f'# oracle: ptxas {re.search(r"V([0-9.]+)", version)[1]}, the initial value of a variable')
    print('# command: tests/vectors/ptxas_expressions.py PTXAS')
    print(f'# date: {datetime.date.today()}')
    print('# GPU, driver: none')
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for expression, answer in zip(expressions, pool.map(ask, expressions)):
            print(f'{expression} => {answer}')


main()
