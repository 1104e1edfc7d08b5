"""The steps of a scenario that run in one process: launches, and changes of Python state."""

import importlib
import importlib.abc
import importlib.util
import linecache
import os
import sys
import threading
import traceback

from triton.runtime.jit import JITFunction

from . import modules, plants
from .failures import clean, frames_of
from .state import job


class Sources(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """The scenario's modules, importable and reloadable by name."""

    def __init__(self, sources):
        self.sources = sources
        self.defined = 0

    def find_spec(self, name, path=None, target=None):
        if name in self.sources:
            return importlib.util.spec_from_loader(name, self, origin=f"<{name}>")
        return None

    def exec_module(self, module):
        module.__file__ = f"<{module.__name__}>"
        self.run(self.sources[module.__name__], module.__file__, module.__dict__)

    def run(self, source, path, namespace):
        # Triton reads the source of a function back.
        linecache.cache[path] = (len(source), None, source.splitlines(True), path)
        exec(compile(source, path, "exec"), namespace)


class Tools:
    """`ts`, which the steps' code uses."""

    def __init__(self, finder, main, arguments):
        self._finder, self._main = finder, main
        self._arguments = modules.Arguments(arguments)

    def pointer(self, name):
        return self._arguments.pointer(name)

    def pointer_at(self, address, dtype="i32"):
        return modules.Pointer("view", dtype, address)

    def forget(self, kernel):
        """Drops what the process keeps of a kernel: it is looked up on disk, or compiled anew."""
        while not isinstance(kernel, JITFunction):
            kernel = kernel.fn  # what a wrapper wraps
        for name in ("device_caches", "cache"):  # the second up to 3.3
            caches = getattr(kernel, name, None)
            if caches is not None:
                caches.clear()

    def race(self, launch):
        """Launches here and in two copies of this process at once; what fails there fails here."""
        children = [self._copy(launch) for _ in range(2)]
        try:
            launch()
        finally:
            statuses = [os.waitpid(child, 0)[1] for child in children]
        if any(statuses):
            raise RuntimeError("a launch in another process at the same time failed")

    def _copy(self, launch):
        child = os.fork()
        if child:
            return child
        status = 1
        try:
            launch()
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)

    def define(self, source):
        """Defines functions anew in the main module, as editing its file would."""
        self._finder.defined += 1
        path = f"<{self._main.__name__}:{self._finder.defined}>"
        self._finder.run(source, path, self._main.__dict__)


def walk(segment):
    """Runs the steps of one process; a result for each, as it ends."""
    os.environ["TRITON_CACHE_DIR"] = segment["cache"]
    os.environ.update(segment["environment"])
    if segment.get("plant"):
        plants.install(segment["plant"])
    finder = Sources(segment["modules"])
    sys.meta_path.insert(0, finder)
    main = None
    for number, step in enumerate(segment["steps"]):
        job.reset(segment["until"], segment["want"])
        error = None
        try:
            if main is None:
                main = importlib.import_module(segment["main"])
                main.ts = Tools(finder, main, segment["arguments"])
            act(step["code"], f"<step {number}>", main.__dict__, step.get("thread", False))
        except BaseException as raised:
            error = raised
        yield {"launches": job.launches, "error": error and raised_by(error)}


def act(code, path, namespace, thread):
    compiled = compile(code, path, "exec")
    if not thread:
        exec(compiled, namespace)
        return
    raised = []

    def body():
        try:
            exec(compiled, namespace)
        except BaseException as error:
            raised.append(error)

    runner = threading.Thread(target=body)
    runner.start()
    runner.join()
    if raised:
        raise raised[0]


def raised_by(error):
    return {"exception": type(error).__name__, "message": clean(str(error)),
            "traceback": clean(frames_of(error))}
