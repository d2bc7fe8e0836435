"""Writes results of libraries, for names from elsewhere that the core reads.

    python library_names.py > library-names.txt

needs NumPy and ml_dtypes, and PyTorch and JAX for their lines. A line has a name, the bits of its
f32 operands, and the bits of the result: of f32, of one truth value, or of the format that the name
is. Operands are few: they tell functions, orders of operands, roundings and NaNs apart.
"""

import importlib
import warnings

import numpy as np

warnings.simplefilter("ignore")

ONE = [0x00000000, 0x80000000, 0x40200000, 0xC0200000, 0x3E99999A, 0x42280000, 0x7F800000, 0x7FC00000]
TWO = [
    (0x7FC00000, 0x3F800000),
    (0x3F800000, 0x7FC00000),
    (0x00000000, 0x80000000),
    (0x80000000, 0x00000000),
    (0x3FC00000, 0xC0200000),
    (0x3F800000, 0x40400000),
    (0x7F800000, 0xFF800000),
]
WIDE = [0x43E80000, 0x43E88000, 0x43FA0000, 0x476FFFFF, 0x47700000, 0x49742400, 0x40F80000, 0x41F80000]
UNARY = (
    "abs negative sqrt reciprocal floor ceil trunc round isnan isinf isfinite exp exp2 expm1 log log2 "
    "log10 tanh sinh cosh"
).split()
BINARY = "add subtract multiply divide maximum minimum fmax fmin copysign hypot".split()
LIBRARIES = {
    "np": ("numpy", UNARY + ["absolute", "fabs", "rint", "around", "fix", "cbrt"], BINARY),
    "torch": ("torch", UNARY + ["absolute", "neg", "fix", "rsqrt", "relu"], BINARY + ["sub", "mul", "div"]),
    "jnp": ("jax.numpy", UNARY + ["fabs", "rint", "around", "cbrt"], BINARY),
    "jax.nn": ("jax.nn", ["relu"], []),
    "jax.lax": (
        "jax.lax",
        "neg abs floor ceil sqrt rsqrt is_finite round exp exp2 expm1 log tanh cbrt".split(),
        "add sub mul div max min".split(),
    ),
}
FORMATS = {
    "ml_dtypes": "bfloat16 float8_e4m3fn float8_e5m2 float8_e8m0fnu float6_e2m3fn float6_e3m2fn float4_e2m1fn",
    "np": "float16",
    "torch": "float16 bfloat16 float8_e4m3fn float8_e5m2 float8_e8m0fnu",
}


def single(bits):
    return np.array([bits], dtype=np.uint32).view(np.float32)


def bits_of(result):
    result = np.asarray(result)
    width = result.dtype.itemsize
    return int(result.reshape(-1).view({1: np.uint8, 2: np.uint16, 4: np.uint32}[width])[0])


def into(module, values):
    return module.from_numpy(values) if module.__name__ == "torch" else values


def main():
    versions = [f"NumPy {np.__version__}"]
    lines = []
    for path, (name, unary, binary) in LIBRARIES.items():
        module = importlib.import_module(name)
        if "." not in path and name != "numpy":
            versions.append(f"{name.split('.')[0]} {importlib.import_module(name.split('.')[0]).__version__}")
        convert = importlib.import_module("torch" if path == "torch" else "numpy")
        for function in unary:
            for one in ONE:
                result = getattr(module, function)(into(convert, single(one)))
                lines.append(f"{path}.{function} {one:08x} {bits_of(result):x}")
        for function in binary:
            for one, two in TWO:
                operands = (into(convert, single(one)), into(convert, single(two)))
                result = getattr(module, function)(*operands)
                lines.append(f"{path}.{function} {one:08x} {two:08x} {bits_of(result):x}")
    for path, names in FORMATS.items():
        module = importlib.import_module("numpy" if path == "np" else path)
        if path == "ml_dtypes":
            versions.append(f"ml_dtypes {module.__version__}")
        for name in names.split():
            for one in ONE + WIDE:
                if path == "torch":
                    kind = getattr(module, name)
                    result = module.from_numpy(single(one)).to(kind)
                    result = result.view(module.uint16 if result.element_size() == 2 else module.uint8).numpy()
                else:
                    result = single(one).astype(getattr(module, name))
                lines.append(f"{path}.{name} {one:08x} {bits_of(result):x}")
    print(f"# Written by tests/vectors/library_names.py: {', '.join(versions)}; on a CPU, 25 November 2026.")
    print("# A name, the bits of its f32 operands, the bits of its result.")
    print("\n".join(lines))


main()
