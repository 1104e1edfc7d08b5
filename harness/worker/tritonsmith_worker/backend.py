"""The installed backends, made to stop after a stage and to say which stage runs.

A subclass is put into `triton.backends.backends`, as a vendor's plugin would; nothing in
`JITFunction` or `compile` is patched, and of `CompiledKernel` only what it is made from is noted.
"""

import dataclasses
import inspect

import triton
from triton.backends import backends
from triton.backends.compiler import GPUTarget

from . import artifacts, placed, torchless, xpu
from .state import Unsupported, job

VERSION = tuple(int(part) for part in triton.__version__.split("+")[0].split(".")[:2])

# What the stages that do not run would have added, as far as a launch needs it.
PLACEHOLDERS = {
    "name": "",
    "shared": 0,
    "tmem_size": 0,
    "build_flags": "",
    "global_scratch_size": 0,
    "global_scratch_align": 1,
    "profile_scratch_size": 0,
    "profile_scratch_align": 1,
}


def parse_target(text):
    """`cuda:90` -> GPUTarget. AMD's wavefronts are 64 wide up to gfx9, 32 from gfx10."""
    backend, arch = text.split(":", 1)
    if backend == "cuda":
        target = GPUTarget("cuda", int(arch), 32)
    elif backend == "hip":
        torchless.install()  # up to 3.6 the backend imports torch to look at pointers
        target = GPUTarget("hip", arch, 64 if arch.startswith("gfx9") else 32)
    else:
        device = xpu.describe(arch)
        if device is None:
            known = ", ".join(f"xpu:{name}" for name in sorted(xpu.DEVICES))
            raise Unsupported(f"{text} is not known: one of {known}")
        target = GPUTarget("xpu", device, xpu.WARP_SIZE)
    if not any(entry.compiler.supports_target(target) for entry in backends.values()):
        raise Unsupported(f"this toolchain has no backend for {text}")
    return target


def _watched(name, compile_stage):
    def stage(src, metadata):
        job.enter(name)
        result = compile_stage(src, metadata)
        job.finish_stage(metadata.get("hash"))
        return result

    return stage


def _no_binary(src, metadata):
    """Stands in for the last stage, without whose file nothing is loaded."""
    for key, value in PLACEHOLDERS.items():
        metadata.setdefault(key, value)
    return b""


def _stopping(base):
    takes_language = "language" in inspect.signature(base.add_stages).parameters

    class Stopping(base):
        def add_stages(self, stages, options, language=None):
            super().add_stages(stages, options, *((language,) if takes_language else ()))
            if job.until == placed.STAGE and self.binary_ext == "cubin":
                placed.insert(stages)
            names = list(stages)
            if job.until not in names:
                raise Unsupported(f"this backend has no stage {job.until}")
            last = names.index(job.until)
            for index, name in enumerate(names):
                if index <= last:
                    stages[name] = _watched(name, stages[name])
                elif name == self.binary_ext:
                    stages[name] = _no_binary
                else:
                    del stages[name]

        def get_codegen_implementation(self, *arguments):
            job.start_kernel()  # `compile` calls this just before the frontend runs
            return super().get_codegen_implementation(*arguments)

        def hash(self):
            # A stub binary must not be found in the cache by a later full compile.
            try:
                return f"{super().hash()}-until-{job.until}"
            except Exception as error:  # AMD before 3.4 wants a linker from outside even to hash
                raise Unsupported(f"a tool of this backend is missing: {error}") from error

    Stopping.__name__ = base.__name__
    return Stopping


def install():
    artifacts.install()
    for key, entry in list(backends.items()):
        xpu.without_compiler(entry.compiler)
        backends[key] = dataclasses.replace(entry, compiler=_stopping(entry.compiler))
