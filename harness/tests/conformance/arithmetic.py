"""Float arithmetic by numpy, where it has the format, and by exact fractions.

Reads {"jobs": [{"op", "format", "to"?, "a": [bits], "b"?: [bits]}]}; writes {"results": [[bits, inexact]]}:
the correctly rounded result, and whether it is not the exact one (null for operands that are not
finite).
"""
import json, sys
from fractions import Fraction

import numpy

numpy.seterr(all="ignore")

# Bits, bits of the mantissa, exponent bias, whether there are infinities.
FORMATS = {
    "fp8e4nv": (8, 3, 7, False),
    "fp8e5": (8, 2, 15, True),
    "fp16": (16, 10, 15, True),
    "bf16": (16, 7, 127, True),
    "fp32": (32, 23, 127, True),
    "fp64": (64, 52, 1023, True),
}
NATIVE = {"fp16": "float16", "fp32": "float32", "fp64": "float64"}


def decode(bits, name):
    """A Fraction with the sign of zero apart, or a string."""
    size, mantissa, bias, infinite = FORMATS[name]
    sign = bits >> (size - 1)
    exponent = bits >> mantissa & ((1 << (size - 1 - mantissa)) - 1)
    fraction = bits & ((1 << mantissa) - 1)
    top = (1 << (size - 1 - mantissa)) - 1
    if exponent == top and infinite:
        return sign, "nan" if fraction else "inf"
    if exponent == top and fraction == (1 << mantissa) - 1:
        return sign, "nan"
    if exponent == 0:
        value = Fraction(fraction) * Fraction(2) ** (1 - bias - mantissa)
    else:
        value = Fraction(fraction | 1 << mantissa) * Fraction(2) ** (exponent - bias - mantissa)
    return sign, -value if sign else value


def encode(value, negative, name):
    """The nearest value, ties to even; overflow gives infinity or NaN."""
    size, mantissa, bias, infinite = FORMATS[name]
    sign = int(negative) << (size - 1)
    value = abs(value)
    if value == 0:
        return sign
    exponent = max(value.numerator.bit_length() - value.denominator.bit_length() - 1, 1 - bias)
    while Fraction(2) ** (exponent + 1) <= value:
        exponent += 1
    unit = Fraction(2) ** (exponent - mantissa)
    steps = round(value / unit)  # a Fraction rounds to even
    if steps >> mantissa + 1:
        steps, exponent = steps >> 1, exponent + 1
    field = exponent + bias if steps >> mantissa else 0
    top = (1 << (size - 1 - mantissa)) - 1
    bits = field << mantissa | steps & ((1 << mantissa) - 1)
    if infinite:
        return sign | min(bits, top << mantissa)
    return sign | min(bits, top << mantissa | (1 << mantissa) - 1)


def exact(op, x, y):
    return {"add": x + y, "sub": x - y, "mul": x * y, "div": x / y if y else None, "cast": x}[op]


def rounded(op, name, to, a, b):
    (sign_a, x), (sign_b, y) = decode(a, name), decode(b, name)
    if isinstance(x, str) or isinstance(y, str) or (op == "div" and y == 0):
        return None
    value = exact(op, x, y)
    negative = value < 0
    if value == 0:
        negative = {
            "add": sign_a and sign_b,
            "sub": sign_a and not sign_b,
            "mul": sign_a ^ sign_b,
            "div": sign_a ^ sign_b,
            "cast": sign_a,
        }[op]
        if op in ("add", "sub") and x != 0:
            negative = False
    bits = encode(value, negative, to)
    return bits, decode(bits, to)[1] != value


def native(op, name, to, a, b):
    x = numpy.array([a], f"uint{FORMATS[name][0]}").view(NATIVE[name])
    y = numpy.array([b], f"uint{FORMATS[name][0]}").view(NATIVE[name])
    value = {"add": x + y, "sub": x - y, "mul": x * y, "div": x / y, "cast": x.astype(NATIVE[to])}[op]
    return int(value.view(f"uint{FORMATS[to][0]}")[0])


def answer(job):
    op, name = job["op"], job["format"]
    to = job.get("to", name)
    results = []
    for a, b in zip(job["a"], job.get("b", job["a"])):
        by_fractions = rounded(op, name, to, a, b)
        by_numpy = native(op, name, to, a, b) if {name, to} <= set(NATIVE) else None
        if by_fractions and by_numpy is not None:
            assert by_fractions[0] == by_numpy, (job["op"], name, to, a, b)
        if by_fractions:
            results.append(by_fractions)
        else:
            results.append((by_numpy, None))
    return results


print(json.dumps({"results": [answer(job) for job in json.load(sys.stdin)["jobs"]]}))
