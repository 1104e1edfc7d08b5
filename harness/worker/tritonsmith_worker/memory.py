"""A heap from which copies of this process allocate cheaply.

A copy shares its pages with the original until it writes to one; then it pays for a fault and a
copy, which is most of what a short-lived copy costs. What is free in the heap of a process that has
compiled something is scattered over all of its pages, so those holes are closed for good: a copy
allocates from the heap's end. This is advice to glibc; without it all works as well.
"""

import ctypes

# Holes are looked for from this size, the largest that glibc takes from the heap, down to this.
LARGEST, SMALLEST = 1 << 17, 1 << 6
# What glibc puts in front of a chunk, in bytes.
HEADER = 16


class Info(ctypes.Structure):
    """`struct mallinfo2` of malloc.h."""

    _fields_ = [(name, ctypes.c_size_t) for name in
                ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks",
                 "fordblks", "keepcost")]


def close_holes():
    """Gives whole free pages back, and takes what is free below the heap's end."""
    libc = ctypes.CDLL(None)
    if not hasattr(libc, "mallinfo2"):  # another C library, or glibc before 2.33
        return
    libc.mallinfo2.restype = Info
    libc.malloc.restype, libc.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
    libc.free.argtypes = [ctypes.c_void_p]
    libc.malloc_trim(0)
    size = LARGEST
    for _ in range(libc.mallinfo2().fordblks // SMALLEST):
        end = libc.mallinfo2().keepcost
        taken = libc.malloc(size - HEADER)
        if libc.mallinfo2().keepcost < end:  # from the end: no hole is as large
            libc.free(taken)
            size //= 2
            if size < SMALLEST:
                break
