"""Job `run_passes`: named passes on a module's text, one at a time, with the text after each.

Triton binds its passes one function each. `get_pipeline_str` tells a binding's command-line name
and options; which argument sets which option is found by varying the argument and watching the
text.
"""

import difflib
import functools
import re
import types

from triton._C import libtriton
from triton._C.libtriton import ir

from . import text
from .state import Unsupported, job

# Values for options that the job does not give, by their command-line name: those of the backends'
# own pipelines. An option that is not here must be given, lest a guess make a pass fail.
DEFAULTS = {"num-stages": 3, "num_stages": 3, "num-warps": 4, "threads-per-warp": 32, "num-ctas": 1,
            "hoist-layout-conversion": True, "max-vec-bits": 128, "smem-budget": 0, "kPack": 1,
            "matrix-instruction-size": 0, "minimum-size": 0,
            "ptx-version": 87}  # of CUDA 12.8, the first with every target up to sm_120
PLACES_BARRIERS = re.compile(r"triton-\w+(-gpu)?-membar")
ARCHITECTURE = {"gfx-arch", "arch", "target-arch", "arch-generation-name", "compute-capability",
                "capability"}


class Binding:
    """One pass: binding, its arguments' types, the option that each sets, all options' values."""

    def __init__(self, function, kinds, options, values):
        self.function, self.kinds, self.options, self.values = function, kinds, options, values

    def add(self, manager, given, target):
        for option, value in sorted(given.items()):
            # What cannot be set may still be given as it is: dumps print every option.
            if option not in self.options and self.values.get(option) != value:
                raise Unsupported(f"this toolchain's binding cannot set the option {option}")
        values = [convert(kind, option, given[option]) if option in given
                  else default(kind, option, target)
                  for kind, option in zip(self.kinds, self.options)]
        self.function(manager, *values)


def convert(kind, option, value):
    value = str(value)
    if kind == "str":
        return value
    try:
        number = {"true": 1, "false": 0}.get(value.lower()) if kind == "bool" else None
        number = int(value) if number is None else number
    except ValueError:
        number = None
    # Bindings take 32 bits.
    if number is None or number not in (range(2) if kind == "bool" else range(-2**31, 2**31)):
        raise Unsupported(f"{value} is no value of the option {option}, which is of type {kind}")
    return bool(number) if kind == "bool" else number


def default(kind, option, target):
    if option in DEFAULTS:
        return DEFAULTS[option]
    if option == "target":
        return f"{target.backend}:{target.arch}"
    expected = {"int": int, "str": str}.get(kind)
    if option in ARCHITECTURE and expected and isinstance(target.arch, expected):
        return target.arch
    if kind == "bool":
        return False
    raise Unsupported(f"this pass needs the option {option}: give it in braces after the name")


def modules():
    """Every module of bindings, the generic ones first."""
    found = [getattr(libtriton.passes, name) for name in sorted(dir(libtriton.passes))]
    for vendor in ("nvidia", "amd", "intel"):
        passes = getattr(getattr(libtriton, vendor, None), "passes", None)
        found += [getattr(passes, name) for name in sorted(dir(passes or object()))]
    return [module for module in found if isinstance(module, types.ModuleType)]


def argument_kinds(function):
    """The argument types after the pass manager, of the longest overload, from the docstring."""
    signatures = re.findall(r"\(((?:self|arg0?): [^()]*)\)", function.__doc__ or "")
    overloads = [re.split(r", (?=\w+: )", signature)[1:] for signature in signatures]
    kinds = [kind_of(argument) for argument in max(overloads, key=len, default=[])]
    return None if None in kinds else kinds


def kind_of(argument):
    """`arg1: int` -> int; pybind11 also writes `typing.SupportsInt | typing.SupportsIndex`."""
    annotation = argument.split(": ", 1)[1].removesuffix(", /")
    names = {"int": "int", "typing.SupportsInt": "int", "bool": "bool", "str": "str"}
    return names.get(annotation.split(" | ")[0])


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
    """(command-line name, options in argument order, all options' values) of a binding."""
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
    return base[0], options, base[1]


@functools.lru_cache(maxsize=None)
def table():
    """Command-line name -> Binding, made once per process."""
    if not hasattr(ir.pass_manager, "get_pipeline_str"):
        raise Unsupported("passes by name need Triton 3.3 or later")
    context = ir.context()
    bindings = {}
    for module in modules():
        for function_name in sorted(n for n in dir(module) if n.startswith("add_")):
            function = getattr(module, function_name)
            kinds = argument_kinds(function)
            if kinds is None:
                continue
            known = ask(context, function, kinds)
            if known:
                bindings.setdefault(known[0], Binding(function, kinds, *known[1:]))
    return bindings


def find(spelled):
    """(Binding, options given) of `name` or `name{option=value ...}`."""
    match = re.fullmatch(r"\s*([\w-]+)\s*(?:\{(.*)\})?\s*", spelled, flags=re.S)
    if match is None or match[1] not in table():
        name = match[1] if match else re.split(r"[{=,\s]", spelled.strip())[0]
        near = ", ".join(difflib.get_close_matches(name, table(), n=3)) or "none like it"
        raise Unsupported(f"this toolchain has no pass {spelled[:80]!r} (there is {near})")
    return table()[match[1]], dict(re.findall(r"([\w-]+)=(\S+)", match[2] or ""))


def mark_barriers(module, visible=True):
    """Says in the module whether its barriers are placed and visible."""
    module.set_attr("tritonsmith.barriers", ir.builder(module.context).get_int32_attr(int(visible)))


def run_manager(manager, module):
    try:
        manager.run(module, "tritonsmith")  # 3.7 and later want a name
    except TypeError:
        manager.run(module)


def run(source, names, target):
    job.enter("parse")
    module = text.parse(source, target)
    passes = []
    if not names:
        passes.append({"pass": "", "text": text.show(module)})
    job.partial = {"passes": passes}
    for name in names:
        binding, options = find(name)  # late: what comes before a missing pass is answered too
        job.enter(f"pass {name}")
        manager = ir.pass_manager(module.context)
        manager.enable_debug()
        binding.add(manager, options, target)
        run_manager(manager, module)
        if PLACES_BARRIERS.fullmatch(name.partition("{")[0].strip()):
            mark_barriers(module)
        passes.append({"pass": name, "text": text.show(module)})
    return {"passes": passes}
