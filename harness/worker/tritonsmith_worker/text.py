"""Modules as MLIR text: parse and print, and job `compile_ir`."""

import os
import time

import triton
from triton._C.libtriton import ir
from triton.compiler.compiler import make_backend

from . import artifacts
from .state import job


def write(source, name):
    """Triton reads files only. A relative path in the worker's folder keeps diagnostics clean."""
    with open(name, "w", encoding="utf-8") as file:
        file.write(source)
    return name


def parse(source, target):
    path = write(source, "module.mlir")
    try:
        context = ir.context()
        ir.load_dialects(context)
        make_backend(target).load_dialects(context)
        module = ir.parse_mlir_module(path, context)
        module.context = context  # keeps the context alive as long as the module
        return module
    finally:
        os.unlink(path)


def show(module):
    """The module without locations, where the wheel can print it so."""
    return module.str_nodebug() if hasattr(module, "str_nodebug") else str(module)


def compile_on(source, stage, target, options):
    path = write(source, f"module.{stage}")
    job.enter("parse")
    started = time.perf_counter()
    try:
        compiled = triton.compile(path, target=target, options=options)
    finally:
        os.unlink(path)
    kernel = artifacts.kernel(compiled.src, compiled.metadata)
    if not kernel["cached"]:
        kernel["compile_seconds"] = time.perf_counter() - started
    return {"kernel": kernel}
