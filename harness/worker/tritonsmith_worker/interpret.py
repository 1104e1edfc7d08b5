"""Job `interpret`: a module on Triton's own interpreter, which runs a kernel's Python on the host.

Triton decides when it is imported whether kernels are interpreted, so such a worker does nothing else.
"""

import base64
import importlib
import os
import types

from . import modules
from .state import Unsupported, job

VARIABLE = "TRITON_INTERPRET"
STAGE = "interpreter"
# How an operation that the interpreter does not have shows when it is asked for.
LACKS = "'InterpreterBuilder' object has no attribute"


class ShimError(Exception):
    """The interpreter asked an array for what only a tensor has: our limit."""


class Arguments:
    """What a module's `launch` gets."""

    def __init__(self, tensors, scalars):
        self.pointer = tensors.__getitem__
        self.scalar = lambda name: modules.number(scalars[name])

    def descriptor(self, name, shape, strides, block):
        return modules.described(self.pointer(name), shape, strides, block)

    def options(self, **given):
        """The interpreter has no use for any."""
        return {}


def wanted():
    """Whether this process is to interpret."""
    return os.environ.get(VARIABLE) == "1"


def load():
    """Imports Triton, and returns what answers each kind of job."""
    try:
        importlib.import_module("numpy")
    except ImportError as error:
        raise ImportError("numpy is not there, which Triton's interpreter needs") from error
    importlib.import_module("triton")
    from .arrays import Tensor

    def interpret(body):
        return run(body["source"], body["buffers"], body["scalars"], Tensor)

    return {"interpret": interpret, "ping": lambda body: {}, "forget": forget}


def run(source, buffers, scalars, tensor):
    tensors = {name: tensor(buffer["dtype"], base64.b64decode(buffer["bytes"]), buffer["offset"])
               for name, buffer in buffers.items()}
    job.enter(STAGE)
    try:
        modules.execute(source, Arguments(tensors, scalars))
    except Exception as error:
        raise first(error)
    return {"buffers": {name: {"bytes": base64.b64encode(one.bytes()).decode("ascii"),
                               "guarded": one.is_guarded()} for name, one in tensors.items()}}


def first(error):
    """What was raised to begin with: the interpreter wraps it once for each function called."""
    while type(error).__name__ == "InterpreterError" and error.__cause__ is not None:
        error = error.__cause__
    asked = type(getattr(error, "obj", None))
    if asked.__module__.startswith(__package__):
        return ShimError(f"{asked.__name__}.{error.name}")
    # A module without a name that is asked for: the language of another release.
    absent = asked is types.ModuleType or LACKS in str(error)
    if isinstance(error, NotImplementedError) or absent:
        return Unsupported(f"Triton's interpreter: {error}")
    return error


def forget():
    """Drops what the interpreter keeps of a module that has been run."""
    from triton.runtime import interpreter

    kept = getattr(interpreter.InterpretedFunction, "rewritten_fn", {})
    for function in [function for function in kept if function.__module__ == modules.NAME]:
        del kept[function]
    modules.forget()
