#!/usr/bin/env python3
"""Records which spellings NVIDIA's assembler takes, for every version and target.

usage: ptxas_legality.py PTXAS grid  > ptxas-legality.txt
       ptxas_legality.py PTXAS order > ptxas-order.txt

The tests need neither this script nor the tool, which comes with NVIDIA's CUDA toolkit.
"""
import collections, concurrent.futures, datetime, itertools, os, re, subprocess, sys, tempfile

OPCODES = ('add', 'sub', 'mul', 'fma')
TYPES = ('f16', 'f16x2', 'bf16', 'bf16x2', 'f32', 'f32x2', 'f64', 'f32.f16', 'f32.bf16')
MODIFIERS = (('', '.rn', '.rz', '.rm', '.rp'), ('', '.approx'), ('', '.ftz'), ('', '.oob'), ('', '.sat'), ('', '.relu'))
VERSIONS = [f'{major}.{minor}' for major, last in ((1, 5), (2, 3), (3, 2), (4, 3), (5, 0), (6, 5), (7, 8), (8, 8), (9, 1))
            for minor in range(last + 1)]
TARGETS = ['sm_' + name for name in (
    '10 11 12 13 20 21 30 32 35 37 50 52 53 60 61 62 70 72 75 80 86 87 88 89 90 90a 100 100a 100f 101 101a 101f '
    '103 103a 103f 110 110a 110f 120 120a 120f 121 121a 121f').split()]
REGISTERS = {'f16': '%h', 'bf16': '%h', 'f16x2': '%r', 'bf16x2': '%r', 'f32': '%f', 'f32x2': '%l', 'f64': '%d'}
# What permutations are tried of, on the newest version and sm_100a.
PERMUTED = ('add.rz.ftz.sat.f32', 'sub.rm.sat.f32.bf16', 'mul.rn.sat.f16x2', 'fma.rn.oob.relu.f16', 'fma.rp.ftz.f32x2',
            'fma.rz.sat.f32.f16', 'add.rn.bf16', 'fma.rn.relu.bf16x2', 'mul.rm.f64')


def key(version):
    return tuple(map(int, version.split('.')))


def statement(spelling):
    types = [part for part in spelling.split('.')[1:] if part in REGISTERS]
    wide, narrow = REGISTERS[types[0]], REGISTERS[types[-1]]
    registers = [wide + '1'] + [narrow + '2'] * (2 if spelling.startswith('fma') else 1) + [wide + '3']
    return f'{spelling} {", ".join(registers)};'


def ask(ptxas, version, target, spellings):
    """The spellings that are accepted; None if version and target do not go together."""
    size = '.address_size 64\n' if key(version) >= (2, 3) else ''
    head = (f'.version {version}\n.target {target}\n{size}.entry k\n{{\n .reg .b64 %l<9>; .reg .f64 %d<9>; '
            '.reg .f32 %f<9>; .reg .b32 %r<9>; .reg .b16 %h<9>;\n')
    first = head.count('\n') + 1
    number, letter = re.fullmatch(r'sm_(\d+)([af]?)', target).groups()
    # The assembler compiles for sm_75 at least; what it takes depends on the module's target.
    number = {'101': '110'}.get(number, str(max(75, int(number))))
    with tempfile.NamedTemporaryFile('w', suffix='.ptx') as file:
        file.write(head + '\n'.join(map(statement, spellings)) + '\nret;\n}\n')
        file.flush()
        run = subprocess.run([ptxas, f'-arch=compute_{number}{letter}', file.name, '-o', '/dev/null'],
                             capture_output=True, text=True)
    bad = {int(line) - first for line in re.findall(r'line (\d+); (?:error|fatal)', run.stdout + run.stderr)}
    if any(index < 0 for index in bad):
        return None
    return [spelling for index, spelling in enumerate(spellings) if index not in bad]


def header(ptxas, what):
    version = re.search(r'V([\d.]+)', subprocess.run([ptxas, '--version'], capture_output=True, text=True).stdout).group(1)
    print(f'# {what}')
    print(f'# oracle: ptxas {version}')
    print(f'# command: ptxas_legality.py PTXAS {sys.argv[2]}')
    print(f'# date: {os.environ.get("VERDICT_DATE", datetime.date.today().isoformat())}')
    print('# GPU, driver: none')


def grid(ptxas):
    spellings = [op + ''.join(modifiers) + '.' + types for op in OPCODES for types in TYPES
                 for modifiers in itertools.product(*MODIFIERS)]
    pairs = [(version, target) for version in VERSIONS for target in TARGETS]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = dict(zip(pairs, pool.map(lambda pair: ask(ptxas, *pair, spellings), pairs)))
    known = {pair: set(accepted) for pair, accepted in answers.items() if accepted is not None}

    def since(pairs, known_pairs):
        """First version -> targets; it is an error if a later version lacks what an earlier one had."""
        first = {}
        for version, target in sorted(pairs, key=lambda pair: key(pair[0])):
            first.setdefault(target, version)
        for version, target in known_pairs:
            has = (version, target) in pairs
            assert has == (target in first and key(version) >= key(first[target])), (version, target)
        groups = collections.defaultdict(list)
        for target in TARGETS:
            if target in first:
                groups[first[target]].append(target)
        return ['  ' + version + ': ' + ' '.join(groups[version]) for version in sorted(groups, key=key)]

    classes = collections.defaultdict(list)
    for spelling in spellings:
        where = frozenset(pair for pair, accepted in known.items() if spelling in accepted)
        if where:
            classes[where].append(spelling)
    header(ptxas, f'Which of {len(spellings)} spellings the assembler takes, on {len(known)} pairs of version and target.')
    print('# Tried: every combination of')
    for group in (OPCODES, *MODIFIERS, ['.' + types for types in TYPES]):
        print('#   ' + ' '.join(each or '(nothing)' for each in group))
    print('# First the version from which on each target is known. Then classes of spellings, each with the version')
    print('# from which on each target takes them. A target or spelling that is not listed is rejected.')
    print('known')
    print('\n'.join(since(frozenset(known), known)))
    for where, members in sorted(classes.items(), key=lambda item: -len(item[0])):
        print('class')
        print('\n'.join(since(where, known)))
        for opcode in OPCODES:
            own = [member for member in members if member.startswith(opcode)]
            for start in range(0, len(own), 6):
                print('  ' + ' '.join(own[start:start + 6]))


def order(ptxas):
    spellings = []
    for base in PERMUTED:
        opcode, *modifiers = base.split('.')
        for permutation in itertools.permutations(modifiers):
            spellings.append('.'.join((opcode, *permutation)))
        for index, modifier in enumerate(modifiers):
            spellings.append('.'.join((opcode, *modifiers[:index], modifier, *modifiers[index:])))
            spellings.append('.'.join((opcode, modifier, *modifiers)))
    for extra in ('add.rn.rz.f32', 'add.f32.f64', 'add.f16.f32', 'fma.rn.relu.sat.f16', 'fma.rn.f32.f16.bf16',
                  'fma.rn.relu.oob.relu.f16', 'add.sat.f32.sat', 'fma.rn.sat.sat.sat.f16'):
        spellings.append(extra)
    spellings = list(dict.fromkeys(spellings))
    accepted = set(ask(ptxas, VERSIONS[-1], 'sm_100a', spellings))
    header(ptxas, 'Whether the assembler takes modifiers in another order, and twice.')
    print(f'context {VERSIONS[-1]} sm_100a')
    for spelling in spellings:
        print(('accepted ' if spelling in accepted else 'rejected ') + spelling)


{'grid': grid, 'order': order}[sys.argv[2]](sys.argv[1])
