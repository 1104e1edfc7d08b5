"""Gives a Triton package that has another name (`tokenspeed_triton`) the name `triton` as well.

A plain `sys.modules` entry would break at the next submodule import: the submodule would be loaded
a second time under the other name.
"""

import importlib
import importlib.abc
import importlib.util
import sys


class AliasFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """`import alias[.x]` gives the very module object of `real[.x]`."""

    def __init__(self, alias, real):
        self.alias, self.real = alias, real

    def find_spec(self, name, path=None, target=None):
        if name == self.alias or name.startswith(self.alias + "."):
            return importlib.util.spec_from_loader(name, self)
        return None

    def create_module(self, spec):
        module = importlib.import_module(self.real + spec.name[len(self.alias):])
        names = (module.__name__, module.__spec__, module.__loader__, module.__package__)
        module.__dict__.setdefault("_alias_saved", names)
        return module

    def exec_module(self, module):
        # The import system has overwritten these with the alias's.
        names = module.__dict__.pop("_alias_saved")
        module.__name__, module.__spec__, module.__loader__, module.__package__ = names


def install(real, alias="triton"):
    if real != alias:
        sys.meta_path.insert(0, AliasFinder(alias, real))
