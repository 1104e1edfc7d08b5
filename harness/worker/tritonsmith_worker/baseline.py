"""A process before it walks scenarios, to put it back and to see whether it is as it was.

What is compared: the names of Triton's runtime, compiler, settings and backends, with those of their
classes and objects and what their lists, dictionaries and sets hold; modules, threads, import paths,
the user and the folder. State inside of the compiler's library, and of objects further away, is not
seen: therefore a fault that is new must show in processes of the scenario's own too.
"""

import gc
import linecache
import os
import sys
import threading
from operator import is_

import triton
from triton.runtime import jit

# A collection costs a twentieth of a scenario.
RESTORES_PER_COLLECTION = 16

# Where state would be that decides whether and how a kernel is compiled.
PARTS = ("runtime", "compiler", "knobs", "backends")
WATCHED = tuple(f"{triton.__name__}.{part}" for part in PARTS)

# How far from a module objects are watched.
DEPTH = 3


class Baseline:
    def __init__(self):
        self._restores = 0
        self._environment = dict(os.environ)
        self._finders = list(sys.meta_path)
        self._modules = dict(sys.modules)
        # These grow with every module that has kernels.
        growing = (linecache.cache, getattr(jit, "_triton_jit_function_registry", {}))
        self._growing = [(mapping, dict(mapping)) for mapping in growing]
        self._settings = [(names, dict(names)) for names in settings()]
        self._watched = [
            (held, list(held)) for names in watched() for held in collections_of(names)]
        self._process = process()

    def restore(self, own):
        """Takes back what a scenario with modules of `own` names changes by being there at all.

        False if more is left of it: then the process is not to be used again.
        """
        for name in own:
            sys.modules.pop(name, None)
        sys.meta_path[:] = self._finders
        for mapping, before in self._growing:
            mapping.clear()
            mapping.update(before)
        for name in set(os.environ) - set(self._environment):
            del os.environ[name]
        os.environ.update(self._environment)
        for names, before in self._settings:
            if not same(names.values(), before.values()):
                names.clear()
                names.update(before)
        self._restores += 1
        if self._restores % RESTORES_PER_COLLECTION == 0:
            gc.collect()
        return (process() == self._process and sys.modules == self._modules
                and all(same(held, before) for held, before in self._watched))


def process():
    return (threading.active_count(), os.geteuid(), os.getcwd(), tuple(sys.path))


def settings():
    """The names of `triton.knobs`, which 3.3 lacks, and of the groups in it."""
    module = getattr(triton, "knobs", None)
    groups = [] if module is None else [
        item for item in vars(module).values()
        if type(item).__module__ == module.__name__ and hasattr(item, "__dict__")]
    return [vars(item) for item in (module, *groups) if item is not None]


def watched():
    """The names of modules, and of the classes and objects in them."""
    seen = {}
    modules = [module for name, module in sys.modules.items() if name.startswith(WATCHED)]
    for module in modules:
        watch(module, DEPTH, seen)
    return [vars(item) for item in seen.values()]


def watch(item, depth, seen):
    if id(item) in seen or depth == 0:
        return
    seen[id(item)] = item
    for value in list(vars(item).values()):
        home = value.__module__ if isinstance(value, type) else type(value).__module__
        if isinstance(home, str) and home.startswith(WATCHED) and hasattr(value, "__dict__"):
            watch(value, depth - 1, seen)


def collections_of(names):
    """Names, what they stand for, and what those hold that are collections."""
    held = [names, names.values()]
    for value in names.values():
        if type(value) is dict:
            held += [value, value.values()]
        elif type(value) in (list, set):
            held.append(value)
    return held


def same(now, before):
    return len(now) == len(before) and all(map(is_, now, before))
