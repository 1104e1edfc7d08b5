//! Toolchains: Python environments with one Triton build in each.
