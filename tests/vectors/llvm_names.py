"""Writes the PTX that LLVM emits for its intrinsics, for names from elsewhere that the core reads.

    python llvm_names.py > llvm-names.txt

needs llvmlite, whose LLVM has the NVPTX target. A line has an intrinsic with its types, and the
statement: `d` is its result, and `a`, `b` and `c` are its arguments.
"""

import re

import llvmlite
import llvmlite.binding as llvm

TYPES = {"f32": "float", "f64": "double", "f16": "half", "bf16": "bfloat", "v2f16": "<2 x half>"}


def intrinsics():
    """An intrinsic, its result and its arguments."""
    for kind in ("f32", "f64", "f16"):
        yield from ((f"{name}.{kind}", TYPES[kind], [TYPES[kind]] * 2) for name in ("maximum", "minimum") if kind != "f64")
        yield from ((f"{name}.{kind}", TYPES[kind], [TYPES[kind]] * 2) for name in ("maxnum", "minnum", "maximumnum", "minimumnum"))
        yield f"fma.{kind}", TYPES[kind], [TYPES[kind]] * 3
        yield f"fabs.{kind}", TYPES[kind], [TYPES[kind]]
        for name in "floor ceil trunc rint nearbyint roundeven".split():
            yield f"{name}.{kind}", TYPES[kind], [TYPES[kind]]
    for kind in ("f32", "f64"):
        yield f"sqrt.{kind}", TYPES[kind], [TYPES[kind]]
        yield f"copysign.{kind}", TYPES[kind], [TYPES[kind]] * 2
    short = {"f": "float", "d": "double"}
    for mode in ("rn", "rz", "rm", "rp"):
        for kind in ("f", "ftz.f", "d"):
            real = short[kind[-1]]
            for name, count in (("add", 2), ("mul", 2), ("div", 2), ("fma", 3), ("rcp", 1), ("sqrt", 1)):
                yield f"nvvm.{name}.{mode}.{kind}", real, [real] * count
        for name in "f2i f2ui f2ll f2ull".split():
            for flush in ("", ".ftz"):
                yield f"nvvm.{name}.{mode}{flush}", "i64" if "ll" in name else "i32", ["float"]
        for name in "d2i d2ui d2ll d2ull".split():
            yield f"nvvm.{name}.{mode}", "i64" if "ll" in name else "i32", ["double"]
        for name in "i2f ui2f ll2f ull2f".split():
            yield f"nvvm.{name}.{mode}", "float", ["i64" if "ll" in name else "i32"]
        for name in "i2d ui2d ll2d ull2d".split():
            yield f"nvvm.{name}.{mode}", "double", ["i64" if "ll" in name else "i32"]
        for flush in ("", ".ftz"):
            yield f"nvvm.d2f.{mode}{flush}", "float", ["double"]
    for kind in ("f", "ftz.f"):
        for name in "rsqrt.approx sin.approx cos.approx lg2.approx sqrt.approx".split():
            yield f"nvvm.{name}.{kind}", "float", ["float"]
        yield f"nvvm.div.approx.{kind}", "float", ["float", "float"]
        for name in "floor ceil trunc round saturate".split():
            yield f"nvvm.{name}.{kind}", "float", ["float"]
        for name in "fmin fmax".split():
            yield f"nvvm.{name}.{kind}", "float", ["float", "float"]
    for name in "floor ceil trunc round saturate".split():
        yield f"nvvm.{name}.d", "double", ["double"]
    yield "nvvm.ex2.approx.f32", "float", ["float"]
    yield "nvvm.ex2.approx.ftz.f32", "float", ["float"]
    yield "nvvm.rcp.approx.ftz.f", "float", ["float"]
    yield "nvvm.rcp.approx.ftz.d", "double", ["double"]
    yield "nvvm.rsqrt.approx.d", "double", ["double"]
    yield "nvvm.tanh.approx.f32", "float", ["float"]
    yield "nvvm.fmax.nan.f", "float", ["float", "float"]
    yield "nvvm.fmin.nan.xorsign.abs.f", "float", ["float", "float"]
    yield "nvvm.fmax.nan.f16", "half", ["half", "half"]
    yield "nvvm.fma.rn.relu.f16", "half", ["half", "half", "half"]
    yield "nvvm.fma.rn.f16x2", "<2 x half>", ["<2 x half>"] * 3
    yield "nvvm.f2bf16.rn", "bfloat", ["float"]
    yield "nvvm.f2bf16.rz.relu", "bfloat", ["float"]
    yield "nvvm.ff2bf16x2.rn", "<2 x bfloat>", ["float", "float"]
    yield "nvvm.ff2f16x2.rz", "<2 x half>", ["float", "float"]


def statement(machine, name, result, arguments):
    parameters = ", ".join(f"{kind} %{place}" for kind, place in zip(arguments, "abc"))
    module = f"""
declare {result} @llvm.{name}({", ".join(arguments)})
define void @k(ptr addrspace(1) %d, {parameters}) {{
  %r = call {result} @llvm.{name}({parameters})
  store {result} %r, ptr addrspace(1) %d, align 8
  ret void
}}
"""
    text = machine.emit_assembly(llvm.parse_assembly(module))
    names, found, stored = {}, [], None
    for line in text.splitlines():
        line = line.split("//")[0].strip().rstrip(";")
        load = re.match(r"ld\.param\.\w+\s+(%\w+), \[k_param_(\d)\]", line)
        store = re.match(r"st\.global\.\w+\s+\[%\w+\], (%\w+)", line)
        if load and load[2] != "0":
            names[load[1]] = "abc"[int(load[2]) - 1]
        elif store:
            stored = store[1]
        elif line.startswith(tuple("abcdefilmnrst")) and "%" in line and not line.startswith(("ld.", "cvta")):
            found.append(" ".join(line.split()))
    names[stored] = "d"
    named = [re.sub(r"%\w+", lambda word: names.get(word[0], word[0]), line) for line in found]
    return "; ".join(named)


def main():
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple("nvptx64-nvidia-cuda")
    machine = target.create_target_machine(cpu="sm_90", features="+ptx83", opt=2)
    version = ".".join(map(str, llvm.llvm_version_info))
    print(f"# Written by tests/vectors/llvm_names.py: LLVM {version} of llvmlite {llvmlite.__version__}, for sm_90, 25 November 2026.")
    print("# An intrinsic, and its statement.")
    for name, result, arguments in intrinsics():
        try:
            print(f"llvm.{name}\t{statement(machine, name, result, arguments)}")
        except RuntimeError as error:
            print(f"# llvm.{name}: LLVM has no such intrinsic ({str(error).splitlines()[-1][:60]})")


main()
