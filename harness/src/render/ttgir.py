def run(torch, kernel):
    memory = {}
    for name, _, _, array in inputs():
        memory[name] = torch.frombuffer(bytearray(array.tobytes()), dtype=torch.uint8).cuda()
    kernel[(1, 1, 1)](*(buffer.data_ptr() for buffer in memory.values()))
    torch.cuda.synchronize()
    return compare({name: buffer.cpu().numpy().tobytes() for name, buffer in memory.items()})


def main():
    from triton.backends.compiler import GPUTarget

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "module.ttgir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(MODULE)
        kernel = triton.compile(path, target=GPUTarget("cuda", CAPABILITY, 32), options=OPTIONS)
    try:
        import torch

        here = torch.cuda.is_available() and torch.cuda.get_device_capability()
    except ImportError:
        here = False
    if not here or here[0] * 10 + here[1] != CAPABILITY:
        print(kernel.asm["ptx"])
        return 2
    return run(torch, kernel)


sys.exit(main())
