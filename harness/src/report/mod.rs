//! Findings as files that people and tools read.
