//! Oracles judge observations: agree, inconclusive or bug.
