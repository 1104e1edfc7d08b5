def splitmix64(seed, n):
    z = numpy.uint64(seed) + (n + numpy.uint64(1)) * numpy.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
    return z ^ (z >> numpy.uint64(31))


def sparse(elements, n):
    values = numpy.zeros(len(n), numpy.int64)
    for index, value in elements.items():
        values[index] = value
    return values


def special(table, seed, n, numbers):
    chosen = splitmix64(seed ^ 1, n)
    return numpy.where(chosen % 3 == 0, numpy.array(table)[(chosen >> 8) % len(table)], numbers)


def storage(dtype):
    """The numpy type that holds an element's bits."""
    names = {"i1": "uint8", "bf16": "uint16", "fp16": "float16", "fp32": "float32", "fp64": "float64"}
    if dtype.startswith("fp8"):
        return numpy.dtype("uint8")
    return numpy.dtype(names.get(dtype) or dtype.replace("u", "uint").replace("i", "int", dtype[0] == "i"))


def encode(values, dtype, scale):
    """Integers, times 2 to the power scale for floats, as elements of dtype."""
    if dtype == "i1":
        return (values & 1).astype(numpy.uint8)
    if dtype == "bf16":
        return ((values * 2.0**scale).astype(numpy.float32).view(numpy.uint32) >> 16).astype(numpy.uint16)
    if dtype.startswith("fp8"):
        return encode_fp8(values * 2.0**scale, dtype)
    if dtype[:2] == "fp":
        return (values * 2.0**scale).astype(storage(dtype))
    return values.astype(storage(dtype))


def encode_fp8(values, dtype):
    """The patterns of numbers that the type has."""
    mantissa, bias = (3, 7) if dtype == "fp8e4nv" else (2, 15)
    bits = numpy.arange(127)
    exponent, fraction = bits >> mantissa, (bits & (2**mantissa - 1)) / 2.0**mantissa
    magnitudes = numpy.where(exponent == 0, 2 * fraction, 1 + fraction) * 2.0 ** (exponent - bias)
    found = numpy.searchsorted(magnitudes, numpy.abs(values))
    return (found | numpy.where(values < 0, 128, 0)).astype(numpy.uint8)


def inputs():
    for name, dtype, length, misalign, scale, values in BUFFERS:
        with numpy.errstate(over="ignore"):
            yield name, dtype, misalign, encode(values(numpy.arange(length, dtype=numpy.uint64)), dtype, scale)


def decode(text, dtype):
    kind = storage(dtype)
    if isinstance(text, str):
        return numpy.frombuffer(base64.b64decode(text), kind)
    return numpy.array(text, numpy.uint64).astype(f"uint{8 * kind.itemsize}").view(kind)


def numbers(array, dtype):
    return (array.astype(numpy.uint32) << 16).view(numpy.float32) if dtype == "bf16" else array


class Arguments:
    def __init__(self, pointers, takes=lambda option: True):
        self.pointer, self.scalar, self.takes = pointers.__getitem__, SCALARS.__getitem__, takes

    def descriptor(self, name, shape, strides, block):
        from triton.tools.tensor_descriptor import TensorDescriptor  # from 3.4 on

        return TensorDescriptor(self.pointer(name), shape, strides, block)

    def options(self, **given):
        return {name: value for name, value in given.items() if self.takes(name)}


def compare(left):
    """Holds the bytes of each buffer against what it must hold; tells the first that is wrong."""
    wrong = 0
    for name, dtype, _, before in inputs():
        got = numpy.frombuffer(left[name], before.dtype)
        want, compared = before, numpy.ones(len(before), bool)
        if name in EXPECTED:
            text, flags, margins = EXPECTED[name]
            want = decode(text, dtype)
            if flags is not None:
                compared = numpy.unpackbits(decode(flags, "u8"), count=len(want)).astype(bool)
        bits = f"uint{8 * got.itemsize}"
        same, got, want = got.view(bits) == want.view(bits), numbers(got, dtype), numbers(want, dtype)
        same |= (got != got) & (want != want)
        margin = None
        if name in EXPECTED and margins is not None:
            margin = decode(margins, "fp64")
            with numpy.errstate(invalid="ignore"):
                same |= numpy.abs(got.astype(float) - want.astype(float)) <= margin
        bad = numpy.flatnonzero(compared & ~same)
        if len(bad):
            first = bad[0]
            around = "" if margin is None else f" +- {margin[first]:.1e}"
            print(f"{name}[{first}] is {got[first]}, expected {want[first]}{around}; "
                  f"{len(bad)} of {len(want)} elements are wrong")
        wrong += len(bad)
    print("FAIL" if wrong else "PASS")
    return 1 if wrong else 0
