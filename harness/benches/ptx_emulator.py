"""Executes launches by a PTX emulator written in numpy, for the comparison of `benches/ptx.rs`.

The emulator's file is the argument. Each line of the input is a launch, each line of the output its
answer: the seconds of reading the PTX, filling memory and executing, and what the buffers hold then.
"""

import importlib.util
import json
import sys
import time

import numpy


def execute(emulator, launch):
    contents = [(bytes.fromhex(text), misalign) for text, misalign in launch["buffers"]]
    started = time.perf_counter()
    machine = emulator.Machine(launch["ptx"], launch["warps"], launch["shared"])
    bases = []
    for data, misalign in contents:
        padded = numpy.frombuffer(bytes(misalign) + data, numpy.uint8)
        bases.append(machine.alloc(padded) + misalign)
    arguments = [bases[value] if kind == "buffer" else value for kind, value in launch["arguments"]]
    machine.launch(launch["grid"], *arguments)
    seconds = time.perf_counter() - started
    left = [machine.read(base, numpy.uint8, len(data)) for base, (data, _) in zip(bases, contents)]
    return {"seconds": seconds, "buffers": [data.tobytes().hex() for data in left]}


def main():
    spec = importlib.util.spec_from_file_location("emulator", sys.argv[1])
    emulator = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(emulator)
    for line in sys.stdin:
        try:
            answer = execute(emulator, json.loads(line))
        except Exception as error:  # Whatever it cannot execute is left out of the comparison.
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
