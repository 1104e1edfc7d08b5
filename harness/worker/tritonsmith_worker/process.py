"""The processes that walk the steps of scenarios.

Each gets segments over a socket, the steps that one process of a scenario runs, and answers with a
result for each step as it ends. Then it says whether it is as it was before, and so fit for another.
"""

import os
import select
import signal
import socket
import subprocess
import sys
import time
import traceback

from . import warm
from .baseline import Baseline
from .protocol import Channel
from .state import job
from .walk import walk

# Seconds that the steps of one process may take.
LIMIT = 30.0

# This side's ends of the sockets: a copy must not hold them open.
_ends = set()


class Process:
    """One of them, seen from the worker; `start` is given its end of the socket and returns its id."""

    def __init__(self, start):
        self._end, other = socket.socketpair()
        _ends.add(self._end)
        with other:
            self._id, self._status = start(other.fileno()), None
        self._channel, self._deadline = Channel(self._end.fileno(), self._wait), 0.0
        # How many segments it has been given, and whether nothing of them is left in it.
        self.count, self.clean = 0, True

    def walk(self, segment):
        """A result for each step; a process that dies leaves those before."""
        self.count, self.clean = self.count + 1, False
        done, late = [], False
        try:
            self._channel.send(segment)
            self._deadline = time.monotonic() + LIMIT
            while answer := self._channel.receive():
                if "clean" in answer:
                    self.clean = answer["clean"]
                    return done
                done.append(answer)
        except TimeoutError:
            late = True
            os.kill(self._id, signal.SIGKILL)
        except OSError:
            pass  # it is gone, as the end of its answers says too
        status, missing = self.end(), len(segment["steps"]) - len(done)
        died = f"no answer within {LIMIT:.0f} s" if late else died_of(status)
        return done + [{"died": died}, *[{"died": "the process was gone"}] * (missing - 1)][:missing]

    def _wait(self):
        left = max(0.0, self._deadline - time.monotonic())
        if not select.select([self._end], [], [], left)[0]:
            raise TimeoutError

    def end(self):
        """Lets it end, and says how it did."""
        if self._status is None:
            _ends.discard(self._end)
            self._end.close()
            self._status = os.waitpid(self._id, 0)[1]
        return self._status


def died_of(status):
    if os.WIFSIGNALED(status):
        return f"died of signal {os.WTERMSIG(status)}"
    return f"ended with status {os.WEXITSTATUS(status)}"


def copy(target, activate):
    """A copy of this one."""

    def start(socket_number):
        child = os.fork()
        if child:
            return child
        try:
            for end in _ends:
                end.close()
            warm.use(target)
            serve(socket_number, target, activate)
        finally:
            os._exit(1)  # whatever happens, it is not the worker

    return Process(start)


def fresh(target):
    """A process that shares nothing with this one."""
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    code = "import sys; sys.path.insert(0, sys.argv[1]); " \
           "from tritonsmith_worker import fresh; fresh.main(*sys.argv[2:])"
    module = sys.modules["triton"].__name__

    def start(socket_number):
        arguments = [root, module, target, str(socket_number)]
        return subprocess.Popen([sys.executable, "-s", "-c", code, *arguments],
                                pass_fds=[socket_number]).pid

    return Process(start)


def serve(socket_number, target, activate):
    """The other side: walks what it is sent until the worker hangs up, and never returns."""
    status = 1
    try:
        channel = Channel(socket_number)
        job.send = lambda frame: None
        activate(target)
        baseline = None
        while (segment := channel.receive()) is not None:
            if segment["shared"] and baseline is None:
                baseline = Baseline()
            for result in walk(segment):
                channel.send(result)
            clean = baseline is not None and baseline.restore(segment["modules"])
            channel.send({"clean": clean})
        status = 0
    except BaseException:
        traceback.print_exc()  # a defect of ours: the steps only report what they raise
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
