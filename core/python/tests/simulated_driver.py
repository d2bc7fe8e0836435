"""NVIDIA's driver as Python: what capture.py calls of it, with results by ptxfp.

The places of elements in registers are written here as the PTX ISA has them, one formula for each shape,
so that they are compared with those of capture.py.
"""

import ctypes
import re
from typing import Any

import numpy as np
import ptxfp

ERRORS = {100: b"CUDA_ERROR_NO_DEVICE", 218: b"CUDA_ERROR_INVALID_PTX", 700: b"CUDA_ERROR_ILLEGAL_ADDRESS"}
BITS = {"f64": 64, "f32": 32, "tf32": 32, "f16": 16, "bf16": 16}
NARROW = {"e4m3": 8, "e5m2": 8, "e3m2": 6, "e2m3": 6, "e2m1": 4}


def value(argument: Any) -> int:
    return int(getattr(argument, "value", argument))


class Driver:
    """A driver with GPUs of one kind."""

    def __init__(
        self,
        capability: tuple[int, int] = (9, 0),
        cuda: int = 13050,
        n_devices: int = 1,
        wrong: str = "",
        broken: str = "",
    ) -> None:
        self.capability, self.cuda, self.n_devices = capability, cuda, n_devices
        # An instruction with a wrong bit in its last result, and one that fails.
        self.wrong, self.broken = wrong, broken
        self.modules: dict[int, str] = {}
        self.memory: dict[int, bytearray] = {}
        self.is_lost = False
        self.next = 0x1000

    def cuInit(self, flags: int) -> int:
        return 0 if self.n_devices else 100

    def cuGetErrorName(self, code: int, text: Any) -> int:
        text._obj.value = ERRORS.get(code, b"CUDA_ERROR_UNKNOWN")
        return 0

    def cuDeviceGetCount(self, count: Any) -> int:
        count._obj.value = self.n_devices
        return 0

    def cuDeviceGet(self, device: Any, index: int) -> int:
        device._obj.value = index
        return 0

    def cuDeviceGetName(self, name: Any, size: int, device: Any) -> int:
        name.value = b"Simulated GPU"
        return 0

    def cuDriverGetVersion(self, version: Any) -> int:
        version._obj.value = self.cuda
        return 0

    def cuDeviceGetAttribute(self, found: Any, attribute: int, device: Any) -> int:
        found._obj.value = self.capability[attribute - 75]
        return 0

    def cuDevicePrimaryCtxRetain(self, context: Any, device: Any) -> int:
        context._obj.value = 1
        return 0

    def cuDevicePrimaryCtxReset_v2(self, device: Any) -> int:
        self.is_lost = False
        return 0

    def cuCtxSetCurrent(self, context: Any) -> int:
        return 0

    def cuModuleLoadDataEx(self, module: Any, image: Any, n: int, options: Any, values: Any) -> int:
        ptx = image.value.decode()
        reason = refusal(ptx)
        if reason:
            assert list(options) == [5, 6]
            log = reason.encode()[: values[1] - 1] + b"\0"
            ctypes.memmove(values[0], log, len(log))
            return 218
        self.next += 1
        self.modules[self.next] = ptx
        module._obj.value = self.next
        return 0

    def cuModuleGetFunction(self, function: Any, module: Any, name: bytes) -> int:
        assert name == b"probe"
        function._obj.value = module.value
        return 700 if self.is_lost else 0

    def cuModuleUnload(self, module: Any) -> int:
        del self.modules[module.value]
        return 0

    def cuMemAlloc_v2(self, pointer: Any, size: Any) -> int:
        self.next += 1
        self.memory[self.next] = bytearray(size.value)
        pointer._obj.value = self.next
        return 0

    def cuMemFree_v2(self, pointer: Any) -> int:
        del self.memory[pointer.value]
        return 0

    def cuMemcpyHtoD_v2(self, pointer: Any, data: bytes, size: Any) -> int:
        self.memory[pointer.value][: size.value] = data
        return 0

    def cuMemcpyDtoH_v2(self, data: Any, pointer: Any, size: Any) -> int:
        data.raw = bytes(self.memory[pointer.value][: size.value])
        return 0

    def cuCtxSynchronize(self) -> int:
        return 700 if self.is_lost else 0

    def cuLaunchKernel(self, function: Any, *arguments: Any) -> int:
        blocks, _, _, threads, _, _, _, _, pointers, _ = arguments
        source, result = (ctypes.c_uint64.from_address(pointers[i]).value for i in (0, 1))
        count = ctypes.c_uint32.from_address(pointers[2]).value
        kernel = Kernel(self.modules[function.value])
        if kernel.instruction == self.broken:
            self.is_lost = True
            return 0
        assert threads == (256 if kernel.is_scalar else kernel.threads)
        assert blocks == (-(-count // 256) if kernel.is_scalar else count)
        found = kernel.run(bytes(self.memory[source]), count)
        if kernel.instruction == self.wrong:
            # The lowest bit of the last result, which words of 64 bits have before their end.
            found[-8 if kernel.is_scalar else -kernel.size] ^= 1
        self.memory[result][:] = found
        return 0


def refusal(ptx: str) -> str:
    """What the assembler would say."""
    kernel = Kernel(ptx)
    if kernel.is_scalar:
        names = ", ".join("%" + "rabcef"[i] for i in range(len(kernel.loads) + 1))
        if "x4." in kernel.instruction:
            names = "%r, {%a, %b, %c, %e}, %f"
        found = ptxfp.check(f"{kernel.instruction} {names};", target=kernel.target, isa=kernel.isa)
        return found[0].message if found else ""
    try:
        ptxfp.mma(kernel.instruction, [[0]], [[0]], target=kernel.target, isa=kernel.isa)
    except ptxfp.PtxError as error:
        return str(error) if " needs " in str(error) or " no " in str(error) else ""
    return ""


class Kernel:
    """A kernel, read from its PTX."""

    def __init__(self, ptx: str) -> None:
        self.isa = re.findall(r"^\.version (\S+)$", ptx, re.M)[0]
        self.target = re.findall(r"^\.target (\S+)$", ptx, re.M)[0]
        # What writes the result, but for moves of data.
        statement = r"^(?!mov|wmma\.(?:load|store))(\S+) (?:%d|%byte|\{%c).*;$"
        self.instruction = re.findall(statement, ptx, re.M)[0]
        self.is_scalar = "mma" not in self.instruction.split(".")[0]
        # The registers with their places in a thread's words.
        loads = re.findall(r"^ld\.global\.b(\d+) (%\w+), \[%in\+(\d+)\];$", ptx, re.M)
        self.loads = {name[1:]: (int(place), int(bits) // 8) for bits, name, place in loads}
        self.threads = 128 if self.instruction.startswith("wgmma") else 32
        if not self.is_scalar:
            self.read_matrices()

    def read_matrices(self) -> None:
        self.m, self.n, self.k = map(int, re.findall(r"m(\d+)n(\d+)k(\d+)", self.instruction)[0])
        words = self.instruction.split(".")
        types = [word for word in words if word in BITS or word in NARROW]
        self.a, self.b = ("f16", "f16") if len(types) == 2 else (types[1], types[2])
        self.d = types[0]
        self.size = BITS[self.d] // 8
        self.blocks = 0
        for word in words:
            if word.startswith("scale_vec"):
                self.blocks = int(word[-2])
        self.is_old = self.m == 8 and self.a == "f16"

    def run(self, data: bytes, count: int) -> bytearray:
        if self.is_scalar:
            return self.run_scalar(data, count)
        if self.instruction.startswith("wmma"):
            return self.run_whole(data, count)
        words = sum(size for _, size in self.loads.values())
        found = bytearray()
        for block in range(count):
            registers = []
            for thread in range(self.threads):
                start = (block * self.threads + thread) * words
                of_thread = {}
                for name, (place, size) in self.loads.items():
                    first = start + place
                    of_thread[name] = int.from_bytes(data[first : first + size], "little")
                registers.append(of_thread)
            found += self.run_block(registers)
        return found

    def run_scalar(self, data: bytes, count: int) -> bytearray:
        words = np.frombuffer(data, np.uint64).reshape(count, len(self.loads))
        kinds = {2: np.uint16, 4: np.uint32, 8: np.uint64}
        columns = [words[:, i].astype(kinds[size]) for i, (_, size) in enumerate(self.loads.values())]
        result = ptxfp.evaluate(self.instruction, *columns, target=self.target, isa=self.isa)
        bits = result.bits if result.observed_bits is None else result.observed_bits
        return bytearray(np.asarray(bits, np.uint64).tobytes())

    def run_whole(self, data: bytes, count: int) -> bytearray:
        found = bytearray()
        kinds = {16: np.uint16, 32: np.uint32}
        place = 0
        for _ in range(count):
            parts = []
            shapes = ((self.m, self.k, self.a), (self.n, self.k, self.b), (self.m, self.n, self.d))
            for rows, columns, name in shapes:
                kind = kinds[BITS[name]]
                part = np.frombuffer(data, kind, rows * columns, place)
                place += part.nbytes
                parts.append(part.reshape(rows, columns))
            found += self.product(parts[0], parts[1].T, parts[2], None).tobytes()
        return found

    def run_block(self, registers: list[dict[str, int]]) -> bytearray:
        n_tiles = 4 if self.is_old else 1
        a = np.zeros((n_tiles, self.m, self.k), np.uint64)
        b = np.zeros((n_tiles, self.k, self.n), np.uint64)
        c = np.zeros((n_tiles, self.m, self.n), np.uint64)
        for thread, words in enumerate(registers):
            for side, matrix, name in (("a", a, self.a), ("b", b, self.b), ("c", c, self.d)):
                for i, element in enumerate(self.elements(words, side, name)):
                    place = self.place(side, thread, i)
                    if place:
                        matrix[place] = element
        scales = self.scales(registers) if self.blocks else None
        d = [self.product(a[tile], b[tile], c[tile], scales) for tile in range(n_tiles)]
        found = bytearray()
        for thread, words in enumerate(registers):
            for i, _ in enumerate(self.elements(words, "c", self.d)):
                tile, row, column = self.place("c", thread, i)
                found += int(d[tile][row, column]).to_bytes(self.size, "little")
        return found

    def elements(self, words: dict[str, int], side: str, name: str) -> list[int]:
        """The elements that a thread has: a0, a1, …"""
        width = BITS.get(name, 8)
        if name == "e2m1" and self.k == 64:
            width = 4
        # Four bits of a byte are those from the second on.
        shift = 2 if name == "e2m1" and width == 8 else 0
        mask = (1 << NARROW.get(name, width)) - 1
        found = []
        for register, word in words.items():
            if register[0] == side:
                size = self.loads[register][1] * 8
                found += [word >> place >> shift & mask for place in range(0, size, width)]
        return found

    def place(self, side: str, thread: int, i: int) -> Any:
        warp, lane = divmod(thread, 32)
        group, inner = lane >> 2, lane & 3
        if self.is_old:
            return self.old_place(side, lane, i)
        if side == "c":
            row = group if i < 2 else group + 8
            return 0, row + 16 * warp, inner * 2 + (i & 1)
        bits = 4 if self.k == 64 else BITS.get(self.a, 8)
        if side == "a":
            is_upper, column = {
                64: (i % 2 == 0, inner + i // 2 * 4),
                32: (i in (0, 2), inner + (0 if i < 2 else 4)),
                16: (i < 2 or 4 <= i < 6, inner * 2 + (i & 1) + (8 if i >= 4 else 0)),
                8: (i < 4 or 8 <= i < 12, inner * 4 + (i & 3) + (16 if i >= 8 else 0)),
                4: (i < 8 or 16 <= i < 24, inner * 8 + (i & 7) + (32 if i >= 16 else 0)),
            }[bits]
            return 0, (group if is_upper else group + 8) + 16 * warp, column
        if self.threads == 128:
            # Shared memory: two matrices of eight columns, each with 16 bytes of k.
            if thread >= 64:
                return None
            byte = thread * 4 + i * bits // 8
            return 0, (byte % 16 + byte // 128 * 16) * 8 // bits, byte % 128 // 16
        row = {
            64: inner + i * 4,
            32: inner + i * 4,
            16: inner * 2 + (i & 1) + (8 if i >= 2 else 0),
            8: inner * 4 + (i & 3) + (16 if i >= 4 else 0),
            4: inner * 8 + (i & 7) + (32 if i >= 8 else 0),
        }[bits]
        return 0, row, group

    def old_place(self, side: str, lane: int, i: int) -> tuple[int, int, int]:
        """Four products of a warp, each by eight of its threads."""
        tile = (lane & 15) >> 2
        own = (lane & 3) + (4 if lane >= 16 else 0)
        if side == "a":
            return tile, own, i
        if side == "b":
            return tile, i, own
        if self.d == "f16":
            return tile, own, i
        row = (lane & 1) + (i & 2) + (4 if lane >= 16 else 0)
        return tile, row, (i & 4) + (lane & 2) + (i & 1)

    def scales(self, registers: list[dict[str, int]]) -> Any:
        """The scales: those of a are in the first two threads of four, those of b in the first."""
        of_a = np.zeros((16, self.blocks), np.uint8)
        of_b = np.zeros((self.blocks, 8), np.uint8)
        for lane, words in enumerate(registers):
            for block in range(self.blocks):
                if lane % 4 < 2:
                    of_a[lane // 4 + 8 * (lane % 4), block] = words["s0"] >> 8 * block & 0xFF
                if lane % 4 == 0:
                    of_b[block, lane // 4] = words["s1"] >> 8 * block & 0xFF
        return of_a, of_b

    def product(self, a: Any, b: Any, c: Any, scales: Any) -> Any:
        """The product of matrices; where ptxfp has no result, any other that whole numbers have."""
        where = {"target": self.target, "isa": self.isa}
        of_scales = {"scales_a": scales[0], "scales_b": scales[1]} if scales else {}
        try:
            return ptxfp.mma(self.instruction, a, b, c, **of_scales, **where).bits
        except ptxfp.PtxError:
            if c.size == 1:
                return self.exact(a, b, c)
        found = np.zeros(c.shape, np.uint64)
        for i, j in np.ndindex(c.shape):
            row, column = slice(i, i + 1), slice(j, j + 1)
            part = scales and (scales[0][row], scales[1][:, column])
            found[i, j] = self.product(a[row], b[:, column], c[row, column], part)[0, 0]
        return found.astype({2: np.uint16, 4: np.uint32}.get(self.size, np.uint64))

    def exact(self, a: Any, b: Any, c: Any) -> Any:
        with np.errstate(all="ignore"):
            x, y, z = (numbers(each, name) for each, name in ((a, self.a), (b, self.b), (c, self.d)))
            kinds = {"f16": (np.float16, np.uint16), "f32": (np.float32, np.uint32)}
            kind, word = kinds.get(self.d, (np.float64, np.uint64))
            return (z + x @ y + 0.0).astype(kind).view(word)


def numbers(encodings: Any, name: str) -> Any:
    """The numbers of encodings, those of eight bits by an instruction."""
    if name in ("e4m3", "e5m2"):
        pairs = encodings.astype(np.uint16)
        wide = ptxfp.evaluate(f"cvt.rn.f16x2.{name}x2", pairs, target="sm_90").bits & 0xFFFF
        return wide.astype(np.uint16).view(np.float16).astype(np.float64)
    if name == "bf16":
        return (encodings.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    kinds = {"f16": (np.uint16, np.float16), "f64": (np.uint64, np.float64)}
    word, kind = kinds.get(name, (np.uint32, np.float32))
    return np.ascontiguousarray(encodings.astype(word)).view(kind).astype(np.float64)
