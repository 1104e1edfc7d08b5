"""Faults planted into Triton's runtime, to see that the judgement of scenarios catches each kind.

Each patches the process of one scenario only.
"""

import os

from triton.runtime import jit


def _function():
    """The class that owns `cache_key`: JITCallable from 3.5 on, JITFunction before."""
    return next(c for c in jit.JITFunction.__mro__ if "cache_key" in vars(c))


def _after_key(change):
    owner = _function()
    original = owner.cache_key

    def cache_key(self):
        key = original.fget(self)
        return change(self, key)

    owner.cache_key = property(cache_key)


def stale():
    """Changes of globals are not looked at."""
    def change(function, key):
        function.used_global_vals = {}
        return key

    _after_key(change)


class NeverEqual:
    def __ne__(self, other):
        return True


def false_rejection():
    """Every global counts as changed."""
    def change(function, key):
        values = function.used_global_vals.items()
        function.used_global_vals = {name: (NeverEqual(), where) for name, (_, where) in values}
        return key

    _after_key(change)


def needless_compile():
    """Nothing that was compiled is found again."""
    os.environ["TRITON_ALWAYS_COMPILE"] = "1"
    original = jit.JITFunction.run

    def run(self, *arguments, **options):
        self.device_caches.clear()
        return original(self, *arguments, **options)

    jit.JITFunction.run = run


def crash():
    """The walk over the dependencies fails."""
    original = jit.DependenciesFinder.visit_Name

    def visit_Name(self, node):
        if node.id.startswith("g"):
            raise TypeError("planted")
        return original(self, node)

    jit.DependenciesFinder.visit_Name = visit_Name


def poisoned_key():
    """The walk fails once, and its placeholder stays behind as the key."""
    owner = _function()
    original = owner.cache_key
    failed = set()

    def cache_key(self):
        if id(self) not in failed:
            failed.add(id(self))
            self.hash = "placeholder"
            raise TypeError("planted")
        return original.fget(self)

    owner.cache_key = property(cache_key)


def cross_talk():
    """All kernels keep their code in one place."""
    original = jit.JITFunction.run
    shared = []

    def run(self, *arguments, **options):
        shared.append(self.device_caches)
        self.device_caches = shared[0]
        return original(self, *arguments, **options)

    jit.JITFunction.run = run


PLANTS = {plant.__name__: plant for plant in
          (stale, false_rejection, needless_compile, crash, poisoned_key, cross_talk)}


def install(name):
    PLANTS[name]()
