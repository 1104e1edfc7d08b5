"""Triton's sanitizers: passes that rewrite a kernel while it is compiled, asked for by a knob.

A release takes no notice of a mode that it does not have: its pass is looked for before the knob is set.
"""

import contextlib

from .state import Unsupported

PASSES = {"consan": "add_concurrency_sanitizer", "fpsan": "add_fp_sanitizer"}
# From 3.9 on. Before, the sanitizers were in the making: some modes and none of the rest.
KNOB = "fpsan_homomorphic_casts"


@contextlib.contextmanager
def mode(name):
    """Compilations are instrumented meanwhile; not, if there is no name."""
    if not name:
        yield
        return
    knobs = compilation(name)
    with knobs.scope():
        # Read from the environment once, when Triton is imported.
        knobs.instrumentation_mode = name
        # A pass may widen an operand before a product or after it: only these casts keep the value.
        setattr(knobs, KNOB, True)
        yield


def compilation(name):
    """The knobs, of a release that has the sanitizer."""
    try:
        from triton import knobs
        from triton._C.libtriton import passes
    except ImportError as error:  # no knobs before 3.4
        raise Unsupported(f"{name} needs Triton 3.9 or later") from error
    if not hasattr(knobs.compilation, KNOB) or not hasattr(passes.ttgpuir, PASSES[name]):
        raise Unsupported(f"{name} needs Triton 3.9 or later")
    return knobs.compilation
