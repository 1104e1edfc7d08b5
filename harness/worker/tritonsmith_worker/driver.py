"""A driver that captures launches: Triton's active driver while there is no GPU to ask.

`kernel[grid](...)` runs the real binder, specialization, caches and hooks; what would go to a GPU
is recorded instead.
"""

import struct

from triton.backends.driver import DriverBase
from triton.runtime import driver as triton_driver

from . import artifacts
from .backend import VERSION
from .state import job

# Shared memory that one block may have, in bytes (CUDA C++ Programming Guide, table of technical
# specifications per compute capability, opt-in maximum).
SHARED_MEMORY = {70: 98304, 75: 65536, 80: 166912, 86: 101376, 87: 166912, 89: 101376, 90: 232448,
                 100: 232448, 103: 232448, 120: 101376, 121: 101376}

# The same of AMD's workgroups (LDS) and Intel's (SLM of an Xe core).
LOCAL_MEMORY = {"hip": 65536, "xpu": 131072}


class Utils:
    def __init__(self, target):
        self.target = target

    def get_device_properties(self, device):
        shared = LOCAL_MEMORY.get(self.target.backend)
        if shared is None:
            shared = SHARED_MEMORY.get(self.target.arch, 232448)
        return {"max_shared_mem": shared, "multiprocessor_count": 132, "max_num_regs": 65536,
                "warpSize": self.target.warp_size, "sm_clock_rate": 1, "mem_clock_rate": 1,
                "mem_bus_width": 1}

    def load_binary(self, name, kernel, shared, *rest):  # the device, on Intel build flags before it
        # module, function, registers, spills, most threads per block (the last from 3.4 on)
        loaded = (1, 1, 32, 0, 1024)
        return loaded if VERSION >= (3, 4) else loaded[:4]

    def unload_module(self, module):
        pass


class Launcher:
    def __init__(self, src, metadata):
        self.src, self.metadata = src, metadata
        self.kernel = artifacts.read(src, metadata)  # as it is loaded, whatever becomes of the files

    def __call__(self, grid_x, grid_y, grid_z, stream, function, packed, launch_metadata, enter,
                 leave, *arguments):
        if enter is not None:
            enter(launch_metadata)
        signature = self.src.signature
        bound = list(flatten(signature, self.metadata, arguments))
        job.launches.append({
            "kernel": artifacts.timed(self.kernel, self.metadata),
            "grid": [int(grid_x), int(grid_y), int(grid_z)],
            "arguments": [{"type": ty, "value": encode(ty, value)} for _, ty, value in bound],
            "parameters": [str(name) for name, _, _ in bound],
            "constants": list(constants(self.src, arguments)),
        })
        if leave is not None:
            leave(launch_metadata)


class CapturingDriver(DriverBase):
    def __init__(self, target):
        self.target, self.utils, self.launcher_cls = target, Utils(target), Launcher

    @classmethod
    def is_active(cls):
        return True

    def map_python_to_cpp_type(self, ty):
        return ty

    def get_current_target(self):
        return self.target

    def get_active_torch_device(self):
        return None

    def get_benchmarker(self):
        def benchmark(call, quantiles=None, **options):
            call()  # the autotuner compiles and launches every configuration
            return [1.0] * 3  # and takes the first that works

        return benchmark

    def get_current_device(self):
        return 0

    def set_current_device(self, device):
        pass

    def get_current_stream(self, device):
        return 0


def activate(target):
    triton_driver.set_active(CapturingDriver(target))


def constants(src, arguments):
    """What the code was compiled with in place of a parameter, and what the launch passes there."""
    names = list(src.signature)
    for path, assumed in sorted(getattr(src, "constants", {}).items()):
        passed = arguments
        for index in path:
            passed = passed[index]
        yield {"name": names[path[0]], "declared": src.fn.params[path[0]].is_constexpr,
               "assumed": spelled(assumed), "passed": spelled(passed)}


def spelled(value):
    """A type and a value, so that 1 and True differ."""
    while type(value).__name__ == "constexpr":
        value = value.value
    return f"{type(value).__name__} {value!r}"[:200]


def flatten(signature, metadata, values):
    """(name, type, value) per kernel parameter, in launch order, without the trailing scratch
    pointers.

    The launcher gets what the *user* passed: constexprs are still there, tuples nested, descriptors
    whole. A descriptor with `tensordesc_meta` is a 128-byte map, shape, strides; without it base,
    64-bit shape and strides, padding flag, rounding flag from 3.7 on, shape, strides.
    """
    metas = getattr(metadata, "tensordesc_meta", None) or []
    remaining = iter(metas)

    def descriptor(ty, value):
        if metas:
            yield "nvTmaDesc", (value, next(remaining))
        else:
            yield "*" + ty.split("<")[1].split("[")[0], value.base
            for number in (*value.shape, *value.strides):
                yield "i64", number
            yield "i1", getattr(value, "padding", "zero") == "nan"
            if VERSION >= (3, 7):
                yield "i1", getattr(value, "round_f32_to_tf32", False)
        for number in value.shape:
            yield "i32", number
        for number in value.strides:
            yield "i64", number

    def walk(name, ty, value):
        if isinstance(ty, tuple):
            for one, part in zip(ty, value):
                yield from walk(name, one, part)
        elif ty == "constexpr":
            return
        elif ty.startswith("tensordesc"):
            for one, part in descriptor(ty, value):
                yield name, one, part
        else:
            yield name, ty, value

    for (name, ty), value in zip(signature.items(), values):
        yield from walk(name, ty, value)


def encode(ty, value):
    """A launch argument as the parent reads it."""
    if ty == "nvTmaDesc":
        described, meta = value
        return {"descriptor": {
            "name": described.base.name, "address": described.base.data_ptr(),
            "shape": [int(n) for n in described.shape],
            "strides": [int(n) for n in described.strides],
            "block": [int(n) for n in described.block_shape],
            "metadata": {**meta, "padding": getattr(described, "padding", "zero"),
                         "round_f32_to_tf32": bool(getattr(described, "round_f32_to_tf32", False))}}}
    if hasattr(value, "data_ptr"):
        return {"pointer": {"name": getattr(value, "name", ""), "address": value.data_ptr()}}
    if ty.startswith(("fp", "bf")):
        return {"float": struct.unpack("<Q", struct.pack("<d", float(value)))[0]}
    if isinstance(value, int):
        return {"int": int(value)}
    return {"other": repr(value)}
