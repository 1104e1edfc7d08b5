"""The worker's main loop: one job in, one result out, fresh state between two jobs."""

import contextlib
import ctypes
import gc
import json
import os
import resource
import shutil
import signal
import sys
import time
import traceback

from . import alias, confine, instrument, interpret, xpu
from .protocol import Channel
from .failures import describe
from .state import Unsupported, job

PR_SET_PDEATHSIG = 1
# Triton's folder is emptied once it holds this many entries (about 10 small files a kernel).
CACHE_ENTRIES = 64
# A folder with less space than this is not used: a container's /dev/shm is often 64 MB.
CACHE_SPACE = 1 << 30
# Every kernel leaves reference cycles; collecting each time would cost more than it frees.
JOBS_PER_COLLECTION = 16

UNLIMITED = 1 << 62

_libc = ctypes.CDLL(None)


def main(arguments):
    module, setup = arguments[0], json.loads(arguments[1])
    channel = Channel(take_over_stdin())
    die_with(setup["parent"])
    # A batch system or a service manager that stops a campaign tells every process. The campaign finishes
    # the kernels at hand; without their compilers they would count as judged, inconclusive.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    limit(setup)
    os.environ["TRITON_CACHE_DIR"] = choose_cache(setup["caches"])
    try:
        sandbox = confined(module, setup)
        xpu.prepare(module)
        alias.install(module)
        handlers = interpret.load() if interpret.wanted() else load()
    except BaseException:
        channel.send({"broken": traceback.format_exc()})
        return 1
    channel.send({"ready": sandbox})
    job.send = channel.send
    gc.freeze()
    return serve(channel, handlers)


def take_over_stdin():
    """The socket under a private number that children do not inherit; standard input is empty."""
    private = os.dup(0)
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    return private


def die_with(parent):
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it had died before the request
        sys.exit(0)


def limit(setup):
    for kind, value in ((resource.RLIMIT_AS, setup["address_space"]),
                        (resource.RLIMIT_FSIZE, setup["file_size"]),
                        (resource.RLIMIT_CORE, 0)):
        if value >= UNLIMITED:
            continue
        hard = resource.getrlimit(kind)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (value, value))


def confined(module, setup):
    """What the process cannot get around from now on. It has no other thread yet."""
    if setup["sandbox"] is None:
        return "off"
    writable = [os.path.dirname(folder) for folder in setup["caches"]]
    return confine.confine(module, writable, setup["sandbox"])


def choose_cache(folders):
    """The first folder with space, else the last."""
    for folder in folders:
        space = os.statvfs(folder)
        if space.f_bavail * space.f_frsize >= CACHE_SPACE:
            return folder
    return folders[-1]


def load():
    """Imports Triton and returns what answers each kind of job."""
    from . import backend, driver, modules, passes, scenario, text

    backend.install()

    def run_module(body):
        driver.activate(backend.parse_target(body["target"]))
        return modules.run(body["source"], body["arguments"])

    def run_passes(body):
        return passes.run(body["text"], body["passes"], backend.parse_target(body["target"]))

    def compile_ir(body):
        target = backend.parse_target(body["target"])
        driver.activate(target)
        return text.compile_on(body["text"], body["stage"], target, body["options"])

    def run_scenario(body):
        return scenario.run(body, backend.parse_target(body["target"]), driver.activate)

    return {"run_module": run_module, "run_passes": run_passes, "compile_ir": compile_ir,
            "run_scenario": run_scenario,
            "ping": lambda body: {}, "forget": modules.forget}


def serve(channel, handlers):
    count = 0
    while (frame := channel.receive()) is not None:
        started = time.perf_counter()
        kind, body = (frame, {}) if isinstance(frame, str) else next(iter(frame.items()))
        result = answer(handlers.get(kind, refuse), body)
        handlers["forget"]()
        flush()
        result["seconds"] = time.perf_counter() - started
        result["resident_bytes"] = resident_bytes()
        channel.send({"result": result})
        count += 1
        if count % JOBS_PER_COLLECTION == 0:
            gc.collect()
        bound_cache()
    return 0


def answer(handler, body):
    job.reset(body.get("until"), body.get("want", ()))
    job.partial = {}
    try:
        with dumping(body.get("dump_passes", False)), instrument.mode(body.get("instrument")):
            return handler(body)
    except Unsupported as error:
        return {**job.partial, **unsupported(str(error))}
    except (Exception, SystemExit, KeyboardInterrupt) as error:
        return {"launches": job.launches, **job.partial, "failure": describe(error)}


def refuse(body):
    raise Unsupported("this process does not do jobs of that kind")


def unsupported(message):
    return {"failure": {"kind": "unsupported", "stage": job.stage, "message": message}}


@contextlib.contextmanager
def dumping(wanted):
    """MLIR prints the IR before every pass, for a kernel that must not come out of a cache."""
    names = ("MLIR_ENABLE_DUMP", "TRITON_ALWAYS_COMPILE")
    if wanted:
        os.environ.update({name: "1" for name in names})
    try:
        yield
    finally:
        for name in names if wanted else ():
            os.environ.pop(name, None)


def flush():
    sys.stdout.flush()
    sys.stderr.flush()
    _libc.fflush(None)


def resident_bytes():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def bound_cache():
    folder = os.environ["TRITON_CACHE_DIR"]
    if os.path.isdir(folder) and len(os.listdir(folder)) > CACHE_ENTRIES:
        shutil.rmtree(folder, ignore_errors=True)
