"""Makes a process ready to be copied: what every compile does first is done once, before the copies.

Only kernels of ours are compiled here, and nothing of them stays but what Python and the compiler
set up for themselves: imports, specialized bytecode, hashes of the installation, dialects.
"""

import gc
import sys

from triton._C.libtriton import ir
from triton.compiler.compiler import make_backend

from . import memory, modules
from .state import job

# What most scenarios do: helpers, constexprs, branches, code found in the process and on disk, and
# the errors of globals that have changed and of kernels that are wrong.
KERNELS = """
import triton
import triton.language as tl

number = tl.constexpr(3)

@triton.jit
def helper(a, b: tl.constexpr = 2):
    return a + number * b

@triton.jit
def warm(out, n: tl.constexpr):
    tl.store(out + 0, helper(n))
    tl.store(out + 1, (71 if number > 2 and n else 70))

@triton.jit
def wrong(out):
    tl.store(out, missing)

def launch(ts):
    global number
    out = ts.pointer("out")
    for n in range(ROUNDS):
        for _ in range(2):
            warm[(1,)](out, n=n)
        forget(warm)
        warm[(1,)](out, n=n)
    number = tl.constexpr(4)
    for _ in range(ROUNDS):
        for kernel, more in ((warm, {"n": 0}), (wrong, {})):
            try:
                kernel[(1,)](out, **more)
            except Exception:
                pass

def forget(kernel):
    for name in ("device_caches", "cache"):
        if getattr(kernel, name, None) is not None:
            getattr(kernel, name).clear()
"""

# Python specializes a function's bytecode after eight calls.
ROUNDS = 12

# Contexts by target, as text.
_ready = {}


def up(target, until):
    """Once for each target; it must be the active one."""
    if str(target) in _ready:
        return
    _ready[str(target)] = []
    job.reset(until, ())
    source = KERNELS.replace("ROUNDS", str(ROUNDS))
    modules.run(source, {"out": {"pointer": {"dtype": "i32", "address": 4096}}})
    modules.forget()
    job.reset(until, ())
    _ready[str(target)].append(context_for(target))
    gc.collect()
    memory.close_holes()
    # A collection in a copy would write to, and so copy, every page that has an object.
    gc.freeze()


def context_for(target):
    """A context as a compile begins with, with its dialects loaded."""
    context = ir.context()
    ir.load_dialects(context)
    make_backend(target).load_dialects(context)
    return context


def unused(contexts):
    """One that only its list holds."""
    return next((one for one in contexts if sys.getrefcount(one) == UNUSED), None)


def references():
    """How many references an object has that only a list holds, where `unused` counts them."""
    return next(sys.getrefcount(one) for one in [object()])


UNUSED = references()


def use(target):
    """In a copy: a compile takes a context that nobody uses, with the types and attributes that it has."""
    make, known = ir.context, _ready[str(target)]

    def context():
        one = unused(known)
        if one is None:
            one = make()
            known.append(one)
        return one

    ir.context = context
