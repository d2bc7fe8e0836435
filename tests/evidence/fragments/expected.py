#!/usr/bin/env python3
"""Writes the digests, inputs and expected outputs of the fragments in `list.toml`.

usage: expected.py FOLDER PTXAS NVDISASM

FOLDER has the projects as OWNER/NAME, with their git objects. Project, file, lines and target of each
fragment are read from the list; the rest is written anew. Two judges give the outputs, neither of
which is this project's evaluator: `fold`, constants that NVIDIA's assembler folds, and `numpy`,
`judge.py` with Python's integers, NumPy and ml_dtypes. Where both answer and differ, `numpy` is kept
and what was folded is noted. `cargo xtask fragments --renew` calls this.
"""
import datetime, hashlib, os, random, re, subprocess, sys, tomllib

import ml_dtypes, numpy

from fold import fold
from formats import WIDTH
from judge import Judge
from statements import Unjudged, program

LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'list.toml')
N_CASES, N_UNJUDGED, N_CANDIDATES = 10, 2, 60

# What rules are about, and what rounds: zeros, one, subnormals, infinities, NaNs, the largest, ties.
EDGES = {
    'f32': [0, 0x80000000, 0x3f800000, 1, 0x807fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f7fffff, 0x3eaaaaab,
            0x3f808000, 0xc0490fdb, 0x477ff000, 0x33000000, 0x43e80000, 0x40a00000, 0x7f800001, 0x00800000, 0xbf7fffff,
            0x3f801000, 0x4b000001, 0xc2f6e979, 0x3e800000, 0xff7fffff, 0x40b00000, 0xc3000000],
    'f64': [0, 1 << 63, 0x3ff << 52, 1, 0x7ff << 52, 0x3fd5555555555555, 0x47efffffefffffff, 0xc00921fb54442d18, 0x3690000000000000],
    'f16': [0, 0x8000, 0x3c00, 1, 0x83ff, 0x7c00, 0xfc00, 0x7e00, 0x7bff, 0x3555, 0x3c01, 0xc248, 0x7c01, 0x0400, 0x5f40, 0x5bff, 0x6401],
    'bf16': [0, 0x8000, 0x3f80, 1, 0x807f, 0x7f80, 0xff80, 0x7fc0, 0x7f7f, 0x3eab, 0x3f81, 0xc049, 0x7f81, 0x0080, 0x43e8, 0x4b01],
    'e4m3': [0, 0x80, 0x38, 1, 0x7e, 0x7f, 0xfe, 0x87, 0x2b, 0xb5, 0x08],
    'e5m2': [0, 0x80, 0x3c, 1, 0x7b, 0x7c, 0xfc, 0x7f, 0x83, 0x36, 0xb5],
    'e2m1': [0x00, 0x08, 0x21, 0x7f, 0x93, 0x54, 0xc6, 0xb8],
    'e2m3': [0, 0x20, 8, 1, 0x1f, 0x3f, 0x27, 0x0d], 'e3m2': [0, 0x20, 0x0c, 1, 0x1f, 0x3f, 0x23, 0x15],
    'ue8m0': [0, 1, 0x7f, 0x80, 0xfe, 0xff], 's2f6': [0, 0x40, 0x80, 0x7f, 0xff, 1],
    'integer': [0, 1, 0xffffffffffffffff, 0x7fffffff7fffffff, 0x8000000080000000, 0x0123456789abcdef, 0xff, 0x1f, 0x8765432187654321, 0x100],
}


def pools(found):
    """For each input what it is tried with: numbers of the formats that the statements name."""
    named = [name for name in EDGES if re.search(rf'\.{name}(?:x[24])?\b', found.text)]
    for each in found.inputs:
        names = {'f': ['f32'], 'd': ['f64']}.get(each.constraint)
        if names is None:
            names = [name for name in named if WIDTH.get(name, 8) <= each.width and name != 'f64' or each.width == 64]
            names = [name for name in names if name != 'f32' or 'f32x2' in found.text or len(named) == 1] or ['integer']
        pool = []
        for name in names:
            width = 8 if name in ('e2m1', 'e2m3', 'e3m2', 's2f6') else WIDTH.get(name, each.width)
            edges = EDGES[name]
            for index in range(len(edges)):
                lanes = [edges[(index + 3 * lane) % len(edges)] for lane in range(max(1, each.width // width))]
                pool.append((index, sum(bits << width * lane for lane, bits in enumerate(lanes)) & (1 << each.width) - 1))
        yield [bits for _, bits in sorted(pool, key=lambda it: it[0])]


def candidates(found, seed):
    """Inputs to try, edges first."""
    rng = random.Random(seed)
    lists = list(pools(found))
    longest = max((len(it) for it in lists), default=1)
    for index in range(longest):
        yield [pool[(index + place * (1 + index // 2)) % len(pool)] for place, pool in enumerate(lists)]
    for _ in range(N_CANDIDATES - longest):
        yield [rng.choice(pool) if rng.randrange(3) else rng.getrandbits(each.width)
               for pool, each in zip(lists, found.inputs)]


def shown(value):
    """An output as the list has it."""
    digits = value.width // 4
    if value.approximate and value.nans:
        raise Unjudged('an approximate result beside a NaN')
    if value.approximate:
        return f'~{value.bits:0{digits}x}'
    if not value.nans:
        return f'{value.bits:0{digits}x}'
    lanes, at = [], 0
    nans = dict(value.nans)
    width = WIDTH[next(iter(nans.values()))]
    while at < value.width:
        name = nans.pop(at, None)
        if name and WIDTH[name] != width:
            raise Unjudged('NaNs of several widths')
        lanes.append(f'nan.{name}' if name else f'{value.bits >> at & (1 << width) - 1:0{width // 4}x}')
        at += width
    if nans:
        raise Unjudged('a NaN across lanes')
    return ','.join(reversed(lanes))


def agrees(value, bits):
    """Whether bits are a value, apart from what is open."""
    open_bits = sum((1 << WIDTH[name]) - 1 << at for at, name in value.nans)
    return value.approximate or (value.bits ^ bits) & ~open_bits == 0


def judged(found, target, tools, seed):
    """The cases of a fragment, as lines of the list."""
    judge, chosen, unjudged, seen = Judge(found), [], [], set()
    for inputs in candidates(found, seed):
        try:
            outputs = judge.run(inputs)
            texts = ' '.join(map(shown, outputs))
        except Unjudged as reason:
            unjudged.append((inputs, None, str(reason)))
            continue
        if texts not in seen and len(chosen) < N_CASES:
            seen.add(texts)
            chosen.append((inputs, outputs, texts))
    tried = chosen + unjudged[:N_UNJUDGED if chosen else N_CASES]
    try:
        folded = fold(tools, found, target, [inputs for inputs, _, _ in tried])
    except Unjudged as reason:
        print(f'  not assembled: {str(reason).strip().splitlines()[0]}', file=sys.stderr)
        folded = [None] * len(tried)
    for (inputs, outputs, texts), own in zip(tried, folded):
        names = []
        if own is None and outputs is None:
            continue
        bits = own and ' '.join(f'{it:0{each.width // 4}x}' for it, each in zip(own, found.outputs))
        if outputs is None:
            texts, names = bits, ['fold']
        elif own is None or all(it.approximate for it in outputs):
            names = ['numpy']
        elif all(map(agrees, outputs, own)):
            names = ['fold', 'numpy']
        else:
            names = ['numpy', f'folded {bits}']
        left = ' '.join(f'{it:0{each.width // 4}x}' for it, each in zip(inputs, found.inputs))
        yield f'{left} = {texts} # {", ".join(names)}'
    if not chosen and unjudged and not any(folded):
        print(f'  not judged: {unjudged[0][2]}', file=sys.stderr)


def version(tool):
    return re.search(r'V([\d.]+)', subprocess.run([tool, '--version'], capture_output=True, text=True).stdout).group(1)


def main():
    folder, *tools = sys.argv[1:4]
    with open(LIST, 'rb') as file:
        old = tomllib.load(file)
    lines = [f'# Fragments of public projects by reference, with independent results; see README.md.',
             f'# oracle: fold: ptxas {version(tools[0])}, constant folding, read with nvdisasm {version(tools[1])}',
             f'# oracle: numpy: judge.py, NumPy {numpy.__version__}, ml_dtypes {ml_dtypes.__version__}, Python {sys.version.split()[0]}',
             f'# command: cargo xtask fragments --renew',
             f'# date: {os.environ.get("FRAGMENTS_DATE", datetime.date.today().isoformat())}',
             f'# GPU, driver: none', '']
    for name, project in old['project'].items():
        lines += [f'[project."{name}"]', f'commit = "{project["commit"]}"', '']
    for each in old['fragment']:
        first, last = each['lines']
        place = f'{each["project"]} {each["file"]}:{first}'
        commit = old['project'][each['project']]['commit']
        show = ['git', '-C', os.path.join(folder, each['project']), 'show', f'{commit}:{each["file"]}']
        text = subprocess.run(show, check=True, capture_output=True).stdout
        text = b''.join(text.splitlines(keepends=True)[first - 1:last])
        digest = hashlib.sha256(text).hexdigest()
        cases = []
        try:
            found = program(text.decode())
            cases = list(judged(found, each['target'], tools, digest))
        except Unjudged as reason:
            print(f'  not read: {reason}', file=sys.stderr)
        if not cases:
            print(f'left out: {place}', file=sys.stderr)
            continue
        quoted = lambda names: '[' + ', '.join(f"'{it}'" for it in names) + ']'
        lines += ['[[fragment]]', f'project = "{each["project"]}"', f'file = "{each["file"]}"', f'lines = [{first}, {last}]',
                  f'sha256 = "{digest}"', f'target = "{each["target"]}"',
                  f'inputs = {quoted(it.name for it in found.inputs)}', f'outputs = {quoted(it.name for it in found.outputs)}',
                  'cases = [', *(f"  '{case}'," for case in cases), ']', '']
    with open(LIST, 'w') as file:
        file.write('\n'.join(lines))


if __name__ == '__main__':
    main()
