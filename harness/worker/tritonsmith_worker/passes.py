"""Job `run_passes`: named passes on a module's text, one at a time, with the text after each.

Triton binds its passes one function each. `get_pipeline_str` tells a binding's command-line name and
options; which argument sets which option is found by varying the argument and watching the text.
"""

import functools
import re
import types

from triton._C import libtriton
from triton._C.libtriton import ir

from . import text
from .state import Unsupported, job

# Values for options that the job does not give, by their command-line name.
DEFAULTS = {"num-stages": 3, "num-warps": 4, "threads-per-warp": 32, "num-ctas": 1,
            "index-bitwidth": 0}

# Wheels without `get_pipeline_str`: command-line names that do not follow from the binding's.
NAMES = {
    "common.add_canonicalizer": "canonicalize",
    "common.add_licm": "loop-invariant-code-motion",
    "common.add_inliner": "inline",
    "convert.add_scf_to_cf": "convert-scf-to-cf",
    "convert.add_index_to_llvmir": "convert-index-to-llvm",
    "convert.add_arith_to_llvmir": "convert-arith-to-llvm",
    "ttir.add_convert_to_ttgpuir": "convert-triton-to-tritongpu",
    "ttir.add_triton_licm": "triton-licm",
    "ttgpuir.add_allocate_shared_memory": "allocate-shared-memory",
    "ttgpuir.add_warp_specialize": "tritongpu-automatic-warp-specialization",
}
PREFIXES = {"common": "", "ttir": "triton-", "ttgpuir": "tritongpu-", "convert": "convert-",
            "ttnvgpuir": "triton-nvidia-gpu-", "nvws": "nvws-", "gluon": "gluon-"}
# ... and the options of bindings with arguments, in order (triton 3.3 to 3.5).
ARGUMENTS = {
    "convert-triton-to-tritongpu": ["target", "num-warps", "threads-per-warp", "num-ctas"],
    "tritongpu-pipeline": ["num-stages", "dump-intermediate-steps"],
    "tritongpu-assign-latencies": ["num-stages"],
    "tritongpu-automatic-warp-specialization": ["num-stages"],
    "tritongpu-optimize-dot-operands": ["hoist-layout-conversion"],
    "tritongpu-hoist-tmem-alloc": ["hoist-out-of-if"],
}


class Binding:
    """One pass: its binding, the types of its arguments and the option that each of them sets."""

    def __init__(self, function, kinds, options):
        self.function, self.kinds, self.options = function, kinds, options

    def add(self, manager, given, target):
        unknown = sorted(set(given) - set(self.options))
        if unknown:
            raise Unsupported(f"this toolchain's binding cannot set the option {unknown[0]}")
        values = [convert(kind, given[option]) if option in given else default(kind, option, target)
                  for kind, option in zip(self.kinds, self.options)]
        self.function(manager, *values)


def convert(kind, value):
    if kind == "bool":
        return str(value).lower() in ("true", "1")
    return int(value) if kind == "int" else str(value)


def default(kind, option, target):
    if option in DEFAULTS:
        return DEFAULTS[option]
    if option == "compute-capability":
        return target.arch if isinstance(target.arch, int) else 0
    if option == "ptx-version":
        return 87  # CUDA 12.8, the first with every target up to sm_120
    if option == "target":
        return f"{target.backend}:{target.arch}"
    if option == "hoist-layout-conversion":
        return True
    return {"bool": False, "int": 0}.get(kind, "")


def modules():
    """(name, module) of every module of bindings, the generic ones first."""
    found = [(name, getattr(libtriton.passes, name)) for name in sorted(dir(libtriton.passes))]
    for vendor in ("nvidia", "amd", "intel"):
        passes = getattr(getattr(libtriton, vendor, None), "passes", None)
        found += [(name, getattr(passes, name)) for name in sorted(dir(passes or object()))]
    return [(name, module) for name, module in found if isinstance(module, types.ModuleType)]


def argument_kinds(function):
    """The argument types after the pass manager, of the longest overload, from the docstring."""
    signatures = re.findall(r"\(((?:self|arg0?): [^()]*)\)", function.__doc__ or "")
    longest = max((re.findall(r"\w+: ([\w.\[\]]+)", s) for s in signatures), key=len, default=[""])
    kinds = [kind.split(".")[-1].lower() for kind in longest[1:]]
    return kinds if all(kind in ("int", "bool", "str") for kind in kinds) else None


def probe(context, function, values):
    """The command-line text of the binding with these values: (name, {option: value}), or None."""
    manager = ir.pass_manager(context)
    try:
        function(manager, *values)
    except (TypeError, RuntimeError):
        return None
    inner = re.sub(r"^any\((.*)\)$", r"\1", manager.get_pipeline_str(), flags=re.S)
    inner = re.sub(r"^[\w.-]+\((.*)\)$", r"\1", inner, flags=re.S)
    match = re.match(r"([\w-]+)(?:\{(.*)\})?", inner, flags=re.S)
    return match and (match[1], dict(re.findall(r"([\w-]+)=(\S+)", match[2] or "")))


def ask(context, function, kinds):
    """(command-line name, options in argument order) of a binding."""
    low = {"int": 1, "bool": False, "str": "cuda:80"}
    high = {"int": 2, "bool": True, "str": "cuda:90"}
    values = [low[kind] for kind in kinds]
    base = probe(context, function, values)
    if base is None:
        return None
    options = []
    for index, kind in enumerate(kinds):
        changed = probe(context, function, [*values[:index], high[kind], *values[index + 1:]])
        differing = [o for o, v in changed[1].items() if base[1].get(o) != v] if changed else []
        options.append(differing[0] if differing else f"argument-{index}")
    return base[0], options


def guess(module_name, function_name, kinds):
    """As `ask`, for wheels whose pass managers do not print themselves."""
    prefix = PREFIXES.get(module_name)
    if prefix is None:
        return None
    spelled = prefix + function_name[len("add_"):].replace("_", "-")
    name = NAMES.get(f"{module_name}.{function_name}", spelled)
    options = ARGUMENTS.get(name, [])
    return name, [*options, *(f"argument-{i}" for i in range(len(options), len(kinds)))]


@functools.lru_cache(maxsize=None)
def table():
    """Command-line name -> Binding, made once per process."""
    context = ir.context()
    asks = hasattr(ir.pass_manager, "get_pipeline_str")
    bindings = {}
    for module_name, module in modules():
        for function_name in sorted(n for n in dir(module) if n.startswith("add_")):
            function = getattr(module, function_name)
            kinds = argument_kinds(function)
            if kinds is None:
                continue
            known = ask(context, function, kinds) if asks else guess(module_name, function_name, kinds)
            if known:
                bindings.setdefault(known[0], Binding(function, kinds, known[1]))
    return bindings


def find(spelled):
    """(Binding, options given) of `name` or `name{option=value ...}`."""
    match = re.fullmatch(r"\s*([\w-]+)\s*(?:\{(.*)\})?\s*", spelled, flags=re.S)
    if match is None or match[1] not in table():
        raise Unsupported(f"this toolchain has no pass {spelled}")
    return table()[match[1]], dict(re.findall(r"([\w-]+)=(\S+)", match[2] or ""))


def run_manager(manager, module):
    try:
        manager.run(module, "tritonsmith")  # 3.7 and later want a name
    except TypeError:
        manager.run(module)


def run(source, names, target):
    wanted = [(name, *find(name)) for name in names]
    job.enter("parse")
    module = text.parse(source, target)
    passes = []
    if not wanted:
        passes.append({"pass": "", "text": text.show(module)})
    job.partial = {"passes": passes}
    for name, binding, options in wanted:
        job.enter(f"pass {name}")
        manager = ir.pass_manager(module.context)
        manager.enable_debug()
        binding.add(manager, options, target)
        run_manager(manager, module)
        passes.append({"pass": name, "text": text.show(module)})
    return {"passes": passes}
