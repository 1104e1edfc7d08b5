"""Compiles kernels to TTIR with the real front end, checking the type of every value on the way.

Reads {"kernels": [{"source", "signature": [[name, type]], "constants": {name: value}}]}; each source
holds `tl.static_assert`s. Writes {"errors": [null or text]}.
"""
import contextlib, json, linecache, os, sys

os.environ.setdefault("TRITON_DEFAULT_FP_FUSION", "1")
import triton
from triton._C.libtriton import ir
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource, make_backend


def compile_kernel(number, kernel):
    path = f"<kernel {number}>"
    source = kernel["source"]
    linecache.cache[path] = (len(source), None, source.splitlines(True), path)
    module = {"__name__": "kernels"}
    exec(compile(source, path, "exec"), module)
    target = GPUTarget("cuda", 90, 32)
    backend = make_backend(target)
    signature = dict(kernel["signature"])
    source = ASTSource(module["kernel"], signature, kernel["constants"])
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    options = backend.parse_options({"num_warps": 4})
    functions = backend.get_codegen_implementation(options)
    source.make_ir(target, options, functions, backend.get_module_map(), context)


def main():
    errors = []
    with contextlib.redirect_stdout(sys.stderr):
        for number, kernel in enumerate(json.load(sys.stdin)["kernels"]):
            try:
                compile_kernel(number, kernel)
                errors.append(None)
            except Exception as error:
                cause = error.__cause__ or error
                errors.append(f"{error}\n{type(cause).__name__}: {cause}")
    json.dump({"errors": errors}, sys.stdout)


main()
