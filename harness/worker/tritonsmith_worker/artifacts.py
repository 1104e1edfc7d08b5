"""Artifacts of a compiled kernel, read from Triton's cache folder by the kernel's hash."""

import base64
import json
from pathlib import Path

from triton.runtime.cache import get_cache_manager

from .state import job

BINARY = {"cubin", "hsaco", "spv"}


def kernel(src, metadata):
    fields = metadata._asdict()
    seconds = job.seconds.get(fields["hash"])
    return {
        "name": fields.get("name") or src.name,
        "artifacts": artifacts(fields["hash"], src.name[:150]),
        "metadata": plain(fields),
        "compile_seconds": seconds or 0.0,
        "cached": seconds is None,
    }


def artifacts(kernel_hash, file_name):
    group = get_cache_manager(kernel_hash).get_group(f"{file_name}.json") or {}
    found = []
    for stage in job.want:
        path = group.get(f"{file_name}.{stage}")
        if path is None:
            continue
        data = Path(path).read_bytes()
        if not data:
            continue  # a stage that did not run
        if stage in BINARY:
            content = {"binary": base64.b64encode(data).decode("ascii")}
        else:
            content = {"text": data.decode("utf-8", "replace")}
        found.append({"stage": stage, "content": content})
    return found


def plain(fields):
    """Metadata that JSON can carry; the rest as its `repr`."""
    return json.loads(json.dumps(fields, default=lambda value: vars(value)
                                 if hasattr(value, "__dict__") else repr(value)))
