"""Compiles generated kernels to TTGIR for cuda:90 and prints what each pass did with them.

usage: measure.py KERNELS.jsonl [whole]

With `whole` the passes run as the compiler runs them, which is for timing only. Runs in a Python
that has Triton; needs no GPU. Kernels go through the JIT path, stopped after TTGIR.
"""
import collections
import dataclasses
import inspect
import json
import os
import re
import statistics
import sys
import tempfile
import time

os.environ["TRITON_CACHE_DIR"] = tempfile.mkdtemp()
os.environ["TRITON_ALWAYS_COMPILE"] = "1"

import linecache
import triton
from triton.backends import backends
from triton.backends.compiler import GPUTarget
from triton.backends.driver import DriverBase
from triton.runtime.driver import driver
import triton.backends.nvidia.compiler as compiler


class Utils:
    def load_binary(self, name, kernel, shared, device):
        return 1, name, 32, 0, 1024

    def get_device_properties(self, device):
        return {"max_shared_mem": 232448, "warpSize": 32}

    def unload_module(self, module):
        pass


class Driver(DriverBase):
    utils = Utils()
    launcher_cls = type("Launcher", (), {"__init__": lambda *a: None, "__call__": lambda *a: None})
    is_active = classmethod(lambda cls: True)
    get_current_target = lambda self: GPUTarget("cuda", 90, 32)
    get_active_torch_device = lambda self: None
    get_benchmarker = lambda self: None
    map_python_to_cpp_type = lambda self, ty: ty
    get_current_device = lambda self: 0
    set_current_device = lambda self, device: None
    get_current_stream = lambda self, device: 0

    def __init__(self):
        pass


TEXT = {}


class Stop(compiler.CUDABackend):
    def add_stages(self, stages, options, language):
        super().add_stages(stages, options, language)
        for name in ("ttir", "ttgir"):
            def stage(src, metadata, name=name, run=stages[name]):
                module = run(src, metadata)
                TEXT[name] = module.str_nodebug()
                return module
            stages[name] = stage
        for name in list(stages)[2:]:
            def stub(src, metadata):
                for key in ("shared", "tmem_size", "global_scratch_size", "profile_scratch_size"):
                    metadata.setdefault(key, 0)
                metadata.setdefault("name", "kernel")
                return b""
            stages[name] = stub


class Passes:
    """Stands in for the pass bindings: notes each pass instead of adding it."""

    def __init__(self, real):
        self.real = real

    def __getattr__(self, name):
        value = getattr(self.real, name)
        if not name.startswith("add_"):
            return value if callable(value) and not inspect.ismodule(value) else Passes(value)
        return lambda manager, *rest: manager.steps.append((name[4:], lambda pm: value(pm, *rest)))


CHANGED = collections.Counter()
CONVERTS = collections.Counter()


class Manager:
    """Stands in for a pass manager: runs its passes one at a time."""

    def __init__(self, context):
        self.context, self.steps = context, []

    def enable_debug(self):
        return False

    def run(self, module, name):
        before = module.str_nodebug()
        for step, add in self.steps:
            manager = REAL_MANAGER(self.context)
            add(manager)
            manager.run(module, name)
            after = module.str_nodebug()
            if after != before:
                KERNEL[step] = max(KERNEL.get(step, 0), before.count("ttg.convert_layout") - after.count("ttg.convert_layout"))
            before = after


REAL_MANAGER = compiler.ir.pass_manager


class Ir:
    pass_manager = Manager

    def __getattr__(self, name):
        return getattr(REAL_IR, name)


REAL_IR = compiler.ir


class Dtype(str):
    @property
    def itemsize(self):
        width = self.lstrip("abcdefghijklmnopqrstuvwxyz")  # 8e4nv is a width of 8
        return 1 if width.startswith("8") else max(1, int(width) // 8)


class Pointer:
    def __init__(self, dtype, address):
        self.dtype, self.address = Dtype(dtype), address

    def data_ptr(self):
        return self.address


class Arguments:
    def __init__(self, arguments):
        self.arguments = {a["name"]: a for a in arguments}

    def pointer(self, name):
        a = self.arguments[name]
        return Pointer(a["pointer"], 0x10000000 + a["address"])

    def scalar(self, name):
        a = self.arguments[name]
        return a["int"] if "int" in a else a["float"]

    def descriptor(self, name, shape, strides, block):
        from triton.tools.tensor_descriptor import TensorDescriptor  # from 3.4 on

        return TensorDescriptor(self.pointer(name), shape, strides, block)

    def options(self, **given):
        return given


def launch(case):
    file = f"<{case['name']}>"
    text = case["module"]
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    space = {"__name__": case["name"]}
    exec(compile(text, file, "exec"), space)
    space["launch"](Arguments(case["arguments"]))
    linecache.cache.pop(file)


def main():
    global KERNEL
    whole = "whole" in sys.argv
    driver.set_active(Driver())
    backends["nvidia"] = dataclasses.replace(backends["nvidia"], compiler=Stop)
    if not whole:
        compiler.ir, compiler.passes, compiler.nvidia = Ir(), Passes(compiler.passes), Nvidia()
    cases = [json.loads(line) for line in open(sys.argv[1])]
    ops, times, failures = [], [], []
    count = collections.Counter()
    for case in cases:
        KERNEL = {}
        start = time.process_time()
        try:
            launch(case)
        except Exception as error:
            cause = error.__cause__ or error
            failures.append((case["name"], type(error).__name__, str(cause).strip()[-300:]))
            continue
        times.append(time.process_time() - start)
        ttir = TEXT["ttir"]
        ops.append(len(re.findall(r"^\s+(?:%\S+(?:, %\S+)* = |tt\.|scf\.|cf\.)", ttir, re.M)))
        count["loop"] += "scf.for" in ttir
        count["branch"] += "scf.if" in ttir
        count["reduction or reshape"] += bool(re.search(r"tt\.(reduce|trans|reshape)\b", ttir))
        count["reduction"] += "tt.reduce" in ttir
        count["pipelined"] += "async_copy" in TEXT["ttgir"] or "local_alloc" in TEXT["ttgir"]
        count["convert left"] += "ttg.convert_layout" in TEXT["ttgir"]
        for step, removed in KERNEL.items():
            CHANGED[step] += 1
            CONVERTS[step] += removed > 0
        count["convert removed"] += any(r > 0 for r in KERNEL.values())
    for failure in failures[:20]:
        print("FAILED", *failure)
    n = len(cases)
    print(f"{n} kernels, accepted {100 * (n - len(failures)) / n:.1f} %")
    times.sort()
    print(f"compile: mean {1e3 * statistics.mean(times[:-1]):.1f} ms, median {1e3 * statistics.median(times):.1f}, p95 {1e3 * times[int(len(times) * .95)]:.1f}, max {1e3 * times[-2]:.1f}")
    print(f"TTIR ops: median {statistics.median(ops)}, mean {statistics.mean(ops):.1f}, max {max(ops)}")
    for key, value in count.items():
        print(f"{key}: {100 * value / n:.1f} %")
    print("passes that changed the module (and removed layout conversions), by kernels:")
    for step, value in CHANGED.most_common():
        print(f"  {step}: {value} ({CONVERTS[step]})")


class Nvidia:
    def __init__(self):
        self.real = compiler.nvidia
        self.passes = Passes(compiler.nvidia.passes)

    def __getattr__(self, name):
        return getattr(self.real, name)


if __name__ == "__main__":
    main()
