"""Frames on the private socket: a little-endian u32 length, then that many bytes of JSON."""

import json
import os
import struct


class Channel:
    """`wait` is called before each read, and may raise."""

    def __init__(self, descriptor, wait=lambda: None):
        self.descriptor, self.wait = descriptor, wait

    def receive(self):
        """The next frame, or None when the parent has hung up."""
        header = self._read(4)
        if header is None:
            return None
        body = self._read(struct.unpack("<I", header)[0])
        return None if body is None else json.loads(body)

    def send(self, frame):
        body = json.dumps(frame, default=repr).encode("utf-8", "replace")
        data = memoryview(struct.pack("<I", len(body)) + body)
        while data:
            data = data[os.write(self.descriptor, data):]

    def _read(self, count):
        parts = []
        while count:
            self.wait()
            part = os.read(self.descriptor, min(count, 1 << 20))
            if not part:
                return None
            parts.append(part)
            count -= len(part)
        return b"".join(parts)
