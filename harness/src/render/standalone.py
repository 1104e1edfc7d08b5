def takes(option, arch):
    """Whether an NVIDIA GPU takes a launch option: clusters are there from sm_90 on."""
    return option != "num_ctas" or arch >= 90


def run(torch):
    memory, pointers = {}, {}
    for name, dtype, misalign, array in inputs():
        start, data = misalign * array.itemsize, array.tobytes()
        memory[name] = torch.full((len(data) + start + 256,), 0x5A, dtype=torch.uint8, device="cuda")
        memory[name][start : start + len(data)] = torch.frombuffer(bytearray(data), dtype=torch.uint8).cuda()
        pointers[name] = triton.reinterpret(memory[name][start:], getattr(tl, LANGUAGE_NAMES[dtype]))
    if hasattr(triton, "set_allocator"):  # descriptors made in the kernel need memory of their own
        triton.set_allocator(lambda size, alignment, stream: torch.empty(size, dtype=torch.int8, device="cuda"))
    nvidia, arch = torch.version.hip is None, torch.cuda.get_device_capability()
    launch(Arguments(pointers, lambda option: nvidia and takes(option, 10 * arch[0] + arch[1])))
    torch.cuda.synchronize()
    left = {}
    for name, dtype, misalign, array in inputs():
        start = misalign * array.itemsize
        left[name] = memory[name][start : start + array.nbytes].cpu().numpy().tobytes()
    return compare(left)


def compile_only(target):
    from triton.backends.compiler import GPUTarget

    backend, _, arch = target.partition(":")
    arch = int(arch) if arch.isdigit() else arch
    signature, constants, attributes = {}, {}, {}
    aligned = {name: misalign * array.itemsize % 16 == 0 for name, _, misalign, array in inputs()}
    for index, (name, kind) in enumerate(SIGNATURE):
        value = None if name in VALUE_NOT_SEEN else SCALARS.get(name)
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not isinstance(kind, str):
            signature[name], constants[(index,)] = "constexpr", kind
        elif kind == "i32" and value == 1:
            signature[name], constants[(index,)] = "constexpr", 1
        else:
            signature[name] = kind
            seen = name not in VALUE_NOT_SEEN and name not in ALIGNMENT_NOT_SEEN
            if seen and not kind.startswith("tensordesc") and (aligned.get(SAME.get(name, name)) or (whole and value % 16 == 0)):
                attributes[(index,)] = [["tt.divisibility", 16]]
    source = triton.compiler.ASTSource(KERNEL, signature, constants, attributes)
    warp = 64 if backend == "hip" else 32
    options = dict(OPTIONS)
    if backend == "cuda":
        options |= {name: value for name, value in NVIDIA_OPTIONS.items() if takes(name, arch)}
    print(triton.compile(source, target=GPUTarget(backend, arch, warp), options=options).asm["ttgir"])
    print(f"no GPU: compiled for {target}, not run", file=sys.stderr)
    return 2


def main():
    try:
        import torch
        if not torch.cuda.is_available():
            torch = None
    except ImportError:
        torch = None
    if torch is not None and len(sys.argv) == 1:
        return run(torch)
    return compile_only(sys.argv[1] if len(sys.argv) > 1 else "cuda:90")


if __name__ == "__main__":
    sys.exit(main())
