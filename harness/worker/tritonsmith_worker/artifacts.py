"""Artifacts of a compiled kernel, read from the files that Triton has loaded it from."""

import base64
import json
from pathlib import Path

from triton.compiler.compiler import CompiledKernel

from .state import job

BINARY = {"cubin", "hsaco", "spv"}


def install():
    """Has each compiled kernel tell its source, which a launcher is given, where it comes from.

    To look in the cache by the kernel's hash is not the same where files have been exchanged.
    """
    original = CompiledKernel.__init__

    def init(self, src, metadata_group, hash):
        original(self, src, metadata_group, hash)
        src.files = metadata_group

    CompiledKernel.__init__ = init


def kernel(src, metadata):
    return timed(read(src, metadata), metadata)


def read(src, metadata):
    """What is in the files now."""
    fields = metadata._asdict()
    return {
        "name": fields.get("name") or src.name,
        "artifacts": [found for stage in job.want if (found := artifact(src.files, stage))],
        "metadata": plain(fields),
    }


def timed(found, metadata):
    """With whether this step compiled it, and how long that took."""
    seconds = job.seconds.get(metadata.hash)
    return {**found, "compile_seconds": seconds or 0.0, "cached": seconds is None}


def artifact(files, stage):
    path = next((path for name, path in files.items() if name.endswith(f".{stage}")), None)
    data = path and Path(path).read_bytes()
    if not data:
        return None  # a stage that did not run
    if stage in BINARY:
        content = {"binary": base64.b64encode(data).decode("ascii")}
    else:
        content = {"text": data.decode("utf-8", "replace")}
    return {"stage": stage, "content": content}


def plain(fields):
    """Metadata that JSON can carry; the rest as its `repr`."""
    return json.loads(json.dumps(fields, default=lambda value: vars(value)
                                 if hasattr(value, "__dict__") else repr(value)))
