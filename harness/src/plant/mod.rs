//! Plants faults into IR text, to test the oracles.
