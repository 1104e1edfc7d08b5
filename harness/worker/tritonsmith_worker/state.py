"""What the job in progress has asked for, and how far the compiler has come with it."""

import time


class Unsupported(Exception):
    """The job asks for something that this toolchain does not have."""


class Job:
    """The stage that runs now is sent to the parent, which needs it when the process dies."""

    def __init__(self):
        self.send = lambda frame: None
        self.reset()

    def reset(self, until=None, want=()):
        self.until, self.want = until, list(want)
        self.stage = "runtime"
        self.launches = []
        self.seconds = {}
        self.started = 0.0

    def enter(self, stage):
        if stage != self.stage:
            self.stage = stage
            self.send({"stage": stage})

    def start_kernel(self):
        self.started = time.perf_counter()
        self.enter("frontend")

    def finish_stage(self, kernel_hash):
        now = time.perf_counter()
        self.seconds[kernel_hash] = self.seconds.get(kernel_hash, 0.0) + now - self.started
        self.started = now
        self.enter("runtime")


job = Job()
