"""Compares what Triton reads in two texts: lines {"text", "printed"} in, lines {"verdict", ...} out.

`same`: both print alike without locations. `different`. `refused`: this toolchain does not read the
first text. `unread`: it reads the first and not the second, or there is no second.
"""
import importlib, json, os, sys, tempfile

try:
    import triton
except ImportError:
    import tokenspeed_triton as triton

ir = importlib.import_module(triton.__name__ + "._C.libtriton").ir
backends = importlib.import_module(triton.__name__ + ".backends").backends
TEXTS_PER_CONTEXT = 100


def context():
    made = ir.context()
    ir.load_dialects(made)
    for backend in backends.values():
        try:
            backend.compiler.load_dialects(backend.compiler, made)
        except Exception:
            pass
    return made


def read(text, path, within):
    """The text without locations, or None."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    try:
        module = ir.parse_mlir_module(path, within)
        module.context = within
        return module.str_nodebug()
    except Exception:
        return None


def judge(job, path, within):
    first = read(job["text"], path, within)
    if first is None:
        return {"verdict": "refused"}
    second = None if job["printed"] is None else read(job["printed"], path, within)
    if second is None:
        return {"verdict": "unread"}
    if first == second:
        return {"verdict": "same"}
    pairs = zip(first.splitlines(), second.splitlines())
    line = next(((a, b) for a, b in pairs if a != b), ("", "a line is missing"))
    return {"verdict": "different", "first": line[0], "second": line[1]}


def main():
    answers = os.fdopen(os.dup(1), "w")
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)  # diagnostics of texts that are refused
    with tempfile.TemporaryDirectory() as folder:
        path, within = os.path.join(folder, "text.mlir"), None
        for count, line in enumerate(sys.stdin):
            if count % TEXTS_PER_CONTEXT == 0:
                within = context()
            print(json.dumps(judge(json.loads(line), path, within)), file=answers, flush=True)


main()
