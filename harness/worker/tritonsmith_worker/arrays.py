"""Arrays in place of tensors, for Triton's interpreter, where there is no torch.

The interpreter copies what tensors stand on to the host and back; these are there already. The scripts
of findings hold this text too, so it asks for nothing but numpy.
"""

import numpy

numpy.seterr(all="ignore")  # what overflows is compared, and need not be told

# Bytes before and behind a buffer that a launch must leave as they are.
GUARD, FILLER = 256, 0x5A


class Dtype:
    """Prints as the dtype of a tensor does: Triton takes what is behind the dot."""

    def __init__(self, name):
        self.name = name
        width = name.lstrip("abcdefghijklmnopqrstuvwxyz")  # 8e4nv is a width of 8
        self.itemsize = 1 if width.startswith("8") else max(1, int(width) // 8)

    def __str__(self):
        return "tensor." + self.name

    __repr__ = __str__

    def __eq__(self, other):
        return isinstance(other, Dtype) and self.name == other.name

    def __hash__(self):
        return hash(self.name)


class Storage:
    def __init__(self, address):
        self.address = address

    def data_ptr(self):
        return self.address

    def cpu(self):
        return self

    def copy_(self, other):
        pass


class Tensor:
    """Elements of `dtype` that are `data` before the launch, `offset` bytes off a multiple of 256."""

    device = "cpu"

    def __init__(self, dtype, data, offset):
        self.dtype = Dtype(dtype)
        self.memory = numpy.full(len(data) + 3 * GUARD + offset, FILLER, numpy.uint8)
        base = self.memory.ctypes.data
        self.first = -base % 256 + GUARD + offset
        self.last = self.first + len(data)
        self.memory[self.first:self.last] = numpy.frombuffer(data, numpy.uint8)
        self.address = base + self.first

    def bytes(self):
        return self.memory[self.first:self.last].tobytes()

    def is_guarded(self):
        """Nothing was stored beside the elements."""
        beside = (self.memory[:self.first], self.memory[self.last:])
        return all(bool((part == FILLER).all()) for part in beside)

    def data_ptr(self):
        return self.address

    def untyped_storage(self):
        return Storage(self.address)

    def storage_offset(self):
        return 0

    def size(self):
        return (self.last - self.first,)

    def stride(self):
        return (1,)

    def new_empty(self, size, device=None):
        return View(self.dtype)


class View(Tensor):
    """The same elements under another name: what the interpreter takes for a copy."""

    def __init__(self, dtype):
        self.dtype = dtype

    def set_(self, storage, offset, size, stride):
        self.address = storage.address

    def untyped_storage(self):
        return Storage(self.address)
