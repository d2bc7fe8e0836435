#!/usr/bin/env python3
"""Records what NVIDIA's assembler computes when it folds instructions with constant operands.

usage: ptxas_fold.py PTXAS NVDISASM > ptxas-fold.txt
       ptxas_fold.py PTXAS NVDISASM functions > ptxas-fold-functions.txt

Each instruction gets its operands from `mov` and its result goes to memory, xored with the thread
number so that the folded constant stands in the machine code as an immediate. Where the machine
code computes the result at run time nothing was folded, and the line is left out.
The tests need neither this script nor the tools; both come with NVIDIA's CUDA toolkit.
"""
import datetime, os, random, re, struct, subprocess, sys, tempfile

VERSION, TARGET = '9.1', 'sm_90'
# What was seen to fold: no direction, or .rn without .sat; and f64 without a direction.
SPELLINGS = [f'{op}{m}.f32' for op in ('add', 'sub', 'mul') for m in ('', '.rn.ftz', '.sat', '.ftz.sat')]
SPELLINGS += [f'{op}.f64' for op in ('add', 'sub', 'mul')]
# And what was seen not to: the tool may fold it in another version.
SPELLINGS += ['fma.rn.f32', 'fma.rz.ftz.sat.f32', 'fma.rn.f64', 'add.rz.f32', 'sub.rm.f32', 'mul.rp.f32', 'add.rn.f64']
N_RANDOM = 60
# Approximate functions; tanh was seen not to fold.
FUNCTIONS = [f'{op}.approx{m}.f32' for op in ('rcp', 'sqrt', 'rsqrt', 'sin', 'cos', 'lg2', 'ex2') for m in ('', '.ftz')]
FUNCTIONS += ['div.approx.f32', 'div.full.ftz.f32', 'tanh.approx.f32', 'rcp.approx.ftz.f64', 'rsqrt.approx.ftz.f64', 'rsqrt.approx.f64']
# Binades where a function does something.
BINADES = {'sin': (-14, 40), 'cos': (-14, 40), 'ex2': (-26, 7), 'lg2': (-3, 3), 'tanh': (-14, 4)}
N_FUNCTION = 150
# Where a double-precision function, rounded again, is not the correctly rounded one: so folds the tool.
TWICE = {'ex2': [0x3b429d37, 0xbcf3a937], 'sin': [0x46199998, 0xc6199998],
         'cos': [0x5f18b878, 0xdf18b878, 0x6115cb11, 0xe115cb11]}


class Layout:
    def __init__(self, name, width, precision):
        self.name, self.width, self.precision = name, width, precision
        self.trailing = precision - 1
        self.sign = 1 << (width - 1)
        self.min = 1 << self.trailing
        self.inf = self.sign - self.min
        self.one = self.inf >> 1 & self.inf
        self.bias = self.one >> self.trailing


LAYOUTS = {'f32': Layout('f32', 32, 24), 'f64': Layout('f64', 64, 53)}


def edges(l):
    """Operand pairs that rules are about."""
    q, s = l.min >> 1, l.sign
    zero, sub, one = 0, 1, l.one
    nans = [l.inf | q, s | l.inf | q | 3, l.inf | 1, s | l.inf | q >> 1, l.inf | (l.min - 1)]
    plain = [zero, s, sub, s | sub, l.min - 1, l.min, s | l.min, one, s | one, l.inf - 1, l.inf, s | l.inf]
    pairs = [(a, b) for a in plain for b in plain if (a * 7 + b * 3) % 5 < 2 or l.inf in (a, b)]
    pairs += [(n, one) for n in nans] + [(one, n) for n in nans] + [(n, m) for n in nans[:3] for m in nans[1:4]]
    # Decided on rounding with an unbounded exponent, or on gradual underflow?
    pairs += [(one - 1, l.min), (one - l.min + 1, 2 * l.min - 2), (one - l.min, 2 * l.min - 1), (l.min, one - 2)]
    # Ties and their neighbours.
    half = one - (l.precision << l.trailing)
    pairs += [(one, half), (one + 1, half), (one, half + 1), (one, half - 1), (s | one, s | half), (one + 1, s | half)]
    return pairs


def biased(rng, l):
    """A pair where arithmetic goes wrong."""
    def number(field):
        kind = rng.randrange(4)
        low = {0: rng.getrandbits(l.trailing), 1: 0, 2: l.min - 1 - rng.getrandbits(2),
               3: 1 << rng.randrange(l.trailing)}[kind]
        field = max(0, min(2 * l.bias, field))
        return rng.getrandbits(1) * l.sign | field << l.trailing | low
    kind = rng.randrange(6)
    ea = rng.randrange(0, 4) if kind == 5 else rng.randrange(1, 2 * l.bias)
    eb = {0: rng.randrange(0, 2 * l.bias + 1),                     # anything
          1: ea + rng.randint(-2, 2),                              # cancellation
          2: ea - l.precision + rng.randint(-2, 2),                # ties of sums
          3: l.bias + 1 - ea + rng.randint(-l.precision - 2, 2),   # tiny products
          4: 3 * l.bias - ea + rng.randint(-2, 1),                 # overflow
          5: rng.randrange(0, l.precision + 2)}[kind]              # subnormals
    return number(ea), number(eb)


def operand(rng, spelling, l):
    """An operand in the binades where the function does something, or anywhere."""
    low, high = BINADES.get(spelling.split('.')[0], (1 - l.bias, l.bias))
    if rng.randrange(4) == 0:
        low, high = 1 - l.bias, l.bias
    sign = 0 if spelling.split('.')[0] in ('sqrt', 'rsqrt', 'lg2') else rng.getrandbits(1) * l.sign
    return sign | rng.randint(low, high) + l.bias << l.trailing | rng.getrandbits(l.trailing)


def function_cases():
    for spelling in FUNCTIONS:
        l = LAYOUTS[spelling.split('.')[-1]]
        rng = random.Random(spelling)
        plain = [0, 1, l.min >> 3, (l.min >> 2) + 1, l.min - 1, l.min, l.one - 1, l.one, l.one + 1, l.one + l.min,
                 l.inf - l.min, l.inf - l.min + 1, l.inf - 1, l.inf, l.inf | 1]
        if l.width == 32:
            plain += [0x3b429d37, 0xbcf3a937, 0x46199998, 0x5f18b878, 0x6115cb11, 0x43000000, 0xc3150000, 0xc3160000]
        plain += [l.sign | bits for bits in plain]
        operands = plain + [operand(rng, spelling, l) for _ in range(N_FUNCTION)]
        pairs = [(a, b) for a in operands for b in [rng.choice(operands)]] if spelling.startswith('div') else [(a,) for a in operands]
        for each in dict.fromkeys(pairs):
            yield spelling, l, each


def difference(spelling, l, operands):
    """The reason why a folded function is not the correctly rounded one."""
    opcode, bits = spelling.split('.')[0], operands[0]
    if bits in TWICE.get(opcode, []):
        return 'rounded twice'
    if opcode == 'sin' and 0 < bits & ~l.sign < l.min and '.ftz' not in spelling:
        return 'flushed'
    return ''


def cases():
    for spelling in SPELLINGS:
        l = LAYOUTS[spelling.split('.')[-1]]
        rng = random.Random(spelling)
        pairs = edges(l) + [biased(rng, l) for _ in range(N_RANDOM)]
        if spelling.startswith('fma'):
            pairs = [(a, b, biased(rng, l)[1]) for a, b in pairs[:40]]
        for operands in dict.fromkeys(pairs):
            yield spelling, l, operands


def module(chunk):
    lines = [f'.version {VERSION}', f'.target {TARGET}', '.address_size 64', '.visible .entry k(.param .u64 p) {',
             '.reg .b64 %rd1; .reg .f64 %d<5>; .reg .f32 %f<5>; .reg .b32 %r<3>; .reg .b32 %t;',
             'ld.param.u64 %rd1, [p];', 'mov.u32 %t, %tid.x;']
    for index, (spelling, l, operands) in enumerate(chunk):
        r = 'f' if l.width == 32 else 'd'
        for i, bits in enumerate(operands):
            lines.append(f'mov.b{l.width} %{r}{i + 1}, 0x{bits:0{l.width // 4}x};')
        sources = ', '.join(f'%{r}{i + 1}' for i in range(len(operands)))
        lines.append(f'{spelling} %{r}4, {sources};')
        lines.append('mov.b32 %r1, %f4;' if r == 'f' else 'mov.b64 {%r1, %r2}, %d4;')
        for word in range(l.width // 32):
            lines.append(f'xor.b32 %r{word + 1}, %r{word + 1}, %t; st.global.b32 [%rd1+{index * 8 + 4 * word}], %r{word + 1};')
    return '\n'.join(lines + ['ret;', '}']) + '\n'


def half_bits(text):
    text = text.strip()
    negative = text.startswith('-')
    word = text.lstrip('-+')
    if 'NAN' in word:
        return None
    value = float('inf') if word == 'INF' else float(word)
    return struct.unpack('<H', struct.pack('<e', value))[0] | (0x8000 if negative else 0)


def results(assembly):
    """Offset -> constant xored with the thread number, for every store whose value is known."""
    registers, stored = {}, {}
    def value(text):
        text = text.strip().replace('.reuse', '')
        if text in ('RZ', 'URZ'):
            return ('const', 0)
        if re.fullmatch(r'-?0x[0-9a-f]+', text):
            return ('const', int(text, 16) & 0xffffffff)
        return registers.get(text)
    for line in assembly.splitlines():
        match = re.match(r'\s+/\*[0-9a-f]{4,5}\*/\s+(.*?)\s*;', line)
        if not match:
            continue
        text = match.group(1)
        opcode, _, rest = text.partition(' ')
        fields = [f.strip() for f in rest.split(',')]
        if opcode == 'S2R' and fields[1] == 'SR_TID.X':
            registers[fields[0]] = ('tid', 0)
        elif opcode in ('MOV', 'UMOV'):
            registers[fields[0]] = value(fields[1])
        elif opcode == 'IMAD.MOV.U32':
            registers[fields[0]] = value(fields[3])
        elif opcode.startswith('HFMA2') and fields[1:3] == ['-RZ', 'RZ']:
            high, low = half_bits(fields[3]), half_bits(fields[4])
            registers[fields[0]] = None if high is None or low is None else ('const', high << 16 | low)
        elif opcode == 'CS2R':
            first = int(fields[0][1:])
            registers[f'R{first}'] = registers[f'R{first + 1}'] = ('const', 0)
        elif opcode == 'LOP3.LUT' and fields[3:5] == ['RZ', '0x3c']:
            parts = [value(fields[1]), value(fields[2])]
            known = {p[0]: p[1] for p in parts if p}
            registers[fields[0]] = ('tid', known['const']) if set(known) == {'tid', 'const'} and parts[0] != parts[1] else None
        elif opcode == 'LOP3.LUT' and fields[4:5] == ['0x33'] and value(fields[2]) == ('tid', 0):
            registers[fields[0]] = ('tid', 0xffffffff)
        elif opcode == 'STG.E':
            offset = int((re.search(r'\+(0x[0-9a-f]+)\]', fields[0]) or [0, '0'])[1], 16)
            source = value(fields[1])
            if source and source[0] == 'tid':
                stored[offset] = source[1]
        elif fields and re.fullmatch(r'U?R\d+', fields[0]):
            registers[fields[0]] = None
            if '.64' in opcode or opcode.startswith('D'):
                name, number = re.fullmatch(r'(U?R)(\d+)', fields[0]).groups()
                registers[f'{name}{int(number) + 1}'] = None
    return stored


def main():
    ptxas, nvdisasm = sys.argv[1:3]
    version = re.search(r'V([\d.]+)', subprocess.run([ptxas, '--version'], capture_output=True, text=True).stdout).group(1)
    is_functions = sys.argv[3:] == ['functions']
    everything = list(function_cases() if is_functions else cases())
    lines, folded, size = [], {}, 250
    with tempfile.TemporaryDirectory() as folder:
        ptx, cubin = os.path.join(folder, 'k.ptx'), os.path.join(folder, 'k.cubin')
        for start in range(0, len(everything), size):
            chunk = everything[start:start + size]
            with open(ptx, 'w') as file:
                file.write(module(chunk))
            subprocess.run([ptxas, f'-arch={TARGET}', ptx, '-o', cubin], check=True)
            stored = results(subprocess.run([nvdisasm, '-c', cubin], check=True, capture_output=True, text=True).stdout)
            for index, (spelling, l, operands) in enumerate(chunk):
                words = [stored.get(index * 8 + 4 * word) for word in range(l.width // 32)]
                count = folded.setdefault(spelling, [0, 0])
                count[1] += 1
                if None not in words:
                    count[0] += 1
                    bits = sum(word << 32 * i for i, word in enumerate(words))
                    digits = l.width // 4
                    text = ' '.join(f'{bits:0{digits}x}' for bits in operands)
                    # The assembler drops a factor of 1 and lets the other one through as it is.
                    is_dropped = spelling.startswith('mul') and l.one in operands and bits in operands and bits & ~l.sign > l.inf
                    reason = difference(spelling, l, operands)
                    note = f' known difference: {reason}' if reason else ' known difference: x * 1 is x' if is_dropped and bits != l.sign - 1 else ''
                    lines.append(f'{VERSION} {TARGET} {spelling} {text} = {bits:0{digits}x}{note}')
    print('# What NVIDIA\'s assembler returns for constant operands: its own model, not a run of the hardware.')
    print(f'# oracle: ptxas {version}, constant folding, read in the machine code it emits for {TARGET}')
    print('# command: ptxas_fold.py PTXAS NVDISASM' + ' functions' * is_functions)
    print(f'# date: {os.environ.get("FOLD_DATE", datetime.date.today().isoformat())}')
    print('# GPU, driver: none')
    if is_functions:
        print('# known difference: a permitted result, but not the correctly rounded one.')
    else:
        print('# known difference: a NaN that the core takes for another one; the ISA leaves its bits open.')
    for spelling, (some, all_) in folded.items():
        if some < all_:
            print(f'# folded {some} of {all_}: {spelling}')
    print('\n'.join(lines))


if __name__ == '__main__':
    main()
