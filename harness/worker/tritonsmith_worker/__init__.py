"""Runs inside a toolchain and drives its Triton. Needs only Triton and the standard library."""
