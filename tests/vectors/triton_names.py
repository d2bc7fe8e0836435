"""Writes the PTX that Triton emits for its functions of f32, for names that the core reads.

    python triton_names.py > triton-names.txt

needs Triton, and no GPU. A line has a function and its statements, where it is a few; else their
number.
"""

import importlib.util
import re
import tempfile
from pathlib import Path

import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

SOURCE = """
import triton, triton.language as tl
@triton.jit
def kernel(A, B, C, D):
    a = tl.load(A)
    b = tl.load(B)
    c = tl.load(C)
    tl.store(D, tl.{name}({arguments}))
"""
FUNCTIONS = {1: "exp2 exp sqrt sqrt_rn rsqrt abs floor ceil sin cos log log2 erf", 2: "maximum minimum fdiv div_rn", 3: "fma"}


def statements(name, count, folder):
    path = Path(folder) / f"{name}.py"
    path.write_text(SOURCE.format(name=name, arguments=", ".join("abc"[:count])))
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    source = ASTSource(fn=module.kernel, signature={place: "*fp32" for place in "ABCD"}, constexprs={})
    ptx = triton.compile(source, target=GPUTarget("cuda", 90, 32)).asm["ptx"]
    lines = [" ".join(line.split()).rstrip(";") for line in ptx.splitlines()]
    loads = [re.search(r"mov\.b32 (%r\d+), \1|ld\.global\.b32 \{ (%r\d+) \}", line) for line in lines]
    names = {load[1] or load[2]: place for load, place in zip(filter(None, loads), "abc")}
    skipped = r"(@%\w+ )?(ld|st|mov|cvta|ret|setp\.eq\.b32 %p\d+, %r\d+, 0$)"
    found = [line for line in lines if re.match(r"(@%p\d+ )?[a-z]\w*\.", line) and not re.match(skipped, line)]
    if len(found) > 4:
        return f"{len(found)} statements"
    for line in found:
        register = re.search(r"%r\d+", line)[0]
        names[register] = "d" if line is found[-1] else f"t{len(names)}"
    return "; ".join(re.sub(r"%r\d+", lambda word: names.get(word[0], word[0]), line) for line in found)


def main():
    print(f"# Written by tests/vectors/triton_names.py: Triton {triton.__version__}, for sm_90, 25 November 2026.")
    print("# A function of f32, and its statements.")
    with tempfile.TemporaryDirectory() as folder:
        for count, names in FUNCTIONS.items():
            for name in names.split():
                print(f"tl.{name}\t{statements(name, count, folder)}")


main()
