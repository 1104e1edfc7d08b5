"""Job `run_scenario`: launches and changes of Python state, step by step, in one or more processes.

Every process of a scenario is a copy of the worker, which has imported Triton and compiled kernels
of ours but never runs a scenario's code. The processes of one scenario share a cache folder.
`fresh` ones are started from nothing instead.

To make a copy costs as much as a compile or two. So the processes of a scenario may be some that
have walked others, each a different one, if the job says that the scenario is `shared`: that what it
changes can be put back, and no fault is planted. Such a process is ended after some scenarios, and at
once when it is not exactly as it was (`baseline.py`) or has died. What of it is believed is for the
parent to decide, who may ask for the same again, not shared.
"""

import os
import re
import shutil
import tempfile

from . import process, warm

# Scenarios that a process walks at most.
SHARED = 128

# Processes for the next one, by target as text.
_shared = {}


def run(body, target, activate):
    """One entry for each step: launches, and what was raised."""
    activate(target)
    warm.up(target, body["until"])
    steps, done, pool = body["steps"], [], Pool(target, activate)
    given = body.get("folder")
    folder = given or tempfile.mkdtemp(dir=os.path.dirname(os.environ["TRITON_CACHE_DIR"]) or None)
    try:
        texts = dict(body["modules"])
        for start, end, fresh in processes(steps):
            edit = steps[start - 1].get("edit") if start else None
            if edit:
                texts[body["main"]] = re.sub(*edit, texts[body["main"]])
            segment = {**body, "modules": texts, "steps": steps[start:end], "cache": folder}
            if fresh:
                done += once(process.fresh(body["target"]), segment)
            elif body.get("shared"):
                done += pool.walk(segment)
            else:
                done += once(process.copy(target, activate), segment)
            if end < len(steps):
                done.append({})  # the step that starts the next process
    finally:
        pool.close()
        if not given:
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


def once(walker, segment):
    try:
        return walker.walk({**segment, "shared": False})
    finally:
        walker.end()


class Pool:
    """The processes that have walked others; one of them walks one segment of a scenario."""

    def __init__(self, target, activate):
        self._target, self._activate = target, activate
        for other in [key for key in _shared if key != str(target)]:
            for walker in _shared.pop(other):
                walker.end()
        self._idle = _shared.setdefault(str(target), [])
        self._used = []

    def walk(self, segment):
        walker = self._idle.pop() if self._idle else process.copy(self._target, self._activate)
        self._used.append(walker)
        return walker.walk(segment)

    def close(self):
        for walker in self._used:
            if walker.clean and walker.count < SHARED:
                self._idle.append(walker)
            else:
                walker.end()
