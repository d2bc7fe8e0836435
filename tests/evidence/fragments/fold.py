"""What NVIDIA's assembler folds a program with constant inputs to."""
import os, re, subprocess, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'vectors'))
from ptxas_fold import results
from statements import Unjudged

KINDS = {'h': '.b16', 'r': '.b32', 'l': '.b64', 'f': '.f32', 'd': '.f64'}
VERSION = '9.3'


def module(program, target, cases):
    """A kernel that stores every output of every case, xored with the thread number."""
    lines = [f'.version {VERSION}', f'.target {target}', '.address_size 64', '.visible .entry k(.param .u64 p) {',
             '.reg .b64 %ptr; .reg .b32 %tid_x, %w0, %w1;', 'ld.param.u64 %ptr, [p];', 'mov.u32 %tid_x, %tid.x;']
    names = {}
    for index, each in enumerate(program.operands):
        names[each.name] = f'%o{index}' if each.value is None else str(each.value)
    body = re.sub(r'[%$]\[?\w+\]?', lambda match: names.get(match.group(0), match.group(0)), program.text)
    offset = 0
    for case in cases:
        lines.append('{')
        for each in program.operands:
            if each.value is None:
                lines.append(f'.reg {KINDS[each.constraint]} {names[each.name]};')
        for each, bits in zip(program.inputs, case):
            lines.append(f'mov.b{each.width} {names[each.name]}, 0x{bits:x};')
        lines.append(body if body.rstrip().endswith((';', '}')) else body + ';')
        for each in program.outputs:
            name = names[each.name]
            unpack = {16: f'cvt.u32.u16 %w0, {name};', 32: f'mov.b32 %w0, {name};', 64: f'mov.b64 {{%w0, %w1}}, {name};'}
            lines.append(unpack[each.width])
            for word in range(2 if each.width == 64 else 1):
                lines.append(f'xor.b32 %w{word}, %w{word}, %tid_x; st.global.b32 [%ptr+{offset}], %w{word};')
                offset += 4
        lines.append('}')
    return '\n'.join(lines + ['ret;', '}']) + '\n'


def fold(tools, program, target, cases):
    """For each case the bits of the outputs, or None where not all were folded."""
    ptxas, nvdisasm = tools
    with tempfile.TemporaryDirectory() as folder:
        ptx, cubin = os.path.join(folder, 'k.ptx'), os.path.join(folder, 'k.cubin')
        with open(ptx, 'w') as file:
            file.write(module(program, target, cases))
        done = subprocess.run([ptxas, f'-arch={target}', ptx, '-o', cubin], capture_output=True, text=True)
        if done.returncode:
            raise Unjudged(done.stderr)
        code = subprocess.run([nvdisasm, '-c', cubin], check=True, capture_output=True, text=True).stdout
        # A called function may write any register.
        stored = {} if 'CALL.' in code else results(code)
    offset, folded = 0, []
    for _ in cases:
        outputs = []
        for each in program.outputs:
            words = [stored.get(offset + 4 * i) for i in range(2 if each.width == 64 else 1)]
            offset += 4 * len(words)
            outputs.append(None if None in words else sum(word << 32 * i for i, word in enumerate(words)))
        folded.append(None if None in outputs else outputs)
    return folded
