//! Global-state mutations and their expected effect.
