//! Test cases: program, inputs, options and scenario, serialized by name.
