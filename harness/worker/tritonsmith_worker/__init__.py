"""Runs inside a toolchain and drives its Triton. Needs nothing but Triton and the standard library."""
