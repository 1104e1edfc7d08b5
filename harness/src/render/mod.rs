//! Test case in, Python module text out.
