//! Reader, printer and interpreter of TTIR and TTGIR text. Must not know programs.
