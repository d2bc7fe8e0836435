"""A GPU as a device of the harness: loads modules through NVIDIA's driver and runs their kernels.

Usage: cuda.py FOLDER, from `hardware run`; it needs Python and the driver alone. What it reads and
writes is described in src/device.rs.
"""

import ctypes
import os
import re
import sys

THREADS = 256


class Failure(Exception):
    pass


class Gpu:
    def __init__(self, folder):
        self.folder = folder
        self.modules = {}
        self.memory = {}
        try:
            self.cuda = ctypes.CDLL("libcuda.so.1")
        except OSError as error:
            raise Failure(f"NVIDIA's driver is not here: {error}")
        self.call("cuInit", 0)
        device = ctypes.c_int()
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        context = ctypes.c_void_p()
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)
        name = ctypes.create_string_buffer(256)
        self.call("cuDeviceGetName", name, 256, device)
        version = ctypes.c_int()
        self.call("cuDriverGetVersion", ctypes.byref(version))
        self.name = f"{name.value.decode()}, driver for CUDA {version.value // 1000}.{version.value % 1000 // 10}"
        try:
            with open("/proc/driver/nvidia/version") as file:
                found = re.search(r"\b\d+(\.\d+)+\b", file.readline())
                self.name += f", {found.group()}" if found else ""
        except OSError:
            # Not every system says so; CUDA's version stands for it.
            pass

    def call(self, name, *arguments):
        code = getattr(self.cuda, name)(*arguments)
        if code:
            text = ctypes.c_char_p()
            self.cuda.cuGetErrorString(code, ctypes.byref(text))
            raise Failure(f"{name}: {(text.value or b'?').decode()} ({code})")

    def function(self, module, kernel):
        if module not in self.modules:
            with open(os.path.join(self.folder, module + ".cubin"), "rb") as file:
                image = file.read()
            handle = ctypes.c_void_p()
            self.call("cuModuleLoadData", ctypes.byref(handle), image)
            self.modules[module] = handle
        function = ctypes.c_void_p()
        self.call("cuModuleGetFunction", ctypes.byref(function), self.modules[module], kernel.encode())
        return function

    def room(self, name, size):
        """Memory for this use, at least this large; kept for the next time."""
        pointer, there = self.memory.get(name, (None, 0))
        if there < size:
            if pointer:
                self.call("cuMemFree_v2", pointer)
            pointer = ctypes.c_uint64()
            self.call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(size))
            self.memory[name] = (pointer, size)
        return pointer

    def run(self, module, kernel, count, inputs):
        function = self.function(module, kernel)
        size = count * 8
        source = self.room("inputs", len(inputs))
        result = self.room("outputs", size)
        self.call("cuMemcpyHtoD_v2", source, inputs, ctypes.c_size_t(len(inputs)))
        values = [source, result, ctypes.c_uint32(count)]
        pointers = (ctypes.c_void_p * 3)(*[ctypes.addressof(value) for value in values])
        blocks = (count + THREADS - 1) // THREADS
        self.call("cuLaunchKernel", function, blocks, 1, 1, THREADS, 1, 1, 0, None, pointers, None)
        self.call("cuCtxSynchronize")
        outputs = ctypes.create_string_buffer(size)
        self.call("cuMemcpyDtoH_v2", outputs, result, ctypes.c_size_t(size))
        return outputs.raw

    def sum(self, module, kernel, bits, parts):
        function = self.function(module, kernel)
        size = ctypes.c_size_t(8 * parts)
        sums = self.room("sums", 8 * parts)
        self.call("cuMemsetD8_v2", sums, ctypes.c_ubyte(0), size)
        values = [sums, ctypes.c_uint32(bits - (parts.bit_length() - 1))]
        pointers = (ctypes.c_void_p * 2)(*[ctypes.addressof(value) for value in values])
        # A thread has 256 operands.
        blocks = (1 << bits) // 256 // THREADS
        self.call("cuLaunchKernel", function, blocks, 1, 1, THREADS, 1, 1, 0, None, pointers, None)
        self.call("cuCtxSynchronize")
        outputs = ctypes.create_string_buffer(8 * parts)
        self.call("cuMemcpyDtoH_v2", outputs, sums, size)
        return outputs.raw


def main():
    read, write = sys.stdin.buffer, sys.stdout.buffer
    try:
        gpu = Gpu(sys.argv[1])
    except Failure as failure:
        print(f"error {failure}", flush=True)
        return 1
    print(gpu.name, flush=True)
    while line := read.readline():
        verb, module, kernel, first, second = line.decode().split()
        first, second = int(first), int(second)
        # The operands of a run follow its line.
        inputs = read.read(second * first * 8) if verb == "run" else b""
        try:
            if verb == "run":
                results = gpu.run(module, kernel, second, inputs)
            else:
                results = gpu.sum(module, kernel, first, second)
            answer = b"ok\n" + results
        except (Failure, OSError) as failure:
            answer = f"error {failure}\n".encode()
        write.write(answer)
        write.flush()
    return 0


sys.exit(main())
