//! Scalar arithmetic of every float format against numpy.
