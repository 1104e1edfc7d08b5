"""Prints a JSON object about the ptxas that this Triton takes for a GPU: python -c ... MODULE CAPABILITY."""
import importlib
import json
import os
import sys


def describe(module, capability):
    nvidia = importlib.import_module(module + ".backends.nvidia.compiler")
    if hasattr(nvidia, "get_ptxas"):
        tool = nvidia.get_ptxas(capability)
    else:
        tool = nvidia._path_to_binary("ptxas")
    # Up to 3.3 it is a pair.
    path, version = tool if isinstance(tool, tuple) else (tool.path, tool.version)
    return {"path": path, "version": version}


try:
    answer = describe(sys.argv[1], int(sys.argv[2]))
except Exception as error:
    answer = {"error": f"{type(error).__name__}: {error}"}
print("\n" + json.dumps(answer), flush=True)
os._exit(0)  # some wheels print leak reports at exit
