"""`tl.dot_scaled` in Intel's compiler: python xpu-dot-scaled-forms.py (triton-xpu; no GPU needed)

Forms that the language has and that do not compile for Ponte Vecchio: where 32 elements are summed, the process dies of
the assertion `idx < size()` when the only column of scales is applied, whichever operand they are of; of a packed e2m1
operand beside a scaled fp8 one tritonintelgpu-accelerate-matmul makes a `tt.dot` whose sizes differ; of a scaled fp16
operand it makes an upcast that the same compiler refuses as not yet implemented. Seen on triton-xpu 3.3.0b1. Prints
FAIL, with status 1, where one of them ends so; the first form is a control.
"""
import subprocess
import sys
import types

try:
    import torch
except ImportError:
    # Intel's backend asks it for a GPU, and there is none.
    absent = types.SimpleNamespace(is_available=lambda: False)
    torch = types.ModuleType("torch")
    torch.xpu, torch.cuda, torch.version = absent, absent, types.SimpleNamespace(hip=None)
    sys.modules["torch"] = torch
import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget

# The format of the left operand and whether it has a scale, the same of the right one, the size that is summed
# over, and how it ends.
FORMS = {
    "control": ("e4m3", True, "e4m3", False, 64, None),
    "one column of scales": ("e4m3", False, "e4m3", True, 32, "Assertion `idx < size()' failed"),
    "packed beside fp8": ("e5m2", True, "e2m1", False, 64, "'tt.dot' op expected the last dimension"),
    "scaled fp16": ("fp16", True, "e4m3", False, 64, "'triton_intel_gpu.upcast_mxfp' op NYI"),
}
PONTE_VECCHIO = {
    "architecture": 0, "sub_group_sizes": [16, 32], "max_work_group_size": 1024, "max_num_sub_groups": 64,
    "has_fp64": True, "has_subgroup_matrix_multiply_accumulate": True,
    "has_subgroup_matrix_multiply_accumulate_tensor_float32": True, "has_subgroup_2d_block_io": True,
    "has_bfloat16_conversions": True,
}


@triton.jit
def kernel(a, b, scale, out, LEFT: tl.constexpr, LEFT_SCALED: tl.constexpr, RIGHT: tl.constexpr,
           RIGHT_SCALED: tl.constexpr, PACKED: tl.constexpr, K: tl.constexpr):
    i, k = tl.arange(0, 32), tl.arange(0, K)
    x = tl.load(a + i[:, None] * K + k[None, :])
    y = tl.load(b + tl.arange(0, K // PACKED)[:, None] * 32 + i[None, :])
    scales = tl.load(scale + i[:, None] * K // 32 + tl.arange(0, K // 32)[None, :])
    if LEFT_SCALED:
        z = tl.dot_scaled(x, scales, LEFT, y, None, RIGHT)
    if RIGHT_SCALED:
        z = tl.dot_scaled(x, None, LEFT, y, scales, RIGHT)
    tl.store(out + i[:, None] * 32 + i[None, :], z)


def compile_form(left, left_scaled, right, right_scaled, size):
    # Else it compiles a C file to ask for the GPU's name.
    nameless = types.SimpleNamespace(parse_device_arch=lambda architecture: "")
    backend = triton.backends.backends["intel"].compiler
    backend.__init__.__globals__["compile_module_from_src"] = lambda *arguments, **options: nameless
    constants = {"LEFT": left, "LEFT_SCALED": left_scaled, "RIGHT": right, "RIGHT_SCALED": right_scaled,
                 "PACKED": 2 if right == "e2m1" else 1, "K": size}
    signature = {"a": "*fp16" if left == "fp16" else "*u8", "b": "*u8", "scale": "*u8", "out": "*fp32"}
    source = triton.compiler.ASTSource(kernel, signature | dict.fromkeys(constants, "constexpr"), constants)
    triton.compile(source, target=GPUTarget("xpu", PONTE_VECCHIO, 32))


if len(sys.argv) > 1:
    compile_form(*FORMS[sys.argv[1]][:5])
    sys.exit()
wrong = 0
for form, (*_, says) in FORMS.items():
    child = subprocess.run([sys.executable, __file__, form], capture_output=True, text=True)
    lines = [line for line in child.stderr.splitlines() if says and says in line]
    if child.returncode and not lines:
        sys.exit(f"{form}: something else: {child.stderr[-400:]}")
    print(f"{form}: {lines[0][-200:] if child.returncode else 'compiles'}")
    wrong += bool(lines)
print("FAIL" if wrong else "PASS")
sys.exit(bool(wrong))
