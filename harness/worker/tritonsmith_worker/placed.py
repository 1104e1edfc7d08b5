"""Stage `ttgir-alloc`: TTGIR after the shared memory is allocated and barriers are placed.

The backend's own `make_llir` is called, whatever passes it adds, and stopped where it adds the
conversion to LLVM IR: so these are exactly the passes that a compile runs before it.
"""

from triton._C import libtriton

from .passes import mark_barriers, run_manager
from .state import Unsupported

STAGE = "ttgir-alloc"


class _Reached(Exception):
    """The conversion would be next."""


def insert(stages):
    """Puts the stage after TTGIR, into a backend's stages by name."""
    entries = list(stages.items())
    make_llir = stages["llir"]
    stages.clear()
    for name, compile_stage in entries:
        if name == "llir":
            stages[STAGE] = lambda module, metadata: run(make_llir, module, metadata)
        stages[name] = compile_stage


def run(make_llir, module, metadata):
    """The module, changed in place, after the passes before the conversion to LLVM IR."""
    bindings = libtriton.nvidia.passes.ttgpuir
    convert = getattr(bindings, "add_to_llvmir", None)
    if convert is None:
        raise Unsupported("this toolchain has no conversion to LLVM IR to stop before")

    def stop(manager, *_arguments):
        run_manager(manager, module)
        raise _Reached

    bindings.add_to_llvmir = stop
    try:
        make_llir(module, metadata)
    except _Reached:
        pass
    finally:
        bindings.add_to_llvmir = convert
    # Older toolchains place barriers inside the conversion.
    mark_barriers(module, hasattr(bindings, "add_membar"))
    return module

