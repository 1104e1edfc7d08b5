//! Wires everything together and owns the store.
