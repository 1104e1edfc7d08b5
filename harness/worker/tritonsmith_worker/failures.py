"""What was raised, for the parent: a text, and whose fault it is."""

import os
import sys
import traceback
import types

from .state import job


def describe(error):
    return {
        "kind": "defect" if is_defect(error) else "raised",
        "stage": job.stage,
        "exception": type(error).__name__,
        "message": clean(told(error)),
        "traceback": clean(traceback_of(error)),
        "internal": is_internal(error),
    }


def told(error):
    """What it says, and what was raised to begin with says, which the front end wraps in others."""
    text, first = str(error), error
    while first.__cause__ is not None:
        first = first.__cause__
    return text if str(first) in text else f"{text}\n{first}"


def traceback_of(error):
    return "".join(traceback.format_exception(type(error), error, error.__traceback__))


def frames_of(error):
    """Where it was raised, without the source: to look that up costs as much as a launch."""
    frames = traceback.walk_tb(error.__traceback__)
    return "".join(f"{frame.f_code.co_filename}:{line} {frame.f_code.co_name}\n"
                   for frame, line in frames)


def clean(message):
    """Text without lone surrogates, which are no JSON."""
    return message.encode("utf-8", "replace").decode("utf-8")


def is_defect(error):
    """Raised by the worker's own code rather than by Triton or by the module."""
    frames = traceback.extract_tb(error.__traceback__)
    own = os.path.dirname(os.path.abspath(__file__))
    bindings = ("passes.py", "text.py", "backend.py")  # these call straight into native code
    last = frames[-1].filename if frames else ""
    native = os.path.basename(last) in bindings and isinstance(error, (RuntimeError, MemoryError))
    return os.path.dirname(last) == own and not native


# The file that a kernel's module seems to be in (modules.PATH).
KERNEL = "<kernel>"
# What a compiler written in Python raises by mistake and not to refuse a kernel.
MISTAKES = (AttributeError, LookupError, UnboundLocalError, RecursionError, SystemError)


def is_internal(error):
    """Triton's own code made a mistake, rather than refuse the kernel."""
    # The front end wraps whatever is raised while it visits a node.
    wrapped = type(error).__name__ == "CompilationError"
    while type(error).__name__ == "CompilationError":
        cause = error.__cause__ or error.__context__
        if cause is None:
            return False
        error = cause
    bare = isinstance(error, AssertionError) and not str(error)  # one with a text tells the user
    if not bare and not isinstance(error, MISTAKES) or asks_for_a_name(error):
        return False
    module = sys.modules.get("triton")
    home = os.path.dirname(os.path.abspath(module.__file__)) + os.sep if module else None
    frames = traceback.extract_tb(error.__traceback__)
    # Triton takes the frames of its code generator out of what it wraps.
    if not frames:
        return wrapped
    for frame in reversed(frames):
        if frame.filename == KERNEL:
            return False
        if home and os.path.abspath(frame.filename).startswith(home):
            return True
    return False


def asks_for_a_name(error):
    """The kernel uses a name that this version of the language does not have."""
    if not isinstance(error, AttributeError):
        return False
    asked = getattr(error, "obj", None)
    home = type(asked).__module__ or ""
    return asked is None or isinstance(asked, types.ModuleType) or "triton.language" in home
