//! Bytes or a seed in, test cases out.
