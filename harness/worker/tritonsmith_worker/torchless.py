"""A stand-in for torch where a backend imports it only to ask what is a tensor and where it lives."""

import importlib.util
import sys
import types


def install():
    """Unless torch is there."""
    if "torch" in sys.modules or importlib.util.find_spec("torch") is not None:
        return
    torch = types.ModuleType("torch")
    torch.Tensor = type("Tensor", (), {})  # no argument is one
    torch.xpu = torch.cuda = types.SimpleNamespace(is_available=lambda: False)
    torch.version = types.SimpleNamespace(hip=None)
    sys.modules["torch"] = torch
