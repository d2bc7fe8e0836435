"""Evaluates PTX floating-point instructions bit for bit and reports what the ISA guarantees.

>>> import numpy as np, ptxfp
>>> r = ptxfp.evaluate("cvt.rn.satfinite.e4m3x2.f32", np.float32([500, 0.1]), np.float32(-2))
>>> [hex(bits) for bits in r.bits]
['0x7ec0', '0x1dc0']
>>> ptxfp.evaluate("ex2.approx.f32", 0.5).guarantee
<Guarantee.WITHIN: 2>
"""

from ._ptxfp import PtxError, __version__
from .evaluation import Guarantee, Result, evaluate
from .language import Finding, check
from .links import Checked, Link, Problem, link, linkcheck, verdict
from .matrices import Product, dot, mma
from .operands import Bits, bits
from .parts import diff_part, merge, sweep_part
from .playground import set_playground
from .programs import Register, Run, Store, run

__all__ = [
    "Bits",
    "Checked",
    "Finding",
    "Guarantee",
    "Link",
    "Problem",
    "Product",
    "PtxError",
    "Register",
    "Result",
    "Run",
    "Store",
    "__version__",
    "bits",
    "check",
    "diff_part",
    "dot",
    "evaluate",
    "link",
    "linkcheck",
    "merge",
    "mma",
    "run",
    "set_playground",
    "sweep_part",
    "verdict",
]
