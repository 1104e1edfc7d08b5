"""Prints one JSON object about the Triton in this environment: `python -c ... MODULE...`."""
import importlib
import importlib.util
import json
import os
import sys


def executable(folder, *names):
    for name in names:
        path = os.path.join(folder, name)
        if os.access(path, os.X_OK) and os.path.isfile(path):
            return path
    return None


def describe(names):
    name = next((name for name in names if importlib.util.find_spec(name)), None)
    if name is None:
        return {"error": "no module named " + " or ".join(names)}
    try:
        module = importlib.import_module(name)
        importlib.import_module(name + "._C.libtriton")
        backends = sorted(importlib.import_module(name + ".backends").backends)
    except BaseException as error:
        return {"error": f"{type(error).__name__}: {error}"}
    folder = os.path.dirname(os.path.abspath(module.__file__))
    nvidia = os.path.join(folder, "backends", "nvidia", "bin")
    return {
        "module": name,
        "version": module.__version__,
        "python": ".".join(str(part) for part in sys.version_info[:3]),
        "backends": backends,
        "folder": folder,
        "filecheck": executable(folder, "FileCheck"),
        "ptxas": executable(nvidia, "ptxas"),
        "cuobjdump": executable(nvidia, "cuobjdump"),
        "nvdisasm": executable(nvidia, "nvdisasm"),
    }


print("\n" + json.dumps(describe(sys.argv[1:])), flush=True)
os._exit(0)  # some wheels print leak reports at exit
