//! The typed AST of a kernel; `program/ops` owns what each operation means.
