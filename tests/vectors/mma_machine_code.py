#!/usr/bin/env python3
"""Records what NVIDIA's assembler makes of instructions of tensor cores.

usage: mma_machine_code.py PTXAS NVDISASM > mma-machine-code.txt

Each instruction stands in a kernel that loads its registers and stores those of d. What is left without
loads, stores, addresses and waits is counted: the instructions of the machine in the order in which they
first appear. The tests and the page read the record; they need neither this script nor the tools, which come
with NVIDIA's CUDA toolkit.
"""
import collections, datetime, os, re, subprocess, sys, tempfile

from ptxas_mma import DECLARED, operands

TARGETS = ['sm_75', 'sm_80', 'sm_89', 'sm_90a', 'sm_100a', 'sm_120a']
INSTRUCTIONS = '''
mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32
mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32
mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16
mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32
mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32
mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32
mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32
mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e4m3.f32
mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e4m3.f16
mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m3.e3m2.f32
mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m1.e2m1.f32
mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e4m3.f32.ue8m0
mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0
mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3
mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64
mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32
wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32
wmma.mma.sync.aligned.row.col.m16n16k16.f32.bf16.bf16.f32
wmma.mma.sync.aligned.row.col.m16n16k8.f32.tf32.tf32.f32
wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16
wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32
wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3
tcgen05.mma.cta_group::1.kind::f16
tcgen05.mma.cta_group::1.kind::tf32
tcgen05.mma.cta_group::1.kind::f8f6f4
tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale
tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.scale_vec::4X
'''.split()
# What belongs to the kernel: loads, stores, addresses, copies, waits, and the end.
FRAME = re.compile(r'(LDG|STG|LDC|ULDC|LDCU|MOV|UMOV|R2UR|S2R|S2UR|EXIT|NOP|BRA|ISETP|UISETP|IADD3?|UIADD3|IMAD|HFMA2|PLOP3|WARPSYNC'
                   r'|WARPGROUP|WARPGROUPSET|CS2R|VOTEU|ELECT|PRMT|UPRMT|BAR|DEPBAR|LOP3|ULOP3|P2R|R2P|UP2UR|SEL|USEL)\b')


def kernel(spelling):
    """A kernel with the instruction between loads and stores."""
    text = operands(spelling)
    used = sorted(set(re.findall(r'\b[rlFD]\d+\b', text)))
    loads, stores = '', ''
    for place, name in enumerate(used):
        kind = {'r': 'b32', 'l': 'b64', 'F': 'f32', 'D': 'f64'}[name[0]]
        loads += f'ld.global.{kind} {name}, [p+{8 * place}]; '
    if 'tcgen05' not in spelling:
        results = re.match(r'\{([^}]*)\}', text)[1].split(', ')
        for place, name in enumerate(results):
            kind = {'r': 'b32', 'l': 'b64', 'F': 'f32', 'D': 'f64'}[name[0]]
            stores += f'st.global.{kind} [p+{8 * place}], {name}; '
    before, behind = '', ''
    if 'wgmma' in spelling:
        before, behind = 'wgmma.fence.sync.aligned; ', 'wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0; '
    condition = 'ld.global.b32 q, [p+1024]; setp.ne.b32 p0, q, 0; ' if 'p0' in text else ''
    return (f'.entry k(.param .u64 a) {{ {DECLARED} .reg .b64 p; .reg .b32 q; ld.param.u64 p, [a]; {loads}{condition}'
            f'{before}{spelling} {text}; {behind}{stores}ret; }}\n')


def code(ptxas, nvdisasm, target, spelling):
    """The instructions of the machine with their numbers; None where the assembler refuses."""
    with tempfile.TemporaryDirectory() as folder:
        source, binary = os.path.join(folder, 'k.ptx'), os.path.join(folder, 'k.cubin')
        with open(source, 'w') as file:
            file.write(f'.version 9.5\n.target {target}\n.address_size 64\n{kernel(spelling)}')
        done = subprocess.run([ptxas, '-O3', f'-arch={target}', '-o', binary, source], capture_output=True, text=True)
        if done.returncode:
            return None
        text = subprocess.run([nvdisasm, '-c', binary], capture_output=True, text=True, check=True).stdout
    found = re.findall(r'/\*[0-9a-f]{4}\*/\s+(?:@!?U?P\d\s+)?([A-Z][A-Z0-9_.]*)', text)
    counts = collections.Counter(name for name in found if not FRAME.match(name))
    return [f'{count} x {name}' if count > 1 else name for name, count in counts.items()]


def main():
    ptxas, nvdisasm = sys.argv[1:]
    version = re.search(r'V([\d.]+)', subprocess.run([ptxas, '--version'], capture_output=True, text=True).stdout)[1]
    print('# The machine code of instructions of tensor cores, without loads, stores, addresses and waits.')
    print(f'# oracle: ptxas {version} -O3, nvdisasm of the same release')
    print('# command: tests/vectors/mma_machine_code.py')
    print(f'# date: {datetime.date.today()}\n# GPU, driver: none')
    for spelling in INSTRUCTIONS:
        print(spelling)
        for target in TARGETS:
            found = code(ptxas, nvdisasm, target, spelling)
            if found:
                print(f'  {target}', '; '.join(found))


main()
