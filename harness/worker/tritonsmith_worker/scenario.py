"""Job `run_scenario`: launches and changes of Python state, step by step, in processes of their own.

Every process of a scenario is forked from the worker, which has imported Triton and compiled kernels
of ours but never runs a scenario's code: so nothing is left of one scenario in the next. The
processes of one scenario share a cache folder. `fresh` ones are started from nothing instead.
"""

import importlib
import importlib.abc
import importlib.util
import json
import linecache
import os
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import traceback

from triton.runtime.jit import JITFunction

from . import modules, plants, warm
from .failures import clean, frames_of
from .state import job

# Seconds that the steps of one process may take.
LIMIT = 30.0


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


def run(body, target, activate):
    """One entry for each step: launches, and what was raised."""
    activate(target)
    warm.up(target, body["until"])
    steps, done = body["steps"], []
    folder = tempfile.mkdtemp(dir=os.path.dirname(os.environ["TRITON_CACHE_DIR"]) or None)
    try:
        texts = dict(body["modules"])
        for start, end, fresh in processes(steps):
            edit = steps[start - 1].get("edit") if start else None
            if edit:
                texts[body["main"]] = re.sub(*edit, texts[body["main"]])
            segment = {**body, "modules": texts, "steps": steps[start:end], "cache": folder}
            done += in_process(segment, fresh, end - start, activate, target)
            if end < len(steps):
                done.append({})  # the step that starts the next process
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return {"steps": done}


def processes(steps):
    """(start, end, fresh) of the steps that each process runs."""
    start, fresh = 0, False
    for index, step in enumerate(steps):
        if "process" in step:
            yield start, index, fresh
            start, fresh = index + 1, step["process"] == "fresh"
    yield start, len(steps), fresh


def in_process(segment, fresh, count, activate, target):
    """Runs steps in a process of their own; one that dies leaves the steps before."""
    read, write = os.pipe()
    if fresh:
        child = start(segment, write)
    else:
        child = os.fork()
        if child == 0:
            os.close(read)
            warm.use(target)
            report(segment, write, activate, target)
    os.close(write)
    done, ended = collect(read, time.monotonic() + LIMIT)
    if not ended:
        os.kill(child, signal.SIGKILL)
    status = os.waitpid(child, 0)[1]
    if len(done) < count:
        died = "no answer within {:.0f} s".format(LIMIT) if not ended else died_of(status)
        done.append({"died": died})
        done += [{"died": "the process was gone"}] * (count - len(done))
    return done


def died_of(status):
    if os.WIFSIGNALED(status):
        return f"died of signal {os.WTERMSIG(status)}"
    return f"ended with status {os.WEXITSTATUS(status)}"


def start(segment, write):
    """A process that shares nothing with this one but the cache folder."""
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    text = json.dumps({"module": sys.modules["triton"].__name__, "segment": segment})
    code = "import sys; sys.path.insert(0, sys.argv[1]); " \
           "from tritonsmith_worker import fresh; fresh.main(sys.argv[2], int(sys.argv[3]))"
    process = subprocess.Popen([sys.executable, "-s", "-c", code, root, text, str(write)],
                               pass_fds=[write])
    return process.pid


def report(segment, write, activate, target):
    """The child: sends each step's result as it ends, and never returns."""
    status = 1
    try:
        job.send = lambda frame: None
        os.environ["TRITON_CACHE_DIR"] = segment["cache"]
        os.environ.update(segment["environment"])
        activate(target)
        if segment.get("plant"):
            plants.install(segment["plant"])
        for result in walk(segment):
            data = json.dumps(result, default=repr).encode("utf-8", "replace")
            data = memoryview(struct.pack("<I", len(data)) + data)
            while data:
                data = data[os.write(write, data):]
        status = 0
    except BaseException:
        traceback.print_exc()  # a defect of ours: the steps only report what they raise
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def collect(read, deadline):
    """(the results that arrived, whether the child closed its end in time)."""
    data = b""
    try:
        while True:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([read], [], [], left)[0]:
                return unpack(data), False
            part = os.read(read, 1 << 20)
            if not part:
                return unpack(data), True
            data += part
    finally:
        os.close(read)


def unpack(data):
    results = []
    while len(data) >= 4 and len(data) >= 4 + struct.unpack("<I", data[:4])[0]:
        size = struct.unpack("<I", data[:4])[0]
        results.append(json.loads(data[4:4 + size]))
        data = data[4 + size:]
    return results


def walk(segment):
    """Runs the steps of one process."""
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
