"""Runs rendered modules on Triton's own interpreter, with numpy arrays in place of tensors.

Reads {"jobs": [{"source", "buffers": {name: {"dtype", "hex"}}, "scalars": {name: value}, "repeat"}]}
on standard input; writes one line {"results": [{"buffers": {name: hex}, "seconds"} | {"error"}]}.
"""
import contextlib, json, linecache, os, sys, time

os.environ["TRITON_INTERPRET"] = "1"
os.environ.setdefault("TRITON_DEFAULT_FP_FUSION", "1")
import numpy
import triton  # noqa: F401  (the interpreter must be asked for before this)

numpy.seterr(all="ignore")


class Dtype:
    """Prints and hashes as a torch dtype does: Triton takes the name after the dot."""

    def __init__(self, name):
        self.name = name

    def __str__(self):
        return "torch." + self.name

    def __hash__(self):
        return hash(self.name)

    def __eq__(self, other):
        return isinstance(other, Dtype) and self.name == other.name


class Storage:
    def __init__(self, array):
        self.array = array

    def data_ptr(self):
        return self.array.ctypes.data

    def cpu(self):
        return Storage(self.array.copy())

    def copy_(self, other):
        self.array[:] = other.array


class Tensor:
    """Bytes and an element type: what the interpreter asks a tensor for."""

    def __init__(self, array, dtype):
        self.array, self.dtype = array, dtype

    def data_ptr(self):
        return self.array.ctypes.data

    def untyped_storage(self):
        return Storage(self.array)

    def new_empty(self, size, device=None):
        return Tensor(numpy.empty(0, numpy.uint8), self.dtype)

    def set_(self, storage, offset, size, stride):
        self.array = storage.array

    def storage_offset(self):
        return 0

    def size(self):
        return self.array.shape

    def stride(self):
        return (1,)


class Arguments:
    def __init__(self, buffers, scalars):
        self.buffers, self.scalars = buffers, scalars

    def pointer(self, name):
        return self.buffers[name]

    def scalar(self, name):
        return self.scalars[name]


def run(number, job):
    path = f"<job {number}>"
    source = job["source"]
    linecache.cache[path] = (len(source), None, source.splitlines(True), path)
    module = {"__name__": "job"}
    exec(compile(source, path, "exec"), module)

    def arguments():
        buffers = {
            name: Tensor(numpy.frombuffer(bytes.fromhex(b["hex"]), numpy.uint8).copy(), Dtype(b["dtype"]))
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
    return {"buffers": {n: t.array.tobytes().hex() for n, t in given.buffers.items()}, "seconds": min(times, default=None)}


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
