"""Runs rendered modules on Triton's own interpreter, with the worker's arrays, whose text comes first.

Reads {"jobs": [{"source", "buffers": {name: {"dtype", "hex"}}, "scalars": {name: value}, "repeat"}]}
on standard input; writes one line {"results": [{"buffers": {name: hex}, "seconds"} | {"error"}]}.
"""
import contextlib, json, linecache, os, sys, time

os.environ["TRITON_INTERPRET"] = "1"
os.environ.setdefault("TRITON_DEFAULT_FP_FUSION", "1")
import triton  # noqa: F401  (the interpreter must be asked for before this)


class Arguments:
    def __init__(self, buffers, scalars):
        self.buffers, self.scalars = buffers, scalars

    def pointer(self, name):
        return self.buffers[name]

    def scalar(self, name):
        return self.scalars[name]

    def descriptor(self, name, shape, strides, block):
        from triton.tools.tensor_descriptor import TensorDescriptor

        return TensorDescriptor(self.pointer(name), shape, strides, block)

    def options(self, **given):
        return {}


def run(number, job):
    path = f"<job {number}>"
    source = job["source"]
    linecache.cache[path] = (len(source), None, source.splitlines(True), path)
    module = {"__name__": "job"}
    exec(compile(source, path, "exec"), module)

    def arguments():
        buffers = {
            name: Tensor(b["dtype"], bytes.fromhex(b["hex"]), 0)
            for name, b in job["buffers"].items()
        }
        return Arguments(buffers, job["scalars"])

    given = arguments()
    module["launch"](given)
    times = []
    for _ in range(job.get("repeat", 0)):
        again = arguments()
        start = time.perf_counter()
        module["launch"](again)
        times.append(time.perf_counter() - start)
    return {"buffers": {n: t.bytes().hex() for n, t in given.buffers.items()}, "seconds": min(times, default=None)}


def main():
    results = []
    with contextlib.redirect_stdout(sys.stderr):
        for number, job in enumerate(json.load(sys.stdin)["jobs"]):
            try:
                results.append(run(number, job))
            except Exception as error:
                results.append({"error": f"{type(error).__name__}: {error}"})
    json.dump({"results": results}, sys.stdout)


main()
