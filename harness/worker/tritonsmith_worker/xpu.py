"""Intel's backend on a machine with no Intel GPU, no torch and no C++ compiler.

`prepare` runs before Triton is imported, `describe` gives the device that a target's name means.
"""

import importlib.util
import os
import types

from . import torchless

# What Intel's driver reports of each device, as far as the compiler asks: sizes of a subgroup, matrix
# engine (DPAS), its tf32, 2-D block loads, conversions to bf16, doubles. `lts` is Ponte Vecchio under
# a long-term-support driver, which reports neither 2-D block loads nor matrix extensions.
DEVICES = {
    "pvc": {"sub_group_sizes": [16, 32], "dpas": True, "tf32": True, "io2d": True, "bf16": True,
            "fp64": True},
    "lts": {"sub_group_sizes": [16, 32], "dpas": False, "tf32": False, "io2d": False, "bf16": False,
            "fp64": True},
    "dg2": {"sub_group_sizes": [8, 16, 32], "dpas": True, "tf32": False, "io2d": False, "bf16": True,
            "fp64": False},
    "bmg": {"sub_group_sizes": [16, 32], "dpas": True, "tf32": True, "io2d": True, "bf16": True,
            "fp64": True},
}

WARP_SIZE = 32


def prepare(module):
    """Intel's backend imports torch to find out whether there is a GPU: there is none."""
    spec = importlib.util.find_spec(module)
    folders = spec.submodule_search_locations if spec else []
    intel = any(os.path.isdir(os.path.join(f, "backends", "intel")) for f in folders or [])
    if intel:
        torchless.install()


def without_compiler(backend):
    """The backend compiles C for `ocloc query` alone, which would ask about a GPU that is there."""
    names = backend.__init__.__globals__
    if "compile_module_from_src" in names:
        parser = types.SimpleNamespace(parse_device_arch=lambda architecture: "")
        names["compile_module_from_src"] = lambda *arguments, **options: parser


def describe(arch):
    """The `arch` of Intel's GPUTarget, which is a dictionary; None for a name that is not known."""
    device = DEVICES.get(arch)
    if device is None:
        return None
    io2d, bf16 = device["io2d"], device["bf16"]
    return {
        "architecture": 0,
        "sub_group_sizes": device["sub_group_sizes"],
        "max_work_group_size": 1024,
        "max_num_sub_groups": 64,
        "has_fp64": device["fp64"],
        "has_subgroup_matrix_multiply_accumulate": device["dpas"],
        "has_subgroup_matrix_multiply_accumulate_tensor_float32": device["tf32"],
        # The first name of each pair up to 3.7.1 (3.6 for bf16), the second afterwards.
        "has_subgroup_2d_block_io": io2d,
        "has_2d_block_io": io2d,
        "has_bfloat16_conversions": bf16,
        "has_bfloat16_conversion": bf16,
    }
