"""Job `run_module`: a Python module's text through the real `kernel[grid](...)`."""

import linecache
import struct
import sys
import types

from .state import Unsupported, job

# One name for every module: it is part of the names and locations in the IR, and equal text must
# give equal IR.
NAME, PATH = "tritonsmith_kernel", "<kernel>"

# Stand-ins are of buffers that the parent's interpreters hold in memory: all below this.
SMALL = 1 << 30

ITEM_SIZE = {"i1": 1, "u1": 1, "i8": 1, "u8": 1, "i16": 2, "u16": 2, "i32": 4, "u32": 4, "i64": 8,
             "u64": 8, "fp16": 2, "bf16": 2, "fp32": 4, "fp64": 8}


class Dtype:
    """An element type that Triton reads by its text and its size."""

    def __init__(self, name):
        self.name = name
        self.itemsize = ITEM_SIZE.get(name, 1)

    def __str__(self):
        return self.name

    __repr__ = __str__

    def __eq__(self, other):
        return isinstance(other, Dtype) and self.name == other.name

    def __hash__(self):
        return hash(self.name)


class Pointer:
    """A stand-in tensor: an address and an element type, with no memory behind it."""

    device = "cuda"

    def __init__(self, name, dtype, address):
        self.name, self.dtype, self._address = name, Dtype(dtype), address

    def data_ptr(self):
        return self._address

    def element_size(self):
        return self.dtype.itemsize

    def ptr_range(self):
        """Bytes behind the address, of which AMD's backend asks whether they are below 2 GiB."""
        return SMALL

    def __repr__(self):
        return f"Pointer({self.name}: {self.dtype} at {self._address:#x})"


class Arguments:
    """What a module's `launch` gets: the job's arguments by name."""

    def __init__(self, arguments):
        self._arguments = arguments

    def pointer(self, name):
        pointer = self._arguments[name]["pointer"]
        return Pointer(name, pointer["dtype"], pointer["address"])

    def scalar(self, name):
        return number(self._arguments[name]["scalar"])

    def descriptor(self, name, shape, strides, block):
        return described(self.pointer(name), shape, strides, block)

    def options(self, **given):
        """Those of the launch options that the target takes."""
        from triton.runtime import driver

        target = driver.active.get_current_target()
        if target.backend != "cuda":
            return {}
        return {key: value for key, value in given.items() if key != "num_ctas" or target.arch >= 90}


def described(base, shape, strides, block):
    """A tensor descriptor as a launch passes it."""
    try:
        from triton.tools.tensor_descriptor import TensorDescriptor
    except ImportError as error:  # before 3.4
        raise Unsupported("this toolchain has no tensor descriptors made on the host") from error
    return TensorDescriptor(base, shape, strides, block)


def number(scalar):
    """A number as the parent sends it."""
    ((kind, value),) = scalar.items()
    if kind == "float":
        return struct.unpack("<d", struct.pack("<Q", value))[0]
    return value


def run(source, arguments):
    execute(source, Arguments(arguments))
    return {"launches": job.launches}


def execute(source, arguments):
    # Triton needs `inspect.getsource`: a linecache entry is as fast as a file, and keeps temporary
    # paths out of the locations in the IR.
    linecache.cache[PATH] = (len(source), None, source.splitlines(True), PATH)
    module = types.ModuleType(NAME)
    module.__file__ = PATH
    sys.modules[NAME] = module
    try:
        exec(compile(source, PATH, "exec"), module.__dict__)
        module.launch(arguments)
    finally:
        sys.modules.pop(NAME, None)


def forget():
    """Drops what Triton keeps of a module that has been run; `jit` registers every function."""
    from triton.runtime import jit

    registry = getattr(jit, "_triton_jit_function_registry", {})
    for key in [key for key in registry if key.startswith(NAME + ":")]:
        del registry[key]
    linecache.cache.pop(PATH, None)
