"""Faults planted into Triton's runtime, to see that the judgement of scenarios catches each kind.

Each patches the process of one scenario only.
"""

import os

from triton.runtime import autotuner, jit


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


def _in_key(change):
    """The key under which code is kept is made of a changed specialization."""
    original = jit.compute_cache_key

    def changed(entry):
        kind, key = entry
        if isinstance(kind, tuple):
            pairs = [changed(pair) for pair in zip(kind, key)]
            return tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs)
        return change(kind, key)

    def compute_cache_key(known, specialization, options):
        return original(known, [changed(entry) for entry in specialization], options)

    jit.compute_cache_key = compute_cache_key


def stale_alignment():
    """Whether an argument is divisible by 16 is not part of the key."""
    _in_key(lambda kind, key: (kind, None if isinstance(key, str) else key))


def stale_one():
    """That an argument is 1 is not part of the key."""
    _in_key(lambda kind, key: ("i32", "") if (kind, key) == ("constexpr", 1) else (kind, key))


def stale_width():
    """The width of an integer is not part of the key."""
    _in_key(lambda kind, key: ("int" if kind in ("i32", "i64", "u64") else kind, key))


def needless_specialization():
    """`do_not_specialize` does nothing."""
    original = jit.create_function_from_signature

    def create_function_from_signature(signature, parameters, backend):
        for parameter in parameters:
            parameter.do_not_specialize = parameter.do_not_specialize_on_alignment = False
        return original(signature, parameters, backend)

    jit.create_function_from_signature = create_function_from_signature


def stale_tuning():
    """The first configuration that was picked stays, whatever the key."""
    class First(dict):
        def __contains__(self, key):
            return bool(self)

        def __getitem__(self, key):
            return next(iter(self.values()))

    _of_tuning(lambda tuner: setattr(tuner, "cache", First()))


def tuned_again():
    """What was picked is forgotten."""
    class Forgetful(dict):
        def __contains__(self, key):
            return False

    _of_tuning(lambda tuner: setattr(tuner, "cache", Forgetful()))


def not_restored():
    """`restore_value` and `reset_to_zero` do nothing."""
    def change(tuner):
        tuner.pre_hook = lambda arguments, reset_only=False: 0
        tuner.post_hook = lambda arguments, exception: 0

    _of_tuning(change)


def _of_tuning(change):
    original = autotuner.Autotuner.__init__

    def __init__(self, *arguments, **keywords):
        original(self, *arguments, **keywords)
        change(self)

    autotuner.Autotuner.__init__ = __init__


PLANTS = {plant.__name__: plant for plant in
          (stale, false_rejection, needless_compile, crash, poisoned_key, cross_talk,
           stale_alignment, stale_one, stale_width, needless_specialization,
           stale_tuning, tuned_again, not_restored)}


def install(name):
    PLANTS[name]()
