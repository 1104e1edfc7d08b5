//! The worker pool: module text in, artifacts out.
